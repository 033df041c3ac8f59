/** What looks alike is told apart by where it is; words that only stand near a control do not find it. */
import t from 'tap'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { idOn } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const log =
  '<script>log = []; for (const type of ["click", "contextmenu"]) addEventListener(type, ({ target }) => log.push(type + " " + target.closest("[id]")?.id), true)</script>'
const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>P</title>${log}${body}`
const pages: { [path: string]: string } = {}
let server: Server
let inside: Inside

t.before(async () => {
  server = await serve(t, { pages })
  inside = await openInside(t, await launchChromium(t))
})

/** Shows the page, and answers what presses by name, and what its log has then. */
async function show(path: string, body: string) {
  pages[path] = page(body)
  const { call, tab } = inside
  await call('navigate', { tab, url: server.origin + path })
  const pressed = async () => (await call('evaluate', { tab, script: 'log.at(-1)' })).result
  return { ...inside, pressed }
}

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
  let told = 0
  for (let i = 0; i < 24; i++) {
    const path = `/${i}`
    const { call, tab } = await show(path, pick(kinds)() + pick(kinds)())
    for (const filter of [{}, ...words.map((word) => ({ anyFieldContains: word }))]) {
      const { outline = '' } = await call('explore', { scope: 'tab', tab, filter, format: 'outline', limit: 1000 })
      const lines = linesApart(outline)
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
    `<table><tr><th>Queue:<td><input id="queue"> (May contain letters)<tr><th>Shelf:<td><input id="shelf"> (optional)</table>`,
    ['textfield: near “Queue:”', 'textfield: near “Shelf:”'],
    {},
  ],
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
    '<div><label>Visibility</label></div><div><div><input type=radio name=seen> Use values</div><div><input type=radio name=seen id=private> Private</div></div>',
    ['radio: near “Use values”', 'radio: near “Private”'],
    { 'radio: near “Private”': 'private' },
  ],
  [
    '<div role=grid><div role=row><i role=columnheader>Pick</i><i role=columnheader>From</i></div><div role=row><i role=gridcell><i role=checkbox tabindex=0></i></i><i role=gridcell>Ann</i></div><div role=row><i role=gridcell><i role=checkbox tabindex=0 id=bob></i></i><i role=gridcell>Bob</i></div></div>',
    ['checkbox: near “Ann”', 'checkbox: near “Bob”'],
    { 'checkbox in row Bob': 'bob' },
  ],
  [
    '<table><tr><td><button>Edit</button><td>1 MB<td>guest<tr><td><button id=own>Edit</button><button>Delete</button><td>2 MB<td>guest</table>',
    ['button: Edit near "1 MB"', 'button: Edit near "2 MB"'],
    { 'Edit in row 2 MB': 'own' },
  ],
  [
    '<div><div role=checkbox tabindex=0 aria-checked=false>a.txt <input type=checkbox aria-label=Select></div><div role=checkbox tabindex=0 aria-checked=false>b.txt <input type=checkbox aria-label=Select id=second></div></div>',
    [],
    { 'Select in row b.txt': 'second' },
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
    { 'Change in Port': 'port', 'button: Change near "Port"': 'port' },
  ],
  [
    '<article><header><b>Post one</b></header><p>Body</p><footer><button aria-label=Like></button></footer></article><article><header><b>Post two</b></header><p>Body</p><footer><button aria-label=Like id=like></button></footer></article>',
    ['button: Like near "Post one"', 'button: Like near "Post two"'],
    { 'Like in Post two': 'like', 'button: Like near "Post two"': 'like' },
  ],
  [
    '<svg width=300 height=30><g><text y=20>inject</text><rect role=button tabindex=0 x=60 width=10 height=10 /></g><g><text x=99 y=20>debug</text><rect role=button tabindex=0 id=debug x=160 width=10 height=10 /></g></svg>',
    ['button: near “inject”', 'button: near “debug”'],
    {},
  ],
]

t.test('the words of a row, a column, a group or a caption tell apart what is called alike', async (t) => {
  const { call, tab, pressed } = await show('/forms', forms.map(([html]) => `<section>${html}</section>`).join(''))
  const { outline = '' } = await call('explore', { tab, format: 'outline' })
  const all = [outline.replace(/\[\d+ /g, '[… '), ...linesApart(outline)].join('\n')
  for (const [html, lines, finds] of forms) {
    for (const line of lines) t.ok(all.includes(line), `${line}: ${html}`, { outline })
    for (const [anyFieldContains, id] of Object.entries(finds)) {
      await call('interact', { find: { tab, filter: { anyFieldContains } }, action: 'click' })
      t.equal(await pressed(), `click ${id}`, anyFieldContains)
    }
  }
})

t.test('near the words of one of several plain cards, in a list that takes presses as a whole', async (t) => {
  const card = (name: string, at: number) =>
    `<div class=card>${name}<span class=tools><button id=${at}>Delete</button></span></div>`
  const cards = ['Write report', 'Call Bob', 'Buy tea'].map(card).join('')
  const { call, tab, pressed } = await show(
    '/board',
    `<style>.tools { display: none } .card:hover .tools { display: inline }</style>
    <div id=list>${cards}</div><script>list.addEventListener('pointerdown', () => {})</script>`,
  )
  for (const [near, id] of [
    ['Call Bob', '1'],
    ['Buy tea', '2'],
    ['Write report', '0'],
  ] as const) {
    await call('interact', { find: { tab, filter: { anyFieldContains: 'Delete' }, near }, action: 'click' })
    t.equal(await pressed(), `click ${id}`, near)
  }
})

t.test('near the words of one of several items of plain boxes, however far down in it they stand', async (t) => {
  const text = '<p>Two lines of it<p>which are long</p>'
  const item = (
    [title, tag]: readonly string[],
    at: number,
  ) => `<div class=item><div class=tools><a href="#e">Edit</a> <a href="#d" id=${at}>Delete</a></div>
    <div><h2><a href="#${at}">${title}</a></h2></div><div>${text.repeat(1 + (at % 2))}</div><div><span><a href="#t">${tag}</a></span><span><a href="#k">kept</a></span></div></div>`
  const items = [
    ['Recipe', 'bread'],
    ['Recipe', 'soup'],
    ['Recipe', 'cake'],
    ['Walks', 'hills'],
  ]
  const { call, fail, tab, pressed } = await show(
    '/items',
    `<nav><a href="#s">stew</a></nav><div>${items.map(item).join('')}</div>`,
  )
  const find = (near: string) => ({ tab, filter: { anyFieldContains: 'Delete' }, near })
  for (const [at, [, tag = '']] of items.entries()) {
    await call('interact', { find: find(tag), action: 'click' })
    t.equal(await pressed(), `click ${at}`, tag)
  }
  t.match(await fail('interact', { find: find('stew'), action: 'click' }), { name: 'not_found' }, 'words of no item')
  t.match(await fail('interact', { find: find('kept'), action: 'click' }), { name: 'element_ambiguous' }, 'of all')
})

t.test('links under one name that a script makes something of are not one place', async (t) => {
  const rows = (href: string) =>
    `<ul>${[0, 1, 2].map((at) => `<li>Row ${at} <a id=${at} href="${href}">Delete</a>`).join('')}</ul><h2 id=part>Part</h2>`
  for (const href of ['#', '#delete', 'javascript:void(0)']) {
    const { fail, tab, pressed } = await show('/scripted', rows(href))
    const find = { tab, filter: { anyFieldContains: 'Delete' } }
    t.match(await fail('interact', { find, action: 'click' }), { name: 'element_ambiguous' }, href)
    t.equal(await pressed(), undefined, href)
  }
  const fields = (at: number) => `<tr><td>Row ${at}<td><input aria-label=Amount value=${at}></tr>`
  const { call: set, fail: missed, tab: form } = await show('/fields', `<table>${[1, 2].map(fields).join('')}</table>`)
  const amount = { tab: form, filter: { anyFieldContains: 'Amount' } }
  await set('interact', { find: { ...amount, near: 'Row 2' }, action: 'focus' })
  const { candidates } = (await missed('interact', { find: amount, action: 'focus' })).data as { candidates: object[] }
  t.match(candidates, [{ in: 'near "Row 1"' }, { in: 'near "Row 2"' }], 'a value and the focus tell none of them')
  const { call, tab, pressed } = await show('/parts', rows('#part'))
  await call('interact', { find: { tab, filter: { anyFieldContains: 'Delete' } }, action: 'click' })
  t.equal(await pressed(), 'click 0', 'they lead to a part of the page')
})

t.test('words that a view shows, of a row or a mere text, find it', async (t) => {
  const rows = ['Ann 12', 'Bob 15'].map((one, at) => `<tr id=r${at} onclick="0">${one.replace(/(\w+)/g, '<td>$1')}`)
  const { call, tab, pressed } = await show(
    '/rows',
    `<table>${rows.join('')}</table><p style="margin-top: 3000px">Slide one<p style="margin-top: 3000px">End`,
  )
  await call('interact', { find: { tab, filter: { anyFieldContains: 'Bob | 15' } }, action: 'click' })
  t.equal(await pressed(), 'click r1')
  const scrolled = await call('interact', {
    find: { tab, filter: { anyFieldContains: 'Slide one' } },
    action: 'scroll',
  })
  t.match(scrolled, { effect: 'confirmed' })
})

t.test('words that merely stand on the same page are near to no row of others', async (t) => {
  const row = (name: string, at: number) => `<tr><td>${name}<td>12.00<td><button id=${at}>Delete</button></tr>`
  const table = (...names: string[]) => `<table><tr><th>Order<th>Sum<th></tr>${names.map(row).join('')}</table>`
  const lone = '<div style="margin-top: 120px"><p>Order 3</p><button id=9>Delete</button></div>'
  for (const [name, body] of Object.entries({
    'a field': `<div><label>Search <input value="Order 7"></label> <button>Find</button></div>${table('Order 1', 'Order 2')}`,
    'a field, and one row': `<label>Search <input value="Order 7"></label>${table('Order 1')}`,
    'a field, and one that is in no row': `<label>Search <input value="Order 7"></label><ul id=l></ul>${lone}`,
    'a text': `<div><p>Last deleted: Order 7</p> <button>Find</button></div>${table('Order 1', 'Order 2')}${lone}`,
    'a part of a longer name': table('Order 17', 'Order 70'),
    'a message above a list': `<p role=status>Order 7 was archived</p><ul>${['Order 1', 'Order 2'].map((one, at) => `<li><span>${one}</span> <button id=${at}>Delete</button>`).join('')}</ul>`,
  })) {
    const { call, fail, tab, pressed } = await show('/loose', `<h1>Orders</h1>${body}`)
    const find = (near: string) => ({ tab, filter: { anyFieldContains: 'Delete' }, near })
    t.match(await fail('interact', { find: find('Order 7'), action: 'click' }), { name: 'not_found' }, name)
    t.equal(await pressed(), undefined, name)
    const [own = ''] = /Order (?:17|[123]\b)/.exec(body) ?? []
    t.match(await call('interact', { find: find(own), action: 'click' }), { route: 'pointer' }, `${name}: ${own}`)
  }
})

t.test('a field is called by what is drawn beside it, where the order of the page does not say it', async (t) => {
  const names = ['Alpha', 'Beta', 'Gamma']
  const column = (items: readonly string[]) =>
    `<div style="display: flex; flex-direction: column; gap: 8px">${items.map((one) => `<div style="height: 24px">${one}</div>`).join('')}</div>`
  const columns = `${column(names)}${column(names.map((_, at) => `<input id=${at}>`))}`
  const captions = names
    .map(
      (name, at) => `<div style="display: flex; flex-direction: column"><input id=${at}><small>${name}</small></div>`,
    )
    .join('')
  const { call, tab } = await show('/columns', `<div style="display: flex; gap: 12px">${columns}</div>`)
  const held = async (id: number) =>
    (await call('evaluate', { tab, script: `document.getElementById(${id}).value` })).result
  for (const [at, name] of names.entries()) {
    await call('interact', { find: { tab, filter: { anyFieldContains: name } }, action: 'set_value', value: name })
    t.equal(await held(at), name)
  }
  t.notMatch((await call('explore', { tab, format: 'outline' })).outline, /near “/, 'a view does not guess')
  const { fail, tab: other } = await show('/captions', `<div style="display: flex; gap: 12px">${captions}</div>`)
  const beta = { tab: other, filter: { anyFieldContains: 'Beta' } }
  t.match(await fail('interact', { find: beta, action: 'set_value', value: 'x' }), { name: 'not_found' }, 'a caption')
})

t.test('what is near the words and cannot be used is told', async (t) => {
  const row = (at: number) => `<tr><td>Order ${at}<td><button ${at === 2 ? 'disabled' : ''}>Delete</button></tr>`
  const { fail, tab } = await show('/off', `<table>${[1, 2, 3].map(row).join('')}</table>`)
  const find = { tab, filter: { anyFieldContains: 'Delete' }, near: 'Order 2' }
  const missed = await fail('interact', { find, action: 'click' })
  t.match(missed, { name: 'not_found', hint: /that are disabled/, data: { near: [{ state: ['disabled'] }] } })
})

t.test('near words', async (t) => {
  const { call, fail, tab } = await show(
    '/near',
    `<p id="said">Backups</p><input id="beside"> <p><label>Wrapped <input id="wrapped"></label></p>
