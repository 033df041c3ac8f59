/** A list of thousands has few rows that exist: a view or a search that lacks the others says so. */
import t from 'tap'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { makeWorld } from '../../fixtures/ax/world.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'

t.test('rows that are not read are told, with the way to them', { skip }, async (t) => {
  const { platform, target } = makeWorld(t, { worlds: ['finder', 'calculator'] })
  await target('com.apple.finder')
  const { call } = openWorld(t, [platform])
  const where = { scope: 'application', bundleId: 'com.apple.finder' } as const
  const filter = { anyFieldContains: 'Document 4711' }
  const hint = /Only \d\d of the 5000 rows of tree \d+ "list view" have been read/
  t.match(await call('explore', { ...where, filter }), { matched: 0, hint })
  t.match(await call('explore', where), { hint })
  await t.rejects(call('interact', { find: { ...where, filter }, action: 'click' }), { name: 'not_found' })
  t.notMatch(await call('explore', { ...where, bundleId: 'com.apple.calculator' }), { hint: /rows/ })
})
