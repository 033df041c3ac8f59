/**
 * Pages by chance for the verdict: something is pressed, typed into or opened, what comes of it comes at once or later, in
 * its own place or far away, among what changes by itself. `done` counts what could be seen of each.
 */
import type { Random } from '../fixtures/random.ts'

export interface Subject {
  readonly name: string
  readonly action: string
  readonly value?: string
  readonly keys?: string
  /** In words. */
  readonly how: string
  readonly html: string
}

/** What comes of a press; those that nobody can see do not count. */
const effects: { readonly [what: string]: string } = {
  'nothing comes': '',
  'nothing comes of it': '',
  'it writes beside itself': 'beside(it).textContent = "Saved " + count(it)',
  'it writes below a heading': 'far.textContent = count(it) + " in the basket"',
  'it writes into a message': 'said.textContent = "Message " + count(it)',
  'a toast comes': 'toast("Sent " + count(it))',
  'a dialog opens': 'count(it), dialog("Really " + it.id + "?")',
  'a dialog closes': 'document.querySelector("#notice") && (count(it), notice.remove())',
  'a menu opens': 'count(it), menu(it, true)',
  'a menu of plain parts opens': 'count(it), menu(it, false)',
  'what was hidden is shown': 'count(it), (more.hidden = !more.hidden)',
  'it goes': 'count(it), it.remove()',
  'a row comes': 'row("Row " + count(it))',
  'a row goes': 'rows.rows.length > 1 && (count(it), rows.rows[0].remove())',
  'rows change places': 'count(it), rows.tBodies[0].append(rows.rows[0])',
  'it is called otherwise': 'it.append(" (" + count(it) + ")")',
  'it is pressed': 'count(it), (it.ariaPressed = String(it.ariaPressed !== "true"))',
  'it is chosen': 'count(it), choose(it)',
  'it is chosen by its colour': 'count(it), it.classList.toggle("chosen")',
  'a frame is put around it':
    'count(it), (frame.style.cssText = ["display: block; top:" + it.offsetTop, "left:" + (it.offsetLeft + (done[it.id] % 2)), "width:" + it.offsetWidth, "height:" + it.offsetHeight].join("px;") + "px")',
  'a ring is drawn where it was pressed':
    'frame.style.cssText = "display: block; width: 9px; top:" + it.offsetTop + "px; left:" + 9 * ++rings + "px"',
  'a frame flashes': 'frame.style.display = "block", setTimeout(() => { frame.style.display = "" }, 150)',
  'the page turns dark': 'count(it), document.body.classList.toggle("dark")',
  'it is disabled': 'count(it), it.setAttribute("aria-disabled", "true"), (it.disabled = true)',
  'a bar fills': 'bar.value = count(it) % 10',
  'a field is filled': 'filled.value = "Filled " + count(it)',
  'a picture is drawn': 'count(it), drawing.getContext("2d").fillRect(9 * done[it.id], 0, 9, 9)',
  'the list is made again, one longer': 'count(it), made()',
  'it is made again as it was': 'it.replaceWith(it.cloneNode(true))',
  'only marks are left on it': 'it.dataset.state = "hover focus"',
  'an empty box comes': 'document.body.append(document.createElement("div"))',
  'what is hidden comes': 'document.body.insertAdjacentHTML("beforeend", "<p hidden>Nothing")',
  'it writes and takes it back': 'beside(it).textContent = "Saved", (beside(it).textContent = "")',
}

/** When it comes. */
const times: { readonly [when: string]: string } = {
  'at once': 'work()',
  'by a promise': 'Promise.resolve().then(work)',
  'by a message': 'const { port1, port2 } = new MessageChannel(); port1.onmessage = work; port2.postMessage(1)',
  'in the next frame': 'requestAnimationFrame(work)',
  'in the next task': 'setTimeout(work)',
  'after 60 ms': 'setTimeout(work, 60)',
  'after 400 ms': 'setTimeout(work, 400)',
  'after 800 ms': 'setTimeout(work, 800)',
  'by a request': 'fetch("/data").then(work)',
  'after a transition': 'it.classList.toggle("moved"); it.addEventListener("transitionend", work, { once: true })',
}

/** What comes and goes by itself about once a second. */
export const flickering = /messages by themselves|pictures in turn|asked for again/

