/** What a drag brought about: placed, drawn, sorted, slid, or nothing. The page's own word is the truth. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const style = `body { margin: 0; user-select: none } .box { position: absolute; width: 80px; height: 30px; background: #ddd }
  #editor { position: absolute; left: 200px; top: 20px; width: 500px; height: 400px; background: #eee }`
const page = (body: string, script: string) =>
  `<!doctype html><meta charset=utf-8><title>Drags</title><style>${style}</style>${body}<script>let made = 0; ${script}</script>`
const palette = '<div class=box style="left:20px;top:40px" id=tool draggable=true role=button tabindex=0>Inject</div>'
const native = (drop: string) => `
  tool.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'inject')
  editor.ondragover = (event) => event.preventDefault()
  editor.ondrop = (event) => { event.preventDefault(); ${drop} }`
const wires = `<svg id=editor width=500 height=400 style="background:#eee">
  <rect class=port data-at=a x=20 y=40 width=16 height=16 role=button aria-label="Out"></rect>
  <rect class=port data-at=b x=400 y=300 width=16 height=16 role=button aria-label="In"></rect></svg>`
const wire = `let from; const d = (event) => 'M 28 48 L ' + (event.clientX - 200) + ' ' + (event.clientY - 20)
  let line
  document.querySelector('[data-at=a]').onpointerdown = () => { from = true
    line = document.createElementNS('http://www.w3.org/2000/svg', 'path'); line.setAttribute('stroke', 'red'); line.style.pointerEvents = 'none'; editor.append(line) }
  onpointermove = (event) => line?.setAttribute('d', d(event))
  onpointerup = (event) => { if (!line) return
    if (event.target.dataset?.at === 'b') made++; else line.remove(); line = undefined }`
const canvas = '<canvas id=editor width=500 height=400></canvas>'
const drawing = (up: string) => `const pen = editor.getContext('2d'); let at; const way = []
  editor.onpointerdown = (event) => { at = [event.offsetX, event.offsetY] }
  editor.onpointermove = (event) => { if (at) way.push([event.offsetX, event.offsetY]) }
  editor.onpointerup = (event) => { const [x, y] = at; at = undefined; ${up} }`
/** With words beside it: a page that shows next to nothing is waited for, as if it were to be filled. */
const slider = (
  extra: string,
) => `<p style="margin:200px 20px">Drag the thumb to set how loud it is.</p><div style="position:absolute;left:20px;top:100px;width:300px;height:6px;background:#bbb" id=track>
  <div id=thumb ${extra} style="position:absolute;left:0;top:-8px;width:20px;height:20px;background:#36c"></div></div>`
const slides = `let held; thumb.onpointerdown = (event) => { held = true; thumb.setPointerCapture(event.pointerId) }
  thumb.onpointermove = (event) => { if (!held) return
    const at = Math.max(0, Math.min(280, event.clientX - 30)); thumb.style.left = at + 'px'
    made = Math.round(at / 2.8); if (thumb.hasAttribute('role')) thumb.setAttribute('aria-valuenow', made) }
  thumb.onpointerup = () => { held = false }`

const inbox = `<ul id=list>${['Invoice 13', 'Lunch', 'Invoice 12'].map((name) => `<li style="width:200px;padding:6px" draggable=true role=option tabindex=0>${name}</li>`).join('')}</ul>
  <div class=box style="left:300px;top:20px" id=bills role=button tabindex=0>Bills</div><p role=status id=status style="margin-top:90px"></p>`
/** By the pointer alone, as lists do that draw their own picture of what is dragged: pressing a row selects it. */
const selects = `let held; for (const one of list.children) { one.draggable = false
    one.onmousedown = () => { held = one; for (const each of list.children) each.ariaSelected = each === one; status.textContent = one.textContent + ' is shown' } }
  const released = (take) => { onmouseup = (event) => { const one = held; held = undefined; if (one && event.target === bills) take(one) } };`
