/** What comes by itself proves no press: where nothing is done, nothing is confirmed. */
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { WebSocketServer } from 'ws'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'
import { isFew } from '../laws/law.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const { call, tab, show, press, each } = await openShown(t)

const presses = isFew ? 2 : 4
const ticking = (list: string, row: string) =>
  `${list}<script>{
    const list = document.querySelector('#ticks')
    let n = 0
    const come = () => list.insertAdjacentHTML('beforeend', ${JSON.stringify(row)}.replaceAll('N', ++n))
    for (let at = 0; at < 5; at++) come()
    setInterval(() => { come(); list.firstElementChild.remove() }, 130)
  }</script>`

const around: { readonly [what: string]: string } = {
  'texts come and go in a list': ticking('<ul id="ticks"></ul>', '<li>Job N</li>'),
  'links come and go in a list': ticking('<ul id="ticks"></ul>', '<li><a href="#N">Job N</a> of many</li>'),
  'rows come and go in a table': ticking(
    '<table><tbody id="ticks"></table>',
    '<tr><td>Job N<td><button>Stop</button></tr>',
  ),
  'buttons come and go': ticking('<div id="ticks"></div>', '<button>Job N</button>'),
}

t.test('beside what comes and goes, nothing is confirmed that was not done', async (t) => {
  await each(Object.entries(around), async ({ show, press }, [what, ticks]) => {
    const told = async (name: string) => {
      const { effect, changed, why } = await press(name)
      return { effect, what: `${name}: ${why ?? JSON.stringify(changed)}` }
    }
    await show(`<!doctype html><title>${what}</title><button>Nothing</button>
      <label><input type="checkbox" onclick="event.preventDefault()"> Refuses</label>
      <button onclick="document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Yes</button></dialog>')">Ask</button>${ticks}`)
    const untrue: string[] = []
    for (let at = 0; at < presses; at++)
      for (const name of ['Nothing', 'Refuses']) {
        const { effect, what } = await told(name)
        if (effect === 'confirmed') untrue.push(what)
      }
    t.same(untrue, [], what)
    const asked = await told('Ask')
    t.equal(asked.effect, 'confirmed', `${what}: ${asked.what}`)
  })
})

t.test('where the focus moves by itself, keys that nothing hears are not confirmed by it', async (t) => {
  for (const [buttons, ms] of [
    [2, 700],
    [3, 300],
  ] as const) {
    await show(`<!doctype html>${'<button>Next</button>'.repeat(buttons)}<script>
      let n = 0; setInterval(() => document.querySelectorAll('button')[++n % ${buttons}].focus(), ${ms})</script>`)
    for (let looks = 0; looks < 3; looks++) {
      await pause(1500)
      await call('explore', { scope: 'tab', tab })
    }
    for (let at = 0; at < presses; at++) {
      const { effect, why } = await call('interact', { find: { scope: 'tab', tab }, action: 'key', keys: 'q' })
      t.equal(effect, 'unverified', String(why))
    }
  }
})

/** A page takes those that are out of view from the tree, and they stay in its document. */
const sliding = `<style>#view { overflow: hidden; width: 300px } #slides { display: flex; padding: 0; margin: 0; list-style: none; transition: transform .5s }
  #slides li { flex: none; width: 150px }</style><button>Nothing</button><div id="view"><ul id="slides">${[1, 2, 3, 4].map((at) => `<li role="group" aria-label="${at} of 4"${at > 2 ? ' aria-hidden="true"' : ''}>Slide ${at}</li>`).join('')}</ul></div>
  <button>Idle</button><script>let n = 0; setInterval(() => { n = (n + 1) % 3; slides.style.transform = 'translateX(' + -150 * n + 'px)'
  for (const [at, one] of [...slides.children].entries()) one.ariaHidden = String(at !== n && at !== n + 1) }, 1900)</script>`

// The tabs of the cases before leave this one in the background, where nothing moves unless something draws it.
t.test('beside slides that slide, no hover is confirmed', async (t) => {
  await show(`<!doctype html><title>Sliding</title>${sliding}`)
  await call('wait', { scope: 'tab', tab, until: 'settled' })
  for (let at = 0; at < 3 * presses; at++)
    for (const name of ['Nothing', 'Idle']) {
      const { effect, changed } = await press(name, { action: 'hover' })
      t.equal(effect, 'unverified', `${name}: ${JSON.stringify(changed)}`)
    }
})

