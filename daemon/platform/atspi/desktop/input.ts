/** A desktop's one keyboard and one pointer: used by one caller at a time. */
import { Problem } from '../../../problem.ts'
import type { Missing } from './missing.ts'
import type { Selection } from './selection.ts'

export interface Input {
  /** The means by which keys and pointer are used, in a word for `ix status`. */
  readonly by: string
  /** Why it is missing, as far as is known. */
  readonly missing?: Missing | undefined
  /** Waits for its turn. Throws unsupported_here if it is missing. */
  use<T>(signal: AbortSignal, work: (devices: Devices) => Promise<T>): Promise<T>
}

export interface Devices {
  readonly keyboard: Keyboard
  readonly pointer: Pointer
  readonly selection: Selection
}

/** Where keys go: a window that has the keyboard. */
export interface Recipient {
  readonly window: number
  /** Called before each part of a long text, with the number of keys pressed so far. Throws to stop there. */
  verify(pressed: number): Promise<void>
}

export interface Keyboard {
  /** Presses the chords of `Control+A Enter`. Throws invalid_params before pressing anything. */
  keys(keys: string, to: Recipient, signal: AbortSignal): Promise<void>
  /** Throws invalid_params for characters that no keyboard can type. */
  text(text: string, to: Recipient, signal: AbortSignal): Promise<void>
  /** How many characters of a text have no key in the layout; infinite if such a text cannot be typed. */
  foreignCount(text: string): Promise<number>
  /** Do keys go to the window, or to a part of it? */
  isOn(window: number): Promise<boolean>
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Aim {
  readonly point: Point
  /** The window that takes a press there. */
  readonly top: number
  /** The application's window: asked whether it has processed its input. */
  readonly window: number
}

export interface Pointer {
  /** Returns when the desktop holds back no more pointer input. */
  settled(signal: AbortSignal): Promise<void>
  /**
   * Returns when the application has seen the pointer arrive, as far as can be known. Points beyond the screen stop at
   * its edge.
   */
  move(to: Aim, signal: AbortSignal): Promise<void>
  /**
   * Runs `work` with the pointer where it was moved to; undefined if the pointer, or the window under it, has changed
   * since. What `work` sends before it first awaits something goes to the window that was found.
   */
  hold(at: Aim, work: (hand: Hand) => Promise<void>): Promise<{ readonly done: Promise<void> } | undefined>
}

export type Button = 'left' | 'middle' | 'right'

/** The pointer where it is aimed. */
export interface Hand {
  press(button: Button, count: 1 | 2): Promise<void>
  hover(): Promise<void>
  /** Presses here, moves along the points so that the application sees each, and releases at the last. */
  drag(on: readonly Point[], signal: AbortSignal): Promise<void>
  /** Turns the wheel: `x` to the right, `y` down, in pixels, rounded to notches. */
  wheel(x: number, y: number): Promise<void>
}

/** Says that nothing more was pressed. */
export function lostKeyboard(what: 'The element' | 'The window', pressed: number): Problem {
  return new Problem('element_changed', {
    message: `${what} does not have the keyboard. ${pressed === 0 ? 'Nothing was pressed.' : `Only the first ${pressed} keys were pressed.`}`,
    hint: 'Call {explore} to see what has it, then try again.',
    data: { reason: 'covered', pressed },
  })
}
