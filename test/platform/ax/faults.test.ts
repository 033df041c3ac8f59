import t from 'tap'
import { act } from '../../../daemon/effect/act.ts'
import type { Row } from '../../../daemon/platform/element/row.ts'
import type { Source } from '../../../daemon/platform/platform.ts'
import type { Problem } from '../../../daemon/problem.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorld, makeWorld } from '../../fixtures/ax/world.ts'
import { again } from '../../fixtures/until.ts'

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
      (await act(warm, { key: await keyOf(warm, name) }, { action: 'click' }, { ...now(), describe: () => '' })).effect
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
    t.match(await failure(menu('Fil > New')), { name: 'not_found', data: { near: ['File'] }, hint: /"File", "Edit"/ })
    t.match(await failure(menu('Edit > Undo')), { name: 'element_changed', data: { reason: 'disabled' } })
    t.match(await menu('file > save...'), { route: 'native' })
    t.ok((await rows(warm)).some(({ role }) => role === 'AXSheet'))

    const label = (await rows(warm)).find(({ identifier, title }) => identifier === undefined && title === 'Save As:')
    t.equal(label?.role, 'AXTextField', 'named by the element that macOS names')
    const slider = await keyOf(warm, 'Quality')
    const set = (value: string) => source.perform(slider, { action: 'set_value', value }, signal)
    t.match(await set('7'), { seen: true })
    t.equal(await world.command('get sheet AXTitle'), 'Save')
    t.match(await set('7'), { noop: true })
    t.match(await failure(set('high')), { name: 'invalid_params', message: /not a number/ })
    t.match(await failure(set('70')), { name: 'invalid_params', message: /0 to 10/ })
    t.match(await source.perform(await keyOf(warm, 'Where:'), { action: 'click' }, signal), { route: 'native' })
    t.match(await source.perform(await keyOf(warm, 'Untitled'), { action: 'move', to: { x: 5, y: 50 } }, signal), {
      seen: true,
    })
    t.equal(await world.command('frame document'), '5,50,600,500')
    t.match(await source.perform(await keyOf(warm, 'Untitled'), { action: 'minimize' }, signal), { seen: true })
    await warm.close()
  })

  await t.test('rows that are not shown are not built', async (t) => {
    const { warm, source } = await opened(world, 'com.apple.finder')
    await world.command('reset')
    const table = (await rows(warm)).find(({ description }) => description === 'list view')
    t.match(table?.attributes, { childCount: '5000' })
    t.ok((await world.control.counters()).rows <= 150, 'of 5,000')
    for (const [value, lines] of [
      ['down', /scroll -[1-9]\d 0/],
      ['up', /scroll [1-9]\d 0/],
      ['bottom', /scroll -10000 0/],
    ] as const) {
      t.match(await source.perform(table!.key, { action: 'scroll', value }, signal), { route: 'pointer' }, value)
      t.match(await world.command('input'), lines, value)
    }
    await warm.close()
  })

  for (const [state, error] of [
    [0, /-25211 APIDisabled/],
    [-1, /-25204 CannotComplete/],
  ] as const)
    await t.test(`without permission it says what to do, where reads answer ${error}`, async (t) => {
      await world.command(`trusted ${state}`)
      t.match(await failure(opened(world, 'com.apple.finder')), { name: 'permission_denied', hint: /Accessibility/ })
      const findings = await world.platform.findings(signal)
      t.match(
        findings.find(({ what }) => what === 'accessibility permission'),
        { state: 'missing', detail: error },
      )
      await world.command('trusted 1')
    })

  await t.test('a view that is made anew without a word is found out by the first look at it', async (t) => {
    const { warm, source } = await opened(world, 'com.apple.calculator')
    for (const handle of ['Seven', 'Nine', 'Zero', 'StandardInputView']) {
      const before = (await rows(warm)).find(({ identifier }) => identifier === handle)!
      await world.command('silent 1')
      const anew = await world.command(`rebuild ${handle}`)
      await world.command('silent 0')
      t.match(await source.check(before.key, { action: 'click' }, signal), { reason: 'gone' })
      await warm.freshen({ freshness: 'auto', ...now() })
      const after = [...warm.tree.walk()].find(({ identifier }) => identifier === handle)!
      t.ok(after, `${handle} is there`)
      t.match(await source.check(after.key, { action: 'click' }, signal), { reason: undefined }, 'and alive')
      t.equal(await world.command(`id ${handle}`), anew)
    }
    await warm.close()
  })
})

t.test('one that crashes whoever reads it takes nobody with it', { skip }, async (t) => {
  const world = makeWorld(t, { worlds: ['calculator', 'textedit', 'finder'] })
  const others = [await opened(world, 'com.apple.calculator'), await opened(world, 'com.apple.finder')]
  const count = (await rows(others[0]!.warm)).length
  await rows(others[1]!.warm)
  const { warm } = await opened(world, 'com.apple.TextEdit')
  await warm.freshen({ freshness: 'fresh', ...now() })
  world.crash(102)
  const tries = 8
  for (let turn = 0; turn < tries; turn++) {
    t.match(await failure(warm.freshen({ freshness: 'fresh', ...now() })), { name: 'unresponsive' })
    t.equal((await rows(others[0]!.warm)).length, count, 'another is read at once')
    if (turn % 2 === 1) await again(async () => (await failure(opened(world, 'com.apple.TextEdit'))).name !== undefined)
  }
  world.crash()
  await again(async () => {
    await warm.freshen({ freshness: 'fresh', ...now() })
    return true
  })
  t.ok([...warm.tree.walk()].length > 20, 'it is read again when it can be')
  t.comment(`${tries} cases: reads that crash`)
})
