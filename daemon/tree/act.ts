/**
 * One action on one element of a warm tree: verify, perform, wait until it is quiet, read back, judge. Actions on
 * one target run one at a time, in order.
 */
import type { Frame } from '../../api-schema/element.ts'
import { Flag, redacted } from '../platform/flags.ts'
import type { OpenDialog } from '../platform/page.ts'
import type { Act, Check, Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { fold } from './fold.ts'
import { type Node, nameOf, shortRole } from './node.ts'
import { sameFrame, sameRow } from './same-row.ts'
import type { Warm } from './sync.ts'

export interface Outcome {
  readonly effect: 'confirmed' | 'unverified' | 'noop' | 'refused'
  readonly route: string
  /** Revision of the tree just before the action; `tree.since` of it is what changed. */
  readonly before: number
  /** The target shows another document now. */
  readonly replaced: boolean
  /** It is at another address now, of a new document or within the same one. */
  readonly moved: boolean
  readonly settled: boolean
  readonly dialog?: OpenDialog
  /** What the application said when it refused. */
  readonly refused?: string
  /** Names of the files that a field holds now. */
  readonly files?: readonly string[]
}

export interface ActOptions {
  readonly signal: AbortSignal
  readonly deadline: number
  /** How an element is told in an error, with its id. */
  readonly describe: (node: Node) => string
}

/** Consequences are awaited for so long at most; a page that never rests is told with `settled: false`. */
const quietMs = 3000

const queues = new WeakMap<Warm, Promise<unknown>>()

/** Waits for its turn on the target, then acts. */
export function inTurn<T>(warm: Warm, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const before = queues.get(warm) ?? Promise.resolve()
  const turn = before.then(() => {
    signal.throwIfAborted()
    return work()
  })
  queues.set(
    warm,
    turn.catch(() => {}),
  )
  return turn
}

/** Throws element_changed, element_gone, dialog_open, unsupported_here; nothing was done then. */
export async function act(warm: Warm, key: Key, wish: Act, options: ActOptions): Promise<Outcome> {
  const { source, tree } = warm
  const { signal } = options
  const node = tree.node(key)
  if (node === undefined) throw new Problem('element_gone')
  refuse(node, await source.check(key, wish, signal), warm, options)
  const scene: Scene = {
    node,
    revision: tree.revision,
    epoch: warm.epoch,
    url: source.page?.url,
    places: await placesOf(warm, node, wish, signal),
  }
  const { refused, noop, route, seen, files } = await perform(warm, key, wish, signal)
  const stays = { route, before: scene.revision, replaced: false, moved: false, settled: true }
  if (refused !== undefined) return { ...stays, effect: 'refused', refused }
  if (noop) return { ...stays, effect: 'noop' }
  const { settled } = await settle(warm, options, setting.has(wish.action) ? key : undefined)
  const dialog = source.page?.dialog
  const replaced = warm.epoch !== scene.epoch
  const moved = replaced || (scene.url !== undefined && source.page?.url !== scene.url)
  const isSeen = seen === true || moved || dialog !== undefined || (await judge(warm, wish, scene, signal))
  return {
    ...stays,
    effect: isSeen ? 'confirmed' : 'unverified',
    replaced,
    moved,
    settled,
    ...(dialog !== undefined && { dialog }),
    ...(files !== undefined && { files }),
  }
}

/** What was there just before the action. */
interface Scene {
  readonly node: Node
  readonly revision: number
  readonly epoch: number
  readonly url: string | undefined
  readonly places: Places | undefined
}

const setting: ReadonlySet<Act['action']> = new Set(['set_value', 'type', 'select', 'toggle', 'increment', 'decrement'])

/** After this nobody knows whether it was done, if it fails. */
async function perform(warm: Warm, key: Key, wish: Act, signal: AbortSignal) {
  try {
    return await warm.source.perform(key, wish, signal)
  } catch (error) {
    if (error instanceof Problem && (error.name === 'timeout' || error.name === 'unresponsive')) {
      throw new Problem('unknown_outcome', { message: `${wish.action} was begun and not answered: ${error.message}` })
    }
    throw error
  }
}

/** Waits until the target is quiet, then brings its copy up to date. Never throws: what was done is done. */
export async function settle(
  warm: Warm,
  { signal, deadline }: Pick<ActOptions, 'signal' | 'deadline'>,
  again?: Key,
): Promise<{ readonly settled: boolean }> {
  const bound = Math.max(100, Math.min(quietMs, deadline - performance.now()))
  try {
    const enough = AbortSignal.any([signal, AbortSignal.timeout(bound)])
    await warm.source.quiet(enough, () => {
      // Who waits for the end of it all hears of a failure, by the reading below.
      warm.freshen({ freshness: 'auto', signal, deadline }).catch(() => {})
    })
  } catch (error) {
    // The action is done; that the target never rested, or went, is no reason to lose its answer.
    if (signal.aborted && !(error instanceof Problem)) return { settled: false }
  }
  if (warm.closed || warm.source.page?.dialog !== undefined) return { settled: !warm.closed }
  // Not every target tells of what a program, and not a person, has set: looking again at the element does.
  if (again !== undefined && warm.tree.node(again) !== undefined)
    await warm.source.check(again, { action: 'focus' }, signal).catch(() => undefined)
  try {
    return await warm.freshen({ freshness: 'auto', signal, deadline: Math.max(deadline, performance.now() + 200) })
  } catch {
    return { settled: false }
  }
}

const reasons: { readonly [R in NonNullable<Check['reason']>]: string } = {
  gone: 'is gone',
  disabled: 'is disabled',
  hidden: 'is hidden',
  covered: 'is covered',
  moved: 'is moving',
  outside: 'lies outside what can be seen and cannot be scrolled there',
  readonly: 'cannot be edited',
}

function refuse(node: Node, { reason, by, byKey }: Check, { tree }: Warm, { describe }: ActOptions): void {
  if (reason === undefined) return
  const what = `${shortRole(node.role, node.subrole)} ${JSON.stringify(nameOf(node))}`
  if (reason === 'gone') throw new Problem('element_gone', { message: `The ${what} is gone.` })
  const cover = byKey === undefined ? undefined : tree.node(byKey)
  throw new Problem('element_changed', {
    message: `The ${what} ${reasons[reason]}${by === undefined ? '' : ` by ${by}`}. Nothing was done.`,
    hint: cover === undefined ? hints[reason] : `Close or move what covers it, or act on that: ${describe(cover)}`,
    data: { reason, ...(by !== undefined && { by }) },
  })
}

const hints: { readonly [R in NonNullable<Check['reason']>]: string } = {
  gone: 'Call explore for the present elements.',
  disabled: 'Do first what enables it, then wait until its state is enabled.',
  hidden: 'Open what it is in, then wait until its state is visible.',
  covered: 'Close or move what covers it, or act on that.',
  moved: 'Wait until settled, then try again.',
  outside: 'Scroll what it is in, or make the window larger.',
  readonly: 'Call expand to see what the element can do.',
}

/** Return codes are not believed: what was wished is looked for in what was read back. */
async function judge(warm: Warm, wish: Act, scene: Scene, signal: AbortSignal): Promise<boolean> {
  const { tree } = warm
  const { action, value } = wish
  const node = tree.node(scene.node.key)
  if (node !== undefined && action === 'set_value' && value !== undefined) {
    if (node.flags & Flag.secure || node.value === redacted) return false
    return same(node.value ?? '', value) || node.value !== scene.node.value
  }
  if (node !== undefined && action === 'focus') return (node.flags & Flag.focused) !== 0
  if (tree.revision > scene.revision && !(pointing.has(action) && isFocusAlone(warm, scene))) return true
  return scene.places !== undefined && !samePlaces(scene.places, await placesOf(warm, scene.node, wish, signal))
}

/** Any press moves the focus to what can have it: that alone does not show that more was done. */
const pointing: ReadonlySet<Act['action']> = new Set(['click', 'double_click', 'right_click', 'hover', 'drag'])

function isFocusAlone({ tree }: Warm, { node, revision }: Scene): boolean {
  const difference = tree.since(revision)
  if (difference === undefined || (node.flags & Flag.editable) !== 0) return false
  if (difference.added.length + difference.removed.length > 0) return false
  return difference.changed.every(({ was, now }) => sameRow(was, { ...now, flags: now.flags ^ focusOf(was, now) }))
}

function focusOf(was: Node, now: Node): number {
  return (was.flags ^ now.flags) & Flag.focused
}

/** Where the element is, and the first of those in it: what scrolling and dragging change, and no text tells. */
type Places = ReadonlyMap<Key, { readonly frame: Frame }>

const placing: ReadonlySet<Act['action']> = new Set(['scroll', 'drag', 'move', 'resize'])
const placesAsked = 3

async function placesOf({ source }: Warm, node: Node, { action }: Act, signal: AbortSignal) {
  if (!placing.has(action)) return undefined
  try {
    return await source.frames([node.key, ...node.children.slice(0, placesAsked)], signal)
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}

function samePlaces(before: Places, after: Places | undefined): boolean {
  if (after === undefined) return true
  return [...before].every(([key, { frame }]) => sameFrame(frame, after.get(key)?.frame))
}

const same = (a: string, b: string) => fold(a).trim() === fold(b).trim()
