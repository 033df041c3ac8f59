/** A browser that its person has open: nobody gets in without their yes, and nobody learns of their tabs until they lend one. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { Connection } from '../../../daemon/platform/cdp/wire/connection.ts'
import { clientOf } from '../../e2e/client.ts'
import { type Home, makeHome, startDaemon, stopDaemon } from '../../fixtures/daemon/daemon.ts'
import { typed } from '../../fixtures/daemon/typed.ts'
import { findChromium } from '../../fixtures/find-chromium.mjs'
import { until } from '../../fixtures/until.ts'
import { faults, openBrowser, openPage, startView } from '../../fixtures/view.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { attachOutside } from '../../fixtures/web/outside.ts'
import { type OwnBrowser, ownBrowser, profileIn } from '../../fixtures/web/own-browser.ts'

if (process.platform === 'win32' || !chromiumOrSkip(t)) process.exit(0)

const isMac = process.platform === 'darwin'
const chrome = isMac ? 'Google/Chrome' : 'google-chrome'
const secretPage = 'data:text/html,<title>Salary talks</title><body><p>Hush hush</p><button>Sign</button>'

function homeFor(t: Test): Home {
  const home = makeHome({ IX_PLATFORMS: 'cdp', IX_CHROMIUM: findChromium()!, IX_LOG_LEVEL: 'debug' })
  t.teardown(() => home.remove())
  return home
}

async function daemonAt(t: Test, home: Home, args: readonly string[] = []) {
  const daemon = await startDaemon(home, args)
  t.teardown(() => stopDaemon(daemon))
  return clientOf(home)
}

/** A browser with a page of the person's in it, and a client of their own that says what is true. */
async function withPage(t: Test, own: OwnBrowser) {
  const person = await Connection.open(own.chromium.wsUrl, new AbortController().signal)
  t.teardown(() => person.close())
  await person.root.send('Target.createTarget', { url: secretPage })
  const theirs = await attachOutside(t, own.chromium, secretPage)
  const state = () =>
    theirs.evaluate<string>(
      'JSON.stringify([document.documentElement.outerHTML, document.styleSheets.length, document.adoptedStyleSheets.length, innerWidth, navigator.userAgent, navigator.language, Object.keys(window).length, document.hasFocus(), document.visibilityState])',
    )
  return { person, theirs, state }
}

// Each has a daemon of its own, and waits for most of its time.
t.jobs = 3

