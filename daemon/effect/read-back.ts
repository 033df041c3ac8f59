/** Looks for the effect of an action until it is confirmed or time is up. */
import { channel } from 'node:diagnostics_channel'
import type { Key } from '../platform/element/row.ts'
import type { Act, Performed } from '../platform/platform.ts'
import type { Node } from '../tree/model/node.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { actions } from './actions.ts'
import { withoutApproach } from './approach.ts'
import { atPointer } from './at-pointer.ts'
import type { Relation } from './drop.ts'
import type { Doubt, Evidence, Places } from './evidence.ts'
import { asksForFiles, nothing, unreadable } from './goals.ts'
import type { Inquiry, Reading } from './inquiry.ts'
import { isEntry } from './menus.ts'
import { besides, brought, caused, files, isPress, leftByDrag, leftSince, marked, opened } from './page-says.ts'
import { alignedSince, changesBefore, drawnNow, placesOf, relationTo } from './read.ts'
import { type Patience, settle, veryLateMs } from './settle.ts'
import { targetIn } from './successor.ts'
import { doubtOf } from './verdict.ts'
import { watch } from './watch.ts'

/** Each piece of evidence with its verdict, for tests that keep them. */
const judged = channel('interface-explorer:judged')

/** The target's state just before the action. */
export interface Scene {
  readonly node: Node
  /** The revision before the pointer went there; `revision` is the one just before the action. */
  readonly approached: number
  readonly revision: number
  readonly epoch: number
  readonly url: string | undefined
  /** Navigations that had begun already. */
  readonly leaving: ReadonlySet<string>
  readonly places: Places | undefined
  readonly relation: Relation | undefined
}

/**
 * In this order: `besides` comes before `watch`, which takes late effects of a press for changes that come by
 * themselves.
 */
const inquiries: readonly Inquiry[] = [files, caused, besides, watch, marked, opened, brought, leftByDrag, atPointer]

/** Waiting cannot change these. */
const final: ReadonlySet<string> = new Set([unreadable, ...Object.values(asksForFiles)])

/** Some effects only begin after everything was quiet, such as those of a timer. */
const lateMs = 300

export async function judge(
  warm: Warm,
  act: Act,
  scene: Scene,
  performed: Performed,
  looked: number,
  options: Patience,
): Promise<Doubt> {
  const reading: Reading = {
    warm,
    options,
    approached: scene.approached,
    read: (late) => evidenceOf(warm, act, scene, performed, late, options.signal),
    seen: looked,
    begun: performance.now(),
    hasLeft: false,
  }
  let doubt = await look(act, reading, undefined)
  reading.begun = performance.now()
  const showsLate = actions[act.action].showsLate === true || isPress(act, scene.node)
  const end = () => reading.begun + (showsLate ? veryLateMs : lateMs)
  const isOpen = () => doubt !== undefined && !final.has(doubt)
  while (isOpen() && (await changesBefore(end(), reading))) {
    const isVeryLate = performance.now() - reading.begun > lateMs
    reading.seen = (await settle(warm, options)).seen
    doubt = await look(act, reading, isVeryLate ? 'very late' : 'late')
  }
  return isOpen() ? await lookAtLast(doubt, reading) : doubt
}

/** Purely visual changes and choosers of files are not reported: only the page can be asked about them. */
async function lookAtLast(doubt: Doubt, reading: Reading): Promise<Doubt> {
  if (reading.warm.source.page === undefined) return doubt
  const evidence = await reading.read('very late')
  const found: Partial<Evidence> = {}
  for (const { isFor, find } of [files, marked])
    if (isFor(evidence, doubt, reading)) Object.assign(found, await find(evidence, reading))
  const isFound = found.marked === true || found.doubt !== undefined
  return isFound ? doubtOf({ ...evidence, ...found }) : doubt
}

/** Checks only whether what was dragged is gone by now: anything else that late may have come by itself. */
export async function judgeAgain(
  warm: Warm,
  act: Act,
  scene: Scene,
  performed: Performed,
  options: Patience,
): Promise<Doubt> {
  const found = await evidenceOf(warm, act, scene, performed, 'very late', options.signal)
  if (found.now !== undefined) return nothing
  return doubtOf({ ...found, ...(await leftSince(found, { warm, options })) })
}

async function look({ action }: Act, reading: Reading, late: Evidence['late']): Promise<Doubt> {
  const { warm, read } = reading
  if (warm.closed && action !== 'close') {
    const hasQuit = actions[action].goal === 'anything' && warm.source.hasQuit === true
    return hasQuit ? undefined : `its ${warm.target.kind} is gone`
  }
  let evidence = await read(late)
  let doubt = doubtOf(evidence)
  for (const { isFor, find } of inquiries) {
    if (!isFor(evidence, doubt, reading)) continue
    const more = await find(evidence, reading)
    if (more === undefined) continue
    evidence = { ...evidence, ...more }
    doubt = doubtOf(evidence)
  }
  if (judged.hasSubscribers) judged.publish({ evidence, doubt })
  return doubt
}

async function evidenceOf(
  warm: Warm,
  act: Act,
  { node, approached, revision, places, relation }: Scene,
  { doubt, strayed, dropped, drawn, front }: Performed,
  late: Evidence['late'],
  signal: AbortSignal,
): Promise<Evidence> {
  const { tree, restless } = warm
  const whole = approached === revision ? undefined : alignedSince(tree, approached)
  const nodeOf = (at: Key) => tree.node(at)
  const hasLeft = act.action === 'menu' || isEntry(node)
  const difference = withoutApproach(alignedSince(tree, revision), whole, node, nodeOf, hasLeft)
  const { was, now } = targetIn({ was: node, difference, nodeOf })
  return {
    act,
    was,
    now,
    difference,
    nodeOf,
    calmOf: (part, isOfText) => restless.calmOf(part, isOfText),
    places: places && {
      was: new Map([...places].map(([key, place]) => [difference?.keyOf(key) ?? key, place])),
      now: await placesOf(warm, was, act, signal),
    },
    drawn: drawn === undefined ? undefined : await drawnNow(warm, was.key, drawn, signal),
    doubt,
    late,
    front,
    hasStrayed: strayed === true,
    drop: { point: dropped, was: relation, now: relationTo(warm, was.key, act) },
  }
}
