/** Whether an element can be acted on, where a press hits it, and what is in the way: one answer, in the daemon's isolated world. */
import { type Box, boxParts, called, meet, placingOf } from '../boxes.ts'
import { chainOf, elementOf, frameOf, labelsOf, listsOptions, parentOf, styleOf, viewOf } from '../elements.ts'
import { clipParts, viewportOf } from '../geometry/clip.ts'
import { hoveredFor, hoverParts } from '../hovering.ts'
import { memory } from '../memory.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { drawnAround, type Rank, rankerOf, rankParts, veilOf } from './rank.ts'

interface Point {
  readonly x: number
  readonly y: number
}

interface State {
  readonly disabled: boolean
  readonly hidden: boolean
  readonly readonly: boolean
  /** A modal dialog blocks it. */
  readonly modal: boolean
}

interface Found<At> {
  /** Where a press hits it, in the viewport of its own document. Without point and reason, it has nothing to press. */
  readonly point?: Point
  /** What a press there does to the element. */
  readonly rank?: Rank
  readonly reason?: 'covered' | 'outside'
  /** What is hit instead, or what is open over a page that takes no pointer meanwhile. */
  readonly hit?: At
  readonly text?: string
  /** Only valid once it has been scrolled into view. */
  readonly mayScroll?: boolean
}

/** `At`: how a node is represented. */
export interface Probe<At> extends Partial<State>, Found<At> {
  readonly gone?: boolean
  readonly moving?: boolean
  /** The page has been scrolled since it was last read. */
  readonly scrolled?: boolean
  /** What must be hovered to make it appear. */
  readonly hover?: At
  /** For a document that is shown in another: its root, and the size of its viewport. */
  readonly frame?: { readonly root: At; readonly width: number; readonly height: number }
}

/**
 * `frames`: how many it may take to come to rest; a typical transition takes some. `spot`: only this point of it is
 * acceptable. `mayScroll`: it was not scrolled into view yet.
 */
async function probe(
  this: Node,
  isPressed: boolean,
  frames: number,
  spot: Point | null,
  mayScroll: boolean,
): Promise<Probe<Node>> {
  const element = this.isConnected ? elementOf(this) : null
  // A document that has left its frame has no window.
  if (!element?.ownerDocument.defaultView) return { gone: true }
  const isAtRest = frames === 0 || (await comesToRest(element, frames))
  const view = this.isConnected && element.ownerDocument.defaultView
  if (!view) return { gone: true }
  const state = stateOf(element)
  if (!isPressed && !state.modal) return state
  const found = isAtRest ? pointOf(this, element, spot, mayScroll) : { moving: true }
  const isMissed = state.hidden || (isAtRest && !('point' in found))
  const hover = isMissed ? hoveredFor(element) : null
  const { innerWidth: width, innerHeight: height } = view
  const { lookedFrom } = memory<{ lookedFrom?: string }>()
  return {
    ...state,
    ...found,
    ...(lookedFrom && lookedFrom !== `${view.scrollX} ${view.scrollY}` && { scrolled: true }),
    ...(hover && { hover }),
    ...(view.parent !== view && { frame: { root: element.ownerDocument.documentElement, width, height } }),
  }
}

