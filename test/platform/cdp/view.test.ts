/** What answers about a page say, held to what the page itself knows. */
import type { ServerResponse } from 'node:http'
import t from 'tap'
import type { Element } from '../../../api-schema/element.ts'
import type { Snapshot } from '../../../api-schema/included.ts'
import { tokensOf } from '../../../bench/encoding.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openInside, openPage } from '../../fixtures/web/inside.ts'
import { attachOutside } from '../../fixtures/web/outside.ts'
import { isFew } from '../../laws/law.ts'

const values = [0.1, 0.3, 0.6, 0.7, 0.123456, 12.34, 3, 1000000]
const fruit = ['Apple', 'Pear', 'Plum', 'Fig', 'Cherry']
const dot = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const page = `<!doctype html><title>Answers</title><style>body { margin: 0 } button, a { display: block; width: 200px; height: 40px }</style>
<button id="one"><span><b>Press</b> <i>here</i></span></button><a href="#x" id="two"><span><img width=30 height=30 alt="Star"></span></a>
<label><input type="checkbox" id="box"> Remember me</label><p id="count">0</p>
${values.map((value) => `<meter max="2000000" value="${value}" aria-label="M ${value}"></meter>`).join('')}
<select multiple id="many" aria-label="Fruit">${fruit.map((one, n) => `<option${n % 2 ? '' : ' selected'}>${one}</option>`).join('')}</select>
<details><summary>Closed part</summary><p>Inside</p></details><details open><summary>Open part</summary><p>Inside</p></details>
<button aria-expanded="false">Closed panel</button><button aria-expanded="true">Open panel</button>
<ul role="tree"><li role="treeitem" tabindex="0" aria-expanded="false">Closed folder</li><li role="treeitem" tabindex="-1">Leaf</li></ul>
${['src="/none.png" alt="Pay now"', `src="${dot}" alt="Pay later"`, 'alt="Pay never" width="40" height="20"', ''].map((how) => `<input type="image" ${how}>`).join('')}
<select aria-label="Size"><option>S</option><option>M</option></select>
<button aria-haspopup="menu" aria-expanded="false">Menu</button>
<input role="combobox" aria-expanded="false" aria-label="City">
<span id="hint">Eight letters</span><button title="Keeps it">Keep</button><button title="Drop"></button>
<input aria-label="Code" aria-describedby="hint"><input aria-label="Sum" aria-description="In euros" title="Net">
${[20, 200].map((height) => `<div class="box" tabindex="0" role="group" aria-label="Box ${height}" style="height: 100px; width: 100px; overflow: auto"><p style="margin: 0; height: ${height}px">In it</p></div>`).join('')}
<div onclick="1">Pressed <b>anywhere</b></div><input placeholder="Only a placeholder"><button aria-label="OK" title="OK, and close">x</button>
<div>Beside a field <input></div><input type="checkbox"> <span>Beside a box</span><ul><li>Item of a list <button>x</button></li></ul>
<h2>A <i>heading</i></h2><table><tr><td tabindex="0">A cell</td><td>Plain cell</td></tr></table><p>A paragraph</p><button title="By its title"></button>
<a href="#out"><img src="${dot}" alt="Logout"> Logout</a><button><span><img src="${dot}" title="All"></span><span>All (0)</span></button>
<button>Print <img src="${dot}" alt="Print"></button><a href="#stars"><img src="${dot}" alt="Moon"><img src="${dot}" alt="Moon"> Rated</a><button>Bora Bora</button>
<button><img src="${dot}" alt="New"> Newest</button>
<style>[data-placeholder]:empty::before { content: attr(data-placeholder) }</style><div contenteditable data-placeholder="Write a note"></div>
<script>
let on = false
function run() { if (on) { count.textContent = Number(count.textContent) + 1; requestAnimationFrame(run) } }
</script>`

function flat(elements: readonly Element[]): Element[] {
  return elements.flatMap((one) => [one, ...flat(one.children ?? [])])
}

