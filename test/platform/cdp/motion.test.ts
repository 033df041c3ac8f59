/** What fades, slides and unfolds after a press: a page acts again when that has ended, and its DOM then is the truth. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

const moving = `<!doctype html><meta charset="utf-8"><title>Motion</title>
<style>
  #veil { position: fixed; inset: 0; background: #0008; opacity: 0; transition: opacity .15s linear }
  [role=dialog] { position: fixed; inset: 20%; background: #fff; transform: translateY(-50px); transition: transform .2s }
  #panel { overflow: hidden; height: 60px; transition: height .25s }
  @keyframes ripple { from { transform: scale(0) } to { transform: scale(1) } }
  .ripple { display: inline-block; width: 20px; height: 20px; background: #ccc; animation: ripple 600s }
  .turning { animation: ripple 1s infinite }
  .long { animation: ripple 600s }
</style>
<button id="begin">Open</button>
<button id="fold">Fold</button><div id="panel">Two days <a href="#terms">Terms</a></div>
<button id="press">Press</button><button id="turn">Turn</button><button id="drift">Drift</button>
<script>
  const make = (html) => {
    document.body.insertAdjacentHTML('beforeend', html)
    return document.body.lastElementChild
  }
  const ended = (one, next) => one.addEventListener('transitionend', next, { once: true })
  begin.onclick = () => {
    const veil = make('<div id="veil"></div>')
    void veil.offsetWidth
    veil.style.opacity = 1
    ended(veil, () => {
      const dialog = make('<div role="dialog" aria-label="Sure?"><button>Yes</button></div>')
      void dialog.offsetWidth
      dialog.style.transform = 'none'
      ended(dialog, () => dialog.insertAdjacentHTML('beforeend', '<p>It cannot be undone</p>'))
      dialog.querySelector('button').onclick = () => [veil, dialog].forEach((one) => one.remove())
    })
  }
  fold.onclick = () => {
    panel.style.height = 0
    ended(panel, () => { panel.hidden = true })
  }
  press.onclick = () => { press.innerHTML = 'Pressed <span class="ripple"></span>' }
  turn.onclick = () => make('<p class="turning">Loading</p>')
  drift.onclick = () => make('<p class="long">Clouds</p>')
</script>`

t.test('an answer tells what a page comes to', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/': moving } })
  const { call, tab, outside } = await openPage(t, `${server.origin}/`)
  const click = async (name: string) => {
    const find = { scope: 'tab', tab, filter: { anyFieldContains: name, role: 'button' } }
    const { effect, outline } = await call('interact', { find, action: 'click', format: 'outline' })
    t.equal(effect, 'confirmed', name)
    return outline ?? ''
  }
  const isMoving = () =>
    outside.evaluate<boolean>("document.getAnimations().some((one) => one.playState === 'running')")

  const dialog = await click('Open')
  t.match(dialog, /dialog: Sure\?/)
  t.match(dialog, /button: Yes/)
  t.match(dialog, /It cannot be undone/, 'it came when the dialog stood')
  await click('Yes')
  t.match(await click('Fold'), /- .*link: Terms/, 'hidden when it was folded up')

  t.comment('an ornament, what never ends, and what takes too long are not awaited')
  for (const name of ['Press', 'Turn', 'Drift']) {
    await click(name)
    t.ok(await isMoving(), name)
  }
})
