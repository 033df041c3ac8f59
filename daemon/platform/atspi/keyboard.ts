/** Keys as a keyboard presses them, by XTEST: chords, and text of any script. They go to the window in front. */
import { Problem } from '../../problem.ts'
import { type Chord, parseKeys } from '../key-chords.ts'
import { type KeyCode, type Keymap, keysymNamed, keysymOf, readKeymap } from './keymap.ts'
import { hasTaken, managerHasTaken } from './ping.ts'
import { eventMask, fake, type XConnection } from './x11.ts'

const enter = 0xff0d
const tab = 0xff09
const shift = 0xffe1
/** Characters that are on their way at once: what the application has taken is asked after so many. */
const mostAtOnce = 200
const unansweredMs = 30
const inputOnly = 2
/** Every change of the keyboard costs every client, and a window manager most: so it is not undone at once. */
const restoreMs = 60_000

/** Where keys go to: asked for its answer, and looked at again before every part of a long text. */
export interface Recipient {
  readonly window: number
  /** Throws when it has lost the keyboard. */
  verify(): Promise<void>
}

/** A keysym, and those of the modifiers that are held for it. */
interface Stroke {
  readonly held: readonly number[]
  readonly keysym: number
}

/** The keyboard of one connection, with the keys that it has given meanings that the layout lacks. */
export class Keyboard {
  readonly #connection: XConnection
  /** Codes that no key had, and the keysyms that they make now; the one that was not used for longest first. */
  readonly #lent = new Map<number, number>()
  #restoring: NodeJS.Timeout | undefined
  /** A window of ours that is never shown, for asking the window manager. */
  #window: number | undefined
  #changed = false

  constructor(connection: XConnection) {
    this.#connection = connection
  }

  /** Presses the chords of `Control+A Enter`. Throws invalid_params before anything is pressed. */
  async keys(keys: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(parseKeys(keys).map(keysOf), to, signal)
  }

  /** Throws invalid_params for characters that no keyboard could type. */
  async text(text: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(strokesOf(text), to, signal)
  }

