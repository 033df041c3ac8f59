/** What sites may do without asking: the page's own words, in two contexts and of two sessions. */
import t from 'tap'
import { asSession } from '../fixtures/daemon/as-session.ts'
import { ix } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { daemonFor } from './client.ts'

const stateOf = (name: string) => `navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`

t.test('permissions of sites', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/one': page('One'), '/two': page('Two'), '/own': page('Own') } })
  const browser = await launchChromium(t)
  const { home, fail } = await daemonFor(t, ['--cdp', browser.httpUrl], { IX_PLATFORMS: 'cdp' })
  const [first, second, third] = ['first', 'second', 'third'].map((session) => asSession(home, { session }))
  const { tab } = await first!.call('navigate', { url: `${server.origin}/one` })
  await second!.call('navigate', { url: `${server.otherOrigin}/two` })
  await third!.call('navigate', { url: `${server.origin}/own`, context: 'own' })
  const [one, two, apart] = await Promise.all(
    [`${server.origin}/one`, `${server.otherOrigin}/two`, `${server.origin}/own`].map((url) =>
      attachOutside(t, browser, url),
    ),
  )
  const states = (name: string) => Promise.all([one, two, apart].map((page) => page!.evaluate<string>(stateOf(name))))
  const before = await states('geolocation')

  const granted = { origin: server.origin, name: 'geolocation', setting: 'granted' }
  t.same(await first!.call('permissions', { action: 'grant', names: ['geolocation'] }), { tab, permissions: [granted] })
  t.same(await states('geolocation'), ['granted', before[1], before[2]], 'one site in one context')
  await first!.call('permissions', { action: 'deny', names: ['geolocation', 'notifications'] })
  t.same((await states('geolocation'))[0], 'denied')
  t.same((await states('notifications'))[0], 'denied')
  await third!.call('permissions', { action: 'grant', names: ['geolocation'] })
  await second!.call('permissions', { action: 'grant', names: ['clipboard-read', 'clipboard-write'] })
  t.same(await states('geolocation'), ['denied', before[1], 'granted'])
  t.equal(await two!.evaluate(stateOf('clipboard-read')), 'granted')
  t.equal(
    await two!.evaluate(`navigator.clipboard.writeText('green tea').then(() => navigator.clipboard.readText())`),
    'green tea',
  )
  const shell = await ix(home, '--session', 'first', 'permissions')
  t.match(shell.out, `${server.origin} notifications denied`)
  t.match((await first!.call('permissions', { action: 'reset', names: ['notifications'] })).permissions, [
    { name: 'geolocation' },
    { origin: server.otherOrigin },
    { origin: server.otherOrigin },
  ])

  await second!.call('session', { action: 'end' })
  await until(async () => (await two!.evaluate(stateOf('clipboard-read'))) === 'prompt', 'it is asked for again')
  t.same(await states('geolocation'), ['denied', before[1], 'granted'], 'what other sessions have set stays')
  await first!.call('permissions', { action: 'reset' })
  t.same(await states('geolocation'), [before[0], before[1], 'granted'])

  const faults: readonly [object, RegExp][] = [
    [{ action: 'grant' }, /params\.names/],
    [{ action: 'grant', names: ['camcorder'] }, /params\.names/],
    [{ action: 'grant', names: ['camera'], origin: 'nowhere' }, /params\.origin: expected one such as/],
    [{ action: 'grant', names: ['camera'], origin: 'file:///etc' }, /params\.origin/],
    [{ names: ['camera'] }, /list takes none/],
  ]
  for (const [params, message] of faults)
    t.match(await first!.fail('permissions', params), { name: 'invalid_params', message })
  t.match(await fail('permissions', { action: 'grant', names: ['camera'], tab }), { data: { name: 'locked' } })
})
