/**
 * One action on one element of a warm tree: verify, perform, wait until quiet, read back, judge.
 */
import { type Advice, verbatim } from '../../api-schema/advice.ts'
import { pause, until } from '../platform/acting/polling.ts'
import type { Departure } from '../platform/departure.ts'
import type { OpenDialog } from '../platform/dialog.ts'
import type { Act, Check, Performed } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import { Problem, problemIn } from '../problem.ts'
import { withTimeLimit } from '../time-limit.ts'
import { type Node, shortRole } from '../tree/model/node.ts'
import { labelOf } from '../tree/naming/labels.ts'
import type { Difference } from '../tree/warm/history.ts'
import { placeOf, textPlacesOf, withRewritten } from '../tree/warm/rewritten.ts'
import { sameFrame } from '../tree/warm/same-row.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { type Relation, relationOf } from './drop.ts'
import { type Doubt, doubtOf, type Places, textsAlone, unreadable } from './judge.ts'
import { quietMs, settle, settleInTime } from './settle.ts'

export interface Outcome {
  readonly effect: 'confirmed' | 'unverified' | 'noop' | 'refused'
  readonly route: string
  /** Tree revision just before the action; `tree.since` of it is what changed. */
  readonly before: number
  /** The target now shows another document. */
  readonly replaced: boolean
  /** It is now at another address, in a new document or the same one. */
  readonly moved: boolean
  readonly settled: boolean
  /** Why it is unverified. */
  readonly doubt?: string
  readonly dialog?: OpenDialog
  /** Where it has begun to take the target, or a frame in it, whose server has not answered. */
  readonly pending?: Departure
  /** The address on the way to which the target was stopped, so that it could be acted on. */
  readonly stopped?: string
  /** What the application said when it refused. */
  readonly refused?: string
  /** Its application or window was brought to the front for it. False where that was asked for and it was there. */
  readonly front?: boolean
  /** Names of the files that a field now holds. */
  readonly files?: readonly string[]
  /** What the program may not have taken yet, though it is shown. */
  readonly untaken?: string
}

export interface ActOptions {
  readonly signal: AbortSignal
  readonly deadline: number
  /** How an error describes an element, with its id. */
  readonly describe: (node: Node) => string
  /** Is the element still what it was when it was aimed at? Asked of a copy that is up to date. */
  readonly isSame?: (() => boolean) | undefined
}

/** Throws element_changed, element_gone, dialog_open or unsupported_here, having done nothing. */
export async function act(warm: Warm, key: Key, wish: Act, options: ActOptions): Promise<Outcome> {
  const { source, tree } = warm
  const { signal } = options
  const node = tree.node(key)
  if (node === undefined) throw new Problem('element_gone')
  const stopped = await source.page?.stay(key, signal)
  refuse(node, await source.check(key, wish, signal), warm, options)
  const ended = warm.restless.begin(warm.trueAt)
  try {
    await refuseIfUsedAgain(node, warm, options)
    const scene: Scene = {
      node,
      revision: tree.revision,
      epoch: warm.epoch,
      url: source.page?.url,
      leaving: new Set(source.page?.departures.map(({ id }) => id)),
      places: await placesOf(warm, node, wish, signal),
      relation: relationTo(warm, key, wish),
    }
    const outcome = await carryOut(warm, key, wish, scene, options)
    return stopped === undefined ? outcome : { ...outcome, stopped }
  } finally {
    ended()
  }
}

async function carryOut(warm: Warm, key: Key, wish: Act, scene: Scene, options: ActOptions): Promise<Outcome> {
  const performed = await perform(warm, key, wish, options.signal)
  const { refused, noop, route, front, untaken } = performed
  const stays = {
    route,
    before: scene.revision,
    replaced: false,
    moved: false,
    settled: true,
    ...(front !== undefined && { front }),
    ...(untaken !== undefined && { untaken }),
  }
  if (refused !== undefined) return { ...stays, effect: 'refused', refused }
  if (noop) return { ...stays, effect: 'noop' }
  try {
    return { ...stays, ...(await cameOf(warm, key, wish, scene, performed, options)) }
  } catch (error) {
    // Time ran out while it was read: told as a timeout, the action would be done again.
    if (!options.signal.aborted) throw error
    throw new Problem('unknown_outcome', {
      message: `${wish.action} was done, and time ran out before it was read back.`,
    })
  }
}

