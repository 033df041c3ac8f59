/** What comes by itself proves no press: where nothing is done, nothing is confirmed. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'

const presses = 4
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
  if (!chromiumOrSkip(t)) return
  let html = ''
  const server = await serve(t, { pages: { '/': () => html } })
  const url = `${server.origin}/`
  const { tab, call } = await openBoth(t, await launchChromium(t), url)
  const press = async (titleContains: string) => {
    const find = { scope: 'tab', tab, filter: { titleContains } }
    const { effect, changed, why } = await call('interact', { find, action: 'click' })
    return { effect, what: `${titleContains}: ${why ?? JSON.stringify(changed)}` }
  }
  for (const [what, ticks] of Object.entries(around)) {
    html = `<!doctype html><title>${what}</title><button>Nothing</button>
      <label><input type="checkbox" onclick="event.preventDefault()"> Refuses</label>
      <button onclick="document.body.insertAdjacentHTML('beforeend', '<dialog open><button>Yes</button></dialog>')">Ask</button>${ticks}`
    await call('navigate', { tab, url })
    const untrue: string[] = []
    for (let at = 0; at < presses; at++)
      for (const name of ['Nothing', 'Refuses']) {
        const { effect, what } = await press(name)
        if (effect === 'confirmed') untrue.push(what)
      }
    t.same(untrue, [], what)
    const asked = await press('Ask')
    t.equal(asked.effect, 'confirmed', `${what}: ${asked.what}`)
  }
})

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
  if (!chromiumOrSkip(t)) return
  let html = ''
  const server = await serve(t, { pages: { '/': () => html } })
  const url = `${server.origin}/`
  const { tab, call } = await openBoth(t, await launchChromium(t), url)
  for (const [what, [list, script, effect]] of Object.entries(closing)) {
    html = `<!doctype html><title>${what}</title><main><button>Nothing</button></main>${list}
      <script>document.addEventListener('click', () => { ${script} })</script>`
    await call('navigate', { tab, url })
    const find = { scope: 'tab', tab, filter: { titleContains: 'Nothing' } }
    const answer = await call('interact', { find, action: 'click' })
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
  }
})
