// Files given to a page of a real browser: to fields, behind labels and buttons, in frames; and what is refused, and when.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { Row } from '../../../daemon/platform/element/row.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openInside } from '../../fixtures/web/inside.ts'
import { openTab } from '../../fixtures/web/tab.ts'

const told = `onchange="log.textContent += this.id + ':' + [...this.files].map((file) => file.name + file.size) + ';'"`
const page = (other: string) => `<!doctype html><title>Files</title>
<label>Report <input type="file" id="one" accept=".pdf" ${told}></label>
<input type="file" id="many" multiple aria-label="Many" ${told}>
<input type="file" id="dir" webkitdirectory aria-label="Folder" onchange="log.textContent += 'dir:' + this.files.length + ';'">
<input type="file" id="off" disabled aria-label="Off">
<input type="file" id="gone" style="display:none" aria-label="Gone" ${told}><label for="gone" role="button" tabindex="0" id="styled">Styled <b>label</b></label>
<button id="pick" onclick="choose(true)">Pick</button><button id="single" onclick="choose(false)">Single</button>
<button id="late" onclick="fetch('/').then((answer) => answer.text()).then(() => choose(true))">Late</button>
<button id="picker" onclick="showOpenFilePicker().catch((error) => (log.textContent += error.name))">Picker</button>
<button id="nothing">Nothing</button><button id="alert" onclick="alert('No')">Alert</button>
<input type="file" id="taker" aria-label="Taker" onchange="log.textContent += 'took ' + this.files[0].name + ';'; this.value = ''">
<input type="file" id="asker" aria-label="Asker" onchange="alert('Sure?')">
<div id="drop" role="button" tabindex="0" aria-label="Drop zone"><input type="file" multiple aria-label="Inner" id="inner" ${told} style="opacity:0"></div>
<p id="log"></p><iframe src="${other}/frame"></iframe>
<script>function choose(multiple) {
  const field = document.createElement('input')
  Object.assign(field, { type: 'file', multiple })
  field.onchange = () => (log.textContent += 'chosen:' + [...field.files].map((file) => file.name) + ';')
  field.click()
}</script>`

const frame = `<!doctype html><input type="file" aria-label="Framed" onchange="document.title = this.files[0].name">
<button aria-label="Frame pick" onclick="const field = document.createElement('input'); field.type = 'file'; field.onchange = () => (this.textContent = field.files[0].name); field.click()">Pick</button>`

