/** A trial is one attack or fault, made once by chance; a soak makes many, in random order, and tells of each row. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { type Random, random } from '../fixtures/random.ts'
import { minutes, tell, write } from '../laws/law.ts'
import { type RowName, rows } from './rows.mjs'

export interface Trial {
  /** Rows of the table to which it belongs. */
  readonly rows: readonly RowName[]
  /** What is done, and what must come of it, as a sentence. */
  readonly says: string
  /** Throws what went wrong; answers how many cases it tried. May throw CutOff once its time is over. */
  attempt(dice: Random, over: AbortSignal): Promise<number>
}

/** An attempt that was ended since its time was over: no case, and nothing that did not hold. */
export class CutOff extends Error {}

/** In the order in which they run; what is left of a run's time is shared evenly by those to come. */
const parts = ['daemons', 'browser', 'files'] as const
export type Part = (typeof parts)[number]
/** To end what was started. */
const windDownMs = 5000
/** Between two words on how far a long run has come. */
const progressMs = 20_000

/** When a part is over, on the clock of `Date.now()`; undefined where each trial is made once, however long that takes. */
function endOf(part: Part): number | undefined {
  const whole = Number(process.env.IX_SOAK_END ?? 0) - windDownMs
  if (minutes === 0) return undefined
  return Date.now() + Math.max(0, (whole - Date.now()) / (parts.length - parts.indexOf(part)))
}

/** Each once in a random order; in a soak again and again until its part of the time is over, and none after that. */
export async function soak(t: Test, part: Part, trials: readonly Trial[]): Promise<void> {
  const fresh = minutes > 0 && process.env.IX_SEED === undefined
  const dice = random(fresh ? Date.now() % 2 ** 31 : undefined)
  t.comment(`seed ${dice.seed}`)
  const end = endOf(part)
  const tally: Tally = new Map(trials.map((trial) => [trial, { turns: 0, cases: 0, mostMs: 0, wrong: [] }]))
  let turn = 0
  let said = Date.now()
  let last: Trial | undefined
  for (const trial of order(tally, dice, end)) {
    await attempt(trial, turn++, dice, end, tally.get(trial)!)
    last = trial
    if (end === undefined || Date.now() < said + progressMs) continue
    console.error(`   ${turn} turns: ${t.name}`)
    said = Date.now()
  }
  if (end !== undefined) write({ part, overMs: Math.max(0, Date.now() - end), last: last?.says })
  for (const [{ rows: names, says }, { turns, cases, wrong }] of tally) {
    const untried = turns === 0 ? 'no time was left' : undefined
    for (const name of names) tell(t, { law: name, on: says, cases, wrong, untried })
  }
  t.ok(trials.every(({ rows: names }) => names.every((name) => name in rows)))
}

interface Found {
  turns: number
  cases: number
  /** The longest turn. */
  mostMs: number
  readonly wrong: string[]
}
type Tally = ReadonlyMap<Trial, Found>

/** Round after round. What took longer before than is left would not be done in time: it is passed over. */
function* order(tally: Tally, dice: Random, end: number | undefined): Generator<Trial> {
  const fits = (trial: Trial) => end === undefined || Date.now() + tally.get(trial)!.mostMs < end
  do {
    for (const trial of dice.shuffled([...tally.keys()])) if (fits(trial)) yield trial
  } while (end !== undefined && [...tally.keys()].some(fits))
}

async function attempt(trial: Trial, turn: number, dice: Random, end: number | undefined, found: Found): Promise<void> {
  const start = Date.now()
  const { seed } = random(dice.below(2 ** 31))
  const signal =
    end === undefined ? new AbortController().signal : AbortSignal.timeout(Math.max(0, Math.round(end - Date.now())))
  try {
    found.cases += await trial.attempt(random(seed), signal)
  } catch (error) {
    if (error instanceof CutOff) return
    found.cases++
    found.wrong.push(`turn ${turn}, seed ${seed}: ${error instanceof Error ? error.message : error}`)
  }
  found.turns++
  found.mostMs = Math.max(found.mostMs, Date.now() - start)
}

/** Throws with what was found instead. */
export function expect(holds: boolean, what: string, found?: unknown): asserts holds {
  if (!holds) throw new Error(found === undefined ? what : `${what}: ${JSON.stringify(found)?.slice(0, 500)}`)
}

/** A moment by chance: where in a call a fault comes is what is tried. */
export async function aMoment(dice: Random, mostMs: number): Promise<void> {
  await pause(dice.below(mostMs))
}
