// What a page tells as it happens: console, requests, downloads, against a real browser.
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { downloadsOf } from '../../../daemon/platform/cdp/feeds/browser-downloads.ts'
import { SavedFiles, safeName } from '../../../daemon/platform/cdp/feeds/saved-files.ts'
import { isSecret, publicBody, publicData, publicUrl } from '../../../daemon/platform/cdp/feeds/secrets.ts'
import { Tab } from '../../../daemon/platform/cdp/source.ts'
import { watchOf } from '../../../daemon/platform/cdp/wire/activity.ts'
import type { ConsoleEntry, DownloadEntry, NetworkDetail, NetworkEntry } from '../../../daemon/platform/tab/page.ts'
import { type Answer, serve } from '../../fixtures/daemon/serve.ts'
import { answerThat, until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { type OpenTab, openTab } from '../../fixtures/web/tab.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const browser = await launchChromium(t, ['--site-per-process'])
const html = (body: string) => `<!doctype html><title>Page</title><body>${body}`
const attachment = (name: string) => ({
  'Content-Type': 'application/octet-stream',
  'Content-Disposition': `attachment; filename="${name}"`,
})
const pages: { [path: string]: string | Answer } = {
  '/blank': html(''),
  '/said': html(`<script>
console.log('plain', { a: 1, b: 'x', c: { d: 1 } }, [1, 'two', [3]])
console.warn(new Map([['k', { z: 1 }]]), null, undefined, -0, 12n, Symbol('s'), /re/g)
console.error(new TypeError('first line\\nsecond line'))
setTimeout(() => { throw new RangeError('nobody caught') })
Promise.reject(new Error('nobody awaited'))
</script><img src="/missing.png">`),
  '/missing.png': (_, response) => void response.writeHead(404).end(),
  '/inner': html('<script>console.info("from the frame", { inner: true })</script>'),
  '/api': (request, response) =>
    void response
      .writeHead(request.method === 'POST' ? 201 : 200, {
        'Content-Type': 'application/json',
        'Set-Cookie': 'session=hunter2; Path=/',
        'X-Api-Key': 'hunter2',
        'X-Plain': 'shown',
      })
      .end('{"ok":true,"access_token":"hunter2.x","errors":{"password":["is too short"]}}'),
  '/old': (_, response) =>
    void response.writeHead(302, { Location: '/api?token=hunter2', 'Set-Cookie': 'hop=hunter2' }).end(),
  '/dot.png': (_, response) =>
    void response.writeHead(200, { 'Content-Type': 'image/png' }).end(Buffer.from('89504e470d0a1a0a', 'hex')),
  '/login': html('<form><input type=password name=p value="hunter2"></form>'),
  '/large': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('z'.repeat(2_000_000)),
  '/hanging': (_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).write('x'.repeat(2000))
    release = () => response.end()
  },
  '/clicking': html(
    `<button id=go onclick="fetch('/api').then((reply) => reply.text()).then((text) => { out.textContent = 'done' })">Go</button><p id=out>`,
  ),
  '/fields': html('<form><input type=password name=f7 value=q><input name=user></form>'),
  '/saved':
    html(`<a id=link href="/file?token=hunter2" download="../own name.txt">Link</a> <a id=attached href="/attached">Attached</a>
<a id=window href="/attached" target="_blank">Window</a> <a id=slow href="/slow">Slow</a>`),
  '/file': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/plain' }).end('of a link'),
  '/attached': (_, response) =>
    void response.writeHead(200, { ...attachment('bytes.bin'), 'Content-Length': 5 }).end('bytes'),
  '/slow': (request, response) => {
    // The browser looks at the beginning before it begins to save.
    response.writeHead(200, { ...attachment('slow.bin'), 'Content-Length': 100_000 }).write('x'.repeat(50_000))
    release = () => response.end('x'.repeat(50_000))
    breakOff = () => request.socket.destroy()
  },
  '/worker.js': 'console.log("from the worker"); throw new Error("in the worker")',
}
/** Ends the answer that hangs, or breaks it off. */
let release = () => {}
let breakOff = () => {}
const server = await serve(t, { pages })
pages['/framed'] = html(`<iframe src="${server.otherOrigin}/inner"></iframe><script>console.log('outer')</script>`)

/** Names of the commands that a tab sends from now on. */
function commandsOf({ tab }: OpenTab): string[] {
  const { connection } = tab.session
  const sent: string[] = []
  const post = connection.post.bind(connection)
  connection.post = (method, ...rest) => {
    sent.push(method)
    return post(method, ...rest)
  }
  return sent
}

