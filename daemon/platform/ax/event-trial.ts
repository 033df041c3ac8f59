/** Do events arrive? Tried on an application's own window, which is moved by one point and back: nothing less is sure to be told. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Finding, Target } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { frontWindow } from './capture.ts'
import { Fault, isGone, isSilence } from './faults.ts'
import type { Ref } from './raw-element.ts'
import type { Session } from './session.ts'

const what = 'events'
const remedy =
  'Try again with another application in front; if none tells, run `ix service stop` and `ix service start`.'
const arriveMs = 1000
const lookAgainMs = 20

/** `heard`: since it was asked first, the application has told of a change. */
export async function tryEvents(
  app: Session,
  { name }: Target,
  heard: () => boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const { missing } = app.opened
  if (missing === undefined)
    return { what, state: 'missing', detail: `${name} cannot be observed; answers stay right, by reading anew`, remedy }
  if (missing.includes('AXWindowMoved'))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, does not tell where its windows go` }
  const window = await frontWindow(app, signal)
  const began = performance.now()
  if (window === undefined || !(await nudged(app, window, signal)))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, has no window that can be moved` }
  while (!heard() && performance.now() < began + arriveMs)
    await pause(lookAgainMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  const ms = Math.round(performance.now() - began)
  if (heard()) return { what, state: 'ok', detail: `${name} told of a change after ${ms} ms` }
  return {
    what,
    state: 'missing',
    detail: `${name} told of no change within ${arriveMs / 1000} s; answers stay right, by reading anew`,
    remedy,
  }
}

/** False where it stays. */
async function nudged(app: AppAccess, window: Ref, signal: AbortSignal): Promise<boolean> {
  const { frames } = await app.call('frames', { refs: [window] }, signal)
  const frame = frames[0]?.[1]
  if (frame === undefined) return false
  const put = (x: number) =>
    app.call('set', { ref: window, attribute: 'AXPosition', value: { kind: 'point', x, y: frame.y } }, signal)
  try {
    await put(frame.x + 1)
    await put(frame.x)
    return true
  } catch (error) {
    if (!(error instanceof Fault) || isGone(error) || isSilence(error)) throw error
    return false
  }
}
