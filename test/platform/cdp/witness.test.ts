/** What goes back to a press or a key is known from what clocks and requests of the page's own change meanwhile. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openInside } from '../../fixtures/web/inside.ts'
import { openTab } from '../../fixtures/web/tab.ts'

t.setTimeout(120_000)

const button = '<button id="b">Go</button><p id="out">-</p>'
const on = (type: string, code: string) =>
  `${button}<script>const out = document.getElementById('out'); document.getElementById('b').addEventListener('${type}', (event) => { ${code} })</script>`
const write = "out.textContent = 'done'"
const inShadow = (root: string) =>
  `<div id="host"></div><script>const root = document.getElementById('host').attachShadow({ mode: 'open' }); ${root}</script>`

const waiting = `${button}<script>document.getElementById('b').onclick = async () => {
  await fetch('/slow'); out.textContent = 'done' }</script>`

const toAll = `${button}<script>const all = ({ type }) => setTimeout(() => { if (type === 'click') out.textContent = 'done' }, 50)
for (const type of ['mouseover', 'click']) document.getElementById('b').addEventListener(type, all)</script>`

/** An earlier click of the page's own has begun what is in the listener, and goes on by itself. */
const going = (
  begun: string,
) => `${button}<script>let n = 0; const out = document.getElementById('out'), b = document.getElementById('b')
b.addEventListener('click', () => { if (n > 0) return; const next = () => { if (++n > 9) out.textContent = 'done'; ${begun} }; next() }); b.click()</script>`

/** A library that hears everything by functions of one text, as for what the browser tells by itself. */
const alike = (then: string) => `${button}<img id="slide"><script>const out = document.getElementById('out')
const hear = (what) => (event) => what(event); let n = 0
document.getElementById('b').addEventListener('click', hear(() => {}))
slide.addEventListener('load', hear(() => { ${then}(() => { if (++n > 4) out.textContent = 'done' }) }))
setInterval(() => { slide.src = 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"><desc>' + performance.now() + '</desc></svg>' }, 200)</script>`

const moving = `<style>#bar { transition: width .1s; width: 10px } #bar.wide { width: 90px }</style><div id="bar" ontransitionend="out.textContent = 'done'">bar</div><script>`

/** Frame-driven clocks tick within the frame that follows a press, timers whenever they are due. */
const clocks = `<p id="timer">0</p><p id="frames">0</p><p id="polled">0</p><p id="kept">0</p><script>
setInterval(() => Promise.resolve().then(() => { document.getElementById('kept').firstChild.nodeValue = 'kept ' + performance.now() }), 60);
setInterval(() => { document.getElementById('timer').firstChild.nodeValue = 'timer ' + performance.now() }, 20);
(function tick() { document.getElementById('frames').firstChild.nodeValue = 'frame ' + performance.now(); requestAnimationFrame(tick) })()
setInterval(() => fetch('/slow').then(() => { document.getElementById('polled').firstChild.nodeValue = 'polled ' + performance.now() }), 70)
</script>`