const taken = `for (const one of list.children) one.ondragstart = (event) => { held = one; event.dataTransfer.setData('text/plain', 'x') }
  let held; bills.ondragover = (event) => event.preventDefault(); bills.ondrop = (event) => { event.preventDefault(); take(held) };`

/** Cards in columns, all drawn again after each drop; `lands` says where a card comes to be. */
const board = (lands: string, extra = '') =>
  page(
    `<header style="height:60px">${extra}<button>Filter</button></header><div id=board style="display:flex;gap:20px"></div>`,
    `const columns = { Todo: ['Write spec', 'Fix login', 'Ship it'], Doing: ['Review'], Done: ['Set up'] }
    const draw = () => { board.innerHTML = Object.entries(columns).map(([name, cards]) => '<div class=column data-name=' + name + ' style="width:200px;min-height:240px;background:#eee"><h2>' + name + ' ' + cards.length + '</h2>' + cards.map((one) => '<div class=card style="padding:10px">' + one + ' <button>Menu</button></div>').join('') + '</div>').join('') }
    draw(); let held
    const placeOf = (target) => [target.closest('.column')?.dataset.name, target.closest('.card')?.firstChild.data.trim()]
    board.onpointerdown = ({ target }) => { if (target.className === 'card') held = placeOf(target) }
    board.onclick = () => {}
    onpointerup = ({ target }) => { const [from, card] = held ?? []; held = undefined; if (!card) return
      const [column, at] = placeOf(target); const lands = ${lands}; if (lands === undefined) return
      columns[from] = columns[from].filter((one) => one !== card)
      const cards = columns[lands]; cards.splice(at && column === lands ? cards.indexOf(at) + 1 : cards.length, 0, card); made++; draw() }`,
  )

