/** Which part of a view must come first: a modal dialog, else the focused window, else the one around the focus. */
import { Flag } from '../../platform/element/flags.ts'
import { isModal, Kind } from '../../tree/model/context.ts'
import type { Frame, Frames } from '../fold/folding.ts'
import type { Pane } from '../fold/page.ts'

export function isPane({ kind }: Frame): boolean {
  return kind === Kind.dialog || kind === Kind.window
}

export class Panes {
  #modal: Pane | undefined
  #focused: Pane | undefined
  #around: Pane | undefined

  /** Undefined if it is all of the matches. */
  first(matched: number): Pane | undefined {
    const pane = this.#modal ?? this.#focused ?? this.#around
    return pane !== undefined && pane.to - pane.from < matched ? pane : undefined
  }

  /** Called when the walk leaves a window or dialog. `matched`: all matches so far. */
  add({ node, firstMatch, hasFocus }: Frame, matched: number): void {
    const pane = { from: firstMatch, to: matched }
    if (isModal(node)) this.#modal = pane
    else if ((node.flags & Flag.focused) !== 0) this.#focused = pane
    else if (hasFocus) this.#around ??= pane
  }

  /** Called for the element that has the focus. */
  focusIn(frames: Frames): void {
    const around = frames.innermost(isPane)
    if (around !== undefined) around.hasFocus = true
  }
}
