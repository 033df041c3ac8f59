/** Widgets whose roles, names and presses the browser tells only in part: the DOM is the truth. */
import t from 'tap'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openBoth } from '../../fixtures/web/inside.ts'

const slotted = `<!doctype html><meta charset="utf-8"><title>Files</title>
<script>
  const define = (name, html) => customElements.define(name, class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html }
  })
  define('my-tree', '<div role="tree" aria-label="Files"><slot></slot></div>')
  define('my-item', '<div style="cursor:pointer"><span><slot></slot></span><div role="group"><slot name="in"></slot></div></div>')
</script>
<my-tree>
  <my-item role="treeitem" tabindex="0" aria-expanded="true" aria-selected="false">Fruit<my-item slot="in" role="treeitem"
    tabindex="0" aria-selected="false">Apple</my-item></my-item>
  <my-item role="treeitem" tabindex="0" aria-selected="false">Stone</my-item>
</my-tree>
<script>
  document.addEventListener('click', ({ target }) => {
    target.closest('[role=treeitem]')?.setAttribute('aria-selected', 'true')
  })
</script>`

const boxes = `<!doctype html><meta charset="utf-8"><title>Boxes</title>
<label for="month">Month</label><select id="month"><option>May</option><option selected>June</option><option>July</option></select>
<p>Town</p><div role="combobox" tabindex="0" aria-expanded="false" aria-labelledby="town"><span id="town" role="textbox" aria-readonly="true">Oslo</span></div>`

const drawnList = `<!doctype html><meta charset="utf-8"><title>Drawn</title>
<style>
  #box { position: relative; width: 200px; height: 30px; cursor: pointer }
  #city, #shown { position: absolute; inset: 0; width: 100%; height: 100% }
  #city { opacity: 0 }
  #list { width: 0; height: 0; overflow: hidden }
</style>
<label for="city">City</label>
<div id="box"><input id="city" role="combobox" readonly aria-expanded="false" aria-controls="list" aria-haspopup="listbox"><span id="shown" hidden></span></div>
<p>Rest of the form</p>
<div id="popup" hidden><div id="list" role="listbox"><div role="option">Oslo</div><div role="option">Paris</div></div>
  <div id="drawn"><div>Oslo</div><div>Paris</div><div>Prague</div></div></div>
<script>
  const show = (isOpen) => { popup.hidden = !isOpen; city.setAttribute('aria-expanded', isOpen) }
  box.onmousedown = () => show(popup.hidden)
  city.onkeydown = ({ key }) => { if (key === 'ArrowDown') show(true); if (key === 'Escape') show(false) }
  drawn.onclick = ({ target }) => { shown.textContent = target.textContent; shown.hidden = false; show(false) }
</script>`

const drawnBoxes = `<!doctype html><meta charset="utf-8"><title>Drawn boxes</title>
<style>
  .box { position: relative; width: 200px; height: 24px; cursor: pointer }
  .box > * { position: absolute; left: 0; top: 0; width: 200px; height: 24px; box-sizing: border-box }
  .box > input { opacity: 0; z-index: -1 }
  #veil { position: absolute; width: 300px; background: #ccc }
</style>
<div class="box" id="agree"><input type="checkbox"><label>Agree to it</label></div>
<div class="box" id="news"><input type="checkbox"><span>Send news</span></div>
<div class="box"><input type="checkbox" aria-label="With help"><button>Help</button></div>
<div class="box" id="under"><input type="checkbox" aria-label="Under a veil"></div><div id="veil">Veil</div>
<script>
  for (const one of [agree, news]) one.onclick = () => { one.firstElementChild.checked = !one.firstElementChild.checked }
  const { x, y } = under.getBoundingClientRect()
  veil.style = 'height: 60px; left: ' + (x - 5) + 'px; top: ' + (y - 5) + 'px'
  const states = () => [...document.querySelectorAll('input')].map(({ checked }) => Number(checked)).join('')
</script>`

