/** Looks for the effect of an action until it is confirmed or time is up. */
import { channel } from 'node:diagnostics_channel'
import { pause } from '../platform/acting/polling.ts'
import type { Act, Performed } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { withTimeLimit } from '../time-limit.ts'
import type { Node } from '../tree/model/node.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { partOf, type Things, textPartsOf, thingsIn } from '../tree/warm/things.ts'
import { actions } from './actions.ts'
import { askedOf, type Cause } from './cause.ts'
import { type Relation, relationOf } from './drop.ts'
import type { Doubt, Evidence, Places } from './evidence.ts'
import { unreadable } from './goals.ts'
import { withNews } from './news.ts'
import { type Patience, settle } from './settle.ts'
import { targetIn } from './successor.ts'
import { doubtOf, proofOf } from './verdict.ts'

/** Each piece of evidence with its verdict, for tests that keep them. */
const judged = channel('interface-explorer:judged')

/** The element's state just before the action. */
export interface Scene {
  readonly node: Node
  readonly revision: number
  readonly epoch: number
  readonly url: string | undefined
  /** Navigations that had begun. */
  readonly leaving: ReadonlySet<string>
  readonly places: Places | undefined
  readonly relation: Relation | undefined
}

/** How long to watch a page or application to learn what changes on its own. */
const watchMs = 1200

export async function judge(
  warm: Warm,
  act: Act,
  scene: Scene,
  { doubt: unread, strayed, dropped, drawn, front }: Performed,
  looked: number,
  options: Patience,
): Promise<Doubt> {
  const { tree, restless } = warm
  const { node, revision, places, relation } = scene
  const evidence = async (late: Evidence['late']): Promise<Evidence> => {
    const difference = thingsSince(tree, revision)
    const nodeOf = (at: Key) => tree.node(at)
    const { was, now } = targetIn({ was: node, difference, nodeOf })
    return {
      act,
      was,
      now,
      difference,
      nodeOf,
      isRestless: (part, ownOnly) => restless.has(part, ownOnly),
      places: places && {
        was: new Map([...places].map(([key, place]) => [difference?.keyOf(key) ?? key, place])),
        now: await placesOf(warm, was, act, options.signal),
      },
      drawn: drawn === undefined ? undefined : await drawnNow(warm, was.key, drawn, options.signal),
      doubt: unread,
      late,
      front,
      hasStrayed: strayed === true,
      drop: { point: dropped, was: relation, now: relationTo(warm, was.key, act) },
    }
  }
  let seen = looked
  const look = async (late: Evidence['late']) => {
    // It quit or crashed.
    if (warm.closed && act.action !== 'close') return `its ${warm.target.kind} is gone`
    let found = await evidence(late)
    if (strayed || isWeak(proofOf(found))) found = { ...found, caused: await causedIn(warm, found, options.signal) }
    if (act.action === 'drag' && doubtOf(found) !== undefined)
      found = { ...found, brought: await broughtBy(warm, options) }
    if (act.action === 'click' && doubtOf(found) !== undefined)
      found = { ...found, marked: await markedBy(warm, found, options) }
    const proof = proofOf(found)
    const isText = proof === 'near' || proof === 'far'
    if (isText && doubtOf(found) === undefined && restless.watchedMs < watchMs)
      seen = await watchOn(warm, watchMs, options)
    const isSeen = !isText || restless.watchedMs >= watchMs
    const doubt =
      doubtOf(found) ?? (isSeen ? undefined : 'whether the text that has changed does so by itself was not seen')
    if (judged.hasSubscribers) judged.publish({ evidence: found, doubt })
    return doubt
  }
  let doubt = await look(undefined)
  const begun = performance.now()
  const end = begun + (actions[act.action].showsLate ? veryLateMs : lateMs)
  while (doubt !== undefined && doubt !== unreadable && (await changesBefore(end, warm, seen, options.signal))) {
    const isVeryLate = performance.now() - begun > lateMs
    seen = (await settle(warm, options)).seen
    doubt = await look(isVeryLate ? 'very late' : 'late')
  }
  return doubt
}

const isWeak = (proof: Cause | undefined) => proof === 'near' || proof === 'far' || proof === 'none'

const mostAsked = 20

/** Only pages can say what an action caused: of what has come, it or what it came in. */
async function causedIn({ source }: Warm, evidence: Evidence, signal: AbortSignal) {
  const keys = askedOf(withNews(evidence)).slice(0, mostAsked)
  if (source.page === undefined || keys.length === 0) return undefined
  const come = new Map(evidence.difference?.added.map((node) => [node.key, node.parent]))
  const around = (key: Key): Key[] => (come.has(key) ? [key, ...around(come.get(key)!)] : [])
  const asked = new Set([...keys, ...keys.flatMap(around)])
  const caused = await source.page.caused([...asked], new Set(come.keys()), signal).catch(() => undefined)
  signal.throwIfAborted()
  return caused && new Set([...caused, ...keys.filter((key) => around(key).some((at) => caused.has(at)))])
}

async function markedBy({ source }: Warm, { was }: Evidence, { signal }: Patience) {
  const marked = await source.page?.marked(was.key, signal).catch(() => undefined)
  signal.throwIfAborted()
  return marked
}

async function broughtBy({ source }: Warm, { signal }: Patience) {
  const brought = await source.page?.brought(signal).catch(() => undefined)
  signal.throwIfAborted()
  return brought
}

/** Undefined if the field itself shows its text by now. */
async function drawnNow({ source }: Warm, key: Key, was: string, signal: AbortSignal) {
  const field = await source.page?.fieldText(key, signal).catch(() => undefined)
  signal.throwIfAborted()
  return field?.isDrawn ? { was, now: field.text } : undefined
}

/** Some effects only begin after everything was quiet, such as those of a timer. */
const lateMs = 300
/** A press without a visible effect is given longer; changes this late only count next to its target. */
export const veryLateMs = 1200

export async function changesBefore(end: number, warm: Warm, seen: number, signal: AbortSignal): Promise<boolean> {
  const ms = end - performance.now()
  if (ms <= 0 || warm.closed) return false
  try {
    await warm.nextChange(seen, withTimeLimit(signal, ms))
    return true
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** Learns what keeps changing after the action's effects have ended. Returns the changes seen so far. */
async function watchOn(warm: Warm, ms: number, { signal, deadline }: Patience): Promise<number> {
  const { tree } = warm
  const before = tree.revision
  const begun = performance.now()
  await pause(Math.min(ms, Math.max(0, deadline - performance.now())), signal)
  const wish = { freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) } as const
  const { seen, problem } = await warm.freshen(wish)
  const things = thingsSince(tree, before)
  const parts = things && [...things.changed.map(partOf), ...textPartsOf(things)]
  // What could not be read in time may have changed all the same. Timers may be early by a part of a millisecond.
  warm.restless.watched(problem === undefined ? Math.ceil(performance.now() - begun) : 0, parts ?? [])
  return seen
}

export function thingsSince(tree: Warm['tree'], revision: number): Things | undefined {
  const difference = tree.since(revision)
  return difference === undefined ? undefined : thingsIn(difference)
}

const placesAsked = 3

export function relationTo({ tree }: Warm, key: Key, { to }: Act): Relation | undefined {
  return to?.key === undefined ? undefined : relationOf(tree, key, to.key)
}

export async function placesOf({ source }: Warm, node: Node, { action }: Act, signal: AbortSignal) {
  if (!actions[action].ofPlace) return undefined
  try {
    return await source.frames([node.key, ...node.children.slice(0, placesAsked)], signal)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
