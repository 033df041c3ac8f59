/** Can an element be seen through its document and same-origin frames? In the daemon's isolated world. */
import { areaOf, type Box, boxParts, describeElement, meet, outward, type Placing, placingOf } from '../boxes.ts'
import { chainOf, elementOf, elementParts, frameOf, labelsOf, parentOf, styleOf } from '../elements.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
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

/** In pixels of the outermost document within reach. `At` is the type that stands for a node. */
export interface Sight<At> {
  readonly gone?: boolean
  /** Such as `div#panel.tab`. */
  readonly name: string
  /** Why it is not rendered; `hider` describes the element responsible, unless it is this one. */
  readonly hidden?: string
  readonly note?: string
  readonly hider?: string
  readonly hiddenBy?: At
  /** Its total area and the visible area, in its own pixels. */
  readonly whole: number
  readonly area: number
  readonly shown: readonly Box[]
  readonly clip?: string
  readonly clippedBy?: At
  /** False if the document is in a frame that the script cannot see. */
  readonly isOutermost: boolean
  readonly isPressable: boolean
  /** For a frame: where its content lies. */
  readonly placing?: Placing
  readonly hasLabel?: boolean
  readonly frame?: string
}

type Reason = readonly [string, HTMLElement]

function sight(
  this: Node,
  { pane: window, content }: { readonly pane: Box | null; readonly content: boolean },
): Sight<Node> | { readonly gone: true } {
  if (!this.isConnected) return { gone: true }
  const standIn = (at: HTMLElement): HTMLElement => {
    const select = (at.localName === 'option' || at.localName === 'optgroup') && at.closest('select')
    if (select && !select.multiple && select.size < 2) return select
    const map = at.localName === 'area' && at.closest('map')
    const images = map ? [...(at.getRootNode() as Document).querySelectorAll<HTMLImageElement>('img[usemap]')] : []
    const picture = map && images.find((one) => one.useMap === `#${map.name}`)
    return picture || at.parentElement?.closest('canvas') || at
  }
  const self = elementOf(this)
  const element = standIn(self)
  const chain = chainOf(element)
  const outermost = chain.at(-1)!.ownerDocument.defaultView!

  const isClosedDetails = (at: HTMLElement, child: HTMLElement) =>
    at.localName === 'details' &&
    !(at as HTMLDetailsElement).open &&
    child !== [...at.children].find((one) => one.localName === 'summary')
  const displayWord = (at: HTMLElement) => {
    if (at.localName === 'dialog' && !(at as HTMLDialogElement).open) return 'dialog closed'
    if (at.hasAttribute('popover') && !at.matches(':popover-open')) return 'popover closed'
    return at.hasAttribute('hidden') ? 'hidden attribute' : 'display:none'
  }
  /** Outermost first: an ancestor must be opened before anything inside can be. */
  const whyNotRendered = (): Reason | undefined => {
    for (let index = chain.length - 1; index >= 0; index--) {
      const at = chain[index]!
      const style = styleOf(at)
      if (style.display === 'none') return [displayWord(at), at]
      if (index === 0) break
      if (isClosedDetails(at, chain[index - 1]!)) return ['details closed', at]
      if (style.contentVisibility === 'hidden')
        return [at.hasAttribute('hidden') ? 'hidden attribute' : 'content-visibility:hidden', at]
    }
    return undefined
  }
  const last = (holds: (at: HTMLElement) => boolean) => {
    let found = element
    for (const at of chain.slice(1)) {
      if (!holds(at)) break
      found = at
    }
    return found
  }
  const whyUnseen = (): Reason | undefined => {
    const { visibility } = styleOf(element)
    if (visibility !== 'visible')
      return [`visibility:${visibility}`, last((at) => styleOf(at).visibility === visibility)]
    const clear = chain.findLast((at) => parseFloat(styleOf(at).opacity) < 0.01)
    return clear && ['opacity:0', clear]
  }

  // An element without a box is wherever its contents are.
  const boxesIn = (node: Node) => {
    const range = node.ownerDocument!.createRange()
    range.selectNodeContents(node)
    return [...range.getClientRects()]
  }
  const filled = (rects: readonly Box[]) => rects.filter(({ width, height }) => width * height > 1).slice(0, 50)
  const isText = this.nodeType === 3
  const own = isText ? [] : filled([...element.getClientRects()])
  const placing = content ? placingOf(element) : undefined
  const contentBox = (p: Placing) => ({
    x: p.x,
    y: p.y,
    width: element.clientWidth * p.sx,
    height: element.clientHeight * p.sy,
  })
  const boxes: readonly Box[] = placing
    ? own.length === 0
      ? []
      : [contentBox(placing)]
    : own.length > 0
      ? own
      : filled(boxesIn(isText ? this : element))

  /** The area in which an element's contents are visible (and the element itself if it is `at`). */
  const paneOf = (at: HTMLElement, style: CSSStyleDeclaration, isSelf: boolean): Box | undefined => {
    const none = { x: 0, y: 0, width: 0, height: 0 }
    if (isCutToNothing(style)) return none
    const cut = /^rect\(([^)]*)\)/.exec(style.clip)
    const [top = Number.NaN, right = Number.NaN, bottom = Number.NaN, left = Number.NaN] = cut
      ? cut[1]!.split(/,? +/).map(parseFloat)
      : []
    if (cut && (right - left <= 0 || bottom - top <= 0)) return none
    const isInline = style.display === 'inline' || style.display === 'contents'
    if (isSelf || isInline || (at as Element as SVGElement).ownerSVGElement) return undefined
    const all = isContained(style)
    const across = all || style.overflowX !== 'visible'
    const down = all || style.overflowY !== 'visible'
    if (!across && !down) return undefined
    const box = paddingBoxOf(at)
    const far = 1e7
    return {
      x: across ? box.x : -far,
      width: across ? box.width : 2 * far,
      y: down ? box.y : -far,
      height: down ? box.height : 2 * far,
    }
  }

  let shown = boxes
  let clip = undefined as { readonly at: HTMLElement; readonly lost: number } | undefined
  let fixed = false
  /** Page pixels of the element per pixel of the outermost document, in area. */
  let scale = 1
  const whole = areaOf(boxes)
  const cutBy = (at: HTMLElement, pane: Box) => {
    const before = areaOf(shown)
    shown = shown.flatMap((box) => meet(box, pane))
    const lost = before - areaOf(shown)
    if (lost > before * 0.005 && (!clip || lost > clip.lost)) clip = { at, lost }
  }
  /** Clips by the ancestors in the same document that contain it. */
  const clipWithin = (from: HTMLElement) => {
    let { position } = styleOf(from)
    const self = paneOf(from, styleOf(from), from !== element || own.length > 0)
    if (self && !isViewports(from)) cutBy(from, self)
    for (let at = from, top = isOnTop(from); !top && shown.length > 0; ) {
      const parent = parentOf(at)
      if (!parent || parent.ownerDocument !== from.ownerDocument) break
      at = parent
      const style = styleOf(at)
      if (position === 'fixed' && !holdsFixed(style)) continue
      if (position === 'absolute' && style.position === 'static' && !holdsFixed(style)) continue
      const pane = isViewports(at) ? undefined : paneOf(at, style, false)
      if (pane) cutBy(at, pane)
      position = style.position
      top = isOnTop(at)
    }
    return position === 'fixed'
  }
  /** Can scrolling bring any of it into view? */
  const isInReach = (home: Document, boxes: readonly Box[]) => boxes.some((box) => meet(box, roomOf(home)).length > 0)

  let reason: Reason | undefined = whyNotRendered() ?? whyUnseen()
  if (!reason && boxes.length === 0) {
    const isFlat = (at: HTMLElement) => {
      const { width, height } = at.getBoundingClientRect()
      return at.offsetWidth > 0 && at.offsetHeight > 0 && (width === 0 || height === 0)
    }
    reason = [element.checkVisibility() ? 'zero size' : 'not rendered', isFlat(element) ? last(isFlat) : element]
  }

  for (let from = element; !reason; ) {
    const home = from.ownerDocument
    const before = shown
    fixed = clipWithin(from)
    if (shown.length === 0 || (areaOf(shown) <= 1 && areaOf(before) > 4)) {
      const { at } = clip!
      const { width, height } = at.getBoundingClientRect()
      if (isCutToNothing(styleOf(at)) || /^rect/.test(styleOf(at).clip)) reason = ['clip', at]
      else if (width * height <= 1 || at.clientWidth * at.clientHeight === 0) reason = ['zero size', at]
      break
    }
    const view = viewportOf(home)
    const inView = shown.flatMap((box) => meet(box, view))
    if (inView.length === 0 && (fixed || !isInReach(home, shown))) {
      const away = (at: HTMLElement) => {
        const box = at.getBoundingClientRect()
        const isOut = at.ownerDocument === home && box.width > 0 && box.height > 0 && meet(box, view).length === 0
        return isOut && (fixed || !isInReach(home, [box]))
      }
      reason = ['off-screen', from === element ? last(away) : from]
      break
    }
    const frame = frameOf(home.documentElement)
    if (!frame) {
      shown = window ? inView.flatMap((box) => meet(box, window)) : inView
      break
    }
    if (inView.length < shown.length || areaOf(inView) < areaOf(shown) * 0.995) cutBy(frame, view)
    const p = placingOf(frame)
    shown = inView.map((box) => outward(box, p))
    scale /= p.sx * p.sy
    if (shown.length === 0) break
    from = frame
  }

  const isOutermost = outermost.parent === outermost
  const modalOf = (home: Document) => {
    if (chain.some((at) => at.ownerDocument === home && at.matches(':modal'))) return undefined
    const root = self.getRootNode() as Document
    const inner = home === self.ownerDocument ? [...root.querySelectorAll<HTMLElement>(':modal')] : []
    return inner.at(-1) || [...home.querySelectorAll<HTMLElement>(':modal')].at(-1)
  }
  const homes = [...new Set(chain.map((at) => at.ownerDocument))]
  const modal = homes.map(modalOf).find(Boolean)
  const inert = chain.findLast((at) => at.hasAttribute('inert'))
  const unheard = chain.findLast((at) => at.getAttribute('aria-hidden') === 'true')
  const notes: readonly (readonly [string, HTMLElement | undefined])[] = [
    ['modal dialog', modal],
    ['inert', inert],
    ['aria-hidden', unheard],
  ]
  const note = notes.find(([, at]) => at)
  const hider = reason ? reason[1] : note?.[1]
  return {
    name: describeElement(self),
    ...(reason && { hidden: reason[0] }),
    ...(!reason && note && { note: note[0] }),
    ...(hider && hider !== self && { hider: describeElement(hider), hiddenBy: hider }),
    whole,
    shown: reason ? [] : shown,
    area: reason ? 0 : areaOf(shown) * scale,
    ...(clip && { clip: describeElement(clip.at), clippedBy: clip.at }),
    isOutermost,
    isPressable: !inert && !modal && styleOf(element).pointerEvents !== 'none',
    ...(placing && { placing }),
    ...(reason && labelsOf(self).some((label) => label.getBoundingClientRect().width > 0) && { hasLabel: true }),
    ...((homes.length > 1 || !isOutermost) && { frame: self.ownerDocument.URL }),
  }
}

/** Takes the visible part of the outermost document's viewport, `null` for all of it; `content` asks about what a frame shows. */
export const sightScript = sent(sight, ...clipParts, ...elementParts, ...boxParts, ...secureParts)
