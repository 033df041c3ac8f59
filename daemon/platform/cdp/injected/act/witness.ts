/**
 * What the page changes in the very task of an event, in the daemon's isolated world: no timer runs meanwhile. What
 * comes later is said to the console, where the browser adds from which call of the page it came.
 */

import { isOfUse } from '../geometry/layer.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { type Layer, layersIn, openLayerParts } from './besides.ts'
import { listenEverywhere, reachableWindows } from './listening.ts'
import { notePressed, notingParts } from './marked.ts'
import { type Announced, type Marks, marks, noteIn, observeAll } from './observed.ts'
import { type Requests, requestsOfAct } from './requests.ts'

/** What an act is done with: a button, keys, or the pointer alone, as it comes. */
export type Means = 'press' | 'keys' | 'pointer'

interface Later extends Marks {
  /** An event of the browser's own led to it, and nobody knows what to that. */
  readonly isOfBrowser: boolean
  /** It came with the next tasks after the act. */
  readonly isSoon: boolean
  /** What a transition that led to it began with: the act itself, something before it or, by its number, one of these. */
  readonly began: 'act' | 'earlier' | number | undefined
}

interface Witness extends Marks {
  /** What has changed since, by the numbers of the messages to the console. */
  readonly later: ReadonlyMap<number, Later>
  /** What had changed before the act began. */
  readonly earlier: Marks | undefined
  /** Whom the events have been to. */
  readonly path: ReadonlySet<EventTarget>
  /** The same of the events that the browser has sent by itself since, and their types. */
  readonly pathOfItsOwn: ReadonlySet<EventTarget>
  readonly typesOfItsOwn: ReadonlySet<string>
  /** Who alone heard where the focus went. */
  readonly pathOfFocus: ReadonlySet<EventTarget>
  /** Own styles as they were, of elements that got another one other than by the focus. */
  readonly styles: Map<HTMLElement, string>
  /** Where listeners to the focus alone brought mere texts or changed something. */
  readonly focused: WeakSet<Node>
  /** Only words have changed there. */
  readonly renamed: WeakSet<Node>
  /** Where those alone that hear the focus leave changed something. */
  readonly left: WeakSet<Node>
  /** Where a listener of an element, not of the whole page, changed something. */
  readonly own: readonly Node[]
  /** Those that were open. */
  readonly layers: readonly Layer[]
  pressed?: Element | undefined
  readonly requests: Requests
  /** Those that the browser sent to fields it found wrong. */
  readonly invalid: readonly Event[]
  /** What follows was not brought by a listener to the event itself. */
  end(): void
  /** Nothing more is noted. */
  forget(): void
}

export interface Kept extends Announced {
  witness?: Witness
  witnessedAt?: number
}

/**
 * Mutations are delivered after each listener, with all that it has promised, and an event has a phase until it has
 * been through its listeners: what is delivered meanwhile was caused by it, and by no clock. What is delivered later is
 * noted by itself, with `word` and its number said to the console. Closed shadow roots are not seen.
 */