<p><label for="by">Related</label> <input id="by"></p> <button id="inner"><span>Within</span></button>
<table><tr><td>Acme<td>Amount<td><input id="acme"></tr><tr><td>Bolt<td>Closed<td></tr></table>`,
  )
  const { outline } = await call('explore', { tab, format: 'outline' })
  const id = idOn(outline, /near “Backups”/)
  const find = (text: string) => ({ tab, filter: { anyFieldContains: text } })
  for (const filter of [{ anyFieldContains: 'Backups' }, { titleContains: 'Backups' }])
    for (const action of ['click', 'right_click']) {
      const missed = await fail('interact', { find: { tab, filter }, action })
      t.match(missed, { name: 'not_found', hint: /stands near these words/, data: { near: [{ id }] } }, action)
    }
  const hovered = await call('interact', { find: find('Backups'), action: 'hover' })
  t.match(hovered.element, { role: 'AXStaticText', name: 'Backups' }, 'a hover is for the words themselves')
  const ofAcme = { find: { ...find('Amount'), near: 'Bolt' }, action: 'set_value', value: '7' }
  t.match(await fail('interact', ofAcme), { name: 'not_found' }, 'what stands beside the words in another row')
  t.match(await call('interact', { ...ofAcme, find: { ...find('Amount'), near: 'Acme' } }), { effect: 'confirmed' })
  for (const text of ['Wrapped', 'Related', 'Within'])
    t.match(await call('interact', { find: find(text), action: 'click' }), { route: 'pointer' }, text)
  t.match(await call('interact', { elementId: id, action: 'set_value', value: 'x' }), { effect: 'confirmed' })
  t.equal((await call('explore', { ...find('Backups') })).matched, 1, 'a view may be narrowed to it')
  t.equal((await call('evaluate', { tab, script: 'log.join()' })).result, 'click wrapped,click by,click inner')
})

t.test('a value is for the field in what is called so and could only be selected', async (t) => {
  const { call, tab } = await show(
    '/options',
    `<div role=listbox><div role=option tabindex=0 aria-label=Margin>Margin <input id=margin></div>
    <div role=option tabindex=0 aria-label=Indent>Indent</div></div>`,
  )
  const set = { tab, filter: { anyFieldContains: 'Margin' } }
  t.match(await call('interact', { find: set, action: 'set_value', value: '80' }), { effect: 'confirmed' })
  t.equal((await call('evaluate', { tab, script: 'margin.value' })).result, '80')
})

t.test('what a person means by the words: not an identifier, and nothing behind a dialog', async (t) => {
  const { call, tab, pressed } = await show(
    '/meant',
    `<p><label for="list-name">Filter:</label> <input id="list-name"> <button id="behind">Save</button></p>