t.test('one that asks its person', { buffered: true }, async (t) => {
  const home = homeFor(t)
  const own = await ownBrowser(t, home, chrome)
  const { person, theirs, state } = await withPage(t, own)
  const client = await daemonAt(t, home)
  const { call, fail } = client
  const before = await state()

  await t.test('it is left alone until somebody wants it', async (t) => {
    for (const words of [['tabs'], ['explore'], ['apps'], ['status'], ['doctor']]) await typed(home, ...words)
    t.match(await call('browser'), { browsers: [{ name: 'Google Chrome', state: 'allowed' }] })
    t.match((await typed(home, 'doctor')).out, /Google Chrome +open, allows .*not attached\n +`ix attach`/)
    t.equal(own.asked(), 0)
  })
  await t.test('who gives up waiting leaves the one question to others', async (t) => {
    const stateIs = async (state: string) => (await call('browser')).browsers[0]?.state === state
    for (const params of [{}, { bundleId: 'chrome' }])
      t.match(await fail('tabs', { action: 'attach', timeoutMs: 300, ...params }), {
        data: { name: 'not_allowed', reason: 'unanswered', retryable: true },
      })
    t.equal(await stateIs('asking'), true)
    t.equal(own.asked(), 1)
    await own.press('Cancel')
    await until(() => stateIs('allowed'), 'it was answered')
    const refused = fail('browser', { action: 'attach' })
    await own.press('Cancel')
    t.match(await refused, { data: { name: 'not_allowed', reason: 'refused' } })
    await typed(home, 'tabs')
    t.equal(own.asked(), 2, 'and nobody asks again by themselves')
  })
  await t.test('with a yes it is attached, once and for all', async (t) => {
    const attaching = call('tabs', { action: 'attach' })
    await own.press('Allow')
    t.match(await attaching, { attached: 'google-chrome', tabs: [{ url: 'about:blank', app: 'google-chrome' }] })
    t.match(await call('browser', { action: 'attach' }), { browsers: [{ state: 'attached', id: 'google-chrome' }] })
    t.equal((await call('tabs', { action: 'attach' })).tabs.length, 1)
    t.equal(own.asked(), 3)
    t.match((await typed(home, 'doctor')).out, /Google Chrome +open, attached/)
  })
  await t.test('what an agent opens is in windows of its own, and moves nothing of the person', async (t) => {
    const { tab } = await call('navigate', { url: 'data:text/html,<title>Mine</title><button>Go</button>' })
    const windowOf = async (title: string) => {
      const { targetInfos } = await person.root.send('Target.getTargets', {})
      const { targetId } = targetInfos.find((one) => one.title === title)!
      return (await person.root.send('Browser.getWindowForTarget', { targetId })).windowId
    }
    await until(async () => (await windowOf('Mine')) !== (await windowOf('Salary talks')), 'windows apart')
    await call('interact', { find: { name: 'Go' }, action: 'click' })
    await call('tabs', { action: 'select', tab })
    await call('screenshot', { tab })
    t.equal(await theirs.evaluate('document.visibilityState'), 'visible', 'theirs stays in front of its window')
    t.equal((await call('tabs')).tabs.length, 1)
  })
  await t.test('nothing tells of the tabs that are theirs', async (t) => {
    const said = [
      await call('tabs'),
      await call('explore', { scope: 'system', includeNonInteractable: true }),
      await call('apps'),
      await call('status'),
      await fail('explore', { tab: 't9' }),
      await fail('tabs', { action: 'select', tab: 't9' }),
      await call('explore', { filter: { anyFieldContains: 'Hush' }, includeNonInteractable: true }),
    ]
    t.notMatch(JSON.stringify(said), /Salary|Hush/)
    t.notMatch(textsUnder(home.env.HOME!), /Salary|Hush/, 'nor do logs and other files')
  })
  await t.test('what is kept of sign-ins and permissions stays theirs', async (t) => {
    const { tab } = await call('navigate', { url: 'data:text/html,<title>Mine</title>' })
    const file = join(home.env.HOME!, 'state.json')
    for (const [method, params] of [
      ['storage', { action: 'save', file, tab }],
      ['permissions', { action: 'grant', names: ['geolocation'], origin: 'https://example.com', tab }],
    ] as const)
      t.match(await fail(method, params), { data: { name: 'not_allowed' } }, method)
  })
  await t.test('a tab that is lent is like all others, until it is taken back', async (t) => {
    const { theirs: list } = await call('browser', { action: 'tabs' })
    const handle = list!.find(({ title }) => title === 'Salary talks')!.handle
    const { lent } = await call('browser', { action: 'lend', handle })
    t.match(
      (await call('tabs')).tabs.find(({ tab }) => tab === lent),
      { title: 'Salary talks', lent: true },
    )
    t.match(await call('explore', { tab: lent, format: 'outline' }), { outline: /button: Sign/ })
    await call('emulate', { tab: lent, width: 400, height: 300, locale: 'de-DE' })
    t.equal(await theirs.evaluate('innerWidth'), 400)
    t.match(await fail('tabs', { action: 'close', tab: lent }), { data: { name: 'not_allowed' } })
    const { tab } = await call('navigate', { url: 'data:text/html,<title>Elsewhere</title>' })
    t.not(tab, lent, 'going somewhere does not take it along')
    await call('browser', { action: 'take_back', tab: lent })
    t.match(await fail('explore', { tab: lent }), { data: { name: 'tab_not_found' } })
    t.notMatch(await call('tabs'), /Salary/)
    t.equal(await until(async () => (await state()) === before, 'it is as before'), true)
  })
  await t.test('detaching ends all of it', async (t) => {
    const { theirs: list } = await call('browser', { action: 'tabs' })
    const { lent } = await call('browser', {
      action: 'lend',
      handle: list!.find(({ title }) => /Sal/.test(title))!.handle,
    })
    await call('interact', { find: { tab: lent, filter: { anyFieldContains: 'Sign' } }, action: 'click' })
    await call('emulate', { tab: lent, width: 400, height: 300 })
    t.equal((await typed(home, 'detach')).out, 'Detached from Google Chrome.\n')
    t.equal(await until(() => own.open() === 0, 'nobody is connected'), true)
    t.same((await call('tabs')).tabs, [])
    await theirs.evaluate('document.activeElement.blur()')
    t.equal(await until(async () => (await state()) === before, 'it is as before'), true)
    t.match(await call('browser'), { browsers: [{ state: 'allowed' }] })
    t.equal(own.asked(), 3)
  })
})

