/** What `expectation` asks for, over a real browser: the specification's examples, and what is never computed unasked. */
import { setTimeout as pause } from 'node:timers/promises'
import { getEncoding } from 'js-tiktoken'
import t from 'tap'
import type { Agent } from '../../daemon/agents/agents.ts'
import { bare } from '../../daemon/methods/table.ts'
import { lateAges } from '../../daemon/platform/cdp/watch/marks.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { type Chromium, chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { idOn } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const encoding = getEncoding('o200k_base')
const tokensOf = (text: string) => encoding.encode(text).length

const search = `<!doctype html><meta charset="utf-8"><title>Teas</title>
<form onsubmit="event.preventDefault()">
<input id="q" name="search" aria-label="Search field" oninput="show(this.value)">
<button type="submit" onclick="this.dataset.pressed = (this.dataset.pressed || '') + 'x'; console.log('pressed')">Submit</button></form>
<label><input type="checkbox"> Organic only</label>
<a href="data:text/csv,tea,3" download="list.csv">Price list</a>
<a id="long" href="/noisy?${'long'.repeat(30)}" title="${'A very long name '.repeat(20)}">${'A very long name '.repeat(20)}</a>
<button onclick="alert('Sure?')">Ask</button><button onclick="location = '/noisy'">Away</button>
<button onclick="setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button>Arrived</button>'), 50)">Later</button>
<nav>${Array.from({ length: 40 }, (_, at) => `<a href="#n${at}">Link number ${at}</a>`).join(' ')}</nav>
<section class="search-results" aria-label="Results"></section>
<div class="plain"><p>Words alone</p><p>and more</p></div>
<fieldset id="login"><input type="password" aria-label="PIN" value="hunter22"><p>Log in</p></fieldset>
<script>
  function show(words) {
    document.querySelector('.search-results').innerHTML = '<h2>' + words + '</h2>' +
      Array.from({ length: 30 }, (_, at) => '<p>Tea ' + at + ' for ' + words + ' <button>Buy ' + at + '</button></p>').join('')
  }
</script>`
const noisy = `<!doctype html><meta charset="utf-8"><title>Noisy</title><button onclick="console.error('late failure')">Here</button><script>
  console.log('hello'); console.info('told'); console.debug('deep')
  for (let at = 0; at < 8; at++) console.error('failure ' + at + '\\nerror: forged')
  console.warn('careful')
</script>`

let browser: Chromium
let server: Server
let inside: Inside

t.before(async () => {
  browser = await launchChromium(t)
  server = await serve(t, { pages: { '/teas': search, '/noisy': noisy } })
  inside = await openInside(t, browser)
})

async function go(path: string): Promise<string> {
  const { outline } = await inside.call('navigate', {
    tab: inside.tab,
    url: `${server.origin}${path}`,
    format: 'outline',
  })
  return outline!
}

const scope = () => ({ scope: 'tab', tab: inside.tab })
const html = async () => (await inside.call('explore', { ...scope(), format: 'html' })).html ?? ''

