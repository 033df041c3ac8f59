/** What a drag brought about where it ended, in the daemon's isolated world: what came there, moved there or is said there. */

import type { Edges } from '../boxes.ts'
import { oneFrame } from '../frames.ts'
import { listenEverywhere, reachableWindows } from '../listening.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { followersIn, type Led, ledOf, ledParts, noteStep } from './led.ts'

interface DragWitness {
  readonly added: Set<Element>
  readonly removed: Set<Element>
  /** Of what lay at either end, and what of its contents lay between them. */
  readonly boxes: Map<Element, Edges>
  /** What the drop was on, and what it said. */
  readonly under: Element | undefined
  readonly said: string
  readonly canvases: readonly Element[]
  readonly observer: MutationObserver
  /** What it began on, and whether that was still there when it was let go. */
  readonly source: Element | undefined
  isHeld?: boolean
  /** The outermost part of the page that held the end and not the beginning, and how often it had the words of what was dragged. */
  readonly part:
    | { readonly element: Element; readonly level: number; readonly words: string; readonly times: number }
    | undefined
  /** Pictures of it that followed the pointer: one that is left lying says nothing. */
  readonly ghosts: Set<Element>
  readonly led: Led
}

interface Kept {
  drag?: DragWitness
}

/** In the viewport of the outermost document, in which the pointer moves. */
function boxOf(element: Element): Edges {
  let { left, top, right, bottom } = element.getBoundingClientRect()
  for (let at = element.ownerDocument.defaultView; at && at !== window; at = at.parent as Window & typeof globalThis) {
    const frame = at.frameElement
    if (frame === null) break
    const outer = frame.getBoundingClientRect()
    const [across, down] = [outer.left + frame.clientLeft, outer.top + frame.clientTop]
    left += across
    right += across
    top += down
    bottom += down
  }
  return { left, top, right, bottom }
}

/** From the innermost outwards, also in shadow roots and frames. */
function elementsAt(x: number, y: number): Element[] {
  let found: Element[] = []
  let [root, atX, atY]: [DocumentOrShadowRoot | null | undefined, number, number] = [document, x, y]
  while (root) {
    const here: Element[] = root.elementsFromPoint(atX, atY).filter((one) => !found.includes(one))
    found = [...here, ...found]
    const inner: Element | undefined = here[0]
    if (inner instanceof HTMLIFrameElement) {
      const { left, top } = inner.getBoundingClientRect()
      ;[atX, atY] = [atX - left - inner.clientLeft, atY - top - inner.clientTop]
      root = inner.contentDocument
    } else root = inner?.shadowRoot
  }
  return found
}

function partOf(element: Element, level: number, words: string | undefined): DragWitness['part'] {
  return words === undefined ? undefined : { element, level, words, times: timesIn(element, words) }
}

function timesIn({ textContent }: Element, words: string): number {
  return (textContent ?? '').split(words).length - 1
}

/** Whether the part that it was let go in has its words now, be that part drawn again. */
function isInPart(x: number, y: number): boolean {
  const { part } = memory<Kept>().drag!
  if (part === undefined) return false
  const { element, level, words, times } = part
  const now = element.isConnected ? element : elementsAt(x, y).at(-level)
  return now?.localName === element.localName && now.className === element.className && timesIn(now, words) > times
}

