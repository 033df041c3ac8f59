/** Real pages in a real browser: nothing that can be used is missing, every element is joined to its own DOM node, acting tells what changed. */
import t, { type Test } from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { type Chromium, chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { realPages } from '../fixtures/web/real-pages.ts'
import { isFew } from '../laws/law.ts'
import { type Client, daemonFor, flat, idOn, only } from './client.ts'
import { Inspector } from './inspector.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const shop = `<!doctype html><meta charset="utf-8"><title>Shop</title>
<nav aria-label="Main"><a href="/shop?two">Home</a> <a href="#cart">Cart</a> <a href="/other" target="_blank">New tab</a></nav>
<h1>Teas</h1><p id="status" role="status">3 items</p>
<form onsubmit="event.preventDefault(); document.getElementById('status').textContent = 'sent ' + q.value">
<input id="q" placeholder="Search teas"><input type="password" aria-label="PIN" value="1234">
<label><input type="checkbox" id="organic"> Organic</label><select aria-label="Size"><option>Small<option>Large</select>
<input type="range" aria-label="Volume" min="0" max="10" value="3"><button>Send</button><button disabled>Off</button></form>
<button onclick="if (confirm('Sure?')) this.textContent = 'Yes'">Ask</button>
<button onclick="const li = document.createElement('li'); li.innerHTML = '<a href=#x>Tea ' + (list.children.length + 1) + '</a> <button>Buy</button>'; list.append(li)">Add row</button>
<button onclick="requestAnimationFrame(() => requestAnimationFrame(() => document.body.insertAdjacentHTML('beforeend', '<div role=alert>Late news</div>')))">Later</button>
<button onclick="this.remove()">Leaving</button><button>Idle</button>
<details><summary>More</summary><a href="#i">Inner link</a></details><ul id="list"></ul>
<div onclick="this.textContent = 'pressed'">Plain <b>box</b></div><p><input type="checkbox"> Bare label</p>
<div id="scroller" style="height:80px;overflow:auto" tabindex="0" role="region" aria-label="Scroller"><div style="height:500px">long</div></div>
<div draggable="true" role="button" tabindex="0" aria-label="Card" style="width:60px;height:30px">Card</div>
<div role="group" aria-label="Zone" style="height:60px" ondragover="event.preventDefault()" ondrop="this.innerHTML = '<b>dropped</b>'">Zone</div>
<textarea aria-label="Notes">old</textarea>
<iframe title="Inner" srcdoc="<button onclick='this.textContent = &quot;in frame done&quot;'>In frame</button>"></iframe>`

const nested = (other: string) => `<!doctype html><meta charset="utf-8"><title>Nested</title><main class="outer-part">
<a href="#one" class="nav-item">One</a><a href="#two" class="nav-item">Two</a><button id="same" data-testid="top">Same</button>
<iframe title="Near" src="/inner?near" width="300" height="120"></iframe><iframe title="Far" src="${other}/inner?far" width="300" height="120"></iframe>
<div id="open"></div><div id="closed"></div><ul>${'<li><button class="buy">Buy</button></li>'.repeat(30)}</ul>
<table><tr><th>Name<th>Count</tr>${'<tr><td>Tea<td><input aria-label="Count" value="1"></tr>'.repeat(20)}</table></main>
<script>
  document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<button id="same">Open same</button><slot></slot><div id="deep"></div>'
  document.getElementById('open').shadowRoot.getElementById('deep').attachShadow({ mode: 'open' }).innerHTML = '<input aria-label="Deep">'
  document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<a href="#shut">Shut</a><button id="same">Closed same</button>'
</script>`
const inner = `<!doctype html><title>Inner</title><p>Some words</p><button id="same">Inner same</button><a href="#x">Inner link</a>
<label>Field <input name="field"></label><div onclick="1" id="bare">Bare</div>`

let browser: Chromium
let server: Server
/** Another site, so that a frame of it has a process of its own. */
let far = ''
let client: Client

t.before(async () => {
  far = (await serve(t, { pages: { '/inner': inner } })).otherOrigin
  const { site } = realPages()
  const pages = {
    '/shop': shop,
    '/other': '<title>Other</title><button>There</button>',
    '/nested': nested(far),
    '/inner': inner,
  }
  server = await serve(t, { ...site, pages: { ...site.pages, ...pages } })
  browser = await launchChromium(t, ['--site-per-process'])
  client = await daemonFor(t, ['--platforms', 'cdp', '--cdp', browser.httpUrl])
})

async function go(path: string) {
  const { tab, ...view } = await client.call('navigate', { url: `${server.origin}${path}` })
  return { ...view, tab: tab!, scope: { scope: 'tab', tab: tab! } }
}

/** One of each kind where the machine has it. */
const wanted = ['adminlte-forms', 'swagger-shop', 'py-functions', 'pg-json']

function pagesHere(): { readonly name: string; readonly path: string }[] {
  const { pages } = realPages()
  return pages.filter(({ name }) => wanted.includes(name))
}

/** Scripts go on making some of the pages after they have loaded. */
async function whole(tab: string): Promise<void> {
  await client.call('wait', { scope: 'tab', tab, until: 'settled' })
}

t.test('over whole pages', async (t) => {
  const real = pagesHere()
  const { missing } = realPages()
  for (const one of missing) if (wanted.some((name) => one.startsWith(name))) t.comment(one)
  for (const { name, path } of [...real, { name: 'frames and shadow roots', path: '/nested' }]) {
    await t.test(name, async (t) => {
      const { tab, scope } = await go(path)
      await whole(tab)
      const inspector = await Inspector.attach(t, browser, `${server.origin}${path}`, [`${far}/inner?far`])
      await rightlyJoined(t, scope, inspector)
    })
  }
})

/** How many elements of a page are looked at closely. */
const sample = isFew ? 60 : 200
const everything = {
  includeNonInteractable: true,
  includeDisabled: true,
  limit: 10_000,
  maxTokens: 100_000,
  maxDepth: 1000,
}

/** An element's DOM is that element's: its selectors lead to what Chromium calls by the same name. */
async function rightlyJoined(t: Test, scope: object, inspector: Inspector): Promise<void> {
  const elements: Element[] = []
  let cursor: string | undefined
  do {
    const page = await client.call('explore', cursor === undefined ? { ...scope, ...everything } : { ...scope, cursor })
    elements.push(...flat(page.elements))
    cursor = page.cursor
  } while (cursor !== undefined)
  const ids = [...new Set(elements.map(({ id }) => id))]
  const step = Math.max(1, Math.floor(ids.length / sample))
  const wrong: string[] = []
  let joined = 0
  for (let at = 0; at < ids.length; at += step) {
    const { element, dom } = await client.call('expand', { elementId: ids[at]! })
    if (dom === undefined || element === undefined) continue
    if (dom.tag === '#document') continue
    const found = await inspector.join(dom)
    joined++
    // A nameless part that reacts to something is in the view, and left out of Chromium's own tree.
    const isBare = typeof found !== 'string' && found.role === 'ignored' && element.role === 'AXGroup'
    if (isBare && element.title === undefined && element.description === undefined) continue
    const told = [element.title, element.name, element.description, element.value].filter((text) => text !== undefined)
    if (typeof found === 'string') wrong.push(`${JSON.stringify(element).slice(0, 300)}: ${found}`)
    else if (!isCalled(element, dom.tag, found, told))
      wrong.push(
        `${element.role} ${told.join(' | ').slice(0, 200)} is joined to ${JSON.stringify(found).slice(0, 300)}`,
      )
  }
  t.ok(joined >= Math.min(sample, ids.length) * 0.4, `${joined} of ${ids.length} were looked at`)
  t.same(wrong.slice(0, 5), [], `${wrong.length} are wrong`)
}

/** As they are seen: without zero-width and private characters. */
const words = (text: string) =>
  text
    .replace(/[\u200b\u2060\ufeff\ue000-\uf8ff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

function isCalled(
  element: Element,
  tag: string,
  { role, name, text }: { role: string; name: string; text: string },
  told: string[],
): boolean {
  // A text, or what accessibility leaves out, has no name to compare: its words are in the element.
  if (element.role === 'AXStaticText' || /^[#:]/.test(tag) || role === 'ignored')
    return told.length === 0 || told.some((one) => words(text).includes(words(one).slice(0, 100)))
  return words(name) === '' || told.some((one) => words(one).startsWith(words(name).slice(0, 150)))
}

t.test('a page with everything', async (t) => {
  const { tab, scope, url, title, elements } = await go('/shop')
  const { call, tool, fail } = client
  t.match({ url, title }, { url: `${server.origin}/shop`, title: 'Shop' })
  const by = (anyFieldContains: string, more: object = {}) => ({
    find: { ...scope, filter: { anyFieldContains }, ...more },
  })
  const act = async (what: object) => (await tool('interact', what)).text
  const id = (role: string, text: string) => only(elements, role, text).id

  await t.test('what a press does is told, and what it leaves is shown', async (t) => {
    t.match(
      await act({ ...by('Idle'), action: 'click' }),
      /^unverified \(pointer\): only the focus has changed\n\[\d+\] button: Idle \(focused\)\n\(revision \d+\)$/,
    )
    t.match(await act({ ...by('Leaving'), action: 'click' }), /^confirmed \(pointer\)\n- \[\d+\] button: Leaving\n/)
    t.match(
      await act({ ...by('Plain box'), action: 'click' }),
      /^confirmed .*\n\[\d+\] group: pressed\n~ \[\d+\] text: Plain → pressed\n/,
    )
    // Words next to a control are not its own, but nobody toggles a text.
    t.match(
      await act({ ...by('bare LABEL'), action: 'toggle' }),
      /~ \[\d+\] checkbox(: near “Bare label”)? \(unchecked → checked\)/,
    )
    t.match(await act({ ...by('In frame'), action: 'click' }), /~ \[\d+\] button: In frame → in frame done/)
    t.match(
      await act({ ...by('More', { elementTypes: ['button'] }), action: 'expand' }),
      /^confirmed .*\n~ \[\d+\] disclosure: More \(collapsed → expanded\)\n\+ \[\d+\] link: Inner link\n/,
    )
    t.match(await act({ ...by('Organic'), action: 'toggle' }), /~ \[\d+\] checkbox: Organic \(unchecked → checked\)/)
    t.match(
      await act({ ...by('Size', { elementTypes: ['dropdown'] }), action: 'select', value: 'Large' }),
      /~ \[\d+\] dropdown: Size =Small → =Large/,
    )
    t.match(
      await act({ ...by('Size', { elementTypes: ['dropdown'] }), action: 'select', value: 'Large' }),
      /^noop \(native\)\n\[\d+\] dropdown: Size =Large/,
    )
    t.match(
      await act({ ...by('Size', { elementTypes: ['dropdown'] }), action: 'select', value: 'Huge' }),
      /^not_found: .*"Huge"\.\n.*\nhint: There are: "Small", "Large"\./,
    )
  })

  await t.test('pointer', async (t) => {
    t.match(
      await act({ ...by('Scroller', { includeNonInteractable: true }), action: 'scroll', to: { y: 100 } }),
      /^confirmed/,
    )
    const card = id('AXButton', 'Card')
    const zone = flat(
      (await call('explore', { ...scope, includeNonInteractable: true, filter: { titleContains: 'Zone' } })).elements,
    ).at(-1)!
    t.match(await act({ elementId: card, action: 'drag', to: { elementId: zone.id } }), /dropped/)
    t.match(
      await act({ ...by('Home'), action: 'hover' }),
      /^unverified \(pointer\): nothing has changed\n\[\d+\] link: Home\n/,
    )
    const there = await call('explore', {
      ...scope,
      filter: { titleContains: 'Card' },
      showCoordinates: true,
      showActions: true,
    })
    const { pageFrame, actions } = only(there.elements, 'AXButton', 'Card')
    t.same(actions, ['AXPress'])
    const at = await call('explore', { scope: 'position', tab, x: pageFrame!.x + 5, y: pageFrame!.y + 5 })
    t.equal(at.elements?.[0]?.id, card)
  })

  await t.test('which of several is meant', async (t) => {
    const row = await act({ ...by('Add row'), action: 'click' })
    t.match(row, /\+ \[\d+\] row\n\+ {2}\[\d+\] link: Tea 1\n\+ {2}\[\d+\] button: Buy\n/)
    await call('interact', { ...by('Add row'), action: 'click' })
    const many = await act({ ...by('Buy'), action: 'click' })
    t.match(many, /candidates: \[\d+\] button: Buy in \w+ "Tea 1"; \[\d+\] button: Buy in \w+ "Tea 2"\n/)
    const near = await act({ ...by('Off'), action: 'click' })
    t.match(
      near,
      /^not_found: .*\nnear: \[\d+\] button: Off \(disabled\).*\nhint: There are matches that are disabled: set includeDisabled to true to find them/,
    )
  })

  await t.test('text and html, whole by confirm', async (t) => {
    t.match(await call('explore', { ...scope, format: 'text' }), { text: /Teas.*3 items/s })
    const html = await call('explore', { ...scope, format: 'html' })
    t.match(html, { truncated: { reason: 'maxTokens' }, shownLength: 2000, confirmToken: /^\S+$/ })
    const { content } = await call('confirm', { confirmToken: html.confirmToken })
    t.equal(content.length, html.totalLength)
    t.ok(content.startsWith(html.html!))
    t.notMatch(content, /1234/, 'no secret')
    t.match(await fail('confirm', { confirmToken: html.confirmToken }), { code: 1006, data: { hint: /original call/ } })
    const one = await call('explore', { scope: 'element', elementId: id('AXTextField', 'Search teas'), format: 'html' })
    t.match(one.html, /^<input id="q"/)
  })

  await t.test('where a link leads', async (t) => {
    t.match(
      await act({ ...by('Cart'), action: 'click' }),
      new RegExp(`^confirmed \\(pointer\\) · Shop · ${server.origin}/shop#cart\n\\[\\d+\\] link: Cart`),
    )
    const opened = await call('interact', { ...by('New tab'), action: 'click' })
    t.match(opened, { effect: 'confirmed', opened: [{ tab: /^t\d+$/ }] })
    await call('tabs', { action: 'close', tab: opened.opened![0]!.tab })
    const home = await act({ ...by('Home'), action: 'click' })
    t.match(
      home,
      new RegExp(`^confirmed \\(pointer\\) · Shop · ${server.origin}/shop\\?two\n\\+ \\[\\d+\\] page: Shop`),
    )
    t.ok(idOn(home, /page: Shop/))
    const json = await call('interact', { ...by('Home'), action: 'click' })
    t.match(json, { url: `${server.origin}/shop?two`, changed: { added: [{ role: 'AXWebArea', name: 'Shop' }] } })
    t.match(await call('navigate', { tab, action: 'back' }), { title: 'Shop', url: /\/shop/ })
  })

  await t.test('several tabs', async (t) => {
    const { tabs } = await call('tabs', { action: 'open', url: `${server.origin}/other` })
    const other = tabs.find((one) => one.selected)!
    t.equal(other.title, 'Other', 'the page has come when its tab is told')
    await call('wait', { scope: 'tab', tab: other.tab, filter: { titleContains: 'There' } })
    t.match(
      (await call('tabs')).tabs.find((one) => one.tab === other.tab),
      { title: 'Other', selected: true },
    )
    t.match(await call('explore', { scope: 'focused', filter: { titleContains: 'There' } }), { matched: 1 })
    const all = await call('explore', { scope: 'system', format: 'outline' })
    t.match(all.outline, /page: Other.*page: Shop|page: Shop.*page: Other/s)
    t.same(await call('explore', { scope: 'system', since: all.revision }), { unchanged: true, revision: all.revision })
    t.match(await fail('explore', { scope: 'system', since: 1 }), {
      code: -32602,
      message: /^params\.since: .*for one tree/,
    })
    await call('tabs', { action: 'close', tab: other.tab })
  })
})
