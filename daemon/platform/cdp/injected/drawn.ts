/** What a text field holds for a person: its value, or what an editor draws next to the field that takes its keys. */

import { contextOf } from './edit-context.ts'
import { elementParts, parentOf, styleOf } from './elements.ts'
import { isSecure, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

interface FieldText {
  readonly text: string
  /** It is drawn outside the field: only the lines in view. */
  readonly isDrawn: boolean
}

/** Too small or too faint for anybody to read. */
function showsNothing(field: Element): boolean {
  const isTiny = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width < 8 || height < 8
  }
  if (isTiny(field) || !field.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return true
  const around = [field.parentElement, field.parentElement?.parentElement]
  return around.some((one) => one && isTiny(one) && styleOf(one).overflow !== 'visible')
}

/** Texts by the lines in which they are on the page, which may differ from the order of the document. */
function linesIn(root: Element): string {
  const frame = root.getBoundingClientRect()
  const walker = root.ownerDocument.createTreeWalker(root, 4)
  const range = root.ownerDocument.createRange()
  const pieces: { text: string; left: number; right: number; middle: number; height: number }[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (!parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { data } = node as Text
    // A text may itself be several lines, by its line breaks.
    const parts = /pre|break/.test(styleOf(parent).whiteSpace) ? data.split('\n') : [data]
    let start = 0
    for (const part of parts) {
      range.setStart(node, start)
      range.setEnd(node, start + part.length)
      start += part.length + 1
      const { left, right, top, bottom, width, height } = range.getBoundingClientRect()
      const middle = (top + bottom) / 2
      if (width === 0 || middle < frame.top || middle > frame.bottom || right < frame.left || left > frame.right)
        continue
      pieces.push({ text: part.replace(/[\s\u200b\u200c\ufeff]/g, ' '), left, right, middle, height })
    }
  }
  pieces.sort((a, b) => a.middle - b.middle)
  const lines: (typeof pieces)[] = []
  for (const piece of pieces) {
    const line = lines.at(-1)
    if (line && piece.middle - line[0]!.middle < Math.min(piece.height, line[0]!.height) / 2) line.push(piece)
    else lines.push([piece])
  }
  const wordsOf = (line: typeof pieces) => {
    line.sort((a, b) => a.left - b.left)
    return line.map(({ text, left }, at) => (at > 0 && left - line[at - 1]!.right > 2 ? ` ${text}` : text)).join('')
  }
  return lines.map((line) => wordsOf(line).trimEnd()).join('\n')
}

/**
 * The text drawn for a field that shows nothing itself, such as the one that takes an editor's keys; null for any
 * other.
 */
export function drawnBeside(field: Element): string | null {
  if (!showsNothing(field)) return null
  const { body } = field.ownerDocument
  let around = parentOf(field)
  for (let level = 0; around && around !== body && level < 6; level++, around = parentOf(around)) {
    const text = linesIn(around)
    if (text.trim() !== '') return text
  }
  return ''
}

/** Send along with any code that calls it. */
export const drawnParts = [drawnBeside, showsNothing, linesIn] as const

/** Null for an element that is not a text field, or whose text is read like any other's. */
function fieldTextOf(this: Node): FieldText | null {
  const field = this as HTMLInputElement
  if (this.nodeType !== 1 || !this.isConnected) return null
  const others = /^(checkbox|radio|file|hidden|image|button|submit|reset|range|color)$/
  const isField = field.localName === 'textarea' || (field.localName === 'input' && !others.test(field.type))
  const context = contextOf(field)
  if (!isField && !context && !field.isContentEditable && !/^(textbox|searchbox)$/.test(field.role ?? '')) return null
  if (isSecure(field)) return { text: '', isDrawn: false }
  const drawn = drawnBeside(field)
  if (drawn) return { text: drawn, isDrawn: true }
  if (isField) return { text: field.value, isDrawn: false }
  // If it is drawn on a canvas, its text is in no element.
  return context && field.innerText.trim() === '' ? { text: context.text, isDrawn: false } : null
}

export const fieldTextScript = sent(fieldTextOf, contextOf, ...drawnParts, ...elementParts, ...secureParts)