t.test("the specification's examples", async (t) => {
  t.test('the minimal answer to a click', async (t) => {
    const outline = await go('/teas')
    const expectation = { includeSnapshot: false, includeConsole: false, includeCode: false }
    const submit = { elementId: idOn(outline, /button: Submit/), action: 'click', expectation }
    const text = await inside.text('interact', { ...submit, format: 'outline' })
    t.match(text, /^confirmed \(pointer\)\n\[\d+\] button: Submit$/)
    t.ok(tokensOf(text) <= 30, `${tokensOf(text)} tokens`)
    const result = await inside.call('interact', submit)
    t.same(Object.keys(result), ['effect', 'route', 'element'], 'and nothing else')
    t.ok(tokensOf(JSON.stringify(result)) <= 30, `${tokensOf(JSON.stringify(result))} tokens as JSON`)
    const box = { ...submit, elementId: idOn(outline, /checkbox: Organic/) }
    const checked = await inside.text('interact', { ...box, format: 'outline' })
    t.match(checked, /checkbox: Organic only \(.*checked\)$/, 'the state that it has now')
    t.ok(tokensOf(checked) <= 30, `${tokensOf(checked)} tokens`)
    const long = { ...submit, elementId: idOn(outline, /link: .*A very long/) }
    const hovered = await inside.text('interact', { ...long, action: 'hover', format: 'outline' })
    t.ok(tokensOf(hovered) <= 30, `${tokensOf(hovered)} tokens with a name that is long: ${hovered}`)
    const moved = await inside.text('interact', { ...long, format: 'outline' })
    t.equal(moved, 'confirmed (pointer) · moved', 'an address that is too long is not told')
    const again = await go('/teas')
    const away = await inside.text('interact', {
      ...submit,
      elementId: idOn(again, /button: Away/),
      format: 'outline',
    })
    t.equal(away, `confirmed (pointer) · ${server.origin}/noisy`)
    t.ok(tokensOf(away) <= 30, `${tokensOf(away)} tokens`)
  })

  t.test('the snapshot of one element alone', async (t) => {
    const outline = await go('/teas')
    const fill = {
      elementId: idOn(outline, /Search field/),
      action: 'set_value',
      value: 'test query',
      expectation: { includeSnapshot: true, snapshotOptions: { selector: '.search-results', maxLength: 500 } },
    }
    const { snapshot, changed, effect } = await inside.call('interact', fill)
    t.equal(effect, 'confirmed')
    t.equal(changed, undefined, 'the snapshot stands instead of what changed')
    const { length } = snapshot!.outline!
    t.ok(length > 400 && length <= 500, `${length} characters`)
    t.match(snapshot, { shownLength: length, truncated: true, confirmToken: String })
    t.match(snapshot?.outline, /^\[\d+\] region: Results\n \[\d+\] heading: test query\n \[\d+\] text: Tea 0/)
    t.notMatch(snapshot?.outline, /Link number/)
    const { content } = await inside.call('confirm', { confirmToken: snapshot!.confirmToken! })
    t.equal(content.length, snapshot?.totalLength)
    t.ok(content.startsWith(snapshot!.outline!))
    t.match(content, /Buy 29/)
    t.equal((await inside.fail('confirm', { confirmToken: snapshot!.confirmToken! })).name, 'not_found', 'once')
    const text = await inside.text('interact', { ...fill, value: 'other', format: 'outline' })
    t.match(
      text,
      /^confirmed \(native\)\n\[\d+\] textfield: Search field =other.*\nsnapshot \(4\d\d of \d+ characters, confirmToken \S+, revision \d+\):\n\[\d+\] region: Results\n/,
    )
  })

  t.test('the log of errors alone', async (t) => {
    const params = {
      tab: inside.tab,
      url: `${server.origin}/noisy`,
      expectation: { includeConsole: true, consoleOptions: { levels: ['error', 'warn'], maxMessages: 5 } },
    }
    const result = await inside.call('navigate', params)
    t.match(result, { title: 'Noisy', elements: Array }, 'with what navigate shows by itself')
    t.same(
      result.console?.messages.map(({ level, text }) => `${level} ${text}`),
      [...[4, 5, 6, 7].map((at) => `error failure ${at}\nerror: forged`), 'warn careful'],
    )
    t.equal(result.console?.more, 4, 'how many there were before')
    const text = await inside.text('navigate', { ...params, format: 'outline' })
    t.match(text, /\nconsole:\nerror: failure 4 error: forged\n(error: .*\n){3}warn: careful\n\(4 more before\)$/)
  })
})