t.test('sessions, leases, rights and pauses hold there', { buffered: true }, async (t) => {
  const home = homeFor(t)
  const own = await ownBrowser(t, home, chrome)
  const { call } = await daemonAt(t, home, ['--attach'])
  await own.press('Allow')
  await until(async () => (await call('browser')).browsers[0]?.state === 'attached', '--attach')
  const as = (session: string, ...words: string[]) => typed(home, '--session', session, ...words)
  const page = (title: string) => `data:text/html,<title>${title}</title><button>${title}</button>`
  await as('a', 'navigate', page('One'))
  await as('b', 'navigate', page('Two'))
  t.match((await as('a', 'explore')).out, /button: One/)
  t.match((await as('b', 'explore')).out, /button: Two/)
  const one = (await call('tabs')).tabs.find(({ title }) => title === 'One')!.tab
  await as('a', 'lease', 'take', '--tab', one)
  t.match((await as('b', 'click', '--tab', one, '--any', 'One')).err, /locked/)
  await as('a', 'lease', 'release', '--tab', one)
  const { sessions = [] } = await call('session', { action: 'list' })
  const { id } = sessions.find(({ name }) => name === 'a')!
  await call('session', { action: 'pause', id })
  t.match((await as('a', 'click', '--any', 'One')).err, /paused/)
  await call('session', { action: 'resume', id })
  await typed(home, 'agent', 'add', 'narrow', '--scope', 'interact', '--sites', 'shop.test')
  t.match((await typed(home, '--agent', 'narrow', 'tabs')).out, /No tabs/)
  t.match((await typed(home, '--agent', 'narrow', 'tabs', 'attach')).err, /not_allowed/)
  t.match((await typed(home, '--agent', 'narrow', 'browser', 'tabs')).err, /not_allowed/)
  await typed(home, 'agent', 'add', 'usual', '--scope', 'interact')
  t.match((await typed(home, '--agent', 'usual', 'tabs', 'attach')).out, /attached to google-chrome/)
  t.match((await typed(home, '--agent', 'usual', 'browser')).err, /not_allowed/, 'nor may it choose among their tabs')
  await own.chromium.close()
  await until(async () => (await call('tabs')).tabs.length === 0, 'it was closed')
  t.equal(own.asked(), 1)
})

