/** Waits, by events, until the consequences of an action have ended. */
import type { TabAccess } from './access.ts'
import type { Session } from './connection.ts'
import { type Watch, watchOf } from './watch.ts'
import { evaluate, isDialog } from './world.ts'

/** A page that changes all the time is not waited for. */
const changingMs = 500
/** Nor a request that takes long. */
const requestMs = 1000
const busyMs = 1500

/** One frame drawn and the tasks it led to. A tab that is not shown has no frames: time stands in for them. */
export const oneFrame = `new Promise((done) => {
  const timer = setTimeout(done, 100)
  requestAnimationFrame(() => (clearTimeout(timer), setTimeout(done, 0)))
})`

/** From now on what the action sets off is counted. Called by whoever acts, just before; `quiet` ends it. */
export function arm(access: TabAccess, session: Session): void {
  watchOf(access.session).arm()
  if (session !== access.session) watchOf(session).arm()
}

export function disarm(access: TabAccess): void {
  for (const session of access.sessions) watchOf(session).disarm()
}

/**
 * Returns when the page has drawn two frames, the last of them without a change, when requests started by the action
 * have ended, and when a navigation that it started has loaded; at once when a dialog opens; at the latest when the
 * signal aborts.
 */
export async function quiet(access: TabAccess, signal: AbortSignal): Promise<void> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(busyMs)])
  const main = watchOf(access.session)
  try {
    while (!signal.aborted && access.dialog === undefined) {
      if (main.loading) await loaded(access, main, signal)
      else if (bounded.aborted || (await isQuiet(access, main, bounded))) {
        if (!main.loading) return
      }
    }
  } finally {
    disarm(access)
  }
}

async function loaded(access: TabAccess, main: Watch, signal: AbortSignal): Promise<void> {
  while (main.loading && !signal.aborted && access.dialog === undefined) await main.next(signal)
  if (!signal.aborted)
    await drawFrames([access.session], access, AbortSignal.any([signal, AbortSignal.timeout(busyMs)]))
}

/** False when a navigation began meanwhile. */
async function isQuiet(access: TabAccess, main: Watch, signal: AbortSignal): Promise<boolean> {
  const started = performance.now()
  const since = () => performance.now() - started
  const sessions = access.sessions.filter((session) => session === access.session || watchOf(session).isArmed)
  const watches = sessions.map(watchOf)
  const count = () => watches.reduce((sum, watch) => sum + watch.changes + watch.navigations, 0)
  for (let round = 1; !signal.aborted && access.dialog === undefined; round++) {
    const before = count()
    await drawFrames(sessions, access, signal)
    if (main.loading) return false
    if (round === 1 || (count() !== before && since() < changingMs)) continue
    const waiting = watches.filter((watch) => watch.requests.size > 0)
    const left = requestMs - since()
    if (waiting.length === 0 || left <= 0) return true
    const patience = AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))])
    await Promise.race([main, ...waiting].map((watch) => watch.next(patience)))
    if (main.loading) return false
  }
  return true
}

async function drawFrames(sessions: readonly Session[], access: TabAccess, signal: AbortSignal): Promise<void> {
  await Promise.all(
    sessions.map((session) =>
      evaluate(access, session, oneFrame, signal).catch((error) => {
        // A document that goes away in the middle is a consequence; the events tell what became of it.
        if (isDialog(error) || signal.aborted) return
        return new Promise<void>((resolve) => setImmediate(resolve))
      }),
    ),
  )
}
