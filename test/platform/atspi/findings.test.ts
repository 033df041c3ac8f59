/** What `ix doctor` says of a desktop: real ones, and what the environment tells of others. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import top, { type Test } from 'tap'
import { Desktops, type Environment } from '../../../daemon/platform/atspi/desktops.ts'
import { type BusFacts, findings, unseen } from '../../../daemon/platform/atspi/findings.ts'
import type { Bus, Call } from '../../../daemon/platform/atspi/wire/bus.ts'
import { eventMask } from '../../../daemon/platform/atspi/x11/connection.ts'
import { XServer } from '../../../daemon/platform/atspi/x11/server.ts'
import type { Finding } from '../../../daemon/platform/platform.ts'
import { type Desktop, desktopOrSkip, startDesktop, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { findChromium } from '../../fixtures/find-chromium.mjs'
import { largeApplications, python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'

const never = new AbortController().signal
const bus = (pids: readonly number[] = []): BusFacts => ({ accessibility: 'on', pids: new Set(pids) })

async function look(t: Test, facts: BusFacts, env: Environment, owned?: string): Promise<Finding[]> {
  const names = { call: async ({ body }: Call) => [body?.[0] === owned] } as unknown as Bus
  const desktops = new Desktops(env, { bus: async () => names, shown: async () => [], windows: async () => [] })
  t.teardown(() => desktops.close())
  return await findings(facts, await desktops.session(never), never)
}

top.test('nothing there', async (t) => {
  const facts = { accessibility: 'off', noSession: 'DBUS_SESSION_BUS_ADDRESS is not set', pids: new Set([]) } as const
  const found = await look(t, facts, {})
  t.match(found, [
    { what: 'session bus', state: 'missing', remedy: /DBUS_SESSION_BUS_ADDRESS/ },
    { what: 'session', state: 'note', detail: 'no display' },
    { what: 'input', state: 'missing', detail: /DISPLAY is set/, remedy: /desktop session/ },
    { what: 'screenshots', state: 'missing' },
    { what: 'windows', state: 'missing' },
  ])
})

top.test('no accessibility bus, and a switch that does not stay', async (t) => {
  const missing = await look(t, { ...bus(), noBus: 'nobody answers' }, {})
  t.match(missing[1], { what: 'accessibility bus', state: 'missing', remedy: /at-spi2-core/ })
  const off = await look(t, { ...bus(), accessibility: 'off' }, {})
  t.match(off[2], { what: 'accessibility', state: 'missing', remedy: /^gsettings set / })
})

top.test('Wayland, by what is there', async (t) => {
  for (const [name, detail] of [
    ['', /^This Wayland compositor offers no protocol/],
    ['org.kde.KWin', /^KWin .* only to programs that the person has allowed/],
    ['org.gnome.Mutter.RemoteDesktop', /^GNOME .* only to programs that the person has allowed/],
    ['org.freedesktop.portal.Desktop', /^The desktop portal .* not built yet/],
  ] as const) {
    const found = await look(t, bus(), { WAYLAND_DISPLAY: 'wayland-0' }, name)
    const missing = { state: 'missing', detail, remedy: /elements can do themselves/ }
    t.match(found.slice(3), [
      { what: 'session', detail: /^Wayland: .*applications are (read|used)/ },
      ...['input', 'screenshots', 'windows'].map((what) => ({ what, ...missing })),
    ])
    t.notMatch(JSON.stringify(found), /Xorg|X11 session/, 'no advice to log in elsewhere')
  }
})

let desktop: Desktop

top.test('a desktop on X11', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  desktop = await startDesktop(top, ['mousepad'])
  const [mousepad] = desktop.applications
  const all = await look(t, bus([mousepad!.pid]), desktop.env)
  t.match(all, [
    { what: 'session bus', state: 'ok' },
    { what: 'accessibility bus', state: 'ok' },
    { what: 'accessibility', state: 'ok' },
    { what: 'session', state: 'note', detail: /^X11 :\d+$/ },
    { what: 'input', state: 'ok', detail: /XTEST/ },
    { what: 'screenshots', state: 'ok', detail: /^1920×1200, as png/ },
    { what: 'windows', state: 'ok', detail: 'managed by Openbox' },
  ])
  t.equal(all.length, 7, 'nothing about an application that is seen')
  t.match((await look(t, bus(), desktop.env)).at(-1), {
    what: /mousepad/i,
    state: 'note',
    detail: /no elements/,
    remedy: /Restart it/,
  })
  const nowhere = await look(t, bus([mousepad!.pid]), { ...desktop.env, WAYLAND_DISPLAY: 'wayland-0' })
  t.match(nowhere[3], { detail: /^X11/ }, 'a compositor that does not answer is none')
  const socket = `${desktop.folder}/wayland`
  const compositor = createServer().listen(socket)
  t.teardown(() => compositor.close())
  await once(compositor, 'listening')
  const mixed = await look(t, bus([mousepad!.pid]), { ...desktop.env, WAYLAND_DISPLAY: socket })
  t.match(mixed[4], { what: 'input', state: 'note', detail: /only in applications that use the X server/ })
})

/** Of a program that is part of the desktop. */
function processOn({ folder }: { readonly folder: string }, program: string): number {
  const isIt = (pid: string) => {
    try {
      const [name, home] = [readFileSync(`/proc/${pid}/comm`, 'utf8'), readFileSync(`/proc/${pid}/environ`, 'utf8')]
      return name === `${program}\n` && home.includes(folder)
    } catch {
      return false
    }
  }
  return Number(readdirSync('/proc').find(isIt))
}

