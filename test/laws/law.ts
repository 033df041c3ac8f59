/** How long a law is tried, and what it tells of itself: every run prints it, `npm run laws` puts it into docs/laws.md. */
import { appendFileSync } from 'node:fs'
import type { Test } from 'tap'

/** For each law; without it, the few turns of the short form, which is part of `npm test`. */
export const minutes = Number(process.env.IX_LAW_MINUTES ?? 0)
/** Laws that several tests tell, each of a platform or a toolkit of its own. */
export const idLaw = 'An id never becomes another thing.'
export const pressLaw = 'A press lands on its target or nowhere.'
export const keyLaw = 'Keys reach their element, or nothing is sent.'
export const settledLaw = 'What is kept, when it is called settled, is what a new reading finds.'
/** Between two words on how far a long run has come. */
const progressMs = 20_000

/** The numbers of the turns: at least so many, and then until the time is over. */
export function* turns(t: Test, least: number): Generator<number> {
  const end = performance.now() + minutes * 60_000
  let next = performance.now() + progressMs
  for (let turn = 0; turn < least || performance.now() < end; turn++) {
    if (minutes > 0 && performance.now() > next) {
      console.error(`   ${turn} turns: ${t.name}`)
      next += progressMs
    }
    yield turn
  }
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
}

export function tell(t: Test, { law, on, cases, wrong, notYet }: Tried): void {
  t.comment(`${cases} cases: ${law} (${on})`)
  const file = process.env.IX_LAWS_FILE
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ law, on, cases, wrong: wrong.length, ...(notYet && { notYet }) })}\n`)
  t.same(
    wrong.slice(0, 10),
    [],
    `${law} ${wrong.length} of ${cases} do not.`,
    notYet === undefined ? {} : { todo: notYet },
  )
}
