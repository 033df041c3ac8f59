/** What is recorded is never taken for real: beside what is live it is not there, and all that is answered of it says so. */
import t from 'tap'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { checkOf } from '../../daemon/validate.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { clientInside, daemonFor, only } from './client.ts'

/** Answers that are of no target, by their nature. */
const ofDaemon = ['agents', 'clipboard', 'confirm', 'lease', 'questions', 'record', 'rpc.discover', 'session', 'status']

t.test('played alone: every answer says that it is of a recording', async (t) => {
  const { call, post, tool } = await clientInside(t)
  const { elements } = await call('explore', { scope: 'focused' })
  const [seven, eight] = ['7', '8'].map((name) => only(elements, 'AXButton', name).id)
  const params: { readonly [method: string]: object } = {
    explore: { scope: 'focused', since: 0 },
    expand: { elementId: seven },
    interact: { elementId: seven, action: 'click' },
    wait: { scope: 'focused', filter: { titleContains: '7' } },
    text: { elementId: seven },
    visibility: { elementId: seven },
    alignment: { elementId: seven, otherId: eight },
  }
  let answered = 0
  for (const method of Object.values<Method>(methods).filter(({ name }) => !ofDaemon.includes(name))) {
    const given = params[method.name] ?? method.examples[0]?.params ?? {}
    for (const one of [given, { ...given, scope: 'focused', since: undefined }]) {
      try {
        checkOf(method)(structuredClone(one))
      } catch {
        continue
      }
      const { json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method: method.name, params: one }))
      if (json.error !== undefined) continue
      answered++
      t.match(json.result, { recorded: true }, `${method.name} ${JSON.stringify(one)}`)
      const said = await tool(method.name, one)
      t.match(said.text, /\brecorded\b/, `${method.name} ${JSON.stringify(one)}`)
    }
  }
  t.ok(answered >= Object.keys(params).length + 2, `${answered} answers`)
  const pages = await call('explore', { scope: 'focused', limit: 3 })
  t.match(await call('explore', { scope: 'focused', cursor: pages.cursor }), { recorded: true })
  t.notOk('recorded' in (await call('status')))
  const inFront = { elementId: seven, action: 'click', front: true, expectation: { imageOptions: {} } }
  t.match(await call('interact', inFront), { ignored: ['imageOptions', 'front'] })
  t.match((await tool('interact', { elementId: seven, action: 'click', front: true })).text, '(ignored: front)')
})

t.test('beside a live platform that shows nothing', async (t) => {
  const { call, fail } = await daemonFor(t, ['--platforms', 'replay,cdp'], {
    IX_CHROMIUM: '/nonexistent/chromium',
    PATH: '/nonexistent',
  })
  t.same(await call('apps'), { apps: [] })
  t.same(await call('tabs'), { tabs: [] })
  for (const where of [
    { scope: 'focused' },
    { scope: 'system' },
    { scope: 'application', bundleId: 'Calculator' },
    { scope: 'application', bundleId: 'calculator' },
    { scope: 'application', bundleId: 'Replay.Calculator' },
  ]) {
    t.match(await fail('explore', where), { data: { name: 'app_not_found' } }, JSON.stringify(where))
    const click = { find: { ...where, filter: { titleContains: '7' } }, action: 'click' }
    t.match(await fail('interact', click), { data: { name: 'app_not_found' } }, JSON.stringify(click))
  }
  t.match(await fail('explore', { scope: 'position', x: 30, y: 30 }), { data: { name: 'not_found' } })
  t.match(await fail('interact', { action: 'key', keys: '7' }), { data: { name: 'app_not_found' } })
  const { platforms } = await call('status')
  t.match(platforms, [{ name: 'cdp' }, { name: 'replay', reason: 'plays replay.calculator' }], 'there its id is')
})

t.test('beside a page, by its full id alone; and only it is said to be recorded', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/': '<title>Live</title><button>7</button>' } })
  const { call, tool, fail } = await daemonFor(t, ['--platforms', 'replay,cdp', '--cdp', browser.httpUrl])
  const { tab } = await call('navigate', { url: server.origin })
  const live = await call('explore', { scope: 'system' })
  t.notOk('recorded' in live)
  t.match(live, { matched: 1 }, 'the page alone')
  t.match((await call('apps')).apps, { length: 1 })
  t.match((await call('tabs')).tabs, { length: 1 })
  const app = { scope: 'application', bundleId: 'replay.calculator' }
  const first = await call('explore', { ...app, limit: 3 })
  t.match(first, { recorded: true, shown: 3, cursor: String })
  t.match(await call('explore', { scope: 'focused', cursor: first.cursor }), { recorded: true })
  const whole = await call('explore', app)
  const seven = only(whole.elements, 'AXButton', '7').id
  const real = only(live.elements, 'AXButton', '7').id
  t.match(await call('expand', { elementId: seven }), { recorded: true })
  t.match(await tool('interact', { elementId: seven, action: 'click' }), { text: /\(recorded, revision \d+\)$/ })
  const both = [seven, real].map((elementId) => ({ elementId, action: 'click' }))
  t.match(await call('interact', { steps: both }), { recorded: true })
  t.notOk('recorded' in (await call('interact', { elementId: real, action: 'click' })))
  t.notOk('recorded' in (await call('expand', { elementId: real })))
  t.notOk(
    'recorded' in (await call('explore', { scope: 'focused', bundleId: 'replay.calculator' })),
    'not what it names',
  )
  t.match(await call('interact', { find: { scope: 'focused', filter: { titleContains: '7' } }, action: 'click' }), {
    element: { id: real },
  })
  // What was live has ended: the recorded one does not answer for it.
  await call('tabs', { action: 'close', tab })
  t.match(await fail('interact', { find: { scope: 'focused', filter: { titleContains: '7' } }, action: 'click' }), {
    data: { name: /^(app|tab)_not_found$/ },
  })
})