/** Of what a box holds and whether it is on, the document says nothing. */
const turning = `<button>Nothing</button><div id="slide">Slide 0</div>${[0, 1, 2].map((at) => `<label><input type="radio" name="at" aria-label="To ${at}"${at === 0 ? ' checked' : ''}></label>`).join('')}
  <input id="field" aria-label="Place"><button onclick="setTimeout(() => turn((at + 1) % 3), 200)">Next</button><script>let at = 0
  const turn = (to) => { at = to; slide.textContent = 'Slide ' + at; field.value = at; document.querySelectorAll('input')[at].checked = true }
  setInterval(() => turn((at + 1) % 3), 1700)</script>`

t.test(
  'boxes and fields that a page switches and fills by itself prove no press, and those that it does for one do',
  async (t) => {
    await show(`<!doctype html><title>Turning</title>${turning}`)
    await call('explore', { scope: 'tab', tab })
    for (let at = 0; at < 3 * presses; at++) {
      await pause(at * 150)
      const { effect, changed } = await press('Nothing')
      t.equal(effect, 'unverified', JSON.stringify(changed))
    }
    t.match(await press('Next'), { effect: 'confirmed' })
  },
)

const menuOf = (role: string, entry: string) =>
  `<div id="menu" role="${role}" aria-label="Menu"><div role="${entry}" tabindex="0">One</div><div role="${entry}" tabindex="0">Two</div></div>`
const closing: { readonly [what: string]: readonly [html: string, script: string, effect: string] } = {
  'a menu that goes': [menuOf('menu', 'menuitem'), 'menu.remove()', 'unverified'],
  'a menu that goes later': [menuOf('menu', 'menuitem'), 'setTimeout(() => menu.remove(), 30)', 'unverified'],
  'a menu that is hidden': [menuOf('menu', 'menuitem'), 'menu.hidden = true', 'unverified'],
  'a list of options that goes': [menuOf('listbox', 'option'), 'menu.remove()', 'unverified'],
  'a list that is cleared': ['<ul id="menu"><li>One<li>Two</ul>', 'menu.remove()', 'confirmed'],
}

t.test('a menu that any press closes proves none', async (t) => {
  await each(Object.entries(closing), async ({ show, press }, [what, [list, script, effect]]) => {
    await show(`<!doctype html><title>${what}</title><main><button>Nothing</button></main>${list}
      <script>document.addEventListener('click', () => { ${script} })</script>`)
    const answer = await press('Nothing')
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
  })
})

const focusing = 'onmousedown="event.preventDefault(); field.focus()"'
const ofFocus: { readonly [what: string]: readonly [html: string, pressed: string, effect: string] } = {
  'a field that can be written in while it has the focus': [
    `<button ${focusing}>Nothing</button><input id="field" readonly onfocus="readOnly = false">`,
    'Nothing',
    'unverified',
  ],
  'one that only says so': [
    `<button ${focusing}>Nothing</button><div id="field" role="combobox" tabindex="0" aria-readonly="true" onfocus="ariaReadOnly = 'false'"></div>`,
    'Nothing',
    'unverified',
  ],
  'a field that cannot be written in once it has lost the focus': [
    '<button>Nothing</button><input id="field" autofocus onblur="readOnly = true">',
    'Nothing',
    'unverified',
  ],
  'the field itself': [
    '<input id="field" aria-label="Field" readonly onfocus="readOnly = false">',
    'Field',
    'confirmed',
  ],
}

t.test('what a focused field does with the focus proves no press of another', async (t) => {
  await each(Object.entries(ofFocus), async ({ show, press }, [what, [body, titleContains, effect]]) => {
    await show(`<!doctype html><title>${what}</title>${body}`)
    const answer = await press(titleContains)
    t.equal(answer.effect, effect, `${what}: ${answer.why ?? JSON.stringify(answer.changed)}`)
  })
})

const invoker =
  '<button id="invoker" aria-expanded="false" aria-controls="part">Part</button><div id="part" aria-labelledby="head"><b id="head">Head</b></div>'
const hovered = '<style>#list > * { padding: 4px } #list > :hover { background: #ccc }</style>'
const unseen: { readonly [what: string]: string } = {
  'one of two that a class calls active, without a look, beside one under the pointer': `${hovered}<div id="list"><p class="active">One</p><p onclick="1">Nothing</p></div>`,
  'what a class calls active, without a look, under the pointer': `${hovered}<div id="list"><p>One</p><p>Two</p><p class="active" onclick="1">Nothing</p></div>`,
  'one of several that a class calls current, in a row under the pointer': `${hovered}<div id="list"><section><p>One</p><p class="current">Two</p><p><button>Nothing</button></p></section></div>`,
  'ids are counted on, and what names them is': `<button onclick="part.id = 'part2'; invoker.setAttribute('aria-controls', 'part2')">Nothing</button>${invoker}`,
  'a name comes from another element that says the same': `<button onclick="head.id = 'head2'; part.setAttribute('aria-labelledby', 'head2')">Nothing</button>${invoker}`,
  'a part is owned by nobody any more': `<button onclick="invoker.removeAttribute('aria-controls')">Nothing</button>${invoker}`,
  // Whether anything is to be seen of it can only be asked once it has been scrolled into view.
  'a text without a colour is scrolled into view': `<div style="height: 3000px">Tall</div><button>Nothing</button>
    <div style="position: relative"><p>Rows</p><div style="position: absolute; inset: 0; opacity: 0; pointer-events: none">Loading</div></div>`,
  'one that something covers': `<div style="height: 3000px">Tall</div><button>Nothing</button>
    <div style="position: relative"><div style="opacity: 0">Loading</div><p style="position: absolute; inset: 0">Rows</p></div>`,
}