t.test('snapshots', async (t) => {
  const outline = await go('/teas')
  const [field, submit] = [idOn(outline, /Search field/), idOn(outline, /button: Submit/)]
  const snapshotOf = async (snapshotOptions: object, more: object = {}) =>
    (await inside.call('expand', { elementId: field, expectation: { snapshotOptions, ...more } })).snapshot

  t.test('of a whole page', async (t) => {
    const { snapshot } = await inside.call('expand', { elementId: field, expectation: { includeSnapshot: true } })
    const { outline: shown } = await inside.call('explore', { ...scope(), format: 'outline' })
    t.equal(snapshot?.outline, shown, 'is what explore shows')
    t.equal(await snapshotOf({}, { includeSnapshot: false }), undefined, 'options alone do not bring it against a no')
  })
  t.test('of a part', async (t) => {
    const plain = await snapshotOf({ selector: '.plain' })
    t.match(plain?.outline, /text: Words alone\n.*text: and more/, 'with its texts')
    t.equal(plain?.truncated, undefined)
    t.same(await snapshotOf({ selector: '.plain', format: 'text' }), { text: 'Words alone\n\nand more' })
    const asHtml = await snapshotOf({ selector: '.plain', format: 'html' })
    t.equal(asHtml?.html, '<div class="plain"><p>Words alone</p><p>and more</p></div>')
  })
  t.test('with positions and actions', async (t) => {
    const asked = { showCoordinates: true, showActions: true }
    const explored = await inside.call('explore', { ...scope(), format: 'outline', ...asked })
    const { outline: shown, positions } = (await snapshotOf(asked))!
    t.match(shown, /button: Submit.* @\d+,\d+ \d+x\d+/)
    t.same({ shown, positions }, { shown: explored.outline, positions: 'page' }, 'is what explore shows')
    const part = await snapshotOf({ selector: '#login', ...asked, maxLength: 10_000 })
    t.match(part?.outline, /password: PIN .*@\d+,\d+ \d+x\d+ \{AXConfirm\}/)
    t.equal(part?.positions, 'page')
  })
  t.test('are cut at the end of a line', async (t) => {
    for (const format of ['aria', 'text', 'html']) {
      const whole = await snapshotOf({ selector: '.plain', format, maxLength: 100_000 })
      const content = (whole?.outline ?? whole?.text ?? whole?.html)!
      t.match(whole, { totalLength: content.length, shownLength: content.length })
      t.equal(whole?.truncated, undefined, `${format}: all of it`)
      for (const maxLength of [0, 1, 7, content.length - 1]) {
        const cut = await snapshotOf({ selector: '.plain', format, maxLength })
        const shown = (cut?.outline ?? cut?.text ?? cut?.html)!
        const lines = content
          .slice(0, maxLength + 1)
          .split('\n')
          .slice(0, -1)
        t.equal(shown, lines.join('\n') || content.slice(0, maxLength), `${format} ${maxLength}`)
        t.match(cut, { totalLength: content.length, shownLength: shown.length, truncated: true })
        const { content: rest } = await inside.call('confirm', { confirmToken: cut!.confirmToken! })
        t.equal(rest, content)
      }
    }
  })
  t.test('hold no secrets', async (t) => {
    for (const format of ['aria', 'text', 'html']) {
      const part = await snapshotOf({ selector: '#login', format })
      t.match(JSON.stringify(part), /Log in/, format)
      t.notMatch(JSON.stringify(part), /hunter22/, format)
    }
  })
  t.test('belong to who asked', async (t) => {
    const part = await snapshotOf({ selector: '.plain', maxLength: 3 })
    const other: Agent = { name: 'other', scope: 'admin' }
    t.equal((await inside.fail('confirm', { confirmToken: part!.confirmToken! }, other)).name, 'not_found')
  })
  t.test('of what is not there', async (t) => {
    const missing = { snapshotOptions: { selector: '.nowhere' } }
    const read = await inside.fail('expand', { elementId: field, expectation: missing })
    t.match(read, { name: 'not_found', message: /"\.nowhere" matches nothing in t1/, hint: /expand/ })
    const acted = await inside.call('interact', { elementId: submit, action: 'click', expectation: missing })
    t.match(acted, { effect: 'confirmed', snapshot: { error: { name: 'not_found', message: /\.nowhere/ } } })
    t.match(await html(), /data-pressed="x"/, 'the act was done, and is told')
    const went = { tab: inside.tab, url: `${server.origin}/teas`, expectation: missing, format: 'outline' }
    t.match(await inside.text('navigate', went), /^tab t1 · Teas · .*\nsnapshot:\nnot_found: The selector "\.nowhere"/)
  })
  t.test('of what is no selector', async (t) => {
    const outline = await go('/teas')
    const wrong = { snapshotOptions: { selector: 'div[' } }
    const elementId = idOn(outline, /button: Submit/)
    const error = await inside.fail('interact', { elementId, action: 'click', expectation: wrong })
    t.match(error, { name: 'invalid_params', data: { path: 'params.expectation.snapshotOptions.selector' } })
    t.notMatch(await html(), /data-pressed/, 'refused before anything was done')
  })
})

