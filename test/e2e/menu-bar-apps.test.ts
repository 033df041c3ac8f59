/** Applications that live in the menu bar, over the imitation of AX: listed, seen, opened, pressed; and no others listed. */
import t, { type Test } from 'tap'
import { apps, noCompiler as skip } from '../fixtures/ax/stub.ts'
import { simulate } from '../fixtures/ax/world.ts'
import { again } from '../fixtures/until.ts'
import { daemonFor, flat } from './client.ts'

const { pid, bundleId } = apps.menubar
const sync = { scope: 'application', bundleId }
const silent = `app pid=108 bundle=com.example.agent title=Agent
` as const
const listed = `101=com.apple.calculator,${pid}=${bundleId};agent,108=com.example.agent;agent`

async function started(t: Test) {
  const { env, control, remove } = simulate({
    worlds: ['calculator', 'menubar', silent],
    apps: listed,
  })
  t.teardown(remove)
  const client = await daemonFor(t, ['--platforms', 'ax', '--no-tcp'], { IX_PLATFORMS: 'ax', ...env })
  await again(async () => {
    if ((await client.call('apps')).apps.length === 0) throw new Error('nothing is listed yet')
  })
  const look = async (more: object = {}) =>
    flat(
      (await client.call('explore', { ...sync, includeNonInteractable: true, includeDisabled: true, ...more }))
        .elements,
    )
  return { ...client, command: (line: string) => control.run(line), look }
}

t.test('listed after the others, with a mark, and only with items in the menu bar', { skip }, async (t) => {
  const { call, tool, command } = await started(t)
  const ids = async () => (await call('apps')).apps.map(({ bundleId, menuBar }) => [bundleId, menuBar])
  t.same(await ids(), [
    ['com.apple.calculator', undefined],
    [bundleId, true],
  ])
  t.match((await tool('apps')).text, /^com\.example\.sync .*menu bar/m)
  await command('reset')
  for (let turn = 0; turn < 10; turn++) await ids()
  const { requests } = JSON.parse(await command('counters'))
  t.ok(requests <= 10 + 4, `${requests} requests for ten lists: they are not asked each time`)
})

t.test('its status items are seen, opened and their entries pressed', { skip }, async (t) => {
  const { call, fail, command, look } = await started(t)
  const entries = async () => (await look()).filter(({ role }) => role === 'AXMenuItem').map(({ name }) => name)
  const items = (await look()).filter(({ subrole }) => subrole === 'AXMenuExtra')
  t.match(items, [{ name: 'Sync' }, { name: '9:41' }, { name: 'Tools' }])
  t.match((await call('explore', { ...sync, format: 'outline' })).outline, /status item: Sync/)
  t.same(await entries(), [])
  for (const [action, item, some, entry, now] of [
    ['click', 'Sync', ['Pause Syncing', 'Sync Now'], 'Pause Syncing', 'pause AXTitle=Paused'],
    ['show_menu', '9:41', ['Show Seconds'], 'Show Seconds', 'seconds AXTitle=Seconds'],
  ] as const) {
    const named = (text: string) => ({ find: { ...sync, filter: { anyFieldContains: text } } })
    const opened = await call('interact', { ...named(item), action })
    t.match(opened, { effect: 'confirmed', route: 'native' }, `${action} on ${item}`)
    t.notOk(opened.front, 'in the background')
    t.same(await entries(), some)
    t.match(await call('interact', { ...named(entry), action: 'click' }), { effect: 'confirmed' })
    t.same(await entries(), [], 'it has closed')
    const [asked, value] = now.split('=')
    t.equal(await command(`get ${asked}`), value)
  }
  t.equal(await command('input'), '', 'neither keys nor pointer')

  const root = (await look())[0]!
  const menu = (path: string) => ({ elementId: root.id, action: 'menu', path })
  t.match(await call('interact', menu('Tools > Reset')), { route: 'native' })
  t.equal(await command('presses reset'), '1')
  await command('set pause AXTitle "Pause Syncing"')
  t.match(await call('interact', menu('Sync > Pause Syncing')), { route: 'native' }, 'filled when it opens')
  t.equal(await command('get pause AXTitle'), 'Paused')
  t.match(await fail('interact', menu('Synk')), { data: { name: 'not_found', near: ['Sync'] } })
})