<table><tr><th>Name:</th><td><input id="field"></td></tr></table>`,
  )
  const find = (text: string) => ({ tab, filter: { anyFieldContains: text } })
  const set = { find: find('Name'), action: 'set_value', value: 'Ann' }
  t.match(await call('interact', set), { effect: 'confirmed' })
  t.equal((await call('evaluate', { tab, script: 'document.getElementById("field").value' })).result, 'Ann')
  const dialog = '<div role=dialog aria-modal=true aria-label=File><button id=front>Save</button></div>'
  await call('evaluate', { tab, script: `document.body.insertAdjacentHTML('beforeend', '${dialog}')` })
  await call('interact', { find: find('Save'), action: 'click' })
  t.equal(await pressed(), 'click front')
})

t.test('a name that is written so comes before one that only reads like it', async (t) => {
  const letters = ['é', 'e', 'E', '→', '↛', 'Save', 'SAVE']
  const body = letters.map((letter, at) => `<button id="b${at}">${letter}</button>`).join('')
  const { call, tab, pressed } = await show('/letters', body)
  for (const [at, letter] of letters.entries()) {
    await call('interact', { tab, find: { filter: { anyFieldContains: letter } }, action: 'click' })
    t.equal(await pressed(), `click b${at}`, letter)
  }
  const inside = { tab, find: { filter: { anyFieldContains: 'ave' } }, action: 'click' }
  await t.rejects(call('interact', inside), {
    name: 'not_found',
    message: /^Nothing is called "ave"; 2 elements have it inside a word/,
  })
})