t.test('what nobody sees proves no press', async (t) => {
  await each(Object.entries(unseen), async ({ tab, outside, show, press }, [what, body]) => {
    for (const isScrolled of [false, true]) {
      await show(`<!doctype html><title>${what}</title>${body}`)
      await call('explore', { scope: 'tab', tab })
      // As by a person, between two calls.
      if (isScrolled) await outside.evaluate('scrollTo(0, 9999)')
      const answer = await press('Nothing')
      t.equal(
        answer.effect,
        'unverified',
        `${what}${isScrolled ? ', scrolled before' : ''}: ${JSON.stringify(answer.changed)}`,
      )
    }
  })
})

/** What the first press brings goes a while after any. */
const apart = (script: string) =>
  `<button id="it">Other</button><button id="nothing">Nothing</button><p>Words</p><section><div id="host"></div></section>
    <script>${script}</script>`
/** What it brings, and how that is taken back. */
const lapsing: { readonly [what: string]: readonly [comes: string, goes: string] } = {
  'a message': ["host.innerHTML = '<div role=alert>Saved <button>Undo</button></div>'", 'host.replaceChildren()'],
  words: ["host.innerHTML = '<div>Saved</div>'", 'host.replaceChildren()'],
  'another name': ["it.textContent = 'Copied'", "it.textContent = 'Other'"],
}
const takenBack: { readonly [what: string]: string } = {
  'the words that an earlier press brought': `it.onclick = () => { host.innerHTML = '<div>Saved</div>' }; nothing.onclick = () => host.replaceChildren()`,
  'what an earlier press wrote into a field': `host.innerHTML = '<input id=field aria-label=Field>'; it.onclick = () => { field.value = 'Ann' }; nothing.onclick = () => { field.value = '' }`,
}

t.test('what goes by itself after an earlier press proves no later one', async (t) => {
  await each(Object.entries(lapsing), async ({ show, press }, [what, [comes, goes]]) => {
    for (const isOwn of [false, true]) {
      const later = `setTimeout(() => { ${goes}}, 900)`
      const presses = isOwn ? `nothing.onclick = () => ${later}` : `nothing.onclick = () => {}; lapse = () => ${later}`
      const script = `let lapse = () => {}; it.onclick = () => { ${comes}; lapse() }; ${presses}`
      await show(`<!doctype html><title>${what}</title>${apart(script)}`)
      t.equal((await press('Other')).effect, 'confirmed', what)
      const answer = await press('Nothing')
      t.equal(answer.effect, isOwn ? 'confirmed' : 'unverified', `${what}: ${JSON.stringify(answer)}`)
    }
  })
  await each(Object.entries(takenBack), async ({ show, press }, [what, script]) => {
    await show(`<!doctype html><title>${what}</title>${apart(script)}`)
    for (const name of ['Other', 'Nothing']) t.match(await press(name), { effect: 'confirmed' }, `${name}: ${what}`)
  })
})

t.test('what a server tells of a press by a web socket confirms it', async (t) => {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  t.teardown(() => sockets.close())
  sockets.on('connection', (socket) => {
    socket.on('message', async () => {
      await pause(200)
      socket.send('<p>Joined</p><button>Leave</button>')
    })
  })
  await once(sockets, 'listening')
  const { port } = sockets.address() as { port: number }
  await show(`<!doctype html><button onclick="line.send('join')">Join</button><button>Nothing</button><main></main><script>
    const line = new WebSocket('ws://127.0.0.1:${port}'); line.onmessage = ({ data }) => { document.querySelector('main').innerHTML = data }</script>`)
  for (const [titleContains, effect] of [
    ['Nothing', 'unverified'],
    ['Join', 'confirmed'],
  ] as const) {
    const answer = await press(titleContains)
    t.equal(answer.effect, effect, `${titleContains}: ${answer.why}`)
  }
})
