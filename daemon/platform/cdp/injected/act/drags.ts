/** Drags that a page begins, in the daemon's isolated world. */
import { oneFrame } from '../frames.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'
import { leavesSecure } from './taking.ts'

interface Counter {
  readonly begun: DragEvent[]
  stop(): void
}

function countDrags(): Counter {
  const begun: DragEvent[] = []
  const windows: Window[] = [window]
  for (let i = 0; i < windows.length; i++) {
    const at = windows[i]!
    for (let j = 0; j < at.length; j++) windows.push(at[j]!)
  }
  const begin = (event: DragEvent) => {
    begun.push(event)
    if (!leavesSecure(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const each = (use: (one: Window) => void) => {
    for (const one of windows) {
      try {
        use(one)
      } catch {}
    }
  }
  each((one) => one.addEventListener('dragstart', begin, true))
  return { begun, stop: () => each((one) => one.removeEventListener('dragstart', begin, true)) }
}

/** Counts drags in all documents of the process, and ends those that would take a secure text; `dragstart` reaches the window first. */
export const countDragsScript = sent(countDrags, leavesSecure, ...secureParts)

async function begunDrags(this: Counter): Promise<number> {
  await oneFrame()
  return this.begun.filter((event) => !event.defaultPrevented).length
}

/** How many there were until the next frame. */
export const begunDragsScript = sent(begunDrags, oneFrame)

function stopCounting(this: Counter): void {
  this.stop()
}

export const stopDragsScript = sent(stopCounting)
