/** Holds back keys that would not reach their element, in the daemon's isolated world. */

import { holdBack, listenEverywhere } from '../listening.ts'
import { memory } from '../memory.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { refusalOf, witnessChanges, witnessParts } from '../witness/witness.ts'
import { focusParts, takesKeys } from './focus.ts'
import { leavesSecure } from './taking.ts'

interface Guard {
  isLanded: boolean
  /** The page has moved the focus away, and not because it took a key. */
  isLeft: boolean
  missed: number
  /** A secure field's text was about to be copied or cut. */
  isKept: boolean
  end(): void
}

interface Kept {
  keyGuard?: Guard | undefined
}

/**
 * Registers its listeners first. Until a key has reached the element none reaches anything else: the page may pass the
 * focus on at any moment, and a frame of another process learns late that it has it. If the page moves the focus on as
 * it takes a key, or when the field is full, later keys are the page's affair, such as the next field of a code. A text
 * ends where its Tab leaves the element. False, with nothing to end, if keys would not reach the element now.
 */
function guardKeys(this: Node, wherever: boolean, isText: boolean, word: string): boolean {
  const types = ['keydown', 'keypress', 'keyup', 'beforeinput']
  const kept = memory<Kept>()
  kept.keyGuard?.end()
  if (!takesKeys.call(this, wherever)) return false
  /** Events that the page is handling, with what it and the browser do at once for them. */
  const taken = new Set<Event>()
  const take = (event: Event) => {
    taken.add(event)
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      taken.delete(event)
      port1.close()
    }
    port2.postMessage(null)
    // A letter in a text does nothing more than its listeners do, and what their promises do.
    const { key = '', target } = event as KeyboardEvent
    const isText = typeof (target as HTMLInputElement).value === 'string' || (target as HTMLElement).isContentEditable
    if (!isText || key.length > 1) return
    const done = () => queueMicrotask(() => taken.delete(event))
    event.currentTarget!.addEventListener(event.type, done, { once: true })
  }
  const isHeld = (event: Event) => {
    take(event)
    if (guard.isLanded && !guard.isLeft) return false
    if (event.type === 'keyup' && isTab(event)) return false
    if (takesKeys.call(this, wherever)) {
      guard.isLanded = true
      guard.isLeft = false
      return false
    }
    guard.missed++
    return true
  }
  const isTab = (event: Event) => (event as KeyboardEvent).key === 'Tab'
  const isLeavingText = () => isText && [...taken].some((one) => isTab(one) && !one.defaultPrevented)
  const isFull = ({ type, value, maxLength }: HTMLInputElement) =>
    type !== 'number' && maxLength > 0 && value.length >= maxLength
  const stopWatching = listenEverywhere(['focusout', 'input'], (event) => {
    if (event.type === 'input') take(event)
    else if (isLeavingText()) guard.isLeft = true
    else if (taken.size === 0 && guard.isLanded && !isFull(event.target as HTMLInputElement)) guard.isLeft = true
  })
  const guard: Guard = {
    isLanded: false,
    isLeft: false,
    missed: 0,
    isKept: false,
    end: () => {
      stop()
      stopTaking()
      stopWatching()
      witness.end()
      kept.keyGuard = undefined
    },
  }
  kept.keyGuard = guard
  const stop = holdBack(types, isHeld)
  const witness = witnessChanges('keys', word)
  const stopTaking = holdBack(['copy', 'cut'], (event) => {
    if (!leavesSecure(event)) return false
    guard.isKept = true
    return true
  })
  return true
}

export const guardKeysScript = sent(
  guardKeys,
  holdBack,
  ...witnessParts,
  takesKeys,
  leavesSecure,
  ...secureParts,
  ...focusParts,
)

interface Missed {
  readonly missed?: 'some' | 'all' | 'kept'
  /** Why the browser does not submit a form. */
  readonly refusal?: string
}

function keysMissed(): Missed {
  const { keyGuard } = memory<Kept>()
  keyGuard?.end()
  if (keyGuard?.isKept) return { missed: 'kept' }
  if (keyGuard && keyGuard.missed > 0) return { missed: keyGuard.isLanded ? 'some' : 'all' }
  const refusal = refusalOf()
  return refusal ? { refusal } : {}
}

/** Ends the guard, and returns whether keys were held back, or what they would have taken. */
export const keysMissedScript = sent(keysMissed, refusalOf, memory)
