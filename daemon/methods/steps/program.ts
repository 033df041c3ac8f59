/** The steps of a call, one after the other: what each takes from those before it, and when the next must not begin. */
import type { Params } from '../../../api-schema/methods.ts'
import { calledVerbs } from '../../../api-schema/step.ts'
import { dialogOf } from '../../answers/content/dialogs.ts'
import { found } from '../../answers/find/find.ts'
import { AlreadySaid } from '../../answers/included/already-said.ts'
import { touch } from '../../answers/included/effect.ts'
import { tabTarget } from '../../answers/where/scope.ts'
import type { Call, World } from '../../dispatch.ts'
import { Problem } from '../../problem.ts'
import type { Warm } from '../../tree/warm/sync.ts'
import { answering, isPassed, isSaidBy, untilOpen } from './boxes.ts'
import { calledStep, stops } from './called.ts'
import { ofDialog } from './check.ts'
import { lookAgain } from './look-again.ts'
import { answerTo, isSecret, perform } from './perform.ts'
import { hasCome, type Place, placedIn, placeNamed, waitable, withFocus } from './place.ts'
import { lastOf, type Progress } from './progress.ts'
import { type ActStep, type CalledStep, isCalledStep, type Step, type StepReport, wordsOf } from './step.ts'
import { unmet } from './unmet.ts'

/** Moves that lead to an act, and often show nothing: the next step does not depend on their effect. */
const isPassing: ReadonlySet<string> = new Set(['hover', 'scroll', 'focus', 'key', 'raise'])
/** Milliseconds that a step waits for the element it names. */
const awaitedMs = 3000

/** Its own progress. Methods that run a step return whether the steps after it must not begin. */
export class Program implements Progress {
  readonly done: Progress['done'] = []
  readonly touched: Progress['touched'] = []
  readonly opened: Progress['opened'] = []
  readonly saved: Progress['saved'] = []
  readonly told: Progress['told'] = []
  readonly said = new AlreadySaid()
  place: Place | undefined
  box: StepReport['dialog']
  doubted: number | undefined
  readonly #steps: readonly Step[]
  readonly #params: Params<'interact'>
  readonly #call: Call
  readonly #world: World

  constructor(steps: readonly Step[], params: Params<'interact'>, call: Call, world: World) {
    this.#steps = steps
    this.#params = params
    this.#call = call
    this.#world = world
  }

