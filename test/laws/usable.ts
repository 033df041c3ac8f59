/**
 * What of a page can be used, as a second client sees it: focusable, listening or clickable, and hit by a pointer once it
 * is scrolled to. A wrapper around one control is no other thing than that.
 */
import type { Outside } from '../fixtures/web/outside.ts'

export interface Usable {
  /** Backend id of its DOM node. */
  readonly id: number
  /** Those of the texts in it, which stand for an inline element, or a group that is drawn, that is nothing else. */
  readonly texts: readonly number[]
  readonly words: string
  readonly why: readonly string[]
}

/** Events of a hand: pointer, keys, dragging. */
const input =
  /^(?:(?:dbl|aux)?click|contextmenu|mouse(?:down|up|over|out|enter|leave|move)|pointer(?:down|up|over|out|enter|leave|move)|key(?:down|up|press)|touch(?:start|end|move)|drag\w*|drop)$/
/** A listener on more than this is there for what it contains. */
const delegates = 50

/** Where a pointer meets an element, once it is scrolled to. */
const hits = `// As a person scrolls: what hides its overflow stands still. All is put back at once.
  const hitsOf = (at) => {
    const before = []
    for (let up = at; up; up = up.parentElement ?? up.getRootNode().host ?? up.ownerDocument.defaultView?.frameElement)
      before.push([up, up.scrollLeft, up.scrollTop])
    at.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
    const stands = ([one]) => one.parentElement && one !== one.ownerDocument.body && /hidden|clip/.test(getComputedStyle(one).overflow)
    const isStill = before.every((one) => !stands(one) || (one[0].scrollLeft === one[1] && one[0].scrollTop === one[2]))
    const view = at.ownerDocument.documentElement
    const places = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]]
    const findIn = ({ x, y, width, height }) => places.flatMap(([across, down]) => {
      const [left, top] = [x + width * across, y + height * down]
      if (left < 0 || top < 0 || left >= view.clientWidth || top >= view.clientHeight) return []
      let hit = at.ownerDocument.elementFromPoint(left, top)
      while (hit?.shadowRoot) {
        const inner = hit.shadowRoot.elementFromPoint(left, top)
        if (inner === null || inner === hit) break
        hit = inner
      }
      // Of a slotted text the element is named that it was written in.
      if (hit?.shadowRoot) hit = [...hit.childNodes].find((one) => one.nodeType === 3 && one.assignedSlot)?.assignedSlot ?? hit
      return hit && wayTo(hit).includes(at) ? [hit] : []
    })
    const found = isStill ? [...at.getClientRects()].slice(0, 3).flatMap(findIn) : []
    for (const [one, left, top] of before) if (one.scrollLeft !== left || one.scrollTop !== top) one.scrollTo({ left, top, behavior: 'instant' })
    return found
  }
  // In the flat tree, innermost first.
  const wayTo = (at) => {
    const way = []
    for (let up = at; up; up = up.assignedSlot ?? up.parentElement ?? up.getRootNode().host) way.push(up)
    return way
  }`

