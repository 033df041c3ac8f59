/** Source text of functions that give a page's text and HTML; they run in the daemon's isolated world. */

/**
 * Rendered text, into open shadow roots and same-process frames, which `innerText` leaves out. What is not rendered has
 * the text of all in it, but for secure fields.
 */
export const textScript = `function () {
  const hints = /\\b(current-password|new-password|one-time-code|cc-[a-z-]+)\\b/
  const isSecure = (element) => element.localName === 'textarea' && hints.test(element.autocomplete || '')
  const blocks = /^(block|flex|grid|table|list-item|flow-root|table-row)/
  const needsWalk = (element) => {
    if (element.shadowRoot || element.localName === 'iframe') return true
    return [...element.querySelectorAll('*')].some((inner) => inner.shadowRoot || inner.localName === 'iframe' || isSecure(inner))
  }
  const frameText = (frame) => {
    try {
      return frame.contentDocument && frame.contentDocument.body ? textOf(frame.contentDocument.body) : ''
    } catch {
      return ''
    }
  }
  const textOf = (element) => {
    if (isSecure(element)) return ''
    if (element.localName === 'iframe') return '\\n' + frameText(element) + '\\n'
    if (element.localName === 'slot' && element.assignedNodes().length > 0) return join(element.assignedNodes())
    if (!needsWalk(element)) return typeof element.innerText === 'string' ? element.innerText : element.textContent
    const text = join((element.shadowRoot || element).childNodes)
    const { display } = element.ownerDocument.defaultView.getComputedStyle(element)
    return blocks.test(display) ? '\\n' + text + '\\n' : text
  }
  const isShown = (element) => element.localName === 'slot' || element.checkVisibility({ visibilityProperty: true }) || getComputedStyle(element).display === 'contents'
  const join = (nodes) => {
    let text = ''
    for (const node of nodes) {
      if (node.nodeType === 3) text += node.data.replace(/\\s+/g, ' ')
      else if (node.nodeType === 1 && isShown(node)) {
        const inner = textOf(node)
        const block = blocks.test(node.ownerDocument.defaultView.getComputedStyle(node).display)
        text += block && !inner.startsWith('\\n') ? '\\n' + inner + '\\n' : inner
      }
    }
    return text
  }
  if (this.nodeType === 3) return this.data.trim()
  const root = this.nodeType === 9 ? this.body || this.documentElement : this
  return root ? textOf(root).replace(/[ \\t]*\\n[ \\t]*/g, '\\n').replace(/\\n{3,}/g, '\\n\\n').trim() : ''
}`

/** HTML from a copy in a document without scripts, so that nothing of the page runs; secure values are taken out. */
export const htmlScript = `function () {
  const root = this.nodeType === 9 ? this.documentElement : this.nodeType === 1 ? this : this.parentElement || this.getRootNode().host
  if (!root) return ''
  const selector = 'input, textarea'
  const hints = /\\b(current-password|new-password|one-time-code|cc-[a-z-]+)\\b/
  const isSecure = (field) => field.type === 'password' || hints.test(field.autocomplete || '')
  const fieldsOf = (element) => [...(element.matches(selector) ? [element] : []), ...element.querySelectorAll(selector)]
  const secure = fieldsOf(root).map((field) => isSecure(field) && [field.value, field.defaultValue].filter((text) => text.length > 2))
  if (!secure.some(Boolean)) return root.outerHTML
  const copy = root.ownerDocument.implementation.createHTMLDocument('').importNode(root, true)
  for (const [index, field] of fieldsOf(copy).entries()) {
    if (!secure[index]) continue
    for (const { name, value } of [...field.attributes]) {
      if (name === 'value' || secure[index].some((secret) => value.includes(secret))) field.removeAttribute(name)
    }
    if (field.localName === 'textarea') field.textContent = ''
  }
  return copy.outerHTML
}`
