/** Checks that events arrive by moving a window one point and back: nothing smaller reliably raises an event. */
import { until } from '../acting/polling.ts'
import type { Finding, Target } from '../platform.ts'
import { frontWindow } from './capture/capture.ts'
import type { AppAccess } from './read/access.ts'
import type { Session } from './read/session.ts'
import { Fault, isGone, isSilence } from './wire/faults.ts'
import type { Ref } from './wire/raw-element.ts'

const what = 'events'
const remedy =
  'Try again with another application in front; if none reports, run `ix service stop` and `ix service start`.'
const arriveMs = 1000

/** `heard`: whether the application has reported a change since the question began. */
export async function tryEvents(
  app: Session,
  { name }: Target,
  heard: () => boolean,
  signal: AbortSignal,
): Promise<Finding> {
  const { missing } = app.opened
  if (missing === undefined)
    return { what, state: 'missing', detail: `${name} cannot be observed; answers stay right, by rereading`, remedy }
  if (missing.includes('AXWindowMoved'))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, does not report window moves` }
  const window = await frontWindow(app, signal)
  const began = performance.now()
  if (window === undefined || !(await nudged(app, window, signal)))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, has no window that can be moved` }
  await until(async () => heard(), { ms: arriveMs, signal })
  const ms = Math.round(performance.now() - began)
  if (heard()) return { what, state: 'ok', detail: `${name} reported a change after ${ms} ms` }
  return {
    what,
    state: 'missing',
    detail: `${name} reported no change within ${arriveMs / 1000} s; answers stay right, by rereading`,
    remedy,
  }
}

/** False if it does not move. */
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
