/** Looks for the effect of an action until it is confirmed or time is up. */
import { channel } from 'node:diagnostics_channel'
import { pause } from '../platform/acting/polling.ts'
import { Flag } from '../platform/flags.ts'
import type { Act, Performed } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { withTimeLimit } from '../time-limit.ts'
import { isInteractable, type Node } from '../tree/model/node.ts'
import { sightsOf } from '../tree/warm/history.ts'
import { watchMs } from '../tree/warm/restless.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { type Things, thingsIn } from '../tree/warm/things.ts'
import { actions } from './actions.ts'
import { askedOf, causeOf } from './cause.ts'
import { type Relation, relationOf } from './drop.ts'
import type { Doubt, Evidence, Places } from './evidence.ts'
import { unreadable, unseen } from './goals.ts'
import { withNews } from './news.ts'
import { type Patience, settle } from './settle.ts'
import { targetIn } from './successor.ts'
import { doubtOf, ofPointer } from './verdict.ts'

/** Each piece of evidence with its verdict, for tests that keep them. */
const judged = channel('interface-explorer:judged')

/** The element's state just before the action. */
export interface Scene {
  readonly node: Node
  /** Before the pointer went there, and just before the action. */
  readonly approached: number
  readonly revision: number
  readonly epoch: number
  readonly url: string | undefined
  /** Navigations that had begun. */
  readonly leaving: ReadonlySet<string>
  readonly places: Places | undefined
  readonly relation: Relation | undefined
}

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
      calmOf: (part) => restless.calmOf(part),
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
  /** From then on what comes late is waited for. */
  let begun = performance.now()
  let hasLeft = false
  /** What the pointer has brought goes with it, which nothing that was pressed for does. */
  const stays = async ({ late, caused, aside, hasShut }: Evidence) => {
    await orUnknown(warm.source.page?.leave(options.signal), options.signal)
    hasLeft = true
    const end = performance.now() + goneMs
    const again = async () => ({ ...(await evidence(late)), caused, aside, hasShut })
    let found = await again()
    while (doubtOf(found) === undefined && (await changesBefore(end, warm, seen, options.signal))) {
      seen = (await settle(warm, options)).seen
      found = await again()
    }
    begun = performance.now()
    return doubtOf(found) === undefined
  }
  const look = async (late: Evidence['late']) => {
    // It quit or crashed.
    if (warm.closed && act.action !== 'close') return `its ${warm.target.kind} is gone`
    let found = await evidence(late)
    let doubt = doubtOf(found)
    if (doubt !== undefined && (strayed || doubt === unseen || actions[act.action].goal === 'anything')) {
      found = { ...found, caused: await causedIn(warm, found, options.signal) }
      doubt = doubtOf(found)
    }
    // Before the watch, which takes what a press does late for what changes by itself.
    if ((doubt === undefined || doubt === unseen) && isPress(act, node)) {
      found = { ...found, ...(await besidesIn(warm, found, options.signal)) }
      doubt = doubtOf(found)
    }
    if (doubt === unseen) {
      seen = await watchOn(warm, options)
      doubt = doubtOf(found)
    }
    if (doubt !== undefined && actions[act.action].asks !== undefined) {
      found = { ...found, ...(await moreOf(warm, found, scene, options.signal)) }
      doubt = doubtOf(found)
    }
    if (doubt === undefined && found.isAtPointer === true && found.marked !== true && !hasLeft) {
      found = { ...found, caused: found.caused ?? (await causedIn(warm, found, options.signal)) }
      if (causeOf(withNews(found)) !== 'task' && !(await stays(found))) doubt = ofPointer
    }
    if (judged.hasSubscribers) judged.publish({ evidence: found, doubt })
    return doubt
  }
  let doubt = await look(undefined)
  begun = performance.now()
  const end = () => begun + (actions[act.action].showsLate ? veryLateMs : lateMs)
  while (doubt !== undefined && doubt !== unreadable && (await changesBefore(end(), warm, seen, options.signal))) {
    const isVeryLate = performance.now() - begun > lateMs
    seen = (await settle(warm, options)).seen
    doubt = await look(isVeryLate ? 'very late' : 'late')
  }
  return doubt
}

