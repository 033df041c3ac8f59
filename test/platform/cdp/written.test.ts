/** What is written goes to the document of its element, and is taken before the next press. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const browser = await launchChromium(t)

const onceKeyed = (script: string) =>
  `<!doctype html><title>second</title><input aria-label=Field><script>
  document.querySelector('input').addEventListener('keydown', () => { ${script} }, { once: true })</script>`
const first = `<!doctype html><title>first</title><input aria-label=Other autofocus><script>
  let taken = 0, restored = false
  addEventListener('keydown', () => { taken++ })
  addEventListener('pageshow', (event) => { restored ||= event.persisted })</script>`

// Another one takes no more keys than were on their way.
t.test('typing while another page comes', async (t) => {
  const { origin } = await serve(t, {
    pages: {
      '/first': first,
      '/new': onceKeyed(`location = '/first'`),
      '/back': onceKeyed('history.back()'),
      '/frame': onceKeyed(`document.body.append(Object.assign(document.createElement('iframe'), { src: '/first' }))`),
    },
  })
  const { tab, signal, go, find, page, act } = await openTab(t, browser)
  const count = 400
  for (const [path, isRestored] of [
    ['/new', false],
    ['/back', true],
  ] as const) {
    for (const [action, what] of [
      ['type', { value: 'x'.repeat(count) }],
      ['key', { keys: 'x '.repeat(count).trim() }],
    ] as const) {
      await go(`${origin}/first`)
      await page('document.querySelector("input").focus()')
      await go(`${origin}${path}`)
      const field = await find('Field')
      const failed: { message?: string; name?: string } = await tab.perform(field, { action, ...what }, signal).then(
        () => ({}),
        (error) => error,
      )
      t.equal(failed.name, 'element_changed', `${path}, ${action}: ${failed.message}`)
      t.match(failed.message, new RegExp(`of ${count} (characters|keys)`), 'how far it came')
      t.equal(await page('document.title'), 'first')
      t.equal(await page('restored'), isRestored, 'as it was')
      const taken = await page<number>('taken')
      t.ok(taken <= (action === 'type' ? 16 : 1), `${path}, ${action}: the page that came took ${taken}`)
    }
  }
  await go(`${origin}/frame`)
  await act(await find('Field'), { action: 'type', value: 'x'.repeat(count) })
  t.equal(await page('document.querySelector("input").value.length'), count, 'a frame that comes ends nothing')
})

/** When the page takes what was written, once the field is left: the next press has it in any case. */
const takes: { readonly [when: string]: string } = {
  'at once': 'take()',
  'with a promise': 'Promise.resolve().then(take)',
  'with the next task': 'setTimeout(take)',
  'with the next frame': 'requestAnimationFrame(take)',
  'after its effects': 'requestAnimationFrame(() => setTimeout(take, 16))',
}

const amounts = (code: string) => `<!doctype html><title>Amount</title>
  <input id="amount" aria-label="Amount" value="0"><button id="add">Add</button><output id="saved"></output><script>
  let held = '0'
  const take = () => { held = amount.value }
  amount.onblur = () => { ${code} }
  add.onclick = () => { saved.textContent = held }</script>`

t.test('what was written is there when the next press ends', async (t) => {
  const paths = Object.entries(takes).map(([, code], at) => [`/${at}`, amounts(code)] as const)
  const server = await serve(t, { pages: Object.fromEntries(paths) })
  const { go, find, page, act } = await openTab(t, browser)
  for (const [at, when] of Object.keys(takes).entries()) {
    await go(`${server.origin}/${at}`)
    await act(await find('amount'), { action: 'set_value', value: '45.50' })
    await act(await find('add'), { action: 'click' })
    t.equal(await page<string>('saved.textContent'), '45.50', when)
  }
})
