/** One action on one element of a warm tree: verify, perform, wait until quiet, read back, judge. */
import { type Advice, verbatim } from '../../api-schema/advice.ts'
import { given } from '../../api-schema/given.ts'
import { browserKeyDoubt } from '../platform/acting/browser-keys.ts'
import { until } from '../platform/acting/polling.ts'
import { sameFrame } from '../platform/element/rectangle.ts'
import { shortRole } from '../platform/element/role-words.ts'
import type { Key } from '../platform/element/row.ts'
import type { Act, Check, Performed } from '../platform/platform.ts'
import type { OpenDialog } from '../platform/tab/dialog.ts'
import type { PendingNavigation } from '../platform/tab/pending-navigation.ts'
import { Problem, problemIn } from '../problem.ts'
import type { Chosen } from '../tree/identity/ids.ts'
import type { Node } from '../tree/model/node.ts'
import { labelOf } from '../tree/naming/labels.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { actions } from './actions.ts'
import type { Doubt, Places } from './evidence.ts'
import { placesOf, relationTo } from './read.ts'
import { judge, judgeAgain, type Scene } from './read-back.ts'
import { resultsOf } from './results.ts'
import { quietMs, settleInTime } from './settle.ts'
import { effectOf } from './verdict.ts'

export interface Outcome {
  readonly effect: 'confirmed' | 'unverified' | 'noop' | 'refused'
  readonly route: string
  /** Tree revision just before the action; `tree.since` of it is what changed. */
  readonly before: number
  /** The target now shows another document. */
  readonly replaced: boolean
  /** Its address has changed, in a new document or the same one. */
  readonly moved: boolean
  readonly settled: boolean
  /** The page is still filling itself: more is coming. */
  readonly loading: boolean
  /** Why it is unverified. */
  readonly doubt?: string
  /** For effects that may come late: judges again if the tree has changed since. */
  readonly again?: () => Promise<Doubt>
  readonly dialog?: OpenDialog
  /** The navigation that the action started, in the target or a frame of it, whose server has not answered yet. */
  readonly pending?: PendingNavigation
  /** The address of a navigation that was stopped so that the target could be acted on. */
  readonly stopped?: string
  /** What the application said when it refused. */
  readonly refused?: string
  /** Its application or window was brought to the front. False if that was requested and it was there already. */
  readonly front?: boolean
  /** Names of the files that a field now holds. */
  readonly files?: readonly string[]
  /** Text that is shown, but that the program may not have accepted yet. */
  readonly untaken?: string
}

export interface ActOptions {
  readonly signal: AbortSignal
  readonly deadline: number
  /** How an error describes an element, with its id. */
  readonly describe: (node: Node) => string
}

/** How long to read what has come with the pointer before something is pressed. */
const arrivedMs = 1000

/** Milliseconds in which a page may draw an element again and again before it can be acted on. */
const redrawnMs = 2000

/**
 * Throws element_changed, element_gone, dialog_open or unsupported_here if nothing was done. If the page redraws the
 * element before it is acted on, the action goes to the new one, and `key` is its key.
 */
export async function act(
  warm: Warm,
  chosen: Chosen,
  wish: Act,
  options: ActOptions,
): Promise<Outcome & { readonly key: Key }> {
  const latest = performance.now() + redrawnMs
  for (let subject = chosen; ; ) {
    try {
      return { ...(await actOn(warm, subject, wish, options)), key: subject.key }
    } catch (error) {
      if (!isUntouched(error) || performance.now() > latest) throw error
      await warm.freshen({ freshness: 'auto', ...options })
      const next = subject.again?.()
      if (next === undefined) throw error
      subject = next
    }
  }
}

/** The element was gone before anything was done to it. */
function isUntouched(error: unknown): boolean {
  return error instanceof Problem && error.name === 'element_gone' && error.data.reason === 'gone'
}

async function actOn(warm: Warm, { key, isSame }: Chosen, wish: Act, options: ActOptions): Promise<Outcome> {
  const { source, tree } = warm
  const { signal } = options
  const node = tree.node(key)
  if (node === undefined) throw new Problem('element_gone', gone)
  const stopped = await source.page?.stay(key, signal)
  const approached = tree.revision
  const ended = warm.restless.begin(warm.trueAt, source.page !== undefined)
  try {
    const checked = await source.check(key, wish, signal)
    await refuse(node, checked, warm, options)
    // What reaching the element brings, such as a tooltip, or rows that a list creates as it scrolls, is not an effect of the
    // action.
    if (checked.isStirred) await settleInTime(warm, options, undefined)
    await refuseIfUsedAgain(node, isSame, warm, options)
    const scene: Scene = {
      node,
      approached,
      revision: tree.revision,
      epoch: warm.epoch,
      url: source.page?.url,
      leaving: new Set(source.page?.pendingNavigations.map(({ id }) => id)),
      places: await placesOf(warm, node, wish, signal),
      relation: relationTo(warm, key, wish),
    }
    const isBrought = checked.isShown === true && actions[wish.action].isForPointer === true
    const outcome = await carryOut(warm, key, wish, scene, isBrought, options)
    return stopped === undefined ? outcome : { ...outcome, stopped }
  } finally {
    ended()
  }
}