const segments = `<!doctype html><title>Segments</title>
<style>input { position: absolute; width: 0; height: 0; opacity: 0 } label[data-active] { background: #ccc }</style>
${['Day', 'Week'].map((name, at) => `<input type="radio" id="${name}" ${at === 0 ? 'checked' : ''}><label for="${name}">${name}</label>`).join('')}
<script>
  const all = [...document.querySelectorAll('input')]
  const choose = (one) => all.forEach((each) => {
    each.checked = each === one
    each.labels[0].toggleAttribute('data-active', each === one)
  })
  for (const one of all) one.onclick = () => setTimeout(() => choose(one))
</script>`

const sorted = `<!doctype html><meta charset="utf-8"><title>Sorted</title>
<table role="grid"><tr><th role="columnheader" aria-sort="none" onclick="ariaSort = ariaSort === 'ascending' ? 'descending' : 'ascending'">Size</th><th>Name</th></tr><tr><td>1</td><td>One</td></tr></table>`

const inPlace = `<!doctype html><meta charset="utf-8"><title>In place</title>
<div id="text" tabindex="0">Edit me</div>
<script>
  text.onfocus = () => { text.innerHTML = '<input aria-label="Edited" style="position: absolute; left: 300px">'; text.firstChild.focus() }
</script>`

const slottedItems = `<!doctype html><meta charset="utf-8"><title>Slotted items</title>
<script>
  const widget = (name, html) => customElements.define(name, class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html }
  })
  const item = (name, html) => {
    widget(name, html)
    addEventListener('click', ({ target }) => {
      if (target.localName !== name) return
      const selected = (one) => one.shadowRoot.querySelector('[aria-selected]').setAttribute('aria-selected', one === target)
      document.querySelectorAll(name).forEach(selected)
    })
  }
  widget('x-list', '<ul role="listbox"><slot></slot></ul>')
  item('x-option', '<li role="option" aria-selected="false" tabindex="-1"><slot></slot></li>')
  widget('x-tabs', '<div role="tablist"><slot></slot></div>')
  item('x-tab', '<button role="tab" aria-selected="false"><slot></slot></button>')
</script>
<x-list><x-option>Day</x-option><x-option>Week</x-option></x-list><x-tabs><x-tab>First</x-tab><x-tab>Second</x-tab></x-tabs>`

const insideLabels = `<!doctype html><meta charset="utf-8"><title>Inside labels</title>
<script>
  customElements.define('x-switch', class extends HTMLElement {
    static formAssociated = true
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' })
      root.innerHTML = '<div><span onpointerenter="1"></span><input id="input" type="checkbox" role="switch"></div>'
    }
  })
</script>
<p><label>Wifi <x-switch></x-switch></label> <label><x-switch></x-switch> Bluetooth</label>
<p><label>Both <x-switch></x-switch> or <x-switch></x-switch></label>`

const internals = `<!doctype html><meta charset="utf-8"><title>Internals</title>
<script>
  const define = (name, role) => customElements.define(name, class extends HTMLElement {
    static formAssociated = true
    own = this.attachInternals()
    connectedCallback() {
      Object.assign(this.own, { role, ariaChecked: 'false' })
      this.tabIndex = 0
      this.onclick = () => { this.own.ariaChecked = role === 'radio' ? 'true' : String(this.own.ariaChecked !== 'true') }
    }
  })
  define('x-check', 'checkbox')
  define('x-radio', 'radio')
  customElements.define('x-slider', class extends HTMLElement {
    own = this.attachInternals()
    connectedCallback() {
      Object.assign(this.own, { role: 'slider', ariaValueMin: '0', ariaValueMax: '100', ariaValueNow: '30' })
      const steps = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }
      this.onkeydown = ({ key }) => { this.own.ariaValueNow = String(Number(this.own.ariaValueNow) + (steps[key] ?? 0)) }
    }
  })
</script>
<x-check id="agree">Agree</x-check><x-radio id="large">Large</x-radio><x-slider id="loud" tabindex="0" aria-label="Loud"></x-slider>`

