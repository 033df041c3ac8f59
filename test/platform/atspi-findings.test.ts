/** What `ix doctor` says of a desktop: real ones, and what the environment tells of others. */
import t from 'tap'
import { type BusFacts, findings } from '../../daemon/platform/atspi/findings.ts'
import { Windows } from '../../daemon/platform/atspi/windows.ts'
import { XServer } from '../../daemon/platform/atspi/x11-server.ts'
import { chromiumOrSkip } from '../fixtures/chromium.ts'
import { desktopOrSkip, startDesktop } from '../fixtures/desktop.ts'
import { findChromium } from '../fixtures/find-chromium.mjs'

const never = new AbortController().signal
const bus = (pids: readonly number[] = []): BusFacts => ({ accessibility: 'on', pids: new Set(pids) })
const none = { list: async () => [] }

t.test('nothing there', async (t) => {
  const facts = { accessibility: 'off', noSession: 'DBUS_SESSION_BUS_ADDRESS is not set', pids: new Set([]) } as const
  const found = await findings(facts, new XServer({}), none, never, {})
  t.match(found, [
    { what: 'session bus', state: 'missing', remedy: /DBUS_SESSION_BUS_ADDRESS/ },
    { what: 'session', state: 'note', detail: 'no display' },
    { what: 'input', state: 'missing', detail: /DISPLAY is not set/, remedy: /desktop session/ },
    { what: 'screenshots', state: 'missing' },
    { what: 'windows', state: 'missing' },
  ])
})

t.test('no accessibility bus, and a switch that does not stay', async (t) => {
  const missing = await findings({ ...bus(), noBus: 'nobody answers' }, new XServer({}), none, never, {})
  t.match(missing[1], { what: 'accessibility bus', state: 'missing', remedy: /at-spi2-core/ })
  const off = await findings({ ...bus(), accessibility: 'off' }, new XServer({}), none, never, {})
  t.match(off[2], { what: 'accessibility', state: 'missing', remedy: /^gsettings set / })
})

t.test('Wayland', async (t) => {
  const env = { WAYLAND_DISPLAY: 'wayland-0' }
  const found = await findings(bus(), new XServer(env), none, never, env)
  t.match(found.slice(3), [
    { what: 'session', detail: 'Wayland' },
    { what: 'input', state: 'missing', detail: /Wayland/, remedy: /X11 session/ },
    { what: 'screenshots', state: 'missing', remedy: /X11 session/ },
    { what: 'windows', state: 'missing', remedy: /X11 session/ },
  ])
})

t.test('a desktop on X11', async (t) => {
  if (!desktopOrSkip(t, ['mousepad', 'gtk3-widget-factory'])) return
  const desktop = await startDesktop(t, ['mousepad'])
  const server = new XServer(desktop.env)
  t.teardown(() => server.close())
  const windows = new Windows(server)
  const [mousepad] = desktop.applications
  const look = (pids: readonly number[], env = desktop.env) => findings(bus(pids), server, windows, never, env)
  const all = await look([mousepad!.pid])
  t.match(all, [
    { what: 'session bus', state: 'ok' },
    { what: 'accessibility bus', state: 'ok' },
    { what: 'accessibility', state: 'ok' },
    { what: 'session', state: 'note', detail: /^X11 :\d+$/ },
    { what: 'input', state: 'ok', detail: /XTEST/ },
    { what: 'screenshots', state: 'ok', detail: '1920×1200' },
  ])
  t.equal(all.length, 6, 'nothing about an application that is seen')
  t.match((await look([])).at(-1), {
    what: /mousepad/i,
    state: 'note',
    detail: /no elements/,
    remedy: /start it again/,
  })
  const mixed = await look([mousepad!.pid], { ...desktop.env, WAYLAND_DISPLAY: 'wayland-0' })
  t.match(mixed[4], { what: 'input', state: 'note', detail: /only in applications that use the X server/ })
})

t.test('Chromium is pointed to cdp', async (t) => {
  if (!desktopOrSkip(t) || !chromiumOrSkip(t)) return
  const desktop = await startDesktop(t, [], { accessibility: false })
  const server = new XServer(desktop.env)
  t.teardown(() => server.close())
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const flags = [
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    `--user-data-dir=${desktop.folder}/c`,
  ]
  await desktop.start(findChromium()!, ...sandbox, ...flags, 'about:blank')
  const found = await findings(bus(), server, new Windows(server), never, desktop.env)
  t.match(found.at(-1), { what: /chrom/i, state: 'note', detail: /Chromium/, remedy: /--remote-debugging-port/ })
})
