/** What looks alike is told apart by where it is, rightly: what is said of each is held against the page itself. */

import t from 'tap'
import { apart } from '../../api-schema/text/shared-lines.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

const cells = [
  'INV-1001',
  'Ann',
  'open',
  '12 €',
  'INV-1002',
  'Bob',
  'paid',
  '9 €',
  'Cid "the cat"',
  'Dora [4]',
  'draft',
]
const words = ['Edit', 'Delete', 'CSV', '×']

t.test('rows, cards and lists of pages made by chance', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { oneOf: pick, below, seed } = random()
  t.comment(`seed ${seed}`)
  const control = () => pick([`<button>${pick(words)}</button>`, `<a href="#${below(100)}">${pick(words)}</a>`])
  const kinds = [
    () => {
      const rows = Array.from(
        { length: 4 },
        (_, i) => `<tr><td>${i} ${pick(cells)}<td>${pick(cells)}<td>${control()}${control()}</tr>`,
      )
      return `<table><tr><th>No<th>What<th>Do</tr>${rows.join('')}</table>`
    },
    () => `<ul>${Array.from({ length: 4 }, (_, i) => `<li>${i} ${pick(cells)} ${control()}</li>`).join('')}</ul>`,
    () =>
      Array.from(
        { length: 3 },
        (_, i) => `<div><h2>Card ${i} ${pick(cells)}</h2><p>${pick(cells)}</p>${control()}</div>`,
      ).join(''),
    () => Array.from({ length: 3 }, (_, i) => `<div><span>${i} ${pick(cells)}</span>${control()}</div>`).join(''),
  ]
  const pages = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `/${i}`,
      `<!doctype html><meta charset="utf-8"><title>Page</title>${Array.from({ length: 2 }, () => pick(kinds)()).join('')}`,
    ]),
  )
  const server = await serve(t, { pages })
  const { call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  let told = 0
  for (const path of Object.keys(pages)) {
    const { tab } = await call('navigate', { url: `${server.origin}${path}` })
    for (const filter of [{}, ...words.map((word) => ({ anyFieldContains: word }))]) {
      const { outline = '' } = await call('explore', { scope: 'tab', tab, filter, format: 'outline', limit: 1000 })
      const lines = outline.split('\n').flatMap(apart)
      for (const line of lines) {
        const found = /\[(\d+)\] (?:button|link): .* (in row|near|under) "((?:[^"\\]|\\.)*)"/.exec(line)
        if (found === null) continue
        told += 1
        const [, elementId = '', how, quoted = ''] = found
        const text = JSON.parse(`"${quoted}"`)
        const script =
          how === 'under'
            ? `(el) => [...document.querySelectorAll('h2')].filter((h) => h.compareDocumentPosition(el) & 4).at(-1)?.textContent`
            : `(el) => el.closest('tr, li, div').textContent`
        const { result } = await call('evaluate', { script, elementId })
        t.ok(String(result).replace(/\s+/g, ' ').includes(text), `${path}: ${line}: ${result}`)
      }
    }
  }
  t.comment(`${told} cases: where a look-alike is, held against the page`)
  t.ok(told > 40)
})