export function witnessChanges(means: Means, word: string): Witness {
  const isPress = means === 'press'
  const moves = ['over', 'enter', 'move', 'out', 'leave'].flatMap((one) => [`pointer${one}`, `mouse${one}`])
  const presses = [
    ...['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click', 'auxclick', 'dblclick'],
    ...['contextmenu', 'keydown', 'keypress', 'keyup', 'beforeinput', 'input', 'change', 'submit', 'reset'],
    ...['focus', 'focusin', 'blur', 'focusout', 'command', 'invalid', 'formdata'],
  ]
  const types = means === 'pointer' ? moves : presses
  const ofItsOwn = [
    ...[
      'transitionend',
      'animationend',
      'popstate',
      'toggle',
      'close',
      'cancel',
      'load',
      'error',
      'message',
      'storage',
    ],
    ...['scroll', 'scrollend', 'resize', 'select', 'selectionchange', 'fullscreenchange', 'visibilitychange'],
    ...['play', 'pause', 'ended', 'timeupdate', 'loadeddata', 'drop', 'paste', 'slotchange'],
  ]
  // No act leads to them again and again.
  const repeated = ['animationiteration']
  const mostPath = 100
  const mostStyles = 100
  const names = /^(?:text|title|alt|aria-(?:label|description))$/
  const mostLater = 200
  const againMs = 250
  const soonMs = 100
  const kept = memory<Kept>()
  if (kept.earlier === undefined) kept.witness?.forget()
  const begun = performance.now()
  kept.witnessedAt = begun
  const atOnce = marks()
  const styles = new Map<HTMLElement, string>()
  const focused = new WeakSet<Node>()
  const renamed = new WeakSet<Node>()
  const left = new WeakSet<Node>()
  const own: Node[] = []
  const mostOwn = 500
  const later = new Map<number, Later>()
  const told = new WeakMap<Node, { number: number; at: number }>()
  const path = new Set<EventTarget>()
  const pathOfItsOwn = new Set<EventTarget>()
  const typesOfItsOwn = new Set<string>()
  const pathOfFocus = new Set<EventTarget>()
  const invalid: Event[] = []
  const events = new Set<Event>()
  let lastAt = begun
  const requests = requestsOfAct()
  const stop = listenEverywhere(types, (event) => {
    if (!event.isTrusted) return
    events.add(event)
    lastAt = performance.now()
    requests.begin()
    const isHow = isPress && /^(?:focus|blur)/.test(event.type)
    for (const at of event.composedPath()) (isHow ? pathOfFocus : path).add(at)
    if (event.type === 'invalid') invalid.push(event)
    if (event.type === 'pointerdown') kept.witness!.pressed = event.composedPath()[0] as Element
    if (event.type === 'pointerdown' || event.type === 'keydown') notePressed(event)
  })
  // Popovers and dialogs open without a mark on the element; the browser fires this as they do.
  const stopOpening = listenEverywhere(['beforetoggle'], (event) => {
    const isOpening = event.isTrusted && (event as ToggleEvent).newState === 'open'
    if (isOpening && [...events].some(({ eventPhase }) => eventPhase !== 0)) atOnce.added.add(event.target as Node)
  })
  const isOfElement = (at: EventTarget | null) =>
    at !== null && 'localName' in at && !/^(?:html|body)$/.test((at as Element).localName)
  const note = (record: MutationRecord) => noteIn(atOnce, record)
  const ofBrowser = new Set<Event>()
  const { observing = observeAll() } = kept
  const hear = (event: Event) => {
    if (!event.isTrusted) return
    if (!repeated.includes(event.type)) ofBrowser.add(event)
    typesOfItsOwn.add(event.type)
    for (const at of event.composedPath()) if (pathOfItsOwn.size < mostPath) pathOfItsOwn.add(at)
  }
  const stopHearing = listenEverywhere([...ofItsOwn, ...repeated], hear, observing.roots)
  const isMarked = ({ added, restyled }: Marks, at: Node) => added.has(at) || restyled.has(at)
  const beganWith = (event: Event): Later['began'] => {
    // Its name may just be that of old, `webkitTransitionEnd`.
    if (!/transition|animation/i.test(event.type)) return undefined
    const lasted = (event as TransitionEvent).elapsedTime * 1000
    if (event.timeStamp - lasted < begun) return 'earlier'
    for (let at: Node | null = event.target as Node; at; at = at.parentNode || (at as ShadowRoot).host || null) {
      const node = at
      const since = [...later].findLast(([, one]) => isMarked(one, node))?.[0]
      if (since !== undefined) return since
      if (isMarked(atOnce, node)) return 'act'
      if (earlier && isMarked(earlier, node)) return 'earlier'
    }
    return undefined
  }
  const noteLater = (records: readonly MutationRecord[]) => {
    for (const event of ofBrowser) if (event.eventPhase === 0) ofBrowser.delete(event)
    const isInTransition = !!(document as Document & { activeViewTransition?: unknown }).activeViewTransition
    if (later.size >= mostLater) return
    // What stirs a place again so soon is what did before.
    const now = performance.now()
    const before = records.map(({ target }) => told.get(target))
    const isAgain = before.every((one) => one !== undefined && now - one.at < againMs)
    if (isAgain) {
      const place = later.get(before[0]!.number)!
      for (const record of records) noteIn(place, record)
      return
    }
    const number = later.size
    const isOfBrowser = ofBrowser.size > 0 || isInTransition
    const [began, ...others] = new Set([...ofBrowser].map(beganWith))
    const isSoon = now - lastAt <= soonMs
    const place: Later = { ...marks(), isOfBrowser, isSoon, began: others.length > 0 ? undefined : began }
    for (const record of records) {
      noteIn(place, record)
      told.set(record.target, { number, at: now })
    }
    later.set(number, place)
    console.debug(word, number)
  }
  const take = (records: readonly MutationRecord[]) => {
    for (const event of events) if (event.eventPhase === 0) events.delete(event)
    if (events.size === 0) return noteLater(records)
    const others = [...events].filter(({ type }) => !/^(?:focus|blur)/.test(type))
    if (isPress && others.length === 0) {
      const isLeaving = [...events].every(({ type }) => /^(?:blur|focusout)$/.test(type))
      for (const record of records)
        if (isLeaving) for (const node of [record.target, ...record.addedNodes]) left.add(node)
        else if ([...record.addedNodes].some(isOfUse)) note(record)
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
  }
  observing.flush()
  observing.take = take
  const { earlier } = kept
  kept.earlier = undefined
  const end = () => {
    stop()
    stopOpening()
  }
  const forget = () => {
    end()
    stopHearing()
    requests.end()
    observing.end()
  }
  const layers = layersIn(document)
  const paths = { path, pathOfItsOwn, typesOfItsOwn, pathOfFocus }
  kept.witness = {
    ...atOnce,
    ...paths,
    later,
    earlier,
    requests,
    styles,
    focused,
    renamed,
    left,
    own,
    layers,
    invalid,
    end,
    forget,
  }
  return kept.witness
}

export const witnessParts = [
  witnessChanges,
  memory,
  marks,
  noteIn,
  observeAll,
  requestsOfAct,
  listenEverywhere,
  reachableWindows,
  ...openLayerParts,
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

function witnessPointer(word: string): void {
  witnessChanges('pointer', word)
}

/** Before the pointer comes, where its coming is the act. */
export const witnessPointerScript = sent(witnessPointer, ...witnessParts)

/** It has come. */
function endWitness(): void {
  memory<Kept>().witness?.end()
}

export const endWitnessScript = sent(endWitness, memory)

function forgetChanges(): void {
  memory<Kept>().witness?.forget()
}

export const forgetChangesScript = sent(forgetChanges, memory)