/** Without the remark on an icon that the browser asks for when it likes. */
const linesOf = (entries: readonly ConsoleEntry[]) =>
  entries.filter(({ source }) => !source?.endsWith('/favicon.ico')).map(({ level, text }) => `${level} ${text}`)

async function openAt(t: Test, path: string): Promise<OpenTab> {
  const open = await openTab(t, browser)
  await open.go(`${server.origin}${path}`)
  return open
}

t.test('console', async (t) => {
  await t.test('tells what was logged before anyone asked', async (t) => {
    const open = await openAt(t, '/said')
    const { tab, signal } = open
    const sent = commandsOf(open)
    t.equal(tab.page.console.isListening, false)
    const { entries, lost } = await answerThat(
      () => tab.page.console.since(0, signal),
      ({ entries }) => entries.some(({ source }) => source?.endsWith('/missing.png')),
    )
    t.same(linesOf(entries).sort(), [
      'error Failed to load resource: the server responded with a status of 404 (Not Found)',
      'error TypeError: first line\nsecond line',
      'error Uncaught (in promise) Error: nobody awaited',
      'error Uncaught RangeError: nobody caught',
      "log plain {a: 1, b: 'x', c: {…}} [1, 'two', Array(1)]",
      "warn Map(1) {'k' => {z: 1}} null undefined -0 12n Symbol(s) /re/g",
    ])
    t.equal(lost, 0)
    t.ok(tab.page.console.isListening)
    const times = entries.map(({ at }) => at)
    t.same(times, [...times].sort(), 'in the order of their time')
    t.match(entries.find(({ level }) => level === 'log')?.source, `${server.origin}/said:2`)
    t.ok(entries.some(({ source }) => source === `${server.origin}/missing.png`))
    t.ok(sent.includes('Runtime.enable') && sent.includes('Log.enable'))
  })

  await t.test('asks nothing of a page before', async (t) => {
    const open = await openTab(t, browser)
    const sent = commandsOf(open)
    await open.go(`${server.origin}/said`)
    await open.tab.page.text(undefined, open.signal)
    const enabled = sent.filter((name) => name.endsWith('.enable') || name.startsWith('Browser.'))
    t.notMatch(enabled.join(), /Runtime|Log|Browser/)
    // What a page asks for is counted until it has filled itself.
    await until(
      () => sent.lastIndexOf('Network.disable') > sent.lastIndexOf('Network.enable'),
      'requests are no longer listened to',
    )
  })

  await t.test('writes arguments as the console does', async (t) => {
    const { tab, signal, page } = await openAt(t, '/blank')
    const mark = await tab.page.console.mark(signal)
    const said = async (script: string) => {
      const before = await tab.page.console.mark(signal)
      await page(script)
      return linesOf((await tab.page.console.since(before, signal)).entries)
    }
    const cases: readonly (readonly [script: string, ...lines: string[]])[] = [
      [
        "console.log('%s is %d and %i, %f, %o%% %c styled', 'S', 4.5, 4.5, 4.5, {q: 1}, 'color:red', 'rest')",
        'log S is 4 and 4, 4.5, {q: 1}%  styled rest',
      ],
      ["console.log('100%', '%s', '%z')", 'log 100% %s %z'],
      ["console.log('%s')", 'log %s'],
      [
        'console.debug(function named() {}, () => 1, class Kind {}, async (x) => x)',
        'debug ƒ named() ƒ () class Kind ƒ ()',
      ],
      [
        'console.info(document.body, new Date(0), new (class Point { x = 1 })())',
        'info body Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time) Point {x: 1}',
      ],
      [
        'console.log(Array.from({length: 200}, (_, i) => i))',
        `log Array(200) [${Array.from({ length: 100 }, (_, i) => i).join(', ')}, …]`,
      ],
      [
        'console.log({a: 1, b: 2, c: 3, d: 4, e: 5, f: 6}, {get g() { throw 1 }, f() {}})',
        'log {a: 1, b: 2, c: 3, d: 4, e: 5, …} {g: (…), f: ƒ}',
      ],
      ['console.log(new Set([1]), new Uint8Array([1, 2]), [, 1], {})', 'log Set(1) {1} Uint8Array(2) [1, 2] [1] {}'],
      ["console.assert(1 === 2, 'one is %s', 'one')", 'error Assertion failed: one is one'],
      ["console.count('n'); console.group('G'); console.groupEnd(); console.clear()", 'log n: 1', 'log G'],
      ["console.error('one\\ntwo')", 'error one\ntwo'],
      [
        "console.log(Object.assign(new Error('own'), {more: 1}), {e: new Error('inner')})",
        'log Error: own {e: Error: inner}',
      ],
      ['console.table([{a: 1}])', 'log [{a: 1}]'],
      ["console.log('x'.repeat(20000))", `log ${'x'.repeat(10000)}… (20,000 characters)`],
    ]
    for (const [script, ...lines] of cases) t.same(await said(script), lines, script.slice(0, 60))
    t.equal((await tab.page.console.since(mark, signal)).entries.length, cases.length + 1)
  })

  await t.test('goes on over navigations and frames in other processes', async (t) => {
    const { tab, signal, go, page } = await openAt(t, '/said')
    const mark = await tab.page.console.mark(signal)
    await go(`${server.otherOrigin}/framed`)
    await go(`${server.origin}/framed`)
    const { entries } = await answerThat(
      () => tab.page.console.since(mark, signal),
      ({ entries }) => entries.filter(({ text }) => text.startsWith('from')).length === 2,
    )
    const lines = linesOf(entries)
    t.same(lines.sort(), [
      'info from the frame {inner: true}',
      'info from the frame {inner: true}',
      'log outer',
      'log outer',
    ])
    t.ok((await tab.page.console.since(0, signal)).entries.some(({ text }) => text.startsWith('plain')))
    await page(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${server.otherOrigin}/inner' }))`,
    )
    const late = await tab.page.console.mark(signal)
    await answerThat(
      () => tab.page.console.since(mark, signal),
      ({ entries }) => entries.filter(({ text }) => text.startsWith('from')).length === 3,
    )
    t.ok((await tab.page.console.mark(signal)) >= late)
    t.match(await tab.page.text(undefined, signal), /Page|^/, 'the daemon has its own world as before')
    await go(`${server.origin}/blank`)
    t.equal(await tab.page.text(undefined, signal), '')
  })

  await t.test('hears workers', async (t) => {
    const { tab, signal, page } = await openAt(t, '/blank')
    await page('void new Worker("/worker.js")')
    const { entries } = await answerThat(
      () => tab.page.console.since(0, signal),
      ({ entries }) => linesOf(entries).length >= 2,
    )
    t.same(linesOf(entries).slice(-2), ['info from the worker', 'error Uncaught Error: in the worker'])
  })

  await t.test('keeps the newest, counts what is lost, and holds no object of the page', async (t) => {
    const { tab, signal, page } = await openAt(t, '/blank')
    const mark = await tab.page.console.mark(signal)
    const objects: string[] = []
    tab.session.on('Runtime.consoleAPICalled', ({ args }) => {
      for (const { objectId } of args) if (objectId !== undefined) objects.push(objectId)
    })
    await page('for (let i = 1; i <= 650; i++) console.log(i, { i })')
    const { entries, lost } = await tab.page.console.since(mark, signal)
    t.equal(entries.length, 500)
    t.equal(lost, 150)
    t.equal(entries[0]?.text, '151 {i: 151}')
    t.equal(entries[0]?.seq, mark + 151)
    t.equal((await tab.page.console.since(mark + 600, signal)).lost, 0)
    t.same((await tab.page.console.since(mark + 650, signal)).entries, [])
    t.equal(
      (await tab.page.console.since(mark + 5000, signal)).entries.length,
      500,
      'a mark of another life hides nothing',
    )
    t.equal(objects.length, 650)
    for (const objectId of [objects[0]!, objects[649]!])
      await t.rejects(tab.session.send('Runtime.getProperties', { objectId }), /object with given id/)
    await page("for (let i = 0; i < 300; i++) console.log('y'.repeat(9000))")
    t.ok((await tab.page.console.since(0, signal)).entries.length < 120, 'bounded by characters, too')
  })

  await t.test('answers while the page is busy or a dialog is open', async (t) => {
    const { tab, signal, page } = await openAt(t, '/blank')
    const mark = await tab.page.console.mark(signal)
    page("console.log('before'); alert('wait')").catch(() => undefined)
    const { entries } = await answerThat(
      () => tab.page.console.since(mark, signal),
      () => tab.dialog !== undefined,
    )
    const now = entries.length > 0 ? entries : (await tab.page.console.since(mark, signal)).entries
    t.same(linesOf(now), ['log before'])
    const other = await openAt(t, '/blank')
    other.page("console.log('early', { a: 1 }); alert('wait')").catch(() => undefined)
    await answerThat(
      async () => other.tab.dialog,
      (dialog) => dialog !== undefined,
    )
    await t.rejects(other.tab.page.console.mark(signal), { name: 'dialog_open' })
    t.notOk(other.tab.page.console.isListening)
    await other.tab.page.answerDialog(true, undefined)
    t.same(
      linesOf((await other.tab.page.console.since(0, signal)).entries),
      ['log early {a: 1}'],
      'and begins when it can',
    )
    await tab.page.answerDialog(true, undefined)
    await tab.close()
    await t.rejects(tab.page.console.mark(signal), { name: 'tab_not_found' })
    const busy = await openAt(t, '/blank')
    const spin = 'console.log("busy", { b: 1 }); const end = Date.now() + 5000; while (Date.now() < end);'
    busy.page(spin).catch(() => undefined)
    await t.rejects(busy.tab.page.console.mark(signal), { name: 'unresponsive' })
    t.same(linesOf((await busy.tab.page.console.since(0, signal)).entries), ['log busy {b: 1}'])
  })
})

