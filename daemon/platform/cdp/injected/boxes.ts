/** Rectangles in a page, and descriptions of its elements. */
import { elementOf, elementParts, styleOf } from './elements.ts'
import { nameOf, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** In pixels of the viewport, at its present scroll position. */
export interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Where a frame's content lies in the surrounding viewport: its origin there, and a scale. */
export interface Placing {
  readonly x: number
  readonly y: number
  readonly sx: number
  readonly sy: number
}

export function placingOf(frame: HTMLElement): Placing {
  const box = frame.getBoundingClientRect()
  const style = styleOf(frame)
  const sx = frame.offsetWidth > 0 ? box.width / frame.offsetWidth : 1
  const sy = frame.offsetHeight > 0 ? box.height / frame.offsetHeight : 1
  return {
    x: box.x + (frame.clientLeft + parseFloat(style.paddingLeft)) * sx,
    y: box.y + (frame.clientTop + parseFloat(style.paddingTop)) * sy,
    sx,
    sy,
  }
}

export function outward({ x, y, width, height }: Box, p: Placing): Box {
  return { x: p.x + x * p.sx, y: p.y + y * p.sy, width: width * p.sx, height: height * p.sy }
}

/** The intersection of two: a list of one box, or none. */
export function meet(a: Box, b: Box): Box[] {
  const x = Math.max(a.x, b.x)
  const y = Math.max(a.y, b.y)
  const width = Math.min(a.x + a.width, b.x + b.width) - x
  const height = Math.min(a.y + a.height, b.y + b.height) - y
  return width > 0 && height > 0 ? [{ x, y, width, height }] : []
}

export function areaOf(boxes: readonly Box[]): number {
  return boxes.reduce((sum, box) => sum + box.width * box.height, 0)
}

export function brief(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}

/** Uses attributes: in a form, fields called `id` or `hidden` replace its properties. */
export function describeElement(at: Element): string {
  const id = at.getAttribute('id')
  const classes = (at.getAttribute('class') || '').split(/\s+/).filter(Boolean).slice(0, 2)
  return brief([at.localName, id ? `#${id}` : '', ...classes.map((name) => `.${name}`)].join(''), 60)
}

/** The same, with its name on the page. */
export function called(at: HTMLElement): string {
  const name = nameOf(at)
  return describeElement(at) + (name ? ` "${brief(name, 40)}"` : '')
}

/** Send along with any code that calls these; for `called` also the parts that recognize secure fields. */
export const boxParts = [placingOf, outward, meet, areaOf, brief, describeElement, called] as const

function calledHere(this: Node): string {
  return called(elementOf(this))
}

export const calledScript = sent(calledHere, ...boxParts, ...elementParts, ...secureParts)
