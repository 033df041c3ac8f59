/** `ix trace`: what sessions did, in one file for its owner alone, and the page that shows it again. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import type { Locator, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { readTrace, type Trace } from '../../api-schema/trace.ts'
import { maskedCall, maskedLine, maskedText } from '../../clients/trace/masked.ts'
import { exitOf, type Home, ix, ixFile, makeHome } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { faults, openBrowser, openPage, startView } from '../fixtures/view.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor, flat } from './client.ts'

function folderFor(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'ix-trace-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

interface Tracing {
  readonly trace: () => Trace
  end(): Promise<number | null>
}

async function startTrace(t: Test, home: Home, file: string, ...flags: readonly string[]): Promise<Tracing> {
  const child = spawn(process.execPath, [ixFile, 'trace', '--out', file, ...flags], { env: home.env, stdio: 'pipe' })
  const ended = exitOf(child)
  const end = () => {
    child.kill('SIGINT')
    return ended
  }
  t.teardown(end)
  await once(child.stderr, 'data')
  return { trace: () => readTrace(readFileSync(file, 'utf8'))!, end }
}

const looksOf = ({ entries }: Trace) => entries.flatMap((entry) => ('look' in entry ? [entry.look] : []))
const callsOf = ({ entries }: Trace) => entries.flatMap((entry) => ('call' in entry ? [entry.call] : []))
const calculator = { scope: 'application', bundleId: 'Calculator' }

// Each has a daemon of its own, and waits for most of its time.
t.jobs = 3

t.test('calls, and what was seen after them, for the owner alone', { buffered: true }, async (t) => {
  const { home, call } = await daemonFor(t)
  const folder = folderFor(t)
  const [file, masked, link] = ['plain.trace', 'masked.trace', 'link.trace'].map((name) => join(folder, name))
  writeFileSync(file!, 'before', { mode: 0o644 })
  symlinkSync(file!, link!)
  t.match(await ix(home, 'trace', '--out', link!), { code: 2, err: /is a link: name the file itself/ })
  t.match(await ix(home, 'trace'), { code: 2, err: /Usage: ix trace --out FILE/ })

  const plain = await startTrace(t, home, file!, '--of', 'worker')
  const hidden = await startTrace(t, home, masked!, '--mask')
  const { elements } = await call('explore', calculator)
  const seven = flat(elements).find(({ name }) => name === '7')!.id
  const worker = byRpc(home, { session: 'worker' })
  await worker('explore', { ...calculator, format: 'outline' })
  await worker('interact', { elementId: seven, action: 'click', format: 'outline' })
  await until(() => looksOf(plain.trace()).length === 2 && looksOf(hidden.trace()).length >= 2, 'both were looked at')
  t.equal(await plain.end(), 0)
  t.equal(await hidden.end(), 0)

  t.equal(statSync(file!).mode & 0o777, 0o600)
  t.equal(statSync(masked!).mode & 0o777, 0o600)
  t.same(
    callsOf(plain.trace()).map(({ name, method }) => [name, method]),
    [
      ['worker', 'explore'],
      ['worker', 'interact'],
    ],
    'only the session that was asked for, and not what the trace itself asks',
  )
  const [before] = looksOf(plain.trace())
  t.match(linesApart(before!.outline).join('\n'), /button: 7/)
  t.ok(before!.elements.length > 0 && before!.tokens > 50)
  t.match(callsOf(plain.trace())[1]!.changed, [/text: 0 → 7$/])
  t.match((await ix(home, 'trace', file!, '--as', 'ix')).out, /\nix do --app \S+ \\\n {2}'click button "7"'/)
  t.match(await ix(home, 'trace', file!, '--as', 'playwright'), { code: 2, err: /is an application: write it --as ix/ })
  t.match(await ix(home, 'trace', masked!, '--as', 'ix'), { code: 2, err: /is masked/ })

  t.equal(hidden.trace().head.masked, true)
  const text = readFileSync(masked!, 'utf8')
  t.notMatch(text, /alculator|Clear|Undo|button: 7/, 'no text')
  const [was, is] = [before!, looksOf(hidden.trace())[0]!]
  t.same(
    is.outline.split('\n').map(({ length }) => length),
    linesApart(was.outline).map(({ length }) => length),
    'the lengths stay',
  )
  const shape = ({ id, role, frame, name }: Element) => [id, role, frame, name?.length]
  t.same(flat(is.elements).map(shape), flat(was.elements).map(shape), 'and the structure')
})

const shop = `<!doctype html><title>Shop</title><h1>Shop</h1>
<form onsubmit="event.preventDefault(); tell('in ' + user.value + ' ' + pin.value + ' ' + mail.checked + ' ' + size.value); location.hash = 'in'; said.textContent = 'Hello ' + user.value">
<label>User <input id="user"></label><label>PIN <input id="pin" type="password"></label><label><input type="checkbox" id="mail"> Mail</label>
<label>Size <select id="size"><option value="s">Small</option><option value="l">Large</option></select></label><button>Sign in</button></form>
<button onclick="tell('first')">Delete</button><button onclick="tell('second'); said.textContent = 'Second is gone'">Delete</button>
<p id="said" role="status"></p><script>const tell = (what) => fetch('/told?' + encodeURIComponent(what))</script>`

/** As `@playwright/test` has them, as far as a trace writes them. */
const wanted = (on: Page & Locator) => ({
  toHaveURL: (url: string) => until(() => on.url() === url, `the address ${url}`),
  toHaveValue: (value: string) => until(async () => (await on.inputValue()) === value, `the value ${value}`),
  toHaveText: (text: string) => until(async () => (await on.textContent()) === text, `the text ${text}`),
  toBeChecked: () => until(() => on.isChecked(), 'it is checked'),
  toBeVisible: () => until(() => on.isVisible(), 'it is visible'),
})

