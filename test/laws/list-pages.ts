/**
 * One to-do list, by many frameworks: whose rows are bound to their items by a key, taken for other items as they stand,
 * or made anew. Which item an element belongs to is known to the page alone, by `itemOf`; no attribute tells it.
 */

export const frameworks = [
  'react',
  'vue',
  'preact',
  'lit',
  'mithril',
  'knockout',
  'jquery',
  'virtual',
  'solid',
  'alpine',
  'idiomorph',
] as const
export const markups = ['list', 'table', 'plain', 'blocks'] as const

export interface Kind {
  readonly framework: (typeof frameworks)[number]
  /** Rows are bound to their items. */
  readonly keyed: boolean
  /** All rows are made anew each time, where the framework can. */
  readonly anew?: boolean
  readonly markup: (typeof markups)[number]
  /** Also a tag that other rows have too, a number that changes, and a mark when it is done. */
  readonly rich: boolean
  /** The button is there only where the pointer is. */
  readonly hover: boolean
}

export const nameOf = ({ framework, keyed, anew, markup, rich, hover }: Kind) =>
  [framework, anew ? 'anew' : keyed ? 'keyed' : 'unkeyed', markup, rich && 'rich', hover && 'hover']
    .filter(Boolean)
    .join(' ')

const tags = {
  list: { list: 'ul', row: 'li', cell: 'span' },
  table: { list: 'tbody', row: 'tr', cell: 'td' },
  plain: { list: 'div', row: 'div', cell: 'span' },
  /** Of what holds nothing but blocks, Chromium's tree has no row. */
  blocks: { list: 'div', row: 'div', cell: 'div' },
} as const

export function pageOf(kind: Kind): string {
  const place =
    kind.markup === 'table'
      ? '<table><tbody id="rows"></tbody></table>'
      : `<${tags[kind.markup].list} id="rows"></${tags[kind.markup].list}>`
  const height = kind.framework === 'virtual' ? '#frame { height: 200px; overflow: auto }' : ''
  return `<!doctype html><title>List</title>
<style>${height} .row { height: 30px } button { width: 20px; height: 20px }</style>
<h1>To do</h1>
<input placeholder="Filter"> <button>Add</button> <button>Play</button> <span>Sorted by hand</span>
<div id="frame">${place}</div>
<script>
// Bundlers say so to packages that are made for them.
window.process = { env: { NODE_ENV: 'production' } }
addEventListener('error', ({ message }) => { window.failure = message })
const kind = ${JSON.stringify({ ...kind, ...tags[kind.markup] })}
${model}
</script>
<script type="importmap">${JSON.stringify(importMap)}</script>
${scripts[kind.framework].map((path) => `<script src="/npm/${path}"></script>`).join('\n')}
<script type="module">
${adapters[kind.framework]}
window.render = render
render()
window.ready = true
</script>`
}

/** Items, what is done to them, and what the rows' handlers call. */
const model = `
const model = { items: [], filter: '', hover: undefined, next: 1, log: [] }
const texts = new Set()
/** No text ever comes again: to whoever only sees the page, that would be the same item. */
const unique = (text) => {
  const own = texts.has(text) ? text + ' ' + texts.size : text
  texts.add(own)
  return own
}
const fresh = (text, tag, price) => ({ key: model.next++, text: unique(text), done: false, tag, price })
const shown = () => model.items.filter((item) => item.text.includes(model.filter))
const toggle = (item) => { item.done = !item.done; model.log.push('toggle ' + item.key); render() }
const remove = (item) => { model.items = model.items.filter((one) => one !== item); model.log.push('remove ' + item.key); render() }
const hasButton = (item) => !kind.hover || model.hover === item.key
const more = (item) => (kind.rich ? [item.tag, item.price + '.50', ...(item.done ? ['done'] : [])] : [])
const itemOf = (element) => {
  const row = element.closest('.row')
  if (row === null || !row.isConnected) return undefined
  if (row.item !== undefined) return row.item()
  return shown()[[...document.querySelectorAll('.row')].indexOf(row)]
}
const held = new Map()
`

