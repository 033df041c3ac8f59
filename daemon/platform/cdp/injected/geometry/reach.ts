/** Finds the parts of a page that neither scrolling nor a pointer can reach, in the daemon's isolated world. */

import { drawnAround, rankParts, standsForDrawing } from '../act/rank.ts'
import type { Edges } from '../boxes.ts'
import { labelsOf, styleOf } from '../elements.ts'
import { hoveredFor, hoverParts, hoverRulesOf, noneHovered } from '../hovering.ts'
import { memory } from '../memory.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { markParts, selectedIn } from '../witness/marked.ts'
import {
  clipParts,
  holdsFixed,
  isContained,
  isCutToNothing,
  isOnTop,
  isViewports,
  paddingBoxOf,
  roomOf,
  viewportOf,
} from './clip.ts'
import { dialogParts, dialogsOver } from './dialogs.ts'
import { motionLeft, tells } from './motion.ts'
import { type Pool, poolIn } from './pools.ts'
import { type Written, writtenIn } from './skipped.ts'

/**
 * Where an element's descendants can be brought into view, by how CSS positions them. Computed on demand: most is never
 * needed.
 */
interface Around {
  readonly flow: () => Edges
  readonly placed: () => Edges
  readonly fixed: () => Edges
  /**
   * Descendants in the flow are in reach if they lie in this box: so does most of a page, which then needs no look at
   * what clips.
   */
  readonly whole: DOMRect | undefined
  /** Is it transparent? */
  readonly isClear: boolean
}

type Reach = 'none' | 'in' | 'out'

interface Found {
  /** Ms until all motion has ended, and new marks have lasted long enough to count. */
  readonly ms: number
  readonly out: readonly Node[]
  readonly pools: readonly Pool[]
  readonly written: readonly Written[]
  /** Elements that have a pointer cursor while they are hovered. */
  readonly pointed: readonly Element[]
  /** Marked as selected by their looks alone. */
  readonly selected: readonly Element[]
  /** Dialogs by their looks alone. */
  readonly dialogs: readonly Element[]
}

/**
 * The outermost elements that are out of reach with everything inside them, and what is made or rendered only once
 * scrolled to. Says nothing of what is not rendered at all: it is not in the accessibility tree.
 */