/** Read back, once the target has come to rest. */
async function cameOf(
  warm: Warm,
  key: Key,
  wish: Act,
  scene: Scene,
  performed: Performed,
  options: ActOptions,
): Promise<Omit<Outcome, 'route' | 'before' | 'front' | 'untaken'>> {
  const { source } = warm
  const { seen, files } = performed
  if (wish.action === 'drag') await standStill(warm, scene.node, wish, options.signal)
  const again = setting.has(wish.action) ? key : undefined
  const { settled, seen: looked } = await settleInTime(warm, options, again)
  const dialog = source.page?.dialog
  const replaced = warm.epoch !== scene.epoch
  const moved = replaced || (scene.url !== undefined && source.page?.url !== scene.url)
  const pending = source.page?.departures.find(({ id }) => !scene.leaving.has(id))
  const isSeen = seen === true || moved || dialog !== undefined || pending !== undefined
  const doubt = isSeen ? undefined : await judge(warm, wish, scene, performed, looked, options)
  return {
    effect: doubt === undefined ? 'confirmed' : 'unverified',
    ...(doubt !== undefined && { doubt }),
    replaced,
    moved,
    settled,
    ...(dialog !== undefined && { dialog }),
    ...(pending !== undefined && { pending }),
    ...(files !== undefined && { files }),
  }
}

/** The element's state just before the action. */
interface Scene {
  readonly node: Node
  readonly revision: number
  readonly epoch: number
  readonly url: string | undefined
  /** Navigations that had begun. */
  readonly leaving: ReadonlySet<string>
  readonly places: Places | undefined
  readonly relation: Relation | undefined
}

const setting: ReadonlySet<Act['action']> = new Set(['set_value', 'type', 'select', 'toggle', 'increment', 'decrement'])

/** A failure from here on leaves it unknown whether the action was done. */
async function perform(warm: Warm, key: Key, wish: Act, signal: AbortSignal) {
  try {
    return await warm.source.perform(key, wish, signal)
  } catch (error) {
    const problem = problemIn(error)
    if (problem?.name === 'timeout' || problem?.name === 'unresponsive') {
      throw new Problem('unknown_outcome', { message: `${wish.action} was begun and not answered: ${problem.message}` })
    }
    throw error
  }
}

/** So long a page or application has to be watched before it is known what in it changes by itself. */
const watchMs = 1200

async function judge(
  warm: Warm,
  act: Act,
  scene: Scene,
  { doubt: unread, strayed, dropped, drawn }: Performed,
  looked: number,
  options: ActOptions,
): Promise<Doubt> {
  const { tree, restless } = warm
  const { node, revision, places, relation } = scene
  const evidence = async () => ({
    act,
    was: node,
    now: tree.node(node.key),
    difference: rewrittenSince(tree, revision),
    nodeOf: (key: Key) => tree.node(key),
    isRestless: (key: Key, surely = false) => restless.has(key, surely),
    places: places && { was: places, now: await placesOf(warm, node, act, options.signal) },
    drawn: drawn === undefined ? undefined : await drawnNow(warm, node.key, drawn, options.signal),
    doubt: unread,
    hasStrayed: strayed === true,
    drop: { point: dropped, was: relation, now: relationTo(warm, node.key, act) },
  })
  let seen = looked
  const look = async (isLate: boolean) => {
    // It may have been told to end, or have crashed.
    if (warm.closed && act.action !== 'close') return `its ${warm.target.kind} is gone`
    const found = await evidence()
    const texts = textsAlone(found)
    if (isLate && texts === 'far') return 'only a text elsewhere has changed, and late'
    if (texts !== undefined && restless.watchedMs < watchMs) seen = await watchOn(warm, watchMs, options)
    return doubtOf(found)
  }
  let doubt = await look(false)
  const end = performance.now() + lateMs
  while (doubt !== undefined && doubt !== unreadable && (await changesBefore(end, warm, seen, options.signal))) {
    seen = (await settle(warm, options)).seen
    doubt = await look(true)
  }
  return doubt
}

/** Undefined where it has come to show its text itself. */
async function drawnNow({ source }: Warm, key: Key, was: string, signal: AbortSignal) {
  const field = await source.page?.fieldText(key, signal).catch(() => undefined)
  signal.throwIfAborted()
  return field?.isDrawn ? { was, now: field.text } : undefined
}

/** Some consequences begin only after all has been quiet, as those of a request do; nobody waits longer for them. */
const lateMs = 300