const scripts: { readonly [F in Kind['framework']]: readonly string[] } = {
  react: ['react/umd/react.production.min.js', 'react-dom/umd/react-dom.production.min.js'],
  vue: ['vue/dist/vue.global.prod.js'],
  preact: [],
  lit: [],
  mithril: ['mithril/mithril.min.js'],
  knockout: ['knockout/build/output/knockout-latest.js'],
  jquery: ['jquery/dist/jquery.min.js'],
  virtual: [],
  solid: [],
  alpine: [],
  idiomorph: [],
}

/** What modules of theirs import by name. */
const importMap = {
  imports: { 'solid-js': '/npm/solid-js/dist/solid.js', 'solid-js/web': '/npm/solid-js/web/dist/web.js' },
}

/** Rows by `createElement` and its like. */
const hyperscript = (boxProps: string) => `
const view = (h) => shown().map((item, index) => h(kind.row, { class: 'row', className: 'row', key: kind.keyed ? item.key : index },
  h(kind.cell, null, h('input', { type: 'checkbox', checked: item.done, ${boxProps}: () => toggle(item) })),
  h(kind.cell, null, item.text),
  ...more(item).map((text) => h(kind.cell, null, text)),
  ...(hasButton(item) ? [h(kind.cell, null, h('button', { onClick: () => remove(item), onclick: () => remove(item) }))] : []),
))`

/** Rows as a server writes them; keyed ones have an id. */
const written = `
const list = document.getElementById('rows')
list.addEventListener('change', ({ target }) => toggle(itemOf(target)))
list.addEventListener('click', ({ target }) => { if (target.localName === 'button') remove(itemOf(target)) })
const written = () => shown().map((item) => '<' + kind.row + ' class="row"' + (kind.keyed ? ' id="row-' + item.key + '"' : '') + '>' +
  '<' + kind.cell + '><input type="checkbox"' + (item.done ? ' checked' : '') + '></' + kind.cell + '>' +
  [item.text, ...more(item)].map((text) => '<' + kind.cell + '>' + text + '</' + kind.cell + '>').join('') +
  (hasButton(item) ? '<' + kind.cell + '><button></button></' + kind.cell + '>' : '') + '</' + kind.row + '>').join('')`

