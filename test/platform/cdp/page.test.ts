// Selectors and details of elements, navigation, text and HTML of a tab, and waiting for quiet, against a real browser.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import type { Detail } from '../../../daemon/platform/platform.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { dialogs, frames, inner, page as pageOf } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const nasty = pageOf(`
<a href="/support/?a=1&amp;b=&quot;2&quot;" class="globalnav-link">Support</a>
<a href="#" class="css-1x2y3z flex p-4 card-link">Hash</a>
<button class="btn btn-primary mt-2 checkout-now" data-testid="pay">Pay</button>
<button data-note='quote " back \\ slash &#10; line é 日本' aria-label="Quoted">Q</button>
<button id="1st:odd.id" aria-label="Odd id">O</button>
<form id="odd-form" aria-label="Odd form"><input name="id" aria-label="Field id"></form>
<button id="twice" aria-label="Twice one">1</button><button id="twice" aria-label="Twice two">2</button>
<div><ul><li><button>Row</button></li><li><button>Row</button></li><li><button id="" class="">Row</button></li></ul></div>
<svg width="40" height="40" role="group" aria-label="Drawing"><g role="button" aria-label="Shape" tabindex="0"><rect width="20" height="20"/></g><a href="/svg"><text x="1" y="30">Vector</text></a></svg>
<input id="pin" aria-label="Pin" type="password" value="hunter22" data-copy="xhunter22x" autocomplete="off">
<input id="code" aria-label="Code" autocomplete="one-time-code" value="123456">
<p class="before-me" style="--x:1">Text only</p><style>.before-me::before{content:'Pseudo '}</style>
<div id="host"></div><script>
  const root = host.attachShadow({ mode: 'closed' })
  root.innerHTML = '<div><button>Same</button></div><div><div><button>Same</button></div></div><button class="lonely-one">Alone</button>'
  window.shadow = root
