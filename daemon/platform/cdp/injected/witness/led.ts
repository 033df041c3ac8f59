/** What follows the pointer all the way of a drag, as the contents of a map do, in the daemon's isolated world. */
import type { Edges } from '../boxes.ts'

interface Shift {
  readonly x: number
  readonly y: number
}

/** Where the parts that may follow were each time the pointer had moved on, from where all began. */
export interface Led {
  readonly parts: ReadonlyMap<Element, Edges>
  readonly steps: { readonly pointer: Shift; readonly parts: ReadonlyMap<Element, Shift> }[]
}

export function shiftOf(was: Edges, now: Edges): Shift {
  return { x: now.left - was.left, y: now.top - was.top }
}

/** What was taken and, of these, parts that hold no other. */
export function ledOf(source: Element | undefined, all: Iterable<Element>, boxOf: (one: Element) => Edges): Led {
  const mostParts = 30
  const parts = new Map<Element, Edges>()
  for (const one of all) {
    if (parts.size >= mostParts) break
    const box = boxOf(one)
    const isDrawn = box.right > box.left && box.bottom > box.top
    if (isDrawn && (one === source || one.childElementCount === 0)) parts.set(one, box)
  }
  return { parts, steps: [] }
}

/** `pointer`: how far it had come; the page has drawn that by now. */
export function noteStep({ parts, steps }: Led, pointer: Shift, boxOf: (one: Element) => Edges): void {
  const shifts = [...parts].flatMap(([one, was]) => (one.isConnected ? [[one, shiftOf(was, boxOf(one))] as const] : []))
  steps.push({ pointer, parts: new Map(shifts) })
}

/**
 * Those that went the pointer's way at each step, if only across or only down, and have stayed on that side. What moves by itself
 * goes its own way.
 */
export function followersIn({ parts, steps }: Led, boxOf: (one: Element) => Edges): Element[] {
  const leastWay = 20
  const least = 3
  const sides = ['x', 'y'] as const
  const far = steps.filter(({ pointer }) => sides.some((side) => Math.abs(pointer[side]) >= leastWay))
  const last = far.at(-1)
  if (last === undefined || far.length < least) return []
  return [...parts].flatMap(([one, was]) => {
    const end = one.isConnected ? shiftOf(was, boxOf(one)) : undefined
    const isWithIt = (side: (typeof sides)[number]) =>
      far.every(({ pointer, parts: at }) => {
        const apart = Math.abs((at.get(one)?.[side] ?? Number.NaN) - pointer[side])
        return apart <= Math.max(leastWay, Math.abs(pointer[side]) / 4)
      })
    const isStill = (side: (typeof sides)[number]) =>
      far.every(({ parts: at }) => Math.abs(at.get(one)?.[side] ?? 1) < 1)
    const isLed = (side: (typeof sides)[number]) =>
      Math.abs(last.pointer[side]) > leastWay &&
      isWithIt(side) &&
      end !== undefined &&
      end[side] / last.pointer[side] >= 0.5
    const isOne = sides.some(isLed) && sides.every((side) => isLed(side) || isWithIt(side) || isStill(side))
    return isOne ? one : []
  })
}

export const ledParts = [shiftOf, ledOf, noteStep, followersIn] as const
