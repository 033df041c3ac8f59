import t from 'tap'
import type { Row, Source } from '../../daemon/platform/platform.ts'
import type { Problem } from '../../daemon/problem.ts'
import { act } from '../../daemon/tree/act.ts'
import { Warm } from '../../daemon/tree/sync.ts'
import { noCompiler as skip } from '../fixtures/ax-stub.ts'
import { type AxWorld, makeWorld } from '../fixtures/ax-world.ts'

const { signal } = new AbortController()
const worlds = ['calculator', 'textedit', 'finder', 'electron'] as const

const now = (ms = 20_000) => ({ signal, deadline: performance.now() + ms })
const failure = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  )

async function opened(world: AxWorld, id: string): Promise<{ warm: Warm; source: Source }> {
  const source = await world.platform.open(await world.target(id), signal)
  return { warm: new Warm(source), source }
}

async function rows(warm: Warm): Promise<Row[]> {
  await warm.freshen({ freshness: 'fresh', ...now() })
  return [...warm.tree.walk()]
}

async function keyOf(warm: Warm, name: string): Promise<number> {
  const found = (await rows(warm)).find(({ title, description }) => title === name || description === name)
  if (found === undefined) throw new Error(`no ${name}`)
  return found.key
}

t.test('applications that are there, asleep, lying and blocking', { skip }, async (t) => {
  const world = makeWorld(t, { worlds })
  const ids = (await world.platform.targets(signal)).map(({ id, focused }) => (focused ? `${id}*` : id))
  t.same(ids, ['com.apple.calculator*', 'com.apple.TextEdit', 'com.apple.finder', 'com.example.chat'])

  await t.test('one that builds its tree on demand is read when it has', async (t) => {
    const { warm } = await opened(world, 'com.example.chat')
    await warm.freshen({ freshness: 'auto', ...now() })
    t.ok([...warm.tree.walk()].some(({ role, url }) => role === 'AXLink' && url === 'app://chat/general'))
    await warm.close()
  })

  await t.test('a press that does nothing is told as one', async (t) => {
    const { warm } = await opened(world, 'com.apple.calculator')
    const press = async (name: string) =>
      (await act(warm, await keyOf(warm, name), { action: 'click' }, { ...now(), describe: () => '' })).effect
    t.equal(await press('7'), 'confirmed')
    t.equal(await press('Equals'), 'unverified', 'it answers that it did')
    t.match(await failure(press('Zoom')), { name: 'element_changed', data: { reason: 'disabled' } })
    await warm.close()
  })

  await t.test('menus by their path', async (t) => {
    const { warm, source } = await opened(world, 'com.apple.TextEdit')
    await warm.freshen({ freshness: 'fresh', ...now() })
    const menu = (path: string) => source.perform(warm.tree.root, { action: 'menu', path }, signal)
    t.match(await failure(menu('Edit > Redo')), { name: 'not_found', data: { near: ['Undo'] } })
    t.match(await failure(menu('Fil > New')), { name: 'not_found', data: { near: ['File', 'Edit'] } })
    t.match(await failure(menu('Edit > Undo')), { name: 'element_changed', data: { reason: 'disabled' } })
    t.match(await failure(menu(' > ')), { name: 'invalid_params' })
    t.match(await menu('file > save...'), { route: 'native' })
    t.ok((await rows(warm)).some(({ role }) => role === 'AXSheet'))

    const label = (await rows(warm)).find(({ identifier, title }) => identifier === undefined && title === 'Save As:')
    t.equal(label?.role, 'AXTextField', 'named by the element that macOS names')
    const slider = await keyOf(warm, 'Quality')
    const set = (value: string) => source.perform(slider, { action: 'set_value', value }, signal)
    t.match(await set('7'), { seen: true })
    t.equal(await world.command('get sheet AXTitle'), 'Save')
    t.match(await set('7'), { noop: true })
    t.match(await set('high'), { refused: /not a number/ })
    t.match(await set('70'), { refused: /0 to 10/ })
    t.match(await source.perform(await keyOf(warm, 'Where:'), { action: 'click' }, signal), { route: 'native' })
    t.match(await source.perform(await keyOf(warm, 'Untitled'), { action: 'move', to: { x: 5, y: 50 } }, signal), {
      seen: true,
    })
    t.equal(await world.command('frame document'), '5,50,600,500')
    t.match(await source.perform(await keyOf(warm, 'Untitled'), { action: 'minimize' }, signal), { seen: true })
    await warm.close()
  })

  await t.test('rows that are not shown are not built', async (t) => {
    const { warm } = await opened(world, 'com.apple.finder')
    await world.command('reset')
    const table = (await rows(warm)).find(({ description }) => description === 'list view')
    t.match(table?.attributes, { childCount: '5000' })
    t.ok((await world.control.counters()).rows <= 150, 'of 5,000')
    await warm.close()
  })

  await t.test('without permission it says what to do', async (t) => {
    await world.command('trusted 0')
    t.match(await failure(opened(world, 'com.apple.finder')), { name: 'permission_denied', hint: /Accessibility/ })
    const findings = await world.platform.findings(signal)
    t.match(
      findings.find(({ what }) => what === 'accessibility permission'),
      { state: 'missing', detail: /-25211 APIDisabled/ },
    )
    await world.command('trusted 1')
  })

  await t.test('one that hangs is told as such, and the others go on', async (t) => {
    const { warm: other } = await opened(world, 'com.apple.calculator')
    const { warm, source } = await opened(world, 'com.apple.TextEdit')
    await warm.freshen({ freshness: 'fresh', ...now() })
    await world.command('hang 102 1')
    t.match(await failure(warm.freshen({ freshness: 'fresh', ...now() })), {
      name: 'unresponsive',
      message: /TextEdit does not answer/,
    })
    t.match(await failure(source.check(warm.tree.root, { action: 'click' }, signal)), { name: 'unresponsive' })
    t.match(await warm.freshen({ freshness: 'auto', ...now() }), { settled: false }, 'its copy is served')
    t.ok((await rows(other)).length > 20)
    t.match(await failure(opened(world, 'com.example.none')), { message: /no com.example.none/ })
    await warm.close()
    await other.close()
  })
})

t.test('one that ends in the middle, and a process that is none', { skip }, async (t) => {
  const world = makeWorld(t, { worlds: ['textedit'], apps: '102=com.apple.TextEdit,4000999=com.example.dead' })
  t.match(await failure(opened(world, 'com.example.dead')), { name: 'app_not_found' })
  const { warm } = await opened(world, 'com.apple.TextEdit')
  await warm.freshen({ freshness: 'fresh', ...now() })
  await world.command('quit 102')
  t.match(await failure(warm.freshen({ freshness: 'fresh', ...now() })), { name: /^(app_not_found|unresponsive)$/ })
})