t.test('files for a page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const home = t.testdir({ 'a.pdf': 'aaa', 'b, 2.txt': 'bb', folder: { 'c.txt': 'c', deep: { 'd.txt': 'd' } } })
  const [a, b, folder] = [join(home, 'a.pdf'), join(home, 'b, 2.txt'), join(home, 'folder')]
  const browser = await launchChromium(t, ['--site-per-process'])
  const server = await serve(t, {
    pages: {
      '/': () => page(server.otherOrigin),
      '/frame': frame,
    },
  })
  const { tab, go, joined, find, act, page: run, read } = await openTab(t, browser)
  const open = async () => {
    await go(`${server.origin}/`)
    await joined(1)
  }
  const log = () => run<string>('log.textContent')
  const give = async (name: string, ...files: string[]) => await act(await find(name), { action: 'upload', files })
  const rowOf = (rows: readonly Row[], identifier: string) => rows.find((row) => row.identifier === identifier)

  await t.test('to a field, its label, what holds it', async (t) => {
    await open()
    t.match(await give('Report', a), { done: { route: 'native', files: ['a.pdf'], seen: true } })
    t.equal(rowOf(await read(), 'one')?.value, 'a.pdf', 'the tree has its name')
    t.match(await give('Many', a, b), { done: { files: ['a.pdf', 'b, 2.txt'], seen: true } })
    t.match(await give('Styled label', a), { done: { route: 'native', files: ['a.pdf'] } })
    t.match(await give('Drop zone', b), { done: { files: ['b, 2.txt'] } })
    t.match(await give('Folder', folder), { done: { seen: true } })
    t.match(await give('Taker', a), { done: { files: [], seen: undefined } }, 'which it has taken at once')
    t.equal(await log(), 'one:a.pdf3;many:a.pdf3,b, 2.txt2;gone:a.pdf3;inner:b, 2.txt2;dir:2;took a.pdf;')
    t.match(await give('Framed', a), { done: { files: ['a.pdf'], seen: true } })
    const hidden = (await read()).find((row) => row.identifier === 'gone')
    if (hidden !== undefined) t.match(await act(hidden.key, { action: 'upload', files: [b] }), { done: { seen: true } })
  })

  await t.test('to the chooser that a press opens', async (t) => {
    await open()
    t.match(await give('Pick', a, b), { done: { route: 'pointer', files: ['a.pdf', 'b, 2.txt'], seen: true } })
    t.match(await give('Late', a), { done: { seen: true } })
    t.match(await give('Single', b), { done: { seen: true } })
    t.equal(await log(), 'chosen:a.pdf,b, 2.txt;chosen:a.pdf;chosen:b, 2.txt;')
    t.match(await give('Frame pick', a), { done: { files: ['a.pdf'], seen: true } })
    t.match(await give('Single', a, b), { done: { refused: /takes one file, 2/ } })
    t.match(await give('Picker', a), { done: { refused: /only a person can use/ } })
    t.equal(await log(), 'chosen:a.pdf,b, 2.txt;chosen:a.pdf;chosen:b, 2.txt;AbortError')
    t.match(await give('Pick', a), { done: { seen: true } }, 'and again')
    t.match(await give('Nothing', a), { done: { refused: /opened no file chooser/ } })
    t.match(await give('Alert', a), { done: { route: 'pointer' } })
    t.equal(tab.dialog?.message, 'No')
    await tab.page.answerDialog(true, undefined)
    t.match(await give('Asker', a), { done: { route: 'native' } })
    t.equal(tab.dialog?.message, 'Sure?')
    await tab.page.answerDialog(true, undefined)
    t.equal(await run('asker.files[0].name'), 'a.pdf')
    t.match(await give('Pick', b), { done: { seen: true } }, 'the tab is usable after all that')
  })

  await t.test('what is no file, or not for this field', async (t) => {
    await open()
    const locked = join(home, 'locked')
    writeFileSync(locked, 'x')
    chmodSync(locked, 0)
    symlinkSync(a, join(home, 'link'))
    mkdirSync(join(home, 'empty'))
    const cases: readonly (readonly [name: string, files: readonly string[], said: RegExp])[] = [
      ['Report', [], /at least one file/],
      ['Report', ['a.pdf'], /"a\.pdf" is not an absolute path/],
      ['Report', [join(home, 'none.pdf')], /none\.pdf": there is no such file on the machine of the daemon/],
      ['Report', [folder], /folder" is a folder; pass the files in it/],
      ['Report', ['/dev/null'], /not a regular file/],
      ['Report', [a, b], /takes one file; 2 were given/],
      ['Folder', [a], /takes a folder, and .*a\.pdf" is not one/],
      ['Folder', [folder, home], /takes one folder; 2/],
      ['Pick', [join(home, 'none.pdf')], /no such file/],
      ...(process.getuid?.() === 0 ? [] : ([['Report', [locked], /cannot be read \(EACCES\)/]] as const)),
    ]
    for (const [name, files, message] of cases) {
      const failed = await give(name, ...files).catch((error) => error)
      t.match(failed, { name: 'invalid_params', message, data: { path: 'params.files' } }, `${name} ${files}`)
      t.match(failed.message, /Nothing was done\.$/)
    }
    t.equal(await log(), '', 'nothing was done, and nothing was pressed')
    t.match(await give('Off', a), { check: { reason: 'disabled' } })
    t.match(await give('Report', join(home, 'link')), { done: { files: ['link'], seen: true } }, 'a link is its file')
  })

  await t.test('as agents call it', async (t) => {
    const inside = await openInside(t, browser)
    await inside.call('navigate', { tab: inside.tab, url: `${server.origin}/` })
    const to = (text: string) => ({ find: { scope: 'tab', tab: inside.tab, filter: { anyFieldContains: text } } })
    const done = await inside.call('interact', { ...to('Report'), action: 'upload', files: [a] })
    t.match(done, { effect: 'confirmed', route: 'native', files: ['a.pdf'] })
    t.match(done.changed?.changed, [{ was: { value: 'No file chosen' }, now: { value: 'a.pdf' } }])
    t.match(
      await inside.call('interact', { ...to('Report'), action: 'upload', files: [a] }),
      { effect: 'confirmed' },
      'again',
    )
    const text = await inside.text('interact', { ...to('Late'), action: 'upload', files: [a, b], format: 'outline' })
    t.match(text, /^confirmed \(pointer\) · files a\.pdf, b, 2\.txt\n/)
    t.notMatch(JSON.stringify(done) + text, /aaa|bb\b/, 'names, not contents')
    const steps = [
      { ...to('Many'), action: 'upload', files: [a] },
      { ...to('Nothing'), action: 'click' },
    ]
    t.match(await inside.call('interact', { steps }), {
      files: ['a.pdf'],
      steps: [{ action: 'upload' }, { action: 'click' }],
    })
    t.match(await inside.fail('interact', { ...to('Report'), action: 'upload' }), {
      name: 'invalid_params',
      message: /upload needs files/,
    })
    t.match(await inside.fail('interact', { ...to('Report'), action: 'upload', files: ['x'.repeat(5000)] }), {
      name: 'invalid_params',
    })
    for (const words of ['Report', 'Pick', 'Late', 'Frame pick', 'Styled'])
      t.match(
        await inside.call('interact', { ...to(words), action: 'click' }),
        { effect: 'unverified', why: /asks for files, which the action upload/ },
        words,
      )
    t.match(await inside.call('interact', { ...to('Picker'), action: 'click' }), { why: /only a person can use/ })
    t.match(await inside.call('interact', { ...to('Nothing'), action: 'click' }), { why: /only the focus/ })
    const given = await inside.call('interact', { ...to('Pick'), action: 'upload', files: [a] })
    t.match(given, { effect: 'confirmed' }, 'what was held back is given')
    const seven = { scope: 'application', bundleId: 'replay.calculator', filter: { titleContains: '7' } }
    t.match(await inside.fail('interact', { find: seven, action: 'upload', files: [a] }), { name: 'unsupported_here' })
  })
})