/** What goes on by itself. */
const restless: { readonly [what: string]: readonly [html: string, script: string] } = {
  nothing: ['', ''],
  'nothing else': ['', ''],
  'a clock': [
    '<p>It is <b id="clock"></b></p>',
    'setInterval(() => { clock.textContent = "12:00:" + performance.now().toFixed() }, 200)',
  ],
  'a clock beside each': [
    '',
    'setInterval(() => { for (const one of document.querySelectorAll(".tick")) one.textContent = performance.now().toFixed() }, 150)',
  ],
  'a counter of frames': [
    '<p id="frames"></p>',
    '(function next(n) { frames_.textContent = n + " frames"; requestAnimationFrame(() => next(n + 1)) })(0)',
  ],
  'a list that is asked for again and again': [
    '<ul id="polled"></ul>',
    'setInterval(() => { polled.innerHTML = [1, 2, 3].map((n) => "<li><a href=#>Job " + n + "</a> " + performance.now().toFixed()).join("") }, 500)',
  ],
  'a log that grows': [
    '<div role="log" id="log"></div>',
    'setInterval(() => { log.insertAdjacentHTML("beforeend", "<p>Line " + performance.now().toFixed()) }, 350)',
  ],
  'a marquee': [
    '<p style="animation: 3s linear infinite run">News of today</p><style>@keyframes run { to { transform: translateX(300px) } }</style>',
    '',
  ],
  'pictures in turn': [
    '<div id="slides"><p>One</p><p hidden>Two</p><p hidden>Three</p></div>',
    'setInterval(() => { slides.append(slides.firstElementChild); [...slides.children].forEach((one, at) => { one.hidden = at > 0 }) }, 700)',
  ],
  // Slower than any look at a page takes.
  'a slow clock': [
    '<p>It is <b id="slow"></b></p>',
    'setInterval(() => { slow.textContent = "12:" + performance.now().toFixed() }, 1900)',
  ],
  'slow pictures in turn': [
    '<div id="turns"><p>One <a href="#one">Read</a></p><p hidden>Two <a href="#two">Read</a></p><p hidden>Three <button>Buy</button></p></div>',
    '(function turn() { setTimeout(() => { turns.append(turns.firstElementChild); [...turns.children].forEach((one, at) => { one.hidden = at > 0 }); turn() }, 1600) })()',
  ],
  'a feed that is asked for': [
    '<ul id="feed"></ul>',
    'setInterval(() => fetch("/data").then(() => { feed.insertAdjacentHTML("afterbegin", "<li>News <button>Share " + performance.now().toFixed() + "</button>") }), 2200)',
  ],
  // In a listener that hears each press.
  'a count that an earlier click began': [
    '<p>Run <b id="run"></b></p>',
    'let begun = 0; document.addEventListener("click", (event) => { if (event.isTrusted || begun++) return; const next = () => { run.textContent = performance.now().toFixed(); setTimeout(next, 700) }; next() }); document.body.click()',
  ],
  'messages by themselves': [
    '<p role="status" id="status"></p>',
    'setInterval(() => { status_.textContent = status_.textContent ? "" : "Saved by itself" }, 900)',
  ],
  'a spinner': [
    '<i id="spin" role="img" aria-label="Loading"></i>',
    'setInterval(() => { spin.className = "at" + (performance.now() % 8 | 0) }, 80)',
  ],
}

/** What is pressed; `NAME` and `ID` are put in. */
const pressed: { readonly [kind: string]: string } = {
  'a button': '<button ID>NAME</button>',
  'a link': '<a href="#" ID>NAME</a>',
  'a part with a role': '<div role="button" tabindex="0" ID>NAME</div>',
  'a part that only looks so': '<div style="cursor: pointer" ID>NAME</div>',
  'a tab':
    '<div role="tablist"><div role="tab" tabindex="0" aria-selected="false" ID>NAME</div><div role="tab" aria-selected="true">Other tab</div></div>',
  'an option':
    '<div role="listbox" aria-label="List"><div role="option" tabindex="0" aria-selected="false" ID>NAME</div><div role="option" aria-selected="true">Other option</div></div>',
  'an entry of a menu':
    '<div role="menu"><div role="menuitem" tabindex="0" ID>NAME</div><div role="menuitem" tabindex="0">Other entry</div></div>',
  'an entry of a tree': '<div role="tree"><div role="treeitem" tabindex="0" aria-selected="false" ID>NAME</div></div>',
  'a picture': '<img alt="NAME" width="40" height="20" src="data:," ID>',
  'a card': '<article style="cursor: pointer" ID><h3>NAME</h3><p>What it is about</p></article>',
  'a row of a table': '<table><tr style="cursor: pointer" ID><td>NAME</td><td>7</td></tr></table>',
}