async function changesBefore(end: number, warm: Warm, seen: number, signal: AbortSignal): Promise<boolean> {
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

/** Learns what goes on changing after the consequences of the action have ended. Answers which changes it has seen. */
async function watchOn(warm: Warm, ms: number, { signal, deadline }: ActOptions): Promise<number> {
  const { tree } = warm
  const before = tree.revision
  const begun = performance.now()
  await pause(Math.min(ms, Math.max(0, deadline - performance.now())), signal)
  const wish = { freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) } as const
  const { seen } = await warm.freshen(wish)
  const difference = rewrittenSince(tree, before)
  const places = difference && [...difference.changed.map(placeOf), ...textPlacesOf(difference)]
  warm.restless.watched(performance.now() - begun, places ?? [])
  return seen
}

function rewrittenSince(tree: Warm['tree'], revision: number): Difference | undefined {
  const difference = tree.since(revision)
  return difference === undefined ? undefined : withRewritten(difference)
}

const reasons: { readonly [R in NonNullable<Check['reason']>]: string } = {
  gone: 'is gone',
  disabled: 'is disabled',
  hidden: 'is hidden',
  covered: 'is covered',
  moved: 'is moving',
  outside: 'lies outside the visible area and cannot be scrolled into it',
  readonly: 'cannot be edited',
}

function refuse(node: Node, { reason, by, byKey }: Check, { tree }: Warm, { describe }: ActOptions): void {
  if (reason === undefined) return
  const what = calledOf(tree, node)
  if (reason === 'gone') throw new Problem('element_gone', { message: `The ${what} is gone.` })
  const cover = byKey === undefined ? undefined : tree.node(byKey)
  throw new Problem('element_changed', {
    message: `The ${what} ${reasons[reason]}${by === undefined ? '' : ` by ${by}`}. Nothing was done.`,
    hint:
      cover === undefined
        ? hints[reason]
        : `Close or move what covers it, or act on that instead: ${verbatim(describe(cover))}`,
    data: { reason, ...(by !== undefined && { by }) },
  })
}

/** Between aiming and acting a list may have taken the element for another of its items. */
async function refuseIfUsedAgain(node: Node, warm: Warm, { isSame, signal, deadline }: ActOptions): Promise<void> {
  if (isSame === undefined) return
  await warm.freshen({ freshness: 'auto', signal, deadline })
  if (isSame()) return
  const what = calledOf(warm.tree, node)
  throw new Problem('element_gone', { message: `Where the ${what} was is something else now. Nothing was done.` })
}

/** `button "Save"`, or the words by which a view tells it apart where it has no name. */
function calledOf(tree: Warm['tree'], node: Node): string {
  const role = shortRole(node.role, node.subrole)
  const name = node.title ?? node.description ?? node.placeholder ?? labelOf(tree, node)
  return name === undefined ? role : `${role} ${JSON.stringify(name)}`
}

const hints: { readonly [R in NonNullable<Check['reason']>]: Advice } = {
  gone: 'Call {explore} for the current elements.',
  disabled: ['First do what enables it, then {wait} until its state is enabled.', 'First do what enables it.'],
  hidden: ['Open what it is in, then {wait} until its state is visible.', 'Open what it is in.'],
  covered: 'Close or move what covers it, or act on that instead.',
  moved: [
    'Call {wait} {"until":"settled"}, then try again. If it never stands still, use action key with keys Enter.',
    'Try again when it has stopped. If it never stands still, use action key with keys Enter.',
  ],
  outside: 'Scroll its container, or enlarge the window.',
  readonly: 'Call {expand} to see what the element can do.',
}

const placing: ReadonlySet<Act['action']> = new Set(['scroll', 'drag', 'move', 'resize'])
const placesAsked = 3

function relationTo({ tree }: Warm, key: Key, { to }: Act): Relation | undefined {
  return to?.key === undefined ? undefined : relationOf(tree, key, to.key)
}

/** What is let go may still glide to its place, or back. */
async function standStill(warm: Warm, node: Node, act: Act, signal: AbortSignal): Promise<void> {
  let before: Places | undefined
  await until(
    async () => {
      const now = await placesOf(warm, node, act, signal)
      const isStill = before !== undefined && sameFrame(before.get(node.key)?.frame, now?.get(node.key)?.frame)
      before = now
      return isStill || now === undefined
    },
    { ms: quietMs, signal, everyMs: glideMs },
  )
}

/** Between two looks at what may be gliding. */
const glideMs = 100

async function placesOf({ source }: Warm, node: Node, { action }: Act, signal: AbortSignal) {
  if (!placing.has(action)) return undefined
  try {
    return await source.frames([node.key, ...node.children.slice(0, placesAsked)], signal)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
