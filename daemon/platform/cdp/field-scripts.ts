/** Source text of functions that set fields; they run in the page, in the daemon's isolated world. */

/**
 * The native setter, past one that a framework put on the element itself, and the events of a user's edit. In the
 * isolated world such setters cannot be seen anyway; the prototype's is right in both.
 */
const shared = `
  const elementOf = (node) =>
    node.nodeType === 1 ? node : node.nodeType === 9 ? node.documentElement : node.parentElement || node.getRootNode().host
  const setNative = (element, name, value) => {
    for (let at = Object.getPrototypeOf(element); at; at = Object.getPrototypeOf(at)) {
      const property = Object.getOwnPropertyDescriptor(at, name)
      if (property && property.set) return property.set.call(element, value)
    }
  }
  const fire = (element, ...types) => {
    const { Event, InputEvent } = element.ownerDocument.defaultView
    for (const type of types) {
      const init = { bubbles: true, composed: type === 'input' }
      element.dispatchEvent(type === 'input' && element.localName !== 'select' ? new InputEvent(type, init) : new Event(type, init))
    }
  }
  const secureHints = /\\b(current-password|new-password|one-time-code|cc-[a-z-]+)\\b/
  const isSecure = (element) =>
    element.localName === 'input' && (element.type === 'password' || secureHints.test(element.autocomplete || ''))
  const words = (text) => (text || '').replace(/\\s+/g, ' ').trim()
  const pick = (options, wanted, textsOf) => {
    const target = words(wanted)
    const lower = target.toLowerCase()
    const exact = (fold) => options.filter((option) => textsOf(option).some((text) => fold(words(text))))
    const found = [exact((text) => text === target), exact((text) => text.toLowerCase() === lower)].find((list) => list.length > 0)
    return found ? found[0] : undefined
  }
`

/**
 * Makes a field ready for text, or sets what is not text at once. Answers `{kind}`:
 * `text` (focused, its content selected; write now), `set`, `same`, `check` {on}, `slider`, `file`, `bad` {wanted},
 * `missing` {options}, `disabled`, `long` {most}, `none`.
 */
export const setScript = `function (value) {${shared}
  let element = elementOf(this)
  if (element.localName === 'label' && element.control) element = element.control
  const editable = 'input:not([type=hidden]), textarea, select, [contenteditable]:not([contenteditable=false])'
  if (!element.matches(editable) && !element.isContentEditable && element.getAttribute('role') !== 'slider') {
    const inner = [...element.querySelectorAll(editable), ...(element.shadowRoot ? element.shadowRoot.querySelectorAll(editable) : [])]
    if (inner.length === 1) element = inner[0]
  }
  const view = element.ownerDocument.defaultView
  if (element.localName === 'select') {
    const option = pick([...element.options], value, (option) => [option.label, option.text, option.value])
    if (!option) return { kind: 'missing', options: [...element.options].slice(0, 20).map((option) => words(option.label)) }
    if (option.disabled || (option.parentElement.localName === 'optgroup' && option.parentElement.disabled)) return { kind: 'disabled' }
    if (option.selected && element.selectedOptions.length === 1) return { kind: 'same' }
    element.focus({ preventScroll: true })
    setNative(element, 'selectedIndex', option.index)
    fire(element, 'input', 'change')
    return { kind: 'set' }
  }
  if (element.localName === 'input') {
    const { type } = element
    if (type === 'file') return { kind: 'file' }
    if (type === 'checkbox' || type === 'radio') return { kind: 'check', on: element.checked }
    const forms = {
      date: 'YYYY-MM-DD', time: 'HH:MM', 'datetime-local': 'YYYY-MM-DDTHH:MM', month: 'YYYY-MM', week: 'YYYY-Www',
      color: '#rrggbb', range: 'a number',
    }
    if (type in forms) {
      const before = element.value
      const wanted = type === 'color' ? value.toLowerCase() : value
      if (type === 'range' ? value.trim() === '' || !Number.isFinite(Number(value)) : false) return { kind: 'bad', type, wanted: forms[type] }
      if (before === wanted) return { kind: 'same' }
      element.focus({ preventScroll: true })
      setNative(element, 'value', wanted)
      const now = element.value
      if (type !== 'range' && (type === 'color' ? now !== wanted : wanted !== '' && (now === '' || Date.parse(now) !== Date.parse(wanted) && !now.startsWith(wanted.slice(0, 5))))) {
        setNative(element, 'value', before)
        return { kind: 'bad', type, wanted: forms[type] }
      }
      if (now === before) return { kind: 'same' }
      fire(element, 'input', 'change')
      return { kind: 'set' }
    }
    if (['button', 'submit', 'reset', 'image', 'hidden'].includes(type)) return { kind: 'none' }
    if (type === 'number' && value !== '' && !Number.isFinite(Number(value))) return { kind: 'bad', type, wanted: 'a number' }
  } else if (element.localName !== 'textarea') {
    if (element.getAttribute('role') === 'slider' || (element.getAttribute('role') === 'spinbutton' && !element.isContentEditable)) {
      return Number.isFinite(Number(value)) ? { kind: 'slider' } : { kind: 'bad', type: 'slider', wanted: 'a number' }
    }
    if (!element.isContentEditable) return { kind: 'none' }
    if (element.innerText.replace(/\\n$/, '') === value) return { kind: 'same' }
    element.focus()
    view.getSelection().selectAllChildren(element)
    return { kind: 'text', empty: element.textContent === '' }
  }
  if (element.maxLength >= 0 && value.length > element.maxLength) return { kind: 'long', most: element.maxLength }
  // An answer that it is the same would tell whether a guess at a secret is right.
  if (element.value === value && !isSecure(element)) return { kind: 'same' }
  element.focus()
  element.select()
  return { kind: 'text', empty: element.value === '' }
}`

