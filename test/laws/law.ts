/** How long a law is tried, and what it tells of itself: every run prints it, `npm run laws` puts it into docs/laws.md. */
import { appendFileSync } from 'node:fs'
import type { Test } from 'tap'
import type { Random } from '../fixtures/random.ts'
import { onceFailed } from './once-failed.ts'

/** For each law; without it, the turns of the short form. */
export const minutes = Number(process.env.IX_LAW_MINUTES ?? 0)
/** `few`, as in `npm test`, `all` of the short form, or the numbers of single turns. */
const wanted = process.env.IX_LAW_TURNS || 'few'
/** Of a law, in `npm test`. */
const fewTurns = 7
/** Laws that several tests tell, each of a platform or a toolkit of its own. */
export const idLaw = 'An id never becomes another thing.'
export const pressLaw = 'A press lands on its target or nowhere.'
export const keyLaw = 'Keys reach their element, or nothing is sent.'
export const settledLaw = 'What is kept, when it is called settled, is what a new reading finds.'
/** Between two words on how far a long run has come. */
const progressMs = 20_000

/** Is a law tried with a few turns only? */
export const isFew = minutes === 0 && wanted === 'few'

/** How many of so many turns are tried now. */
export function few(whole: number, most = fewTurns): number {
  return isFew ? Math.min(whole, most) : whole
}

/**
 * The numbers of the turns: `whole` of them in the short form, and then until the time is over. When few are wanted, they
 * are spread over the whole, so that a law that goes through kinds by its turns sees as many of them as it can, and turns
 * that once failed come after them. With `dice`, what is drawn in a turn follows from the seed and its number alone.
 * `most` of a few are tried where a turn takes seconds, as on a desktop.
 */
export function* turns(t: Test, whole: number, dice?: Random, most?: number): Generator<number> {
  const end = performance.now() + minutes * 60_000
  let next = performance.now() + progressMs
  for (const turn of numbersOf(t, whole, most)) {
    if (turn >= whole && minutes > 0 && performance.now() > end) return
    if (minutes > 0 && performance.now() > next) {
      console.error(`   ${turn} turns: ${t.name}`)
      next += progressMs
    }
    dice?.begin(turn)
    yield turn
  }
}

function* numbersOf(t: Test, whole: number, most: number | undefined): Generator<number> {
  if (/^\d/.test(wanted)) return yield* wanted.split(',').map(Number)
  const count = few(whole, most)
  for (let turn = 0; turn < count; turn++) yield Math.floor((turn * whole) / count)
  if (count < whole) yield* onceFailed[t.name] ?? []
  for (let turn = whole; minutes > 0; turn++) yield turn
}

export interface Tried {
  /** As a sentence. */
  readonly law: string
  readonly on: string
  readonly cases: number
  /** A line for each case in which it did not hold. */
  readonly wrong: readonly string[]
  /** Why it is known not to hold there: told, and no failure, until it is mended. */
  readonly notYet?: string | undefined
  /** Why no case was tried. */
  readonly untried?: string | undefined
}

/** A line for whoever writes the page of the run. */
export function write(line: object): void {
  const file = process.env.IX_LAWS_FILE
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(line)}\n`)
}

export function tell(t: Test, { law, on, cases, wrong, notYet, untried }: Tried): void {
  t.comment(`${cases} cases: ${law} (${on})`)
  write({ law, on, cases, wrong: wrong.length, ...(notYet && { notYet }), ...(untried && { untried }) })
  t.same(
    wrong.slice(0, 10),
    [],
    `${law} ${wrong.length} of ${cases} do not.`,
    notYet === undefined ? {} : { todo: notYet },
  )
}
