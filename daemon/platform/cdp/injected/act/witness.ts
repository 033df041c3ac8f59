/** What the page changes in the very task of an event, in the daemon's isolated world: no timer runs meanwhile. */
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { isOfUse, type Layer, layerParts, layersIn } from './layers.ts'
import { listenEverywhere, reachableWindows } from './listening.ts'
import { notePressed, notingParts } from './marked.ts'

interface Witness {
  /** With all that is in them. */
  readonly added: WeakSet<Node>
  /** In which a text or an attribute that says something has changed. */
  readonly touched: WeakSet<Node>
  /** Whose look has changed: only of what has come with it does that say anything. */
  readonly restyled: WeakSet<Node>
  /** Own styles as they were, of elements that got another one other than by the focus. */
  readonly styles: Map<HTMLElement, string>
  /** Where listeners to the focus alone brought mere texts or changed something. */
  readonly focused: WeakSet<Node>
  /** Only words have changed there. */
  readonly renamed: WeakSet<Node>
  /** Where a listener of an element, not of the whole page, changed something. */
  readonly own: readonly Node[]
  /** Those that were open. */
  readonly layers: readonly Layer[]
  pressed?: Element | undefined
  /** Those that the browser sent to fields it found wrong. */
  readonly invalid: readonly Event[]
  end(): void
}

interface Kept {
  witness?: Witness
  witnessedAt?: number
}

/**
 * Mutations are delivered after each listener, with all that it has promised, and an event has a phase until it has
 * been through its listeners: what is delivered meanwhile was caused by it, and by no clock. Closed shadow roots are
 * not seen, and neither is what listeners leave to a timer, a frame or a message.
 */
export function witnessChanges(isPress: boolean): Witness {
  const types = [
    ...['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'auxclick', 'dblclick'],
    ...['contextmenu', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit', 'reset'],
    ...['focus', 'focusin', 'blur', 'focusout', 'command'],
  ]
  const mostStyles = 100
  const marks = /^(class|style|id|tabindex|data-.*)$/
  const names = /^(?:text|title|alt|aria-(?:label|description))$/
  const mostElements = 20_000
  const kept = memory<Kept>()
  kept.witness?.end()
  kept.witnessedAt = performance.now()
  const added = new WeakSet<Node>()
  const touched = new WeakSet<Node>()
  const restyled = new WeakSet<Node>()
  const styles = new Map<HTMLElement, string>()
  const focused = new WeakSet<Node>()
  const renamed = new WeakSet<Node>()
  const own: Node[] = []
  const mostOwn = 500
  const events = new Set<Event>()
  const stop = listenEverywhere(types, (event) => {
    if (!event.isTrusted) return
    events.add(event)
    if (event.type !== 'pointerdown') return
    kept.witness!.pressed = event.composedPath()[0] as Element
    notePressed(event)
  })
  // Popovers and dialogs open without a mark on the element; the browser fires this as they do.
  const stopOpening = listenEverywhere(['beforetoggle'], (event) => {
    const isOpening = event.isTrusted && (event as ToggleEvent).newState === 'open'
    if (isOpening && [...events].some(({ eventPhase }) => eventPhase !== 0)) added.add(event.target as Node)
  })
  const invalid: Event[] = []
  const stopInvalid = listenEverywhere(['invalid'], (event) => {
    if (event.isTrusted) invalid.push(event)
  })
  const isOfElement = (at: EventTarget | null) =>
    at !== null && 'localName' in at && !/^(?:html|body)$/.test((at as Element).localName)
  const hasText = (node: Node) => /\S/.test(node.textContent || '')
  const note = ({ type, target, attributeName, addedNodes, removedNodes }: MutationRecord) => {
    for (const node of addedNodes) added.add(node)
    if (type === 'attributes') restyled.add(target)
    if (
      type === 'attributes'
        ? marks.test(attributeName!)
        : type === 'childList' && ![...addedNodes, ...removedNodes].some(hasText)
    )
      return
    touched.add(target)
    if (type === 'attributes') return
    // What an element is called may follow from a text some levels below.
    for (let at = target.parentNode, level = 0; at && level < 2; at = at.parentNode, level++) touched.add(at)
  }
  const observer = new MutationObserver((records) => {
    for (const event of events) if (event.eventPhase === 0) events.delete(event)
    if (events.size === 0) return
    const others = [...events].filter(({ type }) => !/^(?:focus|blur)/.test(type))
    if (isPress && others.length === 0) {
      for (const record of records)
        if ([...record.addedNodes].some(isOfUse)) note(record)
        else {
          if (names.test(record.attributeName ?? 'text')) renamed.add(record.target)
          for (const node of [record.target, ...record.addedNodes]) focused.add(node)
        }
      return
    }
    records.forEach(note)
    if (others.some(({ currentTarget }) => isOfElement(currentTarget)))
      for (const { target, removedNodes } of records) if (own.length < mostOwn) own.push(target, ...removedNodes)
    if (others.length < events.size) return
    for (const { target, attributeName, oldValue } of records)
      if (attributeName === 'style' && !styles.has(target as HTMLElement) && styles.size < mostStyles)
        styles.set(target as HTMLElement, oldValue ?? '')
  })
  const observe = (root: Document | ShadowRoot) => {
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributeOldValue: true })
    const elements = root.querySelectorAll('*')
    if (elements.length < mostElements) for (const { shadowRoot } of elements) if (shadowRoot) observe(shadowRoot)
  }
  for (const one of reachableWindows()) {
    try {
      observe(one.document)
    } catch {}
  }
  const end = () => {
    stop()
    stopOpening()
    stopInvalid()
    observer.disconnect()
  }
  const layers = layersIn(document)
  kept.witness = { added, touched, restyled, styles, focused, renamed, own, layers, invalid, end }
  return kept.witness
}

export const witnessParts = [
  witnessChanges,
  memory,
  listenEverywhere,
  reachableWindows,
  ...layerParts,
  ...notingParts,
] as const

/**
 * Why the browser refused a form that was to be sent, where it says so in a bubble of its own. What only a script has checked
 * does not get the focus.
 */
export function refusalOf(): string | undefined {
  const told = memory<Kept>().witness?.invalid.find((event) => !event.defaultPrevented)
  const field = told?.target as HTMLInputElement | undefined
  if (!field || (field.getRootNode() as Document).activeElement !== field) return undefined
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 200)
  const names = [field.labels?.[0]?.innerText, field.ariaLabel, field.placeholder, field.name].map(plain)
  const name = names.find((one) => one !== '')
  return `the form was refused: “${plain(field.validationMessage)}”${name === undefined ? '' : ` at “${name}”`}`
}

/** Was this changed, or brought if it has come since, by the last press or key itself? */
function isCaused(this: Node, hasCome: boolean): boolean {
  const { witness } = memory<Kept>()
  if (!witness) return false
  if (witness.touched.has(this) || (hasCome && witness.restyled.has(this))) return true
  for (let at: Node | null | undefined = this; at; at = at.parentNode || (at as ShadowRoot).host)
    if (witness.added.has(at)) return true
  return false
}

export const isCausedScript = sent(isCaused, memory)
