/** Browsers from a WebDriver remote end and at several addresses: a real chromedriver, and a gate before it as a grid is one. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { Connection } from '../../daemon/platform/cdp/wire/connection.ts'
import { makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { chromedriverOrSkip, gateBefore, startChromedriver } from '../fixtures/web/chromedriver.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { loginSite } from '../fixtures/web/login-site.ts'
import { daemonFor } from './client.ts'

const root = process.getuid?.() === 0
const capabilities = JSON.stringify({
  'goog:chromeOptions': { args: ['--disable-gpu', ...(root ? ['--no-sandbox'] : [])] },
})
const from = (url: string) => ['--webdriver', url, '--webdriver-capabilities', capabilities]

t.test('one chromedriver: a browser for each session, given back', async (t) => {
  if (!chromiumOrSkip(t) || !chromedriverOrSkip(t)) return
  const site = loginSite()
  const server = await serve(t, site)
  const driver = await startChromedriver(t)
  const { home, call } = await daemonFor(t, from(driver), { IX_PLATFORMS: 'cdp' })
  const as = (session: string, ...words: string[]) => typed(home, '--session', session, ...words)
  for (const name of ['Ann', 'Ben']) {
    t.match(await as(name, 'navigate', `${server.origin}/login`), { code: 0, out: /tab t\d+/ })
    await as(name, 'set', '--any', 'Name', name)
    t.match((await as(name, 'click', '--any', 'Sign in')).out, /^confirmed/)
  }
  for (const name of ['Ann', 'Ben']) t.match((await as(name, 'text')).out, `Hello ${name}`)
  t.match(site.asked, ['Ann /home', 'Ben /home'], 'each in a browser of its own')
  const { tabs } = await call('tabs')
  t.equal(new Set(tabs.map(({ app }) => app)).size, 2)
  t.equal(tabs.length, 2, 'in the tab that the browser came with')
  t.match((await as('Ann', 'tabs', 'open', `${server.origin}/more`)).code, 0)
  t.equal(site.asked.at(-1), 'Ann /more')

  t.equal((await as('Ann', 'session', 'end')).code, 0)
  t.equal(new Set((await call('tabs')).tabs.map(({ app }) => app)).size, 1, 'it is given back')
  t.match((await as('Ben', 'text')).out, 'Hello Ben')
  t.match((await as('Ann', 'navigate', `${server.origin}/home`)).out, 'Hello nobody', 'and a fresh one taken')
})

t.test('a grid with one slot', async (t) => {
  if (!chromiumOrSkip(t) || !chromedriverOrSkip(t)) return
  const server = await serve(t, loginSite())
  const gate = await gateBefore(t, await startChromedriver(t), 1)
  const home = makeHome({ IX_PLATFORMS: 'cdp' })
  const daemon = await startDaemon(home, from(gate.origin.replace('//', '//user:grid-secret@')))
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
  })
  const as = (session: string, ...words: string[]) => typed(home, '--session', session, ...words)
  t.match(await as('one', 'navigate', `${server.origin}/home`), { code: 0, out: 'Hello nobody' })
  t.equal(gate.sessions().length, 1)
  const full = await as('two', 'navigate', `${server.origin}/home`, '--timeout-ms', '1500')
  t.match(full, { code: 1, err: /^ix: limit_exceeded: .*has given no browser yet: 1 of its 1 slots are taken/ })
  t.notMatch(full.err, 'grid-secret')
  const [first] = gate.sessions()
  await as('one', 'session', 'end')
  await until(() => gate.sessions().length === 1 && gate.sessions()[0] !== first, 'the next in the queue gets it')
  t.match(await as('two', 'navigate', `${server.origin}/home`), { code: 0, out: 'Hello nobody' })
  t.equal(gate.asked.filter((line) => line === 'POST /session').length, 2, 'it had waited in the queue')

  const [second] = gate.sessions()
  await fetch(`${gate.origin}/session/${second}`, { method: 'DELETE' })
  t.match(
    await until(async () => {
      const ran = await as('two', 'navigate', `${server.origin}/home`)
      return ran.code === 0 && ran
    }, 'a browser that died is replaced'),
    { out: 'Hello nobody' },
  )
  t.equal(gate.sessions().length, 1)
  t.not(gate.sessions()[0], second)
  await stopDaemon(daemon)
  t.same(gate.sessions(), [], 'all are given back when the daemon ends')
})

t.test('a browser behind a grid that is killed', async (t) => {
  if (!chromiumOrSkip(t) || !chromedriverOrSkip(t)) return
  const server = await serve(t, loginSite())
  const gate = await gateBefore(t, await startChromedriver(t), 2)
  const { home } = await daemonFor(t, from(gate.origin), { IX_PLATFORMS: 'cdp' })
  const as = (session: string, ...words: string[]) => typed(home, '--session', session, ...words)
  for (const name of ['dies', 'lives']) t.match(await as(name, 'navigate', `${server.origin}/home`), { code: 0 })
  const [dead, alive] = gate.sessions()
  await killBrowser(gate.browserOf(dead!))
  const told = await as('dies', 'text')
  t.equal(told.code, 1)
  t.match(told.err, /^ix: tab_not_found: Tab t\d+, this session's current tab, is gone/, 'told by name')
  t.match((await as('lives', 'text')).out, 'Hello nobody', 'the other goes on')
  await until(() => !gate.sessions().includes(dead!), 'its place on the grid is given back')
  t.match(await as('dies', 'navigate', `${server.origin}/home`), { code: 0, out: 'Hello nobody' })
  t.equal(gate.sessions().length, 2, 'and taken once again')
  t.ok(gate.sessions().includes(alive!))
})

async function killBrowser(address: string): Promise<void> {
  const { signal } = new AbortController()
  const connection = await Connection.open(address, signal)
  const { processInfo } = await connection.root.send('SystemInfo.getProcessInfo', undefined, signal)
  connection.close()
  process.kill(processInfo.find(({ type }) => type === 'browser')!.id, 'SIGKILL')
}

t.test('remote ends that give nothing', async (t) => {
  if (!chromiumOrSkip(t) || !chromedriverOrSkip(t)) return
  const driver = await startChromedriver(t)
  const site = await serve(t, { pages: {} })
  const cases: [string[], RegExp][] = [
    [['--webdriver', 'http://127.0.0.1:9'], /WebDriver remote end at http:\/\/127\.0\.0\.1:9 cannot be reached/],
    [['--webdriver', site.origin], /it answered 404, not as a WebDriver remote end/],
    [
      ['--webdriver', driver, '--webdriver-capabilities', '{"goog:chromeOptions":{"binary":"/nowhere"}}'],
      /gives no browser: session not created: .*no chrome binary at \/nowhere/,
    ],
  ]
  for (const [args, why] of cases) {
    const { home } = await daemonFor(t, args, { IX_PLATFORMS: 'cdp' })
    t.match(await typed(home, 'navigate', 'about:blank'), { code: 1, err: why })
  }
})

t.test('remote ends that answer badly: bounded, never followed elsewhere, no password told', async (t) => {
  const asked: string[] = []
  const elsewhere = await serve(t, { pages: { '/': (request) => void asked.push(`${request.method}`) } })
  const block = 'x'.repeat(1024 * 1024)
  const answers: { readonly [path: string]: readonly [Answer, RegExp] } = {
    '/endless/session': [
      (_request, response) => {
        const more = () => {
          while (response.writable && response.write(block));
        }
        response.on('drain', more)
        more()
      },
      /cannot be reached: it answers more than/,
    ],
    '/moved/session': [
      (_request, response) => void response.writeHead(302, { location: `${elsewhere.origin}/` }).end(),
      /it answered 302, not as a WebDriver remote end/,
    ],
    '/quoting/session': [
      (_request, response) =>
        void response.end('{"value":{"error":"no","message":"no node at http://ann:hidden@node:1/"}}'),
      /gives no browser: no node at http:\/\/node:1\//,
    ],
    '/odd/session': [(_request, response) => void response.end('{"value":{"message":5}}'), /gives no browser/],
  }
  const hub = await serve(t, {
    pages: Object.fromEntries(Object.entries(answers).map(([path, [give]]) => [path, give])),
  })
  for (const [path, [, why]] of Object.entries(answers)) {
    const url = `${hub.origin.replace('//', '//ann:hidden@')}${path.replace('/session', '')}`
    const { home } = await daemonFor(t, ['--webdriver', url], { IX_PLATFORMS: 'cdp' })
    const { code, err } = await typed(home, 'navigate', 'about:blank')
    t.equal(code, 1, path)
    t.match(err, why, path)
    t.notMatch(err, 'hidden', path)
  }
  t.same(asked, [])
})

t.test('several addresses, told apart by name', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browsers = [await launchChromium(t), await launchChromium(t)]
  const token = 'very-secret'
  const gone = `wss://127.0.0.1:9/x?token=${token}`
  const home = makeHome({ IX_PLATFORMS: 'cdp', IX_LOG_LEVEL: 'debug' })
  const args = ['--cdp', `one=${browsers[0]!.wsUrl}`, '--cdp', `two=${browsers[1]!.httpUrl}`, '--cdp', `gone=${gone}`]
  const daemon = await startDaemon(home, args)
  let log = ''
  daemon.stderr!.on('data', (chunk) => {
    log += chunk
  })
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
  })
  for (const name of ['one', 'two'])
    t.equal((await typed(home, 'tabs', 'open', `data:text/html,<title>in ${name}</title>`, '--app', name)).code, 0)
  const { tabs } = JSON.parse((await typed(home, 'tabs', '--json')).out)
  for (const [at, name] of ['one', 'two'].entries()) {
    t.ok(tabs.some((tab: { url: string; app: string }) => tab.app === name && tab.url.includes(`in ${name}`)))
    const { root } = await Connection.open(browsers[at]!.wsUrl, AbortSignal.timeout(10_000))
    const { targetInfos } = await root.send('Target.getTargets', {})
    root.connection.close()
    t.ok(
      targetInfos.some(({ url }) => url.includes(`in ${name}`)),
      'the browser says so, too',
    )
  }
  t.match((await typed(home, 'tabs', 'open', '--app', 'three')).err, /app_not_found/)
  const status = JSON.parse((await typed(home, 'status', '--json')).out)
  const said = [JSON.stringify(status), log, readFileSync(join(home.folder, 'state.json'), 'utf8')].join('\n')
  t.match(said, '127.0.0.1:9')
  t.notMatch(said, token)
})
