/** What CSS cuts off, by its declarations. */
import type { Box } from '../boxes.ts'
import { styleOf } from '../elements.ts'

/** The part of a document that is visible without scrolling it. */
export function viewportOf(home: Document): Box {
  const at = home.compatMode === 'BackCompat' && home.body ? home.body : home.documentElement
  return { x: 0, y: 0, width: at.clientWidth, height: at.clientHeight }
}

/** Does its overflow apply to the viewport? */
export function isViewports(at: Element): boolean {
  const { documentElement, body } = at.ownerDocument
  return at === documentElement || (at === body && styleOf(documentElement).overflowX === 'visible')
}

/** In the top layer, above everything that its ancestors clip. */
export function isOnTop(at: Element): boolean {
  return at.matches(':modal, :popover-open, :fullscreen')
}

/** Does containment clip it to its padding box, whatever its overflow? */
export function isContained({ contain }: CSSStyleDeclaration): boolean {
  return /paint|strict|content/.test(contain)
}

/** The area for its contents, within its borders and scroll bars, as drawn. */
export function paddingBoxOf(
  at: HTMLElement,
  box = at.getBoundingClientRect(),
): Box & { readonly sx: number; readonly sy: number } {
  const sx = at.offsetWidth > 0 ? box.width / at.offsetWidth : 1
  const sy = at.offsetHeight > 0 ? box.height / at.offsetHeight : 1
  const [x, y] = [box.x + at.clientLeft * sx, box.y + at.clientTop * sy]
  return { x, y, width: at.clientWidth * sx, height: at.clientHeight * sy, sx, sy }
}

/** The area that scrolling the document can bring into view. */
export function roomOf(home: Document): Box {
  const scroller = home.scrollingElement ?? home.documentElement
  const { scrollLeft, scrollTop, scrollWidth: width, scrollHeight: height, clientWidth } = scroller
  const isRtl = styleOf(scroller).direction === 'rtl'
  return { x: (isRtl ? clientWidth - width : 0) - scrollLeft, y: -scrollTop, width, height }
}

/** Does it, rather than the viewport, position its fixed descendants? */
export function holdsFixed(style: CSSStyleDeclaration): boolean {
  return (
    [
      ...[style.transform, style.translate, style.rotate, style.scale],
      ...[style.perspective, style.filter, style.backdropFilter],
    ].some((word) => word && word !== 'none') ||
    /paint|layout|strict|content/.test(style.contain) ||
    /transform|filter|perspective/.test(style.willChange)
  )
}

/** Does its clip path leave nothing to be drawn? */
export function isCutToNothing({ clipPath }: CSSStyleDeclaration): boolean {
  return /^(inset\((50%|100%)|circle\(0(px|%)?[ )]|polygon\((0(px|%)? 0(px|%)?(, )?)+\))/.test(clipPath)
}

/** Send along with any code that calls these. */
export const clipParts = [
  ...[viewportOf, isViewports, isOnTop, isContained, paddingBoxOf, roomOf, holdsFixed, isCutToNothing],
] as const
