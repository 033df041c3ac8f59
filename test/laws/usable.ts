/**
 * What of a page can be used, as a second client sees it: focusable, listening or clickable, and hit by a pointer once it
 * is scrolled to. A wrapper around one control is no other thing than that.
 */
import type { Outside } from '../fixtures/web/outside.ts'

export interface Usable {
  /** Backend id of its DOM node. */
  readonly id: number
  /** Those of the texts in it, which stand for an inline element that is nothing else. */
  readonly texts: readonly number[]
  readonly words: string
  readonly why: readonly string[]
}

/** Events of a hand: pointer, keys, dragging. */
const input =
  /^(?:(?:dbl|aux)?click|contextmenu|mouse(?:down|up|over|out|enter|leave|move)|pointer(?:down|up|over|out|enter|leave|move)|key(?:down|up|press)|touch(?:start|end|move)|drag\w*|drop)$/
/** A listener on more than this is there for what it contains. */
const delegates = 50

const look = `function (delegates, isHeard) {
  // As a person scrolls: what hides its overflow stands still. All is put back at once.
  const isHit = (at) => {
    const before = []
    for (let up = at; up; up = up.parentElement ?? up.getRootNode().host ?? up.ownerDocument.defaultView?.frameElement)
      before.push([up, up.scrollLeft, up.scrollTop])
    at.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const stands = ([one]) => one.parentElement && one !== one.ownerDocument.body && /hidden|clip/.test(getComputedStyle(one).overflow)
    const isStill = before.every((one) => !stands(one) || (one[0].scrollLeft === one[1] && one[0].scrollTop === one[2]))
    const view = at.ownerDocument.documentElement
    const places = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]]
    const finds = ({ x, y, width, height }) => places.some(([across, down]) => {
      const [left, top] = [x + width * across, y + height * down]
      if (left < 0 || top < 0 || left >= view.clientWidth || top >= view.clientHeight) return false
      const hit = at.getRootNode().elementFromPoint(left, top)
      return hit && (at.contains(hit) || hit.assignedSlot?.getRootNode().host === at)
    })
    const found = isStill && [...at.getClientRects()].slice(0, 3).some(finds)
    for (const [one, left, top] of before) if (one.scrollLeft !== left || one.scrollTop !== top) one.scrollTo({ left, top, behavior: 'instant' })
    return found
  }
  const cursor = (one) => getComputedStyle(one).cursor
  const around = (one) => one.parentElement ?? one.getRootNode().host
  const box = this.getBoundingClientRect()
  const isSeen = box.width * box.height > 1 && this.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })
    && this.closest('[inert]') === null
  const why = []
  const widget = /^(?:button|link|checkbox|radio|switch|tab|option|menuitem\\w*|treeitem|gridcell|cell|row|columnheader|rowheader|slider|spinbutton|textbox|combobox)$/
  const isLink = this.localName !== 'a' || this.href !== '' || this.hasAttribute('tabindex')
  // Its tabIndex says 0, but what has no buttons of its own takes no focus.
  const isPlain = this.matches(':is(video, audio):not([controls], [tabindex])')
  const isTabbed = (isLink && !isPlain && this.tabIndex >= 0) || (this.hasAttribute('tabindex') && widget.test(this.getAttribute('role') ?? ''))
  if (isTabbed && !/^(?:iframe|html|body|object|embed)$/.test(this.localName)) why.push('focusable')
  if (this.draggable && this.getAttribute('draggable') === 'true') why.push('draggable')
  const outer = around(this)
  if (cursor(this) === 'pointer' && (outer == null || cursor(outer) !== 'pointer')) why.push('pointer')
  const walker = this.ownerDocument.createTreeWalker(this, 5, (one) => (one.nodeType === 1 || one.nodeValue.trim() !== '' ? 1 : 3))
  let count = 0
  while (count <= delegates && walker.nextNode()) count++
  const isOne = count <= delegates && !/^(?:html|body|iframe|script|style)$/.test(this.localName)
  const inner = this.querySelectorAll('a[href], button, input, select, textarea, [tabindex], [role]')
  const controls = [...inner].filter((one) => one.checkVisibility() && (one.tabIndex >= 0 || widget.test(one.getAttribute('role') ?? '')))
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const said = (one) => [one.innerText, one.ariaLabel, one.title, one.placeholder, one.value, ...[...(one.labels ?? [])].map((label) => label.innerText)]
  // It is around one control, says no more than that, and has no use of its own.
  const wraps = why.length === (why[0] === 'pointer' ? 1 : 0) && controls.length === 1
    && this.querySelector('img[alt]:not([alt=""])') === null
    && [...said(controls[0]), ''].some((text) => plain(text) === plain(this.innerText))
  const words = '<' + this.localName + [...this.attributes].map((one) => ' ' + one.name + '=' + one.value).join('').slice(0, 160) + '>' + this.textContent.trim().slice(0, 30)
  return { isSeen: isSeen && (isHeard || why.length > 0) && !wraps && isHit(this), why, isOne, words }
}`

interface Looked {
  readonly isSeen: boolean
  readonly why: readonly string[]
  readonly isOne: boolean
  readonly words: string
}

/** One call an element, all at once. */
export async function usableIn({ session }: Outside): Promise<Usable[]> {
  const { root } = await session.send('DOM.getDocument', { depth: -1, pierce: true })
  const { object } = await session.send('DOM.resolveNode', { nodeId: root.nodeId })
  const { listeners } = await session.send('DOMDebugger.getEventListeners', {
    objectId: object.objectId!,
    depth: -1,
    pierce: true,
  })
  const heard = new Map<number, Set<string>>()
  for (const { type, backendNodeId } of listeners) {
    if (backendNodeId === undefined || !input.test(type)) continue
    heard.set(backendNodeId, (heard.get(backendNodeId) ?? new Set()).add(type))
  }
  const elements: { readonly id: number; readonly texts: number[] }[] = []
  const collect = (node: typeof root): void => {
    if (node.nodeType === 1) {
      const texts = (node.children ?? []).filter(({ nodeType }) => nodeType === 3).map((one) => one.backendNodeId)
      elements.push({ id: node.backendNodeId, texts })
    }
    for (const child of [
      ...(node.shadowRoots ?? []).filter((one) => one.shadowRootType !== 'user-agent'),
      ...(node.children ?? []),
    ])
      collect(child)
    if (node.contentDocument !== undefined) collect(node.contentDocument)
  }
  collect(root)
  const found: Usable[] = []
  await Promise.all(
    elements.map(async ({ id: backendNodeId, texts }) => {
      const { object: held } = await session.send('DOM.resolveNode', { backendNodeId })
      const { result } = await session.send('Runtime.callFunctionOn', {
        objectId: held.objectId!,
        functionDeclaration: look,
        arguments: [{ value: delegates }, { value: heard.has(backendNodeId) }],
        returnByValue: true,
      })
      const { isSeen, why, isOne, words } = result.value as Looked
      const all = [...why, ...(isOne ? (heard.get(backendNodeId) ?? []) : [])].filter(
        (one) => one !== 'pointer' || isOne,
      )
      if (isSeen && all.length > 0) found.push({ id: backendNodeId, texts, words, why: all })
    }),
  )
  return found
}