t.test(
  'a session written out as a script does the same again, and says where it differs',
  { buffered: true },
  async (t) => {
    if (!chromiumOrSkip(t)) return
    const told: string[] = []
    const server = await serve(t, {
      pages: {
        '/': shop,
        '/told': ({ url = '' }, response) => {
          told.push(decodeURIComponent(url.slice(url.indexOf('?') + 1)))
          response.end()
        },
      },
    })
    const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
    const folder = folderFor(t)
    const file = join(folder, 'shop.trace')
    const { trace, end } = await startTrace(t, home, file)
    const find = (text: string) => ({ filter: { anyFieldContains: text } })
    await call('navigate', { url: `${server.origin}/` })
    const { elements } = await call('explore', { elementTypes: ['textfield'] })
    const user = flat(elements).find(({ role }) => role === 'AXTextField')!.id
    await call('interact', { elementId: user, action: 'set_value', value: 'Ann "x" $1' })
    const steps = [
      { action: 'set_value', find: find('PIN'), value: 'CANARY-7' },
      { action: 'toggle', find: find('Mail'), value: 'on' },
      { action: 'set_value', find: find('Size'), value: 'Large' },
    ]
    const isSeen = (count: number) => until(() => looksOf(trace()).length === count, 'it was looked at')
    await isSeen(2)
    await call('interact', { steps })
    await isSeen(3)
    await call('interact', { find: find('Sign in'), action: 'click' })
    await isSeen(4)
    await call('interact', { find: { ...find('Delete'), nth: 2 }, action: 'click' })
    await isSeen(5)
    await end()
    const done = ['in Ann "x" $1 CANARY-7 true l', 'second']
    t.same(told.splice(0), done)
    t.match(await ix(home, 'trace', file, '--as', 'perl'), { code: 2, err: /--as takes ix or playwright/ })

    writeFileSync(join(folder, 'ix'), `#!/bin/sh\nexec '${process.execPath}' '${ixFile}' "$@"\n`, { mode: 0o755 })
    const script = (await ix(home, 'trace', file, '--as', 'ix')).out
    t.notMatch(script, /CANARY/, 'what was typed into a secure field is not in it')
    const play = async (text: string) => {
      const child = spawn('sh', ['-c', text], { env: { ...home.env, PATH: `${folder}:${process.env.PATH}` } })
      child.stdin.end('CANARY-7\n')
      const [out, err, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), exitOf(child)])
      return { said: out + err, code }
    }
    const again = await play(script)
    t.equal(again.code, 0, again.said)
    t.same(told.splice(0), done, again.said)
    const other = await play(script.replace('Hello Ann', 'Hello Bob'))
    t.equal(other.code, 1)
    t.match(other.said, /Step \d+ of \d+: Expected "Hello Bob .*found only .*Hello Ann/)
    told.length = 0

    const code = (await ix(home, 'trace', file, '--as', 'playwright')).out
    t.match(code, /getByRole\('checkbox', \{ name: 'Mail', exact: true \}\)\)\.toBeChecked\(\)/)
    const body = code.replace(/^import .*\n/, '').replace(/^test\(/m, 'return test(')
    const context = await (await openBrowser(t)).newContext()
    const test = (_: string, run: (given: { context: typeof context }) => Promise<void>) => run({ context })
    const environment = { env: { TYPED_1: 'CANARY-7' } }
    await new Function('test', 'expect', 'process', body)(test, wanted, environment)
    await until(() => told.length === done.length, 'the server was told')
    t.same(told, done, code)
    await context.close()
  },
)