const look = `function (delegates, isHeard) {
  ${hits}
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
  // Some say so for what is focusable in them.
  const isProxy = this.shadowRoot?.delegatesFocus || (this.localName.includes('-') && !this.hasAttribute('tabindex'))
  const isTabbed = (isLink && !isPlain && !isProxy && this.tabIndex >= 0) || (this.hasAttribute('tabindex') && widget.test(this.getAttribute('role') ?? ''))
  if (isTabbed && !/^(?:i?frame|html|body|object|embed)$/.test(this.localName)) why.push('focusable')
  if (this.draggable && this.getAttribute('draggable') === 'true') why.push('draggable')
  const outer = around(this)
  if (cursor(this) === 'pointer' && (outer == null || cursor(outer) !== 'pointer')) why.push('pointer')
  const insideOf = (at) => [...(at.shadowRoot ?? at).children].flatMap((one) => [one, ...(one.localName === 'slot' ? one.assignedElements().flatMap((it) => [it, ...insideOf(it)]) : insideOf(one))])
  const inside = insideOf(this)
  const textsIn = (at) => [...(at.shadowRoot ?? at).childNodes].filter((one) => one.nodeType === 3 && one.nodeValue.trim() !== '').length
  const count = inside.reduce((sum, one) => sum + 1 + textsIn(one), textsIn(this))
  const isOne = count <= delegates && !/^(?:html|body|iframe|script|style)$/.test(this.localName)
  const controls = inside.filter((one) => one.matches('a[href], button, input, select, textarea, [tabindex], [role]')).filter((one) => one.checkVisibility() && (one.tabIndex >= 0 || widget.test(one.getAttribute('role') ?? '')))
  const plain = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const said = (one) => [one.innerText, one.ariaLabel, one.title, one.placeholder, /^(?:checkbox|radio)$/.test(one.type) ? '' : one.value, ...[...(one.labels ?? [])].map((label) => label.innerText)]
  // It is around one control, says no more than that, and has no use of its own, but for a stop of the keyboard.
  const isMereStop = !isHeard && !this.hasAttribute('role') && this.matches('div, span')
  const wraps = why.every((one) => one === 'pointer' || (one === 'focusable' && isMereStop)) && controls.length === 1
    && this.querySelector('img[alt]:not([alt=""])') === null
    && (said(controls[0]).every((text) => plain(text) === '') || [...said(controls[0]), ''].some((text) => plain(text) === plain(this.innerText)))
  const isControl = (one) => one.matches('a[href], button, input, select, textarea, summary') || one.tabIndex >= 0 || widget.test(one.getAttribute('role') ?? '')
  const met = isSeen && (isHeard || why.length > 0) && !wraps ? hitsOf(this) : []
  // Wherever it is pressed a press goes through the same control in it, which is looked at by itself.
  const within = new Set(met.map((hit) => {
    const way = wayTo(hit)
    const found = way.slice(0, way.indexOf(this)).find((one) => isControl(one) || one.control)
    return found?.control ?? found
  }))
  const isCovered = within.size === 1 && !within.has(undefined)
  // Only drawn: the label of a control, what a control's own shadow tree shows of it, or what is in one that is pressed as a whole.
  const host = this.getRootNode().host
  const holder = wayTo(this).slice(1).find(isControl)
  const whole = /^(?:button|checkbox|radio|switch|tab|option|menuitem\\w*|slider|spinbutton)$/
  const isIn = holder != null && (holder.localName === 'button' || whole.test(holder.getAttribute('role') ?? ''))
  const isPart = this.closest('label')?.control != null || (host != null && isControl(host)) || isIn
  const isOfSlider = holder?.getAttribute('role') === 'slider'
  // Keys reach it by what has the focus in it.
  const hasFocusable = this.tabIndex < 0 && inside.some((one) => one.tabIndex >= 0)
  const words = '<' + this.localName + [...this.attributes].map((one) => ' ' + one.name + '=' + one.value).join('').slice(0, 160) + '>' + this.textContent.trim().slice(0, 30)
  return { isSeen: met.length > 0 && !isCovered && !isOfSlider, why, isOne, isPart, hasFocusable, words }
}`

/**
 * What of it a pointer meets, wherever it meets it: each place as a list, innermost first, and null after it. The room
 * around one thing that says all, and is not much smaller, is that thing.
 */
const met = `function () {
  ${hits}
  const ways = hitsOf(this).map((hit) => wayTo(hit)).map((way) => way.slice(0, way.indexOf(this)))
  const isSilent = [...this.childNodes].every((one) => one.nodeType !== 3 || one.nodeValue.trim() === '')
  const areaOf = (one) => one.getBoundingClientRect().width * one.getBoundingClientRect().height
  const outmost = ways.find((way) => way.length > 0)?.at(-1)
  const isRoom = isSilent && outmost != null && areaOf(this) < 10 * areaOf(outmost)
  return ways.filter((way) => way.length > 0 || !isRoom).flatMap((way) => [...way, null])
}`

interface Looked {
  readonly isSeen: boolean
  readonly why: readonly string[]
  readonly isOne: boolean
  readonly isPart: boolean
  readonly hasFocusable: boolean
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
      const isText = (one: typeof root) => one.nodeType === 3 || (node.nodeName === 'g' && one.nodeName === 'text')
      const texts = (node.children ?? []).filter(isText).map((one) => one.backendNodeId)
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
      const { isSeen, why, isOne, isPart, hasFocusable, words } = result.value as Looked
      const all = [...why, ...(isOne ? (heard.get(backendNodeId) ?? []) : [])].filter(
        (one) => (one !== 'pointer' || isOne) && !(hasFocusable && one.startsWith('key')),
      )
      if (isSeen && all.length > (isPart && why[0] === 'pointer' ? 1 : 0))
        found.push({ id: backendNodeId, texts, words, why: all })
    }),
  )
  return found
}

/** Does a pointer, wherever it meets it, meet something in it that `isShown`, by backend id? */
export async function isShownWithin(
  { session }: Outside,
  backendNodeId: number,
  isShown: (id: number) => boolean,
): Promise<boolean> {
  const { object } = await session.send('DOM.resolveNode', { backendNodeId })
  const asked = { objectId: object.objectId!, functionDeclaration: met }
  const { result: list } = await session.send('Runtime.callFunctionOn', asked)
  const { result } = await session.send('Runtime.getProperties', { objectId: list.objectId!, ownProperties: true })
  let isWhole = false
  let isHere = false
  for (const { name, value } of result) {
    if (!/^\d+$/.test(name)) continue
    if (value?.objectId === undefined) {
      if (!isHere) return false
      isWhole = true
      isHere = false
    } else {
      const { node } = await session.send('DOM.describeNode', { objectId: value.objectId })
      isHere ||= isShown(node.backendNodeId)
    }
  }
  return isWhole
}
