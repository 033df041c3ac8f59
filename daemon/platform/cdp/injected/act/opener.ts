/** Finds what opens the part of a page that a hidden element is in, in the daemon's isolated world. */
import { chainOf, elementOf, elementParts } from '../elements.ts'
import { sent } from '../sent.ts'

/** By the markup, or by a style sheet that depends on a checkbox; null if only a script knows. */
function opener(this: Node): Element | null {
  const isShown = (at: Element) => at.checkVisibility({ visibilityProperty: true })
  const firstShown = (found: Iterable<Element>, part: Element) =>
    [...found].find((one) => isShown(one) && !part.contains(one)) ?? null
  const named = (part: Element) => {
    const id = CSS.escape(part.id)
    const ways = [`[aria-controls~="${id}"]`, `[popovertarget="${id}"]`, `[commandfor="${id}"]`]
    return firstShown((part.getRootNode() as Document).querySelectorAll(ways.join()), part)
  }
  const selectorsIn = (list: CSSRuleList): string[] =>
    [...list].flatMap((rule) => {
      const { selectorText = '', cssRules } = rule as CSSStyleRule
      const own = /:checked[^,]*[ >+~]/.test(selectorText) ? selectorText.split(/,(?![^(]*\))/) : []
      return [...own, ...(cssRules ? selectorsIn(cssRules) : [])]
    })
  const sheetsOf = (root: Document) =>
    [...root.styleSheets, ...root.adoptedStyleSheets].flatMap((sheet) => {
      try {
        return selectorsIn(sheet.cssRules)
      } catch {
        // Of another origin.
        return []
      }
    })
  const labelOrBox = (box: HTMLInputElement, part: Element) =>
    firstShown([box, ...(box.labels ?? [])], part) ? box : null
  /** Returns the box itself, since a press on it goes to the label drawn for it. */
  const checked = (part: Element) => {
    const root = part.getRootNode() as Document
    for (const selector of sheetsOf(root)) {
      try {
        if (!part.matches(selector.replaceAll(':checked', ''))) continue
        const boxes = root.querySelectorAll<HTMLInputElement>(selector.split(':checked')[0]!.trim() || 'input')
        const found = [...boxes].find((box) => box.matches('input') && labelOrBox(box, part))
        if (found) return found
      } catch {
        // Nothing is left of it.
      }
    }
    return null
  }
  const summaryOf = (part: Element) =>
    part.matches('details:not([open])') ? [...part.children].find((one) => one.localName === 'summary') : undefined
  const element = elementOf(this)
  for (const part of chainOf(element)) {
    const summary = summaryOf(part)
    if (summary && isShown(summary) && summary !== element) return summary
    if (isShown(part) && part !== element) continue
    const found = (part.id ? named(part) : null) ?? checked(part)
    if (found) return found
  }
  return null
}

export const openerScript = sent(opener, ...elementParts)
