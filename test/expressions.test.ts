/** No expression in the daemon takes a text of a page that is long, and made for it, more than a moment. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { expressionsIn, slowest, took } from './fixtures/expressions.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What takes longer than this for a short text is tried no further: some would take hours for a long one. */
const [short, shortMs] = [4000, 6] as const
const [long, longMs] = [100_000, 150] as const

t.test('expressions on long texts', async (t) => {
  const all = expressionsIn(root, 'daemon')
  let slowestMs = 0
  for (const one of all) {
    const worst = slowest(one, short, shortMs)
    const ms = worst.ms > shortMs ? Number.POSITIVE_INFINITY : took(one.made, worst, long)
    if (ms > longMs)
      t.fail(`${one.at}: ${one.made}: ${worst.ms} ms for ${short}, ${ms} for ${long}: ${JSON.stringify(worst)}`)
    else slowestMs = Math.max(slowestMs, ms)
  }
  t.ok(all.length > 300, `${all.length} expressions`)
  t.comment(`${all.length} expressions, the slowest ${Math.round(slowestMs)} ms for ${long} characters`)
})