const cases: {
  readonly [how: string]: {
    readonly html: string
    readonly isOwn: boolean
    /** It may be the act's or not: nobody knows what led to it. */
    readonly isOpen?: true
    /** Something else has brought it. */
    readonly isElse?: true
    readonly action?: 'key' | 'hover'
    readonly role?: string
  }
} = {
  'a listener': { html: on('click', write), isOwn: true },
  'the press itself': { html: on('pointerdown', write), isOwn: true },
  'a promise': { html: on('click', `Promise.resolve().then(() => 0).then(() => { ${write} })`), isOwn: true },
  'a listener that lets nobody else hear': {
    html: on('click', `event.stopImmediatePropagation(); ${write}`),
    isOwn: true,
  },
  'a key': { html: on('keydown', write), isOwn: true, action: 'key' },
  'the click of a key': { html: on('click', write), isOwn: true, action: 'key' },
  // Any press there would have brought it.
  'the focus': { html: on('focus', write), isOwn: false },
  'a shadow root': {
    html: inShadow(
      `root.innerHTML = '${button}'; root.getElementById('b').onclick = () => { root.getElementById('out').textContent = 'done' }`,
    ),
    isOwn: true,
  },
  'another shadow root': {
    html: `<button id="b">Go</button>${inShadow(`root.innerHTML = '<p>-</p>'; document.getElementById('b').onclick = () => { root.firstChild.textContent = 'done' }`)}`,
    isOwn: true,
  },
  'a timer': { html: on('click', `setTimeout(() => { ${write} })`), isOwn: true },
  'a timer after a timer': {
    html: on('click', `setTimeout(() => setTimeout(() => { ${write} }, 90), 90)`),
    isOwn: true,
  },
  'a frame': { html: on('click', `requestAnimationFrame(() => { ${write} })`), isOwn: true },
  'a request': { html: on('click', `fetch('/slow').then((got) => got.text()).then(() => { ${write} })`), isOwn: true },
  'an old request': {
    html: on(
      'click',
      `const old = new XMLHttpRequest(); old.onload = () => { ${write} }; old.open('GET', '/slow'); old.send()`,
    ),
    isOwn: true,
  },
  'a listener that waits': { html: waiting, isOwn: true },
  'a message': {
    html: on(
      'click',
      `const { port1, port2 } = new MessageChannel(); port1.onmessage = () => { ${write} }; port2.postMessage(0)`,
    ),
    isOwn: true,
  },
  'an idle moment': { html: on('click', `requestIdleCallback(() => { ${write} })`), isOwn: true },
  'a listener around it': {
    html: `${button}<script>document.body.addEventListener('click', () => setTimeout(() => { out.textContent = 'done' }, 50))</script>`,
    isOwn: true,
  },
  'a change that it makes the browser tell of': {
    html: `<label>Go<input type="checkbox" onchange="setTimeout(() => { out.textContent = 'done' }, 50)"></label><p id="out">-</p>`,
    isOwn: true,
    role: 'AXCheckBox',
  },
  'a timer of before': {
    html: `${button}<script>setTimeout(() => { out.textContent = 'done' }, 1500)</script>`,
    isOwn: false,
  },
  'the end of a transition that it began': {
    html: on('click', "bar.style.width = '50px'").replace('<script>', moving),
    isOwn: true,
  },
  'the end of a transition that a timer of it began': {
    html: on('click', "setTimeout(() => { bar.className = 'wide' }, 60)").replace('<script>', moving),
    isOwn: true,
  },
  'the end of a transition that a timer of before began': {
    html: on('none', '').replace('<script>', `${moving}setTimeout(() => { bar.className = 'wide' }, 1500);`),
    isOwn: false,
    isElse: true,
  },
  'the end of a transition that had begun': {
    html: on('none', '').replace(
      '<script>',
      `${moving}bar.style.transition = 'width 3s'; bar.offsetWidth; bar.className = 'wide';`,
    ),
    isOwn: false,
    isElse: true,
  },
  'an answer of a worker': {
    html: `${button}<script>const worker = new Worker(URL.createObjectURL(new Blob(['onmessage = () => postMessage(0)'])))
      worker.onmessage = () => { out.textContent = 'done' }; document.getElementById('b').onclick = () => worker.postMessage(0)</script>`,
    isOwn: false,
    isOpen: true,
  },
  'a picture that has loaded': {
    html: on('click', `const picture = new Image(); picture.onerror = () => { ${write} }; picture.src = '/slow'`),
    isOwn: false,
    isOpen: true,
  },
  // Chromium keeps no call behind it.
  'a request of a microtask': {
    html: on('click', `queueMicrotask(() => fetch('/slow').then((got) => got.text()).then(() => { ${write} }))`),
    isOwn: false,
    isOpen: true,
  },
  'an answer of another frame': {
    html: `${button}<iframe id="f" sandbox="allow-scripts" srcdoc="<script>onmessage = () => parent.postMessage(0, '*')</script>"></iframe><script>
      onmessage = () => { out.textContent = 'done' }; document.getElementById('b').onclick = () => f.contentWindow.postMessage(0, '*')</script>`,
    isOwn: false,
    isOpen: true,
  },
  'what other windows have stored': {
    html: `${button}<iframe id="f"></iframe><script>
      onstorage = () => { out.textContent = 'done' }; document.getElementById('b').onclick = () => { f.contentWindow.localStorage.setItem('key', performance.now()) }</script>`,
    isOwn: false,
    isOpen: true,
  },
  'a listener that hears it once': {
    html: `${button}<script>document.getElementById('b').addEventListener('click', () => setTimeout(() => { out.textContent = 'done' }, 90), { once: true })</script>`,
    isOwn: true,
  },
  'a method that was bound': {
    html: `${button}<script>class Go { press() { setTimeout(() => { out.textContent = 'done' }, 90) } }
      const go = new Go(); document.getElementById('b').addEventListener('click', go.press.bind(go))</script>`,
    isOwn: true,
  },
  'an object that listens': {
    html: `${button}<script>class Part { handleEvent() { setTimeout(() => { out.textContent = 'done' }, 90) } }
      document.getElementById('b').addEventListener('click', new Part())</script>`,
    isOwn: true,
  },
  'a method of its own, that waits': {
    html: `${button}<script>const all = { async *each() { yield 0 }, async press() { for await (const one of this.each()) await new Promise((go) => setTimeout(go, 90)); document.getElementById('out').textContent = 'done' } }
      const b = document.getElementById('b'); b.addEventListener('click', all.press.bind(all))</script>`,
    isOwn: true,
  },
  'a listener in a line of many': {
    html: `${button}<script>const x=(a,b)=>a+b;b.addEventListener("click",async e=>{let t=x(1,2);await new Promise(e=>setTimeout(e,t*30)),out.textContent="done"});const y=()=>{}</script>`,
    isOwn: true,
  },
  'a listener that was made of a text': {
    html: `${button}<script>document.getElementById('b').addEventListener('click', new Function('setTimeout(() => { out.textContent = "done" }, 90)'))</script>`,
    isOwn: true,
  },
  'a listener without a name': {
    html: `${button}<script>document.getElementById('b').onclick = () => setTimeout(() => { out.textContent = 'done' }, 90)</script>`,
    isOwn: true,
  },
  'an attribute that goes on after a function': {
    html: `<button onclick="const work = () => { out.textContent = 'done' }; setTimeout(work, 60)">Go</button><p id="out">-</p>`,
    isOwn: true,
  },
  'an attribute of several lines': {
    html: `<button onclick="const work = () => {
      out.textContent = 'done' };
      setTimeout(work, 60)">Go</button><p id="out">-</p>`,
    isOwn: true,
  },
  'timers that an earlier click began': { html: going('setTimeout(next, 150)'), isOwn: false },
  'frames that an earlier click began': {
    html: going('setTimeout(() => requestAnimationFrame(next), 150)'),
    isOwn: false,
  },
  'pictures that load by themselves, heard like the press': { html: alike('setTimeout'), isOwn: false },
  'pictures and promises that are heard like the press': {
    html: alike('Promise.resolve().then'),
    isOwn: false,
  },
  'slides in a shadow root that are heard like the press': {
    html: `${button}<p id="slides"></p><script>const hear = (what) => (event) => what(event); let n = 0
document.getElementById('b').addEventListener('click', hear(() => {}))
const view = document.createElement('div'); slides.before(view); view.attachShadow({ mode: 'open' }).innerHTML = '<div style="height: 40px; overflow: auto"><p style="height: 4000px"></div>'
const box = view.shadowRoot.firstChild; box.addEventListener('scroll', hear(() => setTimeout(() => { if (++n > 4) out.textContent = 'done' })))
const out = document.getElementById('out'); setInterval(() => { box.scrollTop += 20 }, 200)</script>`,
    isOwn: false,
  },
  // Either may have brought it.
  'one listener to all that the pointer does': { html: toAll, isOwn: false },
  'the pointer itself, where that is the act': { html: on('pointerenter', write), isOwn: true, action: 'hover' },
  'a timer of the pointer': {
    html: on('mouseenter', `setTimeout(() => { ${write} }, 300)`),
    isOwn: true,
    action: 'hover',
  },
  'a request of the pointer': {
    html: on('mouseenter', `fetch('/slow').then((got) => got.text()).then(() => { ${write} })`),
    isOwn: true,
    action: 'hover',
  },
  'a listener to the pointer around it': {
    html: `${button}<script>document.body.addEventListener('mousemove', () => requestAnimationFrame(() => { out.textContent = 'done' }))</script>`,
    isOwn: true,
    action: 'hover',
  },
  'a timer of before the pointer': {
    html: `${button}<script>setTimeout(() => { out.textContent = 'done' }, 1500)</script>`,
    isOwn: false,
    isElse: true,
    action: 'hover',
  },
  'timers that an earlier click began, beside the pointer': {
    html: going('setTimeout(next, 150)'),
    isOwn: false,
    isElse: true,
    action: 'hover',
  },
  'a listener to the pointer': { html: on('pointerenter', `setTimeout(() => { ${write} }, 300)`), isOwn: false },
}

