import t from 'tap'
import { isSameNumber } from '../../../daemon/tree/index/same-text.ts'

t.test('numbers are the same however their minus sign is written', async (t) => {
  for (const [a, b] of [
    ['-3', '−3'],
    ['−3.0', '-3'],
    ['3', ' 3.00 '],
  ])
    t.ok(isSameNumber(a, b), `${a} and ${b}`)
  for (const [a, b] of [
    ['3', '−3'],
    ['5-3', '5−3'],
    ['−', '-'],
    ['', '0'],
    [undefined, undefined],
  ])
    t.notOk(isSameNumber(a, b), `${a} and ${b}`)
})