t.test('network', async (t) => {
  /** What was requested after the mark, once this many have ended. */
  const ended = async ({ tab, signal }: OpenTab, mark: number, count: number): Promise<readonly NetworkEntry[]> => {
    const ask = async () =>
      (await tab.page.network.since(mark, signal)).entries.filter(({ url }) => !url.endsWith('/favicon.ico'))
    return await answerThat(ask, (entries) => entries.filter((entry) => entry.durationMs !== undefined).length >= count)
  }
  const detailOf = async ({ tab, signal }: OpenTab, entry: NetworkEntry): Promise<NetworkDetail> =>
    (await tab.page.network.detail(entry.id, signal))!
  const pathOf = ({ url }: NetworkEntry) => url.slice(new URL(url).origin.length)

  await t.test('lists requests from the first question on', async (t) => {
    const open = await openAt(t, '/said')
    const { tab, signal, page } = open
    t.equal(tab.page.network.isListening, false)
    const mark = await tab.page.network.mark(signal)
    t.same((await tab.page.network.since(0, signal)).entries, [], 'nothing is told of what was before')
    await page("fetch('/api?q=1').then((reply) => reply.text())")
    await page("fetch('/nothing-here', { method: 'DELETE' }).then((reply) => reply.text())")
    await page("new Image().src = 'data:image/gif;base64,R0lGODlhAQABAAAAACw='")
    const entries = await ended(open, mark, 2)
    t.equal(entries.length, 2, 'what is in the url itself goes over no network')
    const [api, nothing] = entries
    t.match(api, { method: 'GET', status: 200, type: 'Fetch', mimeType: 'application/json', bytes: Number })
    t.equal(api!.url, `${server.origin}/api?q=1`)
    t.ok(api!.bytes! > 70 && api!.durationMs! >= 0 && Math.abs(api!.at - Date.now()) < 60_000)
    t.match(nothing, { method: 'DELETE', status: 404 })
    t.notMatch(api!.id, nothing!.id)
  })

  await t.test('tells all of one, and nothing secret', async (t) => {
    const open = await openAt(t, '/fields')
    const { tab, signal, page } = open
    const mark = await tab.page.network.mark(signal)
    await page('window.send = (url, how) => fetch(url, how).then((reply) => reply.text()), 0')
    const sent = `send('/api?api_key=hunter2', { method: 'POST', headers: { 'Content-Type': 'application/json', Authorization: 'Bearer hunter2', 'X-Own': 'seen' }, body: JSON.stringify({ user: 'me', password: 'hunter2' }) })`
    await page(`${sent}.then(() => send('/api', { method: 'POST', body: new URLSearchParams('user=me&f7=hunter2') }))`)
    await page(`send('/api', { method: 'POST', body: JSON.stringify({ long: 'x'.repeat(20000), pin: 'hunter2' }) })`)
    const [json, form, long] = await ended(open, mark, 3)
    const detail = await detailOf(open, json!)
    t.equal(detail.url, `${server.origin}/api?api_key=[redacted]`)
    t.match(detail, { status: 201, statusText: 'Created', postData: '{"user":"me","password":"[redacted]"}' })
    t.match(detail.requestHeaders, { Authorization: '[redacted]', 'X-Own': 'seen', Host: new URL(server.origin).host })
    t.match(detail.responseHeaders, { 'Set-Cookie': '[redacted]', 'X-Api-Key': '[redacted]', 'X-Plain': 'shown' })
    t.equal(detail.body, '{"ok":true,"access_token":"[redacted]","errors":{"password":["is too short"]}}')
    t.match(detail.initiator, /^script/)
    const second = await detailOf(open, form!)
    t.equal(second.postData, 'user=me&f7=[redacted]', 'by the name of a secure field of the page')
    t.equal(second.requestHeaders.Cookie, '[redacted]')
    const third = await detailOf(open, long!)
    t.match(third.postData, /^\{"long":"x{20000}","pin":"\[redacted\]"\}$/)
    t.notMatch(JSON.stringify([detail, second, third]), /hunter2/)
    t.equal(await tab.page.network.detail('r999', signal), undefined)
  })

  await t.test('redirects, failures, what is no text, what is under way and what is kept no more', async (t) => {
    const open = await openAt(t, '/blank')
    const { tab, signal, page, go } = open
    const mark = await tab.page.network.mark(signal)
    await page("fetch('/old').then((reply) => reply.text())")
    const [old, after] = await ended(open, mark, 2)
    t.match(old, { status: 302, url: `${server.origin}/old` })
    t.match(after, { status: 200, url: `${server.origin}/api?token=[redacted]` })
    const hop = await detailOf(open, old!)
    t.match(hop, { noBody: 'it was sent on to another url' })
    t.match(hop.responseHeaders, { Location: '/api?token=[redacted]', 'Set-Cookie': '[redacted]' })
    t.match((await detailOf(open, after!)).responseHeaders, { 'X-Plain': 'shown' }, 'each hop has its own headers')

    const others = await tab.page.network.mark(signal)
    await page(`fetch('${server.otherOrigin}/api').catch(() => 0)`)
    await page("fetch('http://127.0.0.1:1/').catch(() => 0)")
    await page("new Promise((done) => { const image = new Image(); image.onerror = done; image.src = '/dot.png' })")
    await page("fetch('/large').then((reply) => reply.text()).then(() => 0)")
    await page(
      `new Promise((done) => { new WebSocket('${server.origin.replace('http', 'ws')}/socket').onclose = done }).then(() => 0)`,
    )
    const [cors, port, image, large, socket] = await ended(open, others, 5)
    t.match(cors!.failed, /^net::ERR_FAILED \(.*MissingAllowOriginHeader\)$/)
    t.match(port!.failed, /^net::ERR_/)
    t.match(await detailOf(open, port!), { noBody: 'it failed' })
    t.match(await detailOf(open, image!), { type: 'Image', noBody: 'it is not text (image/png)' })
    t.match(await detailOf(open, large!), { noBody: /does not have it/ })
    t.match(socket, { type: 'WebSocket', failed: /handshake/ })

    const hanging = await tab.page.network.mark(signal)
    await page("void fetch('/hanging').then((reply) => reply.text())")
    const ask = async () => (await tab.page.network.since(hanging, signal)).entries
    const [begun] = await answerThat(ask, ([first]) => first?.status !== undefined)
    t.equal(begun!.durationMs, undefined)
    t.match(await detailOf(open, begun!), { noBody: 'it is under way' })
    const later = await tab.page.network.mark(signal)
    t.same((await tab.page.network.since(later, signal)).entries, [])
    release()
    const [done] = await answerThat(
      async () => (await tab.page.network.since(later, signal)).entries,
      (entries) => entries.length > 0,
    )
    t.equal(done!.id, begun!.id, 'what ends is told again')
    t.equal((await detailOf(open, done!)).body?.length, 2000)

    await go(`${server.origin}/login`)
    t.match(await detailOf(open, done!), { noBody: /does not have it/, requestHeaders: {} })
    const document = (await tab.page.network.since(later, signal)).entries.find(({ url }) => url.endsWith('/login'))
    t.match(document, { type: 'Document', status: 200 })
    t.match((await detailOf(open, document!)).body, /type=password name=p value="\[redacted\]"/)
  })

  await t.test('hears frames in other processes', async (t) => {
    const open = await openAt(t, '/blank')
    const { tab, signal, go, page } = open
    const mark = await tab.page.network.mark(signal)
    await go(`${server.origin}/framed`)
    await answerThat(
      async () => tab.sessions.length,
      (count) => count === 2,
    )
    const late = `Object.assign(document.createElement('iframe'), { src: '${server.otherOrigin}/blank' })`
    await page(`document.body.append(${late})`)
    await answerThat(
      async () => tab.sessions.length,
      (count) => count === 3,
    )
    await tab.page.network.mark(signal)
    for (const [index, session] of tab.sessions.slice(1).entries())
      await session.send('Runtime.evaluate', {
        expression: `void fetch('/api?from=${index}').then((reply) => reply.text())`,
      })
    const entries = await answerThat(
      async () => (await tab.page.network.since(mark, signal)).entries.filter(({ url }) => url.includes('from=')),
      (found) => found.length === 2 && found.every(({ durationMs }) => durationMs !== undefined),
    )
    t.same(
      entries.map(({ url }) => url),
      [0, 1].map((index) => `${server.otherOrigin}/api?from=${index}`),
    )
    t.match((await detailOf(open, entries[1]!)).body, /"ok":true/)
    await page('document.querySelectorAll("iframe")[1].remove()')
    await answerThat(
      async () => tab.sessions.length,
      (count) => count === 2,
    )
    t.match(await detailOf(open, entries[1]!), { noBody: /does not have it/ })
  })

  await t.test('shares the domain with what waits for an action to end', async (t) => {
    const open = await openAt(t, '/clicking')
    const { tab, signal, find, act, page } = open
    const sent = commandsOf(open)
    const network = () => sent.splice(0).filter((name) => name === 'Network.enable' || name === 'Network.disable')
    await act(await find('Go'), { action: 'click' })
    t.same(network(), ['Network.enable'], 'on for an action, and a while after it')
    watchOf(tab.session).arm()
    const mark = await tab.page.network.mark(signal)
    watchOf(tab.session).disarm()
    t.same(network(), ['Network.enable'], 'once more, for larger buffers, and not off again')
    await page("out.textContent = 'none'")
    await act(await find('Go'), { action: 'click' })
    t.equal(await page('out.textContent'), 'done', 'the request of the click is waited for')
    t.same(network(), [])
    const [request] = await ended(open, mark, 1)
    t.match((await detailOf(open, request!)).body, /"ok":true/)
    t.equal(pathOf(request!), '/api')
  })

  await t.test('keeps a bounded number', async (t) => {
    const { tab, signal, page } = await openAt(t, '/blank')
    const mark = await tab.page.network.mark(signal)
    await page(
      "(async () => { for (let i = 0; i < 560; i++) await fetch('/api?i=' + i).then((reply) => reply.text()) })()",
    )
    const { entries, lost } = await answerThat(
      () => tab.page.network.since(mark, signal),
      ({ entries }) => entries.at(-1)?.durationMs !== undefined,
    )
    t.equal(entries.length, 500)
    t.equal(entries.length + lost, 560)
    t.match(entries.at(-1)?.url, /i=559$/)
  })
})

