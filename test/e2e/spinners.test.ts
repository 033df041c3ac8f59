// Spin buttons and sliders that are no fields of the browser's own: set, stepped and read back, in a real browser.
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'

const limits = 'role="spinbutton" aria-valuemin="0" aria-valuemax="20"'
const months = `['January', 'February', 'March', 'April', 'May', 'June']`

const spinners = pageOf(`
<script>
const by = (event) => ({ ArrowUp: 1, ArrowDown: -1 })[event.key] ?? 0
const put = (one, to) => {
  if (to >= Number(one.ariaValueMin ?? -1e9) && to <= Number(one.ariaValueMax ?? 1e9)) one.ariaValueNow = to
}
const steps = (one, event) => { if (by(event)) { event.preventDefault(); put(one, Number(one.ariaValueNow) + by(event) * Number(one.dataset.step ?? 1)) } }
</script>
<div ${limits} aria-label="Plain" id="plain" tabindex="0" aria-valuenow="4" onkeydown="steps(this, event)">.</div>
<div ${limits} aria-label="Late" id="late" tabindex="0" aria-valuenow="4" onkeydown="requestAnimationFrame(() => steps(this, event))">.</div>
<div ${limits} aria-label="Coarse" id="coarse" tabindex="0" aria-valuenow="0" data-step="5" onkeydown="steps(this, event)">.</div>
<div ${limits} aria-label="Stuck" id="stuck" tabindex="0" aria-valuenow="4">.</div>
<div role="spinbutton" aria-label="Far" id="far" tabindex="0" aria-valuenow="0" onkeydown="steps(this, event)">.</div>
<div ${limits} aria-label="Month" id="month" tabindex="0" aria-valuenow="1" aria-valuetext="February" onkeydown="steps(this, event); this.ariaValueText = ${months}[this.ariaValueNow]">.</div>
<div ${limits} aria-label="Segment" id="segment" tabindex="0" contenteditable aria-valuenow="4" onbeforeinput="event.preventDefault(); if (/^\\d+$/.test(event.data)) put(this, Number(event.data))">.</div>
<div ${limits} aria-label="Keys only" id="keysOnly" tabindex="0" contenteditable aria-valuenow="4" onbeforeinput="event.preventDefault()" onkeydown="steps(this, event)">.</div>
<input ${limits} aria-label="Text" id="text" value="4" aria-valuenow="4" oninput="put(this, Number(this.value))" onkeydown="steps(this, event); if (by(event)) this.value = this.ariaValueNow">
<input ${limits} aria-label="Clamped" id="clamped" value="4" aria-valuenow="4" oninput="put(this, Math.min(10, Number(this.value)))">
<input ${limits} aria-label="Blurred" id="blurred" value="4" aria-valuenow="4" onfocus="this.came = performance.now()" onblur="if (performance.now() - this.came > 100) put(this, Number(this.value))">
<div role="spinbutton" aria-label="Shy" tabindex="0" aria-valuenow="4" onfocus="document.querySelector('#other').focus()">.</div>
<input id="other" aria-label="Other" value="untouched">
<div role="spinbutton" aria-label="Unsaid" tabindex="0">.</div>
`)

t.test('spin buttons that are no number fields', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/': spinners } })
  const { call, fail, tab, outside } = await openBoth(t, browser, `${server.origin}/`)
  const find = (name: string) =>
    ({ scope: 'tab', tab, filter: { titleContains: name }, elementTypes: ['slider'] }) as const
  const act = (name: string, action: 'set_value' | 'increment' | 'decrement', value?: string) =>
    call('interact', { find: find(name), action, ...(value !== undefined && { value }), format: 'outline' })
  const now = (id: string) => outside.evaluate<string>(`document.getElementById('${id}').ariaValueNow`)

  const sets: readonly (readonly [name: string, id: string, value: string, route: string])[] = [
    ['Plain', 'plain', '9', 'keys'],
    ['Plain', 'plain', '2', 'keys'],
    ['Late', 'late', '7', 'keys'],
    ['Coarse', 'coarse', '15', 'keys'],
    ['Month', 'month', '3', 'keys'],
    ['Segment', 'segment', '12', 'native'],
    ['Keys only', 'keysOnly', '8', 'keys'],
    ['Text', 'text', '11', 'native'],
    ['Blurred', 'blurred', '15', 'native'],
  ]
  for (const [name, id, value, route] of sets) {
    await t.test(`${name} is set to ${value}`, async (t) => {
      t.match(await act(name, 'set_value', value), { effect: 'confirmed', route })
      t.equal(await now(id), value, 'the page says so')
      t.match(await act(name, 'set_value', value), { effect: 'noop' })
    })
  }

  for (const [name, id] of [
    ['Plain', 'plain'],
    ['Late', 'late'],
    ['Month', 'month'],
    ['Keys only', 'keysOnly'],
    ['Text', 'text'],
  ] as const) {
    await t.test(`${name} is stepped`, async (t) => {
      const before = Number(await now(id))
      t.match(await act(name, 'increment'), { effect: 'confirmed' })
      t.equal(Number(await now(id)), before + 1)
      t.match(await act(name, 'decrement'), { effect: 'confirmed' })
      t.equal(Number(await now(id)), before)
    })
  }

  await t.test('what came out otherwise is not confirmed, and is told', async (t) => {
    for (const [name, value, held] of [
      ['Coarse', '7', '5'],
      ['Stuck', '9', '4'],
      ['Far', '1000', '200'],
    ] as const) {
      const answer = await act(name, 'set_value', value)
      t.equal(answer.effect, 'refused', name)
      t.match(answer.refused, new RegExp(`to ${held}, not to ${value}`), name)
    }
    t.match(await act('Clamped', 'set_value', '15'), { effect: 'unverified', why: /holds "10"/ })
    const clamped = 'document.getElementById("clamped").value'
    t.equal(await outside.evaluate(clamped), '15', 'no key spoiled what was written')
    t.match(await act('Stuck', 'increment'), { effect: 'unverified', why: /still "4"/ })
  })

  await t.test('beyond its limits it is the error of a slider', async (t) => {
    for (const name of ['Plain', 'Segment', 'Text'])
      for (const value of ['21', '-1'])
        t.match(
          await fail('interact', { find: find(name), action: 'set_value', value }),
          { name: 'invalid_params', message: /is not a number from 0 to 20/, data: { minimum: 0, maximum: 20 } },
          `${name} ${value}`,
        )
    t.match(await fail('interact', { find: find('Plain'), action: 'set_value', value: 'ten' }), {
      name: 'invalid_params',
    })
  })

  await t.test('no key goes elsewhere', async (t) => {
    t.match(await fail('interact', { find: find('Shy'), action: 'set_value', value: '6' }), {
      name: 'unsupported_here',
    })
    t.equal(await outside.evaluate('other.value'), 'untouched')
    t.match(await fail('interact', { find: find('Unsaid'), action: 'set_value', value: '6' }), {
      name: 'unsupported_here',
      message: /takes no value/,
    })
  })
})