/** After the text was put in: commits it, and answers whether the field took it. Values never leave the page. */
export const commitScript = `function (value) {${shared}
  let element = elementOf(this)
  if (element.localName === 'label' && element.control) element = element.control
  const active = element.getRootNode().activeElement
  if (active && active !== element && element.contains(active)) element = active
  if (element.shadowRoot && element.shadowRoot.activeElement) element = element.shadowRoot.activeElement
  if (element.value === undefined) return element.isContentEditable
  const root = element.getRootNode()
  const plain = (text) => text.replace(/\\r\\n?/g, '\\n')
  const took = plain(element.value) === plain(value) || (element.value !== '' && value !== '')
  fire(element, 'change')
  // The browser tells the same change once more when the focus leaves: only one that is news may pass.
  const scope = root === element.ownerDocument ? root.defaultView : root
  const told = element.value
  const again = (event) => {
    if (!event.isTrusted || event.composedPath()[0] !== element) return
    scope.removeEventListener('change', again, true)
    if (element.value === told) event.stopImmediatePropagation()
  }
  scope.addEventListener('change', again, true)
  return took
}`

/** Is the focus on the element, or within it? Puts it there; a newly focused field has its caret at the end. */
export const focusScript = `function (caret) {${shared}
  let element = elementOf(this)
  if (element.localName === 'label' && element.control) element = element.control
  const document = element.ownerDocument
  if (element === document.documentElement || element === document.body) {
    document.defaultView.focus()
    return true
  }
  // Focus deeper down, in shadow roots too, shows in the element's own scope as focus on what holds it.
  const within = () => {
    const active = element.getRootNode().activeElement
    return active && active !== document.body && element.contains(active) ? active : null
  }
  if (within()) {
    if (!document.hasFocus()) within().focus()
    return true
  }
  element.focus()
  if (!within()) return false
  if (caret && typeof element.value === 'string') {
    try {
      element.setSelectionRange(element.value.length, element.value.length)
    } catch {}
  } else if (caret && element.isContentEditable) {
    const selection = document.defaultView.getSelection()
    selection.selectAllChildren(element)
    selection.collapseToEnd()
  }
  return true
}`

/** An option element of a select: `{kind}` `set`, `same`, `disabled`, or `none` when it is none. */
export const optionScript = `function () {${shared}
  const option = elementOf(this)
  const select = option.localName === 'option' ? option.closest('select') : null
  if (!select) return { kind: 'none' }
  if (option.matches(':disabled')) return { kind: 'disabled' }
  if (option.selected) return { kind: 'same' }
  setNative(option, 'selected', true)
  fire(select, 'input', 'change')
  return { kind: 'set' }
}`

/** The option of an ARIA list box, menu, tab list or tree with such a text, or of none. */
export const findOptionScript = `function (value) {${shared}
  const element = elementOf(this)
  const owned = [element, ...(element.getAttribute('aria-controls') || element.getAttribute('aria-owns') || '').split(/\\s+/).flatMap((id) => (id && element.getRootNode().getElementById(id)) || [])]
  const selector = '[role=option], [role=tab], [role=radio], [role=treeitem], [role=menuitemradio], [role=row], input[type=radio]'
  const options = owned.flatMap((root) => [...root.querySelectorAll(selector)])
  const textsOf = (option) => [option.getAttribute('aria-label'), option.innerText, option.value, option.getAttribute('data-value'), ...[...(option.labels || [])].map((label) => label.innerText)].filter((text) => typeof text === 'string')
  return pick(options, value, textsOf) || null
}`