/** Answers where the canvases are that it begins or ends on, where only a picture shows more. */
function witnessDrag(fromX: number, fromY: number, toX: number, toY: number): Edges[] {
  const mostBoxes = 600
  const kept = memory<Kept>()
  kept.drag?.observer.disconnect()
  const added = new Set<Element>()
  const removed = new Set<Element>()
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, removedNodes } of records) {
      for (const node of removedNodes) if (node instanceof Element) removed.add(node)
      for (const node of addedNodes) if (node instanceof Element) added.add(node)
    }
  })
  const observe = (root: Document | ShadowRoot) => {
    observer.observe(root, { subtree: true, childList: true })
    for (const { shadowRoot } of root.querySelectorAll('*')) if (shadowRoot) observe(shadowRoot)
  }
  for (const one of reachableWindows()) {
    try {
      observe(one.document)
    } catch {}
  }
  const ends = [elementsAt(fromX, fromY), elementsAt(toX, toY)]
  const boxes = new Map<Element, Edges>()
  // Each part is in all that are around it.
  const all = new Set(ends.flat().flatMap((one) => [one, ...one.querySelectorAll('*')]))
  for (const element of all) {
    if (boxes.size >= mostBoxes) break
    const box = boxOf(element)
    if (isBetween(box, [fromX, toX], [fromY, toY])) boxes.set(element, box)
  }
  // What holds both ends says anything.
  const apart = ends[1]!.filter((one) => !ends[0]!.includes(one))
  const canvases = ends.flatMap(([innermost]) => (innermost?.localName === 'canvas' ? innermost : []))
  const source = ends[0]![0]
  const dragged = ends[0]!.map(({ textContent }) => textContent?.trim() ?? '').find((text) => text !== '')
  const [under, outermost] = [apart[0], apart.at(-1)]
  const drag: DragWitness = {
    added,
    removed,
    boxes,
    under,
    said: under?.textContent ?? '',
    canvases,
    observer,
    source,
    part: outermost && partOf(outermost, ends[1]!.length - ends[1]!.lastIndexOf(outermost), dragged),
    ghosts: new Set(),
    led: ledOf(source, all, boxOf),
  }
  kept.drag = drag
  let begun: { readonly x: number; readonly y: number } | undefined
  let pointer = { x: 0, y: 0 }
  const stopLeading = listenEverywhere(['pointerdown', 'pointermove'], (event) => {
    const { isTrusted, type, clientX: x, clientY: y } = event as PointerEvent
    if (!isTrusted) return
    if (type === 'pointerdown') begun = { x, y }
    if (begun === undefined) return
    noteStep(drag.led, pointer, boxOf)
    pointer = { x: x - begun.x, y: y - begun.y }
  })
  const words = new Set(ends[0]!.slice(0, 3).flatMap(({ textContent }) => textContent?.trim() || []))
  const stop = listenEverywhere(['pointerup', 'mouseup', 'drop', 'dragend'], ({ isTrusted }) => {
    if (!isTrusted) return
    if (begun !== undefined) noteStep(drag.led, pointer, boxOf)
    stopLeading()
    drag.isHeld ??= source?.isConnected === true && source.checkVisibility()
    for (const one of added) if (words.has(one.textContent?.trim())) drag.ghosts.add(one)
    stop()
  })
  return canvases.map(boxOf)
}

/** On the way between the ends, or as near to it as a handle is: elsewhere a clock may push things about. */
function isBetween({ left, top, right, bottom }: Edges, x: readonly number[], y: readonly number[]): boolean {
  const margin = 24
  const isAcross = left <= Math.max(...x) + margin && right >= Math.min(...x) - margin
  return isAcross && top <= Math.max(...y) + margin && bottom >= Math.min(...y) - margin
}

/** Text that a drag selects is drawn with what is in it, canvases too. */
function isSelected(canvas: Element): boolean {
  const selection = canvas.ownerDocument.getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(canvas, true)
}

/** A hover moves, and a press sinks, what is under the pointer by less. */
function isElsewhere(was: Edges, now: Edges): boolean {
  const least = 6
  return (['left', 'top', 'right', 'bottom'] as const).some((side) => Math.abs(was[side] - now[side]) >= least)
}

function cameTo(x: number, y: number): Map<Element, Edges> {
  const around = 12
  const { added, removed, ghosts } = memory<Kept>().drag!
  const looks = ({ localName, className, textContent }: Element) =>
    [localName, typeof className === 'string' ? className : '', textContent].join(' ')
  // What is made again as it was has not come.
  const gone = [...removed].filter((one) => !one.isConnected).map(looks)
  const came = new Map<Element, Edges>()
  for (const element of added) {
    if (!element.isConnected || removed.has(element) || ghosts.has(element) || !element.checkVisibility()) continue
    const again = gone.indexOf(looks(element))
    if (again >= 0) {
      gone.splice(again, 1)
      continue
    }
    // What is drawn by several parts has its size from them.
    const box = boxOf(element)
    const isThere =
      x >= box.left - around && x <= box.right + around && y >= box.top - around && y <= box.bottom + around
    if (isThere && (box.right > box.left || box.bottom > box.top)) came.set(element, box)
  }
  return came
}

