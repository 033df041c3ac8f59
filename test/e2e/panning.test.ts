/** Contents that follow the pointer of a drag, and what only seems to. The page's own word is the truth. */
import t from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

const style = `body { margin: 0; user-select: none } .box { position: absolute; width: 80px; height: 30px; background: #ddd }
  #editor { position: absolute; left: 200px; top: 20px; width: 500px; height: 400px; background: #eee; overflow: hidden }
  #ground { position: absolute; inset: 0 } #ground > * { position: absolute }`
const page = (body: string, script: string) =>
  `<!doctype html><meta charset=utf-8><title>Panning</title><style>${style}</style>${body}<script>${script}</script>`
const editor = (drawn: string) =>
  `<div id=editor role=region aria-label="Map"><div id=ground>${drawn}</div></div><p style="margin:430px 20px">Words</p>`
const pins = [20, 200, 380].map((x) => `<button style="left:${x}px;top:90px">Pin ${x}</button>`).join('')
const slides = ['one', 'two']
  .map((name, at) => `<div style="left:${at * 500}px;width:500px;height:400px">Slide ${name}</div>`)
  .join('')
/** `up` is what comes as they are let go. */
const map = (up: string, drawn = pins) =>
  page(
    editor(drawn),
    `let from, way = 0; const shift = (x) => { way = x; ground.style.transform = 'translateX(' + x + 'px)' }
    editor.onpointerdown = (event) => { from = event.clientX - way }
    onpointermove = (event) => { if (from !== undefined) requestAnimationFrame(() => { if (from !== undefined) shift(event.clientX - from) }) }
    onpointerup = () => { from = undefined; ${up} }`,
  )
const inMap = { x: 450, y: 220 }
const button = (name: string) => ({ filter: { titleContains: name } })
const tool = '<div class=box style="left:20px;top:40px" role=button tabindex=0>Tool</div>'

/** Where it is dragged to, and what the page says if it has taken it. */
const trials: Readonly<Record<string, readonly [string, object, { x: number; y: number }, string?]>> = {
  'a map, by its ground': [map(''), button('Map'), { x: 350, y: 260 }, 'way < -60'],
  'a map, beyond its edge': [map(''), button('Map'), { x: 100, y: 260 }, 'way < -300'],
  'a map that glides on': [
    map('let left = 20; const glide = () => { shift(way - 3); if (--left > 0) requestAnimationFrame(glide) }; glide()'),
    button('Map'),
    { x: 350, y: 260 },
    'way < -100',
  ],
  'a part that only a script scrolls': [
    page(
      editor('<div style="width:2000px;height:9px">Long</div>'),
      `let from; editor.onpointerdown = (event) => { from = event.clientX }
      onpointermove = (event) => { if (from !== undefined) editor.scrollLeft = from - event.clientX }
      onpointerup = () => { from = undefined }`,
    ),
    button('Map'),
    { x: 350, y: 260 },
    'editor.scrollLeft > 60',
  ],
  'slides that go on to the next': [
    map("ground.style.transition = 'transform .2s'; shift(way < -100 ? -500 : 0)", slides),
    inMap,
    { x: 250, y: 220 },
    'way === -500',
  ],
  'slides that go back': [map('shift(0)', slides), inMap, { x: 250, y: 220 }],
  'contents that go on by themselves': [
    page(
      editor('<button style="left:220px;top:190px">One</button>'),
      "let at = 0; setInterval(() => { ground.style.transform = 'translateX(' + (at = (at - 3) % 150) + 'px)' }, 50)",
    ),
    button('Map'),
    { x: 300, y: 260 },
  ],
  'what does not take part, under a mark that follows any pointer': [
    page(
      `${tool}${editor('')}<i id=mark class=box style="width:20px;height:20px;pointer-events:none">x</i>`,
      "onpointermove = (event) => { mark.style.left = event.clientX + 'px'; mark.style.top = event.clientY + 'px' }",
    ),
    button('Tool'),
    { x: 400, y: 200 },
  ],
  'what does not take part, where the pointer is told': [
    page(
      `${tool}${editor('<output id=told style="left:190px;top:190px">-</output>')}`,
      'onpointermove = (event) => { told.value = event.clientX }',
    ),
    button('Tool'),
    { x: 400, y: 220 },
  ],
  'a canvas that draws a cross under any pointer': [
    page(
      '<canvas id=editor width=500 height=400></canvas>',
      `const pen = editor.getContext('2d')
      editor.onpointermove = ({ offsetX: x, offsetY: y }) => { pen.clearRect(0, 0, 500, 400); pen.fillRect(x - 9, y, 19, 2); pen.fillRect(x, y - 9, 2, 19) }`,
    ),
    { x: 250, y: 60 },
    { x: 450, y: 260 },
  ],
}

t.test('what a drag leads', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, outside, call, tab } = await openShown(t)
  for (const [kind, [html, find, to, made]] of Object.entries(trials)) {
    await show(html)
    const answer = await call('interact', {
      find: { tab, includeNonInteractable: true, ...find },
      action: 'drag',
      to,
    })
    if (made !== undefined) t.equal(await outside.evaluate(made), true, `${kind}: the page has taken it`)
    t.equal(answer.effect, made === undefined ? 'unverified' : 'confirmed', `${kind}: ${answer.why}`)
  }
})
