/** Of each rule that few pages need, one of them: without the rule, what was done there would not be confirmed. */
import t from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

interface Case {
  readonly html: string
  readonly step: object
  /** What the page holds then. */
  readonly holds: string
}

const field = (name: string, more = '') => `<input aria-label="${name}" ${more}>`
const cases: { readonly [what: string]: Case } = {
  'a mask puts signs between what is typed': {
    html: field(
      'Phone',
      `oninput="this.value = this.value.replace(/\\D/g, '').replace(/^(...)(...)(.*)$/, '($1) $2-$3')"`,
    ),
    step: { action: 'type', value: '5551234567' },
    holds: '(555) 123-4567',
  },
  'spaces alone are typed': { html: field('Note', 'value="a"'), step: { action: 'type', value: '  ' }, holds: 'a  ' },
  'a space is pressed in a field': {
    html: field('Title', 'value="a"'),
    step: { action: 'key', keys: 'Space' },
    holds: ' a',
  },
  'a button is called by what was chosen': {
    html: `<button aria-haspopup="listbox" aria-expanded="false" onclick="list.hidden = false">Sort by: Name</button>
      <ul id="list" role="listbox" hidden>${['Name', 'Price'].map((one) => `<li role="option" onclick="list.hidden = true; document.querySelector('button').textContent = 'Sort by: ${one}'">${one}</li>`).join('')}</ul>`,
    step: { action: 'select', value: 'Price' },
    holds: 'Sort by: Price',
  },
}

t.test('what a rule is for is confirmed', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { call, each } = await openShown(t)
  await each(Object.entries(cases), async ({ tab, outside, show }, [what, { html: body, step, holds }]) => {
    await show(`<!doctype html><title>${what}</title>${body}`)
    const find = { scope: 'tab', tab, filter: { role: body.startsWith('<input') ? 'AXTextField' : 'AXPopUpButton' } }
    const { effect, why } = await call('interact', { find, ...step })
    t.equal(
      await outside.evaluate('(one => one.value || one.textContent)(document.querySelector("input, button"))'),
      holds,
      what,
    )
    t.equal(effect, 'confirmed', `${what}: ${why}`)
  })
})
