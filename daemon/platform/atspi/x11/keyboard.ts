/** Key presses by XTEST: chords, and text in any script. They go to the window in front. */
import type { Problem } from '../../../problem.ts'
import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { parseKeys } from '../../keys/chords.ts'
import { type Keyboard, lostKeyboard, type Recipient } from '../desktop/input.ts'
import { casesOf, characterOf, keysOf, type Stroke, shift, strokesOf } from '../desktop/keysyms.ts'
import { fake, type XConnection } from './connection.ts'
import { heldModifiers, withoutHeld } from './held-keys.ts'
import { hasProcessedInput, managerHasProcessed } from './ping.ts'
import { hasKeyboard } from './windows.ts'

/** Characters in flight at once: after this many, wait until the application has taken them. */
const mostAtOnce = 200
const unansweredMs = 30
/**
 * How long a key keeps its meaning for an application that does not answer: it looks the key up only when it gets to
 * it.
 */
const slowMs = 400
/** A window that was just brought to the front gets the keyboard a little later. */
const keyboardMs = 300
/** Every keymap change costs every client, the window manager most, so it is not undone at once. */
const restoreMs = 60_000

/** The keyboard of one connection, with spare keys remapped to characters that the layout lacks. */
export class XKeyboard implements Keyboard {
  readonly #connection: XConnection
  /**
   * The key codes that were spare, with the keysyms they now produce (for letters the small one); least recently used
   * first.
   */
  readonly #lent = new Map<number, number>()
  /** When an application was last sent keys without confirming that it had taken them. */
  #unanswered = Number.NEGATIVE_INFINITY
  #restoring: NodeJS.Timeout | undefined
  /** A hidden window of our own, for querying the window manager. */
  #window: number | undefined
  #changed = false

  constructor(connection: XConnection) {
    this.#connection = connection
  }

  async keys(keys: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(parseKeys(keys).map(keysOf), to, signal)
  }

  async text(text: string, to: Recipient, signal: AbortSignal): Promise<void> {
    await this.#press(strokesOf(text), to, signal)
  }