  /** Gives the borrowed keys back. */
  restore(): void {
    clearTimeout(this.#restoring)
    if (this.#connection.closed === undefined) for (const code of this.#lent.keys()) this.#lend(code, 0)
    this.#lent.clear()
  }

  /**
   * Returns when the window manager knows the keyboard as it is: each change costs it some 40 ms, and until it is
   * through with them it holds back what the pointer does.
   */
  async known(signal: AbortSignal): Promise<void> {
    if (!this.#changed) return
    this.#changed = false
    if (this.#window === undefined) {
      this.#window = this.#connection.newId()
      this.#connection.send('CreateWindow', this.#window, this.#connection.root, -10, -10, 1, 1, 0, 0, inputOnly, 0, {})
      this.#connection.watch(this.#window, eventMask.propertyChange)
    }
    await managerHasTaken(this.#connection, this.#window, signal)
  }

  async #press(strokes: readonly Stroke[], to: Recipient, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#restoring)
    try {
      for (let done = 0; done < strokes.length; ) {
        signal.throwIfAborted()
        await to.verify()
        const keymap = await readKeymap(this.#connection)
        const end = this.#provide(strokes, done, keymap)
        const codeOf = (keysym: number) => keymap.find(keysym) ?? this.#borrowed(keysym)
        for (const stroke of strokes.slice(done, end)) send(this.#connection, stroke, keymap.locked, codeOf)
        // Before a key is given another meaning, the application must have looked up the one that it has.
        await this.#taken(to.window, signal)
        done = end
      }
    } finally {
      if (this.#lent.size > 0) this.#restoring = setTimeout(() => this.restore(), restoreMs).unref()
    }
  }

  /** Sees to it that there are keys for the strokes that come next; answers up to where there are. */
  #provide(strokes: readonly Stroke[], from: number, keymap: Keymap): number {
    const room = keymap.spare.length + this.#lent.size
    const needed = new Set<number>()
    const missing = new Set<number>()
    let end = from
    for (; end < strokes.length && end - from < mostAtOnce; end++) {
      const { held, keysym } = strokes[end]!
      const foreign = [keysym, ...held].filter((one) => keymap.find(one) === undefined || this.#hasLent(one))
      const more = foreign.filter((one) => !needed.has(one))
      if (needed.size + more.length > room) break
      for (const one of more) {
        needed.add(one)
        if (keymap.find(one) === undefined) missing.add(one)
      }
    }
    if (end === from) throw noRoom()
    const free = [...keymap.spare]
    for (const [code, keysym] of this.#lent) if (!needed.has(keysym)) free.push(code)
    for (const [index, keysym] of [...missing].entries()) {
      const code = free[index]!
      this.#lent.delete(code)
      this.#lent.set(code, keysym)
      this.#lend(code, keysym)
    }
    return end
  }

  #hasLent(keysym: number): boolean {
    return [...this.#lent.values()].includes(keysym)
  }

  #borrowed(keysym: number): KeyCode {
    const code = [...this.#lent].find(([, lent]) => lent === keysym)![0]
    return { code, shift: false, letter: false }
  }

  #lend(code: number, keysym: number): void {
    this.#changed = true
    // In all columns, so that it is the same in every layout and with every modifier.
    this.#connection.send('ChangeKeyboardMapping', code, 4, [keysym, keysym, keysym, keysym])
  }

  /** Who does not know the question gets the time that a slow application needs. */
  async #taken(window: number, signal: AbortSignal): Promise<void> {
    if (await hasTaken(this.#connection, window, signal)) return
    await this.#connection.sync()
    await this.#connection.until(async () => false, unansweredMs, signal)
  }
}

function keysOf({ held, stroke }: Chord): Stroke {
  return { held: held.map(({ key, code }) => keysymNamed(key, code)), keysym: keysymNamed(stroke.key, stroke.code) }
}

function strokesOf(text: string): Stroke[] {
  const characters = [...text.replace(/\r\n?/g, '\n')]
  const strange = characters.find((one) => /[\p{Cc}\p{Cs}]/u.test(one) && one !== '\n' && one !== '\t')
  if (strange !== undefined) {
    const point = strange.codePointAt(0)!.toString(16).padStart(4, '0')
    throw new Problem('invalid_params', {
      message: `value holds the control character U+${point}, which cannot be typed.`,
      hint: 'Leave it out, or use the action key for keys such as Escape.',
      data: { path: 'value' },
    })
  }
  return characters.map((one) => ({ held: [], keysym: one === '\n' ? enter : one === '\t' ? tab : keysymOf(one) }))
}

/** How many characters of a text the layout has no key for. */
export async function foreignCount(connection: XConnection, text: string): Promise<number> {
  const keymap = await readKeymap(connection)
  return new Set(
    strokesOf(text)
      .map(({ keysym }) => keysym)
      .filter((one) => keymap.find(one) === undefined),
  ).size
}

/** All in one go, so that no key stays down. */
function send(
  connection: XConnection,
  { held, keysym }: Stroke,
  locked: boolean,
  codeOf: (keysym: number) => KeyCode,
): void {
  const key = codeOf(keysym)
  const down = held.map((one) => codeOf(one).code)
  // With Control and the like a letter means its key, locked or not.
  const isTurned = locked && key.letter && held.length === 0
  if (key.shift !== isTurned && !held.includes(shift)) down.push(codeOf(shift).code)
  for (const code of down) connection.fake(fake.keyPress, code)
  connection.fake(fake.keyPress, key.code)
  connection.fake(fake.keyRelease, key.code)
  for (const code of down.reverse()) connection.fake(fake.keyRelease, code)
}

function noRoom(): Problem {
  return new Problem('unsupported_here', {
    message: 'The keyboard has no free key to type what is not on it.',
    hint: 'Use set_value for text.',
  })
}
