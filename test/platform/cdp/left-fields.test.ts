/** A button has what was written in the field before it, also where the page takes that a moment after the field is left. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

/** When the page takes what was written, once the field is left. */
const takes: { readonly [when: string]: string } = {
  'at once': 'take()',
  'with a promise': 'Promise.resolve().then(take)',
  'with the next task': 'setTimeout(take)',
  'with the next frame': 'requestAnimationFrame(take)',
  'after its effects': 'requestAnimationFrame(() => setTimeout(take, 16))',
}

const page = (code: string) => `<!doctype html><title>Amount</title>
  <input id="amount" aria-label="Amount" value="0"><button id="add">Add</button><output id="saved"></output><script>
  let held = '0'
  const take = () => { held = amount.value }
  amount.onblur = () => { ${code} }
  add.onclick = () => { saved.textContent = held }</script>`

t.test('what was written is there when the next press ends', async (t) => {
  if (!chromiumOrSkip(t)) return
  const paths = Object.entries(takes).map(([, code], at) => [`/${at}`, page(code)] as const)
  const server = await serve(t, { pages: Object.fromEntries(paths) })
  const { go, find, page: inPage, act } = await openTab(t, await launchChromium(t))
  for (const [at, when] of Object.keys(takes).entries()) {
    await go(`${server.origin}/${at}`)
    await act(await find('amount'), { action: 'set_value', value: '45.50' })
    await act(await find('add'), { action: 'click' })
    t.equal(await inPage<string>('saved.textContent'), '45.50', when)
  }
})