t.test('console', async (t) => {
  t.test('holds what the call brought, and no more', async (t) => {
    const outline = await go('/noisy')
    const here = { elementId: idOn(outline, /button: Here/), expectation: { includeConsole: true } }
    const none = await inside.call('expand', here)
    t.same(none.console, { messages: [] }, 'asked for, and nothing came')
    const pressed = await inside.call('interact', { ...here, action: 'click' })
    t.match(pressed.console, { messages: [{ level: 'error', text: 'late failure' }] })
    t.equal(pressed.console?.messages.length, 1)
    t.match(await inside.text('expand', here), /\nconsole: nothing$/)
  })
})

t.test('evaluate', async (t) => {
  const outline = await go('/teas')
  const { tab } = inside
  const script = "console.warn('careful'); console.debug('deep'); 1 + 1"
  const usual = await inside.call('evaluate', { tab, script })
  t.match(usual, { result: 2, console: { messages: [{ level: 'warn', text: 'careful' }] } }, 'the console by itself')
  t.equal(usual.console?.messages.length, 1)
  t.notOk('console' in (await inside.call('evaluate', { tab, script: '2 + 2' })), 'and nothing of nothing')
  t.match(await inside.call('evaluate', { tab, script: '3', expectation: { includeConsole: true } }), {
    console: { messages: [] },
  })
  const least = { tab, script, expectation: { includeConsole: false } }
  t.notOk('console' in (await inside.call('evaluate', least)))
  t.equal(await inside.text('evaluate', { ...least, script: "'two\\nlines'" }), '"two\\nlines"')
  const text = await inside.text('evaluate', { tab, script })
  t.match(text, /^2\n(.*\n)*console:\nwarn: careful$/)
  const write = { tab, script: "document.querySelector('.plain').innerHTML = '<button>Fresh</button>'; 1" }
  const expectation = { diff: true, snapshotOptions: { selector: '.plain' } }
  const written = await inside.text('evaluate', { ...write, expectation })
  t.match(written, /\nchanged:\n(.*\n)*\+ +\[\d+\] button: Fresh\n/, 'what the script changed, where it is asked for')
  t.match(written, /\nsnapshot .*:\n\[\d+\] button: Fresh$/)
  const picture = await inside.call('screenshot', {
    tab,
    expectation: { imageOptions: { format: 'jpeg', quality: 40 } },
  })
  t.match(picture, { format: 'jpeg' })
  t.notOk('ignored' in picture || 'snapshot' in picture, 'a picture has options of its own, and nothing else beside it')
  t.ok(outline)
})

t.test('downloads', async (t) => {
  const outline = await go('/teas')
  const list = { elementId: idOn(outline, /link: Price list/), action: 'click' }
  const { downloads } = await inside.call('interact', { ...list, expectation: { includeDownloads: true } })
  t.match(downloads, [{ name: 'list.csv', url: /^data:/, state: 'completed', bytes: 5 }])
  t.equal(downloads?.length, 1)
  const later = await inside.call('expand', { elementId: list.elementId, expectation: { includeDownloads: true } })
  t.same(later.downloads, [], 'those of the call alone')
})