t.test('answers about a page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/answers': page } })
  const { call, fail, tab, outside } = await openPage(t, `${server.origin}/answers`)

  const all = await call('explore', { scope: 'tab', tab, format: 'list', includeNonInteractable: true })
  for (const value of values) {
    const line = all.outline!.split('\n').find((one) => one.includes(`: M ${value} `) || one.endsWith(`: M ${value}`))
    t.match(line, new RegExp(`=${value}(?: |$)`), `a meter of ${value}`)
  }

  t.same(
    all.outline!.match(/\w+: (?:Pay|Submit).*$/gm),
    ['now', 'later', 'never'].map((when) => `button: Pay ${when}`).concat('button: Submit'),
    'a button with a picture, or with what is drawn in its place, is one thing',
  )

  t.same(
    all.outline!.match(/(?:button|link): .*(?:Logout|All|Print|Moon|Bora|New).*$/gm),
    [
      'link: Logout',
      'button: All (0)',
      'button: Print',
      'link: Moon Moon Rated',
      'button: Bora Bora',
      'button: New Newest',
    ],
    'a picture with the words of the text beside it says nothing twice',
  )

  t.match(all.outline, 'textarea: Write a note', 'the hint that a style draws in an editor')

  for (const id of ['one', 'two']) {
    const inner = await outside.evaluate<{ x: number; y: number }>(
      `(() => { const { x, y, width, height } = document.querySelector('#${id} span > *').getBoundingClientRect(); return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) } })()`,
    )
    const { outline } = await call('explore', { scope: 'position', tab, ...inner, format: 'outline' })
    t.match(outline, /^\[\w+\] (?:button: Press here|link: Star)/, `what can be acted upon at a point in ${id}`)
  }

  const done = await call('interact', {
    find: { scope: 'tab', tab, filter: { anyFieldContains: 'Remember' } },
    action: 'toggle',
    expectation: { diff: false },
  })
  t.equal(done.element?.name, 'Remember me')

  const misspelt = { buton: 'button', bottun: 'button', lnk: 'link', chekbox: 'checkbox', AXBouton: 'AXButton' }
  for (const [role, meant] of Object.entries(misspelt)) {
    const { hint } = await call('explore', { scope: 'tab', tab, filter: { role } })
    const find = { scope: 'tab', tab, filter: { role, titleContains: 'e' } }
    const { advice } = await fail('interact', { find, action: 'hover' })
    for (const said of [hint, advice]) t.match(said, `Did you mean "${meant}"`, `a role ${role}`)
  }
  const { hint } = await call('explore', { scope: 'tab', tab, filter: { role: 'button', titleContains: 'nowhere' } })
  t.equal(hint, undefined, 'there is nothing wrong with a role that is there')

  const view = { scope: 'tab', tab, includeNonInteractable: true, maxTokens: 20_000, limit: 1000 }
  const { elements = [] } = await call('explore', view)
  const named = flat(elements).filter(({ name = '' }) => name !== '')
  t.ok(named.length > 40)
  for (const { id, name = '', description, role } of named) {
    // A tooltip that begins with the name stands in its place.
    for (const shown of [name, ...(description?.startsWith(`${name},`) ? [description] : [])]) {
      const titleContains = /^near “(.*)”$/.exec(shown)?.[1] ?? shown
      const found = flat((await call('explore', { ...view, filter: { titleContains } })).elements ?? [])
      t.ok(
        found.some((one) => one.id === id),
        `${role} is found by its name: ${shown}`,
      )
    }
  }

  const can = async (name: string) => {
    const filter = { anyFieldContains: name }
    const { elements = [] } = await call('explore', { scope: 'tab', tab, filter, elementTypes: ['any'] })
    const { element } = await call('expand', { elementId: elements[0]!.children![0]!.id })
    return element!.capabilities!.filter((word) => /^has(?:Help|Tooltip)$|^scrollable$/.test(word))
  }
  t.same(await can('Keep'), ['hasTooltip'])
  t.same(await can('Drop'), [], 'a title that is the name is no tooltip')
  t.same(await can('Code'), ['hasHelp'])
  t.same(await can('Sum'), ['hasHelp', 'hasTooltip'])
  for (const _ of ['as it is', 'the other way round']) {
    const scrollable = await outside.evaluate<{ [name: string]: boolean }>(
      `Object.fromEntries([...document.querySelectorAll('.box')].map((one) => [one.ariaLabel, one.scrollHeight > one.clientHeight]))`,
    )
    for (const [name, is] of Object.entries(scrollable)) t.same(await can(name), is ? ['scrollable'] : [], name)
    await outside.evaluate(
      `document.querySelectorAll('.box p').forEach((one) => { one.style.height = 220 - one.offsetHeight + 'px' })`,
    )
  }

  for (const value of ['Plum', 'Fig', 'Fig', 'Pear']) {
    const chosen = () => outside.evaluate<string[]>('[...many.selectedOptions].map(({ text }) => text)')
    const before = await chosen()
    const find = { scope: 'tab', tab, filter: { role: 'list', titleContains: 'Fruit' } }
    const { outline = '' } = await call('interact', { find, action: 'select', value, format: 'outline' })
    const after = await chosen()
    t.same(
      after,
      fruit.filter((one) => one === value || before.includes(one)),
    )
    for (const one of fruit) {
      const [was, is] = [before, after].map((list) => (list.includes(one) ? 'selected' : 'unselected'))
      t.equal(outline.includes(`option: ${one} (${was} → ${is})`), was !== is, `${one} was ${was}, ${value} is chosen`)
    }
  }

  const { outline: shown = '' } = await call('explore', { scope: 'tab', tab, format: 'list' })
  for (const name of ['part', 'panel', 'folder'])
    t.match(shown, new RegExp(`: Closed ${name} \\(collapsed\\)$`, 'm'), `a closed ${name} is no leaf`)
  t.equal(shown.match(/collapsed/g)?.length, 3, 'that a list or menu is closed goes without saying')

  const { text } = await call('text', { tab })
  t.match(text, /Apple\s+Pear\s+Plum.*\bS\b/s, 'all of an open list, and what is chosen of a closed one')
  t.notMatch(text, /^M$/m, 'a closed list shows nothing else')

  await outside.evaluate(`for (let n = 0; n < 40; n++) {
    const host = document.body.appendChild(document.createElement('section'))
    host.innerHTML = '<p class="line">A line of the page, number ' + n + '</p>'
    if (n % 10 === 0) host.attachShadow({ mode: 'open' }).innerHTML = '<p class="line">Within ' + n + '</p>'
  }`)
  const counts = { '.line': 44, 'section > .line': 40, '#box': 1, meter: values.length, details: 2 }
  for (const [selector, count] of Object.entries(counts)) {
    const said = count === 1 ? undefined : `The selector matches ${count} elements; this is the first.`
    t.equal((await call('text', { tab, selector })).hint, said, selector)
    for (const format of ['aria', 'html']) {
      const expectation = { includeSnapshot: true, snapshotOptions: { selector, format } }
      const { snapshot } = (await call('tabs', { expectation })) as { snapshot?: Snapshot }
      t.equal(snapshot?.hint, said, `${selector} as ${format}`)
    }
  }

  const whole = await outside.evaluate<number>('document.documentElement.outerHTML.length')
  for (const maxTokens of [50, 400, 2000, 2500, 100_000]) {
    const { html = '', totalLength } = await call('explore', { scope: 'tab', tab, format: 'html', maxTokens })
    t.ok(totalLength! >= whole)
    t.ok(tokensOf(html) <= maxTokens, `${tokensOf(html)} of ${maxTokens} tokens`)
    if (maxTokens === 2000) t.equal(html.length, 2000, 'no more unless it is asked for')
    else t.ok(html.length === totalLength || tokensOf(html) > maxTokens * 0.5, `enough of ${maxTokens} tokens`)
  }

  await outside.evaluate('on = true; run()')
  const problem = await fail('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 3000 })
  t.equal(problem.name, 'timeout', 'a page that never stands still has not settled')
  await outside.evaluate('on = false')
  t.ok(await call('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 30_000 }))
})

t.test('a frame that is not shown says nothing', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, {
    pages: {
      '/inner': '<!doctype html><p>Within</p><script>let secret</script>',
      '/outer': '<!doctype html><p>Outer</p>',
    },
  })
  const { call, tab, outside } = await openPage(t, `${server.origin}/outer`)
  for (const origin of [server.origin, server.otherOrigin])
    for (const [style, isShown] of [
      ['display: none', false],
      ['width: 200px', true],
    ] as const) {
      await outside.evaluate(`new Promise((done) => {
        document.querySelector('iframe')?.remove()
        const frame = document.body.appendChild(document.createElement('iframe'))
        frame.onload = done
        frame.style = ${JSON.stringify(style)}
        frame.src = ${JSON.stringify(`${origin}/inner`)}
      })`)
      const { text = '' } = await call('text', { tab })
      t.match(text, /Outer/)
      t.equal(/Within/.test(text), isShown, `${origin} ${style}`)
      t.notMatch(text, /secret/)
    }
})