t.test('what is masked', { buffered: true }, async (t) => {
  t.equal(maskedText('Ärger X1, 北京 ½'), 'Xxxxx X0, xx 0')
  for (const [line, wanted] of [
    ['[5] link: "Basket (0)"', '[5] link: "Xxxxxx (0)"'],
    ['  [7] checkbox: Organic only (checked, focused)', '  [7] checkbox: Xxxxxxx xxxx (checked, focused)'],
    [' links: [5 Tea][6 Cups]', ' xxxxx: [0 Xxx][0 Xxxx]'],
    ['~ [7] checkbox: Tea (unchecked → checked)', '~ [7] checkbox: Xxx (unchecked → checked)'],
    ['~ [9] textfield: Name =Ann → =Bob', '~ [9] textfield: Xxxx =Xxx → =Xxx'],
    ['[3] button: Save (secret)', '[3] button: Xxxx (xxxxxx)'],
    ['(revision 12)', '(revision 12)'],
    ['… 3 more links', '… 3 more links'],
    ['anything else', 'xxxxxxxx xxxx'],
  ] as const)
    t.equal(maskedLine(line), wanted)
})

t.test('a call that was refused is masked whole, for nothing has checked it', { buffered: true }, async (t) => {
  const call = {
    ...{ call: 1, agent: 'owner', session: 's1', acts: true, outcome: 'invalid_params', tokens: 9, ms: 1, at: '' },
    method: 'my secret',
    target: 'my secret',
    params: { action: 'my secret', role: ['my secret'], 'my secret': 1, find: { 'my secret': { tab: 'my secret' } } },
  }
  const words = {
    action: 'xx xxxxxx',
    role: ['xx xxxxxx'],
    'xx xxxxxx': 1,
    find: { 'xx xxxxxx': { tab: 'xx xxxxxx' } },
  }
  t.same(maskedCall(call), { ...call, method: 'xx xxxxxx', target: 'xx xxxxxx', params: words })
  const fine = { ...call, outcome: 'ok', method: 'explore', params: { role: 'button', filter: { role: 'button' } } }
  t.same(maskedCall(fine).params, fine.params)
})

t.test('what is no trace is refused', { buffered: true }, async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  const file = join(folderFor(t), 'other.json')
  t.match(await ix(home, 'view', file), { code: 1, err: /ENOENT/ })
  for (const content of ['', '{}', 'x', '{"format":"interface-explorer-trace","version":99}']) {
    writeFileSync(file, content)
    t.match(await ix(home, 'view', file), {
      code: 2,
      err: /is not a trace of this version\. ix trace --out FILE writes one/,
    })
  }
  t.match(await ix(home, 'view', file, '--tab', 't1'), { code: 2, err: /takes no other flags/ })
})