t.test('what changed', async (t) => {
  const outline = await go('/teas')
  const field = idOn(outline, /Search field/)
  const fill = { elementId: field, action: 'set_value' }
  t.match(await inside.call('interact', { ...fill, value: 'one' }), { changed: { added: Array } }, 'by itself')
  const without = await inside.call('interact', { ...fill, value: 'two', expectation: { diff: false } })
  t.notOk('changed' in without)
  const both = { includeSnapshot: true, snapshotOptions: { selector: 'h2' }, diff: true }
  const told = await inside.call('interact', { ...fill, value: 'three', expectation: both })
  t.match(told, { changed: { changed: Array }, snapshot: { outline: /^\[\d+\] heading: three$/ } })
  const console = await inside.call('interact', { ...fill, value: 'four', expectation: { includeConsole: true } })
  t.match(console, { changed: { changed: Array }, console: { messages: [] } }, 'other parts leave it alone')
  await inside.call('interact', {
    elementId: idOn(outline, /button: Later/),
    action: 'click',
  })
  const late = { ...scope(), filter: { anyFieldContains: 'Arrived' }, elementTypes: ['button'] }
  await inside.call('wait', late)
  const still = await inside.call('wait', { ...late, expectation: { diff: true } })
  t.same(still.changed, {}, 'of a call that only looks as well')
  const url = `${server.origin}/noisy`
  const went = { tab: inside.tab, url, expectation: { diff: true, includeSnapshot: false } }
  t.match(await inside.text('navigate', { ...went, format: 'outline' }), /\nchanged:\n\+ \[\d+\] page: Noisy/)
})

t.test('tabs, and dialogs in the way', async (t) => {
  const outline = await go('/teas')
  const asks = { elementId: idOn(outline, /button: Ask/), action: 'click', format: 'outline' }
  const all = { includeSnapshot: true, includeTabs: true, includeConsole: true }
  const text = await inside.text('interact', { ...asks, expectation: all })
  t.match(text, /^confirmed \(pointer\) · alert open: Sure\?\n/)
  t.match(text, /\ntabs:\nt1 .* \(.*selected, dialog: Sure\?\)\n/)
  t.match(text, /\nsnapshot \(not settled.*\):\npage: Teas/, 'the copy from before')
  const done = await inside.text('dialog', {
    tab: inside.tab,
    accept: true,
    format: 'outline',
    expectation: { diff: false },
  })
  t.equal(done, 'alert handled: Sure?')
  const opened = await inside.call('tabs', { action: 'open', url: `${server.origin}/noisy` })
  const tab = opened.tabs.find((one) => one.tab !== inside.tab)!.tab
  const closed = await inside.call('tabs', { action: 'close', tab, expectation: { includeConsole: true } })
  t.match(closed, { tabs: Array, ignored: ['includeConsole'] }, 'a tab that is gone has none')
})

t.test('what a target cannot have', async (t) => {
  const app = { scope: 'application', bundleId: 'replay.calculator' }
  const { outline } = await inside.call('explore', { ...app, format: 'outline' })
  const click = { elementId: idOn(outline, /button: 7/), action: 'click' }
  const everything = {
    includeSnapshot: true,
    includeConsole: true,
    includeDownloads: true,
    includeTabs: true,
    includeCode: true,
    diff: true,
    snapshotOptions: { selector: '.x', format: 'html' },
    imageOptions: { quality: 50 },
  }
  const result = await inside.call('interact', { ...click, expectation: everything })
  t.match(result, {
    effect: 'confirmed',
    changed: { changed: Array },
    snapshot: { outline: /application: Calculator/ },
  })
  t.same(result.ignored?.toSorted(), [
    'imageOptions',
    'includeCode',
    'includeConsole',
    'includeDownloads',
    'includeTabs',
    'snapshotOptions.format',
    'snapshotOptions.selector',
  ])
  t.match(await inside.text('interact', { ...click, expectation: everything }), /\n\(ignored: imageOptions, .*\)\n/)
  const bounded = await inside.call('interact', { ...click, expectation: { snapshotOptions: { maxLength: 40 } } })
  t.match(bounded.snapshot?.outline, /^.{1,40}$/s)
  const health = await inside.call('status', { expectation: { includeSnapshot: true } })
  t.match(health, { version: String, snapshot: { outline: String } }, 'what has no target of its own: what is in front')
})

