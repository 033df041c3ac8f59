/** What is in a secure field leaves by no method, wherever a page has written it. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { askingInside } from './client.ts'

const field = (secret: string) => `<input type="password" value="${secret}">`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
const page = `<!doctype html><title>Secrets</title>
<iframe id="f1" title="Written" srcdoc="${escaped(field('hunter-srcdoc'))}"></iframe>
<iframe id="f2" title="Nested" srcdoc="${escaped(`<iframe srcdoc="${escaped(field('hunter-nested'))}"></iframe>`)}"></iframe>
<button id="f3" data-content="${escaped(field('hunter-data'))}">Pop</button>
<a id="f4" href="data:text/html,${encodeURIComponent(field('hunter-url'))}">Linked</a>
<a id="f5" href="data:text/html;base64,${Buffer.from(field('hunter-base')).toString('base64')}">Encoded</a>
<label>Month <select id="f7" autocomplete="cc-exp-month"><option>hunter-jan<option selected>hunter-feb</select></label>
<label>Note <textarea id="f8" autocomplete="one-time-code">hunter-code</textarea></label>
<div id="f6"><!-- ${field('hunter-comment')} --><template>${field('hunter-template')}</template>
<noscript>${field('hunter-noscript')}</noscript>Plain words</div>`

t.test('secrets in markup', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/': page } })
  const { call, post } = askingInside(await openInside(t, await launchChromium(t)))
  const { tab } = await call('navigate', { url: origin })
  const all = { includeNonInteractable: true, includeHidden: true, includeDisabled: true, maxTokens: 50_000 }
  const asks: [string, object][] = [
    ['text', { tab }],
    ...(['outline', 'json'] as const).map((format): [string, object] => ['explore', { tab, format, ...all }]),
    ...(['aria', 'text', 'html'] as const).map((format): [string, object] => [
      'navigate',
      { tab, action: 'reload', expectation: { includeSnapshot: true, snapshotOptions: { format, maxLength: 50_000 } } },
    ]),
  ]
  for (let at = 1; at <= 8; at++) {
    const selector = `#f${at}`
    asks.push(['text', { tab, selector }], ['visibility', { tab, selector }])
    const snapshotOptions = { selector, format: 'html', maxLength: 50_000 }
    asks.push(['explore', { tab, expectation: { includeSnapshot: true, snapshotOptions } }])
    asks.push(['expand', { find: { tab, filter: { identifierContains: `f${at}` }, includeHidden: true } }])
  }
  for (const [method, params] of asks) {
    const { json } = await post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    t.notMatch(JSON.stringify(json), /hunter/, `${method} ${JSON.stringify(params)}`)
  }
  t.match((await call('text', { tab })).text, 'Plain words')
})
