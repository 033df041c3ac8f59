// What a page logged, requested and downloaded, as agents ask for it: console, network, downloads, on a real browser.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Result } from '../../api-schema/methods.ts'
import { CdpPlatform } from '../../daemon/platform/cdp/cdp.ts'
import { ReplayPlatform } from '../../daemon/platform/replay/replay.ts'
import { openLog } from '../../daemon/run/log.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { openWorld } from '../fixtures/daemon/world.ts'
import { answerThat } from '../fixtures/until.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

const said = pageOf(`<script>
console.log('hello', { a: 1 })
for (let i = 0; i < 3; i++) console.warn('again')
console.debug('quiet')
console.error('two\\nlines \\u202Eturned')
</script><button id="say" onclick="console.info('Said ' + (window.n = (window.n || 0) + 1))">Say</button>
<button id="much" onclick="for (let i = 1; i <= 60; i++) console.log('m' + i + ' ' + 'x'.repeat(i === 60 ? 5000 : 90))">Much</button>`)

const asking =
  pageOf(`<button id="load" onclick="send('/api?token=hunter2', { method: 'POST', body: JSON.stringify({ password: 'hunter2', user: 'me' }) })">Load</button>
<button id="large" onclick="send('/large')">Large</button><button id="lost" onclick="send('/lost')">Lost</button>
<script>window.send = (url, how) => fetch(url, how).then((reply) => reply.text()).then((text) => { document.title = 'done ' + url })</script>`)

