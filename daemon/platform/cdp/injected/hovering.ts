/** What a page's own rules do where the pointer is, in the daemon's isolated world. */
import { chainOf, elementParts } from './elements.ts'
import { memory } from './memory.ts'

/** What hovering does: it shows another element, brings a rendered one into reach, or only marks it as pressable. */
type Hovering = 'shown' | 'reached' | 'pointed'

/** Selectors of what a rule applies to while the right element is hovered, and of that element. */
interface HoverRule {
  readonly to: string
  readonly over: string
}
type HoverRules = { readonly [what in Hovering]: HoverRule[] }

/** The rules found in a sheet, which may have thousands: valid as long as the sheet still ends with the same rule. */
interface KnownRules extends HoverRules {
  readonly last: CSSRule | undefined
  readonly count: number
}

interface Hoverable {
  readonly rules: readonly HoverRule[]
  /** All elements that any of them is about, as one selector; empty if there are none. */
  readonly all: string
}

/** The selector of the element that is meant, or before or after which something is drawn. */
export function elementIn(selector: string): string {
  return selector.replace(/::?(?:before|after)$/, '')
}

/** Where one of the signs stands outside brackets. */
function signsIn(selector: string, signs: RegExp): number[] {
  let depth = 0
  return selector.split('').flatMap((one, at) => {
    depth += /[([]/.test(one) ? 1 : /[)\]]/.test(one) ? -1 : 0
    return depth === 0 && signs.test(one) ? at : []
  })
}

/** The selectors of a rule, written out where it is nested in another. */
function selectorsOf(text: string, around: string | undefined): string[] {
  const commas = [...signsIn(text, /,/), text.length]
  const all = commas.map((end, index) => text.slice(index === 0 ? 0 : commas[index - 1]! + 1, end).trim())
  if (around === undefined) return all
  return all.map((one) => (one.includes('&') ? one.replaceAll('&', `:is(${around})`) : `:is(${around}) ${one}`))
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
  // What a rule for all that is not hovered puts away, hovering brings.
  const hides = ({ visibility, display }: CSSStyleDeclaration) => visibility === 'hidden' || display === 'none'
  const fades = ({ opacity, pointerEvents }: CSSStyleDeclaration) => opacity === '0' || pointerEvents === 'none'
  const any = ':where(*)'
  const note = (selector: string, style: CSSStyleDeclaration, found: HoverRules) => {
    const isUnhovered = selector.includes(':not(:hover)')
    const hovered = selector.indexOf(':hover')
    const pseudo = selector.search(/::?(?:before|after)$/)
    const rest = [...signsIn(selector, /[\s>+~]/), pseudo].find((at) => at > hovered)
    const held = (text: string) => text.replaceAll(isUnhovered ? ':not(:hover)' : ':hover', any)
    const rule = { to: held(selector), over: held(selector.slice(0, rest)) }
    if (!isUnhovered && style.cursor === 'pointer') found.pointed.push(rule)
    if (rest === undefined) return
    if (isUnhovered ? hides(style) : shows(style)) found.shown.push(rule)
    if (isUnhovered ? fades(style) : reaches(style)) found.reached.push(rule)
  }
  // A browser creates the style and the text of a rule on first access, so each rule is visited once, and most no further
  // than their selectors.
  const find = (list: CSSRuleList, found: HoverRules, around?: string): HoverRules => {
    for (const rule of list) {
      const { selectorText, cssRules } = rule as CSSStyleRule
      const isHovering = selectorText?.includes(':hover') || around?.includes(':hover')
      const hasInner = cssRules?.length > 0
      if (!isHovering && !hasInner) continue
      const own = selectorText === undefined ? [] : selectorsOf(selectorText, around)
      for (const selector of own) if (selector.includes(':hover')) note(selector, (rule as CSSStyleRule).style, found)
      if (hasInner) find(cssRules, found, own.length === 0 ? around : own.join())
    }
    return found
  }
  // One question mostly tells that all are selectors.
  const areSelectors = (rules: readonly HoverRule[]) =>
    CSS.supports(`selector(:is(${rules.map(({ to }) => elementIn(to)).join()}))`)
  const usable = (rules: readonly HoverRule[]) => {
    const own = rules.filter(({ to }) => !elementIn(to).includes('::'))
    return areSelectors(own) ? own : own.filter((rule) => areSelectors([rule]))
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
      const found = { shown: usable(shown), reached: usable(reached), pointed: usable(pointed) }
      known.set(sheet, { count, last, ...found })
      return found[what]
    } catch {
      // The sheet is of another origin.
      return []
    }
  })
  return { rules, all: rules.flatMap(({ to }) => (elementIn(to) === to ? to : [])).join() }
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
    const over = rules.flatMap((rule) => (at.matches(rule.to) ? rule.over : []))
    return over.map((selector) => around.find((one) => one.matches(selector))).find(Boolean) ?? null
  }
  for (const at of hiders) {
    if (!known.found.has(at)) known.found.set(at, hovered(at))
    const found = known.found.get(at)
    if (found) return found
  }
  return null
}

/** Send along with any code that calls these. */
export const hoverParts = [
  elementIn,
  signsIn,
  selectorsOf,
  hoverRulesOf,
  noneHovered,
  hoveredFor,
  memory,
  ...elementParts,
] as const
