/** A modal dialog puts a page out of reach and gives it back: told in a line, with the same ids, and what differs whole. */
import t from 'tap'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

const page = (dialog: string, script: string) => `<!doctype html><meta charset="utf-8"><title>Orders</title>
<main id="main"><h1>Orders</h1><ul id="list">${Array.from({ length: 30 }, (_, at) => `<li>Order ${at} <button>Cancel ${at}</button></li>`).join('')}</ul>
<button id="ask" onclick="ask()">Ask</button><button onclick="list.lastChild.remove()">Shorten</button></main>${dialog}<script>
const done = () => {
  document.querySelector('li button').textContent = 'Cancelled'
  list.insertAdjacentHTML('afterbegin', '<li><button>Order again</button></li>')
}
${script}</script>`

const pages = {
  '/native': page(
    '<dialog id="d"><h2>Sure?</h2><button onclick="done(); d.close()">Yes</button><button onclick="d.close()">No</button></dialog>',
    'ask = () => d.showModal()',
  ),
  '/hidden': page(
    '<div id="d" role="dialog" aria-modal="true" aria-label="Sure?" hidden><button onclick="done(); shut()">Yes</button><button onclick="shut()">No</button></div>',
    `ask = () => { d.hidden = false; d.querySelector('button').focus(); main.setAttribute('aria-hidden', 'true') }
    shut = () => { d.hidden = true; main.removeAttribute('aria-hidden') }`,
  ),
  '/made': page(
    '<div id="at"></div>',
    `ask = () => {
      at.innerHTML = '<div><div role="dialog" aria-label="Sure?" tabindex="-1"><button onclick="done(); shut()">Yes</button><button onclick="shut()">No</button></div></div>'
      at.querySelector('button').focus()
      main.setAttribute('aria-hidden', 'true')
    }
    shut = () => { at.innerHTML = ''; main.removeAttribute('aria-hidden') }`,
  ),
}

t.test('a page behind a dialog', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages })
  const { call, tab } = await openPage(t, `${server.origin}/native`)
  const click = async (anyFieldContains: string) => {
    const find = { scope: 'tab', tab, filter: { anyFieldContains } } as const
    return await call('interact', { find, action: 'click', format: 'outline' })
  }
  const ids = async () => {
    const { outline = '' } = await call('explore', {
      scope: 'tab',
      tab,
      format: 'outline',
      limit: 500,
      maxTokens: 9000,
    })
    const lines = linesApart(outline).join('\n')
    return new Map([...lines.matchAll(/\[(\d+)\] button: ([^(\n]*\w)/g)].map(([, id, name]) => [name!, id!]))
  }
  for (const path of Object.keys(pages)) {
    await call('navigate', { tab, url: `${server.origin}${path}` })
    const before = await ids()
    t.equal(before.size, 32, path)

    const opened = await click('Ask')
    t.match(opened.outline, /^- \d+ elements behind the dialog$/m)
    t.match(linesApart(opened.outline ?? '').join('\n'), /^\+.*button: Yes/m)
    t.notMatch(opened.outline, /Cancel \d/, 'none of them one by one')

    const closed = await click('No')
    t.match(closed.outline, /^- \[\d+\] dialog.* closed$/m)
    t.notMatch(closed.outline, /Cancel \d/)
    t.same(await ids(), before, 'the same elements, with their ids')

    await click('Ask')
    const done = await click('Yes')
    t.match(done.outline, /Cancel 0 → Cancelled/, 'what is not as it was')
    t.match(done.outline, /^\+.*button: Order again/m, 'what is new')
    t.match(done.outline, /^- \[\d+\] dialog.* closed$/m)
    t.match(await click('Shorten'), { outline: /^- .*Order 29/m }, 'what goes without a dialog is told as before')
  }
})
