/** From nodes to elements, and to their ancestors across shadow roots and same-origin frames. */
import { memory } from './memory.ts'

export function elementOf(node: Node): HTMLElement {
  // What CSS draws before, after or behind an element is not a node: newer browsers give it an object of its own.
  const { element } = node as Node & { readonly element?: HTMLElement }
  if (!node.nodeType && element) return element
  if (node.nodeType === 1) return node as HTMLElement
  if (node.nodeType === 9) return (node as Document).documentElement
  return node.parentElement || ((node.getRootNode() as ShadowRoot).host as HTMLElement)
}

export function frameOf(node: Node): HTMLElement | null {
  try {
    return node.ownerDocument!.defaultView!.frameElement as HTMLElement | null
  } catch {
    return null
  }
}

/** The parent in the flat tree. */
export function parentOf(node: Element): HTMLElement | null {
  return (
    node.assignedSlot ||
    node.parentElement ||
    ((node.getRootNode && (node.getRootNode() as ShadowRoot).host) as HTMLElement) ||
    frameOf(node)
  )
}

/** The element and its ancestors, innermost first. */
export function chainOf(node: HTMLElement): HTMLElement[] {
  const chain: HTMLElement[] = []
  for (let at: HTMLElement | null = node; at; at = parentOf(at)) chain.push(at)
  return chain
}

/**
 * Content slotted into a closed shadow root does not reveal its slot, but the slot reveals its content. For slotted
 * text browsers report a hit on the element in which it was written, which surrounds the one in which it is drawn.
 */
export function holdsSlotted(element: HTMLElement, hit: Node, chain: readonly Node[]): boolean {
  const isText = (node: Node) => node.nodeType === 3 && node.parentNode === hit && /\S/.test(node.nodeValue || '')
  const takesTexts = () => styleOf(element).pointerEvents !== 'none'
  return [...element.querySelectorAll('slot')].some((slot) =>
    slot
      .assignedNodes({ flatten: true })
      .some((node) => node === hit || chain.includes(node) || (isText(node) && takesTexts())),
  )
}

export function labelsOf(element: Element): HTMLElement[] {
  return [...((element as HTMLInputElement).labels || [])]
}

export function viewOf(element: Element): Window & typeof globalThis {
  return element.ownerDocument.defaultView!
}

export function styleOf(element: Element): CSSStyleDeclaration {
  return viewOf(element).getComputedStyle(element)
}

/** Does it show options when it is opened or typed into? */
export function listsOptions(element: Element): boolean {
  const popup = element.getAttribute('aria-haspopup')
  const isCompleted = /^(list|both)$/.test(element.getAttribute('aria-autocomplete') ?? '')
  const isBox = element.getAttribute('role') === 'combobox' && !/^(dialog|grid|false)$/.test(popup ?? '')
  return isBox || isCompleted || popup === 'listbox'
}

/** What hovering does: it shows another element, brings a rendered one into reach, or only marks it as pressable. */
type Hovering = 'shown' | 'reached' | 'pointed'
/** Selectors by what hovering does. */
type HoverRules = { readonly [what in Hovering]: string[] }

/** The rules found in a sheet, which may have thousands: valid as long as the sheet still ends with the same rule. */
interface KnownRules extends HoverRules {
  readonly last: CSSRule | undefined
  readonly count: number
}

