/** The text of a field that an editor draws beside it: the lines in view, each whole, in their order. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth, openPage } from '../fixtures/web/inside.ts'
import { openChangingPage } from './changing-page.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const law = 'The text of a field is what a person reads there, in the order of its lines.'
const lines = 300
const source = `const source = Array.from({ length: ${lines} }, (_, at) => '  '.repeat(at % 3) + 'const word' + at + ' = "is ' + at + '"')`

/** Each page has `ready`, and `show(line)`, which brings a line into view. */
const ofNpm: { readonly [name: string]: string } = {
  monaco: `<div id="box" style="height:300px;width:700px"></div>
<script src="/npm/monaco-editor/min/vs/loader.js"></script><script>${source}
  require.config({ paths: { vs: '/npm/monaco-editor/min/vs' } })
  require(['vs/editor/editor.main'], () => {
    const editor = monaco.editor.create(box, { value: source.join('\\n'), language: 'javascript', minimap: { enabled: false } })
    show = (line) => editor.revealLineInCenter(line + 1, 1)
    ready = true
  })
</script>`,
  codemirror: `<link rel="stylesheet" href="/npm/codemirror/lib/codemirror.css"><textarea id="box"></textarea>
<script src="/npm/codemirror/lib/codemirror.js"></script><script>${source}
  box.value = source.join('\\n')
  const editor = CodeMirror.fromTextArea(box, { lineNumbers: true })
  show = (line) => editor.scrollIntoView({ line, ch: 0 }, 100)
  ready = true
</script>`,
}

/** Ways to keep the field that takes the keys out of sight. */
const hidings = [
  '<textarea style="position:absolute;opacity:0"></textarea>',
  '<textarea style="position:absolute;width:1px;height:1px"></textarea>',
  '<div style="position:absolute;width:3px;height:0;overflow:hidden"><textarea style="width:500px"></textarea></div>',
  '<div style="position:absolute;width:0;height:19px" role="textbox" aria-multiline="true" tabindex="0"></div>',
]

function made(hiding: string, isNumbered: boolean, isShuffled: boolean): string {
  return `<div style="position:relative;height:200px;width:600px;overflow:hidden;font:13px monospace" id="box">${hiding}<div aria-hidden="true" id="drawn"></div></div><script>${source}
  const drawn = document.getElementById('drawn')
  show = (line) => {
    const first = Math.max(0, line - 4)
    const at = (top, left, text) => {
      const one = document.createElement('div')
      one.style.cssText = 'position:absolute;white-space:pre;line-height:18px;top:' + top + 'px;left:' + left + 'px'
      for (const word of text.split(/(?= )/)) one.appendChild(document.createElement('span')).textContent = word
      return one
    }
    const made = source.slice(first, first + 9).flatMap((text, n) => [
      ${isNumbered ? 'at(n * 18, 0, String(first + n + 1)),' : ''} at(n * 18, 40, text),
    ])
    ${isShuffled ? 'made.sort((a, b) => (a.textContent < b.textContent ? 1 : -1))' : ''}
    drawn.replaceChildren(...made)
  }
  ready = true
</script>`
}

t.test('the lines of editors', async (t) => {
  const before = '<h1>Editor</h1><button>Run</button><script>var ready = false, show</script>'
  const world = await openChangingPage(t, (editor) => `<title>Editor</title>${before}${editor}`)
  if (world === undefined) return
  const { call, text, tab, outside, dice, show } = world
  const kinds = [
    ...Object.entries(ofNpm),
    ...hidings.map((hiding, at) => [`hiding ${at}`, () => made(hiding, dice.below(2) === 0, dice.below(2) === 0)]),
  ] as const
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, kinds.length)) {
    const [name, page] = kinds[turn % kinds.length] as readonly [string, string | (() => string)]
    await show(typeof page === 'string' ? page : page())
    await until(() => outside.evaluate<boolean>('ready'), `${name} is there`)
    for (let round = 0; round < 3; round++) {
      const line = dice.below(lines)
      await outside.evaluate(`show(${line})`)
      await outside.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
      const asked = { scope: 'tab', tab, filter: { role: 'textarea' }, format: 'list' }
      const { outline = '', hint } = await call('explore', asked)
      const id = /\[(\d+)\]/.exec(outline)?.[1]
      const told = id === undefined ? '' : (await call('text', { elementId: id })).text
      const seen = told.split('\n').map((one) => one.replace(/^\d+ +(?=const| )/, ''))
      const first = Number(/word(\d+)/.exec(seen[0] ?? '')?.[1])
      const whole = (at: number) => `const word${at} = "is ${at}"`
      const isInOrder = seen.every((one, n) => one.trim() === whole(first + n))
      cases++
      const what = `${name}, line ${line}`
      if (!isInOrder || !seen.some((one) => one.trim() === whole(line))) wrong.push(`${what}: ${JSON.stringify(told)}`)
      else if (hint === undefined || !hint.includes(id!)) wrong.push(`${what}: the view does not tell of it`)
      else if (!/lines that are in view/.test(await text('text', { elementId: id })))
        wrong.push(`${what}: taken for all`)
    }
  }
  tell(t, { law, on: `${kinds.length} kinds of editors, at places by chance`, cases, wrong })
})

t.test('the values of fields', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: {
      '/': `<!doctype html><title>Fields</title><h1>Fields</h1><p>Beside</p>
<textarea aria-label="area">first</textarea><input aria-label="line" value="first"><input type="number" aria-label="number" value="7">
<input type="password" aria-label="password" value="hunter22"><input aria-label="card" autocomplete="cc-number" value="4111111111111111">
<div style="opacity:0"><input aria-label="faint secret" type="password" value="hunter22"></div>
<div contenteditable role="textbox" aria-label="rich">first</div><button aria-label="button">Go</button>
<div style="height:40px;overflow:auto"><div style="height:500px">Far</div><textarea aria-label="scrolled away">first</textarea></div>`,
    },
  })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const of = async (name: string) =>
    (await call('text', { find: { scope: 'tab', tab, filter: { titleContains: name } } })).text
  const held: { readonly [name: string]: string } = {
    area: 'first',
    line: 'first',
    number: '7',
    password: '',
    card: '',
    'faint secret': '',
    rich: 'first',
    button: 'Go',
    'scrolled away': 'first',
  }
  const wrong: string[] = []
  for (const [name, value] of Object.entries(held)) {
    const told = await of(name)
    if (told !== value) wrong.push(`${name}: ${told}`)
  }
  tell(t, { law, on: 'fields of a page', cases: Object.keys(held).length, wrong })
})

t.test('a PDF in view is told', async (t) => {
  if (!chromiumOrSkip(t)) return
  let pdf = Buffer.alloc(0)
  const server = await serve(t, {
    pages: {
      '/': '<!doctype html><title>Invoice</title><h1>Invoice 7</h1>',
      '/a.pdf': (_, response) => void response.setHeader('Content-Type', 'application/pdf').end(pdf),
    },
  })
  const { call, text, tab, outside } = await openPage(t, `${server.origin}/`)
  pdf = Buffer.from((await outside.session.send('Page.printToPDF', {})).data, 'base64')
  await call('navigate', { tab, url: `${server.origin}/a.pdf` })
  const download = { scope: 'tab', tab, filter: { titleContains: 'Download' } }
  await call('wait', { ...download, until: 'present' })
  const said = /pages of the PDF are in no element: its button Download saves the file/
  t.match(await text('explore', { scope: 'tab', tab, format: 'outline' }), said)
  t.match(await text('text', { tab }), said)
})
