/** Waits for a page that fills itself after loading, as a person looking at it would. */
import { setTimeout } from 'node:timers/promises'
import { withTimeLimit } from '../../../time-limit.ts'
import type { Filled } from '../../tab/page.ts'
import { type Filling, fillingAfterFrameScript, fillingScript } from '../injected/filling.ts'
import type { TabAccess } from '../wire/access.ts'
import { type Watch, watchOf } from '../wire/activity.ts'
import type { Session } from '../wire/connection.ts'
import { evaluate, isGone } from '../wire/world.ts'

/** How long to wait for a page that says it is busy, or shows nothing yet. */
const waitingMs = 2000
/** How long to wait for a request, which may never end, and for growth, once there is more to see than headings. */
const askingMs = 1000
/** How long to wait for the first message of a socket, which may never come. */
const socketMs = 500
/** Time between two looks. */
const lookMs = 75
/** Less new text than this may come from a clock. */
const clockLength = 20
/** After this many requests in vain for the same thing the page counts as one that polls for it. */
const mostInVain = 2

interface Seen extends Filling {
  /** Whether a frame of another site is waiting; the page may well be complete without it. */
  readonly isFrameWaiting: boolean
}

/** What the page said of itself at the last look; kept between calls, so that growth between two is seen. */
const last = new WeakMap<Session, Seen>()

/** Call when something new loads: it starts from nothing. */
export function forgetFilling({ session }: TabAccess): void {
  last.delete(session)
}

/** Did the page say at the last look that more is to come? */
export function isFilling({ session }: TabAccess): boolean {
  return last.get(session)?.isWaiting === true
}

/**
 * Waits for all that may fill the page, which requires `arm()` before it came; or only for what says that it is busy
 * and did not say so before. Returns at once for a page that is complete or cannot be asked.
 */
export async function filled(access: TabAccess, signal: AbortSignal, what: 'all' | 'busy'): Promise<Filled> {
  const begun = performance.now()
  const wasWaiting = isFilling(access)
  const limit = withTimeLimit(signal, waitingMs)
  const asked = new Asked()
  for (let [looks, isCalm, hasGrown] = [0, true, false]; ; looks++) {
    const watches = watchesOf(access)
    const before = last.get(access.session)
    const now = await lookAt(access, looks === 0 ? fillingScript : fillingAfterFrameScript, limit)
    // Looks at the document that takes its place as soon as it can be asked; one that an action has called for is
    // awaited by the caller.
    if (now === 'replaced' && what === 'all' && !limit.aborted) {
      forgetFilling(access)
      isCalm = false
      await nextOf(watches, limit)
      continue
    }
    if (now === undefined || now === 'replaced')
      return { hasWaited: looks > 0, loading: limit.aborted && !signal.aborted }
    last.set(access.session, now)
    const grew = before !== undefined && isMore(before, now)
    const isAsking = what === 'all' && asked.isAsking(watches, grew, now.isScant ? waitingMs : askingMs)
    const isComing = isAsking || (what === 'all' && (grew || now.isFrameWaiting))
    const isWaiting = now.isWaiting && (what === 'all' || !wasWaiting)
    const isSilent = what === 'all' && watches.some(({ sockets }) => sockets.size > 0)
    const patience = isWaiting || isAsking ? waitingMs : isComing ? askingMs : isSilent ? socketMs : 0
    // What came last may be followed by more, or be all: one more look decides.
    const isLast = performance.now() - begun >= patience && (patience > 0 || isCalm)
    if (isLast && (!grew || hasGrown || limit.aborted)) return { hasWaited: looks > 0, loading: isWaiting || isComing }
    hasGrown = isLast && grew
    isCalm = !isWaiting && !isAsking
    await nextOf(watches, limit)
  }
}

/** Tells which open requests may still fill the page. */
class Asked {
  readonly #inVain = new Map<string, number>()
  #open = new Map<string, string>()
  /** When each was first seen. */
  readonly #since = new Map<string, number>()

  /** A request that is repeated and brings nothing is polling; one that has been open for a while may never end. */
  isAsking(watches: readonly Watch[], grew: boolean, mostMs: number): boolean {
    const inVain = (path: string) => this.#inVain.get(path) ?? 0
    for (const [id, path] of this.#open)
      if (watches.every(({ requests }) => !requests.has(id))) this.#inVain.set(path, grew ? 0 : inVain(path) + 1)
    const open = watches.flatMap(({ requests }) => [...requests])
    this.#open = new Map(open.filter(([, path]) => inVain(path) < mostInVain))
    const now = performance.now()
    for (const id of this.#open.keys()) if (!this.#since.has(id)) this.#since.set(id, now)
    return [...this.#open.keys()].some((id) => now - this.#since.get(id)! < mostMs)
  }
}

/** Requests in frames of other processes count from when the frames are first seen. */
function watchesOf({ sessions }: TabAccess): readonly Watch[] {
  return sessions.map((session) => {
    const watch = watchOf(session)
    if (!watch.isArmed) watch.arm()
    return watch
  })
}

/** Undefined if the page cannot be asked, as behind a dialog; `replaced` if another took its place meanwhile. */
async function lookAt(
  access: TabAccess,
  script: typeof fillingScript | typeof fillingAfterFrameScript,
  signal: AbortSignal,
): Promise<Seen | 'replaced' | undefined> {
  if (signal.aborted || access.dialog !== undefined) return undefined
  const ofAll = await Promise.allSettled(access.sessions.map((session) => evaluate(access, session, script, signal)))
  const seen = ofAll.flatMap((one) => (one.status === 'fulfilled' && one.value ? [one.value] : []))
  const [main] = ofAll as [(typeof ofAll)[number], ...typeof ofAll]
  if (main.status === 'rejected' ? isGone(main.reason) : !main.value) return 'replaced'
  if (main.status === 'rejected') return undefined
  const sum = (of: 'elements' | 'length') => seen.reduce((total, one) => total + one[of], 0)
  const [{ isWaiting, isScant }, ...frames] = seen as [Filling, ...Filling[]]
  const isFrameWaiting = frames.some((one) => one.isWaiting)
  return { isWaiting, isScant, isFrameWaiting, elements: sum('elements'), length: sum('length') }
}

function isMore(before: Filling, now: Filling): boolean {
  return now.elements > before.elements || now.length >= before.length + clockLength
}

async function nextOf(watches: readonly Watch[], signal: AbortSignal): Promise<void> {
  const ends = new AbortController()
  const either = AbortSignal.any([signal, ends.signal])
  const timer = setTimeout(lookMs, undefined, { signal: either }).catch(() => undefined)
  await Promise.race([timer, ...watches.map((watch) => watch.next(either))])
  ends.abort()
}
