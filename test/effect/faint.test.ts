/** What is transparent until something is hovered: the tree has it all along, and only its look tells that it has come. */
import t from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

const page = (style: string, script = '') => `<!doctype html><title>Cards</title>
<style>div { width: 300px; padding: 9px; border: 1px solid } .more { opacity: 0 } ${style}</style>
<h1>Cards</h1><div id="card" role="button" tabindex="0"><b>Card</b> <p class="more">More of it</p></div><p>Below</p><script>${script}</script>`

t.test('a hover that shows what was transparent', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press } = await openShown(t)
  const beats = (of: string) => `setInterval(() => { ${of} }, 600)`
  const more = "document.querySelector('.more')"
  for (const [what, html, effect] of [
    ['by a style', page('#card:hover .more { opacity: 1 }'), 'confirmed'],
    ['over a while', page('.more { transition: opacity .3s } #card:hover .more { opacity: 1 }'), 'confirmed'],
    [
      'by a class',
      page('.on .more { opacity: 1 }', 'card.onmouseenter = () => { card.className = "on" }'),
      'confirmed',
    ],
    [
      'after the card',
      page('#card::after { content: "Tip"; opacity: 0 } #card:hover::after { opacity: 1 }'),
      'confirmed',
    ],
    ['nothing is shown', page('#card:hover { background: #eee }'), 'unverified'],
    ['it was seen before', page('.more { opacity: .4 } #card:hover .more { opacity: 1 }'), 'unverified'],
    [
      'nothing is in it',
      page('#card:hover .more { opacity: 1 } .more { font-size: 0 }', `${more}.textContent = ""`),
      'unverified',
    ],
    ['by itself', page('.on { opacity: 1 }', beats(`${more}.classList.toggle('on')`)), 'unverified'],
    [
      'by itself, where hovering moves it',
      page(
        '#card:hover .more { transform: scale(1.1) } .more.on { opacity: 1 }',
        beats(`${more}.classList.toggle('on')`),
      ),
      'unverified',
    ],
  ] as const) {
    await show(html)
    await press('Cards', { action: 'hover' }).catch(() => undefined)
    const answer = await press('Card', { action: 'hover' }).catch((error: Error) => ({
      effect: error.message,
      why: '',
    }))
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
  }
})

t.test('a hover of what is hidden until its row is hovered', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press } = await openShown(t)
  const row = (style: string, place = '') => `<!doctype html><title>Rows</title><style>${style}</style>
    <h1>Rows</h1>${place}<div class="row">Row <button>Remove</button></div>`
  for (const [what, html, effect] of [
    ['hidden', row('button { visibility: hidden } .row:hover button { visibility: visible }'), 'confirmed'],
    ['not rendered', row('button { display: none } .row:hover button { display: inline }'), 'confirmed'],
    ['only drawn otherwise', row('.row:hover button { transform: scale(1.1) }'), 'unverified'],
    [
      'only drawn otherwise, out of sight',
      row('.row:hover button { transform: scale(1.1) }', '<p style="height: 3000px">'),
      'unverified',
    ],
  ] as const) {
    await show(html)
    const answer = await press('Remove', { action: 'hover' }).catch((error: Error) => ({
      effect: error.message,
      why: '',
    }))
    t.equal(answer.effect, effect, `${what}: ${answer.why}`)
    if (effect === 'confirmed') {
      const again = await press('Remove', { action: 'hover' })
      t.equal(again.effect, 'unverified', `${what}, again`)
    }
  }
})
