/** Keyboard and pointer through the window server (CGEvent), in global points from the main display's top left. */

import type { KeyStep, Modifier, MouseStep } from '../../wire/messages.ts'
import type { CFRef, Cf } from './cf.ts'
import { bound, type Engine, type Functions, type Library } from './engine.ts'
import type { Layout, TypingKey } from './layout.ts'

export interface Input {
  mouse(steps: readonly MouseStep[], pid?: number): void
  scroll(x: number, y: number, dx: number, dy: number): void
  keys(steps: readonly KeyStep[], pid?: number): void
}

const flagOf: { readonly [modifier in Modifier]: number } = {
  shift: 0x20000,
  control: 0x40000,
  option: 0x80000,
  command: 0x100000,
  fn: 0x800000,
}
const mouseTypes = {
  left: { move: 5, down: 1, up: 2, drag: 6 },
  right: { move: 5, down: 3, up: 4, drag: 7 },
  middle: { move: 5, down: 25, up: 26, drag: 27 },
} as const
const buttons = { left: 0, right: 1, middle: 2 } as const
const clickState = 1
const hidTap = 0
const lines = 1
/** Every event needs a key. */
const noKey: TypingKey = { code: 0, shift: false }
/** UTF-16 units that fit in one event. */
const unitsAtMost = 20

const functions = {
  createKey: ['CGEventCreateKeyboardEvent', 'ptr', 'ptr', 'u32', 'u8'],
  setUnicode: ['CGEventKeyboardSetUnicodeString', 'void', 'ptr', 'i64', 'ptr'],
  setFlags: ['CGEventSetFlags', 'void', 'ptr', 'i64'],
  // A point passed by value is its two numbers.
  createMouse: ['CGEventCreateMouseEvent', 'ptr', 'ptr', 'u32', 'f64', 'f64', 'u32'],
  createScroll: ['CGEventCreateScrollWheelEvent2', 'ptr', 'ptr', 'u32', 'u32', 'i32', 'i32', 'i32'],
  setField: ['CGEventSetIntegerValueField', 'void', 'ptr', 'u32', 'i64'],
  post: ['CGEventPost', 'void', 'u32', 'ptr'],
  postTo: ['CGEventPostToPid', 'void', 'i32', 'ptr'],
} as const satisfies Functions

/** Throws `MissingSymbol`. */
export function createInput(engine: Engine, cf: Cf, library: Library, layout: Layout | undefined): Input {
  const { createKey, setUnicode, setFlags, createMouse, createScroll, setField, post, postTo } = bound(
    library,
    functions,
  )
  const units = engine.memory(2 * unitsAtMost)

  const send = (event: CFRef, pid: number | undefined) => {
    if (event === 0n) throw new Error('Cannot create an event.')
    if (pid === undefined) post(hidTap, event)
    else postTo(pid, event)
    cf.call.release(event)
  }
  const flags = (modifiers: readonly Modifier[] | undefined) =>
    (modifiers ?? []).reduce((all, modifier) => all | flagOf[modifier], 0)

  const mouse: Input['mouse'] = (steps, pid) => {
    for (const { type, x, y, button = 'left', clicks = 1, modifiers } of steps) {
      const event = createMouse(0n, mouseTypes[button][type], x, y, buttons[button])
      if (event === 0n) throw new Error('Cannot create an event.')
      if (type === 'down' || type === 'up') setField(event, clickState, clicks)
      setFlags(event, flags(modifiers))
      send(event, pid)
    }
  }

  const scroll: Input['scroll'] = (x, y, dx, dy) => {
    mouse([{ type: 'move', x, y }])
    // The wheel's own direction: up and left are positive.
    send(createScroll(0n, lines, 2, -Math.round(dy), -Math.round(dx), 0), undefined)
  }

  const type = (text: string, { code, shift }: TypingKey, pid: number | undefined) => {
    for (const down of [1, 0]) {
      const event = createKey(0n, code, down)
      if (event === 0n) throw new Error('Cannot create an event.')
      units.bytes.write(text, 0, 'utf16le')
      setUnicode(event, text.length, units.address)
      setFlags(event, shift ? flagOf.shift : 0)
      send(event, pid)
    }
  }

  const keys: Input['keys'] = (steps, pid) => {
    for (const step of steps) {
      if ('text' in step) {
        const typing = layout?.typing() ?? new Map<string, TypingKey>()
        for (const part of parts(step.text, typing)) type(part, typing.get(part) ?? noKey, pid)
        continue
      }
      const own = step.character === undefined ? undefined : layout?.codeOf(step.character)
      const event = createKey(0n, own ?? step.code, step.down ? 1 : 0)
      if (event === 0n) throw new Error('Cannot create an event.')
      setFlags(event, flags(step.modifiers))
      send(event, pid)
    }
  }

  return { mouse, scroll, keys }
}

/**
 * A character on the keyboard is an event of its own, with its key: remote screens and games look at the key, not at
 * the text. Of other characters, an event takes as many as fit, without splitting one.
 */
function parts(text: string, typing: ReadonlyMap<string, TypingKey>): string[] {
  const all: string[] = []
  let part = ''
  const end = () => {
    if (part !== '') all.push(part)
    part = ''
  }
  for (const character of text) {
    const isKey = typing.has(character)
    if (isKey || part.length + character.length > unitsAtMost) end()
    part += character
    if (isKey) end()
  }
  end()
  return all
}
