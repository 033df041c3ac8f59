// However long the texts of a screen are, rows, answers and errors stay short and say what was cut.
import t from 'tap'
import { cut, longestKept, longestTold } from '../api-schema/cut.ts'
import { textFields } from '../api-schema/recording.ts'
import { problemWithinBounds, withinBounds } from '../daemon/answer-bounds.ts'
import { keptText, keptTexts } from '../daemon/platform/element/kept-text.ts'
import { row } from '../daemon/platform/element/row.ts'
import { Problem } from '../daemon/problem.ts'

const million = 1_000_000
const long = 'x'.repeat(million)

t.test('how a text is cut', async (t) => {
  t.equal(cut('short', 5), 'short')
  t.equal(cut('longer', 5), 'longe…')
  t.equal(cut('😀😀', 3), '😀…', 'never within a pair')
  t.equal(cut(long, 3), 'xxx… (1,000,000 characters)')
  t.equal(cut(cut(long, 20_000), 3), cut(long, 3), 'the first length stays')
  t.equal(cut(cut(long, longestTold), longestTold), cut(long, longestTold), 'once is enough')
  t.equal(
    cut(`${'y'.repeat(20_000)} (5 characters)`, 2),
    'yy… (20,015 characters)',
    'a page cannot say it without a cut',
  )
})

t.test('what is kept', async (t) => {
  const kept = keptText(long)
  t.equal(kept, cut(long, longestKept))
  t.equal(keptText(undefined), undefined)
  const texts = { short: 'a' }
  t.equal(keptTexts(texts), texts)
  t.same(keptTexts({ short: 'a', long }), { short: 'a', long: kept })
  const fields = textFields.filter((name) => name !== 'subrole')
  const made = row({
    key: 1,
    role: 'AXButton',
    ...Object.fromEntries(fields.map((name) => [name, long])),
    attributes: { long },
  })
  for (const name of fields) t.equal(made[name], kept, name)
  t.same(made.attributes, { long: kept })
})

t.test('every text of an answer', async (t) => {
  const told = cut(long, longestTold)
  t.same(withinBounds({ title: long, list: [long, { url: long }], [long]: 1, outline: long, result: { own: long } }), {
    title: told,
    list: [told, { url: told }],
    [told]: 1,
    outline: long,
    result: { own: long },
  })
  let deep: object = { title: long }
  for (let level = 0; level < 20_000; level++) deep = { children: [deep] }
  t.doesNotThrow(() => withinBounds(deep))
  const data = { near: [long] }
  const problem = problemWithinBounds(new Problem('not_found', { message: long, hint: long, data }))
  t.match(problem, { name: 'not_found', message: cut(long, 2 * longestTold), data: { near: [told] } })
  t.equal(data.near[0], long, 'what others may hold stays as it is')
})

// What a browser lays out is a tenth: a line of a million letters takes it longer than any answer may.