function outOfReach(): Found {
  const found: Node[] = []
  const pools: Pool[] = []
  const written: Written[] = []
  const pointed = new Set<Element>()
  const mostPointed = 2000
  const selected: Element[] = []
  let staysMs = 0
  const lookThrough = (root: Document | ShadowRoot) => {
    const marked = selectedIn(root)
    selected.push(...marked.selected)
    staysMs = Math.max(staysMs, marked.ms)
    const { all } = hoverRulesOf(root, 'pointed')
    if (all === '') return
    for (const one of root.querySelectorAll(all)) if (pointed.size < mostPointed) pointed.add(one)
  }
  /**
   * How many more elements may be reported from parts that are rendered only once scrolled to: each costs a place in
   * the answer.
   */
  let mostWritten = 5000
  const kept = memory<{ deaf?: WeakSet<Element>; lookedFrom?: string; placed?: readonly Element[] }>()
  kept.deaf ??= new WeakSet()
  const { deaf } = kept
  const placedOnes: Element[] = []
  const toggles = '[type=checkbox], [type=radio], [type=file]'
  const closed = /^(?:head|script|style|template|svg|select|datalist|video|audio|canvas|map)$/
  const frames = /^(?:i?frame|object|embed)$/
  /** Pixels: what is no larger is meant for keys and screen readers. */
  const tiny = 4
  const meets = (box: DOMRect, area: Edges) => {
    const width = Math.min(box.right, area.right) - Math.max(box.left, area.left)
    const height = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top)
    return width > Math.min(1, box.width / 2) && height > Math.min(1, box.height / 2)
  }
  const holds = (area: Edges, box: DOMRect) =>
    box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom
  const once = <T>(make: () => T) => {
    let made: T | undefined
    return () => {
      made ??= make()
      return made
    }
  }
  const viewOf = (home: Document): Edges => DOMRect.fromRect(viewportOf(home))
  /**
   * A page with its horizontal overflow hidden cannot be scrolled sideways. Vertically it may be locked only for a
   * while.
   */
  const pageOf = (home: Document): Edges => {
    const { left, top, right, bottom } = DOMRect.fromRect(roomOf(home))
    const isCut = [home.documentElement, home.body].some((at) => at && /hidden|clip/.test(styleOf(at).overflowX))
    const across = isCut ? viewOf(home) : { left, right }
    return { left: across.left, right: across.right, top, bottom }
  }
  /** Where its contents can be brought into view; `own` is the same for the element itself. */
  const inside = (at: HTMLElement, style: CSSStyleDeclaration, box: DOMRect, own: Edges, isIn: boolean): Edges => {
    const nothing = { left: 0, top: 0, right: 0, bottom: 0 }
    const isTiny = at.offsetWidth <= tiny && at.offsetHeight <= tiny
    if (isTiny || isViewports(at) || style.display === 'inline' || style.display === 'contents') return own
    if (isCutToNothing(style)) return nothing
    const cuts = isContained(style)
    const inner = paddingBoxOf(at, box)
    const isRtl = style.direction === 'rtl'
    const axis = (
      overflow: string,
      start: number,
      size: number,
      all: number,
      scrolled: number,
      low: number,
      high: number,
    ) => {
      if (overflow === 'visible' && !cuts) return [low, high] as const
      if (/auto|scroll/.test(overflow) && size > 0)
        return isIn ? ([start - scrolled, start - scrolled + all] as const) : ([0, 0] as const)
      return [Math.max(low, start), Math.min(high, start + size)] as const
    }
    const { sx, sy } = inner
    const across = (at.scrollLeft + (isRtl ? at.scrollWidth - at.clientWidth : 0)) * sx
    const wide = at.scrollWidth * sx
    const [x, right] = axis(style.overflowX, inner.x, inner.width, wide, across, own.left, own.right)
    const high = at.scrollHeight * sy
    const [y, bottom] = axis(style.overflowY, inner.y, inner.height, high, at.scrollTop * sy, own.top, own.bottom)
    return { left: x, right, top: y, bottom }
  }
  /** Is a transparent element one that the pointer passes through, or that something else covers? */
  const isDeaf = (at: HTMLElement, style: CSSStyleDeclaration, box: DOMRect) => {
    if (at.matches('input, select, textarea')) return false
    const x = box.left + box.width / 2
    const y = box.top + box.height / 2
    const view = viewOf(at.ownerDocument)
    // Off screen it cannot be tested and keeps its last answer: scrolling there may yet show it.
    if (x < 0 || y < 0 || x >= view.right || y >= view.bottom) return deaf.has(at)
    const hit = (at.getRootNode() as Document).elementFromPoint(x, y)
    const isOfCanvas = hit?.localName === 'canvas' && standsForDrawing(at)
    const isCovered = hit !== null && !at.contains(hit) && !hit.contains(at)
    const isOne = !isOfCanvas && (style.pointerEvents === 'none' || isCovered)
    if (isOne) deaf.add(at)
    else deaf.delete(at)
    return isOne
  }
  const hovered = noneHovered()
  const mostInside = 20
  /** What is in it is out of reach itself, and cannot be hovered. */
  const isByHovering = (at: Element) =>
    [at, ...at.querySelectorAll('*')].slice(0, mostInside).some((one) => {
      const by = hoveredFor(one as HTMLElement, hovered)
      return by !== null && !at.contains(by)
    })
  const tell = (at: Element) => {
    if (isByHovering(at)) return
    found.push(at)
    const slots = at.localName === 'slot' ? [at] : [...at.querySelectorAll('slot')]
    for (const slot of slots) found.push(...(slot as HTMLSlotElement).assignedNodes())
  }
  const merged = (own: Reach, at: Element, around: Around): Reach => {
    let out: Element[] | undefined
    let isIn = own === 'in'
    const take = (child: Element) => {
      const reach = visit(child as HTMLElement, around)
      if (reach === 'out') {
        out ??= []
        out.push(child)
      } else isIn ||= reach === 'in'
    }
    const assigned = at.localName === 'slot' ? (at as HTMLSlotElement).assignedElements() : []
    const root = at.shadowRoot
    if (root) lookThrough(root)
    const first = assigned.length > 0 ? null : (root ?? at).firstElementChild
    for (const one of assigned) take(one)
    for (let one = first; one; one = one.nextElementSibling) take(one)
    if (isIn) for (const one of out ?? []) tell(one)
    if (isIn) return 'in'
    return out || own === 'out' ? 'out' : 'none'
  }
  const ownOf = (at: HTMLElement, position: string, around: Around): (() => Edges) => {
    if (position !== 'fixed' && position !== 'absolute') return around.flow
    if (isOnTop(at)) return () => viewOf(at.ownerDocument)
    return position === 'fixed' ? around.fixed : around.placed
  }
  /**
   * What stands in lines of text runs within its block: where all of the block is in reach, so is the text. Its boxes,
   * one for each line, would be most of the work on a page of text.
   */
  const isInLine = (at: Element, style: CSSStyleDeclaration) =>
    style.display === 'inline' && style.position === 'static' && parseFloat(style.opacity) >= 0.01 && !at.shadowRoot
  const visit = (at: HTMLElement, around: Around): Reach => {
    const style = styleOf(at)
    if (around.whole && !around.isClear && isInLine(at, style) && !frames.test(at.localName))
      return at.firstElementChild ? merged('in', at, around) : 'in'
    const box = at.getBoundingClientRect()
    const hasBox = box.width > 0 && box.height > 0
    if (!hasBox && style.display === 'none') return 'none'
    const pool = hasBox && at.firstElementChild ? poolIn(at, style) : undefined
    if (pool) pools.push(pool)
    const { position, contentVisibility } = style
    const isPlaced = position === 'fixed' || position === 'absolute'
    if (isPlaced) placedOnes.push(at)
    const isClear = around.isClear || parseFloat(style.opacity) < 0.01
    const isWithin = hasBox && !isPlaced && around.whole !== undefined && holds(around.whole, box)
    const own = ownOf(at, position, around)
    const isMet = isWithin || (hasBox && meets(box, own()))
    const isSeen = isMet && !(isClear && isDeaf(at, style, box))
    const isIn = isSeen || at === (at.getRootNode() as Document).activeElement
    const isLabelled = () => labelsOf(at).some((one) => one.getBoundingClientRect().width > 1)
    const isElsewhere = !isIn && ((at.matches(toggles) && isLabelled()) || drawnAround(at) !== undefined)
    const isFlat = !hasBox && at.offsetWidth > 0 && at.offsetHeight > 0
    const reach: Reach = isIn ? 'in' : isElsewhere ? 'none' : hasBox || isFlat ? 'out' : 'none'
    if (contentVisibility === 'auto' && mostWritten > 0) {
      mostWritten -= at.querySelectorAll('*').length + 1
      written.push(...writtenIn(at))
    }
    const isFrame = frames.test(at.localName)
    if (!at.firstElementChild && !at.shadowRoot && !isFrame && at.localName !== 'slot') return reach
    if (closed.test(at.localName) || contentVisibility !== 'visible') return reach
    const inner = isFrame ? (at as HTMLIFrameElement).contentDocument : null
    if (inner) {
      if (isIn && !isClear) visitAll(inner)
      return reach
    }
    const flow = once(() => inside(at, style, box, own(), isIn))
    const isHolder = once(() => holdsFixed(style))
    const isWhole = isSeen && (isWithin || holds(own(), box)) && !isCutToNothing(style)
    return merged(reach, at, {
      flow,
      placed: () => (position !== 'static' || isHolder() ? flow() : around.placed()),
      fixed: () => (isHolder() ? flow() : around.fixed()),
      whole: isWhole && parseFloat(style.textIndent) >= 0 ? box : undefined,
      isClear,
    })
  }
  const visitAll = (home: Document) => {
    const page = once(() => pageOf(home))
    lookThrough(home)
    const fixed = once(() => viewOf(home))
    visit(home.documentElement, { flow: page, placed: page, fixed, whole: undefined, isClear: false })
  }
  visitAll(document)
  kept.placed = placedOnes
  kept.lookedFrom = `${scrollX} ${scrollY}`
  const dialogs = dialogsOver(placedOnes)
  return { ms: Math.max(staysMs, motionLeft()), out: found, pools, written, pointed: [...pointed], selected, dialogs }
}

export const reachScript = sent(
  outOfReach,
  memory,
  motionLeft,
  tells,
  poolIn,
  writtenIn,
  ...clipParts,
  ...markParts,
  ...dialogParts,
  ...hoverParts,
  ...rankParts,
  ...secureParts,
)
