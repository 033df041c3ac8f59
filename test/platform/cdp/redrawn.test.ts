/** Parts that a page builds again as they were: an effect of what made it do so, and none of a press beside them. */
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openBoth } from '../../fixtures/web/inside.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const browser = await launchChromium(t)

const page = `<!doctype html><meta charset="utf-8"><title>Redrawn</title>
<div id="app"></div><p><button>Dead</button><div id="poll"></div>
<script>
  const draw = () => {
    app.innerHTML = '<label>Value <input value="one"></label><button id="save">Save</button><button id="later">Later</button>'
    save.onclick = draw
    later.onclick = () => setTimeout(draw, 100)
  }
  draw()
  const ask = () => { poll.innerHTML = '<a href="#x">Latest</a>' }
  ask()
  if (location.search) setInterval(ask, 200)
</script>`

t.test('what is drawn again as it was', async (t) => {
  const server = await serve(t, { pages: { '/': page } })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const click = async (title: string) =>
    call('interact', {
      find: { scope: 'tab', tab, filter: { anyFieldContains: title } },
      action: 'click',
      format: 'outline',
    })
  for (const [button, effect] of [
    ['Save', 'confirmed'],
    // Not by the task of the press: the page might have done it by itself.
    ['Later', 'confirmed'],
  ] as const)
    t.match(await click(button), { effect, outline: /group#app was redrawn/ }, button)
  t.match(await click('Dead'), { effect: 'unverified' })
  await call('navigate', { tab, url: `${server.origin}/?polling` })
  for (let count = 0; count < 3; count++)
    t.match(await click('Dead'), { effect: 'unverified' }, 'beside a page that polls')
  t.match(await click('Save'), { effect: 'confirmed' })
})

/** All is drawn again where anything at all is pressed, with the menu that is open shut by that. */
const anywhere = `<!doctype html><meta charset="utf-8"><title>Anywhere</title>
<p><button>Dead</button></p><div id="app"></div><p id="said">0</p>
<script>
  let menu = false
  const draw = () => {
    app.innerHTML = '<div style="position:relative"><b>Card</b> <button class="more">Card menu</button>' +
      (menu ? '<div class="menu" style="position:absolute;z-index:5"><p>Move up</p><p>Delete</p></div>' : '') + '</div><button>Add</button>'
  }
  draw()
  app.onclick = ({ target }) => {
    if (target.className === 'more') { menu = !menu; draw() }
    else if (target.localName === 'button') draw()
  }
  document.addEventListener('pointerdown', ({ target }) => { if (!target.closest('#app')) { menu = false; draw() } })
</script>`

t.test('what is drawn again for any press is no effect of one', async (t) => {
  const server = await serve(t, { pages: { '/': anywhere } })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const click = async (title: string) =>
    call('interact', { find: { scope: 'tab', tab, filter: { anyFieldContains: title } }, action: 'click' })
  t.match(await click('Dead'), { effect: 'unverified' })
  t.match(await click('Card menu'), { effect: 'confirmed' })
  t.match(await click('Dead'), { effect: 'unverified' }, 'a menu has closed')
  t.match(await click('Add'), { effect: 'confirmed' }, 'by a listener of their own')
})

/** A table that a press has drawn anew 700 ms later, with other numbers: more parts than are asked where they come from. */
const table = `<!doctype html><meta charset="utf-8"><title>Table</title>
<button id="go">Go</button> <button onclick="said.textContent += '!'">Next</button> <button>Dead</button><p id="said"></p><div id="rows"></div>
<script>
  let turn = 1
  const draw = () => {
    const row = (_, at) => '<tr><td>web ' + at * 31 * turn + '<td>' + (at * 37 * turn % 100) + '%<td><button>Restart</button> <button>Stop</button>'
    rows.innerHTML = '<table>' + Array.from({ length: 20 }, row).join('') + '</table>'
  }
  draw()
  document.querySelector('#go').onclick = () => { said.textContent = '…'; setTimeout(() => { turn++; draw() }, 700) }
</script>`

t.test('what a press draws anew later is none of the next ones', async (t) => {
  const server = await serve(t, { pages: { '/': table } })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const click = async (title: string) =>
    call('interact', { find: { scope: 'tab', tab, filter: { anyFieldContains: title } }, action: 'click' })
  // So that it is known to stand still by itself.
  await call('explore', { scope: 'tab', tab })
  await pause(1500)
  t.match(await click('Go'), { effect: 'confirmed' })
  t.match(await click('Next'), { effect: 'confirmed' })
  t.match(await click('Dead'), { effect: 'unverified' })
})

/** Drawn again as the pointer comes to the link, or again and again for a while. */
const restless = `<!doctype html><meta charset="utf-8"><title>Restless</title><p id="said">none</p><div id="list"></div>
<script>
  const links = (...names) => names.map((name) => '<p><a href="#x"><b>' + name + '</b> Shop</a></p>').join('')
  const draw = (...names) => { list.innerHTML = links(...names) }
  list.onclick = (event) => { said.textContent = event.target.closest('a').textContent }
  const how = location.search.slice(1)
  const next = { same: ['Totals'], other: ['Orders'], twins: ['Totals', 'Totals'] }[how]
  draw('Totals')
  if (next) list.addEventListener('mouseover', () => draw(...next), { once: true })
  else {
    const timer = setInterval(() => draw('Totals'), 30)
    setTimeout(() => clearInterval(timer), 1000)
  }
</script>`

t.test('what is drawn again between finding and pressing', async (t) => {
  const server = await serve(t, { pages: { '/': restless } })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const press = async (what: object) => call('interact', { ...what, action: 'click', format: 'outline' })
  const byWords = { find: { scope: 'tab', tab, filter: { anyFieldContains: 'Totals' } } }
  const said = async () => (await call('evaluate', { tab, script: 'said.textContent' })).result
  const open = async (how: string) => call('navigate', { tab, url: `${server.origin}/?${how}` })
  await open('same')
  t.match(await press(byWords), { effect: 'confirmed' })
  t.equal(await said(), 'Totals Shop', 'the same link, drawn again, is pressed')
  await open('often')
  t.match(await press(byWords), { effect: 'confirmed' })
  t.equal(await said(), 'Totals Shop', 'so it is where that goes on for a while')
  await open('same')
  const { elements } = await call('explore', { scope: 'tab', tab, elementTypes: ['link'], format: 'json' })
  const [link] = elements![0]!.children!
  t.match(await press({ elementId: link!.id }), { effect: 'confirmed' })
  t.equal(await said(), 'Totals Shop', 'by its id, too')
  for (const how of ['other', 'twins']) {
    await open(how)
    await t.rejects(press(byWords), { name: 'element_gone' })
    t.equal(await said(), 'none', `${how}: nothing else is pressed`)
  }
})
