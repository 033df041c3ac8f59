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

const judged = all.map((piece) => {
  const whole = evidenceOf(piece.evidence)
  return { ...piece, whole, now: doubtOf(whole) }
})
const isConfirmed = ({ now }: { readonly now: string | undefined }) => now === undefined

t.test('recorded evidence gets the verdict that it got', async (t) => {
  const decided = new Map<string, number>()
  for (const { evidence, whole, now } of judged) {
    const { goal } = actions[evidence.act.action]
    const by = goal === 'anything' ? `${goal}, ${causeOf(withNews(whole))}` : goal
    const row = `${by}: ${now?.replace(/".*"/s, '…') ?? 'confirmed'}`
    decided.set(row, (decided.get(row) ?? 0) + 1)
  }
  for (const [row, count] of [...decided].sort(([a], [b]) => a.localeCompare(b))) t.comment(`${count} ${row}`)
  const others = judged.filter(({ doubt, now }) => now !== doubt)
  t.same(
    others.slice(0, 10).map(({ evidence, doubt, now }) => `${evidence.act.action}: ${now}, not ${doubt}`),
    [],
    `${others.length} of ${judged.length} get another`,
  )
})

t.test('what was not true is not confirmed', async (t) => {
  const had = judged.filter(({ isTrue }) => isTrue === true)
  t.comment(`${had.filter((one) => !isConfirmed(one)).length} of ${had.length} that had their effect are unverified`)
  const untrue = judged.filter((one) => one.isTrue === false && isConfirmed(one))
  const titleOf = ({ evidence }: (typeof untrue)[number]) => `${evidence.act.action} ${evidence.was.title}`
  t.same(untrue.map(titleOf), [])
})
