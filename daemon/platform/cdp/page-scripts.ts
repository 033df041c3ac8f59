/**
 * Source text of functions that run in the page, in the daemon's isolated world, with a node as `this`. Text, for they
 * are never run here; each stands alone but for the shared lines that are put before it.
 */

/** The element of a node; its flat-tree parent, across shadow roots and frames of the same origin. */
export const shared = `
  const elementOf = (node) =>
    node.nodeType === 1 ? node : node.nodeType === 9 ? node.documentElement : node.parentElement || node.getRootNode().host
  const frameOf = (node) => {
    try {
      return node.ownerDocument.defaultView.frameElement
    } catch {
      return null
    }
  }
  const parentOf = (node) =>
    node.assignedSlot || node.parentElement || (node.getRootNode && node.getRootNode().host) || frameOf(node)
  const chainOf = (node) => {
    const chain = []
    for (let at = node; at; at = parentOf(at)) chain.push(at)
    return chain
  }
  const labelsOf = (element) => [...(element.labels || [])]
`

/** `{gone, disabled, hidden, readonly, modal}` of the element, `modal` when a modal dialog keeps others from it. */
export const stateScript = `function () {${shared}
  const element = this.isConnected ? elementOf(this) : null
  const view = element && element.ownerDocument.defaultView
  if (!view) return { gone: true }
  const isShown = (at) => {
    if (at.localName === 'area' || at.localName === 'option' || at.localName === 'optgroup') {
      const owner = at.closest('select, datalist') || at.closest('map')
      return !owner || owner.localName === 'map' || isShown(owner)
    }
    const canvas = at.parentElement && at.parentElement.closest('canvas')
    if (canvas) return isShown(canvas)
    if (view.getComputedStyle(at).display === 'contents') return !parentOf(at) || isShown(parentOf(at))
    return at.checkVisibility({ visibilityProperty: true })
  }
  const chain = chainOf(element)
  const frames = []
  for (let frame = frameOf(element); frame; frame = frameOf(frame)) frames.push(frame)
  const root = element.getRootNode()
  const modal = (root.querySelector(':modal') || element.ownerDocument.querySelector(':modal'))
  return {
    disabled:
      element.matches(':disabled') ||
      chain.some((at) => at.getAttribute('aria-disabled') === 'true' || at.hasAttribute('inert')),
    hidden: !isShown(element) || frames.some((frame) => !isShown(frame)),
    readonly: (element.readOnly === true && element.localName !== 'select') || element.getAttribute('aria-readonly') === 'true',
    modal: !!modal && !chain.some((at) => at.matches(':modal')),
  }
}`

/** Resolves to `still`, `settled` (it moved at first), or `moving` after so many frames. */
export const stillScript = `function (frames) {${shared}
  const element = elementOf(this)
  const view = element.ownerDocument.defaultView
  // A tab that is not shown has no frames: time stands in for them.
  const frame = () => new Promise((done) => {
    const timer = view.setTimeout(done, 50)
    view.requestAnimationFrame(() => (view.clearTimeout(timer), done()))
  })
  const middle = () => {
    const box = element.getBoundingClientRect()
    return [box.x + box.width / 2, box.y + box.height / 2]
  }
  return (async () => {
    let before = middle()
    for (let count = 0; count < frames; count++) {
      await frame()
      const now = middle()
      if (Math.abs(now[0] - before[0]) < 1 && Math.abs(now[1] - before[1]) < 1) return count === 0 ? 'still' : 'settled'
      before = now
    }
    return 'moving'
  })()
}`

export const scrollIntoViewScript = `function () {${shared}
  const element = elementOf(this)
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
}`

/**
 * What of an element without a box of its own stands for it on the page: a label, the visible part of a details
 * element, the first descendant with a box.
 */
export const standInScript = `function () {${shared}
  const element = elementOf(this)
  const hasBox = (at) => {
    const box = at.getBoundingClientRect()
    return box.width > 0 && box.height > 0
  }
  const label = labelsOf(element).find(hasBox)
  if (label) return label
  const walker = element.ownerDocument.createTreeWalker(element.shadowRoot || element, 1)
  for (let count = 0; count < 50; count++) {
    const next = walker.nextNode()
    if (!next) return null
    if (hasBox(next)) return next
  }
  return null
}`

/**
 * How each of the hit nodes stands to the element: `rank` 2 pressing it presses the element, 1 it is within the
 * element but a control of its own, 0 something else; `text` describes it; `mayPart` when scrolling could part them:
 * it is a bar that stays where it is, or the element is outside of what a scrolled part of the page shows.
 */
export const relationScript = `function (...hits) {${shared}
  const element = elementOf(this)
  const controls =
    'a[href], button, input, select, textarea, summary, label, option, [onclick], [role=button], [role=link], [role=checkbox], [role=switch], [role=radio], [role=tab], [role=option], [role=menuitem], [role=menuitemcheckbox], [role=menuitemradio], [role=treeitem]'
  const controlOf = (chain) => chain.find((at) => at.matches(controls))
  const own = chainOf(element)
  const labels = labelsOf(element)
  // The content of a slot in a closed shadow root does not tell its slot; the slot tells its content.
  const slotted = (hit, chain) => {
    for (const slot of element.querySelectorAll('slot')) {
      if (slot.assignedNodes({ flatten: true }).some((node) => node === hit || chain.includes(node))) return true
    }
    return false
  }
  const rankOf = (hit) => {
    const chain = chainOf(hit)
    const within = chain.indexOf(element)
    if (within >= 0) return chain.slice(0, within).some((at) => at.matches(controls) && !at.matches('label')) ? 1 : 2
    const label = chain.findIndex((at) => labels.includes(at))
    if (label >= 0) return chain.slice(0, label).some((at) => at.matches(controls)) ? 0 : 2
    if (slotted(hit, chain)) return 2
    const control = controlOf(own)
    return control && control !== element && control === controlOf(chain) ? 2 : 0
  }
  const view = element.ownerDocument.defaultView
  const styleOf = (at) => at.ownerDocument.defaultView.getComputedStyle(at)
  const { x, y, width, height } = element.getBoundingClientRect()
  const isClipped = own.some((at) => {
    if (at === element || at.ownerDocument !== element.ownerDocument || styleOf(at).overflow === 'visible') return false
    const box = at.getBoundingClientRect()
    return x < box.x || y < box.y || x + width > box.right || y + height > box.bottom
  })
  const isBar = (hit) => chainOf(hit).some((at) => ['fixed', 'sticky'].includes(styleOf(at).position)) && hit.getBoundingClientRect().height < view.innerHeight / 2
  return hits.map((node) => {
    const hit = elementOf(node)
    const name = hit.getAttribute('aria-label') || (hit.innerText || '').trim().replace(/\\s+/g, ' ')
    // A form's own \`id\` may be one of its fields.
    const id = hit.getAttribute('id')
    const tag = hit.localName + (id ? '#' + id : '') + [...hit.classList].slice(0, 2).map((name) => '.' + name).join('')
    return { rank: rankOf(hit), mayPart: isClipped || isBar(hit), text: name ? tag + ' "' + (name.length > 40 ? name.slice(0, 39) + '…' : name) + '"' : tag }
  })
}`
