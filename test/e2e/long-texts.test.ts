/** However long the texts of a page are, answers stay short and say what was cut: over JSON-RPC and over MCP. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { askingInside, flat } from './client.ts'

/** Bytes of an answer by default. */
const most = 32 * 1024

// What a browser lays out is less: a line of a million letters takes it longer than any answer may.
const page = `<!doctype html><button onclick="document.title = 'New ' + long; console.log(long)">Press</button><input>
<a>Link</a><select aria-label="Select"><option></select><div role="dialog" aria-label="Inner"><h1>Heading</h1></div>
<button onclick="alert(long)">Ask</button><script>
  const long = 'x'.repeat(1_000_000)
  const words = 'words '.repeat(12_000)
  document.querySelector('button').dataset.x = long
  document.querySelector('button').setAttribute('data-' + long, 'named at length')
  for (let i = 0; i < 5000; i++) document.querySelector('input').setAttribute('data-n' + i, words.slice(0, 100))
  document.body.append(document.createElement('x-' + long.slice(0, 100_000)))
  document.body.lastChild.setAttribute('role', 'button')
  document.querySelector('button').setAttribute('aria-label', 'Press ' + words)
  document.querySelector('input').setAttribute('aria-label', 'Field ' + words)
  document.querySelector('a').href = 'data:text/html,' + long
  document.querySelector('select').id = long
  document.title = 'Title ' + long
  console.log(long)
</script>`

t.test('every way to ask', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const { origin } = await serve(t, { pages: { '/': page } })
  const client = askingInside(await openInside(t, browser))
  const { tab } = await client.call('navigate', { url: origin })
  const scope = { scope: 'tab', tab }
  const { elements } = await client.call('explore', { ...scope, includeNonInteractable: true })
  const ids = flat(elements).map(({ id }) => id)
  const all = { includeSnapshot: true, includeConsole: true, includeTabs: true, includeCode: true, diff: true }
  const press = { find: { ...scope, filter: { titleContains: 'Press' } }, action: 'click' }
  const calls: readonly (readonly [method: string, params: object])[] = [
    ['navigate', { tab, url: `${origin}/#${'h'.repeat(1500)}` }],
    ...[{}, { maxTokens: 300 }, { includeNonInteractable: true, includeHidden: true, showActions: true }].map(
      (options) => ['explore', { ...scope, ...options }] as const,
    ),
    ...['outline', 'list', 'text', 'html', 'count'].map((format) => ['explore', { ...scope, format }] as const),
    ['explore', { ...scope, filter: { anyFieldContains: 'Presx' } }],
    ...ids.map((elementId) => ['expand', { elementId }] as const),
    ...ids.slice(0, 3).map((elementId) => ['text', { elementId }] as const),
    ['visibility', { find: press.find }],
    ['text', { tab }],
    ['tabs', {}],
    ['apps', {}],
    ['status', {}],
    ['console', { tab }],
    ['network', { tab }],
    ['evaluate', { tab, script: 'document.title' }],
    ['evaluate', { tab, script: 'throw new Error(document.title)' }],
    ['wait', { ...scope, filter: { titleContains: 'Press' }, expectation: all }],
    ['interact', press],
    ['interact', { ...press, expectation: all }],
    ['interact', { ...press, find: { ...scope, filter: { role: 'button' } } }],
    ['interact', { find: { ...scope, filter: { role: 'dropdown' } }, action: 'select', value: 'none' }],
    ['interact', { ...press, find: { ...scope, filter: { titleContains: 'Ask' } } }],
    ['tabs', {}],
    ['explore', scope],
    ['interact', { action: 'dismiss', find: scope }],
  ]
  for (const [method, params] of calls) {
    const { json } = await client.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const text = JSON.stringify(json)
    const asked = `${method} ${JSON.stringify(params).slice(0, 150)}`
    t.ok(Buffer.byteLength(text) < most, `${asked}: ${Buffer.byteLength(text)} bytes`)
    t.notMatch(text, /-32603/, asked)
    t.ok(!/[xh]{3000}|(words ){400}/.test(text), `${asked}: no text is whole`)
  }
  const tools = ['navigate', 'explore', 'text', 'tabs', 'interact']
  for (const [method, params] of calls.filter(([method]) => tools.includes(method))) {
    const { text } = await client.tool(method, params)
    t.ok(Buffer.byteLength(text) < most, `${method} over MCP: ${Buffer.byteLength(text)} bytes`)
  }
  t.comment(`${calls.length} calls`)
})
