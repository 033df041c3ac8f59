/** Finds scrolled parts of a page that hold rows only for what is in view, in the daemon's isolated world. */
import { styleOf } from '../elements.ts'

export interface Pool {
  readonly list: Node
  /** How many rows the page has not made; an estimate where no attribute gives the total. */
  readonly rows: number
}

/**
 * Undefined if all rows are made: their content then fills the list but for less than one screenful. A list as tall as
 * thousands of rows and mostly blank is filled as it is scrolled.
 */
export function poolIn(list: HTMLElement, style: CSSStyleDeclaration): Pool | undefined {
  // First, since a style costs less than a size.
  if (!/auto|scroll/.test(style.overflowY)) return undefined
  const { clientHeight: high, scrollHeight: whole } = list
  if (high < 20 || whole < 2 * high) return undefined
  /** A part of a page with more elements is not a list. */
  const mostInside = 5000
  const fewest = 3
  const drawn = 'img, svg, canvas, video, iframe, input, button, select, textarea'
  const inside = [...list.querySelectorAll<HTMLElement>('*')]
  if (inside.length > mostInside) return undefined
  const says = (at: HTMLElement) =>
    at.matches(drawn) ||
    (at.localName === 'slot' && (at as HTMLSlotElement).assignedNodes().length > 0) ||
    [...at.childNodes].some((one) => one.nodeType === 3 && /\S/.test(one.nodeValue!))
  /** Elements with content of their own, and their ancestors in the list. */
  const saying = new Set<Element>()
  let [top, bottom] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const at of inside) {
    const { contentVisibility, visibility } = styleOf(at)
    // Parts that the browser skips have no boxes, yet they are made.
    if (contentVisibility === 'auto') return undefined
    if (visibility !== 'visible' || !says(at)) continue
    const box = (at.localName === 'slot' ? at.parentElement! : at).getBoundingClientRect()
    if (box.height === 0) continue
    top = Math.min(top, box.top)
    bottom = Math.max(bottom, box.bottom)
    for (let up: Element | null = at; up !== null && up !== list && !saying.has(up); up = up.parentElement)
      saying.add(up)
  }
  if (whole - (bottom - top) < Math.max(high, whole / 4)) return undefined
  /** The children where the tree branches: the levels of wrappers above have one part with content each. */
  const rowsOf = (at: Element): Element[] => {
    const parts = [...at.children].filter((one) => saying.has(one) && one.getBoundingClientRect().height > 0)
    const isFork = parts.length === 0 || parts.length >= fewest
    return isFork ? parts : rowsOf(parts.reduce((a, b) => (b.children.length > a.children.length ? b : a)))
  }
  const made = rowsOf(list)
  if (made.length < fewest) return undefined
  const told = [list.closest('[aria-rowcount]'), list.querySelector('[aria-rowcount]')].map((one) =>
    Number(one?.getAttribute('aria-rowcount')),
  )
  const total = [...told, Number(list.querySelector('[aria-setsize]')?.getAttribute('aria-setsize'))].find(
    (one) => one > made.length,
  )
  const boxes = made.map((one) => one.getBoundingClientRect())
  const taken = Math.max(...boxes.map((box) => box.bottom)) - Math.min(...boxes.map((box) => box.top))
  const rows = total === undefined ? Math.round((whole / taken - 1) * made.length) : total - made.length
  return rows > 0 ? { list, rows } : undefined
}
