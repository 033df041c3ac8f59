/** Applications and buses that hang, die, come again or talk nonsense harm nobody else, and are told by name. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { ReplayPlatform } from '../../../daemon/platform/replay/replay.ts'
import { modelledCalculator } from '../../fixtures/daemon/daemon.ts'
import { type Application, type Desktop, desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { type FakeOptions, sheetWindow, startFake } from '../../fixtures/desktop/fake-application.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { missingPrograms } from '../../fixtures/find-desktop.mjs'

const programs = ['mousepad', 'kcalc']
let desktop: Desktop

t.before(async () => {
  if (missingPrograms(programs).length === 0) desktop = await startDesktop(t, programs)
})

function started(name: string): Application {
  return desktop.applications.find((one) => one.name === name)!
}

const application = (bundleId: string) => ({ scope: 'application', bundleId })

t.test('an application that hangs', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  const mousepad = started('mousepad')
  const fake = await startFake(t, desktop, { name: 'sleeper' })
  const press = { find: { ...application('sleeper'), filter: { titleContains: 'Press' } }, action: 'click' }

  await world.settled('kcalc')
  mousepad.program.signal('SIGSTOP')
  const hung = world.fail('explore', application('mousepad'))
  // It hangs until it is told to go on: whoever waited for it would not come back.
  t.match(await world.call('explore', { ...application('kcalc'), freshness: 'fresh' }), { settled: true }, 'another')
  t.equal((await hung).name, 'unresponsive')
  t.match((await world.fail('explore', application('mousepad'))).name, 'unresponsive')
  t.match(await world.settled('kcalc'), /button/, 'others are read')
  t.match((await world.call('apps')).apps, [{ name: /./ }, { name: /./ }, { name: /./ }], 'and it is still listed')
  mousepad.program.signal('SIGCONT')
  t.match(await world.settled('mousepad'), /File/, 'read when it goes on')

  await world.settled('sleeper')
  await fake.order({ do: 'misbehave', how: { kind: 'silent' } })
  const warm = await world.call('explore', { ...application('sleeper'), format: 'outline' })
  t.match(warm, { settled: false, outline: /Press/ }, 'what was read is shown, and said to be old')
  t.match((await world.fail('interact', press)).name, 'unresponsive')
  t.match(await world.settled('kcalc'), /button/)
  await fake.order({ do: 'misbehave', how: { kind: 'none' } })
  await world.settled('sleeper')
  await world.call('interact', press)
  t.same((await fake.told()).pressed, ['Press'], 'nothing of what failed was done later')
})

t.test('an application that hangs when it is first listed', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  const { signal } = new AbortController()
  const { program, pid } = started('kcalc')
  program.signal('SIGSTOP')
  const target = (await world.platform.targets(signal)).find((one) => one.pid === pid)
  t.match(target, { kind: 'application' }, 'it is listed')
  program.signal('SIGCONT')
  const source = await world.again(() => world.platform.open(target!, signal))
  t.match(source, { toolkit: { name: 'qt' } }, 'and read as what it is')
  await source.close()
})

t.test('an application that dies while it is read, and comes again', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  for (const options of [{ cache: true }, { cache: false, toolkit: 'Qt' }] as const) {
    const member = options.cache ? 'GetItems' : 'GetState'
    const fake = await startFake(t, desktop, { name: 'mortal', ...options })
    await world.again(() => world.outline('mortal', { limit: 1 }))
    const [, id = ''] = /\[(\d+)\] button/.exec(await world.outline('mortal')) ?? []
    await fake.order({ do: 'misbehave', how: { kind: 'dies', member } })
    const problem = await world.fail('explore', { ...application('mortal'), freshness: 'fresh' })
    t.equal(problem.name, 'app_not_found', `${member}: ${problem.message}`)
    t.equal((await world.fail('expand', { elementId: id })).name, 'element_gone')
    t.notMatch(await world.text('apps'), /mortal/)
    await fake.end()
  }
  t.match(await world.settled('mousepad'), /File/, 'others are read')
})

t.test('an application that is killed and started again', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  const mousepad = started('mousepad')
  const line = await world.settled('mousepad', { filter: { anyFieldContains: 'file' } })
  const [, id = ''] = /\[(\d+)\] menu\w*: File/.exec(line) ?? []
  mousepad.program.signal('SIGKILL')
  await mousepad.program.gone
  t.match((await world.fail('interact', { elementId: id, action: 'click' })).name, 'element_gone')
  await mousepad.end()
  await desktop.start('mousepad')
  t.match(await world.again(() => world.settled('mousepad')), /File/)
  t.equal((await world.fail('expand', { elementId: id })).name, 'element_gone', 'no element of the new one has the id')
  t.match(await world.settled('kcalc'), /button/)
})

t.test('a storm of events', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  const fake = await startFake(t, desktop, { name: 'stormy' })
  await world.again(() => world.settled('stormy'))
  await fake.order({ do: 'storm', name: 'Press', perTurn: 200 })
  for (let round = 0; round < 3; round++) {
    t.match(await world.outline('stormy'), /Press/, 'it is read')
    t.match(await world.settled('mousepad'), /File/, 'and others too')
  }
  await fake.order({ do: 'change', name: 'Press', to: 'Calm', event: true })
  await fake.order({ do: 'storm', name: 'Calm', perTurn: 0 })
  t.match(await world.settled('stormy'), /Calm/, 'nothing that happened in it is missed')
  await fake.order({ do: 'change', name: 'Calm', to: 'After', event: true })
  t.match(await world.settled('stormy'), /After/, 'nor what happens later')
})

const loop = [':1.0', '/org/a11y/atspi/accessible/1']
const [another, huge] = ['another type', 'x'.repeat(5_000_000)]
const bits = 2 ** 32 - 1
const nonsense: readonly (readonly [what: string, member: string, signature: string, value?: unknown])[] = [
  [another, 'GetItems', 's', 'items'],
  ['no values', 'GetItems', ''],
  ['numbers for elements', 'GetItems', 'au', [1, 2, 3]],
  [another, 'GetChildren', 'u', 7],
  ['children elsewhere', 'GetChildren', 'a(so)', [loop, loop, loop]],
  ['no path', 'GetChildren', 'as', ['', '', '']],
  ['no bits', 'GetState', 'au', []],
  ['too many bits', 'GetState', 'au', [bits, bits, 5]],
  ['no such role', 'GetRole', 'u', 4_000_000_000],
  [another, 'GetRole', 's', 'button'],
  [another, 'GetInterfaces', 'b', true],
  ['no variant', 'Get', 'i', -1],
  [another, 'GetExtents', 's', 'wide'],
  [another, 'GetActions', 'i', 3],
  ['a huge text', 'GetText', 's', huge],
  [another, 'GetAttributes', 'as', ['a']],
]

t.test('an application that talks nonsense', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  for (const toolkit of [
    { toolkit: 'gtk', cache: true },
    { toolkit: 'Qt', cache: false },
  ] as FakeOptions[]) {
    const fake = await startFake(t, desktop, { name: 'babble', ...toolkit })
    const right = await world.again(() => world.settled('babble'))
    for (const [what, member, signature, ...body] of nonsense) {
      await t.test(`${toolkit.toolkit}: ${member}, ${what}`, async (t) => {
        await fake.order({ do: 'misbehave', how: { kind: 'nonsense', member, signature, body } })
        const read = { ...application('babble'), format: 'outline', freshness: 'fresh', timeoutMs: 3000 }
        const told = await world.call('explore', read).then(
          (answer) => ('outline' in answer ? String(answer.outline).length : -1),
          (problem: Error) => problem.name,
        )
        t.ok(told, String(told))
        const [, id] = /\[(\d+)\] button/.exec(right) ?? []
        await world.call('expand', { elementId: id, timeoutMs: 3000 }).catch(() => {})
        await fake.order({ do: 'misbehave', how: { kind: 'none' } })
        const again = await world.settled('babble', { freshness: 'fresh' })
        t.equal(again.replace(/\[\d+\]/g, ''), right.replace(/\[\d+\]/g, ''), 'and then it is right again')
      })
    }
    await fake.end()
    await world.again(async () => {
      if (/babble/.test(await world.text('apps'))) throw new Error('it is still listed')
    })
  }
})

t.test('a sheet of a million cells', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  const kinds: FakeOptions[] = [{ cache: true }, { cache: false, toolkit: 'Qt' }]
  for (const [at, kind] of kinds.entries()) {
    for (const honest of [true, false]) {
      const name = `book${at}${honest}`
      const fake = await startFake(t, desktop, { name, windows: [sheetWindow(honest)], ...kind })
      const told = JSON.stringify({ ...kind, honest })
      const seen = await world.again(() => world.settled(name, { includeNonInteractable: true }))
      t.match(seen, /Sheet/, told)
      const [, sheet = ''] = /\[(\d+)\] \w+: Sheet/.exec(seen) ?? []
      await world.call('expand', { elementId: sheet })
      await world.call('explore', { ...application(name), filter: { anyFieldContains: 'Z99' } })
      await world.call('explore', { scope: 'element', elementId: sheet, includeNonInteractable: true })
      await world.call('explore', { scope: 'system', freshness: 'fresh' })
      await world.call('explore', { scope: 'position', x: 250, y: 105 }).catch(() => {})
      await world.call('record', { action: 'snapshot', bundleId: name })
      await world.call('interact', { elementId: sheet, action: 'focus' }).catch(() => {})
      const { violations } = await fake.told()
      t.same(violations, [], told)
      await fake.end()
    }
  }
})

t.test('the registry goes, and comes again', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  await world.settled('mousepad')
  await started('kcalc').end()
  process.kill((await desktop.accessibilityProcesses()).registry, 'SIGKILL')
  t.match(await world.again(() => world.settled('mousepad')), /File/, 'what was known is read')
  await desktop.start('kcalc')
  t.match(await world.again(() => world.settled('kcalc')), /button/, 'what comes later too')
  const menu = { find: { ...application('mousepad'), filter: { titleContains: 'Edit' } }, action: 'click' }
  t.match(await world.again(() => world.call('interact', menu)), { effect: /./ }, 'and changes are told')
})

t.test('the registry hangs: what was never listed is not taken for what is not there', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const { registry } = await desktop.accessibilityProcesses()
  process.kill(registry, 'SIGSTOP')
  const world = openDesktopWorld(t, desktop.env)
  try {
    t.match(await world.call('apps'), { apps: [], settled: false, reason: /^atspi did not list its targets/ })
  } finally {
    process.kill(registry, 'SIGCONT')
  }
  t.match(await world.settled('mousepad'), /File/)
})

t.test('a window system that says nothing hides no application', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const fake = await startFake(t, desktop, { name: 'behind' })
  const world = openDesktopWorld(t, { ...desktop.env, DISPLAY: ':4711' })
  t.match((await world.call('apps')).apps, [{ name: /./ }, { name: /./ }, { name: /./ }])
  t.match(await world.settled('behind'), /Press/)
  await fake.end()
})

t.test('the accessibility bus hangs', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  await world.settled('mousepad')
  const { bus } = await desktop.accessibilityProcesses()
  process.kill(bus, 'SIGSTOP')
  try {
    const find = { ...application('mousepad'), filter: { titleContains: 'Edit' } }
    t.match((await world.fail('interact', { find, action: 'click' })).name, /^(unresponsive|unknown_outcome)$/)
  } finally {
    process.kill(bus, 'SIGCONT')
  }
  t.match(await world.settled('mousepad'), /File/)
})

t.test('the accessibility bus goes, and comes again', async (t) => {
  if (!desktopOrSkip(t, programs)) return
  const world = openDesktopWorld(t, desktop.env)
  await world.settled('mousepad')
  const { bus, launcher } = await desktop.accessibilityProcesses()
  for (const pid of [bus, launcher]) process.kill(pid, 'SIGKILL')
  t.match((await world.fail('explore', application('mousepad'))).name, 'app_not_found')
  // The session bus may still take the one that was killed for the one to ask.
  await world.again(() => desktop.reopenAccessibility())
  await started('mousepad').end()
  await desktop.start('mousepad')
  t.match(await world.again(() => world.settled('mousepad')), /File/)
})

t.test('no desktop at all', async (t) => {
  const recorded = await ReplayPlatform.load([modelledCalculator])
  const { folder: _, ...none } = { folder: '' }
  const world = openDesktopWorld(t, none, [recorded])
  const { platforms } = await world.call('status')
  t.match(platforms[0], { name: 'atspi', available: false, reason: /./, remedy: /DBUS_SESSION_BUS_ADDRESS/ })
  t.same(await world.call('apps'), { apps: [] }, 'a recording is not taken for what cannot be seen')
  t.match(await world.call('explore', application('replay.calculator')), { recorded: true, matched: 18 })
  t.match((await world.fail('explore', application('mousepad'))).name, 'app_not_found')
})

t.test('a session bus that is not there, and one that says nothing', async (t) => {
  // Paths of sockets are short.
  const folder = mkdtempSync(join(tmpdir(), 'ix-bus-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const nowhere = openDesktopWorld(t, { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(folder, 'none')}` })
  t.match((await nowhere.fail('explore', application('mousepad'))).name, 'app_not_found')
  t.match((await nowhere.call('status')).platforms[0], { available: false, remedy: /./ })
  const path = join(folder, 'mute')
  const mute = createServer((socket) => socket.on('error', () => {})).listen(path)
  t.teardown(() => mute.close())
  await once(mute, 'listening')
  const world = openDesktopWorld(t, { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` })
  t.match((await world.fail('explore', application('mousepad'))).name, 'unresponsive')
})

t.test('the switch', async (t) => {
  if (!desktopOrSkip(t)) return
  const desktop = await startDesktop(t, [], { accessibility: false })
  t.equal(await desktop.isAccessible(), false)
  await t.test('is switched on', async (t) => {
    const world = openDesktopWorld(t, desktop.env)
    await world.call('apps')
    t.equal(await desktop.isAccessible(), true)
  })
  t.equal(await desktop.isAccessible(), false, 'and off again by the one who switched it on')
  const on = await startDesktop(t)
  await t.test('is left alone where it was on', async (t) => {
    await openDesktopWorld(t, on.env).call('apps')
  })
  t.equal(await on.isAccessible(), true)
})