/** Its days show a pointer only under the pointer, and are drawn again as they are put away, before the button is up. */
const calendar = `<!doctype html><meta charset="utf-8"><title>Calendar</title>
<style>#days.shut { display: none } #days span:hover { cursor: pointer; background: #ccc }</style>
<label>Day <input id="day"></label><div id="days"></div>
<script>
  const draw = () => { days.innerHTML = Array.from({ length: 31 }, (_, at) => '<p><b></b><span>' + (at + 1) + '</span></p>').join('') }
  draw()
  days.onmousedown = ({ target }) => { day.value = target.textContent; draw(); days.className = 'shut' }
</script>`

const listens = `<!doctype html><meta charset="utf-8"><title>Listens</title>
<div id="list"><p>Item A</p><p>Item B</p><p>Item C</p></div>
<script>const pressed = []; list.onclick = ({ target }) => pressed.push(target.textContent)</script>`

const drawnOver = `<!doctype html><meta charset="utf-8"><title>Drawn over</title>
<style>
  .field { position: relative; width: 200px; padding: 8px; border: 1px solid }
  .field input { position: absolute; inset: 0; opacity: 0; pointer-events: none }
  #list { position: absolute; background: #eee } #list.coming { pointer-events: none }
</style>
<p>Above<div class="field" role="combobox" aria-expanded="false"><input type="hidden" value="m"><span id="chosen">Medium</span>
<input id="size" role="combobox" aria-label="Size" aria-expanded="false" aria-controls="menu" value="Medium"></div>
<div id="menu"></div><p>Below the field there is text, and below that more text</p><button>Under</button>
<script>
  const field = document.querySelector('.field')
  const tell = (open) => document.querySelectorAll('[aria-expanded]').forEach((one) => one.setAttribute('aria-expanded', open))
  field.onmousedown = () => {
    tell(true)
    menu.innerHTML = '<div id="list" class="coming" role="listbox">' + ['Small', 'Medium', 'Large'].map((word) => '<div role="option">' + word + '</div>').join('') + '</div>'
    setTimeout(() => { list.className = '' }, 250)
    list.onclick = ({ target }) => { chosen.textContent = size.value = target.textContent; menu.innerHTML = ''; tell(false) }
  }
</script>`

const slottedTexts = `<!doctype html><meta charset="utf-8"><title>Slotted texts</title>
<script>
  window.heard = []
  for (const mode of ['open', 'closed'])
    customElements.define('x-' + mode, class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode })
        root.innerHTML = '<a href="#"><slot></slot></a> <button aria-label="Other ' + mode + '">x</button>'
        root.querySelector('a').onclick = () => heard.push(mode)
      }
    })
</script><p><x-open>Open link</x-open><p><x-closed>Closed link</x-closed>
<p><x-open>Covered link</x-open><div style="position:relative;top:-3em;height:3em;background:#ddd">cover</div>`

const clock = `<!doctype html><meta charset="utf-8"><title>Clock</title><p id="now">0</p><button>Idle</button>
<button onclick="this.replaceWith(this.cloneNode(true))">Anew</button>
<script>setInterval(() => { now.textContent = performance.now() }, 50)</script>`

const focusable = `<!doctype html><meta charset="utf-8"><title>Focusable</title>
<div id="map" tabindex="0"><button>Nearer</button> <button>Farther</button></div><script>map.onclick = () => map.focus()</script>`

const presses = `<!doctype html><meta charset="utf-8"><title>Presses</title>
<style>#day, #plain, #again { display: block; margin: 90px 10px }</style>
<ul id="tags"></ul>
<input id="day" readonly aria-label="Day">
<button id="plain">Plain</button>
<div id="again"></div>
<script>
  const over = (element, words) => {
    const made = document.createElement('div')
    const { left, top } = element.getBoundingClientRect()
    made.style = 'position:absolute;background:#fff;width:300px;height:80px;left:' + (left - 5) + 'px;top:' + (top - 5) + 'px'
    made.innerHTML = '<button>' + words + '</button>'
    document.body.append(made)
  }
  let names = ['red', 'green', 'blue']
  const draw = () => tags.replaceChildren(...names.map((name) => {
    const one = document.createElement('li')
    one.innerHTML = name + '<button aria-label="Remove ' + name + '">x</button>'
    one.lastChild.onmousedown = () => { names = names.filter((other) => other !== name); draw() }
    return one
  }))
  draw()
  day.onfocus = () => over(day, 'Today')
  plain.onmousedown = () => over(plain, 'Veil')
  const renew = () => {
    again.innerHTML = '<button>Again</button>'
    again.firstChild.onmousedown = renew
    again.firstChild.onclick = () => { document.title = 'clicked' }
  }
  renew()
</script>`