t.test('several, and none', { buffered: true }, async (t) => {
  const home = homeFor(t)
  const { call, fail } = await daemonAt(t, home)
  t.match(await fail('tabs', { action: 'attach' }), { data: { name: 'app_not_found', hint: /chrome:\/\/inspect/ } })
  profileIn(home, 'BraveSoftware/Brave-Browser', false)
  t.match(await fail('tabs', { action: 'attach' }), {
    message: /^Brave does not allow/,
    data: { name: 'not_allowed', reason: 'switched_off', hint: /chrome:\/\/inspect\/#remote-debugging .* tick/ },
  })
  t.match((await typed(home, 'attach')).err, /chrome:\/\/inspect\/#remote-debugging/)
  const other = await ownBrowser(t, home, isMac ? 'Chromium' : 'chromium')
  const own = await ownBrowser(t, home, isMac ? 'Google/Chrome Beta' : 'google-chrome-beta')
  if (!isMac)
    profileIn({ env: { HOME: join(home.env.HOME!, '.var/app/com.vivaldi.Vivaldi') } }, '../config/vivaldi', false)
  t.match((await call('browser')).browsers, [
    { name: 'Brave', state: 'off' },
    { name: 'Chromium', state: 'allowed' },
    { name: 'Google Chrome Beta', state: 'allowed' },
    ...(isMac ? [] : [{ name: 'Vivaldi (flatpak)', state: 'off' }]),
  ])
  t.match(await fail('tabs', { action: 'attach' }), { message: /Chromium, Google Chrome Beta/ })
  t.match(await fail('tabs', { action: 'attach', bundleId: 'edge' }), { message: /no browser "edge" open, but Brave/ })
  const attaching = call('browser', { action: 'attach', name: 'chrome' })
  await own.press('Allow')
  await attaching
  t.equal(other.asked(), 0)
})

t.test(
  'a person chooses in a terminal',
  { buffered: true, skip: isMac ? 'its script takes other words' : false },
  async (t) => {
    const home = homeFor(t)
    const own = await ownBrowser(t, home, chrome)
    await withPage(t, own)
    const { call } = await daemonAt(t, home)
    t.match(await typed(home, 'attach', '--tab'), { code: 4, err: /in a terminal/ })
    t.equal(own.asked(), 0)
    const words = [process.execPath, join(import.meta.dirname, '../../../dist/clients/ix.js'), 'attach', '--tab']
    const terminal = spawn('script', ['-qec', words.join(' '), '/dev/null'], { env: { ...home.env, TERM: 'dumb' } })
    t.teardown(() => terminal.kill())
    let shown = ''
    terminal.stdout.on('data', (chunk) => {
      shown += chunk
    })
    await own.press('Allow')
    await until(() => /Lend which/.test(shown), 'it asks')
    const [, number] = /(\d+) {2}Salary talks/.exec(shown)!
    terminal.stdin.write(`${number}\n`)
    await until(() => /Lent as t\d+ Salary talks/.test(shown), 'it is lent')
    t.match((await call('tabs')).tabs, [{ title: 'Salary talks', lent: true }])
  },
)

t.test('a person chooses on the page of ix view', { buffered: true }, async (t) => {
  const home = homeFor(t)
  const own = await ownBrowser(t, home, chrome)
  const { person, state } = await withPage(t, own)
  const forged = '<img src=x onerror="document.title=1"><b>Bank</b>'
  await person.root.send('Target.createTarget', {
    url: `data:text/html,<title>${encodeURIComponent(forged.replaceAll('<', '&lt;'))}</title>`,
  })
  const { call } = await daemonAt(t, home)
  const { link } = await startView(t, home)
  const { page, complaints } = await openPage(t, await openBrowser(t), link)
  await page.getByText('Live', { exact: true }).waitFor()
  t.equal(await page.getByRole('heading', { name: 'Your browser' }).count(), 0, 'none is attached')
  t.equal(own.asked(), 0, 'nor is any asked')
  const attaching = call('browser', { action: 'attach' })
  await own.press('Allow')
  await attaching
  const before = await state()
  await page.getByRole('heading', { name: 'Your browser' }).waitFor()
  t.notMatch(await page.textContent('body'), /Salary/, 'the list is asked for')
  await page.getByRole('button', { name: 'Tabs of Google Chrome' }).click()
  const list = page.getByRole('form', { name: 'Tabs of Google Chrome' })
  const box = list.getByRole('checkbox', { name: 'Salary talks' })
  await box.waitFor()
  t.equal(await list.getByRole('checkbox', { name: forged }).count(), 1, 'a title is text')
  t.equal(await list.locator('img, b').count(), 0)
  t.equal(await list.getByRole('button', { name: 'Lend' }).isDisabled(), true)
  t.same(await faults(page), [])

  await typed(home, 'agent', 'add', 'usual', '--scope', 'interact')
  for (const action of ['list', 'tabs', 'lend', 'take_back'])
    t.match(
      (await typed(home, '--agent', 'usual', 'browser', action, '--json')).err,
      /not_allowed|invalid_params/,
      action,
    )
  t.notMatch((await typed(home, '--agent', 'usual', 'tabs')).out, /Salary|Bank/, 'what is not given is in no list')

  await box.check()
  t.notMatch(await call('tabs'), /Salary/, 'a tick alone gives nothing')
  await list.getByRole('button', { name: 'Lend' }).click()
  await list.getByText('It is lent.').waitFor()
  const shared = (await call('tabs')).tabs.filter(({ lent }) => lent)
  t.match(shared, [{ title: 'Salary talks' }])
  t.equal(shared.length, 1)
  await list.getByText(`lent as ${shared[0]!.tab}`).waitFor()
  const seen = await typed(home, '--agent', 'usual', 'explore', '--tab', shared[0]!.tab)
  t.match(seen.out, /button: Sign/, 'agents have it')
  const more = list.getByRole('checkbox', { name: forged })
  await more.check()
  t.equal(await until(() => list.getByRole('button', { name: 'Lend' }).isEnabled(), 'the next can be lent'), true)
  await more.uncheck()
  t.same(await faults(page), [])
  await list.getByRole('button', { name: 'Take back Salary talks' }).click()
  await box.waitFor()
  t.notMatch(await call('tabs'), /Salary/)
  t.equal(await until(async () => (await state()) === before, 'it is as before'), true)

  const asked = (params: object) =>
    page.evaluate(
      async (body) => {
        const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body }
        return (await fetch('call', sent)).text()
      },
      JSON.stringify({ method: 'browser', params }),
    )
  for (const action of ['attach', 'detach', 'join'])
    t.match(await asked({ action }), /not_allowed.*may not call/, `the page cannot ${action}`)
  await typed(home, 'detach')
  await list.waitFor({ state: 'detached' })
  t.same(complaints, [])
})

/** All that is written below a folder, as text, without the browser's own files. */
function textsUnder(folder: string): string {
  return readdirSync(folder)
    .filter((name) => name !== '.config' && name !== 'Library')
    .map((name) => join(folder, name))
    .map((path) => {
      const stats = statSync(path)
      if (stats.isDirectory()) return textsUnder(path)
      return stats.isFile() ? readFileSync(path, 'latin1') : ''
    })
    .join('\n')
}
