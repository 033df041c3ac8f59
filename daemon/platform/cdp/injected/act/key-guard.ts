/** Holds back keys that would not reach their element, in the daemon's isolated world. */

import { sent } from '../sent.ts'
import { focusParts, takesKeys } from './focus.ts'
import { holdBack, listenEverywhere } from './listening.ts'

interface Guard {
  isLanded: boolean
  missed: number
  end(): void
}

/** The world's own: no script of the page sees it. */
type World = typeof globalThis & { keyGuard?: Guard | undefined }

/**
 * Listens first. Until a key has reached the element none reaches anything else: the page may pass the focus on at any
 * moment, and a frame of another process learns late that it has it. What comes after the first is the page's affair,
 * such as the next field of a code. False, and nothing to end, if keys would not reach the element now.
 */
function guardKeys(this: Node, wherever: boolean): boolean {
  const types = ['keydown', 'keypress', 'keyup', 'beforeinput']
  const world = globalThis as World
  world.keyGuard?.end()
  if (!takesKeys.call(this, wherever)) return false
  const isHeld = () => {
    guard.isLanded ||= takesKeys.call(this, wherever)
    if (!guard.isLanded) guard.missed++
    return !guard.isLanded
  }
  const guard: Guard = {
    isLanded: false,
    missed: 0,
    end: () => {
      stop()
      world.keyGuard = undefined
    },
  }
  world.keyGuard = guard
  const stop = holdBack(types, isHeld)
  return true
}

export const guardKeysScript = sent(guardKeys, holdBack, listenEverywhere, takesKeys, ...focusParts)

function keysMissed(): boolean {
  const { keyGuard } = globalThis as World
  keyGuard?.end()
  return keyGuard !== undefined && keyGuard.missed > 0
}

/** Ends, and tells whether keys were held back. */
export const keysMissedScript = sent(keysMissed)
