/** What a page's own rules do where the pointer is, in the daemon's isolated world. */
import { chainOf } from './elements.ts'
import { memory } from './memory.ts'

/** What hovering does: it shows another element, brings a rendered one into reach, or only marks it as pressable. */
type Hovering = 'shown' | 'reached' | 'pointed'

interface HoverRule {
  /** Its selector as if everything was hovered: the elements that it is about. */
  readonly bare: string
  /** Its selector up to the first `:hover`: what has to be hovered. */
  readonly start: string
}
type HoverRules = { readonly [what in Hovering]: HoverRule[] }

/** The rules found in a sheet, which may have thousands: valid as long as the sheet still ends with the same rule. */
interface KnownRules extends HoverRules {
  readonly last: CSSRule | undefined
  readonly count: number
}

interface Hoverable {
  readonly rules: readonly HoverRule[]
  /** All that any of them is about, as one selector; empty if there are none. */
  readonly all: string
}

/** The document's own rules for which hovering has that effect. */
export function hoverRulesOf(root: Document | ShadowRoot, what: Hovering): Hoverable {
  const ways = ['transform', 'translate', 'scale', 'clip-path', 'width', 'height', 'max-width', 'max-height', 'inset']
  const shows = ({ visibility, display }: CSSStyleDeclaration) =>
    /^(?:visible|initial)$/.test(visibility) || (display !== '' && display !== 'none')
  const reaches = (style: CSSStyleDeclaration) =>
    parseFloat(style.opacity) > 0 ||
    style.pointerEvents === 'auto' ||
    [...ways, 'left', 'right', 'top', 'bottom'].some((way) => style.getPropertyValue(way) !== '')
  const rulesOf = (selector: string): HoverRule[] => {
    // No element is a pseudo-element.
    if (/::|:(?:before|after)\b/.test(selector)) return []
    return [{ bare: selector.replaceAll(':hover', '').trim(), start: selector.split(':hover')[0]!.trim() || '*' }]
  }
  // No selector is left without it, as with `:not(:hover)`. Nearly always all are, which one question tells.
  const areSelectors = (rules: readonly HoverRule[]) =>
    CSS.supports(`selector(:is(${rules.map(({ bare }) => bare).join(', ')}))`)
  const selectorsOf = (rules: HoverRule[]) =>
    areSelectors(rules) ? rules : rules.filter(({ bare }) => CSS.supports(`selector(${bare})`))
  // A browser creates the style and the text of a rule on first access, so each rule is visited once.
  const find = (list: CSSRuleList, found: HoverRules): HoverRules => {
    for (const rule of list) {
      const { selectorText = '', cssRules } = rule as CSSStyleRule
      if (selectorText.includes(':hover')) {
        const { style } = rule as CSSStyleRule
        const rules = selectorText.split(/,(?![^(]*\))/).flatMap(rulesOf)
        const isOfAnother = /:hover[^,]*[ >+~]/.test(selectorText)
        if (style.cursor === 'pointer') found.pointed.push(...rules)
        if (isOfAnother && shows(style)) found.shown.push(...rules)
        if (isOfAnother && reaches(style)) found.reached.push(...rules)
      }
      if (cssRules?.length) find(cssRules, found)
    }
    return found
  }
  const kept = memory<{ hoverRules?: WeakMap<CSSStyleSheet, KnownRules> }>()
  kept.hoverRules ??= new WeakMap()
  const known = kept.hoverRules
  const rules = [...root.styleSheets, ...root.adoptedStyleSheets].flatMap((sheet) => {
    try {
      const { cssRules } = sheet
      const [count, last, before] = [cssRules.length, cssRules[cssRules.length - 1], known.get(sheet)]
      if (before?.count === count && before.last === last) return before[what]
      const { shown, reached, pointed } = find(cssRules, { shown: [], reached: [], pointed: [] })
      const found = { shown: selectorsOf(shown), reached: selectorsOf(reached), pointed: selectorsOf(pointed) }
      known.set(sheet, { count, last, ...found })
      return found[what]
    } catch {
      // The sheet is of another origin.
      return []
    }
  })
  return { rules, all: rules.map(({ bare }) => bare).join(', ') }
}

/** A memory for one pass: every control in a container asks for the same rules and the same container. */
export interface Hovered {
  readonly rules: { readonly shown: Map<Node, Hoverable>; readonly reached: Map<Node, Hoverable> }
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
  const of = isRendered ? known.rules.reached : known.rules.shown
  if (!of.has(root)) of.set(root, hoverRulesOf(root, isRendered ? 'reached' : 'shown'))
  const { rules, all } = of.get(root)!
  const hovered = (at: HTMLElement): HTMLElement | null => {
    // One question about all costs no more than one about each.
    if (all === '' || !at.matches(all)) return null
    const around = chain.slice(chain.indexOf(at) + 1)
    const starts = rules.flatMap(({ bare, start }) => (at.matches(bare) ? start : []))
    const isStart = (start: string) => (one: HTMLElement) => CSS.supports(`selector(${start})`) && one.matches(start)
    return starts.map((start) => around.find(isStart(start))).find(Boolean) ?? null
  }
  for (const at of hiders) {
    if (!known.found.has(at)) known.found.set(at, hovered(at))
    const found = known.found.get(at)
    if (found) return found
  }
  return null
}

/** Send along with any code that calls these. */
export const hoverParts = [hoverRulesOf, noneHovered, hoveredFor, chainOf, memory] as const
