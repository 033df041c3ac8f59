/**
 * Presses that land on their target or nowhere: the pointer comes, the page reacts, and only then is it pressed, under
 * a guard in the page that holds back what would hit anything else.
 */

import { Problem } from '../../../problem.ts'
import { byPointer } from '../../acting/performed.ts'
import { changed } from '../../acting/problems.ts'
import type { Spot } from '../../acting/spot.ts'
import type { Act, Performed } from '../../platform.ts'
import { isNavigating } from '../../tab/pending-navigation.ts'
import type { Point } from '../geometry/box.ts'
import {
  type Guarded,
  guardedScript,
  guardOthersScript,
  guardScript,
  type Presses,
} from '../injected/act/press-guard.ts'
import type { Rank } from '../injected/act/rank.ts'
import { type Button, comeTo, pressesAt, send } from '../input/pointer.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { word } from '../wire/call-chains.ts'
import { evaluateIn, type Held, isDialog, isGone } from '../wire/world.ts'
import { type Aim, aimAt, type probe } from './aim.ts'
import { aimFor } from './check.ts'
import { followPointer, type World } from './follow.ts'

/** What to press, and for which action. */
export interface Mark {
  readonly access: TabAccess
  readonly place: Place
  readonly held: Held
  readonly action: Act['action']
  readonly spot?: Spot | undefined
}

interface Sight {
  /** In the viewport of the session, and of the element's own document. */
  readonly point: Point
  readonly local: Point
  readonly rank: Rank
}

type Asked = ReturnType<typeof probe>

/** Where a press hits it; undefined for elements without a box. Throws element_changed. */
export async function sightOf(
  { place, held, action, spot }: Mark,
  still: boolean,
  signal: AbortSignal,
  asked?: Asked,
): Promise<Sight | undefined> {
  // `check` verified this too, but the page may have changed since.
  const aimed = { ...aimFor(action, still), point: true, ifHidden: false, spot }
  const { point, local, rank = 2, ...found } = await aimAt(place, held, aimed, signal, asked)
  if (found.reason === undefined) return point && local && { point, local, rank }
  throw changedProblem(found)
}

export function changedProblem({ reason, by, byKey }: Aim): Problem {
  if (reason === 'gone') return new Problem('element_gone', { data: { reason } })
  if (reason === 'moved') return restless()
  return changed(
    reason ?? 'hidden',
    `The element is ${reason}${by === undefined ? '' : ` by ${by}`}.`,
    by === undefined ? undefined : { name: by, ...(byKey !== undefined && { key: byKey }) },
  )
}

function restless(): Problem {
  return changed(
    'moved',
    'The element never stands still, or moves away when the pointer comes.',
    undefined,
    'Use the keyboard: {interact} {"action":"key","keys":"Enter"}; or stop what moves it.',
  )
}

/** A page may react to the pointer more than once before it rests. */
const tries = 5

/** Undefined if it has no box to press. Throws element_changed, having pressed nothing. `asked`: the first aim has begun. */
export async function pressOn(
  mark: Mark,
  button: Button,
  count: 1 | 2,
  signal: AbortSignal,
  asked?: Asked,
): Promise<Performed | undefined> {
  const { access, held } = mark
  for (let tried = 0; tried < tries; tried++) {
    const sight = await sightOf(mark, tried > 0, signal, tried === 0 ? asked : undefined)
    if (sight === undefined) return undefined
    const { point } = sight
    await comeTo(access, held.session, point, signal)
    const guard = await Guard.begin(mark, sight, signal)
    const pressed = guard.leads
      ? send(access, held.session, pressesAt(point, button, count), signal, guard.leaves)
      : undefined
    const { landed, missed, strayed, refusal } = await ended(guard, pressed, signal)
    if (!guard.leads) continue
    if (missed === 0)
      return { ...byPointer, ...(strayed > 0 && { strayed: true }), ...(refusal !== undefined && { doubt: refusal }) }
    if (landed > 0)
      return {
        ...byPointer,
        refused: 'It moved away, or was covered, after the first of two presses; the second was held back.',
      }
  }
  throw restless()
}

/** Ends the guard, whatever happened to the press. */
async function ended(guard: Guard, pressed: Promise<void> | undefined, signal: AbortSignal): Promise<Presses> {
  try {
    await pressed
  } catch (error) {
    guard.end(signal).catch(() => undefined)
    throw error
  }
  return await guard.end(signal)
}

/** In the target's document, and in those around it that its own cannot reach. */
class Guard {
  /** Whether a press would have landed when it began. */
  readonly leads: boolean
  readonly leaves: boolean
  readonly #access: TabAccess
  readonly #worlds: readonly World[]

  private constructor(access: TabAccess, worlds: readonly World[], { leads, leaves }: Guarded) {
    this.#access = access
    this.#worlds = worlds
    this.leads = leads
    this.leaves = leaves
  }

  static async begin({ access, held }: Mark, { local: { x, y }, rank }: Sight, signal: AbortSignal): Promise<Guard> {
    const worlds = await followPointer(held, 'press', signal)
    const [, ...around] = worlds
    const [guarded] = await Promise.all([
      held.call(guardScript, [x, y, rank, word], signal),
      ...around.map(({ session, context }) => evaluateIn(access, session, context, guardOthersScript, signal, [word])),
    ])
    return new Guard(access, worlds, guarded)
  }

  /** What the press hit, if known: it may have opened a dialog, or left the page. */
  async end(signal: AbortSignal): Promise<Presses> {
    const all = await Promise.all(
      this.#worlds.map(({ session, context }) =>
        this.#access.dialog === undefined
          ? evaluateIn(this.#access, session, context, guardedScript, signal).catch((error) => {
              if (!isDialog(error) && !isNavigating(error) && !isGone(error) && !session.hasEnded) throw error
              return undefined
            })
          : // The guard ends when the dialog is closed.
            void session
              .send('Runtime.evaluate', { expression: `(${guardedScript})()`, contextId: context })
              .catch(() => undefined),
      ),
    )
    const sum = (of: 'landed' | 'missed' | 'strayed') => all.reduce((total, one) => total + (one?.[of] ?? 0), 0)
    const refusal = all.find((one) => one?.refusal !== undefined)?.refusal
    return {
      ...{ landed: sum('landed'), missed: sum('missed'), strayed: sum('strayed') },
      ...(refusal !== undefined && { refusal }),
    }
  }
}