/** `isBrought`: what it is for came about as the pointer reached it. */
async function carryOut(
  warm: Warm,
  key: Key,
  wish: Act,
  begun: Scene,
  isBrought: boolean,
  options: ActOptions,
): Promise<Outcome> {
  let scene = begun
  const arrived = async () => {
    const deadline = Math.min(options.deadline, performance.now() + arrivedMs)
    await warm.freshen({ freshness: 'auto', signal: options.signal, deadline }).catch(() => {})
    scene = { ...scene, revision: warm.tree.revision }
  }
  const performed = await warm.source.perform(key, wish, options.signal, arrived).catch((error) => {
    throw asUnknown(error, wish)
  })
  const { refused, noop, route, front, untaken } = performed
  const stays = {
    route,
    before: begun.revision,
    replaced: false,
    moved: false,
    settled: true,
    loading: false,
    ...given({ front, untaken }),
  }
  if (refused !== undefined) return { ...stays, effect: 'refused', refused }
  if (noop) return { ...stays, effect: 'noop' }
  try {
    const seen = isBrought || performed.seen
    return { ...stays, ...(await resultOf(warm, key, wish, scene, { ...performed, ...given({ seen }) }, options)) }
  } catch (error) {
    // As a plain timeout this would invite the caller to repeat an action that was already performed.
    if (!options.signal.aborted) throw error
    throw new Problem('unknown_outcome', {
      message: `${wish.action} was done; the result could not be read before the timeout.`,
    })
  }
}

/** Reads the result once the target is quiet. */
async function resultOf(
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
  const reread = actions[wish.action].rereads ? key : undefined
  const { settled, seen: looked } = await settleInTime(warm, options, reread)
  const dialog = source.page?.dialog
  const replaced = warm.epoch !== scene.epoch
  const moved = replaced || (scene.url !== undefined && source.page?.url !== scene.url)
  const pending = source.page?.pendingNavigations.find(({ id }) => !scene.leaving.has(id))
  const isSeen = seen === true || moved || dialog !== undefined || pending !== undefined
  const meant: Act = {
    ...wish,
    ...(performed.isChosen === true && { action: 'select' }),
    ...(wish.value !== undefined && given({ value: performed.option })),
  }
  const judged = isSeen ? undefined : await judge(warm, meant, scene, performed, looked, options)
  if (actions[meant.action].bringsLate && !isSeen) await resultsOf(warm, scene.node, scene.revision, looked, options)
  const ofBrowser = judged !== undefined && source.page !== undefined && wish.keys !== undefined
  const doubt = ofBrowser ? (browserKeyDoubt(wish.keys) ?? judged) : judged
  const effect = effectOf(meant, scene.node, doubt)
  const { revision } = warm.tree
  const again = async () =>
    warm.tree.revision === revision ? doubt : await judgeAgain(warm, meant, scene, performed, options)
  return {
    effect,
    ...(effect === 'unverified' && given({ doubt })),
    ...(effect === 'unverified' && actions[meant.action].asks === 'brought' && !replaced && { again }),
    replaced,
    moved,
    settled,
    loading: source.page?.isFilling === true,
    ...given({ dialog, pending, files }),
  }
}

/** If performing it fails in these ways, nobody knows whether the action was done. */
function asUnknown(error: unknown, { action }: Act): unknown {
  const problem = problemIn(error)
  if (problem?.name !== 'timeout' && problem?.name !== 'unresponsive') return error
  return new Problem('unknown_outcome', {
    message: `${action} was started, and the target did not answer: ${problem.message}`,
  })
}

const gone = { data: { reason: 'gone' } } as const

const reasons: { readonly [R in NonNullable<Check['reason']>]: string } = {
  gone: 'is gone',
  disabled: 'is disabled',
  hidden: 'is hidden',
  covered: 'is covered',
  moved: 'is moving',
  outside: 'lies outside the visible area and cannot be scrolled into it',
  readonly: 'cannot be edited',
}

async function refuse(
  node: Node,
  { reason, by, byKey }: Check,
  { tree, source }: Warm,
  { describe, signal }: ActOptions,
): Promise<void> {
  if (reason === undefined) return
  const what = calledOf(tree, node)
  if (reason === 'gone') throw new Problem('element_gone', { ...gone, message: `The ${what} is gone.` })
  const cover = byKey === undefined ? undefined : tree.node(byKey)
  const openerKey = reason === 'hidden' ? await source.page?.opener(node.key, signal) : undefined
  const opener = openerKey === undefined ? undefined : tree.node(openerKey)
  throw new Problem('element_changed', {
    message: `The ${what} ${reasons[reason]}${by === undefined ? '' : ` by ${by}`}. Nothing was done.`,
    hint:
      opener !== undefined
        ? `Open what it is in, by this: ${verbatim(describe(opener))}`
        : cover === undefined
          ? hints[reason]
          : `Close or move what covers it, or act on that instead: ${verbatim(describe(cover))}`,
    data: { reason, ...(by !== undefined && { by }) },
  })
}

/**
 * Between choosing and acting, a list may have reused the element for another item. Reading here also keeps what has
 * changed so far from counting as an effect.
 */
async function refuseIfUsedAgain(
  node: Node,
  isSame: Chosen['isSame'],
  warm: Warm,
  { signal, deadline }: ActOptions,
): Promise<void> {
  await warm.freshen({ freshness: 'auto', signal, deadline })
  if (isSame === undefined || isSame()) return
  const what = calledOf(warm.tree, node)
  const message = `Where the ${what} was is something else now. Nothing was done.`
  throw new Problem('element_gone', { ...gone, message })
}

/** `button "Save"`; an element without a name is called what a view calls it. */
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
    'Call {wait} {"until":"settled"}, then try again. If it never stands still, press it by the action key: Enter, or Space for a box.',
    'Try again when it has stopped. If it never stands still, press it by the action key: Enter, or Space for a box.',
  ],
  outside: 'Scroll its container, or enlarge the window.',
  readonly: 'Call {expand} to see what the element can do.',
}

/** A dropped element may still glide to its place, or back. */
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

/** Between two reads of an element that may be gliding. */
const glideMs = 100