const grouped = `<!doctype html><meta charset="utf-8"><title>Grouped</title><style>#rich, #rich::picker(select) { appearance: base-select }</style>
<label>Sorted <select id="sorted"><optgroup label="North"><option value="n">Same</option></optgroup><optgroup label="South"><option value="s">Same</option><option value="o">Other</option></optgroup></select></label>
<label>Kept <select id="kept" onchange="value = 'n'"><optgroup label="North"><option value="n">Same</option></optgroup><optgroup label="South"><option value="s">Same</option></optgroup></select></label>
<label>Pet <select id="rich"><button><selectedcontent></selectedcontent></button><option value="c">Cat <small>meows</small></option><option value="d">Dog <small>barks</small></option></select></label>`

/** A carousel whose buttons and marks are pseudo-elements. */
const scrollMarkers = `<!doctype html><meta charset="utf-8"><title>Carousel</title><style>
  #list { display: flex; overflow-x: auto; scroll-snap-type: x mandatory; width: 300px; height: 150px; padding: 0; scroll-marker-group: after }
  #list::scroll-button(inline-start) { content: '<' / 'Previous' } #list::scroll-button(inline-end) { content: '>' / 'Next' }
  #list::scroll-marker-group { display: flex } li { flex: none; width: 300px; scroll-snap-align: start }
  li::scroll-marker { content: 'o' / attr(id) }</style>
<ul id="list"><li id="Tea">Green<li id="Milk">Fresh<li id="Rum">White</ul><button>Idle</button>`

