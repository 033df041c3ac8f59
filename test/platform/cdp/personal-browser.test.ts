/** A browser asks its person about each connection: the daemon makes none until it is told to attach. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Home, ix, makeHome } from '../../fixtures/daemon/daemon.ts'
import { typed } from '../../fixtures/daemon/typed.ts'
import { desktopOrSkip } from '../../fixtures/desktop/desktop.ts'
import { findChromium } from '../../fixtures/find-chromium.mjs'
import { openDesktop } from '../../fixtures/open-desktop.mjs'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'

if (process.platform === 'win32' || !chromiumOrSkip(t)) process.exit(0)

const switchedOn = JSON.stringify({ devtools: { remote_debugging: { 'user-enabled': true } } })

function homeOf(t: Test, env: Home['env'] = { IX_PLATFORMS: 'cdp', IX_CHROMIUM: findChromium()! }): Home {
  const home = makeHome(env)
  t.teardown(async () => {
    await typed(home, 'stop')
    home.remove()
  })
  return home
}

/** Where a browser of that name keeps its profile. */
function profileIn(home: Home, name: string, state?: string): string {
  const config = process.platform === 'darwin' ? 'Library/Application Support' : '.config'
  const folder = join(home.env.HOME!, config, name)
  mkdirSync(folder, { recursive: true })
  if (state !== undefined) writeFileSync(join(folder, 'Local State'), state)
  return folder
}

/** All that could make the daemon look for browsers; it starts one of its own for the last. */
async function useEverything(t: Test, home: Home): Promise<void> {
  for (const words of [['tabs'], ['explore'], ['apps'], ['status'], ['doctor'], ['tabs']]) await typed(home, ...words)
  const { code, err } = await typed(home, 'navigate', 'data:text/html,<button>Mine</button>')
  t.equal(code, 0, err)
  t.match((await typed(home, 'tabs')).out, /^\[?t1\]?[^\n]*data:[^\n]*\n$/, 'only its own')
}

t.test('a port that a profile names', async (t) => {
  const home = homeOf(t)
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const write = (folder: string) =>
    writeFileSync(join(folder, 'DevToolsActivePort'), `${port}\n/devtools/browser/0-1-2\n`)
  const mac = process.platform === 'darwin'
  write(profileIn(home, mac ? 'Google/Chrome' : 'google-chrome', switchedOn))
  write(profileIn(home, mac ? 'Microsoft Edge' : 'microsoft-edge'))
  write(profileIn(home, mac ? 'Chromium' : 'chromium', '{"devtools":7}'))
  write(profileIn(home, 'Maker/Seldom', switchedOn))
  await useEverything(t, home)
  t.equal(calls, 0, 'hears nothing')
  const { out } = await typed(home, 'doctor')
  t.match(out, /Maker\/Seldom +open, .*not attached\n.*`ix attach`/, 'a browser that was never heard of')
  t.match(out, /Google Chrome +open, allows/)
  t.notMatch(out, /Edge +open/, 'it is not open')
  server.close()
  t.notMatch((await typed(home, 'doctor')).out, /Seldom/, 'one that has ended')
})

t.test('a real browser on a desktop', async (t) => {
  if (!desktopOrSkip(t)) return
  const home = homeOf(t)
  const desktop = await openDesktop({ size: '1200x900x24' })
  t.teardown(() => desktop.end())
  const file = join(profileIn(home, 'chromium', switchedOn), 'DevToolsActivePort')
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const flags = ['--no-first-run', '--no-default-browser-check', '--password-store=basic', '--disable-gpu', ...asRoot]
  const browser = spawn(findChromium()!, [...flags, '--force-renderer-accessibility', 'about:blank'], {
    env: { ...process.env, ...desktop.env, HOME: home.env.HOME!, XDG_CONFIG_HOME: '' },
    stdio: 'ignore',
    detached: true,
  })
  t.teardown(async () => {
    process.kill(-browser.pid!, 'SIGKILL')
    if (browser.exitCode === null && browser.signalCode === null) await once(browser, 'exit')
  })
  const person = homeOf(t, { ...desktop.env, IX_PLATFORMS: 'atspi' })
  /** What the person sees of that browser: how many elements say so. */
  const seen = async (words: string) => {
    const { out } = await ix(person, 'explore', '--app', 'chromium', '--any', words, '--all', '--json')
    return out === '' ? undefined : (JSON.parse(out).matched as number)
  }
  await until(async () => existsSync(file) && ((await seen('about:blank')) ?? 0) > 0, 'it is open')
  await useEverything(t, home)
  t.match((await typed(home, 'doctor')).out, /Chromium +open, .*not attached/)
  t.equal(await seen('Allow remote debugging'), 0)
  /** Chromium takes no press in the first half second of such a dialog. */
  const press = (button: string) =>
    until(async () => {
      await ix(person, 'click', '--app', 'chromium', '--any', button, '--role', 'button')
      return (await seen('Allow remote debugging')) === 0
    }, `${button} is taken`)
  const asks = () =>
    until(async () => ((await seen('Allow remote debugging')) ?? 0) > 0, 'who does attach is asked about')
  const before = typed(home, 'browser', 'attach', 'chromium')
  await asks()
  await press('Cancel')
  t.match(await before, { code: 4, err: /said no/ })
  const attaching = typed(home, 'attach')
  await asks()
  await press('Allow')
  t.match(await attaching, { code: 0, out: /^Attached to Chromium/ })
  const windows = async () =>
    ((await ix(person, 'explore', '--app', 'chromium', '--role', 'window')).out.match(/window: /g) ?? []).length
  t.equal(await windows(), 1)
  t.match((await typed(home, 'tabs', 'attach')).out, /attached to chromium/, 'for a session that works elsewhere')
  t.match(
    (await typed(home, 'navigate', 'data:text/html,<title>Agents own</title><button>Go</button>')).out,
    /button: Go/,
  )
  await until(async () => (await windows()) === 2, 'the agent has a window of its own')
  t.match((await typed(home, 'screenshot')).out, /\.png \(\d+x\d+ png/, 'which has a picture in the background')
  const { out } = await typed(home, 'tabs')
  t.match(out, /Agents own/)
  t.equal(out.trim().split('\n').length, 2, 'its other browser, and nothing of the person')
})
