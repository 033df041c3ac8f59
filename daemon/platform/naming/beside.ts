/**
 * Which text names an unnamed control, judged by positions: the one before it on its line, in reading direction,
 * otherwise the one just above. The order of children says nothing: GTK 3 lists a grid's from the last to the first.
 */
import type { Frame } from '../../../api-schema/element.ts'

/** A visible control or text. Texts are candidates; anything visible separates the elements on its two sides. */
export interface Drawn<T> {
  readonly of: T
  readonly box: Frame
  /** Set for a text that may be a label. */
  readonly text?: string
  /** The text is that of a box to be checked: it also names the field that follows, if nothing else does. */
  readonly isOfBox?: boolean
  /** For a button without words: the text right after it names it if nothing else does, as after an arrow that unfolds it. */
  readonly unfolds?: boolean
  /** For a control with words of its own: a text next to it may belong to something else. */
  readonly speaks?: boolean
  /**
   * For an unnamed control: `after` if its text comes after it, like a check box's; `onLine` if a text above it is not
   * its label.
   */
  readonly seeks?: 'before' | 'after' | 'onLine'
  /** For a text: it only names controls in the same pane. */
  readonly pane?: T | undefined
  /** For a control: its ancestors. */
  readonly within?: readonly T[]
}

/** Farthest text on the same line, just above, in a box to be checked, and right after a button, in pixels. */
const farthest = { line: 300, above: 24, box: 40, after: 12 } as const
/** How far a text above may stick out to the left of what it names. */
const outdent = 24
const rightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u

interface Pair<T> {
  readonly control: Drawn<T>
  readonly text: Drawn<T>
  /** Texts in the expected place come first, then the nearest. */
  readonly rank: number
  readonly distance: number
}

/** Each text names one control at most. */
export function textsBeside<T>(drawn: readonly Drawn<T>[]): Map<T, string> {
  const pairs: Pair<T>[] = []
  const texts = drawn.filter(({ text }) => text !== undefined)
  for (const control of drawn) {
    if (control.seeks === undefined) continue
    for (const text of texts) {
      if (text.pane !== undefined && control.within?.includes(text.pane) === false) continue
      const found =
        onLine(control, text, drawn) ?? (control.seeks === 'onLine' ? undefined : above(control, text, drawn))
      if (found !== undefined) pairs.push({ control, text, ...found })
    }
  }
  pairs.sort((a, b) => a.rank - b.rank || a.distance - b.distance)
  const named = new Map<T, string>()
  const used = new Set<T>()
  for (const { control, text } of pairs) {
    if (named.has(control.of) || used.has(text.of)) continue
    named.set(control.of, text.text!)
    used.add(text.of)
  }
  return named
}

type Found = Pick<Pair<unknown>, 'rank' | 'distance'> | undefined

function onLine<T>(control: Drawn<T>, text: Drawn<T>, drawn: readonly Drawn<T>[]): Found {
  const { box } = control
  if (!sharesLine(box, text.box)) return undefined
  const isBefore = text.box.x + text.box.width <= box.x + 2
  if (!isBefore && text.box.x < box.x + box.width - 2) return undefined
  const distance = isBefore ? box.x - (text.box.x + text.box.width) : text.box.x - (box.x + box.width)
  const isBox = control.seeks === 'after'
  const isExpected = (isBefore !== rightToLeft.test(text.text!)) === !isBox
  const isAfter = !isExpected && control.unfolds === true && distance <= farthest.after
  // Only a check box takes a text from either side.
  if (distance > farthest.line || (!isExpected && !isBox && !isAfter)) return undefined
  if (text.isOfBox === true && (isBox || distance > farthest.box)) return undefined
  const gap = between(isBefore ? text.box : box, isBefore ? box : text.box)
  const isParted = drawn.some((other) => isBetween(other, control, text) && overlaps(other.box, gap))
  return isParted ? undefined : { rank: isAfter ? 4 : text.isOfBox === true ? 3 : isExpected ? 0 : 1, distance }
}

function above<T>(control: Drawn<T>, text: Drawn<T>, drawn: readonly Drawn<T>[]): Found {
  if (text.isOfBox === true) return undefined
  const { box } = control
  const distance = box.y - (text.box.y + text.box.height)
  if (distance < -2 || distance > farthest.above) return undefined
  const isRight = rightToLeft.test(text.text!)
  const sticksOut = isRight ? text.box.x + text.box.width - (box.x + box.width) : box.x - text.box.x
  const isOver = text.box.x < box.x + box.width && text.box.x + text.box.width > box.x
  if (!isOver || sticksOut > outdent) return undefined
  const gap = { ...text.box, y: text.box.y + text.box.height, height: Math.max(0, distance) }
  const isParted = drawn.some((other) => {
    if (!isBetween(other, control, text)) return false
    // A text next to another control belongs to that one.
    const isControl = (other.text === undefined || other.isOfBox === true) && other.speaks !== true
    const isNext = isControl && sharesLine(other.box, text.box)
    return overlaps(other.box, gap) || (isNext && isRight === other.box.x < text.box.x)
  })
  return isParted ? undefined : { rank: 2, distance }
}

/** Ancestors of the control do not count: they surround both. */
function isBetween<T>(other: Drawn<T>, control: Drawn<T>, text: Drawn<T>): boolean {
  return other !== control && other !== text && control.within?.includes(other.of) !== true
}

/** Is a text where labels are: on the line, or just above and not far to the left? */
export function isPlacedAsLabel(text: Frame, box: Frame): boolean {
  const distance = box.y - (text.y + text.height)
  const isAbove = distance >= -2 && distance <= farthest.above && Math.abs(box.x - text.x) <= outdent
  return isAbove || sharesLine(box, text)
}

export function sharesLine(a: Frame, b: Frame): boolean {
  const shared = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return shared >= Math.min(a.height, b.height) / 2
}

function between(left: Frame, right: Frame): Frame {
  const top = Math.max(left.y, right.y)
  const x = left.x + left.width
  const height = Math.min(left.y + left.height, right.y + right.height) - top
  return { x, y: top, width: right.x - x, height }
}

function overlaps(a: Frame, b: Frame): boolean {
  return a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 1 && b.y < a.y + a.height - 1
}
