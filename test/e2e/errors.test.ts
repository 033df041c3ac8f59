/** Every error that can happen, provoked through `/rpc`: its code, what it says was asked and found, and the next call. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { type ErrorName, errors } from '../../api-schema/errors.ts'
import { methods } from '../../api-schema/methods.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { clientInside, daemonFor, type Failure, only } from './client.ts'

/** Tested where the part that raises them can be made to fail: a fault of ours, a lost answer, a stranger, a system's no. */
const elsewhere: { readonly [name in ErrorName]?: string } = {
  internal_error: 'test/dispatch.test.ts',
  unresponsive: 'test/tree/warm/sync.test.ts',
  not_allowed: 'test/dispatch.test.ts',
  locked: 'test/e2e/turns.test.ts',
  paused: 'test/e2e/pauses.test.ts',
  permission_denied: 'test/run/ids-file.test.ts',
}

/** More than the daemon takes, and little enough to be sent to its end. */
const bodyBytes = 1024 * 1024

const provoked = new Set<string>()

function check(
  t: Test,
  error: Failure,
  name: ErrorName,
  message: RegExp,
  hint: RegExp,
  { retryable }: { readonly retryable: boolean } = errors[name],
): void {
  provoked.add(name)
  t.equal(error.data.name, name, error.message)
  t.equal(error.code, errors[name].code)
  t.match(error.message, message)
  t.match(error.data.hint, hint)
  t.equal(error.data.retryable, retryable)
  t.notMatch(JSON.stringify(error), /\bat .*\.(js|ts):\d+|node_modules|\/dist\//, 'no stack and no path')
}

const where = { scope: 'application', bundleId: 'Calculator' }

t.test('bad input is told by its path, and the daemon goes on', async (t) => {
  const client = await daemonFor(t)
  // What a schema refuses is tried in validate.test.ts, scopes.test.ts and natural-calls.test.ts.
  const cases: [string, unknown, RegExp, RegExp][] = [
    ['explore', { scope: 'system', cursor: 'made-up' }, /^params\.cursor: .*unknown or expired/, /without cursor/],
    ['explore', [{ scope: 'system' }], /expected an object, found a list/, /For example: explore/],
    ['interact', { action: 'click', elementId: '1', find: where }, /give elementId or find, not both/, /For example/],
    ['interact', { action: 'click', steps: [{ action: 'click', elementId: '1' }] }, /steps replace/, /For example/],
    ['wait', { scope: 'system', until: 'state' }, /^params\.state: .*until "state"/, /For example/],
    ['text', { elementId: '1', find: where }, /elementId or find, not both/, /For example/],
  ]
  for (const [method, params, message, hint] of cases) {
    const error = await client.fail(method, params)
    check(t, error, 'invalid_params', message, hint)
    t.type(error.data.path, 'string')
  }
  const requests: [string, ErrorName, number][] = [
    ['{"jsonrpc":"2.0","id":1,', 'parse_error', 200],
    ['{"id":1,"method":"apps"}', 'invalid_request', 200],
    ['[]', 'invalid_request', 200],
    ['{"jsonrpc":"2.0","id":1,"method":"exploer"}', 'method_not_found', 200],
  ]
  for (const [body, name] of requests) {
    const { json } = await client.post(body)
    const error = json.error as Failure
    t.equal(error.code, errors[name].code, body)
    t.match(error.data.hint, /\w/)
    provoked.add(name)
  }
  t.match((await client.fail('exploer')).data.hint, /Did you mean explore/)
  // A client that goes on sending may be cut off before it reads the answer; http.test.ts has the answer itself.
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'apps', params: { x: 'x'.repeat(bodyBytes) } })
  const refused = await client.post(body).then(
    ({ status }) => status,
    (error: NodeJS.ErrnoException) => error.code,
  )
  t.match(String(refused), /^(413|EPIPE|ECONNRESET)$/)
  t.match(await client.call('explore', where), { matched: 18 }, 'nothing was lost')
})

