/** Pages that fill themselves after they have loaded are waited for; those that never stop asking are not. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { WebSocketServer } from 'ws'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const page = (body: string, script: string) =>
  `<!doctype html><meta charset=utf-8><title>Page</title>${body}<script>
  const fill = (words) => { for (const old of document.querySelectorAll('.old')) old.remove()
    document.body.insertAdjacentHTML('beforeend', '<ul><li><button>' + words + '</button></ul>') }
  const soon = (ms) => new Promise((done) => setTimeout(done, ms));
  ${script}</script>`
const head = '<header><h1>Shop</h1><a href="#top">Home</a></header>'
const complete = `${head}<main><p>All of it is here.</p></main>`

const slow =
  (ms: number, text = '"Arrived"'): Answer =>
  async (_, response) => {
    await pause(ms)
    response.setHeader('Content-Type', 'application/json')
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.end(text)
  }
const never: Answer = (_, response) => void response.on('error', () => {})

const ofSocket = (port: number) =>
  page(
    `${head}<p>Live</p>`,
    `
  new WebSocket('ws://127.0.0.1:${port}').onmessage = ({ data }) => fill(data)`,
  )

const filling: { readonly [kind: string]: string } = {
  fetch: page(head, `fetch('/slow').then((one) => one.json()).then(fill)`),
  'fetch begun at load': page(complete, `onload = () => fetch('/slow').then((one) => one.json()).then(fill)`),
  XMLHttpRequest: page(
    complete,
    `
    const asked = new XMLHttpRequest(); asked.open('GET', '/slow'); asked.onload = () => fill('Arrived'); asked.send()`,
  ),
  'chained fetches': page(
    complete,
    `
    fetch('/fast').then(() => fetch('/other')).then(() => fetch('/slow')).then(() => fill('Arrived'))`,
  ),
  'pages of one list': page(
    complete,
    `(async () => {
    for (let at = 0; at < 5; at++) { await fetch('/fast?page=' + at); fill('Row ' + at) }
    fill('Arrived') })()`,
  ),
  'another document in its place': page(complete, `onload = () => setTimeout(() => location.replace('/fetch'), 0)`),
  'a module that loads another': page(head, `import('/late.mjs').then((one) => fill(one.words))`),
  'a script that is put in late': page(
    complete,
    `
    setTimeout(() => document.body.append(Object.assign(document.createElement('script'), { src: '/late.js' })), 0)`,
  ),
  'a timer, nothing there before': page('<div id=app></div>', `setTimeout(fill, 250, 'Arrived')`),
  'a timer, only what stands around it before': page(head, `setTimeout(fill, 250, 'Arrived')`),
  'a timer, while it says Loading': page(`${complete}<p class=old>Loading…</p>`, `setTimeout(fill, 250, 'Arrived')`),
  'a timer, while it is busy': page(
    `${complete}<div class=old aria-busy=true>Orders</div>`,
    `setTimeout(fill, 250, 'Arrived')`,
  ),
  'a timer, while progress shows': page(
    `${complete}<progress class=old></progress>`,
    `setTimeout(fill, 250, 'Arrived')`,
  ),
  'a timer, behind a shimmering placeholder': page(
    `${complete}<style>@keyframes glow { to { opacity: .4 } }
    .card-skeleton { width: 200px; height: 20px; background: #ccc; animation: glow 1s infinite }</style>
    <div class="old card-skeleton"></div>`,
    `setTimeout(fill, 250, 'Arrived')`,
  ),
  'rows one by one': page(
    complete,
    `(async () => {
    for (let at = 0; at < 8; at++) { fill('Row ' + at); await soon(4) }
    fill('Arrived') })()`,
  ),
  'a frame': page(
    complete,
    `setTimeout(() => document.body.append(
    Object.assign(document.createElement('iframe'), { src: '/inner' })), 0)`,
  ),
  'a frame of another site': page(
    complete,
    `setTimeout(() => document.body.append(
    Object.assign(document.createElement('iframe'), { src: 'http://localhost:' + location.port + '/inner' })), 0)`,
  ),
  'a shadow root': page(
    '<x-app></x-app>',
    `
    const root = document.querySelector('x-app').attachShadow({ mode: 'open' })
    setTimeout(() => { root.innerHTML = '<button>Arrived</button>' }, 300)`,
  ),
}
const endless: { readonly [kind: string]: string } = {
  polling: page(complete, 'setInterval(() => fetch("/poll"), 40)'),
  'polling without a pause': page(complete, '(async () => { for (;;) await fetch("/poll?" + Math.random()) })()'),
  'a long poll': page(complete, 'fetch("/never")'),
  'an event stream': page(complete, 'new EventSource("/events")'),
  beacons: page(complete, 'setInterval(() => navigator.sendBeacon("/poll", "x"), 20)'),
  'a clock': page(`${complete}<p id=clock>0</p>`, 'setInterval(() => { clock.textContent++ }, 10)'),
  'endless decoration': page(
    `${complete}<style>@keyframes turn { to { rotate: 1turn } }
    .star { animation: turn 1s infinite }</style><div class=star>*</div>`,
    '',
  ),
  'a sentence on loading': page(`${complete}<h2>Loading docks</h2><p>Loading goods takes a permit.</p>`, ''),
  ...Object.fromEntries(
    [
      '<div role=slider tabindex=0 aria-valuenow=5 style="width: 90px; height: 9px"></div>',
      '<div role=button tabindex=0 aria-label=Save style="width: 20px; height: 20px"></div>',
      '<button aria-label=Save></button>',
      '<a href="#all"><i style="display: block; width: 20px; height: 20px; background: red"></i></a>',
      '<div contenteditable style="height: 30px"></div>',
      '<details><summary></summary></details>',
      '<meter value=.5></meter>',
      '<canvas></canvas>',
      '<input>',
    ].map((control) => [`nothing but ${control}`, page(control, '')]),
  ),
  'a table in a part of its own': page('<aside><table><tr><td>a.txt<td>1 KB</table></aside>', ''),
  'no script and nothing to see': '<!doctype html><title>Empty</title>',
}

const typing = (field: string, ms: number, fetched = false) => `<!doctype html><title>P</title>${field}<p>Stock
<ul id="list"></ul><script>
const draw = (text) => { list.innerHTML = ['Ann', 'Bob', 'Cid'].filter((one) => one.toLowerCase().includes(text)).map((one) => '<li>' + one).join('') }
let timer
const field = document.querySelector('input')
field.oninput = () => {
  clearTimeout(timer)
  timer = setTimeout(async () => { ${fetched ? `await fetch('/fast')` : ''}; draw(field.value) }, ${ms})
}
draw('')
</script>`
const searches: { readonly [kind: string]: string } = {
  'a filter that is the only field': typing('<input placeholder="Filter">', 700),
  'a search among other fields': typing('<input type="search"><input id="other">', 500),
  'a search landmark, with a request': typing('<search><input></search><input id="other">', 300, true),
  'a combo box': typing('<input role="combobox" aria-autocomplete="list"><input id="other">', 500),
}

t.test('a page that fills itself', async (t) => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.teardown(() => sockets.close())
  sockets.on('connection', async (socket) => {
    await pause(200)
    socket.send('Arrived')
  })
  await once(sockets, 'listening')
  const pathOf = (kind: string) => `/${kind.replaceAll(/\W+/g, '-')}`
  const all = {
    ...filling,
    ...endless,
    ...searches,
    'a web socket': ofSocket((sockets.address() as { port: number }).port),
  }
  const { origin } = await serve(t, {
    pages: {
      ...Object.fromEntries(Object.entries(all).map(([kind, text]) => [pathOf(kind), text])),
      '/slow': slow(180),
      ...Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`/slower${at}`, slow(400)])),
      '/fast': slow(60),
      '/other': slow(60),
      '/late.mjs': lateScript('export const words = "Arrived"'),
      '/late.js': lateScript('fill("Arrived")'),
      '/inner': page('', `fetch('/slow').then((one) => one.json()).then(fill)`),
      '/poll': async (_, response) => {
        await pause(20)
        response.end('{}')
      },
      '/never': never,
      '/events': (_, response) => void response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n'),
      '/loads': page(
        complete,
        `document.body.insertAdjacentHTML('beforeend', '<button onclick="location = \\'/fetch\\'">Go</button>' +
          '<button onclick="later(250)">Stay</button><button onclick="later(60000)">Hang</button>')
        function later(ms) {
          document.body.insertAdjacentHTML('beforeend', '<p class=old>Loading…</p>'); setTimeout(fill, ms, 'Arrived') }`,
      ),
      '/asks-thrice': page(
        complete,
        `onload = async () => { for (const at of [0, 1, 2]) await fetch('/slower' + at); fill('Arrived') }`,
      ),
      '/asks-on': page(complete, "(async () => { for (let at = 0; ; at++) await fetch('/slower' + at) })()"),
      '/never-ends': page(head, 'fetch("/never")'),
      '/heading-alone': page('<h1>Items</h1><ul></ul>', `fetch('/long').then((one) => one.json()).then(fill)`),
      '/heading-for-long': page('<h1>Items</h1><ul></ul>', 'fetch("/never")'),
      '/late-at-once': page('', `fetch('/long').then((one) => one.json()).then(fill)`),
      '/long': slow(1400),
    },
  })
  const inside = await openInside(t, await launchChromium(t))
  const go = async (path: string) =>
    await inside.call('navigate', { tab: inside.tab, url: origin + path, format: 'outline' })

  for (const kind of [...Object.keys(filling), 'a web socket']) {
    const { outline, loading } = await go(pathOf(kind))
    t.match(outline, /Arrived/, kind)
    t.equal(loading, undefined, `${kind}: it is complete`)
  }
  t.test('one that never stops asking, or is complete, is not waited for', async (t) => {
    for (const kind of Object.keys(endless)) {
      const { loading } = await go(pathOf(kind))
      t.equal(loading, undefined, `${kind}: nothing is to come, as far as one can see`)
    }
  })

  t.test('what is still to come after a while is marked', async (t) => {
    t.equal((await go('/never-ends')).loading, true)
    t.equal((await go('/heading-for-long')).loading, true, 'a heading only announces what is asked for')
  })

  t.test('what has come after more than a second is complete', async (t) => {
    for (const path of ['/heading-alone', '/late-at-once']) {
      const { outline, loading } = await go(path)
      t.match(outline, /Arrived/, path)
      t.equal(loading, undefined, `${path}: it is complete`)
    }
  })

  t.test('what has asked for more a moment ago is marked', async (t) => {
    t.equal((await go('/asks-on')).loading, true)
    const { outline, loading } = await go('/asks-thrice')
    t.ok(loading === true || /Arrived/.test(outline!), `waited for, or said: ${outline}`)
  })

  t.test('an act that loads a page waits for what fills it, and one that begins something for that', async (t) => {
    for (const [button, isMarked] of [
      ['Go', undefined],
      ['Stay', undefined],
      ['Hang', true],
    ] as const) {
      await go('/loads')
      const find = { tab: inside.tab, filter: { titleContains: button }, elementTypes: ['button'] }
      const { loading } = await inside.call('interact', { find, action: 'click' })
      t.equal(loading, isMarked, button)
      const { outline } = await inside.call('explore', { scope: 'tab', tab: inside.tab, format: 'outline' })
      t.equal(/Arrived/.test(outline!), !isMarked, `${button}: ${outline}`)
    }
  })

  t.test('the answer to what is typed has what it brought, although a timer or a request came between', async (t) => {
    for (const kind of Object.keys(searches)) {
      const { outline = '' } = await go(pathOf(kind))
      const elementId = /\[(\d+)\] (?:textfield|searchfield|combobox)/.exec(outline)?.[1]
      const answer = await inside.call('interact', { elementId, action: 'set_value', value: 'bob' })
      t.match(JSON.stringify(answer), /Ann/, kind, { answer })
    }
  })
})

function lateScript(text: string): Answer {
  return async (_, response) => {
    await pause(150)
    response.setHeader('Content-Type', 'text/javascript')
    response.end(text)
  }
}