t.test('downloads', async (t) => {
  const waitFor = async ({ tab, signal }: OpenTab, mark: number, state: DownloadEntry['state']) =>
    await answerThat(
      async () => (await tab.page.downloads.since(mark, signal)).entries,
      (entries) => entries.length > 0 && entries.every((entry) => entry.state === state),
    )
  /** As a person does: what scripts alone begin, the browser asks about from the second time on. */
  const press = ({ tab }: OpenTab, id: string) =>
    tab.session.send('Runtime.evaluate', {
      expression: `document.getElementById('${id}').click()`,
      userGesture: true,
    })
  const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

  await t.test('in a browser of the daemon go to its folder', async (t) => {
    const folder = join(t.testdir(), 'state', 'downloads')
    const open = await openAt(t, '/saved')
    const { tab, signal } = open
    const { connection } = tab.session
    await downloadsOf(connection).saveTo(folder, signal)
    t.equal(modeOf(folder), '700')
    t.ok(tab.page.downloads.isListening)
    const mark = await tab.page.downloads.mark(signal)

    await press(open, 'link')
    const [link] = await waitFor(open, mark, 'completed')
    t.match(link, { name: '_own name.txt', url: `${server.origin}/file?token=[redacted]`, bytes: 9 })
    t.equal(link!.path, join(folder, '_own name.txt'))
    t.equal(readFileSync(link!.path!, 'utf8'), 'of a link')
    t.equal(modeOf(link!.path!), '600')

    const second = await tab.page.downloads.mark(signal)
    await press(open, 'attached')
    const [attached] = await waitFor(open, second, 'completed')
    t.match(attached, { name: 'bytes.bin', path: join(folder, 'bytes.bin'), totalBytes: 5 })
    writeFileSync(join(folder, 'bytes (2).bin'), 'of somebody else')
    const third = await tab.page.downloads.mark(signal)
    await press(open, 'window')
    const [window] = await waitFor(open, third, 'completed')
    t.match(window, { path: join(folder, 'bytes (3).bin') }, 'of the tab that opened the window, over no other file')
    t.equal(readFileSync(join(folder, 'bytes (2).bin'), 'utf8'), 'of somebody else')

    const slow = await tab.page.downloads.mark(signal)
    await press(open, 'slow')
    const [begun] = await answerThat(
      async () => (await tab.page.downloads.since(slow, signal)).entries,
      ([first]) => (first?.bytes ?? 0) > 0,
    )
    t.match(begun, { state: 'inProgress', bytes: 50_000, totalBytes: 100_000, path: join(folder, 'slow.bin') })
    t.notOk(existsSync(begun!.path!), 'nothing half stands under its name')
    const later = await tab.page.downloads.mark(signal)
    t.same((await tab.page.downloads.since(later, signal)).entries, [])
    writeFileSync(begun!.path!, 'came first')
    release()
    const [done] = await waitFor(open, later, 'completed')
    t.match(
      done,
      { bytes: 100_000, name: 'slow (2).bin', path: join(folder, 'slow (2).bin') },
      'what ends is told again',
    )
    t.equal(readFileSync(begun!.path!, 'utf8'), 'came first')
    t.equal(statSync(done!.path!).size, 100_000)

    const canceled = await tab.page.downloads.mark(signal)
    connection.root.on('Browser.downloadWillBegin', ({ guid }) => {
      connection.root.send('Browser.cancelDownload', { guid }).catch(() => undefined)
    })
    await press(open, 'slow')
    const [stopped] = await waitFor(open, canceled, 'canceled')
    t.notOk(stopped!.path)
    t.same(readdirSync(folder).sort(), [
      '_own name.txt',
      'bytes (2).bin',
      'bytes (3).bin',
      'bytes.bin',
      'slow (2).bin',
      'slow.bin',
    ])
    t.equal((await tab.page.downloads.since(0, signal)).entries.length, 5)
  })

  await t.test('of frames, also of one that is gone, and of no other tab', async (t) => {
    const folder = join(t.testdir(), 'downloads')
    const open = await openAt(t, '/blank')
    const { connection } = open.tab.session
    await downloadsOf(connection).saveTo(folder, open.signal)
    const { targetId } = await connection.root.send('Target.createTarget', { url: `${server.origin}/saved` })
    const about = { kind: 'tab', id: 'other', platform: 'cdp', name: '' } as const
    const other = await Tab.attach(
      connection,
      targetId,
      () => about,
      async () => {},
      open.signal,
    )
    t.teardown(() => other.close())
    const mark = await open.tab.page.downloads.mark(open.signal)
    const frame = `document.body.append(Object.assign(document.createElement('iframe'), { id: 'f', src: '/attached' }))`
    await open.page(frame)
    await answerThat(
      async () => (await open.tab.page.downloads.since(mark, open.signal)).entries,
      (found) => found.length > 0,
    )
    await open.page("document.getElementById('f').remove()")
    await open.page(
      `document.body.append(Object.assign(document.createElement('iframe'), { src: '${server.otherOrigin}/saved' }))`,
    )
    await answerThat(
      async () => open.tab.sessions.length,
      (count) => count === 2,
    )
    const inFrame = { expression: "document.getElementById('link').click()", userGesture: true }
    await answerThat(
      async () => (await open.tab.sessions[1]!.send('Runtime.evaluate', inFrame)).exceptionDetails,
      (failed) => failed === undefined,
    )
    await answerThat(
      async () => (await open.tab.page.downloads.since(mark, open.signal)).entries,
      (found) => found.length >= 2,
    )
    const entries = await waitFor(open, mark, 'completed')
    t.same(new Set(entries.map(({ name }) => name.replace(/ \(\d+\)/, ''))), new Set(['bytes.bin', '_own name.txt']))
    t.same((await other.page.downloads.since(0, open.signal)).entries, [])
  })

  await t.test('in an attached browser are only listened to', async (t) => {
    const attached = await launchChromium(t)
    const open = await openTab(t, attached)
    const sent = commandsOf(open)
    await open.go(`${server.origin}/saved`)
    t.notOk(open.tab.page.downloads.isListening)
    t.notOk(sent.some((name) => name.startsWith('Browser.')))
    const mark = await open.tab.page.downloads.mark(open.signal)
    t.ok(open.tab.page.downloads.isListening)
    await press(open, 'link')
    const [entry] = await waitFor(open, mark, 'completed')
    t.equal(entry!.path, join(attached.downloads, entry!.path!.split('/').at(-1)!))
    t.equal(readFileSync(entry!.path!, 'utf8'), 'of a link')
    await press(open, 'slow')
    const slow = await answerThat(
      async () => (await open.tab.page.downloads.since(mark, open.signal)).entries.at(-1)!,
      ({ name, bytes }) => name === 'slow.bin' && bytes > 0,
    )
    t.equal(slow.path, undefined)
    // The browser tries again some times.
    await answerThat(
      async () => {
        breakOff()
        return (await open.tab.page.downloads.since(mark, open.signal)).entries.at(-1)!
      },
      ({ state }) => state === 'canceled',
    )
  })

  await t.test('names that a page suggests', async (t) => {
    const names = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Windows\\a.exe', 'a.exe'],
      ['.bashrc', '_bashrc'],
      ['-rf', '_rf'],
      ['a\u202Egpj.exe', 'a_gpj.exe'],
      ['line\nbreak\u0000.txt', 'line_break_.txt'],
      ['what?*<>|":.txt', 'what_______.txt'],
      ['end. . ', 'end'],
      ['..', '_'],
      ['', 'download'],
      ['Ünïcode – 日本.pdf', 'Ünïcode – 日本.pdf'],
    ] as const
    for (const [suggested, name] of names) t.equal(safeName(suggested), name)
    const long = safeName(`${'日'.repeat(300)}.tar.gz`)
    t.ok(Buffer.byteLength(long) <= 200 && long.endsWith('.gz'))
    const files = join(t.testdir({ link: t.fixture('symlink', '.') }), 'link')
    await t.rejects(SavedFiles.open(files), /not a folder you own/)
  })
})