/** Of each action, the event by which the page hears of it, and what is sent. */
const ways: readonly (readonly [action: string, event: string, keys?: string])[] = [
  ...Array.from({ length: 6 }, (): [string, string] => ['click', 'click']),
  ['click', 'mousedown'],
  ['click', 'mouseup'],
  ['double_click', 'dblclick'],
  ['right_click', 'contextmenu'],
  ['show_menu', 'contextmenu'],
  ['hover', 'mouseenter'],
  ['hover', 'pointerover'],
  ['key', 'keydown', 'Enter'],
  ['key', 'keyup', 'Shift+F9'],
]

/** Those that are to have a state afterwards, with how they come to it: `turn` is what the page does. */
const stateful: {
  readonly [kind: string]: readonly [html: string, turn: string, acts: readonly (readonly [string, string?])[]]
} = {
  'a check box': ['<label><input type="checkbox" ID> NAME</label>', '', [['toggle'], ['toggle', 'on'], ['click']]],
  'a switch': [
    '<button role="switch" aria-checked="false" ID>NAME</button>',
    'turn(it, "ariaChecked")',
    [['toggle'], ['toggle', 'on'], ['click']],
  ],
  'a button that stays in': [
    '<button aria-pressed="false" ID>NAME</button>',
    'turn(it, "ariaPressed")',
    [['toggle'], ['click']],
  ],
  'a branch': [
    '<div role="tree"><div role="treeitem" tabindex="0" aria-expanded="false" aria-selected="false" ID>NAME<div role="group" hidden><div role="treeitem">Leaf</div></div></div></div>',
    'turn(it, "ariaExpanded"), (it.lastElementChild.hidden = it.ariaExpanded !== "true")',
    [['expand'], ['click']],
  ],
  'a button with a menu': [
    '<button aria-haspopup="menu" aria-expanded="false" ID>NAME</button>',
    'turn(it, "ariaExpanded"), menu(it, true)',
    [['expand'], ['show_menu'], ['click']],
  ],
  'a button with a menu that says nothing': [
    '<button aria-haspopup="menu" ID>NAME</button>',
    'menu(it, true)',
    [['show_menu'], ['click'], ['expand']],
  ],
  'a part with a summary': [
    '<details ID><summary>NAME</summary><p>More of it</p></details>',
    '',
    [['expand'], ['click']],
  ],
  'a tab of three': [
    '<div role="tablist"><div role="tab" tabindex="0" aria-selected="false" ID>NAME</div><div role="tab" aria-selected="true">Second</div><div role="tab">Third</div></div>',
    'choose(it)',
    [['select'], ['click']],
  ],
  'an option of three': [
    '<ul role="listbox" aria-label="Those"><li role="option" tabindex="0" aria-selected="false" ID>NAME<li role="option" aria-selected="true">Second</ul>',
    'choose(it)',
    [['select'], ['click']],
  ],
  'a round button': [
    '<label><input type="radio" name="of NAME" ID> NAME</label><label><input type="radio" name="of NAME" checked> Other</label>',
    '',
    [['select'], ['click']],
  ],
}

/** What stands against it. */
const hindrances: { readonly [how: string]: string } = {
  'it works': 'TURN',
  'it works a little later': 'open++, setTimeout(() => { TURN; open-- }, 90)',
  'it does nothing': 'event.preventDefault()',
  'it is made again': 'TURN, it.replaceWith(it.cloneNode(true))',
  'it is taken back': 'TURN; event.preventDefault(); open++; setTimeout(() => { TURN; open-- }, 30)',
}

