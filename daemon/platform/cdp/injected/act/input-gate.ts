/** Keeps a whole document from all input, in the daemon's isolated world. */

import { listenEverywhere, reachableWindows } from '../listening.ts'
import { memory } from '../memory.ts'
import { sent } from '../sent.ts'

interface Gate {
  /** Undefined while it is open. */
  closedAt: number | undefined
  /** It lasts as long as its document. */
  stays: boolean
  readonly remove: () => void
}

interface Kept {
  inputGate?: Gate | undefined
}

/**
 * Starts open. After some seconds a closed gate lets everything pass: a daemon that died must not leave a dead page.
 */
function gateHere(): Gate {
  const kept = memory<Kept>()
  if (kept.inputGate !== undefined) return kept.inputGate
  const longestMs = 5000
  const types = [
    ...['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput', 'compositionstart', 'copy', 'cut', 'paste'],
    ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerenter', 'pointerout', 'pointerleave'],
    ...['mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseenter', 'mouseout', 'mouseleave', 'wheel'],
    ...['click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart', 'touchmove', 'touchend'],
    ...['dragstart', 'dragenter', 'dragover', 'drop'],
  ]
  const remove = listenEverywhere(types, (event) => {
    const { closedAt } = gate
    if (!event.isTrusted || closedAt === undefined || performance.now() - closedAt > longestMs) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  const gate: Gate = { closedAt: undefined, stays: false, remove }
  kept.inputGate = gate
  return gate
}

const gateParts = [gateHere, memory, listenEverywhere, reachableWindows] as const

/** Runs before the page's own scripts, if it is sent for new documents. */
function closeGate(): void {
  gateHere().closedAt = performance.now()
}

export const closeGateScript = sent(closeGate, ...gateParts)

/**
 * Lasts as long as the document, so that its listeners come before the page's. A document that returns from the
 * browser's cache runs no new scripts, so it returns closed.
 */
function layGate(): void {
  const gate = gateHere()
  if (gate.stays) return
  gate.stays = true
  addEventListener('pagehide', () => {
    gate.closedAt = Number.POSITIVE_INFINITY
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) gate.closedAt = performance.now()
  })
}

export const layGateScript = sent(layGate, ...gateParts)

function openGate(): void {
  const kept = memory<Kept>()
  const gate = kept.inputGate
  if (gate === undefined) return
  gate.closedAt = undefined
  if (gate.stays) return
  gate.remove()
  kept.inputGate = undefined
}

export const openGateScript = sent(openGate, memory)