top.test('an X server that stands still', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const world = openDesktopWorld(t, desktop.env)
  t.match((await world.call('status')).platforms[0]!.findings?.at(-1), { what: 'windows', state: 'ok' })
  const server = processOn(desktop, 'Xvfb')
  process.kill(server, 'SIGSTOP')
  try {
    const { findings } = (await world.call('status')).platforms[0]!
    t.match(findings?.at(-1), { what: 'windows', state: 'missing', detail: /^The X server did not answer / })
    t.match(findings?.[0], { what: 'session bus', state: 'ok' }, 'and the others are told')
  } finally {
    process.kill(server, 'SIGCONT')
  }
  t.match((await world.call('status')).platforms[0]!.findings?.at(-1), { what: 'windows', state: 'ok' })
})

top.test('an application that has only an icon in the tray', async (t) => {
  if (!desktopOrSkip(t, ['mousepad']) || !toolkitsOrSkip(t)) return
  const tray = `import gi; gi.require_version("Gtk", "3.0"); from gi.repository import Gtk, GLib
GLib.set_prgname("only-a-tray-icon"); Gtk.init(); Gtk.main()`
  const program = spawn(python, ['-c', tray], { env: { ...process.env, ...desktop.env }, stdio: 'ignore' })
  t.teardown(() => program.kill('SIGKILL'))
  const { platform, call } = openDesktopWorld(t, desktop.env)
  const found = await answerThat(
    () => platform.findings(never),
    (all) => all.some(({ what }) => what === 'no window'),
  )
  t.match(
    found.find(({ what }) => what === 'no window'),
    { state: 'note', detail: /^only-a-tray-icon$/, remedy: /tray is an element of the panel/ },
  )
  t.match((await call('apps')).apps, [{ name: 'mousepad' }], 'it is not listed')
})

top.test('a window manager that crashed', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const server = new XServer(desktop.env.DISPLAY!)
  t.teardown(() => server.close())
  const last = async () => (await look(t, bus([desktop.applications[0]!.pid]), desktop.env)).at(-1)
  t.match(await last(), { what: 'windows', state: 'ok' })
  process.kill(processOn(desktop, 'openbox'), 'SIGKILL')
  const connection = await server.open(never)
  connection.watch(connection.root, eventMask.substructureNotify)
  await connection.until(async () => (await last())?.state === 'missing', 5000, never)
  t.match(await last(), { what: 'windows', state: 'missing', detail: /no window manager/, remedy: /Start one/ })
})

top.test('an application that its environment keeps off the bus', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const desktop = await startDesktop(t, [], { accessibility: false, env: { NO_AT_BRIDGE: '1' } })
  const { pid } = await desktop.start('mousepad')
  const { platform, call } = openDesktopWorld(t, desktop.env)
  const found = await platform.findings(never)
  t.match(found.at(-1), { what: /mousepad/i, detail: unseen, remedy: /again without NO_AT_BRIDGE/ })
  t.match((await call('status')).platforms[0]!.findings!.at(-1), { what: /mousepad/i }, 'status tells it too')
  process.kill(pid, 'SIGTERM')
})

const noFirefox = largeApplications.includes('firefox-esr') ? false : 'in npm run test:desktop-full'
top.test('Firefox comes a moment after accessibility was switched on', { skip: noFirefox }, async (t) => {
  if (!desktopOrSkip(t)) return
  const desktop = await startDesktop(t, [], { accessibility: false })
  await desktop.start('firefox-esr')
  const { platform } = openDesktopWorld(t, desktop.env)
  const found = await platform.findings(never)
  t.notOk(found.some(({ detail }) => detail === unseen))
})

top.test('Chromium is pointed to cdp', async (t) => {
  if (!desktopOrSkip(t) || !chromiumOrSkip(t)) return
  const desktop = await startDesktop(t, [], { accessibility: false })
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const flags = [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    `--user-data-dir=${desktop.folder}/c`,
  ]
  await desktop.start(findChromium()!, ...sandbox, ...flags, 'about:blank')
  const found = await look(t, bus(), desktop.env)
  t.match(found.at(-1), { what: /chrom/i, state: 'note', detail: /Chromium/, remedy: /--remote-debugging-port/ })
})