t.test('what is not there, on a recorded application', async (t) => {
  const { call, fail } = await clientInside(t)
  const find = (text: string) => ({ find: { ...where, filter: { anyFieldContains: text } }, action: 'click' })
  for (const id of ['999999999', 'calculator-button-7', '0', '-1', '1e3']) {
    const isWords = id.startsWith('calculator')
    const said = await fail('expand', { elementId: id })
    if (isWords) check(t, said, 'not_found', /None of \d+ elements matches "calculator-button-7"/, /similar/)
    else check(t, said, 'element_gone', new RegExp(`element "?${id}"?`), /Call explore/)
    check(t, await fail('explore', { scope: 'element', elementId: id }), 'element_gone', /no element/i, /Call explore/)
  }
  check(
    t,
    await fail('explore', { scope: 'application', bundleId: 'Calcolator' }),
    'app_not_found',
    /Calcolator/,
    /apps/,
  )
  check(t, await fail('explore', { scope: 'tab', tab: 't9' }), 'tab_not_found', /t9/, /tabs|navigate/)
  check(t, await fail('navigate', { tab: 't9', url: 'about:blank' }), 'tab_not_found', /t9/, /tabs|navigate/)
  check(t, await fail('tabs', { action: 'select', tab: 't9' }), 'tab_not_found', /t9/, /tabs|navigate/)
  check(
    t,
    await fail('interact', find('Setings')),
    'not_found',
    /None of 25 elements matches .*Setings.*Nothing was done/,
    /near|filter/,
  )
  check(
    t,
    await fail('interact', find('digit')),
    'element_ambiguous',
    /^10 elements match .*digit.*Nothing was done/,
    /candidates/,
  )
  check(t, await fail('confirm', { confirmToken: 'made-up' }), 'not_found', /unknown, used or expired/, /original call/)
  check(t, await fail('dialog', { accept: true }), 'not_found', /No explored tab has an open dialog/, /tabs/)
  check(t, await fail('record', { action: 'stop' }), 'not_found', /nothing is being recorded/, /start/)
  check(
    t,
    await fail('explore', { scope: 'position', x: -5, y: -5 }),
    'not_found',
    /no element at -5, -5/,
    /showCoordinates/,
  )
  check(t, await fail('explore', { ...where, format: 'html' }), 'unsupported_here', /is not a tab/, /outline/)
  check(
    t,
    await fail('tabs', { action: 'open' }),
    'unsupported_here',
    /browser platform is disabled/,
    /--platforms cdp/,
  )
  check(t, await fail('navigate', { url: 'about:blank' }), 'unsupported_here', /is disabled/, /--platforms cdp/)
  const late = { ...where, filter: { titleContains: 'never' }, timeoutMs: 30 }
  check(
    t,
    await fail('wait', late),
    'timeout',
    /^Waited \d+ ms for \{"titleContains":"never"\} in .*present/,
    /explore|timeoutMs/,
  )

  const { elements } = await call('explore', where)
  const settings = only(elements, 'AXButton', 'Settings…')
  await call('interact', { elementId: settings.id, action: 'click' })
  const changed = await fail('interact', { elementId: settings.id, action: 'click' })
  check(t, changed, 'element_changed', /is covered by .*Nothing was done/, /Close or move what covers it/)
  t.equal(changed.data.reason, 'covered')
  const done = only((await call('explore', where)).elements, 'AXButton', 'Done')
  await call('interact', { elementId: done.id, action: 'click' })
  check(t, await fail('interact', { elementId: done.id, action: 'click' }), 'element_gone', /gone/, /explore/)
  t.match(await call('interact', { elementId: only(elements, 'AXButton', '7').id, action: 'click' }), {
    effect: 'confirmed',
  })
})

t.test('a daemon without a browser says so, and what to do', async (t) => {
  const { call, fail } = await daemonFor(t, ['--platforms', 'replay,cdp'], {
    IX_CHROMIUM: '/nonexistent/chromium',
    PATH: '/nonexistent',
  })
  for (const [method, params] of [
    ['navigate', { url: 'about:blank' }],
    ['tabs', { action: 'open' }],
  ] as const) {
    check(t, await fail(method, params), 'unsupported_here', /browser/i, /install|IX_CHROMIUM|--cdp/i)
  }
  t.same(await call('tabs'), { tabs: [] })
  const { platforms } = await call('status')
  t.match(
    platforms.find(({ name }) => name === 'cdp'),
    { available: false, reason: /no Chromium/i, remedy: /IX_CHROMIUM/ },
  )
  check(t, await fail('explore', { scope: 'focused' }), 'app_not_found', /nothing open/, /navigate/)
})

const page = `<!doctype html><meta charset="utf-8"><title>Errors</title>
<button id="alert" onclick="alert('Hello')">Alert</button>
<button disabled>Off</button><input aria-label="Fixed" readonly value="x">
<div style="position:relative;height:40px"><button>Under</button><div role="dialog" aria-label="Cookies" style="position:absolute;inset:0;background:#eee">Cookies</div></div>
<button onclick="this.remove()">Leaving</button>
<button onclick="const end = performance.now() + 4000; while (performance.now() < end);">Busy</button>`