function movedNow(): Map<Element, Edges> {
  const { boxes } = memory<Kept>().drag!
  const pairs = [...boxes].filter(([one]) => one.isConnected).map(([one, was]) => [one, was, boxOf(one)] as const)
  const moved = pairs.filter(([, was, now]) => isElsewhere(was, now))
  // What moves all of them alike is above them, such as a message that has come.
  const [first] = moved
  const isAlike = ([, was, now]: (typeof pairs)[number]) =>
    Math.abs(now.left - was.left - (first![2].left - first![1].left)) < 1 &&
    Math.abs(now.top - was.top - (first![2].top - first![1].top)) < 1
  const rest = pairs.filter(([one]) => !one.querySelector('*'))
  if (first === undefined || rest.every(isAlike)) return new Map()
  return new Map(moved.map(([one, , now]) => [one, now]))
}

/** Whether what followed the pointer is where it was let go, or is not what was taken, as when a map is moved by its ground. */
function isLedTo(x: number, y: number): boolean {
  const { led, source } = memory<Kept>().drag!
  const followers = followersIn(led, boxOf)
  const edges = followers.map(boxOf)
  const isOver = (least: number, at: number, most: number) => least <= at && at <= most
  const isThere =
    isOver(Math.min(...edges.map((one) => one.left)), x, Math.max(...edges.map((one) => one.right))) &&
    isOver(Math.min(...edges.map((one) => one.top)), y, Math.max(...edges.map((one) => one.bottom)))
  return followers.length > 0 && (isThere || !followers.some((one) => one === source))
}

/**
 * To be asked with the pointer back where the drag began: what only follows it is as it was then. `led` of what followed it as long as the
 * button was down; `inside` if the part that it ended in has what was dragged; `came` of what is new where it ended; `changed` of what is there, or was dragged, and looks or reads otherwise; `selected`
 * where pictures of a canvas would show no more than that.
 */
async function broughtByDrag(x: number, y: number): Promise<'led' | 'inside' | 'came' | 'changed' | 'selected' | null> {
  const restMs = 150
  const { drag } = memory<Kept>()
  if (!drag) return null
  if (isLedTo(x, y)) return 'led'
  const [came, moved, isInside] = [cameTo(x, y), movedNow(), isInPart(x, y)]
  const isSaid = drag.under?.isConnected === true && (drag.under.textContent ?? '') !== drag.said
  if (came.size + moved.size === 0 && !isSaid && !isInside) return drag.canvases.some(isSelected) ? 'selected' : null
  // What still glides may glide back.
  await new Promise((done) => setTimeout(done, restMs))
  await oneFrame()
  if (isInside && isInPart(x, y)) return 'inside'
  const still = (before: Map<Element, Edges>, now: Map<Element, Edges>) =>
    [...before].some(([one, box]) => {
      const later = now.get(one)
      return later !== undefined && !isElsewhere(box, later)
    })
  if (still(came, cameTo(x, y))) return 'came'
  if (still(moved, movedNow())) return 'changed'
  return isSaid && drag.under!.textContent !== drag.said ? 'changed' : null
}

/** Whether what was let go has gone since: a list that scrolls takes out what is dragged before that. */
function hasLeft(): boolean {
  const { drag } = memory<Kept>()
  return drag?.isHeld === true && !drag.source!.isConnected
}

export const witnessDragScript = sent(
  witnessDrag,
  memory,
  elementsAt,
  boxOf,
  isBetween,
  ...ledParts,
  partOf,
  timesIn,
  listenEverywhere,
  reachableWindows,
)
export const hasLeftScript = sent(hasLeft, memory)
export const broughtByDragScript = sent(
  broughtByDrag,
  memory,
  isSelected,
  isLedTo,
  ...ledParts,
  isInPart,
  timesIn,
  elementsAt,
  cameTo,
  movedNow,
  isElsewhere,
  boxOf,
  oneFrame,
)
