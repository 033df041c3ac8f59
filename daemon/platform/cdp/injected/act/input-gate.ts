/** Keeps a whole document from all input, in the daemon's isolated world. */
import { sent } from '../sent.ts'
import { holdBack, listenEverywhere } from './listening.ts'

/** The world's own: no script of the page sees it. */
type World = typeof globalThis & { inputGate?: (() => void) | undefined }

/** Before the page's own scripts, where it is sent for new documents. */
function closeGate(): void {
  const types = [
    ...['keydown', 'keypress', 'keyup', 'beforeinput', 'textInput', 'compositionstart', 'copy', 'cut', 'paste'],
    ...['pointerdown', 'pointerup', 'pointermove', 'pointerover', 'pointerenter', 'pointerout', 'pointerleave'],
    ...['mousedown', 'mouseup', 'mousemove', 'mouseover', 'mouseenter', 'mouseout', 'mouseleave', 'wheel'],
    ...['click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart', 'touchmove', 'touchend'],
    ...['dragstart', 'dragenter', 'dragover', 'drop'],
  ]
  const world = globalThis as World
  world.inputGate ??= holdBack(types, () => true)
}

export const closeGateScript = sent(closeGate, holdBack, listenEverywhere)

function openGate(): void {
  const world = globalThis as World
  world.inputGate?.()
  world.inputGate = undefined
}

export const openGateScript = sent(openGate)
