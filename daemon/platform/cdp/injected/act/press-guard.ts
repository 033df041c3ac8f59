/** Holds back presses that would not land on their target, in the daemon's isolated world. */

import { chainOf, elementOf } from '../elements.ts'
import { holdBack } from '../listening.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'
import { refusalOf, witnessChanges, witnessParts } from '../witness/witness.ts'
import { type Rank, rankerOf, rankParts } from './rank.ts'

/** Presses that began on the target, and elsewhere. */
export interface Presses {
  readonly landed: number
  readonly missed: number
  /** Releases, clicks and calls for a context menu after presses on the target that would have hit something else. */
  readonly strayed: number
  /** Why the browser does not submit a form. */
  readonly refusal?: string
}

interface Guard {
  landed: number
  missed: number
  strayed: number
  end(): void
}

interface Kept {
  pressGuard?: Guard | undefined
}

/**
 * Registers its listeners first, in every document that can be reached. An event leads to the target by its path or, if
 * a closed root or a captured pointer hides that, by what is under it. Nothing passes of a press that began elsewhere.
 * If a press began on the target, its release reaches the target, even if something else has come under the pointer.
 */
function guardFor(element: HTMLElement | undefined, least: Rank, word: string): void {
  const types = [
    'pointerdown',
    'mousedown',
    'touchstart',
    'pointerup',
    'mouseup',
    'touchend',
    'click',
    'auxclick',
    'dblclick',
    'contextmenu',
  ]
  const kept = memory<Kept>()
  kept.pressGuard?.end()
  const leads = leadsTo(element, least)
  let state: 'landed' | 'missed' | undefined
  let isClicked = false
  const isHeld = (event: Event) => {
    const { type } = event
    if (type === 'pointerdown' || type === 'touchstart') {
      state = undefined
      isClicked = false
    }
    // A click that follows from another one: a label's on its field.
    if (type === 'click' && isClicked) return false
    const isHit = state !== 'missed' && leads(event)
    if (state === undefined) {
      state = isHit ? 'landed' : 'missed'
      guard[state]++
    }
    if (isHit) {
      isClicked = type === 'click'
      return false
    }
    // A context menu opens under the pointer as the button goes down, and takes its release.
    const isOfMenu = (event as MouseEvent).button === 2 && type !== 'contextmenu'
    if (state === 'landed' && !isOfMenu) guard.strayed++
    if (state === 'landed' && (type === 'pointerup' || type === 'mouseup')) {
      const Same = event.constructor as new (type: string, init: EventInit) => Event
      element!.dispatchEvent(new Same(type, event))
    }
    return true
  }
  const guard: Guard = {
    landed: 0,
    missed: 0,
    strayed: 0,
    end: () => {
      stop()
      witness.end()
      kept.pressGuard = undefined
    },
  }
  kept.pressGuard = guard
  const stop = holdBack(types, isHeld)
  const witness = witnessChanges('press', word)
}

function leadsTo(element: HTMLElement | undefined, least: Rank): (event: Event) => boolean {
  if (element === undefined) return () => false
  const own = chainOf(element)
  const rankOf = rankerOf(element)
  const root = element.getRootNode() as Document
  return (event) => {
    const first = event.composedPath()[0] as Node | Window | undefined
    if (!first || !('nodeType' in first)) return false
    const hit = elementOf(first)
    if (rankOf(hit) >= least) return true
    if (!own.includes(hit) || hit.ownerDocument !== element.ownerDocument) return false
    const { clientX, clientY } = event as MouseEvent
    const under = root.elementFromPoint(clientX, clientY) as HTMLElement | null
    return !!under && rankOf(under) >= least
  }
}

export interface Guarded {
  /** Whether a press at the point of the document's viewport would land now. */
  readonly leads: boolean
  /** Whether it takes the keyboard from a field of the same document that is being written in. */
  readonly leaves: boolean
}

function guardPresses(this: Node, x: number, y: number, least: Rank, word: string): Guarded {
  if (!this.isConnected) return { leads: false, leaves: false }
  const element = elementOf(this)
  guardFor(element, least, word)
  const under = (element.getRootNode() as Document).elementFromPoint(x, y) as HTMLElement | null
  let active = element.ownerDocument.activeElement as HTMLElement | null
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement as HTMLElement
  const isField = !!active && (active.isContentEditable || active.matches('input, textarea'))
  const leaves = isField && !element.contains(active) && !active!.contains(element)
  return { leads: !!under && rankerOf(element)(under) >= least, leaves }
}

const guardParts = [guardFor, holdBack, ...witnessParts, leadsTo, ...rankParts] as const

export const guardScript = sent(guardPresses, ...guardParts)

function guardOthers(word: string): void {
  guardFor(undefined, 1, word)
}

/** For documents around the target's, where every press misses. */
export const guardOthersScript = sent(guardOthers, ...guardParts)

function guarded(): Presses {
  const { pressGuard } = memory<Kept>()
  pressGuard?.end()
  const { landed, missed, strayed } = pressGuard ?? { landed: 0, missed: 0, strayed: 0 }
  const refusal = refusalOf()
  return { landed, missed, strayed, ...(refusal && { refusal }) }
}

/** Ends the guard, and returns what it saw. */
export const guardedScript = sent(guarded, refusalOf, memory)
