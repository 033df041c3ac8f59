/** Elements that a toolkit made anew are known again by what names them. */
import t from 'tap'
import { rebuilt, underNewKeys } from '../../../daemon/tree/identity/rebuilt.ts'
import { type Tiny, tiny } from '../../fixtures/tiny-tree.ts'

const cell = (key: number, title: string, ...inner: Tiny[]): Tiny => ({ key, role: 'AXCell', title, in: inner })
const nameless = (key: number): Tiny => ({ key, role: 'AXGroup' })
const sheet = (...inner: Tiny[]): Tiny => ({ key: 1, role: 'AXTable', in: inner })
const between = (was: Tiny, now: Tiny) => {
  const [before, after] = [tiny(was), tiny(now)]
  const again = rebuilt(
    (key) => before.node(key),
    (key) => after.node(key),
    [1],
  )
  return { again: [...again], before: underNewKeys((key) => before.node(key), again) }
}

t.test('by role and name, in the same parent, all the way down', async (t) => {
  const { again, before } = between(
    sheet(cell(2, 'A1', cell(3, 'inner')), cell(4, 'B1'), cell(5, 'C1')),
    sheet(cell(12, 'A1', cell(13, 'inner')), cell(4, 'B1'), cell(15, 'C1')),
  )
  t.same(again, [
    [12, 2],
    [13, 3],
    [15, 5],
  ])
  t.same(before(1)?.children, [12, 4, 15])
  t.match(before(12), { key: 12, title: 'A1', children: [13] })
  t.equal(before(4)?.title, 'B1')
})

t.test('never by guess', async (t) => {
  t.same(between(sheet(nameless(2)), sheet(nameless(3))).again, [], 'without a name')
  t.same(between(sheet(cell(2, 'A'), cell(3, 'A')), sheet(cell(4, 'A'))).again, [], 'of two that were there')
  t.same(between(sheet(cell(2, 'A')), sheet(cell(3, 'A'), cell(4, 'A'))).again, [], 'of two that are there')
  t.same(between(sheet(cell(2, 'A')), sheet({ ...cell(3, 'A'), role: 'AXRow' })).again, [], 'of another role')
  t.same(between(sheet(cell(2, 'A')), sheet(cell(2, 'A'), cell(3, 'A'))).again, [], 'while the old one is there')
})