t.test('what is not asked for is not computed', async (t) => {
  const plain = inside.with(bare)
  const nothing = {
    includeSnapshot: false,
    includeConsole: false,
    includeDownloads: false,
    includeTabs: false,
    includeCode: false,
    diff: false,
  }
  const outline = await go('/teas')
  // Until then it is asked again what listens in it.
  await pause(Math.max(...lateAges))
  const calls: [Parameters<Inside['call']>[0], object][] = [
    ['interact', { elementId: idOn(outline, /button: Submit/), action: 'click' }],
    ['interact', { elementId: idOn(outline, /checkbox: Organic/), action: 'click' }],
    ['interact', { elementId: idOn(outline, /Search field/), action: 'focus' }],
    ['explore', scope()],
    ['expand', { elementId: idOn(outline, /Search field/) }],
    ['tabs', {}],
  ]
  /** What a page is asked for in the background, after a reading, has been asked. */
  const calm = async () => {
    let quiet = 0
    await until(async () => {
      const { settled } = await inside.call('explore', scope())
      const sent = await inside.commands(() => pause(30))
      quiet = settled === true && sent.length === 0 ? quiet + 1 : 0
      return quiet === 3
    }, 'nothing more is asked')
  }
  const sentBy = async (work: () => Promise<unknown>) => {
    await calm()
    // How the tabs are called is asked now and then, whoever calls.
    return (await inside.commands(work)).filter((name) => name !== 'Target.getTargets').toSorted()
  }
  for (const [method, params] of calls) {
    await inside.call(method, params)
    const without = await sentBy(() => plain.call(method, params))
    const usual = await sentBy(() => inside.call(method, params))
    t.same(
      usual,
      without,
      `${method} by default sends what it would send without the feature: ${usual.length} commands`,
    )
    const least = await sentBy(() => inside.call(method, { ...params, expectation: nothing }))
    t.same(least, without, `${method} with nothing included sends no more`)
  }
  await calm()
  const page = { tab: inside.tab, url: `${server.origin}/noisy` }
  const least = await inside.commands(() => inside.call('navigate', { ...page, expectation: nothing }))
  // The look at the root of a document that loads has its events come at once when it is read.
  t.notOk(
    least.find((name) => /^(Accessibility|DOM|DOMSnapshot|DOMDebugger|CSS)\.(?!enable|getRootAXNode)/.test(name)),
    `navigate without its snapshot reads no tree: ${least.length} commands`,
  )
  const asked = await inside.call('navigate', { ...page, expectation: nothing })
  t.same(asked, { tab: inside.tab, url: page.url, title: 'Noisy' }, 'and knows the title all the same')
  const before = await inside.call('tabs')
  const { tabs } = await inside.call('tabs', { action: 'open', url: `${server.origin}/noisy` })
  const { tab } = tabs.find((one) => !before.tabs.some((other) => other.tab === one.tab))!
  const listens = (sent: readonly string[]) => sent.includes('Runtime.enable')
  const quiet = { tab, script: '1', expectation: { includeConsole: false } }
  t.notOk(listens(await inside.commands(() => inside.call('evaluate', quiet))), 'nobody listens to a console unasked')
  t.ok(listens(await inside.commands(() => inside.call('evaluate', { tab, script: '1' }))), 'and only when asked')
})
