/** What an element shows, or holds for the keyboard, in place of what it could not load or draw: with its true state. */
import t from 'tap'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

const press = (name: string, attributes = '') => `<button ${attributes} onclick="done.push('${name}')">${name}</button>`

/** By the name of the button in it: is it in the view, and usable? */
const cases: { readonly [name: string]: readonly [html: string, is: 'usable' | 'disabled' | 'absent'] } = {
  Missing: [`<object data="/none.html" type="text/html">${press('Missing')}</object>`, 'usable'],
  Nested: [`<object data="/none"><object data="/none.png"><p>${press('Nested')}</p></object></object>`, 'usable'],
  Locked: [`<object data="/none.html">${press('Locked', 'disabled')}</object>`, 'disabled'],
  Fenced: [`<object data="/none.html"><fieldset disabled>${press('Fenced')}</fieldset></object>`, 'disabled'],
  Loaded: [`<object data="/ok.html" type="text/html" width="90" height="40">${press('Loaded')}</object>`, 'absent'],
  Drawn: [`<canvas width="90" height="40">${press('Drawn')}</canvas>`, 'usable'],
  Undrawn: [`<canvas hidden>${press('Undrawn')}</canvas>`, 'absent'],
  Player: [`<video width="90" height="40">${press('Player')}</video>`, 'absent'],
}

const page = `<!doctype html><meta charset="utf-8"><title>Fallback</title><script>const done = []</script>
${Object.values(cases)
  .map(([html]) => `<div>${html}</div>`)
  .join('\n')}`

if (chromiumOrSkip(t)) {
  const server = await serve(t, { pages: { '/': page, '/ok.html': '<!doctype html><title>Ok</title>Fine' } })
  const { outside, tab, ...world } = await openPage(t, `${server.origin}/`)
  for (const [name, [, is]] of Object.entries(cases)) {
    t.test(name, async (t) => {
      const isSeen = async (includeDisabled: boolean) => {
        const { outline = '' } = await world.call('explore', { scope: 'tab', tab, includeDisabled, format: 'outline' })
        return linesApart(outline).some((line) => line.includes(`button: ${name}`))
      }
      t.equal(await isSeen(false), is === 'usable')
      t.equal(await isSeen(true), is !== 'absent')
      if (is !== 'usable') return
      await world.call('interact', { find: { scope: 'tab', tab, filter: { titleContains: name } }, action: 'click' })
      t.equal(await outside.evaluate('done.at(-1)'), name)
    })
  }
}