const texts = ['tea', 'Grüße an alle', '日本語', '1,234.50', 'two\nlines', '12', 'x  y', 'UPPER', '٣', "it's & <b>"]
const fields: { readonly [kind: string]: string } = {
  'a field': '<input aria-label="NAME" ID>',
  'a field with a text': '<input aria-label="NAME" value="before" ID>',
  'an area': '<textarea aria-label="NAME" ID>one\ntwo</textarea>',
  'a number': '<input type="number" aria-label="NAME" value="3" ID>',
  'a slider': '<input type="range" min="0" max="20" aria-label="NAME" value="3" ID>',
  'an editable part': '<div contenteditable role="textbox" aria-label="NAME" ID>before</div>',
  'a field with a list': '<input role="combobox" aria-label="NAME" aria-expanded="false" ID>',
  'a list': '<select aria-label="NAME" ID><option>tea<option>UPPER<option>12</select>',
  'a search': '<input type="search" aria-label="NAME" ID>',
  'a masked field': '<input aria-label="NAME" data-mask ID>',
  'a password': '<input type="password" aria-label="NAME" ID>',
}
/** What the page does with a text that came. */
const filters: { readonly [how: string]: string } = {
  'it keeps it': '',
  'it empties itself': 'put(it, "")',
  'it writes in capitals': 'put(it, get(it).toUpperCase())',
  'it puts in blanks': 'put(it, get(it).replace(/(\\d)(?=(\\d{3})+$)/g, "$1,"))',
  'it takes it back a little later': 'open++, setTimeout(() => { put(it, "before"); open-- }, 40)',
  'it is moved on and shown elsewhere': 'beside(it).textContent = get(it); put(it, "")',
  'it goes, and its text stands there': 'it.tagName === "INPUT" && (onchange = () => it.replaceWith(get(it)))',
}

/** Draws what a field that nobody sees is given, as editors of code do. */
const drawn = `<div class="editor" style="position:relative;height:120px;overflow:hidden"><textarea aria-label="NAME" ID style="position:absolute;opacity:0;width:1px;height:1px"></textarea><div aria-hidden="true"></div></div>`

export function subjectsOf(dice: Random, count: number): Subject[] {
  return Array.from({ length: count }, (_, at) => subjectOf(dice, at))
}

function subjectOf(dice: Random, at: number): Subject {
  const name = `${dice.oneOf(['Order', 'Mail', 'Note', 'Plan', 'Bill'])} ${String.fromCharCode(75 + at)}${dice.below(90) + 10}`
  const id = `s${at}`
  const kind = dice.below(10)
  const put = (html: string, script: string, events: string) =>
    `<div class="row">${html.replaceAll('NAME', name).replace('ID', `id="${id}" ${events}='const it = this; ${script}'`).replaceAll('ID', id)} <output></output> <i class="tick"></i></div>`
  if (kind < 6) {
    const [action, event, keys] = dice.oneOf(ways)
    const [what, when, thing] = [
      dice.oneOf(Object.keys(effects)),
      dice.oneOf(Object.keys(times)),
      dice.oneOf(Object.keys(pressed)),
    ]
    const script =
      effects[what] === ''
        ? ''
        : `event.preventDefault(); open++; const work = () => { ${effects[what]}; open-- }; ${times[when]}`
    return {
      name,
      action,
      ...(keys && { keys }),
      how: `${thing}, ${event}: ${what} ${when}`,
      html: put(pressed[thing]!, script, `on${event}`),
    }
  }
  if (kind < 8) {
    const [thing, how] = [dice.oneOf(Object.keys(stateful)), dice.oneOf(Object.keys(hindrances))]
    const [html, turn, acts] = stateful[thing]!
    const [action, value] = dice.oneOf(acts)
    const script = hindrances[how]!.replaceAll('TURN', turn === '' ? '0' : turn)
    return { name, action, ...(value && { value }), how: `${thing}: ${how}`, html: put(html, script, 'onclick') }
  }
  const isDrawn = dice.below(4) === 0
  const [thing, how] = [dice.oneOf(Object.keys(fields)), dice.oneOf(Object.keys(filters))]
  const action =
    thing === 'a list' && !isDrawn
      ? 'select'
      : dice.oneOf([
          'set_value',
          'type',
          'set_value',
          ...(/number|slider/.test(thing) && !isDrawn ? ['increment', 'decrement'] : []),
        ])
  const value = /crement/.test(action)
    ? undefined
    : thing === 'a number' || thing === 'a slider'
      ? String(dice.below(20))
      : dice.oneOf(texts)
  const script = isDrawn ? `draw(it, ${dice.oneOf(['0', '1', '2'])})` : filters[how]!
  return {
    name,
    action,
    ...(value !== undefined && { value }),
    how: isDrawn ? 'an editor that draws its lines' : `${thing}: ${how}`,
    html: put(isDrawn ? drawn : fields[thing]!, script, 'oninput'),
  }
}