/** `made` is in the page's own words; nothing is brought about where it is not given. */
type Trial = readonly [page: string, find: object, to: object, made?: string]
const button = (text: string) => ({ filter: { anyFieldContains: text } })
const trials: { readonly [kind: string]: Trial } = {
  'a tool into an editor that shows an element': [
    page(
      `${palette}<div id=editor></div>`,
      native(`made++
      editor.insertAdjacentHTML('beforeend', '<div class=box style="left:' + (event.offsetX - 40) + 'px;top:' + (event.offsetY - 15) + 'px">node</div>')`),
    ),
    button('Inject'),
    { x: 400, y: 200 },
    'made === 1',
  ],
  'a tool into an editor of SVG': [
    page(
      `${palette}<svg id=editor width=500 height=400></svg>`,
      native(`made++
      const node = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
      for (const [name, value] of Object.entries({ x: event.offsetX - 40, y: event.offsetY - 15, width: 80, height: 30 })) node.setAttribute(name, value)
      editor.append(node)`),
    ),
    button('Inject'),
    { x: 400, y: 200 },
    'made === 1 && document.querySelectorAll("svg rect").length === 1',
  ],
  'a tool onto a canvas': [
    page(
      `${palette}${canvas}`,
      native(`made++; editor.getContext('2d').fillRect(event.offsetX - 20, event.offsetY - 10, 40, 20)`),
    ),
    button('Inject'),
    { x: 400, y: 200 },
    'made === 1',
  ],
  'a file onto a zone that says so': [
    page(`${palette}<div id=editor><p>Drop here</p></div>`, native(`made++; editor.textContent = 'Dropped'`)),
    button('Inject'),
    { find: { filter: { anyFieldContains: 'Drop here' } } },
    'made === 1',
  ],
  'a wire from port to port': [
    page(wires, wire),
    button('Out'),
    { find: button('In') },
    'made === 1 && document.querySelectorAll("path").length === 1',
  ],
  'a wire let go beside the port': [page(wires, wire), button('Out'), { x: 300, y: 200 }],
  'a rectangle on a canvas, from a point': [
    page(canvas, drawing('pen.strokeRect(x, y, event.offsetX - x, event.offsetY - y)')),
    { x: 250, y: 60 },
    { x: 450, y: 260 },
    'way.length > 5',
  ],
  'a line through points on its way': [
    page(canvas, drawing('pen.moveTo(x, y); for (const point of way) pen.lineTo(...point); pen.stroke()')),
    { x: 250, y: 60 },
    {
      x: 450,
      y: 60,
      via: [
        { x: 300, y: 360 },
        { x: 400, y: 40 },
      ],
    },
    'way.some(([x, y]) => x === 100 && y === 340) && way.some(([x, y]) => x === 200 && y === 20)',
  ],
  'a selection on a canvas that selects nothing': [page(canvas, drawing('')), { x: 250, y: 60 }, { x: 450, y: 260 }],
  'over a canvas that moves by itself': [
    page(
      canvas,
      `${drawing('')} setInterval(() => { pen.fillStyle = '#' + Math.random().toString(16).slice(2, 8); pen.fillRect(0, 0, 500, 400) }, 20)`,
    ),
    { x: 250, y: 60 },
    { x: 450, y: 260 },
  ],
  'a thumb that has a value': [
    page(slider('role=slider tabindex=0 aria-label=Volume aria-valuenow=0'), slides),
    button('Volume'),
    { x: 170, y: 103 },
    'made === 50',
  ],
  'a thumb beyond its end': [
    page(slider('role=slider tabindex=0 aria-label=Volume aria-valuenow=0'), slides),
    button('Volume'),
    { x: 600, y: 103 },
    'made === 100',
  ],
  'a message into a folder, which a server has to agree to': [
    page(inbox, `${taken} const take = (one) => fetch('/slow').then(() => { made++; one.remove() })`),
    button('Invoice 13'),
    { find: button('Bills') },
    'made === 1',
  ],
  'by the pointer, which selects what it presses': [
    page(
      inbox,
      `${selects} released((one) => setTimeout(() => fetch('/slow').then(() => { made++; one.remove(); status.textContent = 'Moved' }), 50))`,
    ),
    button('Invoice 13'),
    { find: button('Bills') },
    'made === 1',
  ],
  'by the pointer, and only selected': [
    page(inbox, `${selects} released(() => {})`),
    button('Invoice 13'),
    { find: button('Bills') },
  ],
  'out of a list that goes on by itself': [
    page(
      inbox,
      `setInterval(() => { const one = list.firstElementChild.cloneNode(true); one.textContent = 'Next ' + made--; list.firstElementChild.remove(); list.append(one) }, 700)`,
    ),
    button('Lunch'),
    { find: button('Bills') },
  ],
  'out of a panel that closes where something else is pressed': [
    page(inbox, `${selects} released(() => list.remove())`),
    button('Invoice 13'),
    { find: button('Bills') },
  ],
  'out of a list that is made shorter while it is dragged': [
    page(
      inbox,
      `list.onmousedown = ({ target }) => { target.draggable = false; onmousemove = ({ clientX }) => { if (clientX > 250) target.remove() } }
       for (const one of list.children) one.draggable = false`,
    ),
    button('Invoice 13'),
    { find: button('Bills') },
  ],
  'a card onto one of another column': [
    board('column'),
    button('Fix login'),
    { find: button('Review') },
    'columns.Doing.join() === "Review,Fix login"',
  ],
  'a card onto the heading of another column': [
    board('column'),
    button('Ship it'),
    { find: button('Done') },
    'columns.Done.join() === "Set up,Ship it"',
  ],
  'a card behind another one of its column': [
    board('column'),
    button('Write spec'),
    { find: button('Ship it') },
    'columns.Todo.join() === "Fix login,Ship it,Write spec"',
  ],
  'a card that the page puts into another column': [board('"Doing"'), button('Ship it'), { find: button('Done') }],
  'a card that goes back, while names come and go above the board': [
    board(
      'from',
      `<span id=names></span><script>setInterval(() => { names.textContent = 'Ann Bo Cy '.repeat(Math.random() * 5) }, 60)</script>`,
    ),
    button('Ship it'),
    { find: button('Done') },
  ],
  'what does not take part': [
    page(
      `${palette}<div id=editor><p>Text</p></div><p id=clock>0</p>`,
      'setInterval(() => { clock.textContent++ }, 30)',
    ),
    button('Inject'),
    { x: 400, y: 200 },
  ],
  'what only grows under the pointer': [
    page(`<style>#tool:hover, #editor:hover { transform: scale(1.01) }</style>${palette}<div id=editor></div>`, ''),
    button('Inject'),
    { x: 400, y: 200 },
  ],
  'a ghost that glides back': [
    page(
      `<div class=box style="left:20px;top:40px" id=tool role=button tabindex=0>Inject</div><div id=editor></div>`,
      `let ghost
      tool.onpointerdown = () => { ghost = tool.cloneNode(true); ghost.removeAttribute('id'); ghost.style.pointerEvents = 'none'; document.body.append(ghost) }
      onpointermove = (event) => { if (ghost) Object.assign(ghost.style, { left: event.clientX - 40 + 'px', top: event.clientY - 15 + 'px' }) }
      onpointerup = () => { const one = ghost; ghost = undefined; one.animate([{}, { left: '20px', top: '40px' }], 400).onfinish = () => one.remove() }`,
    ),
    button('Inject'),
    { x: 400, y: 200 },
  ],
  'a ghost that is left lying': [
    page(
      `<div class=box style="left:20px;top:40px" id=tool role=button tabindex=0>Inject</div><div id=editor></div>`,
      `let ghost
      tool.onpointerdown = () => { ghost = tool.cloneNode(true); ghost.removeAttribute('id'); ghost.style.pointerEvents = 'none'; document.body.append(ghost) }
      onpointermove = (event) => { if (ghost) Object.assign(ghost.style, { left: event.clientX - 40 + 'px', top: event.clientY - 15 + 'px' }) }
      onpointerup = () => { ghost = undefined }`,
    ),
    button('Inject'),
    { x: 400, y: 200 },
  ],
  'text is only selected, up to a canvas': [
    page(
      '<p style="user-select:text;margin:60px 20px">Words that can be selected</p><p style="user-select:text">More of them, as far as the canvas</p><canvas id=editor width=500 height=200></canvas>',
      '',
    ),
    { x: 60, y: 70 },
    { x: 300, y: 260 },
  ],
  'text is only selected': [
    page(
      '<p style="user-select:text;margin:60px" tabindex=0 role=button>Words that can be selected</p><p style="user-select:text;margin:60px">More of them</p>',
      '',
    ),
    button('Words that'),
    { x: 200, y: 190 },
  ],
}

t.test('a drag says what it did', async (t) => {
  const paths = Object.keys(trials).map((kind, at) => [kind, `/${at}`] as const)
  const { origin } = await serve(t, {
    pages: {
      ...Object.fromEntries(paths.map(([kind, path]) => [path, trials[kind]![0]])),
      '/slow': (_, response) => void setTimeout(() => response.end('moved'), 900),
    },
  })
  const { tab, outside, ...world } = await openBoth(t, await launchChromium(t), `${origin}/0`)
  for (const [kind, path] of paths) {
    const [, find, to, made] = trials[kind]!
    await world.call('navigate', { tab, url: origin + path })
    const answer = await world.call('interact', {
      find: { tab, includeNonInteractable: true, ...find },
      action: 'drag',
      to,
    })
    const isMade = made === undefined ? undefined : await outside.evaluate<boolean>(made)
    t.not(isMade, false, `${kind}: the page has taken it`)
    t.equal(answer.effect, made === undefined ? 'unverified' : 'confirmed', `${kind}: ${answer.why} ${answer.at}`)
    if (made !== undefined)
      t.notMatch(answer.at ?? '', /group|page/, `${kind}: it is not said to be where it always was`)
  }
})
