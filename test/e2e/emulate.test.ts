/** What a tab is made to see: the page's own words, read by a second client, and the server's say what it saw. */
import t from 'tap'
import { asSession } from '../fixtures/daemon/as-session.ts'
import { ix } from '../fixtures/daemon/daemon.ts'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { daemonFor } from './client.ts'

const seen = `({
  width: innerWidth, height: innerHeight, scale: devicePixelRatio, points: navigator.maxTouchPoints,
  dark: matchMedia('(prefers-color-scheme: dark)').matches,
  reduced: matchMedia('(prefers-reduced-motion: reduce)').matches,
  language: navigator.language, agent: navigator.userAgent,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone, format: (1234.5).toLocaleString(), online: navigator.onLine,
})`
const place = `new Promise((done) => navigator.geolocation.getCurrentPosition(
  ({ coords }) => done([coords.latitude, coords.longitude, coords.accuracy]), ({ code }) => done(code)))`
const told = `<script>const seen = () => ${seen}; addEventListener('message', ({ data, source }) => data === 'seen' && source.postMessage(seen(), '*'))</script>`
const fromFrame = `new Promise((done) => {
  addEventListener('message', ({ data }) => done(data), { once: true })
  document.querySelector('iframe').contentWindow.postMessage('seen', '*')
})`

const addFrame = `(src) => new Promise((done) => {
  document.body.append(Object.assign(document.createElement('iframe'), { src, onload: done }))
})`

type Seen = { readonly [name: string]: unknown }

