/** Pages whose buttons stand still, shift, run away or get covered, each of them telling what reached its own listeners. */
import type { Random } from '../fixtures/random.ts'

/** What the page does when the pointer comes. */
export const manners = {
  'stands still': '',
  'the row under the pointer grows':
    "each((row) => row.onmouseenter = () => { each((one) => one.style.height = '30px'); row.style.height = '90px' })",
  'the row grows slowly': "style('.row { transition: height .2s } .row:hover { height: 110px }')",
  'a row comes in above': "once('mousemove', () => rows.prepend(button('News')))",
  'a row comes in above a frame later':
    "once('mousemove', () => requestAnimationFrame(() => rows.prepend(button('News'))))",
  'a row comes in above a moment later': "once('mousemove', () => setTimeout(() => rows.prepend(button('News')), 5))",
  'the rows change places once': "once('mousemove', () => rows.append(rows.firstElementChild, rows.children[1]))",
  'the hovered row goes to the end': 'each((row) => row.onmouseenter = () => rows.append(row))',
  'runs away three times':
    "each((row) => { let left = 3; row.onmouseenter = () => { if (left-- > 0) row.style.marginLeft = 200 * (left % 2) + 'px' } })",
  'always runs away':
    "each((row) => row.onmouseenter = () => { row.style.marginLeft = row.style.marginLeft === '200px' ? '0' : '200px' })",
  'something covers it once the pointer has come': "once('mousemove', () => cover('Cover'))",
  'something covers it when it is pressed': "addEventListener('mousedown', () => cover('Cover'))",
  'the rows shift when one is pressed': "addEventListener('pointerdown', () => rows.prepend(button('News')))",
  'moves to and fro':
    "style('@keyframes sway { to { transform: translateX(150px) } } .row { animation: sway .5s linear infinite alternate }')",
  'comes to rest':
    "style('@keyframes come { from { transform: translateY(150px) } } .row { animation: come .4s linear }')",
  'has its picture swapped': 'each((row) => row.onmouseenter = () => { row.innerHTML = row.textContent.bold() })',
  'swaps names with the next': 'each((row) => row.onmouseenter = () => row.nextElementSibling?.after(row))',
} as const
export type Manner = keyof typeof manners

/** Nobody can press what behaves so, or only sometimes. */
export const hopeless: ReadonlySet<Manner> = new Set([
  'the hovered row goes to the end',
  'always runs away',
  'something covers it once the pointer has come',
  'something covers it when it is pressed',
  'the rows shift when one is pressed',
  'moves to and fro',
  'swaps names with the next',
])

/** What stands around the rows. */
export const surroundings = {
  plain: '',
  'under a bar that stays':
    "const bar = own(document.createElement('header'), 'Bar'); bar.style = 'position: fixed; z-index: 1; inset: 0 0 auto; height: 120px; background: #ddd'; root.prepend(bar); rows.style.margin = '500px 0 900px'",
  'in scrolling parts':
    "const [outer, inner] = [document.createElement('div'), document.createElement('div')]; rows.before(outer); outer.append(inner); inner.append(rows); for (const one of [outer, inner]) one.style = 'height: 180px; overflow: auto; width: 600px; padding-top: 150px'",
  turned: "rows.style.transform = 'rotate(12deg) scale(1.2)'; rows.style.margin = '120px'",
  'under what CSS draws': `style('.row { position: relative } .row::before { content: ""; position: absolute; inset: 0 }')`,
  zoomed: 'document.documentElement.style.zoom = 1.4',
} as const
export type Surrounding = keyof typeof surroundings

/** Where the rows are. */
export const homes = [
  'the page',
  'an open root',
  'a closed root',
  'a frame',
  'a frame of another site',
  'a turned frame',
] as const
export type Home = (typeof homes)[number]

export interface Layout {
  readonly manner: Manner
  readonly surrounding: Surrounding
  readonly home: Home
  readonly rows: number
}

export function layoutOf(dice: Random): Layout {
  return {
    manner: dice.oneOf(Object.keys(manners) as Manner[]),
    surrounding: dice.oneOf(Object.keys(surroundings) as Surrounding[]),
    home: dice.oneOf(homes),
    rows: 4 + dice.below(8),
  }
}

/** The document with the rows; in a frame it tells the outermost one what happens. */
export function rowsPage({ manner, surrounding, home, rows }: Layout): string {
  const mode = home === 'a closed root' ? 'closed' : home === 'an open root' ? 'open' : undefined
  return `<!doctype html><meta charset="utf-8"><title>Presses</title>
<style>body { margin: 20px; font: 16px sans-serif } </style>
<div id="host"></div>
<script>
const looks = '.row { display: block; width: 260px; height: 30px; margin: 2px; border: 1px solid; text-align: left }'
const root = ${mode === undefined ? 'host' : `host.attachShadow({ mode: '${mode}' })`}
const types = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu']
const tell = (name, type) => top.postMessage({ name, type }, '*')
const own = (element, name) => { for (const type of types) element.addEventListener(type, () => tell(name, type)); return element }
function button(name) {
  const made = document.createElement('button')
  made.className = 'row'
  made.textContent = name
  return own(made, name)
}
const style = (text) => { const sheet = document.createElement('style'); sheet.textContent = text; root.append(sheet) }
const once = (type, work) => addEventListener(type, work, { once: true })
const each = (work) => [...rows.children].forEach(work)
function cover(name) {
  const made = own(document.createElement('div'), name)
  made.textContent = name
  made.style = 'position: fixed; inset: 0; z-index: 9; background: #fed8'
  root.append(made)
}
style(looks)
const rows = document.createElement('div')
root.append(rows)
for (let at = 1; at <= ${rows}; at++) rows.append(button('Row ' + String.fromCharCode(64 + at) + at))
${surroundings[surrounding]}
${manners[manner]}
addEventListener('message', ({ data }) => { if (data === 'asked') top.postMessage('answered', '*') })
</script>`
}

/** The outermost document. `told()` is all that was told until then. */
export function outerPage({ home }: Layout, address: string): string {
  const turn = home === 'a turned frame' ? 'transform: rotate(8deg) scale(.8); margin: 60px' : 'margin: 30px 10px'
  return `<!doctype html><meta charset="utf-8"><title>Around</title>
<iframe title="Rows" src="${address}" style="width: 640px; height: 480px; border: 4px solid; ${turn}"></iframe>${tellingScript}`
}

/** For the outermost document. */
export const tellingScript = `<script>
const all = []
let answered
addEventListener('message', ({ data }) => { if (data === 'answered') answered(); else if (data.name) all.push(data) })
async function told() {
  const frame = frames[0] ?? window
  await new Promise((resolve) => { answered = resolve; frame.postMessage('asked', '*') })
  return all.splice(0)
}
</script>`