function stateOf(element: HTMLElement): State {
  const isShown = (at: HTMLElement): boolean => {
    if (at.localName === 'area' || at.localName === 'option' || at.localName === 'optgroup') {
      const owner = at.closest<HTMLElement>('select, datalist') || at.closest('map')
      return !owner || owner.localName === 'map' || isShown(owner)
    }
    const canvas = at.parentElement?.closest('canvas')
    if (canvas) return isShown(canvas)
    if (styleOf(at).display === 'contents') return !parentOf(at) || isShown(parentOf(at)!)
    if (at.checkVisibility({ visibilityProperty: true })) return true
    // A press on a visible label of a hidden box does what a press on the box does.
    return at.matches('[type=checkbox], [type=radio], [type=file]') && labelsOf(at).some(isShown)
  }
  const chain = chainOf(element)
  const frames: HTMLElement[] = []
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) frames.push(frame)
  const root = element.getRootNode() as Document
  const modal = root.querySelector(':modal') || element.ownerDocument.querySelector(':modal')
  const { readOnly } = element as HTMLInputElement
  const isFixed = readOnly === true && element.localName !== 'select' && !listsOptions(element)
  return {
    disabled:
      element.matches(':disabled') ||
      chain.some((at) => at.getAttribute('aria-disabled') === 'true' || at.hasAttribute('inert')),
    hidden: !isShown(element) || frames.some((frame) => !isShown(frame)),
    readonly: isFixed || element.getAttribute('aria-readonly') === 'true',
    modal: !!modal && !chain.some((at) => at.matches(':modal')),
  }
}

async function comesToRest(element: HTMLElement, frames: number): Promise<boolean> {
  const view = viewOf(element)
  // Hidden tabs draw no frames: a timer stands in.
  const frame = () =>
    new Promise<void>((done) => {
      const timer = view.setTimeout(done, 50)
      view.requestAnimationFrame(() => {
        view.clearTimeout(timer)
        done()
      })
    })
  const middle = () => {
    const box = element.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2] as const
  }
  let before = middle()
  for (let count = 0; count < frames; count++) {
    await frame()
    const now = middle()
    if (Math.abs(now[0] - before[0]) < 1 && Math.abs(now[1] - before[1]) < 1) return true
    before = now
  }
  return false
}

/**
 * A point on the element, or on its stand-in: its contents if it has no box, its label, or what is drawn in its place.
 */
function pointOf(node: Node, element: HTMLElement, spot: Point | null, mayScroll: boolean): Found<Node> {
  const rankOf = rankerOf(element)
  const own = tested(node, element, rankOf, spot)
  const first = own ?? tested(standInOf(element), element, rankOf, spot)
  if (!first) return {}
  if (first.point) return first
  if (mayScroll && first.mayScroll) return { mayScroll }
  if (own && first.hit && !spot) {
    const drawn = drawnSpots(element).find(({ x, y }) => rankAt(element, rankOf, x, y) === 2)
    if (drawn) return { point: drawn, rank: 2 }
  }
  const instead = own && (labelsOf(element)[0] || drawnAround(element))
  const second = instead && tested(instead, element, rankOf, spot)
  if (instead && (!second || second.point)) return second ?? {}
  if (mayScroll && second?.mayScroll) return { mayScroll }
  const { reason, hit } = first
  if (!hit) return { reason: reason! }
  const chain = chainOf(element)
  const isAround = (at: Node | undefined) => !!at && chain.includes(at as HTMLElement)
  // Nothing covers it, and no pointer finds it: only the element's own press is left, as for keys.
  const isUnseen = veilOf(chain, element.matches('input, select, textarea')) !== undefined
  if (isAround((second ?? first).hit) && isUnseen && !spot) return {}
  const over = isAround(hit) ? openOver(element) : null
  return { reason: reason!, ...(over ? { hit: over } : { hit, text: called(hit) }) }
}

type Tested = Found<HTMLElement> & { readonly hit?: HTMLElement }

