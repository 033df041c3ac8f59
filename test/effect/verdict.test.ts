/** Verdicts on recorded evidence: what the laws did on pages and desktops, with what was true of it. */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import t from 'tap'
import { actions } from '../../daemon/effect/actions.ts'
import { causeOf } from '../../daemon/effect/cause.ts'
import { withNews } from '../../daemon/effect/news.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { evidenceOf, type Judged } from '../fixtures/evidence/kept.ts'

const file = new URL('../fixtures/evidence/judged.jsonl.br', import.meta.url)
const all = brotliDecompressSync(readFileSync(file))
  .toString()
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Judged)

t.test('recorded evidence gets the verdict that it got', async (t) => {
  const decided = new Map<string, number>()
  const others: string[] = []
  for (const [at, { evidence, doubt }] of all.entries()) {
    const whole = evidenceOf(evidence)
    const now = doubtOf(whole)
    if (now !== doubt) others.push(`${at + 1}: ${evidence.act.action}: ${now}, not ${doubt}`)
    const { goal } = actions[evidence.act.action]
    const by = goal === 'anything' ? `${goal}, ${causeOf(withNews(whole))}` : goal
    const row = `${by}: ${now === undefined ? 'confirmed' : 'unverified'}`
    decided.set(row, (decided.get(row) ?? 0) + 1)
  }
  t.comment(
    [...decided]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([row, count]) => `${row} ${count}`)
      .join('; '),
  )
  t.same(others.slice(0, 10), [], `${others.length} of ${all.length} get another`)
})

t.test('what was not true is not confirmed', async (t) => {
  const known = all.filter(({ isTrue }) => isTrue !== undefined)
  const wrong = known.filter(({ evidence, isTrue }) => !isTrue && doubtOf(evidenceOf(evidence)) === undefined)
  const had = known.filter(({ isTrue }) => isTrue)
  const missed = had.filter(({ evidence }) => doubtOf(evidenceOf(evidence)) !== undefined)
  t.comment(`${missed.length} of ${had.length} that had their effect are unverified`)
  t.same(
    wrong.map(({ evidence }) => `${evidence.act.action} ${evidence.was.title}`),
    [],
  )
})