/** Parts of a page, the lines of the view that tell what is in them apart, and words that find it: its `id` is pressed. */
const forms: readonly (readonly [
  html: string,
  lines: readonly string[],
  finds: { readonly [words: string]: string },
])[] = [
  [
    '<table><tr><th>Pick<th>Size<th>Day<th>Name<tr><td><input type=checkbox aria-label=Select><td>9 KB<td>2025-07-01<td><a href=#>a.ipynb</a><tr><td><input type=checkbox aria-label=Select id=b><td>9 KB<td>2025-07-02<td><a href=#>b.ipynb</a></table>',
    ['checkbox: Select in row "a.ipynb"', 'checkbox: Select in row "b.ipynb"'],
    { 'Select in row b.ipynb': 'b' },
  ],
  [
    '<div><div><input type=checkbox><span>5 minutes ago</span><a href=#>one.txt</a></div><div><input type=checkbox id=two><span>yesterday</span><a href=#>two.txt</a></div></div>',
    ['checkbox: near “one.txt”', 'checkbox: near “two.txt”'],
    { 'checkbox in row two.txt': 'two' },
  ],
  [
    '<div role=grid><div role=row><i role=columnheader>Pick</i><i role=columnheader>From</i></div><div role=row><i role=gridcell><i role=checkbox tabindex=0></i></i><i role=gridcell>Ann</i></div><div role=row><i role=gridcell><i role=checkbox tabindex=0 id=bob></i></i><i role=gridcell>Bob</i></div></div>',
    ['checkbox: near “Ann”', 'checkbox: near “Bob”'],
    { 'checkbox in row Bob': 'bob' },
  ],
  [
    '<table><tr><th>Customer<th>Town<tr><th><input placeholder=Seek><th><input placeholder=Seek id=town><tr><td>A<td>B</table>',
    ['textfield: Seek in column "Customer"', 'textfield: Seek in column "Town"'],
    { 'Seek in column Town': 'town' },
  ],
  [
    '<table><tr><th>Item<th>Qty<th>Note<tr><td>Widget<td><input><td><input><tr><td>Gadget<td><input><td><input></table>',
    ['textfield: near “Qty”', 'textfield: near “Note”'],
    {},
  ],
  [
    '<table><tr><td>Quantity<td><input><td><a href=#>Help with quantity</a><tr><td>Price<td><input><td><a href=#>Help with price</a></table>',
    ['textfield: near “Quantity”', 'textfield: near “Price”'],
    {},
  ],
  [
    '<div><input type=checkbox> Remember me</div><div><input type=checkbox> I accept the <a href=#>terms</a></div>',
    ['checkbox: near “Remember me”', 'checkbox: near “I accept the”'],
    {},
  ],
  [
    '<div><h3>Stroke</h3><p><button title=#e03131></button></div><div><h3>Ground</h3><p><button title=#e03131 id=ground></button></div>',
    ['button: "#e03131"'],
    { 'Ground: #e03131': 'ground', '#e03131 in Ground': 'ground' },
  ],
  [
    '<p>Theme</p><div><button title=#1971c2></button></div><p>Text</p><div><button title=#1971c2 id=text></button></div>',
    ['button: "#1971c2" near "Theme"', 'button: "#1971c2" near "Text"'],
    { 'Text: #1971c2': 'text' },
  ],
  [
    '<div><div>Width</div><div><button>Thin</button></div></div><div><div>Font</div><div><button id=thin>Thin</button></div></div>',
    ['button: Thin near "Width"', 'button: Thin near "Font"'],
    { 'Thin in Font': 'thin' },
  ],
  [
    '<div>Start</div><div role=radiogroup><i role=radio tabindex=0>Dot</i></div><div>End</div><div role=radiogroup><i role=radio tabindex=0 id=end>Dot</i></div>',
    ['[… Dot near "Start"]', '[… Dot near "End"]'],
    { 'End: Dot': 'end' },
  ],
  [
    '<dl><dt>Host<dd>a.example <button>Change</button><dt>Port<dd>80 <button id=port>Change</button></dl>',
    ['button: Change near "Host"', 'button: Change near "Port"'],
    { 'Change in Port': 'port' },
  ],
  [
    '<article><header><b>Post one</b></header><p>Body</p><footer><button aria-label=Like></button></footer></article><article><header><b>Post two</b></header><p>Body</p><footer><button aria-label=Like id=like></button></footer></article>',
    ['button: Like near "Post one"', 'button: Like near "Post two"'],
    { 'Like in Post two': 'like' },
  ],
  [
    '<svg width=300 height=30><g><text y=20>inject</text><rect role=button tabindex=0 x=60 width=10 height=10 /></g><g><text x=99 y=20>debug</text><rect role=button tabindex=0 id=debug x=160 width=10 height=10 /></g></svg>',
    ['button: near “inject”', 'button: near “debug”'],
    {},
  ],
]

t.test('the words of a row, a column, a group or a caption tell apart what is called alike', async (t) => {
  if (!chromiumOrSkip(t)) return
  const log = '<script>addEventListener("click", ({ target }) => { pressed = target.id }, true)</script>'
  const parts = forms.map(([html]) => `<section>${html}</section>`).join('')
  const page = `<!doctype html><meta charset="utf-8"><title>P</title>${log}${parts}`
  const { origin } = await serve(t, { pages: { '/': page } })
  const { call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = await call('navigate', { url: origin })
  const { outline = '' } = await call('explore', { tab, format: 'outline' })
  for (const [html, lines, finds] of forms) {
    for (const line of lines) t.ok(outline.replace(/\[\d+ /g, '[… ').includes(line), `${line}: ${html}`, { outline })
    for (const [anyFieldContains, id] of Object.entries(finds)) {
      await call('interact', { find: { tab, filter: { anyFieldContains } }, action: 'click' })
      t.equal((await call('evaluate', { tab, script: 'pressed' })).result, id, anyFieldContains)
    }
  }
})

t.test('near the words of one of several plain cards, in a list that takes presses as a whole', async (t) => {
  if (!chromiumOrSkip(t)) return
  const card = (name: string, at: number) =>
    `<div class=card>${name}<span class=tools><button id=${at}>Delete</button></span></div>`
  const cards = ['Write report', 'Call Bob', 'Buy tea'].map(card).join('')
  const page = `<!doctype html><title>Board</title><style>.tools { display: none } .card:hover .tools { display: inline }</style>
    <div id=list>${cards}</div><script>addEventListener('click', ({ target }) => { pressed = target.id }, true)
    list.addEventListener('pointerdown', () => {})</script>`
  const { origin } = await serve(t, { pages: { '/': page } })
  const { call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = await call('navigate', { url: origin })
  for (const [near, id] of [
    ['Call Bob', '1'],
    ['Buy tea', '2'],
    ['Write report', '0'],
  ] as const) {
    await call('interact', { find: { tab, filter: { anyFieldContains: 'Delete' }, near }, action: 'click' })
    t.equal((await call('evaluate', { tab, script: 'pressed' })).result, id, near)
  }
})
