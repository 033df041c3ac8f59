/** Of each rule that few pages need, one of them: without the rule, what was done there would not be told so. */
import t from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

interface Case {
  readonly html: string
  readonly step: object
  /** What the page holds then. */
  readonly holds: string
  readonly role?: string
  readonly effect?: 'noop'
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
  'an editor makes a heading of the paragraph that is typed into': {
    html: `<div contenteditable id="text" aria-label="Block"></div><script>const block = document.querySelector('div')
      block.oninput = () => {
        if (!/^## ./.test(block.textContent)) return
        const heading = Object.assign(document.createElement('h2'), { contentEditable: 'true', ariaLabel: 'Block', textContent: block.textContent.slice(3) })
        block.replaceWith(heading); heading.focus(); getSelection().selectAllChildren(heading); getSelection().collapseToEnd()
      }</script>`,
    role: 'AXTextArea',
    step: { action: 'type', value: '## Plan' },
    holds: 'Plan',
  },
  'a key moves the focus inside what it is sent to': {
    html: `<div role="toolbar" aria-label="Tools"><button>Bold</button><button tabindex="-1">Italic</button></div><script>
      const [bold, italic] = document.querySelectorAll('button')
      bold.focus(); bold.onkeydown = ({ key }) => { if (key === 'ArrowRight') italic.focus() }</script>`,
    role: 'AXToolbar',
    step: { action: 'key', keys: 'ArrowRight' },
    holds: 'Bold',
  },
  'a menu entry is selected': {
    html: `<button>Open</button><div role="menu"><div role="menuitem" tabindex="-1" onclick="document.querySelector('button').textContent = 'Archived'">Archive</div></div>`,
    role: 'AXMenuItem',
    step: { action: 'select' },
    holds: 'Archived',
  },
  'what is chosen already is pressed': {
    html: '<label><input type="radio" value="small" checked>Small</label>',
    role: 'AXRadioButton',
    step: { action: 'click' },
    holds: 'small',
    effect: 'noop',
  },
}

t.test('what a rule is for', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { call, each } = await openShown(t)
  await each(Object.entries(cases), async ({ tab, outside, show }, [what, one]) => {
    const { html: body, step, holds, effect: wanted = 'confirmed' } = one
    await show(`<!doctype html><title>${what}</title>${body}`)
    const role = one.role ?? (body.startsWith('<input') ? 'AXTextField' : 'AXPopUpButton')
    const find = { scope: 'tab', tab, filter: { role } }
    const { effect, why } = await call('interact', { find, ...step })
    t.equal(
      await outside.evaluate('(one => one.value || one.textContent)(document.querySelector("input, button, h2"))'),
      holds,
      what,
    )
    t.equal(effect, wanted, `${what}: ${why}`)
  })
})