t.test('console, network and downloads', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: {
      // A page whose icon is missing says so.
      '/favicon.ico': '',
      '/said': said,
      '/asking': asking,
      '/api': (_, response) =>
        void response
          .writeHead(201, { 'Content-Type': 'application/json', 'Set-Cookie': 'id=hunter2' })
          .end('{"ok":1}'),
      '/large': (_, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`first\nr9 GET 200\n${'z'.repeat(9000)}`),
      '/saving': pageOf('<a href="/file" download="report.txt">Report</a>'),
      '/file': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('saved'),
      '/alert': pageOf('<script>addEventListener("load", () => alert("wait"))</script>'),
    },
  })
  const inside = await openInside(t, browser)
  const { call, fail, text, tab } = inside
  const go = (path: string) => call('navigate', { tab, url: `${server.origin}${path}` })
  const press = (name: string) =>
    call('interact', {
      find: { scope: 'tab', tab, filter: { anyFieldContains: name }, elementTypes: ['button', 'link'] },
      action: 'click',
    })
  const linesOf = ({ messages }: Result<'console'>) => messages.map(({ level, text }) => `${level} ${text}`)

  await t.test('console', async (t) => {
    await go('/said')
    const first = await call('console', { tab })
    t.same(linesOf(first), ['log hello {a: 1}', 'warn again', 'error two\nlines \u202Eturned'])
    t.match(first.messages[1], { times: 3, source: `${server.origin}/said:3` })
    t.match(first.messages[0], { seq: Number, at: Number })
    t.same(Object.keys(first), ['messages', 'last'], 'what is short comes alone')
    t.same(linesOf(await call('console', { levels: ['debug'] })), ['debug quiet'], 'of the selected tab')
    t.same(linesOf(await call('console', { tab, textContains: 'AGAIN' })), ['warn again'])
    t.same(linesOf(await call('console', { tab, textContains: '/said:2' })), ['log hello {a: 1}'], 'also by source')
    t.same(await call('console', { tab, since: first.last }), { messages: [], last: first.last })
    await press('Say')
    await press('Say')
    const later = await call('console', { tab, since: first.last })
    t.same(linesOf(later), ['info Said 1', 'info Said 2'])
    const shown = (await text('console', { tab })).split('\n')
    t.same(shown, [
      'log: hello {a: 1} (said:2)',
      'warn: again ×3 (said:3)',
      'error: two lines  turned (said:5)',
      'info: Said 1 (said:6)',
      'info: Said 2 (said:6)',
      `(last ${later.last})`,
    ])
    t.equal(await text('console', { tab, since: later.last }), `No messages.\n(last ${later.last})`)
  })

  await t.test('long consoles come as a preview', async (t) => {
    const { last } = await call('console', { tab })
    await press('Much')
    const answer = await call('console', { tab, since: last })
    t.match(answer, { truncated: true, more: Number, hint: /levels, textContains, since or maxMessages/ })
    const { content } = await call('confirm', { confirmToken: answer.confirmToken })
    t.equal(content.length, answer.totalLength)
    t.equal(content.split('\n').length, 50)
    t.match(content, /^log: m11 x+ .*\nlog: m12 /)
  })

  await t.test('network', async (t) => {
    await go('/asking')
    const none = await call('network', { tab })
    t.match(none, { requests: [], hint: /^Listening started with this call/ })
    t.equal(none.last, 0)
    await press('Load')
    await press('Large')
    await press('Lost')
    const ask = () => call('network', { tab, type: 'fetch' })
    const { requests, last, ...rest } = await answerThat(ask, (answer) =>
      answer.requests!.every((one) => one.durationMs !== undefined),
    )
    t.same(rest, {})
    const [load, large, lost] = requests!
    t.match(load, {
      method: 'POST',
      status: 201,
      type: 'Fetch',
      url: `${server.origin}/api?token=[redacted]`,
      mimeType: 'application/json',
    })
    const ids = async (filter: object) => (await call('network', { tab, ...filter })).requests!.map(({ id }) => id)
    t.same(await ids({ urlContains: 'LARGE' }), [large!.id])
    t.same(await ids({ method: 'post' }), [load!.id])
    t.same(await ids({ status: 404, type: 'Fetch' }), [lost!.id])
    t.same(await ids({ failed: true, type: 'fetch' }), [lost!.id])
    t.same(await ids({ failed: false, type: 'fetch' }), [load!.id, large!.id])
    t.same(await ids({ since: last }), [])
    t.match(await call('network', { tab, type: 'fetch', limit: 1 }), { requests: [{ id: lost!.id }], more: 2 })

    const { request } = await call('network', { tab, id: load!.id })
    t.match(request, {
      statusText: 'Created',
      postData: '{"password":"[redacted]","user":"me"}',
      body: '{"ok":1}',
      responseHeaders: { 'Set-Cookie': '[redacted]' },
    })
    t.notMatch(JSON.stringify(request), /hunter2/)
    t.match(await call('network', { tab, id: large!.id }), { truncated: true, totalLength: 9017, shownLength: 2000 })
    const lines = (await text('network', { tab, type: 'fetch' })).split('\n')
    t.match(
      lines[0],
      new RegExp(`^${load!.id} POST 201 Fetch \\d+ B \\d+ ms ${server.origin}/api\\?token=\\[redacted\\]$`),
    )
    t.match(lines.at(-1), /^\(last \d+\)$/)
    const detail = await text('network', { tab, id: large!.id })
    t.match(
      detail,
      new RegExp(`^${large!.id} GET ${server.origin}/large\n200 Fetch \\d+ B \\d+ ms OK text/plain\nby script`),
    )
    t.match(detail, /\n< content-type: text\/plain\n/i)
    t.match(detail, /\nbody:\n\| first\n\| r9 GET 200\n\| z+\n\(2000 of 9017 characters, confirmToken /)
    t.match(await text('network', { tab, urlContains: 'nowhere' }), /^No requests\.\n\(last \d+\)$/)
  })

  await t.test('bad input', async (t) => {
    for (const method of ['console', 'network', 'downloads'] as const) {
      t.match(await fail(method, { tab: 't99' }), { name: 'tab_not_found' })
      t.match(await fail(method, { tab, since: -1 }), { name: 'invalid_params' })
    }
    t.match(await fail('console', { tab, levels: ['fatal'] }), { name: 'invalid_params', message: /levels.*debug/ })
    t.match(await fail('console', { tab, levels: [] }), { name: 'invalid_params' })
    t.match(await fail('network', { tab, id: 'r9999' }), { name: 'not_found', hint: /without id/ })
    t.match(await fail('network', { tab, type: 'fech' }), { name: 'invalid_params', hint: 'Did you mean Fetch?' })
    t.match(await fail('network', { tab, type: '?' }), { name: 'invalid_params', hint: /Document, Stylesheet/ })
    const file = join(t.testdir(), 'tab.json')
    const target = { kind: 'tab', id: 'r1', name: 'Recorded', url: 'https://example.com/' }
    const root = { key: 1, role: 'AXWebArea', title: 'Recorded' }
    writeFileSync(file, JSON.stringify({ format: 'interface-explorer-recording', version: 1, target, root, steps: [] }))
    const recorded = openWorld(t, [await ReplayPlatform.load([file])])
    const known = (await recorded.call('tabs')).tabs[0]!.tab
    for (const method of ['console', 'network', 'downloads'] as const) {
      t.match(await recorded.fail(method, { tab: known }), { name: 'unsupported_here', hint: /^Call tabs/ })
      t.match(await recorded.fail(method), { name: 'tab_not_found', hint: /navigate/ })
    }
    await go('/alert')
    t.match(await call('console', { tab }), { messages: Array }, 'what was heard is told while a dialog is open')
    t.match(await call('network', { tab, urlContains: '/alert' }), { requests: [{ type: 'Document' }] })
    await call('dialog', { tab, accept: true })
  })

  await t.test('downloads of the browser that the daemon started', async (t) => {
    const folder = join(t.testdir(), 'downloads')
    const log = openLog('silent')
    const world = openWorld(t, [new CdpPlatform({ urls: [], headless: true, downloads: folder, log })])
    const url = `${server.origin}/saving`
    const { tab } = await world.call('navigate', { url })
    const find = { scope: 'tab', tab, filter: { anyFieldContains: 'Report' } }
    await world.call('interact', { find, action: 'click' })
    const done = await answerThat(
      () => world.call('downloads', { tab }),
      ({ downloads: [first] }) => first?.state === 'completed',
    )
    t.match(done.downloads, [{ name: 'report.txt', path: join(folder, 'report.txt'), bytes: 5 }])
    t.match(await world.text('downloads', { tab }), /^report\.txt \(completed, 5 .*\n\(last \d+\)$/)
    t.match(await world.call('downloads', { tab, since: done.last }), { downloads: [] })
    t.match(
      (await call('downloads', { tab: inside.tab })).hint,
      /^Listening started with this call/,
      'in an attached one',
    )
    t.equal((await call('downloads', { tab: inside.tab })).hint, undefined)
  })
})
