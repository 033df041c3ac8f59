/** What a hand does with the pointer, whatever moves the pointer. */
import { pause } from '../../acting/polling.ts'
import { stepsOf } from '../../acting/way.ts'
import type { Button, Hand, Point } from './input.ts'

/** The single steps; each is sent at once. */
export interface PointerDevice {
  /** Points beyond the screen stop at its edge, as with a mouse. */
  move(to: Point): void
  button(button: Button, isDown: boolean): void
  /** By one notch, `back` up or to the left. */
  notch(isAcross: boolean, isBack: boolean): void
  /**
   * Lets this much time pass before what is sent next; undefined if the receiver does the waiting, and the next can be
   * sent at once.
   */
  rest(ms: number): Promise<void> | undefined
  /** Returns when everything has been carried out. */
  sync(): Promise<void>
  /** Returns when the application has seen it, as far as can be known. */
  seen(signal: AbortSignal): Promise<unknown>
  /** Why nothing more can be sent. */
  readonly closed: string | undefined
}

/** How many steps a drag takes from point to point. */
const dragSteps = 8
/**
 * Toolkits handle moves once per screen refresh and merge those in between; they recognise a drag only after several.
 */
const frameMs = 20
/** A drop right on arrival is not registered as over its target. */
const restMs = 60
/** Between the presses of a double click: of two at the same instant some programs take only the first. */
const againMs = 30
/** Roughly how far toolkits scroll per notch of the wheel. */
const pixelsPerNotch = 50
const mostNotches = 200

export function handOf(device: PointerDevice, at: Point): Hand {
  return {
    press: async (button, count) => {
      device.move(at)
      for (let done = 0; done < count; done++) {
        const rest = done > 0 ? device.rest(againMs) : undefined
        if (rest !== undefined) await rest
        for (const isDown of [true, false]) device.button(button, isDown)
      }
      await device.sync()
    },
    hover: async () => {
      // A move to where the pointer already is causes no event.
      device.move({ x: at.x - 1, y: at.y })
      device.move(at)
      await device.sync()
    },
    drag: (on, signal) => drag(device, [at, ...on], signal),
    wheel: async (x, y) => {
      device.move(at)
      for (const [pixels, isAcross] of [[y, false] as const, [x, true] as const])
        for (let left = notchesOf(pixels); left > 0; left--) device.notch(isAcross, pixels < 0)
      await device.sync()
    },
  }
}

async function drag(device: PointerDevice, way: readonly [Point, ...Point[]], signal: AbortSignal): Promise<void> {
  device.move(way[0])
  device.button('left', true)
  try {
    for (const to of stepsOf(way, dragSteps)) {
      await device.seen(signal)
      device.move(to)
      await pause(frameMs, signal)
    }
    await device.seen(signal)
    await pause(restMs, signal)
  } catch (error) {
    // So that nothing is dropped halfway.
    if (device.closed === undefined) device.move(way[0])
    throw error
  } finally {
    if (device.closed === undefined) device.button('left', false)
  }
  await device.sync()
}

function notchesOf(pixels: number): number {
  return pixels === 0 ? 0 : Math.min(mostNotches, Math.max(1, Math.round(Math.abs(pixels) / pixelsPerNotch)))
}
