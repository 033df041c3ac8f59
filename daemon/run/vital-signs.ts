/** What the daemon's loop and its watchdog share: memory that can be read while the loop stands still. */

/** Calls that are kept by name; of others only the number. */
const slots = 32
const slotBytes = 96
const heads = 16
const [beats, ending, running] = [0, 1, 2]

export interface RunningCall {
  readonly method: string
  readonly session: string
}

export class VitalSigns {
  readonly memory: SharedArrayBuffer
  readonly #head: Int32Array
  readonly #texts: Uint8Array
  readonly #encoder = new TextEncoder()

  /** `memory`: of another thread's. */
  constructor(memory = new SharedArrayBuffer(heads + slots * slotBytes)) {
    this.memory = memory
    this.#head = new Int32Array(memory, 0, heads / Int32Array.BYTES_PER_ELEMENT)
    this.#texts = new Uint8Array(memory, heads)
  }

  /** The loop has turned. */
  beat(): void {
    Atomics.add(this.#head, beats, 1)
  }

  get beats(): number {
    return Atomics.load(this.#head, beats)
  }

  /** The daemon has been told to end. */
  end(): void {
    Atomics.store(this.#head, ending, 1)
  }

  get isEnding(): boolean {
    return Atomics.load(this.#head, ending) === 1
  }

  /** A call begins; what is returned is called when it has ended. Its names only: no parameter, no text of the screen. */
  begin({ method, session }: RunningCall): () => void {
    Atomics.add(this.#head, running, 1)
    const free = Array.from({ length: slots }, (_, at) => at * slotBytes).find((at) => this.#texts[at] === 0)
    if (free !== undefined) {
      const room = this.#texts.subarray(free + 1, free + slotBytes)
      this.#texts[free] = this.#encoder.encodeInto(`${method}\n${session}`, room).written
    }
    return () => {
      if (free !== undefined) this.#texts[free] = 0
      Atomics.sub(this.#head, running, 1)
    }
  }

  /** `more`: how many others there are. */
  get calls(): { readonly calls: readonly RunningCall[]; readonly more: number } {
    const calls: RunningCall[] = []
    for (let at = 0; at < this.#texts.length; at += slotBytes) {
      const length = this.#texts[at]!
      if (length === 0) continue
      // Copied: a decoder takes no shared memory.
      const text = new TextDecoder().decode(this.#texts.slice(at + 1, at + 1 + length))
      const [method = '', session = ''] = text.split('\n')
      calls.push({ method, session })
    }
    return { calls, more: Math.max(0, Atomics.load(this.#head, running) - calls.length) }
  }
}