t.test('what goes back to a press is told from what else changes', async (t) => {
  if (!chromiumOrSkip(t)) return
  const pages: { [path: string]: string } = {}
  const server = await serve(t, { pages })
  const open = await openTab(t, await launchChromium(t, ['--site-per-process']))
  const paths: (readonly [string, string])[] = Object.keys(cases).map((how, at) => {
    // The pointer is where the last one was pressed.
    const lower = `<p style="height: ${(at % 9) * 40}px"></p>`
    pages[`/${at}`] = `<!doctype html><title>${how}</title>${clocks}${lower}${cases[how]!.html}`
    return [how, `${server.origin}/${at}`] as const
  })
  pages['/inner'] = on('click', write)
  for (const [how, origin] of [
    ['of this site', server.origin],
    ['of another', server.otherOrigin],
  ] as const) {
    pages[`/${how}`] = `<!doctype html><title>none</title>${clocks}<iframe src="${origin}/inner"></iframe>`
    paths.push([`a frame ${how}`, `${server.origin}/${encodeURIComponent(how)}`])
  }
  for (const [how, url] of paths) {
    const { isOwn, isOpen = isOwn, isElse, action = 'click', role = 'AXButton' } = cases[how] ?? { isOwn: true }
    await open.go(url)
    if (how.endsWith('another')) await open.joined(1)
    const go = await until(async () => await open.find('Go', role).catch(() => undefined), 'the button is there')
    await open.act(go, action === 'key' ? { action, keys: 'Enter' } : { action })
    const textsOf = async (wanted: RegExp) =>
      (await open.read()).filter(
        ({ role, title, value }) => role === 'AXStaticText' && wanted.test(title ?? value ?? ''),
      )
    const [own] = await until(async () => {
      const found = await textsOf(/^done$/)
      return found.length > 0 && found
    }, `${how} has written`)
    const ticking = (await textsOf(/^(timer|frame|polled|kept) /)).map((row) => row.key)
    const key = own!.key
    const { caused, foreign } = await open.tab.page.origins([key, ...ticking], new Set(), open.signal)
    t.same([...caused], isOwn ? [key] : [], how)
    if (isOpen) t.notOk(foreign.has(key), `${how}: is nothing else's`)
    if (isElse) t.ok(foreign.has(key), `${how}: is something else's`)
    // Beside an act that asks for something only what has no chain is known, and a page that was loaded soon after an act has chains.
    const sure = /request|waits|picture/.test(how) ? [] : ticking
    await until(async () => {
      const { foreign } = await open.tab.page.origins(sure, new Set(), open.signal)
      return foreign.size === sure.length
    }, `${how}: clocks are something else's`)
  }
})

