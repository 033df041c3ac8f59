/** Key presses and typed text as input events, so that a page's handlers see what a keyboard would cause. */
import { Problem } from '../../../problem.ts'
import { pageLeft } from '../../acting/problems.ts'
import { type Chord, controlAltMeta } from '../../keys/chords.ts'
import { type KeyStroke, modifierBit, modifiers, strokeFor } from '../../keys/key-table.ts'
import { isNavigating } from '../../tab/pending-navigation.ts'
import { focusedPlace } from '../geometry/locate.ts'
import { afterBreakScript, isShownScript } from '../injected/frames.ts'
import type { TabAccess } from '../wire/access.ts'
import { evaluate, type Held, isDialog, isKnown, unlessGone } from '../wire/world.ts'

interface KeyEvent {
  readonly type: 'keyDown' | 'keyUp' | 'rawKeyDown'
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly modifiers: number
  readonly text?: string
  readonly unmodifiedText?: string
  readonly location?: number
  readonly isKeypad?: boolean
  readonly commands?: string[]
}

/** On a Mac the menu handles these, which a headless browser lacks; elsewhere Meta does nothing. */
const metaCommands: { readonly [key: string]: string } = {
  a: 'selectAll',
  c: 'copy',
  v: 'paste',
  x: 'cut',
  z: 'undo',
  Z: 'redo',
}

function eventsOf(chord: Chord): KeyEvent[] {
  const events: KeyEvent[] = []
  let down = 0
  for (const modifier of chord.held) {
    down |= modifierBit(modifier.key)
    events.push({ ...bare(modifier, down), type: 'rawKeyDown' })
  }
  events.push(...strokeEvents(chord.stroke, chord.bits))
  for (const modifier of [...chord.held].reverse()) {
    down &= ~modifierBit(modifier.key)
    events.push({ ...bare(modifier, down), type: 'keyUp' })
  }
  return events
}

function strokeEvents(stroke: KeyStroke, bits: number): KeyEvent[] {
  const state = bits | (stroke.shift ? modifiers.Shift : 0) | modifierBit(stroke.key)
  const text = (bits & controlAltMeta) === 0 ? stroke.text : undefined
  const command = (bits & modifiers.Meta) !== 0 ? metaCommands[stroke.key] : undefined
  const down: KeyEvent = {
    ...bare(stroke, state),
    type: text === undefined ? 'rawKeyDown' : 'keyDown',
    ...(text === undefined ? {} : { text, unmodifiedText: text }),
    ...(command === undefined ? {} : { commands: [command] }),
  }
  return [down, { ...bare(stroke, state & ~modifierBit(stroke.key)), type: 'keyUp' }]
}

function bare(stroke: KeyStroke, bits: number): Omit<KeyEvent, 'type'> {
  const { key, code, virtual, location } = stroke
  return {
    key,
    code,
    windowsVirtualKeyCode: virtual,
    modifiers: bits,
    ...(location === undefined ? {} : { location, isKeypad: location === 3 }),
  }
}

/** Presses the keys in order. A dialog opened by the last one is its effect; by an earlier one, an error. */
export async function pressKeys(held: Held, chords: readonly Chord[], signal: AbortSignal): Promise<void> {
  const { access } = held
  const keyboard = new Keyboard(held, signal)
  for (const [index, chord] of chords.entries()) {
    try {
      if (index > 0) await keyboard.require(`${index} of ${chords.length} keys were pressed`)
      await keyboard.send(eventsOf(chord))
    } catch (error) {
      if (!isDialog(error)) throw error
      if (index < chords.length - 1) throw interrupted(access, `${index + 1} of ${chords.length} keys were pressed`)
    }
  }
}

/** Everything typed and pressed is meant for the document of one element. */
class Keyboard {
  readonly #held: Held
  readonly #signal: AbortSignal
  #commits: number

  constructor(held: Held, signal: AbortSignal) {
    this.#held = held
    this.#signal = signal
    this.#commits = held.access.documents.commits
  }

  async send(events: readonly KeyEvent[]): Promise<void> {
    const { access, session } = this.#held
    await Promise.all(events.map((event) => access.send(session, 'Input.dispatchKeyEvent', event, this.#signal)))
  }

  /** Call before sending more: throws, saying what was `done`, if the keys would reach another document. */
  async require(done: string): Promise<void> {
    const { access, session } = this.#held
    const { commits } = access.documents
    if (commits !== this.#commits && (session.hasEnded || !(await this.#isShown()))) throw pageLeft(done)
    this.#commits = commits
    await this.#requireKnown(done)
  }

  async #isShown(): Promise<boolean> {
    return (await this.#held.call(isShownScript, [], this.#signal).catch(unlessGone)) ?? false
  }

  /** A key may have moved the focus into a frame of a forbidden page. Throws not_allowed. */
  async #requireKnown(done: string): Promise<void> {
    const { access } = this.#held
    const { law, withheld } = access.documents
    if (law === undefined || withheld.length === 0) return
    const place = await focusedPlace(access, this.#signal)
    if (place === undefined || (await isKnown(access, place, this.#signal))) return
    throw law.refusal(`${done}. The focus is now in a frame of a page that may not be used.`)
  }
}

/** At the focus, all at once, and a key release: a page that listens only to keys reads its field on one. */
export async function insertText({ access, session }: Held, text: string, signal: AbortSignal): Promise<void> {
  const letGo = { type: 'keyUp', key: 'Unidentified', code: '', windowsVirtualKeyCode: 0, modifiers: 0 } as const
  await Promise.all([
    access.send(session, 'Input.insertText', { text }, signal),
    access.send(session, 'Input.dispatchKeyEvent', letGo, signal),
  ])
}

/** Characters in flight at once: a dialog stops the typing after at most this many. */
const batch = 16
/** Longer runs are inserted as text: no one types that much, and a page need not see every key. */
const longestRun = 2000

/** Types at the focus: key events for what a keyboard has, input method insertion for the rest. */
export async function typeText(held: Held, text: string, signal: AbortSignal): Promise<void> {
  const { access, session } = held
  const keyboard = new Keyboard(held, signal)
  const characters = [...text.replace(/\r\n?/g, '\n')]
  let done = 0
  const told = () => `at least ${done} of ${characters.length} characters were typed`
  try {
    while (done < characters.length) {
      if (done > 0) await keyboard.require(told())
      const run = runAt(characters, done)
      if (run.keys) await keyboard.send(run.characters.flatMap((character) => strokeEvents(strokeFor(character)!, 0)))
      else await access.send(session, 'Input.insertText', { text: run.characters.join('') }, signal)
      done += run.characters.length
      if (run.characters.at(-1) === '\n') await evaluate(access, session, afterBreakScript, signal)
    }
  } catch (error) {
    if (isNavigating(error) && done >= characters.length) return
    if (!isDialog(error)) throw error
    if (done + 1 < characters.length) throw interrupted(access, told())
  }
}

function runAt(characters: readonly string[], from: number): { keys: boolean; characters: readonly string[] } {
  const isKey = (index: number) => strokeFor(characters[index]!) !== undefined && characters.length <= longestRun
  const keys = isKey(from)
  const most = keys ? batch : characters.length
  let end = from + 1
  while (end < characters.length && end - from < most && isKey(end) === keys && !(keys && characters[end - 1] === '\n'))
    end++
  return { keys, characters: characters.slice(from, end) }
}

function interrupted(access: TabAccess, how: string): Problem {
  return new Problem('dialog_open', {
    message: `A dialog opened meanwhile: ${how}.`,
    data: { ...(access.dialog === undefined ? {} : { dialog: access.dialog }) },
  })
}
