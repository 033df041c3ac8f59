/** A list of thousands has few rows that exist: a view or a search that lacks the others says so, or reads on. */
import t, { type Test } from 'tap'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorldOptions, makeWorld } from '../../fixtures/ax/world.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'

const where = { scope: 'application', bundleId: 'com.apple.finder' } as const
const timeoutMs = 60_000

async function openFinder(t: Test, options: Partial<AxWorldOptions> = {}) {
  const { platform, target, control } = makeWorld(t, { worlds: ['finder'], ...options })
  await target('com.apple.finder')
  const world = openWorld(t, [platform])
  const { hint } = await world.call('explore', where)
  const [, elementId] = /rows of tree (\d+) "list view"/.exec(hint ?? '') ?? []
  if (elementId === undefined) throw new Error(`no list in ${hint}`)
  const element = { scope: 'element', elementId } as const
  return { ...world, control, element }
}

t.test('rows that are not read are told, with the way to them', { skip }, async (t) => {
  const { platform, target } = makeWorld(t, { worlds: ['finder', 'calculator'] })
  await target('com.apple.finder')
  const { call } = openWorld(t, [platform])
  const filter = { anyFieldContains: 'Document 4711' }
  const hint =
    /Only \d\d of the 5000 rows of tree \d+ "list view" have been read.*with scope element and its id reads on/
  t.match(await call('explore', { ...where, filter }), { matched: 0, hint })
  t.match(await call('explore', where), { hint })
  await t.rejects(call('interact', { find: { ...where, filter }, action: 'click' }), { name: 'not_found' })
  t.notMatch(await call('explore', { ...where, bundleId: 'com.apple.calculator' }), { hint: /rows/ })
})

t.test('a search that names the list reads on', { skip }, async (t) => {
  const { call, control, element } = await openFinder(t)
  const before = (await control.counters()).requests
  const filter = { anyFieldContains: 'Document 4321' }
  const ask = { ...element, filter, format: 'outline', timeoutMs }
  const first = await call('explore', ask)
  t.match(first, { matched: 1, outline: /Document 4321\.txt/ })
  const [, to] = /^The search read on: rows 1 to (\d+) of 5000; the search ended/.exec(first.hint ?? '') ?? []
  t.ok(Number(to) >= 4321, `${first.hint}`)
  const requests = (await control.counters()).requests - before
  t.ok(requests < Number(to) * 6 + 1000, `${requests} requests`)

  t.comment('it is an element like others, and costs little from now on')
  const again = await call('explore', { ...ask, freshness: 'fresh' })
  t.equal(again.outline, first.outline, 'the same id')
  t.equal(again.hint, undefined, 'nothing was read on')
  const after = (await control.counters()).requests - before - requests
  t.ok(after < 1000, `${after} requests`)
  const row = await call('explore', { ...element, filter: { role: 'AXRow' }, format: 'json', limit: 500 })
  t.ok((row.matched ?? 0) <= 31, `${row.matched} rows in the copy`)

  t.comment('what is nowhere')
  const none = await call('explore', { ...ask, filter: { anyFieldContains: 'Document 5001' } })
  t.match(none, { matched: 0, hint: 'The search read on: all 5000 rows.' })
  t.ok((none.searched ?? 0) > 15_000, `${none.searched} searched`)

  t.comment('only when the list is named, and a search is made')
  const quiet = (await control.counters()).requests
  t.match(await call('explore', { ...where, filter: { anyFieldContains: 'Document 999' } }), { matched: 0 })
  t.match(await call('explore', element), { hint: /Only/ })
  t.ok((await control.counters()).requests - quiet < 2000, 'no rows were read')
})

t.test('an action finds its row among those that were not shown', { skip }, async (t) => {
  const { call, fail, element } = await openFinder(t)
  const find = { ...element, filter: { anyFieldContains: 'Document 2345.txt' } }
  t.match(await call('interact', { find, action: 'select', timeoutMs }), { effect: 'confirmed', route: 'native' })
  const row = await call('explore', { ...element, filter: find.filter, format: 'outline', timeoutMs })
  t.match(row, { matched: 1, outline: /Document 2345\.txt.*selected/ })
  const other = { ...find, filter: { titleContains: 'nothing' } }
  const error = await fail('interact', { find: other, action: 'click', timeoutMs })
  t.match(error, { name: 'not_found', hint: 'The search read on: all 5000 rows.' })
})

t.test('without time for all of them, it says how far it looked, and goes on there', { skip }, async (t) => {
  // A twentieth of a second for each request about a row that is not shown.
  const { call, element } = await openFinder(t, { latency: '0,0,50000' })
  const ask = { ...element, filter: { anyFieldContains: 'Document 4321' }, timeoutMs: 4000 }
  const told = /^The search read on: rows? (\d+)(?: to (\d+))? of 5000; there was no time for more\. Ask the same again/
  const first = await call('explore', ask)
  t.match(first, { matched: 0, hint: told })
  const [, from, to = from] = told.exec(first.hint ?? '') ?? []
  t.equal(from, '1')
  t.ok(Number(to) < 4321, `${first.hint}`)
  const second = await call('explore', ask)
  t.match(second, { matched: 0, hint: told })
  t.equal(told.exec(second.hint ?? '')?.[1], String(Number(to) + 1), `${second.hint}`)
})
