/** The text in parts of a page that are not rendered until they are scrolled to. */
import { styleOf } from '../elements.ts'
import { isInSecure, isMasked } from '../secure-fields.ts'

/** A text, a heading or a picture. */
export interface Written<At = Node> {
  readonly node: At
  readonly words: string
  /** For a heading. */
  readonly level?: number
}

/** In document order; without controls, which are found separately, and without what is hidden from screen readers. */
export function writtenIn(skipping: HTMLElement): Written[] {
  const controls = 'a[href], button, input, select, textarea, summary, [role=button], [role=link], [contenteditable]'
  const silent =
    '[aria-hidden=true], script, style, template, noscript, svg, canvas, video, audio, iframe, object, embed'
  const plain = (text: string) => text.trim().replace(/\s+/g, ' ')
  const levelOf = (at: Element) => {
    const [, level] = /^h([1-6])$/.exec(at.localName) ?? []
    if (level !== undefined) return Number(level)
    return at.getAttribute('role') === 'heading' ? Number(at.getAttribute('aria-level') ?? 2) : undefined
  }
  const isShown = (at: Element) =>
    at.checkVisibility({ visibilityProperty: true }) || styleOf(at).display === 'contents'
  const inside = (at: Element): Written[] => {
    if (isInSecure(at) || isMasked(at)) return []
    const assigned = at.localName === 'slot' ? (at as HTMLSlotElement).assignedNodes() : []
    const nodes = assigned.length > 0 ? assigned : [...(at.shadowRoot ?? at).childNodes]
    return nodes.flatMap((node) => {
      if (node.nodeType === 3) return /\S/.test(node.nodeValue!) ? [{ node, words: node.nodeValue! }] : []
      const element = node as Element
      if (node.nodeType !== 1 || element.matches(silent) || element.matches(controls) || !isShown(element)) return []
      if (element.localName === 'img') return [{ node, words: element.getAttribute('alt') ?? '' }]
      const level = levelOf(element)
      const found = inside(element)
      return level === undefined ? found : [{ node, words: found.map(({ words }) => words).join(''), level }]
    })
  }
  // Only child elements can be asked, not texts. If one is rendered, the accessibility tree has the part already.
  const isRendered = [...skipping.children].some((at) => at.checkVisibility({ contentVisibilityAuto: true }))
  if (isRendered) return []
  return inside(skipping)
    .map((one) => ({ ...one, words: plain(one.words) }))
    .filter(({ words }) => words !== '')
}
