/** The calls of a model that has read the tool list once: natural ones work, others say what to call instead. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { askingInside } from './client.ts'

const shop = `<!doctype html><title>Tea shop</title><h1>Tea shop</h1>
<form onsubmit="event.preventDefault(); said.textContent = 'Found ' + q.value + ' ' + fresh.checked + ' ' + size.value">
<label>Search <input id="q"></label><label><input type="checkbox" id="fresh"> Fresh only</label>
<label>Size <select id="size"><option>Small</option><option>Large</option></select></label>
<button title="Look for tea">Find tea</button></form><p id="said" role="status"></p>
<button onclick="said.textContent = confirm('Empty the basket?') ? 'Emptied' : 'Kept'">Empty basket</button>
<a href="/about">About us</a>`
const about = '<!doctype html><title>About</title><h1>About us</h1><p>Since 1899.</p>'

t.test('a tea shop', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/': shop, '/about': about } })
  const { tool, call } = askingInside(await openInside(t, await launchChromium(t)))
  const url = `${server.origin}/`
  const idOf = async (find: string) => {
    const { text } = await tool('explore', { filter: find })
    return new RegExp(`\\[(\\d+)\\] \\w+: ${find}`).exec(text)![1]!
  }

  await t.test('ten calls that do the job', async (t) => {
    const calls: readonly (readonly [name: string, given: object, said: RegExp])[] = [
      ['tabs', {}, /No tabs|about:blank/],
      ['navigate', { url }, /Tea shop/],
      ['explore', {}, /textfield|textbox/],
      ['explore', { filter: { anyFieldContains: 'fresh' } }, /Fresh only/],
      [
        'interact',
        { find: { filter: { anyFieldContains: 'Search' } }, action: 'set_value', value: 'oolong' },
        /^confirmed/,
      ],
      ['interact', { find: 'Find tea', action: 'click' }, /Found oolong false Small/],
      ['wait', { filter: { anyFieldContains: 'Found oolong' } }, /Found oolong/],
      ['text', {}, /Found oolong false Small/],
      ['screenshot', {}, /\.png|image/],
      ['interact', { find: 'About us', action: 'click' }, /\/about/],
    ]
    for (const [name, given, said] of calls) {
      const { text, isError } = await tool(name, given)
      t.notOk(isError, `${name} ${JSON.stringify(given)}: ${text}`)
      t.match(text, said, `${name} ${JSON.stringify(given)}`)
    }
  })

  // How each is understood is in understood.test.ts, and what a schema refuses in validate.test.ts.
  await t.test('calls that say the same in other words', async (t) => {
    await tool('navigate', { url })
    const search = await idOf('Search')
    const fresh = await idOf('Fresh only')
    const calls: readonly (readonly [name: string, given: object, said: RegExp])[] = [
      ['interact', { elementId: Number(search), action: 'fill', value: 'assam' }, /^confirmed/],
      ['interact', { elementId: `[${fresh}]`, action: 'check' }, /^confirmed/],
      ['interact', { elementId: fresh, action: 'check' }, /^noop/],
      ['interact', { find: 'Size', action: 'select_option', value: 'Large' }, /^confirmed/],
      ['interact', { elementId: search, action: 'press', keys: 'Enter' }, /Found assam true Large/],
      ['interact', { find: '{"filter":{"titleContains":"Find tea"}}', action: 'tap' }, /^(confirmed|unverified)/],
      [
        'interact',
        {
          steps: JSON.stringify([
            { find: 'Search', action: 'fill', value: 7 },
            { find: 'Find tea', action: 'press' },
          ]),
        },
        /Found 7 true Large/,
      ],
      ['interact', { find: 'Empty basket', action: 'click' }, /Empty the basket\?/],
      ['interact', { action: 'Accept' }, /Emptied/],
      ['explore', { scope: 'application', tab: 't1', filter: 'Search' }, /Search/],
      ['interact', { fill: 'Search', text: 'sencha' }, /^confirmed/],
      ['interact', { action: 'key', keys: 'Alt+Left' }, /^unverified.*of the browser.*use back/],
      ['interact', { action: 'key', keys: 'Control+L' }, /^unverified.*open URL/],
      ['interact', { find: 'Find tea "Look for tea"', action: 'focus' }, /^confirmed/],
      ['wait', { text: 'button: Find tea "Look for tea" (focused)' }, /Find tea/],
      ['explore', { find: 'textfield: Search =sencha' }, /Search/],
      ['explore', { expectation: { snapshotOptions: { limit: 2 } } }, /snapshot \(2 of \d+ shown/],
    ]
    for (const [name, given, said] of calls) {
      const { text, isError } = await tool(name, given)
      t.notOk(isError, `${name} ${JSON.stringify(given)}: ${text}`)
      t.match(text, said, `${name} ${JSON.stringify(given)}`)
    }
    t.match(await call('text', { tab: 't1' }), { text: /Emptied/ })
  })

  await t.test('likely mistakes are answered with what to call', async (t) => {
    const calls: readonly (readonly [name: string, given: object, said: RegExp])[] = [
      ['click', { elementId: '1' }, /Did you mean interact\?/],
      ['browser_click', { ref: 'e1' }, /Did you mean interact\?/],
      ['fill', {}, /Did you mean interact\?/],
      ['browser_snapshot', {}, /Did you mean explore\?/],
      ['take_snapshot', {}, /Did you mean explore\?/],
      ['takeScreenshot', {}, /Did you mean screenshot\?/],
      ['browser_navigate', { url }, /Did you mean navigate\?/],
      ['goto', { url }, /Did you mean navigate\?/],
      ['open', { url }, /Did you mean navigate\?/],
      ['new_page', { url }, /Did you mean tabs\?/],
      ['find', { text: 'x' }, /Did you mean explore\?/],
      ['dialog', { accept: true }, /Did you mean interact\?/],
      ['getText', {}, /Did you mean text\?/],
      ['wait_for', { text: 'x' }, /Did you mean wait\?/],
      ['browser_evaluate', { script: '1' }, /Did you mean evaluate\?/],
      ['explore', { foo: 'Search' }, /found the unknown name "foo"\. The nearest are \w+, \w+, \w+\./],
      ['screenshot', { filename: '/etc/shop.png' }, /not_allowed.*--folders/s],
      ['explore', { bundleId: 't1' }, /t1 is a tab: give it as tab/],
      ['interact', { elementId: '1' }, /action \(or steps\) is missing/],
      ['interact', { action: 'click' }, /needs an elementId or a find/],
      ['interact', { elementId: '1', action: 'clik' }, /perhaps click/],
      ['interact', { find: 'Find tea "Look for milk"', action: 'click' }, /not_found/],
      ['interact', { elementId: '1', action: 'key', value: 'Enter' }, /needs keys/],
    ]
    for (const [name, given, said] of calls) {
      const { text, isError } = await tool(name, given)
      t.ok(isError || name === 'explore', `${name} ${JSON.stringify(given)}: ${text}`)
      t.match(text, said, `${name} ${JSON.stringify(given)}`)
      t.notMatch(text, /internal_error/)
    }
    t.comment(`${calls.length} cases`)
  })
})
