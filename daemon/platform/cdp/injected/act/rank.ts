/** What a press on one element does to another, in the daemon's isolated world. */
import { chainOf, elementParts, holdsSlotted, labelsOf, styleOf, viewOf } from '../elements.ts'

/** 2: pressing it presses the element; 1: inside the element but a control of its own; 0: something else. */
export type Rank = 0 | 1 | 2

/**
 * Whether it is transparent, clipped away, one pixel in size or off the page: then it is there for keys and screen
 * readers.
 */
function isUnseen(at: HTMLElement, isField: boolean): boolean {
  const { opacity, clip, clipPath, overflow } = styleOf(at)
  if (parseFloat(opacity) < 0.01) return true
  if (/^rect\((?:[01]px,? ?){4}\)$/.test(clip) || /^inset\((?:50|100)%\)$/.test(clipPath)) return true
  const { width, height, right, bottom } = at.getBoundingClientRect()
  const isTiny = width <= 1 || height <= 1
  if (isTiny) return isField ? width + height > 0 : overflow !== 'visible'
  const { scrollX, scrollY } = viewOf(at)
  return isField && (right + scrollX <= 0 || bottom + scrollY <= 0)
}

/** What hides it from sight: 0 for itself, otherwise which of the two wrappers around it. */
export function veilOf(chain: readonly HTMLElement[], isField: boolean): number | undefined {
  const wrappers = 2
  const veil = chain.slice(0, wrappers + 1).findIndex((at, index) => isUnseen(at, isField && index === 0))
  return veil < 0 ? undefined : veil
}

/**
 * What is drawn in place of a hidden field: the largest element close around it, or around the wrapper that hides it,
 * that holds no other control. Pages listen there, with or without a label for the field.
 */
export function drawnAround(field: HTMLElement): HTMLElement | undefined {
  const levels = 3
  const mostInside = 30
  const others = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex], [contenteditable]'
  if (!field.matches('input, select, textarea')) return undefined
  const chain = chainOf(field)
  const veil = veilOf(chain, true)
  if (veil === undefined) return undefined
  let widget: HTMLElement | undefined
  for (const at of chain.slice(veil + 1, veil + 1 + levels)) {
    if (at.matches('body, form, fieldset') || at.querySelectorAll('*').length > mostInside) break
    if ([...at.querySelectorAll(others)].some((one) => one !== field)) break
    widget = at
  }
  return widget
}

/** What takes the pointer for an element that takes none: the nearest around it, if that holds no other control. */
function takerOf(chain: readonly HTMLElement[], controls: string): HTMLElement | undefined {
  const at = chain.findIndex((one) => styleOf(one).pointerEvents !== 'none')
  const taker = chain[at]
  if (at < 1 || !taker || taker.matches('html, body')) return undefined
  const roots = [taker, ...chain.slice(1, at + 1).flatMap((one) => one.shadowRoot || [])]
  const inside = roots.flatMap((root) => [...root.querySelectorAll<HTMLElement>(controls)])
  return inside.every((one) => chain.includes(one) || chain[0]!.contains(one)) ? taker : undefined
}

/**
 * Whether nothing is drawn for it, and it takes no pointer: where it lies over a canvas, it is there for keys and screen
 * readers, and the canvas draws and hears what it stands for.
 */
export function standsForDrawing(element: HTMLElement): boolean {
  const style = styleOf(element)
  if (style.pointerEvents !== 'none') return false
  if (!element.checkVisibility({ opacityProperty: true })) return true
  const isClear = /^rgba\(.*, 0\)$/.test(style.backgroundColor) && style.backgroundImage === 'none'
  const isFramed = parseFloat(style.borderTopWidth) + parseFloat(style.borderLeftWidth) > 0
  const isEmpty = (element.innerText ?? '').trim() === '' && !element.querySelector('img, svg, canvas, video')
  return isClear && !isFramed && (isEmpty || /^rgba\(.*, 0\)$/.test(style.color))
}

export function rankerOf(element: HTMLElement): (hit: HTMLElement) => Rank {
  const controls =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, label, option, [onclick], [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]'
  const controlOf = (chain: readonly Element[]) => chain.find((at) => at.matches(controls))
  const own = chainOf(element)
  const labels = labelsOf(element)
  const widget = drawnAround(element)
  const taker = takerOf(own, controls)
  // Where a pseudo-element is drawn, such as a `::scroll-marker`, the page hears of the element that it belongs to.
  const origin = element.localName.startsWith('::') ? element.parentNode : null
  const isOfCanvas = standsForDrawing(element)
  const isOther = (at: Element) =>
    at.matches('label') ? ((at as HTMLLabelElement).control ?? element) !== element : at.matches(controls)
  return (hit) => {
    if (hit === origin || (isOfCanvas && hit.localName === 'canvas')) return 2
    const chain = chainOf(hit)
    const within = chain.indexOf(element)
    if (within >= 0) return chain.slice(0, within).some((at) => at.matches(controls) && !at.matches('label')) ? 1 : 2
    const taken = taker ? chain.indexOf(taker) : -1
    if (taken >= 0 && !chain.slice(0, taken).some(isOther)) return 2
    const label = chain.findIndex((at) => labels.includes(at))
    if (label >= 0) return chain.slice(0, label).some((at) => at.matches(controls)) ? 0 : 2
    if (holdsSlotted(element, hit, chain)) return 2
    const drawn = widget ? chain.indexOf(widget) : -1
    if (drawn >= 0 && !chain.slice(0, drawn).some(isOther)) return 2
    const control = controlOf(own)
    return control && control !== element && control === controlOf(chain) ? 2 : 0
  }
}

/** Send along with any code that calls it. */
export const rankParts = [rankerOf, standsForDrawing, takerOf, drawnAround, veilOf, isUnseen, ...elementParts] as const
