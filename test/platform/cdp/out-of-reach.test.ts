/** What no pointer reaches by itself: pressed as a person would, or refused with what has to go first. The DOM is the truth. */
import t from 'tap'
import { Problem } from '../../../daemon/problem.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openBoth } from '../../fixtures/web/inside.ts'

const unseen = `<!doctype html><meta charset="utf-8"><title>Unseen</title>
<style>
  .clipped { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap }
  #sheet { position: fixed; inset: 300px 0 0; background: #ccc }
</style>
<main style="padding: 20px"><p>Words</p><button class="clipped">Skip</button><div class="clipped"><button>Dismiss</button></div></main>
<div style="position: absolute; top: 400px"><button class="clipped">Below</button></div><div id="sheet">Sheet</div>
<script>const pressed = []; onclick = ({ target }) => pressed.push(target.textContent)</script>`

const passing = `<!doctype html><meta charset="utf-8"><title>Passing</title>
<style>my-tab, section { display: inline-block; width: 120px } #both button, #bare { pointer-events: none }</style>
<my-tab>First</my-tab><my-tab>Second</my-tab>
<section id="both" onclick="press('both')"><button>One</button><button>Other</button></section>
<section onclick="press('around')"><button id="bare">Alone</button></section>
<script>
  const pressed = []
  const press = (name) => pressed.push(name)
  customElements.define('my-tab', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<button role="tab" style="pointer-events: none"><slot></slot></button>'
      this.onclick = () => press(this.textContent)
    }
  })
</script>`

const openList = `<!doctype html><meta charset="utf-8"><title>Open</title>
<button id="save">Save</button> <button onclick="unfold()">Town</button>
<div id="over" hidden style="position: fixed; top: 200px; pointer-events: auto"><div role="listbox" aria-label="Towns"><div role="option" tabindex="0">Oslo</div></div></div>
<script>
  let saved = 0
  save.onclick = () => saved++
  const unfold = () => { over.hidden = false; document.body.style.pointerEvents = 'none' }
  over.onclick = onkeydown = () => { over.hidden = true; document.body.style.pointerEvents = '' }
</script>`

t.test('out of reach', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/unseen': unseen, '/passing': passing, '/open': openList } })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/unseen`)
  const click = (titleContains: string) =>
    call('interact', { find: { scope: 'tab', tab, filter: { titleContains } }, action: 'click' })
  const refusalOf = async (titleContains: string) => {
    const error = await click(titleContains).catch((error: unknown) => error)
    if (!(error instanceof Problem)) throw new Error(`not refused: ${JSON.stringify(error)}`)
    return `${error.message} ${error.hint}`
  }
  const pressed = () => outside.evaluate<string>('pressed.join()')

  t.comment('a button that is there for keys and screen readers is pressed as they do, unless something lies over it')
  for (const name of ['Skip', 'Dismiss']) t.match(await click(name), { route: 'native' }, name)
  t.match(await refusalOf('Below'), /is covered by .*sheet/i)
  t.equal(await pressed(), 'Skip,Dismiss')

  t.comment('a control that lets the pointer through is pressed at what takes it, if that is there for it alone')
  await call('navigate', { tab, url: `${server.origin}/passing` })
  for (const name of ['First', 'Second', 'Alone']) t.match(await click(name), { route: 'pointer' }, name)
  for (const name of ['One', 'Other']) t.match(await refusalOf(name), /is covered by/, name)
  t.equal(await pressed(), 'First,Second,around')

  t.comment('a page that takes no pointer while a list is open: the refusal names the list')
  await call('navigate', { tab, url: `${server.origin}/open` })
  await click('Town')
  t.match(await refusalOf('Save'), /is covered by .*Towns.*\[\d+\] list: Towns/)
  t.equal(await outside.evaluate('saved'), 0)
  await click('Oslo')
  await click('Save')
  t.equal(await outside.evaluate('saved'), 1)
})