</script>`)

t.test('a tab as a page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  const file = join(t.testdir(), 'local.html')
  writeFileSync(file, '<title>Local</title><p>local file</p>')
  let slow: (() => void) | undefined
  const server = await serve(t, {
    pages: {
      '/nasty': nasty,
      '/dialogs': dialogs,
      '/inner-same': inner('Same'),
      '/inner-other': inner('Outer'),
      '/inner-below': inner('Below'),
      '/frames': () => frames(server.otherOrigin),
      '/one': pageOf(
        '<h1>One</h1><a href="/two">To two</a><a href="#part">Within</a><p id="part">part</p><a href="/nothing">Nothing</a><a href="/file.bin" download>File</a>',
      ),
      '/two': pageOf('<h1>Two</h1>'),
      '/nothing': (_, response) => void response.writeHead(204).end(),
      '/file.bin': (_, response) =>
        void response
          .writeHead(200, { 'Content-Type': 'application/octet-stream', 'Content-Disposition': 'attachment' })
          .end('x'),
      '/alerting': pageOf('<script>addEventListener("load", () => alert("loaded"))</script>Alerting'),
      '/alerting-at-once': pageOf('<script>alert("at once")</script>Alerting'),
      '/leaving': pageOf(
        '<button id="stay">Stay</button><script>addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "x" })</script>',
      ),
      '/busy':
        pageOf(`<button id="load" onclick="fetch('/slow').then((reply) => reply.text()).then((text) => { out.textContent = text })">Load</button><p id="out">none</p>
        <button id="stream" onclick="new EventSource('/stream')">Stream</button><button id="chain" onclick="step(4)">Chain</button><script>function step(left) { out.textContent = 'step ' + left; if (left > 0) setTimeout(() => step(left - 1), 10) }</script>`),
      '/slow': (_, response) => void setTimeout(() => response.end('answer'), 150),
      '/never': (_, response) => {
        slow = () => response.end()
      },
      '/stream': (_, response) =>
        void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n'),
      '/hanging': pageOf('<h1>Hanging</h1><img src="/never" alt="never">'),
    },
  })
  const open = await openTab(t, browser)
  const { tab, signal, go, read, joined, find, page, act } = open
  const detail = async (text: string, role?: string): Promise<NonNullable<Detail['dom']>> =>
    (await tab.detail(await find(text, role), signal)).dom!

  await t.test('selectors of every element select it alone', async (t) => {
    for (const path of ['/nasty', '/frames']) {
      await go(`${server.origin}${path}`)
      if (path === '/frames') await joined(2)
      const rows = await read()
      let tried = 0
      for (const row of rows) {
        const found = (await tab.detail(row.key, signal)).dom!
        if (found.tag.startsWith('#document') || found.tag.startsWith('::')) continue
        t.ok(found.selectors.length > 0, `${row.role} ${row.title ?? ''} has selectors`)
        for (const selector of found.selectors) {
          tried++
          const { object } = await tab
            .place(row.key)!
            .session.send('DOM.resolveNode', { backendNodeId: tab.place(row.key)!.backendNodeId })
          const check =
            'function (selector) { const element = this.nodeType === 1 ? this : this.parentElement; const all = element.getRootNode().querySelectorAll(selector); return all.length === 1 && all[0] === element }'
          const { result } = await tab.place(row.key)!.session.send('Runtime.callFunctionOn', {
            objectId: object.objectId!,
            functionDeclaration: check,
            arguments: [{ value: selector }],
            returnByValue: true,
          })
          t.equal(result.value, true, `${selector} selects ${row.role} ${row.title ?? ''} alone`)
        }
      }
      t.ok(tried > 15, `${tried} selectors were tried`)
    }
  })

  await t.test('the order and the choice of selectors', async (t) => {
    await go(`${server.origin}/nasty`)
    const cases: readonly (readonly [text: string, selectors: readonly string[]])[] = [
      ['Support', ['[href="/support/?a=1&b=\\"2\\""]', '.globalnav-link']],
      ['Hash', ['.card-link']],
      ['Pay', ['.btn', '[data-testid="pay"]']],
      ['Quoted', ['[data-note="quote \\" back \\\\ slash \\a  line é 日本"]']],
      ['Odd id', ['#\\31 st\\:odd\\.id']],
      ['Odd form', ['#odd-form']],
      ['Twice two', ['button[aria-label="Twice two"]']],
      ['Shape', ['g[aria-label="Shape"]']],
      ['Vector', ['[href="/svg"]']],
      ['Alone', ['.lonely-one']],
    ]
    for (const [text, selectors] of cases) t.same((await detail(text)).selectors, selectors, text)
    t.equal((await detail('Alone')).shadow, 'closed')
    const rows = (await read()).filter((row) => row.title === 'Row' && row.role === 'AXButton')
    for (const [index, row] of rows.entries()) {
      t.match(
        (await tab.detail(row.key, signal)).dom!.selectors[0],
        `li:nth-of-type(${index + 1}) > button`,
        'a composed one',
      )
    }
    t.same((await detail('Text only', 'AXStaticText')).tag, '#text')
    t.same(
      (await detail('Text only', 'AXStaticText')).selectors,
      ['.before-me'],
      'a text has the selectors of its element',
    )
  })

  await t.test('attributes are whole, secure values left out', async (t) => {
    await go(`${server.origin}/nasty`)
    t.same((await detail('Quoted')).attributes, {
      'data-note': 'quote " back \\ slash \n line é 日本',
      'aria-label': 'Quoted',
    })
    t.same((await detail('pin')).attributes, { id: 'pin', 'aria-label': 'Pin', type: 'password', autocomplete: 'off' })
    t.same((await detail('code')).attributes, { id: 'code', 'aria-label': 'Code', autocomplete: 'one-time-code' })
    await act(await find('pin'), { action: 'set_value', value: 'new-secret' })
    for (const text of [
      await tab.page.html(undefined, signal),
      await tab.page.text(undefined, signal),
      await tab.page.html(await find('pin'), signal),
    ]) {
      t.notMatch(text, /hunter22|123456|new-secret/)
    }
  })

  await t.test('text and HTML', async (t) => {
    await go(`${server.origin}/frames`)
    await joined(2)
    await read()
    const text = await tab.page.text(undefined, signal)
    for (const said of ['Top', 'Press', 'Low']) t.match(text, said)
    t.equal(text.match(/Press/g)?.length, 3, 'of all frames')
    t.equal(await tab.page.text(await find('Outer press'), signal), 'Press')
    t.match(await tab.page.html(await find('Outer press'), signal), /^<button id="press"/)
    t.match(await tab.page.html(undefined, signal), /^<html>.*<iframe id="same"/s)
  })

  await t.test('navigation', async (t) => {
    const to = (
      where: Parameters<typeof tab.page.navigate>[0],
      waitFor: 'load' | 'domcontentloaded' | 'networkidle' = 'load',
    ) => tab.page.navigate(where, waitFor, signal)
    const heading = () => page('document.querySelector("h1,p").textContent')
    await to({ url: `${server.origin}/one` })
    await to({ url: `${server.origin}/two` }, 'networkidle')
    t.equal(await heading(), 'Two')
    await to('back')
    t.equal(await heading(), 'One')
    await to('forward', 'domcontentloaded')
    t.equal(await heading(), 'Two')
    await page('window.mark = 1')
    await to('reload')
    t.equal(await page('window.mark'), undefined)
    await to({ url: `${server.origin}/one` })
    await page('window.mark = 1')
    await to({ url: `${server.origin}/one#part` })
    t.equal(await page('window.mark + location.hash'), '1#part', 'within the document')
    await to('back')
    t.equal(await page('window.mark + location.hash'), '1')
    await to({ url: pathToFileURL(file).href })
    t.equal(await heading(), 'local file')
    await to({ url: 'about:blank' })
    await t.rejects(to('forward'), { name: 'not_found', data: { reason: 'no_history' } })
    await to({ url: `${server.origin}/two` })
    const cases: readonly (readonly [url: string, name: string, reason: string | undefined, said: RegExp])[] = [
      ['http://127.0.0.1:1/', 'not_found', 'unreachable', /ERR_/],
      ['http://nowhere.invalid/', 'not_found', 'unreachable', /ERR_/],
      [`${server.origin}/nothing`, 'not_found', 'no_content', /without a page/],
      [`${server.origin}/file.bin`, 'not_found', 'download', /download/],
      ['example.com', 'invalid_params', undefined, /https:\/\/example\.com/],
      ['javascript:alert(1)', 'invalid_params', undefined, /javascript:/],
      ['chrome://settings', 'invalid_params', undefined, /chrome:/],
    ]
    for (const [url, name, reason, said] of cases) {
      await t.rejects(to({ url }), { name, message: said, data: reason === undefined ? {} : { reason } }, url)
    }
    await t.rejects(to({ url: `${server.origin}/alerting` }), { name: 'dialog_open' })
    await tab.page.answerDialog(true, undefined)
    await to({ url: `${server.origin}/leaving` })
    await act(await find('stay'), { action: 'click' })
    await t.rejects(to({ url: `${server.origin}/one` }), { name: 'dialog_open' }, 'a page that asks before it is left')
    t.equal(tab.dialog?.type, 'beforeunload')
    await tab.page.answerDialog(true, undefined)
    await tab.quiet(signal)
    t.equal(await heading(), 'One', 'then it is left')
    await to({ url: `${server.origin}/hanging` }, 'domcontentloaded')
    await t.rejects(tab.page.navigate('reload', 'load', AbortSignal.timeout(300)), { name: /Timeout|timeout/ })
    slow?.()
  })

  await t.test('a dialog ends a navigation, however late its events are heard', async (t) => {
    // A daemon that is kept busy hears of the new document and of its dialog together.
    const busy = setInterval(() => {
      const until = performance.now() + 25
      while (performance.now() < until);
    }, 30)
    t.teardown(() => clearInterval(busy))
    for (let round = 0; round < 20; round++) {
      const path = round % 2 === 0 ? '/alerting' : '/alerting-at-once'
      const patience = AbortSignal.timeout(10_000)
      await t.rejects(tab.page.navigate({ url: server.origin + path }, 'load', patience), { name: 'dialog_open' }, path)
      await tab.page.answerDialog(true, undefined)
      await tab.quiet(signal)
    }
  })

  await t.test('quiet comes when the consequences have ended', async (t) => {
    await go(`${server.origin}/busy`)
    await act(await find('load'), { action: 'click' })
    t.equal(await page('out.textContent'), 'answer', 'a request is waited for')
    await act(await find('chain'), { action: 'click' })
    t.equal(await page('out.textContent'), 'step 0', 'a chain of changes is waited for')
    await act(await find('stream'), { action: 'click' })
    await go(`${server.origin}/one`)
    await act(await find('To two'), { action: 'click' })
    t.equal(
      await page('document.readyState + document.querySelector("h1").textContent'),
      'completeTwo',
      'a navigation is waited for',
    )
    await go(`${server.origin}/one`)
    await act(await find('Within'), { action: 'click' })
    await act(await find('Nothing'), { action: 'click' })
    await act(await find('File'), { action: 'click' })
    t.equal(await page('document.querySelector("h1").textContent'), 'One', 'what leads nowhere holds nothing up')
    await go(`${server.origin}/dialogs`)
    await act(await find('alert'), { action: 'click' })
    t.equal(tab.dialog?.message, 'Hello', 'a dialog ends the wait')
    await tab.page.answerDialog(true, undefined)
    await tab.quiet(AbortSignal.abort())
  })
})