  async foreignCount(text: string): Promise<number> {
    const keymap = await readKeymap(this.#connection)
    const keysyms = strokesOf(text).map(({ keysym }) => keysym)
    return new Set(keysyms.filter((one) => keymap.find(one) === undefined)).size
  }

  isOn(window: number): Promise<boolean> {
    return hasKeyboard(this.#connection, window)
  }

  /** Restores the borrowed keys. */
  restore(): void {
    clearTimeout(this.#restoring)
    if (this.#connection.closed === undefined) for (const code of this.#lent.keys()) this.#lend(code, 0)
    this.#lent.clear()
  }

  /**
   * Returns when the window manager has processed all keymap changes: each takes it about 40 ms, and until then it
   * holds back pointer input.
   */
  async settled(signal: AbortSignal): Promise<void> {
    if (!this.#changed) return
    this.#changed = false
    this.#window ??= this.#connection.hiddenWindow()
    await managerHasProcessed(this.#connection, this.#window, signal)
  }

  async #press(strokes: readonly Stroke[], to: Recipient, signal: AbortSignal): Promise<void> {
    clearTimeout(this.#restoring)
    try {
      for (let done = 0; done < strokes.length; ) {
        signal.throwIfAborted()
        await until(() => hasKeyboard(this.#connection, to.window), { ms: keyboardMs, signal })
        await to.verify(done)
        const keymap = await this.#readKeymap()
        const end = await this.#provide(strokes, done, keymap, to.window, signal)
        const codeOf = (keysym: number) => keymap.find(keysym) ?? this.#borrowed(keysym)
        const batch = strokes.slice(done, end)
        const sent = await this.#connection.alone(async () => {
          if (!(await hasKeyboard(this.#connection, to.window))) return false
          withoutHeld(this.#connection, await heldModifiers(this.#connection), () => {
            for (const stroke of batch) send(this.#connection, stroke, keymap.locked, codeOf)
          })
          return true
        })
        if (!sent) throw lostKeyboard('The window', done)
        // The application must look up a key's current meaning before that changes.
        await this.#whenProcessed(to.window, signal)
        done = end
      }
    } finally {
      if (this.#lent.size > 0) this.#restoring = setTimeout(() => this.#restoreLater(), restoreMs).unref()
    }
  }

  /** Setting another layout takes the lent keys back. */
  async #readKeymap(): Promise<Keymap> {
    const keymap = await readKeymap(this.#connection)
    for (const [code, keysym] of this.#lent) if (keymap.plainOf(code) !== keysym) this.#lent.delete(code)
    return keymap
  }

  async #restoreLater(): Promise<void> {
    // The X server may be gone by then.
    await this.#readKeymap().catch(() => this.#lent.clear())
    this.restore()
  }

  /** Makes sure the next strokes have keys; returns the index up to which they do. */
  async #provide(
    strokes: readonly Stroke[],
    from: number,
    keymap: Keymap,
    window: number,
    signal: AbortSignal,
  ): Promise<number> {
    const room = keymap.spare.length + this.#lent.size
    const needed = new Set<number>()
    const missing = new Set<number>()
    let end = from
    for (; end < strokes.length && end - from < mostAtOnce; end++) {
      const { held, keysym } = strokes[end]!
      const foreign = [keysym, ...held].filter((one) => keymap.find(one) === undefined || this.#hasLent(lentAs(one)))
      const more = new Set(foreign.map(lentAs).filter((one) => !needed.has(one)))
      if (needed.size + more.size > room) break
      for (const one of more) needed.add(one)
      for (const one of foreign) if (keymap.find(one) === undefined) missing.add(lentAs(one))
    }
    if (end === from) throw noRoom()
    const free = [...keymap.spare]
    if (missing.size > free.length) await this.#whenSurelyProcessed(signal)
    for (const [code, keysym] of this.#lent) if (!needed.has(keysym)) free.push(code)
    for (const [index, keysym] of [...missing].entries()) {
      const code = free[index]!
      this.#lent.delete(code)
      this.#lent.set(code, keysym)
      this.#lend(code, keysym)
    }
    if (missing.size > 0) await this.#whenLearnt(window, signal)
    return end
  }

  #hasLent(keysym: number): boolean {
    return [...this.#lent.values()].includes(keysym)
  }

  #borrowed(keysym: number): KeyCode {
    const code = [...this.#lent].find(([, lent]) => lent === lentAs(keysym))![0]
    return { code, shift: lentAs(keysym) !== keysym, letter: casesOf(keysym) !== undefined }
  }

  #lend(code: number, keysym: number): void {
    this.#changed = true
    // In the columns of both layouts. A letter comes with its capital, since Caps Lock would otherwise produce that.
    const [plain, shifted] = casesOf(keysym) ?? [keysym, keysym]
    this.#connection.send('ChangeKeyboardMapping', code, 4, [plain, shifted, plain, shifted])
  }

  /** Applications that do not answer get as much time as a slow one needs. */
  async #whenProcessed(window: number, signal: AbortSignal): Promise<void> {
    if (await hasProcessedInput(this.#connection, window, signal)) return
    await this.#connection.sync()
    await this.#connection.until(async () => false, unansweredMs, signal)
    this.#unanswered = performance.now()
  }

  /**
   * An application that is slow to read a new keymap would find nothing on the keys, like Tk after a change of layout.
   */
  async #whenLearnt(window: number, signal: AbortSignal): Promise<void> {
    if (await hasProcessedInput(this.#connection, window, signal)) return
    await this.#connection.until(async () => false, slowMs, signal)
  }

  async #whenSurelyProcessed(signal: AbortSignal): Promise<void> {
    const left = this.#unanswered + slowMs - performance.now()
    if (left > 0) await this.#connection.until(async () => false, left, signal)
  }
}

/** One key is lent for a letter and its capital. */
function lentAs(keysym: number): number {
  return casesOf(keysym)?.[0] ?? keysym
}

/** All at once, so that no key stays down. */
function send(
  connection: XConnection,
  { held, keysym }: Stroke,
  locked: boolean,
  codeOf: (keysym: number) => KeyCode,
): void {
  const key = codeOf(keysym)
  const down = held.map((one) => codeOf(one).code)
  // With Control and the like a letter stands for its key, Caps Lock or not.
  const isTurned = locked && key.letter && held.length === 0
  if (key.shift !== isTurned && !held.includes(shift)) down.push(codeOf(shift).code)
  for (const code of down) connection.fake(fake.keyPress, code)
  connection.fake(fake.keyPress, key.code)
  connection.fake(fake.keyRelease, key.code)
  for (const code of down.reverse()) connection.fake(fake.keyRelease, code)
}

function noRoom(): Problem {
  return unsupported('The keyboard has no spare key for characters it lacks.', 'Use set_value for text.')
}

/** A key, and whether to hold Shift. */
interface KeyCode {
  readonly code: number
  readonly shift: boolean
  /** Caps Lock inverts Shift for it. */
  readonly letter: boolean
}

interface Keymap {
  /** Undefined if no key produces it in the current layout. */
  find(keysym: number): KeyCode | undefined
  /** What a key produces without modifiers; 0 for nothing. */
  plainOf(code: number): number
  /** Is Caps Lock on? */
  readonly locked: boolean
  /** Key codes without keysyms, free to be remapped. */
  readonly spare: readonly number[]
}

const lockBit = 2
const groupShift = 13

export async function readKeymap(connection: XConnection): Promise<Keymap> {
  const { min_keycode: first, max_keycode: last } = connection.display
  const [rows, { keyMask }] = await Promise.all([
    connection.request<readonly (readonly number[])[]>('GetKeyboardMapping', [first, last - first + 1]),
    connection.request<{ keyMask: number }>('QueryPointer', [connection.root]),
  ])
  // The layout in use: the server has it in the state, and lists two columns each for the first two layouts.
  const group = (keyMask >> groupShift) & 3
  const column = group === 1 ? 2 : 0
  const found = new Map<number, KeyCode>()
  const spare: number[] = []
  for (const [index, row] of rows.entries()) {
    const code = first + index
    if (row.every((keysym) => keysym === 0)) {
      if (code > first) spare.push(code)
      continue
    }
    if (group > 1) continue
    const [plain = 0, shifted = 0] = row.slice(column, column + 2)
    const letter = shifted !== plain && isPair(plain, shifted)
    const add = (keysym: number, shift: boolean) => {
      if (keysym !== 0 && !found.has(keysym)) found.set(keysym, { code, shift, letter })
    }
    add(plain, false)
    add(shifted, true)
  }
  const plainOf = (code: number) => rows[code - first]?.[0] ?? 0
  return { find: (keysym) => found.get(keysym), plainOf, locked: (keyMask & lockBit) !== 0, spare }
}

function isPair(plain: number, shifted: number): boolean {
  const lower = characterOf(plain)
  return lower !== undefined && characterOf(shifted) === lower.toUpperCase() && lower !== lower.toUpperCase()
}