t.test('what is secret in a request', async (t) => {
  const secret = 'password user[password] newPassword1 pwd token access_token accessToken X-Api-Key PIN cardNumber auth'
  for (const name of `${secret} csrfmiddlewaretoken JSESSIONID X-Amz-Signature`.split(' ')) t.ok(isSecret(name), name)
  const open = 'nextPageToken token_type max_tokens monkey shipping pinned author passport key compass discard spinner'
  for (const name of open.split(' ')) t.notOk(isSecret(name), name)
  const urls = [
    [
      'https://me:pw@x.y/a?token=abc&q=1#id_token=z&b=2',
      'https://[redacted]@x.y/a?token=[redacted]&q=1#id_token=[redacted]&b=2',
    ],
    ['https://x.y/password=1', 'https://x.y/password=1'],
    ['/a?password=', '/a?password='],
  ] as const
  for (const [url, shown] of urls) t.equal(publicUrl(url), shown)
  const part = (head: string, body: string) => `--X\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
  const data = [
    [
      '{"deep":{"credentials":{"x":"1","n":2,"on":true}}}',
      '{"deep":{"credentials":{"x":"[redacted]","n":"[redacted]","on":true}}}',
    ],
    [
      '[{"name":"password","value":"q"},{"name":"user","value":"me"}]',
      '[{"name":"password","value":"[redacted]"},{"name":"user","value":"me"}]',
    ],
    ['{ "spaced" : 1 }', '{ "spaced" : 1 }'],
    ['user=a%20b&pass%77ord=q&own=hunter2', 'user=a%20b&pass%77ord=[redacted]&own=[redacted]'],
    [
      `${part('name="pwd"', 'q')}${part('name="f"; filename="a"', 'abc')}${part('name="user"', 'me')}--X--\r\n`,
      `${part('name="pwd"', '[redacted]')}${part('name="f"; filename="a"', '[3 characters of a file]')}${part('name="user"', 'me')}--X--\r\n`,
    ],
    [
      String.raw`{"query":"mutation { login(user: \"a\", password: \"b c\") { ok } }"}`,
      String.raw`{"query":"mutation { login(user: \"a\", password: [redacted]) { ok } }"}`,
    ],
    ['{"user":"me","password":"cut o', '{"user":"me","password":[redacted]'],
    [
      '<login><user>me</user><password>q</password></login>',
      '<login><user>me</user><password>[redacted]</password></login>',
    ],
  ] as const
  for (const [sent, shown] of data) t.equal(publicData(sent, new Set(['own'])), shown)
  const input = (value: string) => `<p>x</p><input value=${value} type="password"> <input name=q value=shown>`
  t.equal(publicBody(input('"a>b"'), 'text/html'), input('"[redacted]"'))
  t.equal(
    publicBody('<input autocomplete="cc-number" value=4111', 'text/html'),
    '<input autocomplete="cc-number" value="[redacted]"',
  )
  const area = (text: string) => `<textarea autocomplete="one-time-code">${text}</textarea><textarea>shown</textarea>`
  t.equal(publicBody(area('123456'), 'text/html'), area('[redacted]'))
  t.equal(publicBody('password=1', 'text/plain'), 'password=1')
  t.equal(publicBody(`${'['.repeat(500)}${']'.repeat(500)}`, 'application/json').includes('[redacted]'), true)
})