/** What is pressed, hovered or focused is called Go. */
const goes = (code: string, tip: string) => `<button onclick="${code}">Go</button>${tip}`
const later = (code: string, ms: number) => `setTimeout(() => { ${code} }, ${ms})`
const tipOf = (attributes: string) => `<div id="tip" ${attributes}><p>Saved</p></div>`
const byClass = `<style>#tip { display: none } #tip.on { display: block }</style>${tipOf('')}`
const awaiting = (attributes: string) => `<button interestfor="tip">Go</button>${tipOf(attributes)}`
const prevented = '<script>tip.addEventListener("interest", (event) => event.preventDefault())</script>'
const ticking = `<p id="tip">0</p><script>setInterval(() => { tip.textContent = performance.now() }, 50)</script>`

/** `told`: it is confirmed, with the words that come. */
const passing: {
  readonly [how: string]: readonly ['click' | 'hover' | 'focus', html: string, 'told' | 'none']
} = {
  'a popover that closes itself': [
    'click',
    goes(`tip.showPopover(); ${later('tip.hidePopover()', 600)}`, tipOf('popover=manual')),
    'told',
  ],
  'a hint that closes itself': [
    'click',
    goes(`tip.showPopover(); ${later('tip.hidePopover()', 600)}`, tipOf('popover=hint')),
    'told',
  ],
  'a dialog that closes itself': [
    'click',
    goes(`tip.show(); ${later('tip.close()', 600)}`, '<dialog id="tip"><p>Saved</p></dialog>'),
    'told',
  ],
  'a message that hides itself': [
    'click',
    goes(`tip.hidden = false; ${later('tip.hidden = true', 600)}`, tipOf('hidden')),
    'told',
  ],
  'a message by its class': [
    'click',
    goes(`tip.className = 'on'; ${later("tip.className = ''", 600)}`, byClass),
    'told',
  ],
  'a message by its style': [
    'click',
    goes(`tip.style.display = 'block'; ${later("tip.style.display = 'none'", 600)}`, tipOf('style="display: none"')),
    'told',
  ],
  'a hint for who hovers': ['hover', awaiting('popover=hint'), 'told'],
  'a popover for who has the keyboard': ['focus', awaiting('popover'), 'told'],
  'a slow hint': ['hover', `<style>button { interest-delay: 1s }</style>${awaiting('popover=hint')}`, 'told'],
  'a hint that the page forbids': ['hover', awaiting('popover=hint') + prevented, 'none'],
  'interest in what takes none': ['hover', awaiting(''), 'none'],
  'what ticks by itself, in an element that marks the press': [
    'click',
    goes("tip.className = document.body.className = 'pressed'", ticking),
    'none',
  ],
}

