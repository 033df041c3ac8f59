/** Drags that a page starts, in the daemon's isolated world. */

import { oneFrame } from '../frames.ts'
import { listenEverywhere, reachableWindows } from '../listening.ts'
import { memory } from '../memory.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { leavesSecure } from './taking.ts'

interface Counter {
  readonly begun: DragEvent[]
  stop(): void
}

interface Kept {
  drags?: Counter | undefined
}

function stopCounting(): void {
  const kept = memory<Kept>()
  kept.drags?.stop()
  kept.drags = undefined
}

function countDrags(): void {
  stopCounting()
  const begun: DragEvent[] = []
  const stop = listenEverywhere(['dragstart'], (event) => {
    begun.push(event as DragEvent)
    if (!leavesSecure(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  })
  memory<Kept>().drags = { begun, stop }
}

const parts = [stopCounting, memory, listenEverywhere, reachableWindows, leavesSecure, ...secureParts] as const

/** Counts drags in all documents of the process, and ends those that would take a secure text; `dragstart` reaches the window first. */
export const countDragsScript = sent(countDrags, ...parts)

async function begunDrags(): Promise<number> {
  await oneFrame()
  return memory<Kept>().drags?.begun.filter((event) => !event.defaultPrevented).length ?? 0
}

/** How many have begun by the next frame. */
export const begunDragsScript = sent(begunDrags, memory, oneFrame)

export const stopDragsScript = sent(stopCounting, memory)
