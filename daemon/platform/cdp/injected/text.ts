/** A page's text and HTML, in the daemon's isolated world. */
import { elementOf } from './elements.ts'
import { holdsSecureMarkup, isInSecure, isMasked, isSecure, secretsOf, secureParts } from './secure-fields.ts'
import { sent } from './sent.ts'

function textIn(this: Node): string {
  // Characters that CSS masking leaves in the text, one per letter: without any of them no element needs a check.
  const masks = /[•◦▪■]/
  let mayBeMasked = false
  const isSecret = (element: Element) => isInSecure(element) || (mayBeMasked && isMasked(element))
  const blocks = /^(block|flex|grid|table|list-item|flow-root|table-row)/
  /** An `object` without a document shows its own content. */
  const isFrame = (element: Element) =>
    /^i?frame$/.test(element.localName) ||
    (element.localName === 'object' && (element as HTMLObjectElement).contentDocument != null)
  /** Not rendered until it is scrolled to: `innerText` has none of it. */
  const isSkipped = (element: Element) =>
    element.checkVisibility() && !element.checkVisibility({ contentVisibilityAuto: true })
  const needsWalk = (element: Element) => {
    if (element.shadowRoot || isFrame(element) || isSkipped(element)) return true
    return [...element.querySelectorAll('*')].some(
      (inner) => inner.shadowRoot || isFrame(inner) || isSkipped(inner) || isSecret(inner),
    )
  }
  const frameText = (frame: HTMLIFrameElement) => {
    try {
      return frame.contentDocument?.body ? textOf(frame.contentDocument.body) : ''
    } catch {
      return ''
    }
  }
  const displayOf = (element: Element) => element.ownerDocument.defaultView!.getComputedStyle(element).display
  /** A closed list shows what is chosen of it; `innerText` has all its options. */
  const withChosen = (element: Element, text: string) => {
    let shown = text
    let from = 0
    for (const list of element.querySelectorAll('select')) {
      const { innerText: all, size, multiple, selectedOptions } = list
      const at = size > 1 || multiple || all.trim() === '' ? -1 : shown.indexOf(all, from)
      if (at < 0) continue
      const chosen = selectedOptions[0]?.label ?? ''
      shown = shown.slice(0, at) + chosen + shown.slice(at + all.length)
      from = at + chosen.length
    }
    return shown
  }
  const textOf = (element: Element): string => {
    if (isSecret(element)) return ''
    if (isFrame(element)) return `\n${frameText(element as HTMLIFrameElement)}\n`
    if (element.localName === 'slot' && (element as HTMLSlotElement).assignedNodes().length > 0)
      return join((element as HTMLSlotElement).assignedNodes())
    const { innerText } = element as HTMLElement
    if (!needsWalk(element))
      return typeof innerText === 'string' ? withChosen(element, innerText) : element.textContent!
    const text = join((element.shadowRoot || element).childNodes)
    return blocks.test(displayOf(element)) ? `\n${text}\n` : text
  }
  const isShown = (element: Element) =>
    element.localName === 'slot' ||
    element.checkVisibility({ visibilityProperty: true }) ||
    getComputedStyle(element).display === 'contents'
  /** A text node's own data is not masked. */
  const dataOf = (node: Text) => {
    const around = node.parentElement ?? (node.getRootNode() as ShadowRoot).host
    return node.data.trim() !== '' && around && isMasked(around) ? '' : node.data
  }
  const join = (nodes: Iterable<Node>) => {
    let text = ''
    for (const node of nodes) {
      if (node.nodeType === 3) text += dataOf(node as Text).replace(/\s+/g, ' ')
      else if (node.nodeType === 1 && isShown(node as Element)) {
        const inner = textOf(node as Element)
        const block = blocks.test(displayOf(node as Element))
        text += block && !inner.startsWith('\n') ? `\n${inner}\n` : inner
      }
    }
    return text
  }
  if (this.nodeType === 3) return this.parentElement && isSecret(this.parentElement) ? '' : dataOf(this as Text).trim()
  const { body, documentElement } = this as Document
  const root = this.nodeType === 9 ? body || documentElement : (this as Element)
  if (!root) return ''
  const text = textOf(root)
  mayBeMasked = masks.test(text)
  return (mayBeMasked ? textOf(root) : text)
    .replace(/(?<![ \t])[ \t]*\n[ \t]*/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** Takes out attributes, comments, templates and unused texts that hold the markup of secure fields. */
function dropMarkup(copy: Element): void {
  for (const element of [copy, ...copy.querySelectorAll('*')]) {
    for (const { name, value } of [...element.attributes]) if (holdsSecureMarkup(value)) element.removeAttribute(name)
    if (/^(?:template|noscript)$/.test(element.localName) && holdsSecureMarkup(element.innerHTML))
      element.innerHTML = ''
    for (const node of [...element.childNodes])
      if (node.nodeType === 8 && holdsSecureMarkup((node as Comment).data)) node.remove()
  }
}

function htmlOf(this: Node): string {
  const root = elementOf(this)
  if (!root) return ''
  const selector = 'input, textarea, select'
  const fieldsOf = (element: Element) => [
    ...(element.matches(selector) ? [element] : []),
    ...element.querySelectorAll(selector),
  ]
  const secure = fieldsOf(root).map((field) => isSecure(field) && secretsOf(field))
  const inside = (element: Element) => [element, ...element.querySelectorAll('*')]
  const masked = inside(root).map(isMasked)
  // A frame written into the markup is a document of its own, which may have a field in its text.
  const written = 'iframe[srcdoc]'
  const isOpen =
    !secure.some(Boolean) && !masked.some(Boolean) && !root.matches(written) && !root.querySelector(written)
  if (isInSecure(root) && root.localName.startsWith('opt')) return ''
  if (isOpen && !holdsSecureMarkup(root.outerHTML)) return root.outerHTML
  const copy = root.ownerDocument.implementation.createHTMLDocument('').importNode(root, true)
  for (const [index, field] of fieldsOf(copy).entries()) {
    const secrets = secure[index]
    if (!secrets) continue
    for (const { name, value } of [...field.attributes]) {
      if (name === 'value' || secrets.some((secret) => value.includes(secret))) field.removeAttribute(name)
    }
    if (field.localName !== 'input') field.textContent = ''
  }
  for (const frame of inside(copy)) if (frame.matches(written)) frame.removeAttribute('srcdoc')
  dropMarkup(copy)
  for (const [index, element] of inside(copy).entries())
    if (masked[index]) for (const node of [...element.childNodes]) if (node.nodeType === 3) node.remove()
  return copy.outerHTML
}

const textParts = [textIn, htmlOf, dropMarkup, elementOf, ...secureParts] as const

/** Null for an element that was removed from the document and lives on only in the page's scripts. */
function ofElement(this: Node, what: 'text' | 'html'): string | null {
  return this.isConnected ? (what === 'text' ? textIn : htmlOf).call(this) : null
}

/**
 * Rendered text including open shadow roots and same-process frames, which `innerText` omits, or HTML. For an
 * unrendered element, all text inside except secure fields. HTML comes from a copy in a document without scripts, so
 * that nothing of the page runs; secure values are removed.
 */
export const contentScript = sent(ofElement, ...textParts)

/** Whether it is the document of a frame that is not rendered, whose text is all that is written in its elements. */
function isUnrendered(): boolean {
  const isSeen = innerWidth > 0 && innerHeight > 0 && document.documentElement?.checkVisibility()
  return window.parent !== window && !isSeen
}

function textOfPage(): string {
  return isUnrendered() ? '' : textIn.call(document)
}

/** For the document of a tab, or of a frame of another site. */
export const pageTextScript = sent(textOfPage, isUnrendered, ...textParts)

function htmlOfPage(): string {
  return htmlOf.call(document)
}

export const pageHtmlScript = sent(htmlOfPage, ...textParts)

function textIfUnseen(): string {
  try {
    // An `embed`'s document is out of its parent's reach.
    if (window.frameElement && window.frameElement.localName !== 'embed') return ''
  } catch {}
  return textOfPage()
}

/** Nothing if the parent document can see into the frame: its text includes this one's. */
export const frameTextScript = sent(textIfUnseen, textOfPage, isUnrendered, ...textParts)
