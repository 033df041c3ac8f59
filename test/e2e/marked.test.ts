/**
 * A row that a press marks by its looks alone is confirmed, where most of its siblings do not bear the mark; so is a frame
 * that it moves there, and another look of the page, or of what it is for. One that a class calls selected is told as such.
 */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

/** What a press of the second of three rows runs; the mark is of the page's own wording. */
const cases: { readonly [how: string]: { readonly code: string; readonly isMark: boolean } } = {
  moves: { code: "for (const one of rows) one.classList.remove('x1'); row.classList.add('x1')", isMark: true },
  'its own style': { code: "for (const one of rows) one.style = ''; row.style.outline = '2px solid'", isMark: true },
  nothing: { code: '', isMark: false },
  'a mark without looks': { code: "row.classList.add('seen')", isMark: false },
  'a flash': { code: "row.classList.add('x1'); setTimeout(() => row.classList.remove('x1'), 200)", isMark: false },
  'a flash that is called selected': {
    code: "row.classList.add('active'); setTimeout(() => row.classList.remove('active'), 200)",
    isMark: false,
  },
  'each press turns it': { code: "row.classList.toggle('x1')", isMark: true },
  'all of them': { code: "for (const one of rows) one.classList.add('x1')", isMark: true },
  'a frame around it': {
    code: "frame.style.cssText = ['display: block; top:' + row.offsetTop, 'left:' + row.offsetLeft, 'width:' + (row.offsetWidth - 4), 'height:' + (row.offsetHeight - 4)].join('px;') + 'px'",
    isMark: true,
  },
  'a ring where it was pressed': {
    code: "frame.style.cssText = 'display: block; width: 20px; top:' + row.offsetTop + 'px'",
    isMark: false,
  },
  'a frame that flashes': {
    code: "frame.style.display = 'block'; setTimeout(() => { frame.style.display = '' }, 200)",
    isMark: false,
  },
  'a frame with the focus': { code: '', isMark: false },
  'a frame that nobody sees': { code: "frame.style.cssText = 'top: 9px; opacity: 0; display: block'", isMark: false },
  'a picture elsewhere': { code: "picture.style.transform = 'rotate(45deg)'", isMark: true },
  'a picture, as little as nothing': { code: "picture.style.transform = 'rotate(0deg)'", isMark: false },
  'a picture, for any press': { code: '', isMark: false },
  'a picture that nobody sees': { code: "below.style.transform = 'rotate(45deg)'", isMark: false },
  'a class that only the pressed bear': { code: "row.classList.add('x2')", isMark: false },
  'a part of a drawing': { code: "dot.setAttribute('r', 9)", isMark: true },
  'another picture': { code: 'row.append(new Image(20, 20))', isMark: true },
  'a property of its own': { code: "row.style.setProperty('--turned', '1')", isMark: false },
  'what a property is for': { code: "row.dataset.state = 'on'", isMark: true },
  'what it is for': { code: "picture.classList.add('x1')", isMark: true },
  'the whole page': { code: "document.documentElement.dataset.theme = 'dark'", isMark: true },
  'the whole page, later': {
    code: "setTimeout(() => { document.documentElement.dataset.theme = 'dark' }, 700)",
    isMark: true,
  },
  'a mark that a promise sets': {
    code: "new Promise((go) => setTimeout(go, 60)).then(() => row.classList.add('x1'))",
    isMark: true,
  },
  'the focus goes to a field': { code: 'field.focus()', isMark: true },
  'the focus goes to a field, after any press': { code: '', isMark: false },
  'a part that is scrolled': { code: 'strip.scrollBy({ left: 50 })', isMark: true },
  'a part that glides': { code: "strip.scrollBy({ left: 50, behavior: 'smooth' })", isMark: true },
  'a part that scrolls by itself': { code: '', isMark: false },
  'it is to be printed': { code: 'print()', isMark: true },
  'a page that turns by itself': { code: '', isMark: false },
  'what a form sends unseen': { code: "sent.value = 'Beta'", isMark: true },
  'what a form sends unseen, for any press': { code: '', isMark: false },
  'that a mouse was used': { code: "document.documentElement.dataset.input = 'mouse'", isMark: false },
  'the focus': { code: "row.focus(); row.classList.add('has-focus')", isMark: false },
}

/** Two rows, each in a wrapper of its own, and drawn by what is in them. */
const wrapped = `<!doctype html><title>Wrapped</title><style>.x1 b { background: #08f }</style>
<div><div><p tabindex="-1"><span><b>Alpha</b></span></p></div><div><p tabindex="-1"><span><b>Beta</b></span></p></div></div><script>
const rows = [...document.querySelectorAll('p')]
for (const row of rows) row.onclick = () => { for (const one of rows) one.className = one === row ? 'x1' : '' }</script>`