const adapters: { readonly [F in Kind['framework']]: string } = {
  react: `${hyperscript('onChange')}
const root = ReactDOM.createRoot(document.getElementById('rows'))
const h = (tag, props, ...children) => {
  const { class: _, onclick, ...rest } = props ?? {}
  return React.createElement(tag, rest, ...children)
}
const render = () => ReactDOM.flushSync(() => root.render(React.createElement(React.Fragment, null, view(h))))`,
  preact: `import { h as create, render as draw } from '/npm/preact/dist/preact.mjs'
import htm from '/npm/htm/dist/htm.module.js'
${hyperscript('onClick')}
const html = htm.bind(create)
const h = (tag, props, ...children) => {
  const { className, onclick, ...rest } = props ?? {}
  return html\`<\${tag} ...\${rest}>\${children}</\${tag}>\`
}
const render = () => draw(view(h), document.getElementById('rows'))`,
  mithril: `${hyperscript('onchange')}
const h = (tag, props, ...children) => {
  const { className, onClick, key, ...rest } = props ?? {}
  return m(tag, kind.keyed && key !== undefined ? { ...rest, key } : rest, ...children)
}
const render = () => m.render(document.getElementById('rows'), view(h))`,
  vue: `const { createApp, nextTick, shallowRef } = Vue
const tick = shallowRef(0)
createApp({
  setup: () => ({ rows: () => (tick.value, shown()), toggle, remove, more, hasButton, tick }),
  template: '<' + kind.row + ' class="row" v-for="item in rows()"' + (kind.keyed ? ' :key="item.key"' : '') + '>' +
    '<' + kind.cell + '><input type="checkbox" :checked="item.done" @change="toggle(item)"></' + kind.cell + '>' +
    '<' + kind.cell + '>{{ item.text }}</' + kind.cell + '>' +
    '<' + kind.cell + ' v-for="text in more(item)">{{ text }}</' + kind.cell + '>' +
    '<' + kind.cell + ' v-if="hasButton(item)"><button @click="remove(item)"></button></' + kind.cell + '></' + kind.row + '>',
}).mount('#rows')
const render = () => { tick.value++; return nextTick() }`,
  lit: `import { html, render as draw } from '/npm/lit-html/lit-html.js'
import { repeat } from '/npm/lit-html/directives/repeat.js'
import { unsafeStatic, html as staticHtml } from '/npm/lit-html/static.js'
const row = unsafeStatic(kind.row), cell = unsafeStatic(kind.cell)
const one = (item) => staticHtml\`<\${row} class="row"><\${cell}><input type="checkbox" .checked=\${item.done} @change=\${() => toggle(item)}></\${cell}>
  <\${cell}>\${item.text}</\${cell}>\${more(item).map((text) => staticHtml\`<\${cell}>\${text}</\${cell}>\`)}
  \${hasButton(item) ? staticHtml\`<\${cell}><button @click=\${() => remove(item)}></button></\${cell}>\` : ''}</\${row}>\`
const render = () => draw(kind.keyed ? repeat(shown(), (item) => item.key, one) : shown().map(one), document.getElementById('rows'))`,
  knockout: `const tick = ko.observable(0)
const list = document.getElementById('rows')
const c = kind.cell
list.innerHTML = '<' + kind.row + ' class="row"><' + c + '><input type="checkbox" data-bind="checked: item().done, click: () => { press(item()); return true }"></' + c + '>' +
  '<' + c + ' data-bind="text: item().text"></' + c + '><!-- ko foreach: more(item()) --><' + c + ' data-bind="text: $data"></' + c + '><!-- /ko -->' +
  '<!-- ko if: hasButton(item()) --><' + c + '><button data-bind="click: () => remove(item())"></button></' + c + '><!-- /ko --></' + kind.row + '>'
list.setAttribute('data-bind', 'foreach: rows')
const keyed = new Map()
const wrap = (key, item) => {
  if (!keyed.has(key)) keyed.set(key, { item: ko.observable(item), press: toggle, remove, more, hasButton })
  keyed.get(key).item(item)
  keyed.get(key).item.valueHasMutated()
  return keyed.get(key)
}
const rows = ko.observableArray()
ko.applyBindings({ rows })
const render = () => rows(shown().map((item, index) => wrap(kind.keyed ? item.key : index, item)))`,
  jquery: `const list = $('#rows')
const known = new Map()
const make = () => {
  const row = $('<' + kind.row + ' class="row">')
  row.append($('<' + kind.cell + '>').append($('<input type="checkbox">').on('change', () => toggle(row.data('item')))))
  return row
}
const fill = (row, item) => {
  row.data('item', item).find('input').prop('checked', item.done)
  row.children().slice(1).remove()
  for (const text of [item.text, ...more(item)]) row.append($('<' + kind.cell + '>').text(text))
  if (hasButton(item)) row.append($('<' + kind.cell + '>').append($('<button>').on('click', () => remove(row.data('item')))))
  return row
}
const render = () => {
  const items = shown()
  if (kind.anew) return list.empty().append(items.map((item) => fill(make(), item)))
  if (kind.keyed) {
    for (const item of items) if (!known.has(item.key)) known.set(item.key, make())
    list.children().filter((_, row) => !items.includes($(row).data('item'))).detach()
    list.append(items.map((item) => fill(known.get(item.key), item)))
    return
  }
  while (list.children().length > items.length) list.children().last().remove()
  while (list.children().length < items.length) list.append(make())
  items.forEach((item, at) => fill(list.children().eq(at), item))
}`,
  virtual: `import { Virtualizer, elementScroll, observeElementOffset, observeElementRect } from '/npm/@tanstack/virtual-core/dist/esm/index.js'
const frame = document.getElementById('frame'), list = document.getElementById('rows')
const pool = []
const virtualizer = new Virtualizer({
  count: 0, getScrollElement: () => frame, estimateSize: () => 30, overscan: 0,
  scrollToFn: elementScroll, observeElementRect, observeElementOffset, onChange: () => draw(),
})
virtualizer._didMount()
const make = () => {
  const row = document.createElement(kind.row)
  row.className = 'row'
  row.addEventListener('change', () => toggle(row.now))
  row.addEventListener('click', ({ target }) => { if (target.localName === 'button') remove(row.now) })
  row.item = () => row.now
  list.append(row)
  return row
}
const fill = (row, item) => {
  row.now = item
  const texts = [item.text, ...more(item)]
  while (row.children.length < texts.length + 2) row.append(document.createElement(kind.cell))
  while (row.children.length > texts.length + 2) row.lastChild.remove()
  if (row.children[0].firstChild?.localName !== 'input') {
    row.children[0].replaceChildren(Object.assign(document.createElement('input'), { type: 'checkbox' }))
  }
  row.children[0].firstChild.checked = item.done
  texts.forEach((text, at) => { if (row.children[at + 1].textContent !== text || row.children[at + 1].firstElementChild) row.children[at + 1].textContent = text })
  const last = row.lastChild
  if (hasButton(item) !== (last.firstChild?.localName === 'button')) last.replaceChildren(...(hasButton(item) ? [document.createElement('button')] : []))
}
const draw = () => {
  const items = shown(), seen = virtualizer.getVirtualItems().filter(({ index }) => index < items.length)
  while (pool.length < seen.length) pool.push(make())
  while (pool.length > seen.length) pool.pop().remove()
  for (const { index } of seen) fill(pool[index % pool.length], items[index])
}
const render = () => {
  virtualizer.setOptions({ ...virtualizer.options, count: shown().length })
  list.style.paddingBottom = virtualizer.getTotalSize() + 'px'
  virtualizer._willUpdate()
  draw()
}`,
  solid: `import { createSignal, For, Index } from 'solid-js'
import { render as mount } from 'solid-js/web'
import html from '/npm/solid-js/html/dist/html.js'
const [tick, setTick] = createSignal(0)
const rows = () => (tick(), shown())
const r = kind.row, c = kind.cell
const one = eval('(item) => html\`<' + r + ' class="row"><' + c + '><input type="checkbox" checked=\${() => (tick(), item().done)} onchange=\${() => toggle(item())}></' + c + '>' +
  '<' + c + '>\${() => (tick(), item().text)}</' + c + '>\${() => (tick(), more(item()).map((text) => html\`<' + c + '>\${text}</' + c + '>\`))}' +
  '\${() => (tick(), hasButton(item()) ? html\`<' + c + '><button onclick=\${() => remove(item())}></button></' + c + '>\` : "")}</' + r + '>\`')
mount(() => kind.keyed ? For({ get each() { return rows() }, children: (item) => one(() => item) }) : Index({ get each() { return rows() }, children: one }), document.getElementById('rows'))
const render = () => { setTick(tick() + 1) }`,
  alpine: `import Alpine from '/npm/alpinejs/dist/module.esm.js'
const c = kind.cell
document.getElementById('rows').innerHTML = '<template x-for="(item, index) in rows()" :key="' + (kind.keyed ? 'item.key' : 'index') + '"><' + kind.row + ' class="row">' +
  '<' + c + '><input type="checkbox" :checked="[tick, item.done][1]" @change="toggle(item)"></' + c + '>' +
  '<' + c + ' x-text="[tick, item.text][1]"></' + c + '>' +
  '<template x-for="text in [tick, more(item)][1]"><' + c + ' x-text="text"></' + c + '></template>' +
  '<template x-if="[tick, hasButton(item)][1]"><' + c + '><button @click="remove(item)"></button></' + c + '></template></' + kind.row + '></template>'
document.getElementById('rows').setAttribute('x-data', 'list')
let data
Alpine.data('list', () => ({ tick: 0, init() { data = this }, rows() { return this.tick, shown() }, toggle, remove, more, hasButton }))
Alpine.start()
const render = () => { data.tick++; return Alpine.nextTick() }`,
  idiomorph: `import { Idiomorph } from '/npm/idiomorph/dist/idiomorph.esm.js'
${written}
const render = () => { Idiomorph.morph(document.getElementById('rows'), written(), { morphStyle: 'innerHTML' }) }`,
}