t.test('what goes wrong in tabs', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/page': page, '/other': '<title>Other</title><button>Alert</button>' } })
  const { call, fail } = await daemonFor(t, ['--platforms', 'cdp', '--cdp', browser.httpUrl])
  const opened = await call('navigate', { url: `${server.origin}/page` })
  const tab = opened.tab!
  const scope = { scope: 'tab', tab }
  const find = (titleContains: string, more: object = {}) => ({
    find: { ...scope, filter: { titleContains }, ...more },
  })
  const id = (name: string) => only(opened.elements, 'AXButton', name).id

  const alert = await call('interact', { elementId: id('Alert'), action: 'click' })
  t.match(alert.dialog, { type: 'alert', message: 'Hello' })
  for (const [method, params] of [
    ['interact', { elementId: id('Leaving'), action: 'click' }],
    ['interact', { ...find('Leaving'), action: 'click' }],
    ['navigate', { tab, url: `${server.origin}/other` }],
  ] as const)
    check(
      t,
      await fail(method, params),
      'dialog_open',
      /dialog \(alert\) is open.*Hello/,
      /Call interact with action accept or dismiss/,
    )
  await call('dialog', { accept: true })

  const expected = { action: 'expect', ...find('Fixed'), value: 'y' }
  check(t, await fail('interact', { steps: [expected] }), 'not_as_expected', /Fixed.*"x"/, /./)

  const off = await fail('interact', { ...find('Off', { includeDisabled: true }), action: 'click' })
  check(t, off, 'element_changed', /The button "Off" is disabled\. Nothing was done/, /enabled/)
  const fixed = await fail('interact', { ...find('Fixed'), action: 'set_value', value: 'y' })
  check(t, fixed, 'element_changed', /cannot be edited/, /expand/)
  const under = await fail('interact', { elementId: id('Under'), action: 'click' })
  check(t, under, 'element_changed', /is covered by .*Cookies/, /Close or move/)
  t.match(
    [off, fixed, under].map(({ data }) => data.reason),
    ['disabled', 'readonly', 'covered'],
  )
  const unable = await fail('interact', { elementId: id('Leaving'), action: 'minimize' })
  check(t, unable, 'unsupported_here', /minimize/, /expand/)
  const script = await fail('evaluate', { tab, script: 'const a = 1\nnull.x' })
  check(t, script, 'script_failed', /^TypeError: Cannot read properties of null .*\(line 2\)$/, /Correct the script/)
  const keys = await fail('interact', { elementId: id('Leaving'), action: 'key', keys: 'Entr' })
  check(t, keys, 'invalid_params', /"Entr".*not a key/, /names such as Enter/)

  await call('interact', { elementId: id('Leaving'), action: 'click' })
  check(t, await fail('expand', { elementId: id('Leaving') }), 'element_gone', /gone/, /explore/)

  const press = { elementId: id('Busy'), action: 'click' }
  const busy = await fail('interact', { steps: [press], timeoutMs: 700 })
  check(t, busy, 'unknown_outcome', /not known|did not answer/, /explore/)
  t.notMatch(busy.message, /Nothing was done/)

  check(
    t,
    await fail('navigate', { tab, url: 'http://127.0.0.1:9/' }),
    'not_found',
    /127\.0\.0\.1:9\/ did not open/,
    /url|server/,
  )
  check(t, await fail('navigate', { tab, url: 'javascript:alert(1)' }), 'invalid_params', /javascript/, /http/)
  for (const url of ['ht!tp://example.com', 'not a url', 'http://[1'])
    check(t, await fail('navigate', { tab, url }), 'invalid_params', /is not a url/, /For example: navigate/)
  check(
    t,
    await fail('explore', { ...scope, scope: 'position', x: 5, y: 99999 }),
    'not_found',
    /5, 99999 in tab/,
    /showCoordinates/,
  )
  const there = await call('navigate', { tab, url: `${server.origin}/page` })
  const old = only(there.elements, 'AXButton', 'Alert').id
  await call('navigate', { tab, action: 'reload' })
  const gone = await fail('interact', { elementId: old, action: 'click' })
  check(t, gone, 'element_gone', /reloaded or restarted/, /It may now be \d+/)

  await call('tabs', { action: 'close', tab })
  check(t, await fail('explore', scope), 'tab_not_found', new RegExp(tab), /tabs|navigate/)
  check(t, await fail('expand', { elementId: old }), 'element_gone', /gone/, /explore/)
  await browser.close()
  t.match(await call('tabs'), { tabs: [] })
})

t.test('a limit', async (t) => {
  const { call, post } = await daemonFor(t)
  const apps = { jsonrpc: '2.0', method: 'apps' }
  const { json } = await post(JSON.stringify(Array.from({ length: 5000 }, (_, id) => ({ ...apps, id }))))
  const { error } = (Array.isArray(json) ? json[0] : json) as { error: Failure }
  check(t, error, 'limit_exceeded', /5000 requests; the maximum is 50/, /batches of 50/, { retryable: false })
  t.ok((await call('apps')).apps.length === 1)
})

t.test('every error of the table is provoked', async (t) => {
  for (const name of Object.keys(errors) as ErrorName[]) {
    if (elsewhere[name] !== undefined) {
      const file = fileURLToPath(new URL(join('../..', elsewhere[name]), import.meta.url))
      t.match(readFileSync(file, 'utf8'), new RegExp(name), `${name} is provoked in ${elsewhere[name]}`)
    } else t.ok(provoked.has(name), name)
  }
  for (const method of Object.values(methods)) for (const name of method.errors) t.ok(name in errors)
})