/** The first point that hits the element itself, or else something in it. Undefined where `at` has no box. */
function tested(
  at: Node | null,
  element: HTMLElement,
  rankOf: (hit: HTMLElement) => Rank,
  spot: Point | null,
): Tested | undefined {
  const boxes = at ? boxesOf(at) : []
  if (boxes.every(({ width, height }) => width === 0 || height === 0)) return undefined
  const view = viewportOf(element.ownerDocument)
  const visible = boxes.flatMap((box) => meet(box, view))
  const isSameSize = (a: Box, b: Box) => Math.abs(a.width - b.width) < 1 && Math.abs(a.height - b.height) < 1
  const isWhole = visible.length === boxes.length && visible.every((box, index) => isSameSize(box, boxes[index]!))
  let hit: HTMLElement | undefined
  let inner: Point | undefined
  for (const point of spot ? spotsIn(boxes[0]!, spot, view) : pointsIn(visible)) {
    const under = hitAt(element.getRootNode() as Document, point.x, point.y)
    const rank = under ? rankOf(under) : 0
    if (rank === 2) return { point, rank }
    if (rank === 1) inner ??= point
    hit ??= under
  }
  if (inner) return { point: inner, rank: 1 }
  if (!hit) return { reason: 'outside', mayScroll: true }
  return { reason: 'covered', hit, mayScroll: !isWhole || isClipped(element) || isBar(hit) }
}

/** One box for each line or fragment; for a document its visible part. */
function boxesOf(at: Node): Box[] {
  if (at.nodeType === 9) return [viewportOf(at as Document)]
  if (at.nodeType !== 3) return [...elementOf(at).getClientRects()]
  const range = at.ownerDocument!.createRange()
  range.selectNodeContents(at)
  return [...range.getClientRects()]
}

/** What is hit in a document, or in one of the frames that it shows. */
function hitAt(root: DocumentOrShadowRoot, x: number, y: number): HTMLElement | undefined {
  const hit = (root.elementFromPoint(x, y) as HTMLElement | null) ?? undefined
  const inner = hit && /^(i?frame|object|embed)$/.test(hit.localName) && (hit as HTMLIFrameElement).contentDocument
  if (!inner) return hit
  const placing = placingOf(hit)
  return hitAt(inner, (x - placing.x) / placing.sx, (y - placing.y) / placing.sy) ?? hit
}

function rankAt(element: HTMLElement, rankOf: (hit: HTMLElement) => Rank, x: number, y: number): Rank {
  const hit = hitAt(element.getRootNode() as Document, x, y)
  return hit ? rankOf(hit) : 0
}

/** The requested point, if it is in the element and in sight. */
function spotsIn(box: Box, { x, y }: Point, view: Box): Point[] {
  const point = { x: box.x + x, y: box.y + y }
  const isWithin = x >= 0 && y >= 0 && x < box.width && y < box.height
  return isWithin && point.x >= 0 && point.y >= 0 && point.x < view.width && point.y < view.height ? [point] : []
}

/** The centre of the largest box first, then points around it, then the centres of the other boxes. */
function pointsIn(boxes: readonly Box[]): Point[] {
  const [largest, ...others] = [...boxes].sort((a, b) => b.width * b.height - a.width * a.height)
  if (!largest) return []
  const at = (box: Box, across: number, down: number) => ({
    x: Math.floor(box.x + box.width * across),
    y: Math.floor(box.y + box.height * down),
  })
  const around = [
    [0.5, 0.5],
    [0.2, 0.5],
    [0.8, 0.5],
    [0.5, 0.2],
    [0.5, 0.8],
    [0.1, 0.15],
    [0.9, 0.85],
  ] as const
  return [
    ...around.map(([across, down]) => at(largest, across, down)),
    ...others.slice(0, 3).map((box) => at(box, 0.5, 0.5)),
  ]
}

/** For a shape that does not fill its box: points on the lines that it draws, or else on a grid over the box. */
function drawnSpots(element: HTMLElement): Point[] {
  const onLine = 16
  const mostShapes = 20
  const across = 12
  const spots: Point[] = []
  const shapes = [element, ...element.querySelectorAll('path, line, polyline, polygon, circle, ellipse, rect')]
  for (const at of shapes.slice(0, mostShapes)) {
    const shape = at as unknown as SVGGeometryElement
    const matrix = 'getPointAtLength' in at && shape.getScreenCTM()
    if (!matrix) continue
    const length = shape.getTotalLength()
    for (let at = 0; at < onLine; at++)
      spots.push(shape.getPointAtLength((length * (at + 0.5)) / onLine).matrixTransform(matrix))
  }
  const { x, y, width, height } = element.getBoundingClientRect()
  for (let at = 0; at < across * across; at++) {
    const [column, row] = [at % across, Math.floor(at / across)]
    spots.push({ x: x + (width * (column + 0.5)) / across, y: y + (height * (row + 0.5)) / across })
  }
  return spots.map(({ x, y }) => ({ x: Math.floor(x), y: Math.floor(y) }))
}