/** Selectors of the document's own rules for which hovering has that effect. */
export function hoverSelectorsOf(root: Document | ShadowRoot, what: Hovering): string[] {
  const ways = ['transform', 'translate', 'scale', 'clip-path', 'width', 'height', 'max-width', 'max-height', 'inset']
  const shows = ({ visibility, display }: CSSStyleDeclaration) =>
    /^(?:visible|initial)$/.test(visibility) || (display !== '' && display !== 'none')
  const reaches = (style: CSSStyleDeclaration) =>
    parseFloat(style.opacity) > 0 ||
    style.pointerEvents === 'auto' ||
    [...ways, 'left', 'right', 'top', 'bottom'].some((way) => style.getPropertyValue(way) !== '')
  // A browser creates the style and the text of a rule on first access, so each rule is visited once.
  const find = (list: CSSRuleList, found: HoverRules): HoverRules => {
    for (const rule of list) {
      const { selectorText = '', cssRules } = rule as CSSStyleRule
      if (selectorText.includes(':hover')) {
        const { style } = rule as CSSStyleRule
        const selectors = selectorText.split(/,(?![^(]*\))/)
        const isOfAnother = /:hover[^,]*[ >+~]/.test(selectorText)
        if (style.cursor === 'pointer') found.pointed.push(...selectors)
        if (isOfAnother && shows(style)) found.shown.push(...selectors)
        if (isOfAnother && reaches(style)) found.reached.push(...selectors)
      }
      if (cssRules?.length) find(cssRules, found)
    }
    return found
  }
  const kept = memory<{ hoverRules?: WeakMap<CSSStyleSheet, KnownRules> }>()
  kept.hoverRules ??= new WeakMap()
  const known = kept.hoverRules
  return [...root.styleSheets, ...root.adoptedStyleSheets].flatMap((sheet) => {
    try {
      const { cssRules } = sheet
      const [count, last, before] = [cssRules.length, cssRules[cssRules.length - 1], known.get(sheet)]
      if (before?.count === count && before.last === last) return before[what]
      const found = find(cssRules, { shown: [], reached: [], pointed: [] })
      known.set(sheet, { count, last, ...found })
      return found[what]
    } catch {
      // The sheet is of another origin.
      return []
    }
  })
}

/** A memory for one pass: every control in a container asks for the same rules and the same container. */
export interface Hovered {
  readonly rules: { readonly shown: Map<Node, string[]>; readonly reached: Map<Node, string[]> }
  readonly found: Map<Element, HTMLElement | null>
}

export function noneHovered(): Hovered {
  return { rules: { shown: new Map(), reached: new Map() }, found: new Map() }
}

/**
 * The element to hover so that this one, which is not shown or not in reach, appears; null if the page has no such
 * rule.
 */
export function hoveredFor(element: HTMLElement, known = noneHovered()): HTMLElement | null {
  const mostLevels = 4
  const chain = chainOf(element)
  const first = chain.findIndex((at) => at.checkVisibility({ visibilityProperty: true }))
  const isRendered = first === 0
  // Only the outermost unrendered ancestor counts: what is inside cannot show before it does.
  const hiders = isRendered ? chain.slice(0, mostLevels) : first < 0 ? [] : [chain[first - 1]!]
  if (hiders.length === 0) return null
  const root = hiders[0]!.getRootNode() as Document
  const rules = isRendered ? known.rules.reached : known.rules.shown
  if (!rules.has(root)) rules.set(root, hoverSelectorsOf(root, isRendered ? 'reached' : 'shown'))
  const isShownBy = (at: HTMLElement, selector: string) => {
    try {
      return at.matches(selector.replaceAll(':hover', ''))
    } catch {
      // No selector is left without it, as with `:not(:hover)`.
      return false
    }
  }
  const hovered = (at: HTMLElement) => (selector: string) => {
    if (!isShownBy(at, selector)) return undefined
    const start = selector.split(':hover')[0]!.trim() || '*'
    return chain.slice(chain.indexOf(at) + 1).find((one) => CSS.supports(`selector(${start})`) && one.matches(start))
  }
  for (const at of hiders) {
    if (!known.found.has(at)) known.found.set(at, rules.get(root)!.map(hovered(at)).find(Boolean) ?? null)
    const found = known.found.get(at)
    if (found) return found
  }
  return null
}

/** Send along with any code that calls these. */
export const elementParts = [
  memory,
  elementOf,
  frameOf,
  parentOf,
  chainOf,
  holdsSlotted,
  labelsOf,
  viewOf,
  styleOf,
  listsOptions,
  hoverSelectorsOf,
  noneHovered,
  hoveredFor,
] as const
