/** Waits, by events, until the consequences of an action have ended. */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { withTimeLimit } from '../../../time-limit.ts'
import { oneFrameOfMotionScript, secondFrameOfMotionScript } from '../injected/geometry/motion.ts'
import type { TabAccess } from '../wire/access.ts'
import { type Watch, watchOf } from '../wire/activity.ts'
import type { Session } from '../wire/connection.ts'
import { evaluate } from '../wire/world.ts'
import { filled, forgetFilling } from './filled.ts'

/** How long to wait for a page that keeps changing. */
const changingMs = 500
/** How long to wait for what slides, fades or unfolds: a page reacts again when that has ended. */
const motionMs = 600
/** How long to wait for a slow request: what it brings is what the action was for. */
const requestMs = 2000
const busyMs = 2500

/** What each session asks for without an end, such as a long poll: it was still open when a wait for it ended. */
const endless = new WeakMap<Watch, Set<string>>()
/** Tabs in which a wait has just ended like that for the first time. */
const unanswered = new WeakSet<Session>()

/** Was a request of the last action still open when the wait for it ended? */
export function isUnanswered({ session }: TabAccess): boolean {
  return unanswered.has(session)
}

/** Starts counting what the action causes. Called just before acting; `quiet` ends it. */
export function arm(access: TabAccess, session: Session): void {
  unanswered.delete(access.session)
  watchOf(access.session).arm()
  if (session !== access.session) watchOf(session).arm()
}

export function disarm(access: TabAccess): void {
  for (const session of access.sessions) watchOf(session).disarm()
}

/**
 * Returns when the page has drawn two frames, the second without a change, all motion has ended, the requests the
 * action started have ended, what appeared to say that it is busy no longer does, and any navigation it started has
 * loaded and filled its page; at once if a dialog opens; at the latest when the signal aborts.
 */
export async function quiet(access: TabAccess, signal: AbortSignal): Promise<void> {
  const bounded = withTimeLimit(signal, busyMs)
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
  if (signal.aborted) return
  await drawFrames([access.session], access, withTimeLimit(signal, busyMs))
  forgetFilling(access)
  await filled(access, signal, 'all')
}

/** False if a navigation began meanwhile. */
async function isQuiet(access: TabAccess, main: Watch, signal: AbortSignal): Promise<boolean> {
  const started = performance.now()
  const since = () => performance.now() - started
  const sessions = access.sessions.filter((session) => session === access.session || watchOf(session).isArmed)
  const watches = sessions.map(watchOf)
  const count = () => watches.reduce((sum, watch) => sum + watch.changes + watch.navigations, 0)
  // Each frame is requested while the one before is drawn, so that none passes in between.
  const draw = (ahead: 0 | 1) => drawFrames(sessions, access, signal, ahead)
  let [isFirst, moved, next] = [true, 0, draw(0)]
  while (!signal.aborted && access.dialog === undefined) {
    const before = count()
    const frame = next
    if (isFirst) next = draw(1)
    const motion = Math.min(await frame, motionMs - moved)
    if (main.loading) return false
    if (motion > 0) {
      moved += motion
      await setTimeout(motion, undefined, { signal }).catch(() => undefined)
    }
    const isAgain = isFirst || motion > 0 || (count() !== before && since() - moved < changingMs)
    if (isAgain && (motion > 0 || !isFirst)) next = draw(0)
    isFirst = motion > 0
    if (isAgain) continue
    const waiting = watches.filter((watch) => awaitedOf(watch).length > 0)
    const left = requestMs + moved - since()
    if (waiting.length === 0) break
    if (left <= 0) {
      for (const watch of waiting) endless.set(watch, new Set([...(endless.get(watch) ?? []), ...awaitedOf(watch)]))
      unanswered.add(access.session)
      break
    }
    const patience = withTimeLimit(signal, left)
    await Promise.race([main, ...waiting].map((watch) => watch.next(patience)))
    if (main.loading) return false
  }
  await filled(access, signal, 'busy')
  return !main.loading
}

function awaitedOf(watch: Watch): string[] {
  return [...watch.requests.values()].filter((path) => endless.get(watch)?.has(path) !== true)
}

/** Answers for how many more ms the page will move: after one frame, or with `ahead` after the one that follows. */
async function drawFrames(
  sessions: readonly Session[],
  access: TabAccess,
  signal: AbortSignal,
  ahead: 0 | 1 = 0,
): Promise<number> {
  const script = ahead === 0 ? oneFrameOfMotionScript : secondFrameOfMotionScript
  const motions = await Promise.all(
    sessions.map((session) =>
      evaluate(access, session, script, signal).catch(async () => {
        // A document that goes away meanwhile is a consequence; events report what follows.
        await setImmediate()
        return 0
      }),
    ),
  )
  return Math.max(...motions)
}