/** A label, or the first descendant that has a box. */
function standInOf(element: HTMLElement): Element | null {
  const hasBox = (at: Element) => {
    const box = at.getBoundingClientRect()
    return box.width > 0 && box.height > 0
  }
  const label = labelsOf(element).find(hasBox)
  if (label) return label
  const walker = element.ownerDocument.createTreeWalker(element.shadowRoot || element, 1)
  for (let count = 0; count < 50; count++) {
    const next = walker.nextNode()
    if (!next) return null
    if (hasBox(next as Element)) return next as Element
  }
  return null
}

/** Whether it is clipped by a scroll area or a frame around it. */
function isClipped(element: HTMLElement): boolean {
  const isCut = (one: HTMLElement) => {
    const { x, y, right, bottom } = one.getBoundingClientRect()
    const { innerWidth, innerHeight } = viewOf(one)
    if (frameOf(one) && (x < 0 || y < 0 || right > innerWidth || bottom > innerHeight)) return true
    return chainOf(one).some((at) => {
      if (at === one || at.ownerDocument !== one.ownerDocument || styleOf(at).overflow === 'visible') return false
      const box = at.getBoundingClientRect()
      return x < box.x || y < box.y || right > box.right || bottom > box.bottom
    })
  }
  for (let at: HTMLElement | null = element; at; at = frameOf(at)) if (isCut(at)) return true
  return false
}

/** Whether it stays in place when the page is scrolled. */
function isBar(hit: HTMLElement): boolean {
  return (
    chainOf(hit).some((at) => ['fixed', 'sticky'].includes(styleOf(at).position)) &&
    hit.getBoundingClientRect().height < viewOf(hit).innerHeight / 2
  )
}

/** What is open over a page and takes its pointer: the last of the dialogs, lists and menus that are drawn there. */
function openOver(element: HTMLElement): HTMLElement | null {
  const own = chainOf(element)
  const open =
    ':modal, :popover-open, [role=dialog], [role=alertdialog], [role=listbox], [role=menu], [role=tree], [role=grid]'
  const mostRoots = 500
  const roots: ParentNode[] = [element.ownerDocument]
  const found: HTMLElement[] = []
  for (let at = 0; at < roots.length && at < mostRoots; at++) {
    found.push(...roots[at]!.querySelectorAll<HTMLElement>(open))
    for (const one of roots[at]!.querySelectorAll('*')) if (one.shadowRoot) roots.push(one.shadowRoot)
  }
  const isOver = (at: HTMLElement) => {
    const { width, height } = at.getBoundingClientRect()
    const isDrawn = width > 1 && height > 1 && at.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const chain = chainOf(at)
    const isApart = chain.some(
      (one) => one.matches(':modal, :popover-open') || /fixed|absolute/.test(styleOf(one).position),
    )
    return isDrawn && isApart && styleOf(at).pointerEvents !== 'none' && !own.includes(at) && !chain.includes(element)
  }
  return found.findLast(isOver) ?? null
}

const parts = [
  ...[stateOf, comesToRest, pointOf, tested, boxesOf, hitAt, rankAt, spotsIn, pointsIn, drawnSpots, standInOf],
  ...[isClipped, isBar, openOver, ...clipParts, ...boxParts, ...hoverParts, ...rankParts, ...secureParts],
] as const

export const probeScript = sent(probe, ...parts)
