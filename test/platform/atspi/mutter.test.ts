/** A desktop on GNOME's compositor: nothing of it is used before the person allows it, nothing after they take it back. */
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Bus } from '../../../daemon/platform/atspi/wire/bus.ts'
import {
  allow,
  type Compositor,
  closes,
  copies,
  drags,
  fronts,
  ix,
  type Opened,
  openOn,
  points,
  presses,
  qt,
  stateOf,
  types,
} from '../../fixtures/desktop/compositor.ts'
import { desktopOrSkip, mutterOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { answerThat } from '../../fixtures/until.ts'

const never = new AbortController().signal

/** How many sessions of remote desktop Mutter has. */
async function sessions(t: Test, address: string): Promise<() => Promise<number>> {
  const bus = await Bus.open(address, never)
  t.teardown(() => bus.close())
  const path = '/org/gnome/Mutter/RemoteDesktop/Session'
  const of = { destination: 'org.gnome.Mutter.RemoteDesktop', interface: 'org.freedesktop.DBus.Introspectable' }
  return async () => {
    const [said] = await bus.call({ ...of, path, member: 'Introspect' }, never, 5000).catch(() => [''])
    return [...String(said).matchAll(/<node name=/g)].length
  }
}

const mutter: Compositor = {
  options: { wayland: 'mutter' },
  env: stateOf,
  allow,
  minimizes: true,
  findings: [{ what: 'session', detail: /^Wayland: GNOME, allowed by ix desktop allow/ }],
  input: 'remote desktop of Mutter',
}

/** A shadow wider than a button: places count from the window within it. */
async function wide(t: Test, { launch, one, all, act }: Opened): Promise<void> {
  const { app, end } = await launch('gnome-calculator')
  for (const name of ['5', '9'])
    t.match(await act(await one(app, { titleContains: name }), { action: 'double_click' }), { route: 'pointer' })
  const fields = await all(app, { role: 'AXTextArea' })
  t.ok(
    fields.some(({ value }) => value === '5599'),
    JSON.stringify(fields.map(({ value }) => value)),
  )
  await end()
}

/** GNOME's shell takes the keyboard from the window that is pressed first of all; that press is refused, as it should be. */
async function refusedOnce({ start, one, act }: Opened): Promise<void> {
  const { app, end } = await start('pointed', 'gtk3')
  const press = async () => await act(await one(app, { titleContains: 'Alpha' }), { action: 'double_click' })
  await press().catch(press)
  await end()
}

function can(t: Test): boolean {
  return desktopOrSkip(t, ['gnome-calculator']) && mutterOrSkip(t) && toolkitsOrSkip(t)
}

t.test('what is typed and pressed reaches the program', async (t) => {
  if (!can(t)) return
  const opened = await openOn(t, mutter)
  const { world, act, fails } = opened
  await refusedOnce(opened)
  for (const toolkit of ['gtk3', 'gtk4', qt])
    await t.test(toolkit, async (t) => {
      const running = await types(t, opened, toolkit)
      const { window } = running
      t.match(await act(window, { action: 'minimize' }), { effect: 'confirmed' })
      t.match(await act(window, { action: 'raise' }), { effect: 'confirmed' })
      t.match(await fails(window, { action: 'move', to: { x: 300, y: 200 } }), { name: 'unsupported_here' })
      await closes(t, opened, running)
    })

  for (const toolkit of ['gtk3', 'gtk4']) await t.test(`presses, ${toolkit}`, (t) => points(t, opened, toolkit))
  await t.test('copies', (t) => copies(t, opened, 'gtk3'))

  await t.test('presses within a wide shadow', (t) => wide(t, opened))
  await t.test('drags', (t) => drags(t, opened))
  await t.test('windows come to the front', async (t) => {
    const { below, above } = await fronts(t, opened)
    t.match(await world.call('apps', { action: 'quit', bundleId: below.app }), { apps: [] })
    await below.end()
    await above.end()
  })
  t.match((await world.platform.findings(never)).filter(({ what }) => what !== 'no window').slice(3), [
    ...mutter.findings,
    ...['input', 'screenshots', 'windows', 'clipboard'].map((what) => ({ what, state: 'ok' })),
  ])
  t.equal((await world.call('status')).platforms[0]!.detail?.input, mutter.input)
})

t.test('presses land on a second monitor', async (t) => {
  if (!can(t)) return
  const opened = await openOn(t, { ...mutter, options: { ...mutter.options, outputs: 2 } })
  const { world, start, all, one, act } = opened
  await refusedOnce(opened)
  t.match(await world.call('screenshot', { screen: true }), { width: 3840, height: 1200 }, 'both, all of their pixels')
  for (const toolkit of ['gtk3', 'gtk4']) {
    const { app, lines, end } = await start('pointed', toolkit)
    const [window] = await all(app, { role: 'AXWindow' })
    for (const name of ['Alpha', 'Iota']) {
      t.match(
        await act(await one(app, { titleContains: name }), { action: 'double_click' }),
        { route: 'pointer' },
        name,
      )
      await answerThat(lines, (said) => said.includes(`press ${name} 1`))
      await act(window!, { action: 'key', keys: 'Super+Shift+ArrowRight' })
    }
    await end()
  }
})

t.test('the person allows it, and takes it back', async (t) => {
  if (!can(t)) return
  const { allow: _, ...unasked } = mutter
  const { desktop, world, start, one, act, fails } = await openOn(t, unasked)
  const file = join(desktop.folder, 'state/desktop/gnome.json')
  const { app, lines } = await start('pointed', 'gtk4')
  const alpha = await one(app, { titleContains: 'Alpha' })
  const denied = { name: 'unsupported_here', message: /^GNOME .* only to programs that the person has allowed/ }
  const count = await sessions(t, desktop.env.DBUS_SESSION_BUS_ADDRESS!)
  const untouched = async () => {
    t.equal(await count(), 0)
    t.match(await fails(alpha, { action: 'double_click' }), denied)
    t.match(await world.fail('screenshot', { screen: true }), denied)
    t.match(await world.fail('clipboard', { action: 'read' }), denied)
    t.match(
      (await world.platform.findings(never)).find(({ what }) => what === 'session'),
      { detail: /GNOME, not allowed yet/ },
    )
    t.notOk(existsSync(file))
    t.notMatch(lines(), ['press Alpha 1'])
  }
  await untouched()
  t.match(await ix(desktop, ['desktop', 'allow']), { code: 4, err: /GNOME's sign in the bar[\s\S]*for its person/ })
  for (const name of ['IX_AGENT', 'IX_TOKEN'])
    t.match(await ix(desktop, ['desktop', 'allow', '--yes'], { [name]: 'bob' }), { code: 4, err: /not for an agent/ })
  await untouched()

  t.match(await ix(desktop, ['desktop', 'allow', '--yes']), { code: 0, out: /GNOME: allowed/ })
  t.equal(statSync(file).mode & 0o777, 0o600)
  const press = () => act(alpha, { action: 'double_click' })
  t.match(await press().catch(press), { route: 'pointer' })
  await answerThat(lines, (all) => all.includes('press Alpha 1'))

  t.equal(await count(), 2, 'one that lasts, one of the window')
  t.match(await ix(desktop, ['desktop', 'revoke']), { code: 0, out: /GNOME: no longer allowed/ })
  await answerThat(count, (left) => left === 0)
  t.match(await fails(alpha, { action: 'double_click' }), denied)
  t.notOk(existsSync(file))
})

t.test('without GStreamer there are no pictures, and no places that need one', async (t) => {
  if (!can(t)) return
  const bare = { ...mutter, env: (all: NodeJS.ProcessEnv) => ({ ...stateOf(all), PATH: '/nowhere' }) }
  const { world, start, one, fails } = await openOn(t, bare)
  const missing = { name: 'unsupported_here', message: /gst-launch-1.0/, hint: /gstreamer1.0-pipewire/ }
  t.match(await world.fail('screenshot', { screen: true }), missing)
  const { app, end } = await start('pointed', 'gtk4')
  t.match(await fails(await one(app, { titleContains: 'Alpha' }), { action: 'double_click' }), missing)
  await end()
  t.match(
    (await world.platform.findings(never)).find(({ what }) => what === 'screenshots'),
    { state: 'missing' },
  )
})

t.test('presses land at every scale that it has', async (t) => {
  if (!can(t)) return
  const opened = await openOn(t, mutter)
  await refusedOnce(opened)
  const bus = await Bus.open(opened.desktop.env.DBUS_SESSION_BUS_ADDRESS!, never)
  t.teardown(() => bus.close())
  const name = 'org.gnome.Mutter.DisplayConfig'
  const displays = { destination: name, path: '/org/gnome/Mutter/DisplayConfig', interface: name }
  const state = async () => await bus.call({ ...displays, member: 'GetCurrentState' }, never, 5000)
  type Mode = readonly [string, number, number, number, number, readonly number[]]
  type Monitor = readonly [readonly [string], readonly Mode[]]
  for (const scale of [1.25, 1.5, 2]) {
    const [serial, monitors] = (await state()) as unknown as readonly [number, readonly Monitor[]]
    const [[connector], [[mode, , , , , scales]]] = monitors[0] as unknown as [[string], [Mode]]
    if (!scales.includes(scale)) {
      t.comment(`${scale} is none of its scales: ${scales.join(', ')}`)
      continue
    }
    const logical = [[0, 0, scale, 0, true, [[connector, mode, {}]]]]
    const apply = { ...displays, member: 'ApplyMonitorsConfig', signature: 'uua(iiduba(ssa{sv}))a{sv}' }
    await bus.call({ ...apply, body: [serial, 1, logical, {}] }, never, 5000)
    t.match((await state())[2], [[0, 0, scale]])
    // Elsewhere the picture of a window is finer than the screen.
    for (const toolkit of ['gtk3', 'gtk4']) await presses(t, opened, toolkit, { seen: Number.isInteger(scale) })
  }
  await wide(t, opened)
})