t.test(
  'a trace that is full ends, says so in itself and on the terminal, and keeps what it has',
  { buffered: true },
  async (t) => {
    const { home, call } = await daemonFor(t)
    const file = join(folderFor(t), 'small.trace')
    for (const odd of ['0', '-1', 'x', '', '401', '1e9'])
      t.match(
        await ix(home, 'trace', '--out', file, `--max-mb=${odd}`),
        { code: 2, err: /--max-mb takes a number/ },
        odd,
      )
    t.notOk(existsSync(file), 'nothing was begun')
    const most = 40_000
    const ended = ix(home, 'trace', '--out', file, '--max-mb', String(most / 1_000_000))
    await until(() => existsSync(file) && readTrace(readFileSync(file, 'utf8')) !== undefined, 'it has begun')
    const { elements } = await call('explore', calculator)
    const seven = flat(elements).find(({ name }) => name === '7')!.id
    const bytes: string[] = []
    let isOver = false
    const said = ended.finally(() => {
      isOver = true
    })
    for (let presses = 0; !isOver && presses < 200; presses++) {
      await call('interact', { elementId: seven, action: 'click' })
      bytes.push(readFileSync(file, 'utf8'))
    }
    const { code, out, err } = await said
    t.equal(code, 1)
    t.match(
      err,
      /^ix: limit_exceeded: The trace has reached its limit of 0\.04 MB and has ended; .*\nhint: .*--max-mb/m,
    )
    const text = readFileSync(file, 'utf8')
    t.ok(
      bytes.every((one) => text.startsWith(one)),
      'nothing that was written is lost',
    )
    t.ok(Buffer.byteLength(text) <= most, 'nor is it longer than was allowed')
    const trace = readTrace(text)!
    t.match(trace.end, { most, at: /^\d{4}-/ })
    t.ok(text.trimEnd().split('\n').at(-1)!.startsWith('{"end":'), 'the last line says so')
    t.match(out, new RegExp(`: ${callsOf(trace).length} calls; show it by ix view`))
    t.ok(callsOf(trace).length > 1 && looksOf(trace).length > 0)
    t.equal(text.trimEnd().split('\n').length, 2 + trace.entries.length, 'every line can be read')
  },
)

t.test('shown again, without a daemon', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await openBrowser(t)
  const { origin } = await serve(t, {
    pages: {
      '/': `<!doctype html><title>Shop</title><button onclick="this.textContent = 'Add ' + ++n">Add</button><script>let n = 0</script>`,
    },
  })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const file = join(folderFor(t), 'shop.trace')
  const { trace, end } = await startTrace(t, home, file)
  // A step that is about nothing, before anything is looked at.
  await call('status', {})
  const { tab } = (await call('navigate', { url: `${origin}/` })) as { readonly tab: string }
  const press = { find: { tab, filter: { anyFieldContains: 'Add' } }, action: 'click', format: 'outline' }
  await call('interact', press)
  await until(() => looksOf(trace()).length === 2, 'it was looked at')
  await call('interact', press)
  await until(() => looksOf(trace()).length === 3, 'it was looked at again')
  t.match(looksOf(trace())[2]!.picture, { format: 'webp', width: Number })
  await end()

  // As anybody could have written it.
  const forged = { ...callsOf(trace())[0], call: 99, method: '<img src=x onerror=alert(1)>' }
  const noPicture = { ...looksOf(trace())[2]!, picture: { format: 'png', width: 9, height: 9, data: '§' } }
  const full = { end: { at: new Date().toISOString(), most: 2_500_000 } }
  const more = [{ call: forged }, { look: noPicture }, full].map((one) => `${JSON.stringify(one)}\n`).join('')
  writeFileSync(file, `${readFileSync(file, 'utf8')}${more}{"call":{"met`)
  const alone = makeHome()
  t.teardown(() => alone.remove())
  const { page, complaints } = await openPage(t, browser, (await startView(t, alone, file)).link)
  const line = (text: RegExp) => page.getByRole('treeitem', { name: text })
  t.equal(await page.locator('.picture .note').textContent(), 'Nothing had been looked at by then.')
  const time = page.getByRole('slider', { name: 'Time' })
  await time.focus()
  await page.keyboard.press('ArrowRight')
  await line(/button: Add$/).waitFor()
  await page.locator('svg image').waitFor()
  t.match(await page.locator('header').textContent(), /Trace shop\.trace, begun/)
  t.match(await page.locator('.timeline .note').textContent(), /had reached its limit of 2\.5 MB at .*not in it\.$/)
  await page.keyboard.press('ArrowRight')
  await line(/Add 1/).waitFor()
  await page.keyboard.press('ArrowRight')
  await line(/Add 2/).waitFor()
  t.match(await time.getAttribute('aria-valuetext'), /^unnamed: click “Add”, confirmed$/)
  await line(/Add 2/).click()
  t.match(await page.locator('.details pre').textContent(), /name: Add 2/)
  await page.getByRole('searchbox').fill('nothing of that')
  await until(async () => (await page.getByRole('treeitem').count()) === 0, 'the search has narrowed it')
  await page.getByRole('searchbox').fill('')
  t.equal(await page.getByRole('button', { name: /Pause|Take over/ }).count(), 0, 'there is nobody to hold')
  t.same(await faults(page), [])
  await page.getByText('<img src=x', { exact: false }).click()
  t.equal(await page.locator('img').count(), 0)
  await page.getByText('There are no pixels').waitFor()
  t.same(complaints, [])
})
