/** Pages fill a form's elements with the next step: an id is then another thing's, and ends. */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { flat } from '../e2e/client.ts'
import type { Random } from '../fixtures/random.ts'
import { openChangingPage } from './changing-page.ts'
import { idLaw, tell, turns } from './law.ts'

t.setTimeout(600_000)
const least = 60

const labels = [
  'First name',
  'Last name',
  'Email',
  'Street',
  'City',
  'Phone',
  'Your notes',
  'Your age',
  '姓名',
  '邮箱',
  'Straße',
]
const groups = ['Billing', 'Shipping address', 'Alice Miller', 'Bob Miller', 'Do you smoke?', 'Do you drive?', 'Größe']
/** What is only more of the same. */
const additions = [' *', ' (required)', ': this is not valid', ' – 3 of 20 characters', ' (2)']
const controls = {
  field: '<input id="it">',
  area: '<textarea id="it"></textarea>',
  box: '<input type="checkbox" id="it">',
  radio: '<input type="radio" id="it">',
  list: '<select id="it"><option>One</option><option>Two</option></select>',
  range: '<input type="range" id="it">',
}
type Control = keyof typeof controls

interface Case {
  readonly control: Control
  readonly around: 'section' | 'fieldset' | 'tabpanel' | 'dialog' | 'div'
  readonly label: string
  readonly group: string
}

const named = { section: 'h2', fieldset: 'legend', tabpanel: 'span', dialog: 'h2', div: 'p' } as const

function write({ control, around, label, group }: Case): string {
  const tag = around === 'tabpanel' || around === 'dialog' ? `div role="${around}"` : around
  const name = named[around]
  const by = around === 'div' ? '' : ' aria-labelledby="group"'
  return `<title>Form</title><h1>Form</h1><${tag}${by}><${name} id="group">${group}</${name}>
    <label><span id="label">${label}</span> ${controls[control]}</label><button id="go">Next</button></${tag.split(' ')[0]}>`
}

const otherThan = (dice: Random, list: readonly string[], one: string) =>
  dice.oneOf(list.filter((other) => other !== one))

t.test('an id ends when its field has become another', async (t) => {
  let shown = ''
  const page = await openChangingPage(t, () => shown)
  if (page === undefined) return
  const { call, dice, outside, show, tab } = page
  const wrong: string[] = []
  let cases = 0
  let [more, kept] = [0, 0]
  for (const _ of turns(t, least, dice, 14)) {
    const one: Case = {
      control: dice.oneOf(Object.keys(controls) as Control[]),
      around: dice.oneOf(Object.keys(named) as (keyof typeof named)[]),
      label: dice.oneOf(labels),
      group: dice.oneOf(groups),
    }
    shown = write(one)
    await show('')
    const { elements } = await call('explore', {
      scope: 'tab',
      tab,
      filter: { titleContains: one.label },
      elementTypes: ['textfield', 'checkbox', 'radio', 'dropdown', 'slider'],
      format: 'json',
    })
    // Around it may be its group.
    const id = flat(elements).at(-1)?.id
    if (id === undefined) {
      wrong.push(`${JSON.stringify(one)}: not found`)
      continue
    }
    const isMore = dice.below(2) === 0
    const isOfGroup = one.around !== 'div' && dice.below(2) === 0
    const [of, before, list] = isOfGroup ? ['group', one.group, groups] : ['label', one.label, labels]
    const after = isMore ? `${before}${dice.oneOf(additions)}` : otherThan(dice, list, before)
    await outside.evaluate(`document.getElementById('${of}').textContent = ${JSON.stringify(after)}`)
    cases++
    const outcome = await call('expand', { elementId: id }).then(
      () => 'found',
      (error: unknown) => (error instanceof Problem ? error.name : String(error)),
    )
    if (isMore) more++
    if (isMore && outcome === 'found') kept++
    if (!isMore && outcome !== 'element_gone') wrong.push(`${JSON.stringify(one)}, ${of} is ${after}: ${outcome}`)
  }
  tell(t, { law: idLaw, on: 'forms whose elements are filled anew', cases, wrong })
  // Beside others like it, a part with other words may be another part.
  t.ok(kept > more / 2, `${kept} of ${more} went on where more was said of the same`)
})