t.test('a wait in vain is not laid to a page that was read all the time', async (t) => {
  if (!chromiumOrSkip(t)) return
  const page = `<!doctype html><title>Ticking</title><ul id="list"></ul><script>
    for (let n = 0; n < 300; n++) list.insertAdjacentHTML('beforeend', '<li><button>Row ' + n + '</button>')
    let round = 0
    setInterval(() => { round++; for (let n = 0; n < 300; n += 3) list.children[n].firstChild.textContent = 'Row ' + n + ', ' + round }, 150)</script>`
  const server = await serve(t, { pages: { '/': page } })
  const { fail, tab } = await openPage(t, `${server.origin}/`)
  // At different moments of its reading.
  for (let turn = 0; turn < 8; turn += isFew ? 3 : 1) {
    const wish = { scope: 'tab', tab, filter: { anyFieldContains: 'nowhere' }, timeoutMs: 2500 + 37 * turn } as const
    t.match((await fail('wait', wish)).message, /to be present\.$/)
  }
})

t.test('a tab that is opened is told with its title', async (t) => {
  if (!chromiumOrSkip(t)) return
  const head = '<!doctype html><meta charset="utf-8">'
  const pages = {
    '/plain': `${head}<title>Plain</title>`,
    '/script': `${head}<script>document.title = 'By a script'</script>`,
    '/nameless': `${head}<p>No title`,
    '/parts': (_: unknown, response: ServerResponse) => {
      response.setHeader('content-type', 'text/html')
      response.write(`${head}<title>In parts</title>`)
      setImmediate(() => response.end('<p>The rest'))
    },
    '/moved': (_: unknown, response: ServerResponse) => {
      response.writeHead(302, { location: '/plain' }).end()
    },
    '/asks': `${head}<title>Asks</title><script>alert('Sure?')</script>`,
    '/nothing': (_: unknown, response: ServerResponse) => {
      response.writeHead(204).end()
    },
  }
  const server = await serve(t, { pages })
  const browser = await launchChromium(t)
  const { call } = await openInside(t, browser)
  const open = async (path: string) => {
    const { tabs } = await call('tabs', { action: 'open', url: `${server.origin}${path}` })
    return tabs.find(({ selected }) => selected)!
  }
  for (const path of ['/plain', '/script', '/nameless', '/parts', '/moved']) {
    const { title, url } = await open(path)
    const outside = await attachOutside(t, browser, url)
    t.same(
      await outside.evaluate(`({ title: document.title || location.host + location.pathname, url: location.href })`),
      { title, url },
      path,
    )
  }
  t.match(await open('/moved'), { title: 'Plain', url: `${server.origin}/plain` })
  for (let n = 0; n < 12; n++) t.match(await open('/asks'), { dialog: 'Sure?' }, 'what it asks as it comes is told')
  t.match(await open('/nothing'), { url: 'about:blank' }, 'where no page comes the tab is told all the same')
})
