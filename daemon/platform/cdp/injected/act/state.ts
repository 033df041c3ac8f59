/** What may prevent an action on an element, in the daemon's isolated world. */
import {
  chainOf,
  elementOf,
  elementParts,
  frameOf,
  hoveredFor,
  labelsOf,
  parentOf,
  styleOf,
  viewOf,
} from '../elements.ts'
import { nameOf, secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { drawnAround, type Rank, rankerOf, rankParts, veilOf } from './rank.ts'

export interface Readiness {
  readonly gone?: boolean
  readonly disabled?: boolean
  readonly hidden?: boolean
  readonly readonly?: boolean
  /** A modal dialog blocks it. */
  readonly modal?: boolean
}

function readiness(this: Node): Readiness {
  const element = this.isConnected ? elementOf(this) : null
  const view = element?.ownerDocument.defaultView
  if (!element || !view) return { gone: true }
  const isShown = (at: HTMLElement): boolean => {
    if (at.localName === 'area' || at.localName === 'option' || at.localName === 'optgroup') {
      const owner = at.closest<HTMLElement>('select, datalist') || at.closest('map')
      return !owner || owner.localName === 'map' || isShown(owner)
    }
    const canvas = at.parentElement?.closest('canvas')
    if (canvas) return isShown(canvas)
    if (view.getComputedStyle(at).display === 'contents') return !parentOf(at) || isShown(parentOf(at)!)
    if (at.checkVisibility({ visibilityProperty: true })) return true
    // A press on the visible label of one that is drawn by it does what a press on it does.
    return at.matches('[type=checkbox], [type=radio], [type=file]') && labelsOf(at).some(isShown)
  }
  const chain = chainOf(element)
  const frames: HTMLElement[] = []
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) frames.push(frame)
  const root = element.getRootNode() as Document
  const modal = root.querySelector(':modal') || element.ownerDocument.querySelector(':modal')
  const isFixed = (element as HTMLInputElement).readOnly === true && element.localName !== 'select'
  return {
    disabled:
      element.matches(':disabled') ||
      chain.some((at) => at.getAttribute('aria-disabled') === 'true' || at.hasAttribute('inert')),
    hidden: !isShown(element) || frames.some((frame) => !isShown(frame)),
    readonly: isFixed || element.getAttribute('aria-readonly') === 'true',
    modal: !!modal && !chain.some((at) => at.matches(':modal')),
  }
}

export const stateScript = sent(readiness, ...elementParts)

async function still(this: Node, frames: number): Promise<'still' | 'settled' | 'moving'> {
  const element = elementOf(this)
  const view = element.ownerDocument.defaultView!
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
    if (Math.abs(now[0] - before[0]) < 1 && Math.abs(now[1] - before[1]) < 1) return count === 0 ? 'still' : 'settled'
    before = now
  }
  return 'moving'
}

function toHover(this: Node): Element | null {
  return hoveredFor(elementOf(this))
}

/** What has to be hovered so that this one, which is hidden, is shown. */
export const hoverScript = sent(toHover, ...elementParts)

/** `settled` if it moved at first; `moving` if it still does after this many frames. */
export const stillScript = sent(still, elementOf)

function standIn(this: Node): Element | null {
  const element = elementOf(this)
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

/** Represents an element without a box: a label, or the first descendant that has one. */
export const standInScript = sent(standIn, ...elementParts)

function pressedInstead(this: Node): Element | null {
  const element = elementOf(this)
  return labelsOf(element)[0] || drawnAround(element) || null
}

/** Its label, or what is drawn in place of a field that nobody sees. */
export const insteadScript = sent(pressedInstead, ...rankParts)

export interface Relation {
  readonly rank: Rank
  readonly text: string
  /** Scrolling could separate them: it is a sticky bar, or the element is outside a scroll area's visible part. */
  readonly mayPart: boolean
  /** It is around the element, or the page itself: nothing lies over the element. */
  readonly isAround: boolean
  /** Nobody sees the element: it is there for keys and screen readers. */
  readonly isUnseen: boolean
}

function relations(this: Node, ...hits: readonly Node[]): Relation[] {
  const element = elementOf(this)
  const own = chainOf(element)
  const rankOf = rankerOf(element)
  const isUnseen = veilOf(own, element.matches('input, select, textarea')) !== undefined
  const view = viewOf(element)
  // By what scrolls around it, or by the frame that its document is in.
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
  let isClipped = false
  for (let at: HTMLElement | null = element; at && !isClipped; at = frameOf(at)) isClipped = isCut(at)
  const isBar = (hit: HTMLElement) =>
    chainOf(hit).some((at) => ['fixed', 'sticky'].includes(styleOf(at).position)) &&
    hit.getBoundingClientRect().height < view.innerHeight / 2
  return hits.map((node) => {
    const hit = elementOf(node)
    const name = nameOf(hit)
    // A form's own `id` may be one of its fields.
    const id = hit.getAttribute('id')
    const classes = [...hit.classList].slice(0, 2).map((name) => `.${name}`)
    const tag = hit.localName + (id ? `#${id}` : '') + classes.join('')
    const text = name ? `${tag} "${name.length > 40 ? `${name.slice(0, 39)}…` : name}"` : tag
    return { rank: rankOf(hit), mayPart: isClipped || isBar(hit), text, isAround: own.includes(hit), isUnseen }
  })
}

/** How each of the hit nodes relates to the element. */
export const relationScript = sent(relations, ...rankParts, ...secureParts)

/** What is open over a page and takes its pointer for itself: the last of its dialogs, lists and menus that are drawn there. */
function openOver(this: Node): Element | null {
  const element = elementOf(this)
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
    const isApart = chainOf(at).some(
      (one) => one.matches(':modal, :popover-open') || /fixed|absolute/.test(styleOf(one).position),
    )
    return (
      isDrawn && isApart && styleOf(at).pointerEvents !== 'none' && !own.includes(at) && !chainOf(at).includes(element)
    )
  }
  return found.findLast(isOver) ?? null
}

export const openOverScript = sent(openOver, ...elementParts)