/** By the pointer, or by the keys that press a control. */
function isPress({ action, keys }: Act, { flags }: Node): boolean {
  const { goal, points, isForPointer } = actions[action]
  if (action === 'key') return /^(?:Enter|Space)$/.test(keys ?? '') && (flags & Flag.editable) === 0
  return goal === 'anything' && points === true && isForPointer !== true
}

const mostAsked = 20

/** Only pages can say what an action caused: of what has come, it or what it came in. */
async function causedIn({ source }: Warm, evidence: Evidence, signal: AbortSignal) {
  const keys = askedOf(withNews(evidence)).slice(0, mostAsked)
  if (source.page === undefined || keys.length === 0) return undefined
  const come = new Map(evidence.difference?.added.map((node) => [node.key, node.parent]))
  const around = (key: Key): Key[] => (come.has(key) ? [key, ...around(come.get(key)!)] : [])
  const asked = new Set([...keys, ...keys.flatMap(around)])
  const caused = await orUnknown(source.page.caused([...asked], new Set(come.keys()), signal), signal)
  return caused && new Set([...caused, ...keys.filter((key) => around(key).some((at) => caused.has(at)))])
}

/** Only pages can say what any press would have brought. */
async function besidesIn({ source: { page } }: Warm, { was, difference }: Evidence, signal: AbortSignal) {
  if (page === undefined || difference === undefined || !isInteractable(was)) return undefined
  const { added, changed } = difference
  const keys = [...added, ...changed.map(({ now }) => now)].map(({ key }) => key)
  return await orUnknown(page.besides(was.key, keys.slice(0, mostAsked), signal), signal)
}

/** What only the page can say, asked if nothing else proves it. */
async function moreOf({ source: { page }, tree }: Warm, { act, was }: Evidence, scene: Scene, signal: AbortSignal) {
  if (actions[act.action].asks === 'brought') return { brought: await orUnknown(page?.brought(signal), signal) }
  const since = thingsSince(tree, scene.approached)
  const come = since === undefined ? [] : [...since.added, ...sightsOf(since).came]
  const keys = come.flatMap((node) => (isInteractable(node) ? node.key : [])).slice(0, mostAsked)
  const [marked, opened] = await Promise.all([
    orUnknown(page?.marked(was.key, signal), signal),
    keys.length === 0 ? undefined : orUnknown(page?.opened(keys, signal), signal),
  ])
  return { marked: marked === true || opened === true }
}

/** Undefined if the field itself shows its text by now. */
async function drawnNow({ source }: Warm, key: Key, was: string, signal: AbortSignal) {
  const field = await orUnknown(source.page?.fieldText(key, signal), signal)
  return field?.isDrawn ? { was, now: field.text } : undefined
}

async function orUnknown<T>(asked: Promise<T> | undefined, signal: AbortSignal): Promise<T | undefined> {
  const answer = await asked?.catch(() => undefined)
  signal.throwIfAborted()
  return answer
}

/** So long a page leaves what it shows at the pointer. */
const goneMs = 500
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
async function watchOn(warm: Warm, { signal, deadline }: Patience): Promise<number> {
  warm.restless.watch()
  // Timers may be early by a part of a millisecond.
  await pause(Math.min(watchMs + 1, Math.max(0, deadline - performance.now())), signal)
  const wish = { freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) } as const
  const { seen, problem } = await warm.freshen(wish)
  // What could not be read in time may have changed all the same.
  warm.restless.watched(problem === undefined)
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
  return await orUnknown(source.frames([node.key, ...node.children.slice(0, placesAsked)], signal), signal)
}