t.test('a tab is made to see another device, place and network', async (t) => {
  if (!chromiumOrSkip(t)) return
  const asked: { readonly url: string; readonly language: string; readonly agent: string }[] = []
  const logged =
    (body: string): Answer =>
    ({ url = '', headers }, response) => {
      asked.push({ url, language: headers['accept-language'] ?? '', agent: headers['user-agent'] ?? '' })
      response.writeHead(200, { 'content-type': 'text/html', 'cache-control': 'no-store' })
      response.end(page(`${told}${body}`))
    }
  const media =
    '<style>.wide{display:none}@media (min-width: 700px){.wide{display:block}}</style><button class="wide">Only wide</button>'
  const server = await serve(t, {
    pages: { '/one': logged(`${media}`), '/two': logged(media), '/frame': logged(''), '/other': logged(media) },
  })
  const browser = await launchChromium(t)
  const { home } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  const ann = asSession(home, { session: 'ann' })
  const ben = asSession(home, { session: 'ben' })
  const { tab } = await ann.call('navigate', { url: `${server.origin}/one` })
  await ben.call('navigate', { url: `${server.origin}/other` })
  const one = await attachOutside(t, browser, `${server.origin}/one`)
  const other = await attachOutside(t, browser, `${server.origin}/other`)
  const [before, others] = [await one.evaluate<Seen>(seen), await other.evaluate<Seen>(seen)]
  t.same(await ann.call('emulate'), { tab, holds: {} })

  const asPhone = { width: 390, height: 844, scale: 3, mobile: true, touch: true, colorScheme: 'dark' }
  const elsewhere = { reducedMotion: true, locale: 'de-DE', timezone: 'Asia/Tokyo', userAgent: 'Phone/1.0 (tea)' }
  t.same(await ann.call('emulate', asPhone), { tab, holds: asPhone })
  t.same(await ann.call('emulate', elsewhere), { tab, holds: { ...asPhone, ...elsewhere } }, 'what is new is added')
  const phone = {
    ...{ width: 980, scale: 3, points: 5, dark: true, reduced: true, language: 'de-DE' },
    ...{ agent: 'Phone/1.0 (tea)', zone: 'Asia/Tokyo', format: '1.234,5', online: true },
  }
  const isPhone = async (why: string, expression = seen) => t.match(await one.evaluate<Seen>(expression), phone, why)
  await isPhone('at once')
  await ann.call('navigate', { url: `${server.origin}/two` })
  await isPhone('on the next page')
  t.match(
    asked.findLast(({ url }) => url === '/two'),
    { language: /^de-DE/, agent: 'Phone/1.0 (tea)' },
  )
  await ann.call('navigate', { url: `${server.otherOrigin}/one` })
  await isPhone('on another site')
  await one.evaluate(`(${addFrame})('${server.origin}/frame')`)
  const { width: _, scale: __, zone, format, ...anywhere } = phone
  t.match(await one.evaluate<Seen>(fromFrame), anywhere, 'in a frame of another site')
  t.same(await other.evaluate<Seen>(seen), others, "another session's tab sees nothing of it")

  await t.test('pictures and prints show it, and it holds after them', async (t) => {
    const whole = `[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints, screen.width].join()`
    const phone = await one.evaluate(whole)
    const width = await one.evaluate('innerWidth')
    t.match(await ann.call('screenshot'), { width })
    t.match(await ann.call('screenshot', { fullPage: true }), { width })
    t.match(await ann.call('screenshot', { expectation: { imageOptions: { maxWidth: 100 } } }), { width: 100 })
    await ann.call('screenshot', { find: { filter: { anyFieldContains: 'Only wide' } } })
    await ann.call('pdf')
    t.equal(await one.evaluate(whole), phone)
  })
  await t.test('in a context of its own also frames have its place', async (t) => {
    const own = asSession(home, { session: 'own' })
    await own.call('navigate', { url: `${server.origin}/two`, context: 'own' })
    const page = await attachOutside(t, browser, `${server.origin}/two`)
    await own.call('emulate', elsewhere)
    await page.evaluate(`(${addFrame})('${server.otherOrigin}/frame')`)
    t.match(await page.evaluate<Seen>(fromFrame), { zone, format })
    await own.call('emulate', { reset: ['all'] })
    t.same(
      [(await page.evaluate<Seen>(fromFrame)).zone, (await page.evaluate<Seen>(seen)).zone],
      [others.zone, others.zone],
    )
  })
  await t.test('what the view shows follows', async (t) => {
    await ann.call('emulate', { reset: ['size'], width: 600, height: 500 })
    t.equal(await one.evaluate('innerWidth'), 600)
    t.notMatch((await ann.call('explore', { tab, format: 'outline' })).outline, 'Only wide')
    await ann.call('emulate', { width: 900, height: 500 })
    t.match((await ann.call('explore', { tab, format: 'outline' })).outline, 'Only wide')
  })
  await t.test('parts and all of it can be undone', async (t) => {
    const { holds } = await ann.call('emulate', { reset: ['size', 'userAgent', 'locale'] })
    t.same(holds, { touch: true, colorScheme: 'dark', reducedMotion: true, timezone: 'Asia/Tokyo' })
    await until(async () => (await one.evaluate('innerWidth')) === before.width, 'it has its size again')
    t.match(await one.evaluate<Seen>(seen), {
      ...before,
      ...{ points: 5, dark: true, reduced: true, zone: 'Asia/Tokyo' },
    })
    t.same(await ann.call('emulate', { reset: ['all'] }), { tab, holds: {} })
    t.same(await one.evaluate<Seen>(seen), before)
    t.same((await ann.call('emulate', { reset: ['all'] })).holds, {}, 'and again')
  })
  await t.test('the network', async (t) => {
    await ann.call('emulate', { network: 'offline' })
    t.equal(await one.evaluate('navigator.onLine'), false)
    await ann.call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'Only wide' } }, action: 'click' })
    t.equal(await one.evaluate('navigator.onLine'), false, 'also after an action')
    t.equal(await one.evaluate(`fetch('/two').then(() => 'came', () => 'did not')`), 'did not')
    t.equal(await other.evaluate(`fetch('/two').then(() => 'came', () => 'did not')`), 'came')
    t.match(await ann.fail('navigate', { url: `${server.origin}/two` }), { name: 'not_found' })
    await ann.call('emulate', { reset: ['network'], latencyMs: 700 })
    await ann.call('navigate', { url: `${server.origin}/two` })
    t.ok(
      (await one.evaluate<number>(
        `(async () => { const at = performance.now(); await fetch('/two'); return performance.now() - at })()`,
      )) >= 690,
      'no answer comes before its time',
    )
    await ann.call('emulate', { reset: ['network'] })
    t.equal(await one.evaluate(`fetch('/two').then(() => 'came', () => 'did not')`), 'came')
  })
  await t.test('the place', async (t) => {
    await ann.call('navigate', { url: `${server.origin}/one` })
    await one.session.connection.root.send('Browser.grantPermissions', {
      permissions: ['geolocation'],
      origin: server.origin,
    })
    await ann.call('emulate', { latitude: 52.5, longitude: 13.4, accuracy: 30 })
    t.same(await one.evaluate(place), [52.5, 13.4, 30])
    await ann.call('emulate', { reset: ['place'] })
  })
  await t.test('what cannot be is said, and nothing changes', async (t) => {
    const faults: readonly [object, RegExp][] = [
      [{ width: 300 }, /params\.height: expected a number, found nothing \(it is needed with width\)/],
      [{ longitude: 3 }, /params\.latitude: .*needed with longitude/],
      [{ locale: 'not a locale' }, /params\.locale: expected a language tag, found "not a locale"/],
      [{ timezone: 'Mars/Olympus' }, /params\.timezone: expected a time zone, found "Mars\/Olympus"/],
      [{ network: '5g' }, /params\.network/],
      [{ width: 0, height: 5 }, /params\.width/],
      [{ userAgent: 'a\nX-Evil: 1' }, /params\.userAgent/],
    ]
    for (const [params, message] of faults)
      t.match(await ann.fail('emulate', { touch: true, ...params }), { name: 'invalid_params', message })
    t.same((await ann.call('emulate')).holds, {})
    t.equal(await one.evaluate('navigator.maxTouchPoints'), 0)
    t.match(await ben.fail('emulate', { tab, touch: true }), {
      name: 'locked',
      message: `Tab ${tab} is another session's`,
    })
  })
  await t.test('it ends with the session, or with the daemon', async (t) => {
    await ann.call('emulate', { colorScheme: 'dark', touch: true })
    await ben.call('emulate', { timezone: 'Asia/Tokyo' })
    t.equal(await one.evaluate('navigator.maxTouchPoints'), 5)
    await ann.call('session', { action: 'end' })
    await until(async () => (await one.evaluate('navigator.maxTouchPoints')) === 0, 'the tab sees as before')
    t.same(await one.evaluate<Seen>(seen), before)
    t.match(await other.evaluate<Seen>(seen), { zone: 'Asia/Tokyo' })
    t.equal((await ix(home, 'stop')).code, 0)
    await until(async () => {
      const zone = (await other.evaluate<Seen>(seen)).zone
      return zone === others.zone
    }, 'the other sees as before')
  })
})
