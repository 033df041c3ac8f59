/** Lists of several choices: `select` adds, `toggle` adds or takes away, `set_value` leaves the one alone. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

const names = ['Apple', 'Pear', 'Fig', 'Plum', 'Sea buckthorn', 'Fig jam']
const options = names.map((name, at) => `<option value="v${at}"${at % 3 === 0 ? ' selected' : ''}>${name}`).join('')
const items = (role: string) =>
  names.map((name) => `<div role="${role}" tabindex="-1" aria-selected="false">${name}</div>`).join('')

const page = `<!doctype html><meta charset="utf-8"><title>Choices</title>
<select id="a" multiple aria-label="Native">${options}</select>
<select id="b" multiple size="2" aria-label="Grouped"><optgroup label="One">${options}</optgroup></select>
<select id="c" aria-label="Single">${options}</select>
<div id="d" role="listbox" aria-multiselectable="true" tabindex="0" aria-label="Own">${items('option')}</div>
<script>
d.onclick = ({ target }) => target.role === 'option' && (target.ariaSelected = String(target.ariaSelected !== 'true'))
const chosen = (id) => {
  const list = document.getElementById(id)
  const all = list.selectedOptions ?? list.querySelectorAll('[aria-selected=true]')
  return [...all].map((one) => one.textContent.trim())
}
</script>`

/** What is chosen after an action on one of them. */
function wanted(before: readonly string[], name: string, action: string, value: string | undefined): string[] {
  const others = before.filter((one) => one !== name)
  const isOn = value === undefined ? !before.includes(name) : value === 'on'
  if (action === 'set_value') return [name]
  if (action === 'toggle' && !isOn) return others
  return names.filter((one) => one === name || others.includes(one))
}

t.test('several can be chosen, and what is confirmed is chosen', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  const server = await serve(t, { pages: { '/': page } })
  const { tab, outside, call } = await openBoth(t, await launchChromium(t), `${server.origin}/`)
  const { elements = [] } = await call('explore', { scope: 'tab', tab, limit: 100 })
  const lists = (elements[0]?.children ?? []).filter((one) => one.role === 'AXList')
  t.same(
    lists.map((one) => one.name),
    ['Native', 'Grouped', 'Own'],
  )
  const single = elements[0]!.children!.find((one) => one.name === 'Single')!
  const wrong: string[] = []
  let cases = 0
  for (const _ of turns(t, 40, dice)) {
    const list = dice.oneOf([...lists, single])
    const [id] = Object.entries({ a: 'Native', b: 'Grouped', c: 'Single', d: 'Own' }).find(
      ([, name]) => name === list.name,
    )!
    const name = dice.oneOf(names)
    const all = flat(list.children ?? [])
    const option = all.find((one) => one.name === name)
    const before = await outside.evaluate<string[]>(`chosen('${id}')`)
    const action =
      list === single
        ? 'select'
        : dice.oneOf(['select', 'toggle', ...(list.name === 'Own' ? [] : ['set_value'])] as const)
    const value = action === 'toggle' ? dice.oneOf(['on', 'off', undefined]) : name
    const byItself = action === 'toggle' || (option !== undefined && action === 'select' && dice.below(2) === 0)
    const target = byItself ? option!.id : list.id
    const answer = await call('interact', {
      elementId: target,
      action,
      ...(byItself && action === 'select' ? {} : value !== undefined && { value }),
    })
    const after = await outside.evaluate<string[]>(`chosen('${id}')`)
    const should = list === single ? [name] : wanted(before, name, action, value)
    const what = `${++cases}: ${action} ${value} of ${name} in ${list.name}: ${answer.effect} ${answer.why ?? ''}`
    if (String(after) !== String(should)) wrong.push(`${what}: ${after} instead of ${should}`)
    if (answer.effect !== 'noop') itWas(String(after) === String(should))
    const isSame = String(before) === String(after)
    if (answer.effect !== (isSame ? 'noop' : 'confirmed')) wrong.push(`${what}: ${before} became ${after}`)
  }
  const law = 'Of lists of several, `select` adds an option, `toggle` takes one away, `set_value` leaves one alone.'
  tell(t, { law, on: 'native and ARIA lists', cases, wrong })
})

interface Seen {
  readonly id: string
  readonly name?: string
  readonly children?: readonly Seen[]
}

const flat = (elements: readonly Seen[]): Seen[] => elements.flatMap((one) => [one, ...flat(one.children ?? [])])
