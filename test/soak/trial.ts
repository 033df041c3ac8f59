/** A trial is one attack or fault, made once by chance; a soak makes many, in random order, and tells of each row. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { type Random, random } from '../fixtures/random.ts'
import { minutes, tell, turns } from '../laws/law.ts'
import { type RowName, rows } from './rows.mjs'

export interface Trial {
  /** Rows of the table to which it belongs. */
  readonly rows: readonly RowName[]
  /** What is done, and what must come of it, as a sentence. */
  readonly says: string
  /** Throws what went wrong; answers how many cases it tried. */
  attempt(dice: Random): Promise<number>
}

/** So many at least in a random order, each once unless said otherwise, and again until the time is over. */
export async function soak(t: Test, trials: readonly Trial[], least = trials.length): Promise<void> {
  const fresh = minutes > 0 && process.env.IX_SEED === undefined
  const dice = random(fresh ? Date.now() % 2 ** 31 : undefined)
  t.comment(`seed ${dice.seed}`)
  const tally = new Map(trials.map((trial) => [trial, { cases: 0, wrong: [] as string[] }]))
  let round: Trial[] = []
  for (const turn of turns(t, least)) {
    if (round.length === 0) round = dice.shuffled(trials)
    const trial = round.pop()!
    const { seed } = random(dice.below(2 ** 31))
    const found = tally.get(trial)!
    try {
      found.cases += await trial.attempt(random(seed))
    } catch (error) {
      found.cases++
      found.wrong.push(`turn ${turn}, seed ${seed}: ${error instanceof Error ? error.message : error}`)
    }
  }
  for (const [{ rows: names, says }, { cases, wrong }] of tally) {
    for (const name of names) tell(t, { law: name, on: says, cases, wrong })
  }
  t.ok(trials.every(({ rows: names }) => names.every((name) => name in rows)))
}

/** Throws with what was found instead. */
export function expect(holds: boolean, what: string, found?: unknown): asserts holds {
  if (!holds) throw new Error(found === undefined ? what : `${what}: ${JSON.stringify(found)?.slice(0, 500)}`)
}

/** A moment by chance: where in a call a fault comes is what is tried. */
export async function aMoment(dice: Random, mostMs: number): Promise<void> {
  await pause(dice.below(mostMs))
}
