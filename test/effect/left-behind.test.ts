/** A hover shows what has come with the pointer, and nothing by what has gone where the pointer was before. */
import t from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const { each } = await openShown(t)

const buttons = '<button id="a">Save</button><button id="b">Idle</button><button id="c">Print</button><p id="out"></p>'
const ways: { readonly [how: string]: string } = {
  'tips that come and go': `<script>for (const one of [a, c]) {
    one.onmouseenter = () => { out.innerHTML = '<span>Tip of ' + one.id + '</span>'; one.ariaExpanded = 'true' }
    one.onmouseleave = () => { out.innerHTML = ''; one.ariaExpanded = 'false' } }</script>`,
  'tips that go later': `<script>for (const one of [a, c]) { let tip
    one.onmouseenter = () => { tip = document.createElement('div'); tip.role = 'tooltip'; tip.textContent = 'Tip of ' + one.id; out.append(tip) }
    one.onmouseleave = () => { const old = tip; setTimeout(() => old.remove(), 150) } }</script>`,
  'tips that one event of the whole page brings and takes': `<script>document.addEventListener('mouseout', ({ target, relatedTarget }) => {
    if (target.matches('#a, #c')) out.firstChild?.remove()
    if (relatedTarget?.matches('#a, #c')) out.insertAdjacentHTML('beforeend', '<b>Tip of ' + relatedTarget.id + '</b>') })</script>`,
  'stars beside it that one listener of the page turns': `<script>for (const one of [a, c]) one.outerHTML = '<span><i aria-label="One" role="checkbox" aria-checked="false"></i>' + one.outerHTML + '</span>'
    document.addEventListener('mouseout', ({ target, relatedTarget }) => { const turn = (at, isOn) => at?.matches?.('#a, #c') && at.previousSibling.setAttribute('aria-checked', isOn)
    turn(target, false); turn(relatedTarget, true) })</script>`,
  'a popover, with what its button and its place say of it': `<div popover id="tips">Press ?</div><button commandfor="tips" command="toggle-popover">Tips</button>
    <script>for (const one of [a, c]) { one.onmouseenter = () => { tips.showPopover(); one.ariaDescription = 'Press ?' }
    one.onmouseleave = () => setTimeout(() => { tips.hidePopover(); one.ariaDescription = null }, 150) }</script>`,
  'a tip elsewhere that its own style puts away': `<div id="tip" style="display: none">Saves at once</div>
    <script>for (const one of [a, c]) { one.onmouseenter = () => { tip.textContent = 'Tip of ' + one.id; tip.style.display = 'block' }; one.onmouseleave = () => { tip.style.display = 'none' } }</script>`,
  'a tip that is written as it goes, and fades': `<style>#tip { opacity: 0; transition: opacity .2s .1s } #tip.on { opacity: 1 }</style><div id="tip">Time</div>
    <script>for (const one of [a, c]) one.onmouseenter = one.onmouseleave = ({ type, clientX }) => { tip.textContent = 'At ' + clientX; tip.className = type === 'mouseenter' ? 'on' : '' }</script>`,
  'what a style shows in the row of the pointer': `<style>p:hover span { visibility: visible } p span { visibility: hidden }</style>
    <script>for (const one of [a, c]) { const row = document.createElement('p'); one.replaceWith(row); row.append(one); row.insertAdjacentHTML('beforeend', '<span>Archive <button>Bin</button></span>') }</script>`,
}

t.test('a hover takes something of its own target, later', async (t) => {
  await each(['<b>3</b>'], async ({ show, press }, inner) => {
    await show(`<!doctype html><title>Own</title><button aria-label="News">${inner}</button><script>
      document.querySelector('button').onmouseenter = ({ target }) => setTimeout(() => { target.replaceChildren() }, 100)</script>`)
    t.match(await press('News', { action: 'hover' }), { effect: 'confirmed' })
  })
})

t.test('hovering one thing after another', async (t) => {
  await each(Object.entries(ways), async ({ show, press }, [how, script]) => {
    await show(`<!doctype html><title>${how}</title>${buttons}${script}`)
    for (const [name, effect] of [
      ['Idle', 'unverified'],
      ['Save', 'confirmed'],
      ['Idle', 'unverified'],
      ['Print', 'confirmed'],
      ['Save', 'confirmed'],
    ] as const) {
      const answer = await press(name, { action: 'hover' })
      t.equal(answer.effect, effect, `${how}: ${name}: ${answer.why}`)
    }
  })
})