/** What state there is: `checked`, `expanded`, `selected` are true, false or undefined; `popup` when a press opens one. */
export const stateScript = `function () {${shared}
  let element = elementOf(this)
  if (element.localName === 'label' && element.control) element = element.control
  const aria = (name) => {
    const value = element.getAttribute('aria-' + name)
    return value === 'true' ? true : value === 'false' || value === 'mixed' ? false : undefined
  }
  const isCheck = element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio')
  const details = element.localName === 'details' ? element : element.localName === 'summary' && element.parentElement && element.parentElement.localName === 'details' ? element.parentElement : null
  const popover = element.popoverTargetElement
  return {
    checked: isCheck ? (element.indeterminate ? false : element.checked) : (aria('checked') ?? aria('pressed')),
    expanded: details ? details.open : (aria('expanded') ?? (popover ? popover.matches(':popover-open') : undefined)),
    selected: element.localName === 'option' ? element.selected : isCheck ? element.checked : (aria('selected') ?? aria('checked')),
    popup: (!!element.getAttribute('aria-haspopup') && element.getAttribute('aria-haspopup') !== 'false') || !!popover,
    tag: element.localName,
    radio: (element.localName === 'input' && element.type === 'radio') || ['radio', 'menuitemradio'].includes(element.getAttribute('role')),
  }
}`

/** The value of what is stepped, as text; null when it cannot be told. */
export const steppedScript = `function () {${shared}
  const element = elementOf(this)
  if (element.localName === 'input' || element.localName === 'select') return element.value
  return element.getAttribute('aria-valuenow')
}`

/** A select is stepped without its menu. Answers whether it moved; null when it is no select. */
export const stepSelectScript = `function (by) {${shared}
  const element = elementOf(this)
  if (element.localName !== 'select') return null
  let index = element.selectedIndex
  do index += by
  while (element.options[index] && element.options[index].disabled)
  if (!element.options[index]) return false
  element.focus({ preventScroll: true })
  setNative(element, 'selectedIndex', index)
  fire(element, 'input', 'change')
  return true
}`

/**
 * Scrolls by pixels, to an edge, by a page, or into view. `x` and `y` null: as \`where\` says, or, when that is null,
 * into view if it is outside and else one page. Answers `moved`, `still`, `wheel` when nothing there can be scrolled.
 */
export const scrollScript = `function (x, y, where) {${shared}
  const element = elementOf(this)
  const document = element.ownerDocument
  const view = document.defaultView
  const page = document.scrollingElement || document.documentElement
  const parentOf = (at) => at.assignedSlot || at.parentElement || at.getRootNode().host
  const canScroll = (at) => {
    if (at === page || at === document.documentElement || at === document.body) return false
    const { overflowX, overflowY } = view.getComputedStyle(at)
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll' || overflow === 'hidden'
    return (at.scrollHeight > at.clientHeight && scrolls(overflowY)) || (at.scrollWidth > at.clientWidth && scrolls(overflowX))
  }
  const nearest = () => {
    for (let at = element; at; at = parentOf(at)) if (canScroll(at)) return at
    return page
  }
  if (x === null && !where) {
    const before = element.getBoundingClientRect()
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    const after = element.getBoundingClientRect()
    if (before.x !== after.x || before.y !== after.y) {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      return 'moved'
    }
    if (!canScroll(element) && element !== page && element !== document.body && element !== document.documentElement) return 'still'
  }
  const target = nearest()
  const { clientWidth: width, clientHeight: height } = target
  const far = 1e7
  const [left, top] =
    x !== null ? [x, y]
    : where === 'up' ? [0, -0.9 * height] : where === 'left' ? [-0.9 * width, 0] : where === 'right' ? [0.9 * width, 0]
    : where === 'top' ? [0, -far] : where === 'bottom' ? [0, far] : [0, 0.9 * height]
  const before = [target.scrollLeft, target.scrollTop]
  target.scrollBy({ left, top, behavior: 'instant' })
  if (target.scrollLeft !== before[0] || target.scrollTop !== before[1]) return 'moved'
  return target.scrollHeight > target.clientHeight + 1 || target.scrollWidth > target.clientWidth + 1 ? 'still' : 'wheel'
}`
