/** Elements that Chromium's accessibility tree omits although a person can use them, in the daemon's isolated world. */
import { chainOf, labelsOf, parentOf, styleOf } from './elements.ts'
import { hoveredFor, hoverParts, noneHovered } from './hovering.ts'
import { memory } from './memory.ts'
import { isSecure, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

export interface Reached {
  /** Empty if it has none. */
  readonly words: string
  readonly value?: string
  readonly checked?: boolean
  readonly isDisabled?: boolean
}

interface Kept {
  /** What these controls said when they were asked last. */
  concealedStates?: ReadonlyMap<Element, string>
}

/** What is chosen or written in a control. No event of the document tells that a page has changed it. */
function settingOf(element: Element): string {
  const { checked, indeterminate, disabled, value, selectedIndex } = element as HTMLInputElement & HTMLSelectElement
  return [checked, indeterminate, disabled, value, selectedIndex].join(' ')
}

/**
 * `listens` has a digit for each: 1 if it has a listener of its own, 0 if only a pointer cursor or a tag says that it
 * can be used.
 */
function openToHands(this: Element, listens: string, ...others: readonly Element[]): (Reached | null)[] {
  /** At most this many elements are drawn in an icon; more make a part of a page. */
  const mostInside = 20
  const toggles = '[type=checkbox], [type=radio], [type=file]'
  const known = noneHovered()
  const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable]'
  const isConcealed = (at: Element) => at.getAttribute('aria-hidden') === 'true'
  const isDecoration = (at: Element) => /^(?:presentation|none)$/.test(at.getAttribute('role') ?? '')
  const isInDrawing = (at: Element) => 'ownerSVGElement' in at && at.localName !== 'svg'
  /** Only for shapes without words: an element that has any is represented by those. */
  const isShape = (at: Element) => isInDrawing(at) && at.querySelector('text, foreignObject') === null
  /** Whether something covers the whole page, or a modal dialog is open, that this is not a part of. */
  const isBehind = (element: HTMLElement, own: readonly Element[]) => {
    const home = element.ownerDocument
    const modal = [...home.querySelectorAll(':modal')].at(-1)
    if (modal && !own.includes(modal as HTMLElement)) return true
    const { clientWidth: width, clientHeight: height } = home.documentElement
    const box = element.getBoundingClientRect()
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const isInView = x >= 0 && y >= 0 && x < width && y < height
    const root = element.getRootNode() as Document
    const [across, down] = isInView ? [x, y] : [width / 2, height / 2]
    // Everything there, topmost first: a dialog lies over what covers the page.
    const hits = root.elementsFromPoint(across, down)
    if (hits[0] && chainOf(hits[0] as HTMLElement).includes(element)) return false
    const over = hits.includes(element) ? hits.slice(0, hits.indexOf(element)) : hits
    return over.some((at) => {
      if (own.includes(at)) return false
      const { left, top, right, bottom } = at.getBoundingClientRect()
      const isWhole = left <= 1 && top <= 1 && right >= width - 1 && bottom >= height - 1
      return isWhole && (isInView || styleOf(at).position === 'fixed')
    })
  }
  const isUnseen = (element: HTMLElement) => !element.checkVisibility({ visibilityProperty: true })
  const isDrawn = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect()
    return width * height > 1
  }
  /** Whether the browser skips its rendering until it is scrolled to. */
  const isSkipped = (element: HTMLElement) =>
    !isUnseen(element) && !element.checkVisibility({ contentVisibilityAuto: true })
  /**
   * Whether it holds a control of its own; a hidden one does not count, since it may be all that is in the control
   * drawn for it.
   */
  const ownsControl = (element: HTMLElement) =>
    [...element.querySelectorAll<HTMLElement>(controls)].some((one) => !isUnseen(one) && isDrawn(one))
  const visibleLabelOf = (element: HTMLElement) =>
    labelsOf(element).find((label) => {
      return isDrawn(label) && !isUnseen(label)
    })
  /**
   * A hidden control is represented by its visible label, or by what must be hovered to show it: that is what is seen,
   * covered and pressed.
   */
  const standInOf = (element: HTMLElement, isWithin: boolean) =>
    (element.matches(toggles) && visibleLabelOf(element)) ||
    (!isWithin && element.matches(controls) && hoveredFor(element, known))
  const isOpen = (element: HTMLElement, listening: boolean) => {
    const own = chainOf(element)
    const part = own.filter(isConcealed).at(-1)
    if (own.some((at) => at.hasAttribute('inert'))) return false
    if (isSkipped(element)) return part === undefined && styleOf(element).pointerEvents !== 'none'
    if (isUnseen(element)) {
      const seen = standInOf(element, part !== undefined)
      return seen ? !isBehind(seen, chainOf(seen)) : false
    }
    const isControl = element.matches(controls)
    if (part === undefined && !isShape(element) && !(isDecoration(element) && element.innerText?.trim() === ''))
      return false
    if (!isDrawn(element) || styleOf(element).pointerEvents === 'none') return false
    // An invisible field stands for what is drawn in its place; an icon may appear under the pointer.
    if (isControl && !element.checkVisibility({ opacityProperty: true })) return false
    if (element.querySelectorAll('*').length > mostInside || ownsControl(element)) return false
    // A press on a control's own icon does what the control does.
    if (!listening && !isControl && parentOf(element)?.closest('a[href], button, label, summary')) return false
    return !isBehind(element, own)
  }
  const plain = (text: string | null | undefined) => text?.trim().replace(/\s+/g, ' ').slice(0, 200)
  const textOf = (element: HTMLElement) =>
    isSkipped(element) || isUnseen(element) ? element.textContent : element.innerText
  const wordsOf = (element: HTMLElement) => {
    const label = visibleLabelOf(element) ?? labelsOf(element)[0]
    const title = 'ownerSVGElement' in element ? element.querySelector('title')?.textContent : textOf(element)
    const isButton = element.matches('input:is([type=button], [type=submit], [type=reset])')
    const written = [element.getAttribute('aria-label')]
    const onLabel = label ? [label.getAttribute('aria-label'), textOf(label)] : []
    // The stand-in's words name it, unless the stand-in is a control of its own.
    const isLabel = isUnseen(element) && !label?.matches('[role], [tabindex]')
    const said = isLabel ? [...onLabel, ...written] : [...written, ...onLabel]
    const own = [isButton ? (element as HTMLInputElement).value : '', element.getAttribute('title'), title]
    return [...said, ...own].map(plain).find(Boolean) ?? ''
  }
  const shownIn = (element: HTMLElement) => {
    if (element.matches('select')) return (element as HTMLSelectElement).selectedOptions[0]?.label
    const isField = element.matches(
      'textarea, input:not([type=button], [type=submit], [type=reset], [type=checkbox], [type=radio], [type=file])',
    )
    return isField ? (element as HTMLInputElement).value : undefined
  }
  const reachedOf = (element: HTMLElement): Reached => {
    const value = isSecure(element) ? undefined : plain(shownIn(element))
    return {
      words: wordsOf(element),
      ...(value && { value }),
      ...(element.matches('[type=checkbox], [type=radio]') && { checked: (element as HTMLInputElement).checked }),
      ...(element.matches(':disabled') && { isDisabled: true }),
    }
  }
  const asked = [this, ...others] as HTMLElement[]
  const open = asked.filter((element, at) => element.isConnected && isOpen(element, listens[at] === '1'))
  const states = new Map(open.map((element) => [element, settingOf(element)]))
  memory<Kept>().concealedStates = states
  return asked.map((element) => (states.has(element) ? reachedOf(element) : null))
}

/** `null` for each element that nobody can use. */
export const concealedScript = sent(openToHands, settingOf, ...hoverParts, ...secureParts)

/** Is any of those that were found set otherwise now? */
function areSetOtherwise(): boolean {
  return [...(memory<Kept>().concealedStates ?? [])].some(([element, was]) => settingOf(element) !== was)
}

export const areSetOtherwiseScript = sent(areSetOtherwise, settingOf, memory)