export function pageOf(dice: Random, subjects: readonly Subject[]): string {
  const isFlickering = dice.below(4) === 0
  const kinds = Object.keys(restless).filter((one) => isFlickering || !flickering.test(one))
  const around = [dice.oneOf(kinds), dice.oneOf(kinds)]
  const parts = [...new Set(around)].map((one) => restless[one]!)
  return `<!doctype html><meta charset="utf-8"><title>${around}</title>
<style>.chosen { background: gold } .dark { background: #222; color: #eee } #frame { position: absolute; border: 1px solid; height: 1em; display: none; pointer-events: none } .moved { margin-left: 9px } [aria-selected=true], [aria-pressed=true] { background: gold } [aria-disabled=true] { opacity: .5 } .row * { transition: margin .1s } .toast { position: fixed; right: 0; top: 0 }</style>
<h1>Things to do</h1>${parts.map(([html]) => html).join('')}
<main>${subjects.map(({ html }) => html).join('\n')}</main>
<i id="frame"></i><div id="notice" role="dialog" aria-label="Notice"><p>We use cookies</p></div>
<h2>Basket</h2><p id="far"></p><p role="status" id="said"></p><progress id="bar" max="10" value="0"></progress><canvas id="drawing" height="9"></canvas>
<input id="filled" aria-label="Filled"><section id="more" hidden><p>More about it</p><button>Less</button></section>
<table id="rows"><tbody><tr><td>Oslo<td>1<tr><td>Rome<td>2<tr><td>Bern<td>3</table><ul id="list"></ul>
<script>
let open = 0
let rings = 0; const done = {}, frames_ = document.getElementById('frames'), status_ = document.getElementById('status')
const count = (it) => (done[it.id] = (done[it.id] ?? 0) + 1)
const beside = (it) => it.closest('.row').querySelector('output')
const add = (html) => { document.body.insertAdjacentHTML('beforeend', html); return document.body.lastElementChild }
const toast = (text) => { add('<div class="toast" role="alert">' + text + '</div>') }
const dialog = (text) => { add('<div role="dialog" aria-modal="true" class="extra"><p>' + text + '</p><button>Yes</button></div>') }
const menu = (it, isNamed) => {
  if (document.querySelector('.menu')) return void document.querySelector('.menu').remove()
  const [list, entry] = isNamed ? ['menu', 'menuitem'] : ['', '']
  add('<div class="menu extra" role="' + list + '"><div role="' + entry + '" tabindex="0">Open</div><div role="' + entry + '" tabindex="0">Delete</div></div>')
}
const row = (text) => { rows.tBodies[0].insertAdjacentHTML('beforeend', '<tr><td>' + text + '<td>0') }
const choose = (it) => { for (const one of it.parentNode.children) one.ariaSelected = String(one === it) }
const turn = (it, what) => { it[what] = String(it[what] !== 'true') }
const made = () => { list.innerHTML = ''; for (let n = 0; n < 2 + Object.keys(done).length; n++) list.innerHTML += '<li><a href="#">Item ' + n + '</a></li>' }
const get = (it) => it.value ?? it.textContent
const put = (it, text) => { it.value === undefined ? (it.textContent = text) : (it.value = text) }
const draw = (it, how) => {
  const lines = it.value.split('\\n')
  it.nextElementSibling.innerHTML = lines.map((line, n) => '<div style="white-space:pre">' + (how === 1 ? '<span>' + (n + 1) + '</span> ' : '') + line.replace(/</g, '&lt;') + '</div>').join('')
  if (how === 2) it.nextElementSibling.lastElementChild.remove()
}
made()
const look = (id) => {
  const it = document.getElementById(id)
  const isOn = it && [it.checked, it.open, it.ariaChecked, it.ariaPressed, it.ariaExpanded, it.ariaSelected].some((one) => one === true || one === 'true')
  const row = document.querySelectorAll('.row')[Number(id.slice(1))].cloneNode(true)
  row.querySelector('.tick').remove()
  const text = it ? get(it) : row.textContent.trim()
  const beside = row.querySelector('output').textContent
  return { url: location.href, beside, done: done[id] ?? 0, text, isOn, menus: document.querySelectorAll('.menu').length }
}
const rest = async () => { for (let n = 0; open > 0 && n < 60; n++) await new Promise((done) => setTimeout(done, 25)); open = 0 }
const tidy = () => { for (const one of document.querySelectorAll('.extra')) one.remove() }
${parts.map(([, script]) => script).join('\n')}
</script>`
}
