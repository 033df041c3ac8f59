/** State shared by the daemon's loop and its watchdog: memory that stays readable while the loop is stuck. */

/** Running calls recorded by name; beyond this only their number. */
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

  /** `memory`: that of another thread, to read it. */
  constructor(memory = new SharedArrayBuffer(heads + slots * slotBytes)) {
    this.memory = memory
    this.#head = new Int32Array(memory, 0, heads / Int32Array.BYTES_PER_ELEMENT)
    this.#texts = new Uint8Array(memory, heads)
  }

  /** Called on each turn of the loop. */
  beat(): void {
    Atomics.add(this.#head, beats, 1)
  }

  get beats(): number {
    return Atomics.load(this.#head, beats)
  }

  /** The daemon is shutting down. */
  end(): void {
    Atomics.store(this.#head, ending, 1)
  }

  get isEnding(): boolean {
    return Atomics.load(this.#head, ending) === 1
  }

  /** Records names only, no parameters or screen text. Call the returned function when the call ends. */
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

  /** `more`: running calls not listed. */
  get calls(): { readonly calls: readonly RunningCall[]; readonly more: number } {
    const calls: RunningCall[] = []
    for (let at = 0; at < this.#texts.length; at += slotBytes) {
      const length = this.#texts[at]!
      if (length === 0) continue
      // Copied, because TextDecoder rejects shared memory.
      const text = new TextDecoder().decode(this.#texts.slice(at + 1, at + 1 + length))
      const [method = '', session = ''] = text.split('\n')
      calls.push({ method, session })
    }
    return { calls, more: Math.max(0, Atomics.load(this.#head, running) - calls.length) }
  }
}