  /** The step with the place, and the focused element, that it does not name itself; or an answer to the open box. */
  async placed(listed: Step): Promise<Step> {
    const moves = isCalledStep(listed) && calledVerbs[listed.action] === 'moves'
    const step = moves ? listed : placedIn(listed, this.place ?? {})
    if (this.isSaid(step)) return step
    const meant = this.box === undefined ? step : (answering(step) ?? step)
    return await withFocus(meant, this.place ?? this.#params, this.#call, this.#world)
  }

  /** Whether the open box itself says what the step waits for. */
  isSaid(step: Step): boolean {
    return this.box !== undefined && isSaidBy(this.box, step)
  }

  async pass(step: Step): Promise<boolean> {
    this.#tell(step, { effect: 'confirmed' })
    return await this.#isInTheWay(this.box)
  }

  async act(step: ActStep): Promise<boolean> {
    const call = this.#call
    const number = this.told.length + 1
    await lookAgain(this)
    const before = this.done.at(-1)?.aim.warm
    if (ofDialog.has(step.action) && before !== undefined && (await untilOpen(before, call, awaitedMs)))
      this.doubted = undefined
    if (this.doubted === undefined) await this.#waitFor(step)
    else if (!(await comesNow(step, call))) return true
    this.doubted = undefined
    const tabs = this.opened.length
    await perform(step, this.#params, this, call, this.#world)
    const { aim, outcome, at } = this.done.at(-1)!
    const opened = this.opened.slice(tabs).at(-1)?.tab
    // The tab that a person would look at now.
    this.place = opened === undefined ? placeNamed(step, aim.warm.target) : { tab: opened }
    if (opened !== undefined && number < this.#steps.length) await hasCome(opened, call)
    const { effect, doubt: why } = outcome
    const dialog = outcome.dialog && dialogOf(outcome.dialog)
    this.#tell(step, { effect, why, at, opened, dialog })
    // The next step is meant for the page that is about to arrive.
    const isLeaving = outcome.pending !== undefined && !outcome.pending.isOfFrame
    const isOpen = effect === 'unverified' && !isPassing.has(step.action) && !isSecret(aim)
    if (isLeaving || isOpen) this.doubted = number
    return effect === 'refused' || (await this.#isInTheWay(dialog))
  }

  async readOrMove(step: CalledStep): Promise<boolean> {
    const kind = calledVerbs[step.action]
    const isAct = kind === 'acts'
    if (this.doubted !== undefined && (kind === 'moves' || isAct)) return true
    const isLast = this.told.length === this.#steps.length - 1
    if (isAct) await this.#touchedBy(step)
    if (kind === 'reads') await this.#filling()?.source.page?.fills(this.#call.signal)
    const came = await calledStep(step, isLast, this.#params, this.#call, this.#world)
    this.#tell(step, came)
    if (!isAct) this.said.add(came, this.touched)
    if (kind === 'checks') this.doubted = undefined
    if (kind === 'moves') this.place = { tab: came.tab }
    const isBarred = await this.#isInTheWay(came.dialog)
    if (kind === 'moves' && (came.dialog === undefined || this.told.at(-1)?.answered)) await this.#begunAt(came.tab!)
    return isBarred
  }

  /** Goes on after a step that only reads and found nothing. Else throws, with what was done and what is there. */
  async miss(index: number, step: Step, error: unknown): Promise<void> {
    if (this.#params.steps === undefined || !(error instanceof Problem)) throw error
    const isRead = isCalledStep(step) && !stops(step) && !this.#call.signal.aborted
    if (!isRead) throw await unmet(error, this.#steps, index, this, this.#params, this.#call, this.#world)
    this.#tell(step, { error: `${error.name}: ${error.message}` }, index)
  }

  #tell(step: Step, came: Partial<StepReport>, index = this.told.length): void {
    this.told.push({ step: index + 1, action: step.action, on: wordsOf(step), ...came })
  }

  /** Whether a box keeps the next step from being done. */
  async #isInTheWay(dialog: StepReport['dialog']): Promise<boolean> {
    const next = this.#steps[this.told.length]
    this.box = dialog
    if (dialog === undefined || answering(next) !== undefined || isSaidBy(dialog, next)) return false
    if (!isPassed(dialog, next)) return true
    const opener = this.told.findLastIndex((one) => one.dialog !== undefined)
    await answerTo({ action: 'accept' }, this, this.#call, this.#world)
    this.told[opener] = { ...this.told[opener]!, answered: true }
    this.box = undefined
    return this.done.at(-1)?.outcome.dialog !== undefined
  }

  /** The page that is still filling itself after the step before: its present contents are not what is to be read. */
  #filling(): Warm | undefined {
    const last = this.told.at(-1)
    if (last?.loading === true) return this.touched.at(-1)?.warm
    const isOfAct = last?.effect !== undefined && last.loading === undefined
    return isOfAct && this.done.at(-1)?.outcome.loading === true ? this.done.at(-1)!.aim.warm : undefined
  }

  async #touchedBy({ find }: CalledStep): Promise<void> {
    const target = await tabTarget(find?.tab, this.#call, this.#world)
    const warm = await this.#world.trees.warm(target, this.#call.signal)
    if (!this.touched.some((one) => one.warm === warm)) await this.#touch(warm)
  }

  /** Reports changes from the page that was navigated to. */
  async #begunAt(tab: string): Promise<void> {
    const { trees } = this.#world
    const warm = await trees.warm(await trees.tab(tab, this.#call.signal), this.#call.signal)
    const before = this.touched.findIndex((one) => one.warm === warm)
    if (before >= 0) this.touched.splice(before, 1)
    await this.#touch(warm)
  }

  async #touch(warm: Warm): Promise<void> {
    const { signal, deadline } = this.#call
    await warm.freshen({ freshness: 'auto', signal, deadline })
    this.touched.push(touch(warm, warm.tree.revision))
  }

  /** Waits for the element of a later step: what the step before brings may take a moment. */
  async #waitFor({ find, action }: ActStep): Promise<void> {
    const call = this.#call
    if (this.told.length === 0 || find?.filter === undefined) return
    const options = { format: 'outline', outcome: '', action, last: lastOf(this) } as const
    const isThere = found(find, options, call, this.#world).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem) return false
        throw error
      },
    )
    if (await isThere) return
    await call.run('wait', { ...waitable(find), timeoutMs: awaitedMs }).catch((error: unknown) => {
      // The action itself finds out whether it is there, and what is there instead.
      if (!(error instanceof Problem)) throw error
    })
  }
}

/** Whether the element was missing and appears now: then the step before it had an effect after all. */
async function comesNow({ find }: ActStep, call: Call): Promise<boolean> {
  if (find?.filter === undefined) return false
  const { until: _, ...where } = waitable(find)
  const { matched = 0 } = await call.run('explore', { ...where, format: 'count' })
  if (matched > 0) return false
  return await call.run('wait', { ...waitable(find), timeoutMs: awaitedMs }).then(
    () => true,
    () => false,
  )
}