t.test('unusual widgets', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: {
      '/grouped': grouped,
      '/slotted': slotted,
      '/boxes': boxes,
      '/presses': presses,
      '/drawn': drawnList,
      '/drawn-boxes': drawnBoxes,
      '/focusable': focusable,
      '/clock': clock,
      '/drawn-over': drawnOver,
      '/inside-labels': insideLabels,
      '/internals': internals,
      '/calendar': calendar,
      '/listens': listens,
      '/slotted-items': slottedItems,
      '/slotted-texts': slottedTexts,
      '/sorted': sorted,
      '/segments': segments,
      '/address':
        '<!doctype html><title>Address</title><div id="app"><div><p>One</p><ul><li><a href="#part">Part</a></li></ul></div><div><span onclick="void 0" style="cursor: pointer">Idle</span></div></div>',
      '/in-place': inPlace,
      '/scroll-markers': scrollMarkers,
      '/beyond-ascii': `<!doctype html><meta charset="utf-8"><title>Größe</title>${['größe €20', '日本', 'Ã', 'plain']
        .map(
          (said) =>
            `<div role="slider" tabindex="0" aria-label="Größe" aria-valuenow="3" aria-valuetext="${said}">3</div>`,
        )
        .join('')}`,
    },
  })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/slotted`)
  const find = (anyFieldContains: string, role?: string) => ({
    find: { scope: 'tab', tab, filter: { anyFieldContains, ...(role !== undefined && { role }) } },
  })
  const outline = async () => (await call('explore', { scope: 'tab', tab, format: 'outline' })).outline ?? ''

  t.comment('items in the slot of a tree keep the role, name and states that their author wrote')
  t.match(await outline(), /treeitem: Fruit \(expanded\)\n(.*\n)*.*treeitem: Apple\n(.*\n)*.*treeitem: Stone/)
  const apple = await call('interact', { ...find('Apple', 'AXRow'), action: 'click' })
  t.match(apple, { effect: 'confirmed' })
  t.equal(await outside.evaluate('document.querySelector("my-item my-item").getAttribute("aria-selected")'), 'true')
  t.match(await call('expand', find('Apple', 'AXRow')), { element: { state: /selected/, subrole: 'AXOutlineRow' } })
  t.match(await call('expand', find('Stone', 'AXRow')), { element: { state: /unselected/ } })
  await outside.evaluate('document.querySelector("my-item my-item").firstChild.data = "Pear"')
  t.match(await outline(), /treeitem: Fruit \(expanded\)\n(.*\n)*.*treeitem: Pear/, 'their names are what they say now')

  t.comment('controls that are pseudo-elements are pressed where they are drawn')
  await call('navigate', { tab, url: `${server.origin}/scroll-markers` })
  for (const [words, left] of [
    ['Next', 300],
    ['Rum', 600],
    ['Previous', 300],
    ['Tea', 0],
  ] as const) {
    t.match(await call('interact', { ...find(words), action: 'click' }), { effect: 'confirmed' }, words)
    t.equal(await outside.evaluate('list.scrollLeft'), left, words)
  }
  t.match(await call('interact', { ...find('Idle'), action: 'click' }), { effect: 'unverified' })

  t.comment('what is not ASCII is read as it is written')
  await call('navigate', { tab, url: `${server.origin}/beyond-ascii` })
  const { elements } = await call('explore', { scope: 'tab', tab, filter: { role: 'slider' }, format: 'json' })
  t.same(
    elements?.flatMap(({ children = [] }) => children.map(({ value }) => value)),
    ['größe €20', '日本', 'Ã', 'plain'],
  )

  t.comment('a list has as many options as can be chosen, and a box is not named by what it holds')
  await call('navigate', { tab, url: `${server.origin}/boxes` })
  const seen = await outline()
  t.match(seen, /dropdown: Month =June \(3 options\)/)
  t.match(seen, /dropdown: near “Town” =Oslo$/m)

  t.comment('a list that only a screen reader sees is chosen from where it is drawn')
  await call('navigate', { tab, url: `${server.origin}/drawn` })
  const city = { scope: 'tab', tab, filter: { role: 'combobox' } }
  for (const value of ['Paris', 'Prague', 'Oslo']) {
    t.match(await call('interact', { find: city, action: 'select', value }), { effect: 'confirmed' }, value)
    t.equal(await outside.evaluate('shown.textContent'), value)
  }
  t.match(await call('interact', { find: city, action: 'click' }), { effect: 'confirmed' }, 'under what it shows')
  t.equal(await outside.evaluate('popup.hidden'), false)
  t.match(await call('interact', { find: city, action: 'collapse' }), { effect: 'confirmed' })
  t.equal(await outside.evaluate('popup.hidden'), true)
  await t.rejects(call('interact', { find: city, action: 'select', value: 'Berlin' }), /no option "Berlin"/)

  t.comment('what nobody sees is pressed where something is drawn in its place, and nowhere else')
  await call('navigate', { tab, url: `${server.origin}/drawn-boxes` })
  const shownBoxes = await outline()
  t.match(shownBoxes, /checkbox: near “Agree to it”\n(.*\n)*.*checkbox: near “Send news”/)
  for (const [, elementId, words] of linesApart(shownBoxes)
    .join('\n')
    .matchAll(/\[(\d+)\] checkbox: near “(.*)”/g))
    t.match(await call('interact', { elementId, action: 'toggle' }), { effect: 'confirmed' }, words ?? '')
  const toggle = (words: string) => call('interact', { ...find(words, 'AXCheckBox'), action: 'toggle' })
  for (const words of ['With help', 'Under a veil']) await t.rejects(toggle(words), /is covered by/, words)
  t.equal(await outside.evaluate('states()'), '1100')

  t.comment('what has no name gets none with the focus')
  await call('navigate', { tab, url: `${server.origin}/focusable` })
  const nearer = await call('interact', { ...find('Nearer'), action: 'click' })
  t.equal(await outside.evaluate('document.activeElement.id'), 'map')
  t.match(nearer, { effect: 'unverified', why: 'only the focus has changed' })
  t.notMatch(JSON.stringify(nearer.changed), /Farther/)

  t.comment('items keep the role and the states that their author wrote, whatever their tag')
  await call('navigate', { tab, url: `${server.origin}/slotted-items` })
  for (const words of ['Week', 'Second']) {
    const { effect, changed } = await call('interact', { ...find(words), action: 'click' })
    // Chromium tells of the one that lost the focus before or after it.
    const own = changed?.changed?.find(({ name }) => name === words)
    t.match({ effect, own }, { effect: 'confirmed', own: { now: { state: ['selected'] } } })
  }
  t.match(
    await outline(),
    /options: \[\d+ Day\]\[\d+ Week \(selected\)\]\n.*tabs: \[\d+ First\]\[\d+ Second \(focused, selected\)\]/,
  )

  t.comment('what is in a label alone is called by it, in a shadow tree too')
  await call('navigate', { tab, url: `${server.origin}/inside-labels` })
  const states =
    '[...document.querySelectorAll("x-switch")].map(({ shadowRoot }) => shadowRoot.querySelector("input").checked)'
  for (const words of ['Wifi', 'Bluetooth'])
    t.match(await call('interact', { ...find(words, 'switch'), action: 'toggle' }), { effect: 'confirmed' }, words)
  t.same(await outside.evaluate(states), [true, true, false, false])
  t.match(await outline(), /switch: Wifi \(checked\)\n.*switch: Bluetooth \(focused, checked\)/)

  t.comment('a box whose field takes no pointer, under what it shows, with a list that takes none at first')
  t.comment('what an element says of itself by its internals alone')
  await call('navigate', { tab, url: `${server.origin}/internals` })
  for (const [name, value, effect] of [
    ['Agree', 'on', 'confirmed'],
    ['Agree', 'on', 'noop'],
    ['Agree', 'off', 'confirmed'],
    ['Large', 'on', 'confirmed'],
  ] as const)
    t.match(await call('interact', { ...find(name), action: 'toggle', value }), { effect }, `${name} ${value}`)
  t.equal(await outside.evaluate("[agree, large].map(({ own }) => own.ariaChecked).join(' ')"), 'false true')
  const acts = [{ action: 'set_value', value: '42' }, { action: 'increment' }]
  for (const act of acts)
    t.match(await call('interact', { ...find('Loud'), ...act }), { effect: 'confirmed' }, act.action)
  t.equal(await outside.evaluate('loud.own.ariaValueNow'), '43')

  t.comment('what shows a pointer only as long as it is hovered, and is put away by the press itself')
  await call('navigate', { tab, url: `${server.origin}/calendar` })
  t.match(await call('interact', { ...find('17'), action: 'click' }), { effect: 'confirmed', route: 'pointer' })
  t.equal(await outside.evaluate('day.value'), '17')

  t.comment('of a part that listens for what is in it, the words that are meant are pressed')
  await call('navigate', { tab, url: `${server.origin}/listens` })
  for (const name of ['Item A', 'Item C']) await call('interact', { ...find(name), action: 'click' })
  t.equal(await outside.evaluate('pressed.join()'), 'Item A,Item C')
  await t.rejects(call('interact', { ...find('Item'), action: 'click' }), /3 elements match/)

  await call('navigate', { tab, url: `${server.origin}/drawn-over` })
  const size = { scope: 'tab', tab, filter: { titleContains: 'Size' } }
  for (const value of ['Large', 'Small']) {
    t.match(await call('interact', { find: size, action: 'select', value }), { effect: 'confirmed' }, value)
    t.equal(await outside.evaluate('chosen.textContent'), value)
  }
  t.match(await call('interact', { find: size, action: 'click' }), { effect: 'confirmed' })
  t.equal(await outside.evaluate('size.getAttribute("aria-expanded")'), 'true')

  t.comment('a text is pressed where it is drawn, wherever it was written')
  await call('navigate', { tab, url: `${server.origin}/slotted-texts` })
  for (const words of ['Open link', 'Closed link'])
    await call('interact', { ...find(words, 'AXLink'), action: 'click' })
  t.same(await outside.evaluate('heard'), ['open', 'closed'])
  await t.rejects(call('interact', { ...find('Covered link', 'AXLink'), action: 'click' }), /is covered by/)

  t.comment('what runs on beside the focus is no change, and neither is called the only one')
  await call('navigate', { tab, url: `${server.origin}/clock` })
  t.match(await call('interact', { ...find('Anew'), action: 'click' }), { effect: 'unverified' }, 'before it is known')
  for (const what of ['the focus and what changes by itself have', 'what changes by itself has']) {
    const why = `only ${what} changed`
    t.match(await call('interact', { ...find('Idle'), action: 'click' }), { effect: 'unverified', why })
  }

  t.comment('what is done when a press begins is confirmed, and nothing else that a press begins')
  await call('navigate', { tab, url: `${server.origin}/presses` })
  t.match(await call('interact', { ...find('Remove red'), action: 'click' }), { effect: 'confirmed' })
  t.equal(await outside.evaluate('names.join()'), 'green,blue')
  t.match(await call('interact', { ...find('Day'), action: 'click' }), { effect: 'confirmed' })
  t.equal(await outside.evaluate('document.activeElement.id'), 'day')
  t.match(await call('interact', { ...find('Plain'), action: 'click' }), { effect: 'unverified', why: /covered/ })
  t.match(await call('interact', { ...find('Again'), action: 'click' }), { effect: 'unverified', why: /covered/ })
  t.equal(await outside.evaluate('document.title'), 'Presses', 'no click came')

  t.comment('a text that becomes a field when its press begins')
  await call('navigate', { tab, url: `${server.origin}/in-place` })
  t.match(await call('interact', { ...find('Edit me'), action: 'click' }), { effect: 'confirmed' })
  t.equal(await outside.evaluate('document.activeElement.localName'), 'input')

  t.comment('by which a column is sorted is told')
  await call('navigate', { tab, url: `${server.origin}/sorted` })
  for (const value of ['ascending', 'descending', 'ascending']) {
    const { effect, changed } = await call('interact', { ...find('Size', 'AXCell'), action: 'click' })
    t.match({ effect, changed }, { effect: 'confirmed', changed: { changed: [{ name: 'Size', now: { value } }] } })
  }

  t.comment('what a label turns on and off is told with the press')
  await call('navigate', { tab, url: `${server.origin}/segments` })
  for (const on of ['Week', 'Day']) {
    const { effect, outline } = await call('interact', { ...find(on), action: 'click', format: 'outline' })
    t.equal(effect, 'confirmed')
    for (const name of ['Day', 'Week']) {
      const isOn = await outside.evaluate(`${name}.checked`)
      t.equal(isOn, name === on)
      t.match(outline, RegExp(`radio: ${name} \\(.*→ ${isOn ? 'checked' : 'unchecked'}\\)`))
    }
  }

  t.comment('an address that a press has changed is no news of the next press')
  await call('navigate', { tab, url: `${server.origin}/address` })
  await call('wait', { scope: 'tab', tab, until: 'settled' })
  t.match(await call('interact', { ...find('Part'), action: 'click' }), { effect: 'confirmed', url: /#part$/ })
  t.match(await call('interact', { ...find('Idle'), action: 'click' }), { effect: 'unverified' })

  t.comment('an option is what was resolved, whatever words were given for it; twins are told apart by their groups')
  await call('navigate', { tab, url: `${server.origin}/grouped` })
  const choose = (name: string, value: string) => call('interact', { ...find(name), action: 'select', value })
  const twins: unknown = await choose('Sorted', 'Same').catch((error: unknown) => error)
  t.match(twins, { hint: /Say "North: Same" or "South: Same"/ })
  await t.rejects(choose('Sorted', 'South'), /has no option/)
  for (const [value, held] of [
    ['s', 's'],
    ['North: Same', 'n'],
    ['South: Same', 's'],
    ['North / Same', 'n'],
  ] as const) {
    t.match(await choose('Sorted', value), { effect: 'confirmed' }, value)
    t.equal(await outside.evaluate('sorted.value'), held)
  }
  t.match(await choose('Pet', 'Dog'), { effect: 'confirmed' })
  t.equal(await outside.evaluate('rich.value'), 'd')
  t.match(await choose('Kept', 's'), { effect: 'unverified' }, 'the page takes it back')
})
