/**
 * What the page changes in the very task of an event, in the daemon's isolated world: no timer runs meanwhile. What
 * comes later is said to the console, where the browser adds from which call of the page it came.
 */

import { isOfUse } from '../geometry/layer.ts'
import { listenEverywhere, reachableWindows } from '../listening.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { type Asked, askedByAct } from './asked.ts'
import { type Layer, layersIn, openLayerParts } from './besides.ts'
import { notePressed, notingParts } from './drawn-by.ts'
import { eventKinds, isChoice, type Means } from './event-kinds.ts'
import { faintParts, noteFaint, opacityOf } from './faint.ts'
import { type After, changesAfter, laterParts } from './later.ts'
import { type Looks, looks, noteLooks } from './looks.ts'
import { type Announced, type Marks, marks, noteIn, observeAll, statesIn } from './observed.ts'
import { type Requests, requestsOfAct } from './requests.ts'

interface Witness extends Marks, After {
  /** What had changed before the act began, or was left as the pointer came. */
  readonly earlier: Marks
  /** Whom the events have been to. */
  readonly path: ReadonlySet<EventTarget>
  /** Who alone heard where the focus went. */
  readonly pathOfFocus: ReadonlySet<EventTarget>
  /** Of what was written other than by the focus. */
  readonly looks: Looks
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
  readonly asked: Asked
  /** When the last event of the act came but for those of the focus and the selection, in ms. */
  readonly actedAt: number
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
  const { passing, leaving, acting, focusing, losing } = eventKinds()
  const types = means === 'pointer' ? passing : [...acting, ...focusing]
  const names = /^(?:text|title|alt|aria-(?:label|description))$/
  const kept = memory<Kept>()
  if (kept.earlier === undefined) kept.witness?.forget()
  const begun = performance.now()
  kept.witnessedAt = begun
  const atOnce = marks()
  const written = looks()
  const focused = new WeakSet<Node>()
  const renamed = new WeakSet<Node>()
  const left = new WeakSet<Node>()
  const own: Node[] = []
  const mostOwn = 500
  const path = new Set<EventTarget>()
  const pathOfFocus = new Set<EventTarget>()
  const invalid: Event[] = []
  const events = new Set<Event>()
  const isPassive = (event: Event) => focusing.includes(event.type) && !isChoice(event)
  let [lastAt, actedAt] = [begun, begun]
  const requests = requestsOfAct()
  const stop = listenEverywhere(types, (event) => {
    if (!event.isTrusted) return
    events.add(event)
    // The browser itself has switched or filled it by then.
    if (/^(?:click|input|change)$/.test(event.type)) observing.look()
    lastAt = performance.now()
    if (!isPassive(event)) actedAt = lastAt
    requests.begin()
    const isHow = isPress && isPassive(event)
    for (const at of event.composedPath()) (isHow ? pathOfFocus : path).add(at)
    if (event.type === 'invalid') invalid.push(event)
    const isPointer = event.type === 'pointerdown'
    // The second press of a double click has what the first one drew before it.
    if (event.type === 'keydown' || (isPointer && kept.witness!.pressed === undefined)) notePressed(event)
    if (isPointer) kept.witness!.pressed = event.composedPath()[0] as Element
  })
  // Popovers and dialogs open without a mark on the element; the browser fires this as they do.
  const stopOpening = listenEverywhere(['beforetoggle'], (event) => {
    const isOpening = event.isTrusted && (event as ToggleEvent).newState === 'open'
    if (isOpening && [...events].some(({ eventPhase }) => eventPhase !== 0)) atOnce.added.add(event.target as Node)
  })
  const isOfElement = (at: EventTarget | null) =>
    at !== null && 'localName' in at && !/^(?:html|body)$/.test((at as Element).localName)
  // Where the button goes down, many keep the focus where it was.
  const isDone = ({ type }: Event) => acting.includes(type) && !/^(?:pointerdown|mousedown|touchstart)$/.test(type)
  const asked = askedByAct(() =>
    [...events].some((event) => isDone(event) && event.eventPhase !== 0 && isOfElement(event.currentTarget)),
  )
  const note = (record: MutationRecord) => noteIn(wasLeft(record) ? before : atOnce, record)
  // What goes as the pointer leaves what it was at, and what changes there, does not come of its being here. One event may tell of both.
  const wasLeft = ({ type, target, addedNodes }: MutationRecord) => {
    const isOfLeft = (event: Event) => {
      const here = (event as MouseEvent).relatedTarget as Node | null
      const around = (at: Node) => at.parentNode ?? (at as ShadowRoot).host ?? null
      let left = event.target as Node
      if (left.contains(here)) return left.contains(target) && !target.contains(here)
      // Some libraries hear of all that is left by one listener of the page.
      for (let at = around(left); at !== null && at.nodeType !== 9 && !at.contains(here); at = around(at)) left = at
      return left.contains(target)
    }
    const isLoss = type === 'childList' && addedNodes.length === 0
    const isThere = (event: Event) => leaving.includes(event.type) && (isLoss || isGone(target) || isOfLeft(event))
    return means === 'pointer' && [...events].every(isThere)
  }
  const isGone = (node: Node) => {
    const element = (node.nodeType === 1 ? node : node.parentNode) as Element | null
    const isSeen = element?.checkVisibility?.({ opacityProperty: true, visibilityProperty: true })
    return isSeen === false || (isSeen === true && opacityOf({ element: element!, pseudo: null }) === 0)
  }
  const take = (records: readonly MutationRecord[]) => {
    for (const event of events) if (event.eventPhase === 0) events.delete(event)
    if (events.size === 0) {
      noteLooks(written, records)
      return after.note(records)
    }
    const others = [...events].filter((event) => !isPassive(event))
    if (isPress && others.length === 0) {
      const isLost = [...events].every(({ type }) => losing.includes(type))
      for (const record of records)
        if (isLost) for (const node of [record.target, ...record.addedNodes]) left.add(node)
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
    if (others.length === events.size) noteLooks(written, records)
  }
  const { observing = observeAll(), earlier } = kept
  const before = earlier ?? marks()
  observing.flush()
  observing.take = take
  kept.earlier = undefined
  const after = changesAfter({ word, begun, roots: observing.roots, atOnce, earlier: before, lastAt: () => lastAt })
  const end = () => {
    stop()
    stopOpening()
  }
  const forget = () => {
    end()
    after.end()
    asked.end()
    requests.end()
    observing.end()
  }
  const layers = layersIn(document)
  const { later, pathOfItsOwn, typesOfItsOwn } = after
  const ofFocus = { pathOfFocus, focused, renamed, left }
  kept.witness = {
    ...atOnce,
    ...{ later, pathOfItsOwn, typesOfItsOwn },
    ...ofFocus,
    get actedAt() {
      return actedAt
    },
    ...{ earlier: before, path, requests, asked, looks: written, own, layers, invalid, end, forget },
  }
  return kept.witness
}

export const witnessParts = [
  witnessChanges,
  askedByAct,
  memory,
  observeAll,
  statesIn,
  requestsOfAct,
  reachableWindows,
  ...laterParts,
  ...openLayerParts,
  ...notingParts,
  opacityOf,
  looks,
  noteLooks,
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
  noteFaint()
}

/** Before the pointer comes, where its coming is the act. */
export const witnessPointerScript = sent(witnessPointer, ...witnessParts, ...faintParts)

/** It has come. */
function endWitness(): void {
  memory<Kept>().witness?.end()
}

export const endWitnessScript = sent(endWitness, memory)

function forgetChanges(): void {
  memory<Kept>().witness?.forget()
}

export const forgetChangesScript = sent(forgetChanges, memory)
