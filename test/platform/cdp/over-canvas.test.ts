/** Elements for screen readers over a canvas that draws and hears what they stand for. */
import t from 'tap'
import { orProblem } from '../../fixtures/thrown.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openShown } from '../../fixtures/web/shown.ts'

const page = (style: string, words = '') => `<!doctype html><title>Over a canvas</title>
<style>#stage, #layer { position: relative; width: 400px; height: 160px } #layer { position: absolute; inset: 0 }
  canvas { position: absolute; inset: 0 } #layer > * { position: absolute; top: 20px; width: 100px; height: 40px; ${style} }</style>
<p id="told">-</p><div id="stage"><canvas width="400" height="160"></canvas><div id="layer" style="pointer-events: none">
<div role="button" tabindex="0" aria-label="Play" style="left: 20px">${words}</div><div role="button" tabindex="0" aria-label="Stop" style="left: 200px">${words}</div></div></div>
<script>document.querySelector('canvas').onclick = ({ offsetX }) => { told.textContent = offsetX < 200 ? 'Played' : 'Stopped' }</script>`

t.test('what stands for a part of a canvas is pressed there', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press, outside } = await openShown(t)
  for (const [what, html] of [
    ['nothing is drawn for it', page('')],
    ['it is transparent', page('opacity: 0; background: #ccc', 'Words')],
    ['its words are', page('color: transparent', 'Words')],
  ] as const) {
    await show(html)
    t.match(await press('Stop'), { effect: 'confirmed' }, what)
    t.equal(await outside.evaluate('told.textContent'), 'Stopped', what)
  }
  for (const [what, html] of [
    ['its words are seen: it is switched off', page('', 'Words')],
    ['it is drawn itself', page('background: #ccc')],
    ['it takes the pointer, under the canvas', page('pointer-events: auto; z-index: -1; opacity: 0')],
  ] as const) {
    await show(html)
    const answer = await orProblem(press('Stop'))
    t.match(answer, { name: /element_changed|not_found/ }, what)
    t.equal(await outside.evaluate('told.textContent'), '-', what)
  }
})