t.test('what comes late by the browser, or goes again by itself, is seen', async (t) => {
  if (!chromiumOrSkip(t)) return
  const kinds = Object.entries(passing)
  const pages = Object.fromEntries(kinds.map(([, [, html]], at) => [`/${at}`, `<!doctype html><p>Words</p>${html}`]))
  const { origin } = await serve(t, { pages })
  const { call, tab } = await openInside(t, await launchChromium(t))
  for (const [at, [how, [action, , wanted]]] of kinds.entries()) {
    await call('navigate', { tab, url: `${origin}/${at}` })
    const { effect, outline } = await call('interact', {
      find: { tab, filter: { titleContains: 'Go' }, elementTypes: ['button'] },
      action,
      format: 'outline',
    })
    t.equal(effect, wanted === 'none' ? 'unverified' : 'confirmed', how)
    if (wanted === 'told') t.match(outline, /Saved/, how)
  }
})

t.test('the console tells what the page logged, once, and nothing of how an act was followed', async (t) => {
  if (!chromiumOrSkip(t)) return
  const code = "console.log('pressed'); setTimeout(() => { out.textContent = 'done'; console.log('done') }, 50)"
  const server = await serve(t, { pages: { '/': on('click', code) } })
  const open = await openTab(t, await launchChromium(t))
  await open.go(`${server.origin}/`)
  const press = async () => {
    await open.act(await open.find('Go', 'AXButton'), { action: 'click' })
    await until(async () => (await open.page<string>('out.textContent')) === 'done', 'it is done')
  }
  await press()
  await open.page("out.textContent = '-', console.log('between')")
  const logged = async () => {
    const { entries } = await open.tab.page.console.since(0, open.signal)
    // The browser asks for a picture of the site.
    return entries.flatMap(({ text }) => (/^Failed to load/.test(text) ? [] : [text]))
  }
  t.same(await logged(), ['pressed', 'done', 'between'], 'also of before anybody asked')
  await press()
  const all = await until(async () => {
    const found = await logged()
    return found.length >= 5 && found
  }, 'all is told')
  t.same(all.slice(3), ['pressed', 'done'])
})
