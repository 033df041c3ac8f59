// What a page tells as it happens: console, requests, downloads, against a real browser.
import t, { type Test } from 'tap'
import type { ConsoleEntry } from '../../daemon/platform/page.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/chromium.ts'
import { type Answer, serve } from '../fixtures/serve.ts'
import { type OpenTab, openTab } from '../fixtures/tab.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const browser = await launchChromium(t, ['--site-per-process'])
const html = (body: string) => `<!doctype html><title>Page</title><body>${body}`
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
  '/worker.js': 'console.log("from the worker"); throw new Error("in the worker")',
}
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

/** Asks until it holds: the page tells when it does, not when it is asked to. */
async function until<T>(ask: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask()
    if (holds(found)) return found
    await new Promise((done) => setTimeout(done, 20))
  }
}

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
    const { entries, lost } = await until(
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
    t.notMatch(enabled.join(), /Runtime|Log|Network|Browser/)
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
      ["console.log('x'.repeat(20000))", `log ${'x'.repeat(10000)}…`],
    ]
    for (const [script, ...lines] of cases) t.same(await said(script), lines, script.slice(0, 60))
    t.equal((await tab.page.console.since(mark, signal)).entries.length, cases.length + 1)
  })

  await t.test('goes on over navigations and frames in other processes', async (t) => {
    const { tab, signal, go, page } = await openAt(t, '/said')
    const mark = await tab.page.console.mark(signal)
    await go(`${server.otherOrigin}/framed`)
    await go(`${server.origin}/framed`)
    const { entries } = await until(
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
    await until(
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
    const { entries } = await until(
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
    const { entries } = await until(
      () => tab.page.console.since(mark, signal),
      () => tab.dialog !== undefined,
    )
    const now = entries.length > 0 ? entries : (await tab.page.console.since(mark, signal)).entries
    t.same(linesOf(now), ['log before'])
    const other = await openAt(t, '/blank')
    other.page("console.log('early', { a: 1 }); alert('wait')").catch(() => undefined)
    await until(
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
  })
})
