/** A desktop on KDE's compositor: nothing of it is used before the person allows it, all of it then, nothing after they take it back. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Bus } from '../../../daemon/platform/atspi/wire/bus.ts'
import {
  allow,
  type Compositor,
  holds,
  ix,
  type Opened,
  openOn,
  presses,
  qt,
  stateOf,
} from '../../fixtures/desktop/compositor.ts'
import { desktopOrSkip, kwinOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'

const never = new AbortController().signal

const kwin: Compositor = {
  options: { wayland: 'kwin' },
  env: stateOf,
  allow,
  minimizes: true,
  findings: [{ what: 'session', detail: 'Wayland: KWin, allowed by ix desktop allow' }],
  input: 'fake_input of KWin',
}

function can(t: Test): boolean {
  return desktopOrSkip(t) && kwinOrSkip(t) && toolkitsOrSkip(t)
}

t.test('what is typed and pressed reaches the program', async (t) => {
  if (can(t)) await holds(t, kwin)
})

t.test('presses land at a scale, and on a second monitor', async (t) => {
  if (!can(t)) return
  const opened = await openOn(t, { ...kwin, options: { ...kwin.options, outputs: 2, scale: 1.5 } })
  await presses(t, opened, 'gtk3')
  for (const toolkit of ['gtk4', qt]) await presses(t, opened, toolkit, { place: { x: 2000, y: 100 } })
  t.match(
    await opened.world.call('screenshot', { screen: true }),
    { width: 5760, height: 1800 },
    'both, all of their pixels',
  )
})

/** What a daemon that was killed has left in KWin is removed. */
async function removesLeft(t: Test, { desktop, world }: Opened): Promise<void> {
  const { DBUS_SESSION_BUS_ADDRESS: address = '', XDG_RUNTIME_DIR: folder = '' } = desktop.env
  const bus = await Bus.open(address, never)
  t.teardown(() => bus.close())
  const scripting = { destination: 'org.kde.KWin', path: '/Scripting', interface: 'org.kde.kwin.Scripting' }
  const ask = (member: string, ...body: string[]) =>
    bus.call({ ...scripting, member, signature: 's'.repeat(body.length), body }, never, 5000)
  const left = async (name: string) => {
    const file = join(folder, `ix-kwin-${name}.js`)
    const script = `io.interface_explorer.Windows${name}`
    writeFileSync(file, '')
    await ask('loadScript', file, script)
    return async () => [existsSync(file), (await ask('isScriptLoaded', script))[0]].join()
  }
  const [dead, alive] = [await left(':1.987654'), await left(bus.name)]
  t.same([await dead(), await alive()], ['true,true', 'true,true'])
  await world.call('status', { probe: true })
  t.same([await dead(), await alive()], ['false,false', 'true,true'])
  await ask('unloadScript', `io.interface_explorer.Windows${bus.name}`)
}

t.test('the person allows it, and takes it back', async (t) => {
  if (!can(t)) return
  const { allow: _, ...unasked } = kwin
  const opened = await openOn(t, unasked)
  const { desktop, world, start, one, act, fails } = opened
  const folder = join(desktop.folder, 'state/desktop')
  const entry = join(desktop.folder, 'home/.local/share/applications/interface-explorer.desktop')
  const { app } = await start('pointed', qt)
  const alpha = await one(app, { titleContains: 'Alpha' })
  const denied = {
    name: 'unsupported_here',
    message: /KWin .* only to programs that the person has allowed/,
    hint: /ix desktop allow/,
  }

  const untouched = async () => {
    t.match(await fails(alpha, { action: 'double_click' }), denied)
    t.match(await world.fail('screenshot', { screen: true }), denied)
    t.match(await world.fail('clipboard', { action: 'read' }), { name: denied.name, message: denied.message })
    t.match(
      (await world.platform.findings(never)).find(({ what }) => what === 'session'),
      { detail: /KWin, not allowed yet/ },
    )
    for (const file of [join(folder, 'kde.json'), join(folder, 'interface-explorer'), entry]) t.notOk(existsSync(file))
  }
  await untouched()
  t.match(await ix(desktop, ['desktop', 'allow']), {
    code: 4,
    err: /writes .*which names our program[\s\S]*for its person/,
  })
  for (const name of ['IX_AGENT', 'IX_TOKEN'])
    t.match(await ix(desktop, ['desktop', 'allow', '--yes'], { [name]: 'bob' }), { code: 4, err: /not for an agent/ })
  await untouched()

  t.match(await ix(desktop, ['desktop', 'allow', '--yes']), { code: 0, out: /KDE: allowed/ })
  t.equal(statSync(join(folder, 'kde.json')).mode & 0o777, 0o600)
  t.match(readFileSync(entry, 'utf8'), new RegExp(`^Exec=${join(folder, 'interface-explorer')}$`, 'm'))
  await removesLeft(t, opened)
  t.match(await act(alpha, { action: 'double_click' }), { route: 'pointer' })
  t.match(await ix(desktop, ['desktop']), { code: 0, out: /input +keys and pointer by fake_input[\s\S]*KDE: allowed/ })

  t.match(await ix(desktop, ['desktop', 'revoke']), { code: 0, out: /KDE: no longer allowed/ })
  await untouched()
  t.match(await ix(desktop, ['desktop', 'revoke']), { code: 0, out: /Nothing was allowed/ })
})
