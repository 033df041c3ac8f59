/** Sliders that only the pointer moves. */
import t from 'tap'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openShown } from '../../fixtures/web/shown.ts'

const stated = (most: number) =>
  `role="slider" aria-label="Volume" aria-valuemin="0" aria-valuemax="${most}" aria-valuenow="0"`
const page = (
  most: number,
  { isThumb = true, isUpright = false, by = 1, more = 'tabindex="0"', moves = true } = {},
) => `<!doctype html><title>Slider</title>
<style>#track { position: relative; margin: 30px; background: #ccc; width: ${isUpright ? '8px; height: 200px' : '300px; height: 8px'} }
  #thumb { position: absolute; width: 18px; height: 18px; background: #36c; ${isUpright ? 'left: -5px; bottom: -9px' : 'top: -5px; left: -9px'} }</style>
<p id="told">-</p><div id="track" ${isThumb ? '' : `${stated(most)} ${more}`}><div id="thumb" ${isThumb ? `${stated(most)} ${more}` : ''}></div></div>
<script>
  const slider = document.querySelector('[role=slider]')
  const set = ({ clientX, clientY }) => {
    const { left, width, bottom, height } = track.getBoundingClientRect()
    const part = Math.max(0, Math.min(1, ${isUpright ? '(bottom - clientY) / height' : '(clientX - left) / width'}))
    const value = Math.round((part * ${most}) / ${by}) * ${by}
    thumb.style.${isUpright ? 'bottom' : 'left'} = (value / ${most}) * ${isUpright ? 200 : 300} - 9 + 'px'
    slider.setAttribute('aria-valuenow', value)
  }
  let held = false
  ${isThumb ? 'thumb' : 'track'}.onmousedown = (event) => { held = ${moves}; event.preventDefault() }
  onmousemove = (event) => { if (held) set(event) }
  onmouseup = () => { held = false }
</script>`

t.test('a slider that only the pointer moves', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { show, press, outside } = await openShown(t)
  const now = () => outside.evaluate("Number(document.querySelector('[role=slider]').getAttribute('aria-valuenow'))")
  for (const [what, html, value, expected, answer] of [
    ['its thumb', page(100), '40', 40, { effect: 'confirmed', route: 'pointer' }],
    ['its track', page(100, { isThumb: false }), '70', 70, { effect: 'confirmed', route: 'pointer' }],
    ['upright', page(50, { isUpright: true }), '30', 30, { effect: 'confirmed', route: 'pointer' }],
    ['that takes no focus', page(10, { isThumb: false, more: '' }), '6', 6, { effect: 'confirmed', route: 'pointer' }],
    ['by steps', page(10, { by: 2 }), '5', undefined, { effect: 'refused', refused: /moved it to [46], not to 5/ }],
    ['that nothing moves', page(100, { moves: false }), '40', 0, { effect: 'refused' }],
  ] as const) {
    await show(html)
    t.match(await press('Volume', { action: 'set_value', value }), answer, what)
    if (expected !== undefined) t.equal(await now(), expected, what)
    t.equal(await outside.evaluate('held'), false, `${what}: it was let go`)
  }
})
