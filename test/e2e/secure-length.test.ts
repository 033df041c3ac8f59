/** A password’s length shows nowhere: browsers and toolkits answer a bullet for each letter, also in names made of the field. */
import t, { type Test } from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor } from './client.ts'

const page = `<!doctype html><title>Sign in</title>
<label>Plain <input type=password id=plain></label>
<h1>Heading <input type=password aria-label=inside></h1>
<table border=1><tr><td>Cell <input type=password aria-label=celled></td><th>Other</th></tr></table>
<input type=password id=source aria-label=Source>
<button aria-labelledby="word source">x</button><span id=word>Made of</span>
<p role=status aria-describedby=source tabindex=0>Described</p>
<fieldset><legend>Legend <input type=password aria-label=legend></legend><input type=checkbox aria-label=Stay></fieldset>
<div role=option tabindex=0>Option <input type=password aria-label=optional></div>
<a href="#x">Link <input type=password aria-label=linked></a>`

const bullets = /[\u2022\u25cf\u2219\u26ab\u00b7]|\*\*/

t.test('in a page', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/': page } })
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  const { tab } = (await call('navigate', { url: `${origin}/` })) as { readonly tab: string }
  const ask = async (t: Test, method: string, params: object) => {
    const { text, name } = await byRpc(home, {})(method, params)
    t.equal(name, undefined, `${method} ${text}`)
    t.notMatch(text, bullets, method)
    t.notMatch(text, /hq7Zx/, method)
    return JSON.parse(text).result
  }
  const names = ['Plain', 'inside', 'celled', 'Source', 'legend', 'optional', 'linked']
  const outlines = new Set<string>()
  for (const password of ['h', 'hq', 'hq7Zx', 'hq7Zx-hq7Zx-hq7Zx', 'hq7'])
    await t.test(`of ${password.length} letters`, async (t) => {
      for (const name of names) {
        const find = { tab, filter: { anyFieldContains: name }, elementTypes: ['textfield'] }
        await ask(t, 'interact', { find, action: 'set_value', value: password, format: 'outline' })
      }
      for (const format of ['outline', 'json']) {
        const all = { tab, format, includeHidden: true, includeNonInteractable: true, includeDisabled: true }
        await ask(t, 'explore', all)
      }
      const { outline } = await ask(t, 'explore', { tab, format: 'outline', includeNonInteractable: true })
      t.match(outline, /heading: "?Heading \[redacted\]/)
      outlines.add(outline)
      await ask(t, 'text', { tab })
      await ask(t, 'record', { tab })
      await ask(t, 'interact', {
        find: { tab, filter: { anyFieldContains: 'Plain' }, elementTypes: ['textfield'] },
        action: 'type',
        value: 'q',
        format: 'json',
      })
    })
  t.equal(outlines.size, 1, 'the page reads the same whatever was typed')
})