const page = (how: string, code: string) => `<!doctype html><title>Rows</title><style>
.row { transition: background-color .3s } .row:nth-child(odd) { background: #f4f4f4 } .row:hover { background: #ddd }
.x1, .active { background: #08f !important } .has-focus { background: #0a0 !important }
#frame { position: absolute; width: 9em; height: 1em; border: 2px solid; display: none; pointer-events: none }
#picture, #below { width: 3em; height: 3em; background: #fc0 } .x2:active { color: red } [data-state=on] { color: green } [data-theme=dark] body { background: #222; color: #eee }</style>
<div><p class="row" tabindex="-1">Alpha</p><p class="row" tabindex="-1" ${how === 'what it is for' ? 'aria-controls="picture"' : ''}>Beta</p><p class="row" tabindex="-1">Gamma</p></div>
<i id="frame"></i><i id="picture" style="display: block"></i><svg width="40" height="40"><circle id="dot" cx="20" cy="20" r="5"/></svg>
<input id="field"><div id="strip" style="overflow: auto; width: 90px"><div style="width: 900px; height: 9px"></div></div><i id="below" style="display: block; margin-top: 5000px"></i><input type="hidden" id="sent"><script>
${how === 'what a form sends unseen, for any press' ? "document.addEventListener('click', ({ timeStamp }) => { sent.value = timeStamp })" : ''}
${how === 'the focus goes to a field, after any press' ? "document.addEventListener('click', () => field.focus())" : ''}
${how === 'a part that scrolls by itself' ? 'setInterval(() => { strip.scrollLeft = (strip.scrollLeft + 1) % 800 }, 16)' : ''}
${how === 'a picture, for any press' ? "document.addEventListener('click', () => { picture.style.transform = 'rotate(45deg)' })" : ''}
${how === 'a page that turns by itself' ? "setInterval(() => { const { dataset } = document.documentElement; dataset.theme = dataset.theme ? '' : 'dark' }, 700)" : ''}
${how === 'a frame with the focus' ? "addEventListener('focusin', () => { frame.style.display = 'block' })" : ''}
const rows = [...document.querySelectorAll('.row')]
for (const row of rows) row.onclick = row.onkeydown = () => { ${code} }</script>`

t.test('a row that is marked', async (t) => {
  if (!chromiumOrSkip(t)) return
  const pages: { [path: string]: string } = { '/wrapped': wrapped }
  for (const [at, [how, { code }]] of Object.entries(cases).entries()) pages[`/${at}`] = page(how, code)
  const server = await serve(t, { pages })
  const { tool } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  for (const [at, [how, { isMark }]] of Object.entries(cases).entries()) {
    await tool('navigate', { url: `${server.origin}/${at}` })
    const { text } = await tool('interact', { find: 'Beta', action: 'click' })
    t.match(text, isMark ? /^confirmed/ : /^unverified/, how)
  }
  for (const [how, isMark] of [
    ['the whole page, later', true],
    ['moves', true],
    ['all of them', true],
    ['nothing', false],
    ['the focus', false],
    ['a page that turns by itself', false],
  ] as const) {
    const at = Object.keys(cases).indexOf(how)
    await tool('navigate', { url: `${server.origin}/${at}` })
    const { text } = await tool('interact', { find: 'Beta', action: 'key', keys: 'Enter' })
    t.match(text, isMark ? /^confirmed/ : /^unverified/, `${how}, by a key`)
  }
  for (const [how, isMark] of [
    ['moves', true],
    ['each press turns it', false],
  ] as const) {
    const at = Object.keys(cases).indexOf(how)
    await tool('navigate', { url: `${server.origin}/${at}` })
    const { text } = await tool('interact', { find: 'Beta', action: 'double_click' })
    t.match(text, isMark ? /^confirmed/ : /^unverified/, `${how}, by a double click`)
  }
  await tool('navigate', { url: `${server.origin}/wrapped` })
  for (const find of ['Beta', 'Alpha'])
    t.match((await tool('interact', { find, action: 'click' })).text, /^confirmed/, `${find} in a wrapper of its own`)
})

/** The second of three bears the class. */
const three = (tag: string, mark: string, inner = (name: string) => name) =>
  ['One', 'Two', 'Three'].map(
    (name, at) => `<${tag} class="${at === 1 ? mark : ''}" tabindex="0">${inner(name)}</${tag}>`,
  )
const listed = `<!doctype html><title>Lists</title><style>
.is-selected, .navActive { background: #08f; color: #fff } .sel td { font-weight: bold } .danger { color: red }</style>
<div>${three('p', 'is-selected').join('')}</div><ul>${three('li', 'navActive', (name) => `<a href="#x">to ${name}</a>`).join('')}</ul>
<table>${three('tr', 'sel', (name) => `<td>Row ${name}<td>7`).join('')}</table>
<div>${three('p', 'selected', (name) => `Plain ${name}`).join('')}</div>
<div>${three('p', 'danger', (name) => `Red ${name}`).join('')}</div>
<div>${three('p', 'is-selected', (name) => `Said ${name}`)
  .join('')
  .replace('<p', '<p aria-current="true"')}</div>`

t.test('what a class calls selected, and shows', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/': listed } })
  const { tool } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  await tool('navigate', { url: `${origin}/` })
  const selected = async () => {
    const { text } = await tool('explore', { scope: 'tab' })
    return [...text.matchAll(/(?:\d\]? |: )([\w ]+) \(selected\)/g)].map(([, name]) => name)
  }
  t.same(await selected(), ['Two', 'to Two', 'Row Two 7'])
  const move = `document.querySelector('.is-selected').className = ''; document.querySelector('p').className = 'is-selected'`
  await tool('evaluate', { script: move })
  await until(async () => (await selected())[0] === 'One', 'it has moved')
})
