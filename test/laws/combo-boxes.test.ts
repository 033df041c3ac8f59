/** Closed combo boxes of ARIA: `select` opens them and chooses; what has no such option stays closed and as it was. */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { flat } from '../e2e/client.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { openChangingPage } from './changing-page.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(300_000 + 120_000 * minutes)
const towns = ['Oslo', 'Rome', 'Bern', 'Lima']

/** Each has `chosen()` and `isOpen()`. */
const shared = `<script>
  const towns = ${JSON.stringify(towns)}
  let value = ''
  const fill = (list, done) => list.replaceChildren(...towns.map((name) => {
    const one = document.createElement('div')
    one.setAttribute('role', 'option')
    one.textContent = name
    one.onclick = (event) => { event.stopPropagation(); value = name; done(name) }
    return one
  }))
</script>`
const box =
  '<div id="box" role="combobox" tabindex="0" aria-label="Town" aria-expanded="false" style="border:1px solid;width:200px;height:24px"></div>'
const toggling = (opened: string) => `<script>
  const list = () => document.getElementById('list')
  const close = () => { list()?.remove(); box.setAttribute('aria-expanded', 'false'); box.removeAttribute('aria-controls') }
  const done = (name) => { box.textContent = name; close() }
  const open = () => {
    const made = document.createElement('div')
    made.id = 'list'
    made.setAttribute('role', 'listbox')
    document.body.append(made)
    box.setAttribute('aria-expanded', 'true')
    box.setAttribute('aria-controls', 'list')
    ${opened}
  }
  box.onclick = () => list() ? close() : open()
  box.onkeydown = ({ key }) => key === 'Escape' && close()
  var chosen = () => value
  var isOpen = () => !!list()
</script>`
const kinds: { readonly [name: string]: string } = {
  'a list at the end of the page': shared + box + toggling('fill(made, done)'),
  'options that come late': shared + box + toggling('setTimeout(() => fill(made, done), 300)'),
  'a box that says that it has a list':
    shared + box.replace('role="combobox"', 'role="button" aria-haspopup="listbox"') + toggling('fill(made, done)'),
  'options in a slot': `${shared}<town-box><div role="option">Oslo</div><div role="option">Rome</div><div role="option">Bern</div><div role="option">Lima</div></town-box><script>
  customElements.define('town-box', class extends HTMLElement {
    constructor() {
      super()
      const root = this.attachShadow({ mode: 'open' })
      root.innerHTML = '<input role="combobox" aria-label="Town" aria-expanded="false" aria-controls="list" readonly><div id="list" role="listbox" hidden><slot></slot></div>'
      const [input, list] = root.children
      const show = (isShown) => { list.hidden = !isShown; input.setAttribute('aria-expanded', String(isShown)) }
      input.onclick = () => show(list.hidden)
      input.onkeydown = ({ key }) => key === 'Escape' && show(false)
      list.onclick = ({ target }) => { value = input.value = target.textContent; show(false) }
      this.isOpen = () => !list.hidden
    }
  })
  var chosen = () => value
  var isOpen = () => document.querySelector('town-box').isOpen()
</script>`,
  'tom-select': `<link rel="stylesheet" href="/npm/tom-select/dist/css/tom-select.css"><label for="of">Town</label><select id="of"><option></option>${towns.map((name) => `<option>${name}</option>`).join('')}</select>
<script src="/npm/tom-select/dist/js/tom-select.complete.min.js"></script><script>
  const made = new TomSelect('#of')
  var chosen = () => made.getValue()
  var isOpen = () => made.isOpen
</script>`,
}

const isBox = ({ role }: { readonly role: string }) => /ComboBox|PopUpButton|MenuButton/.test(role)

t.test('combo boxes', async (t) => {
  const world = await openChangingPage(t, (box) => `<title>Towns</title><h1>Towns</h1>${box}`)
  if (world === undefined) return
  const { call, tab, outside, dice, show } = world
  const all = Object.entries(kinds)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, all.length)) {
    const [name, html] = all[turn % all.length]!
    await show(html)
    const { elements = [] } = await call('explore', {
      scope: 'tab',
      tab,
      filter: { titleContains: 'Town' },
      format: 'json',
    })
    const elementId = flat(elements).findLast(isBox)?.id
    const act = (value: string) =>
      call('interact', { action: 'select', elementId, value }).catch((error: Problem) => error)
    const missing = await act('Nowhere')
    const chosen = () => outside.evaluate<string>('chosen()')
    cases += 2
    const isAsBefore = (await chosen()) === '' && !(await outside.evaluate<boolean>('isOpen()'))
    if (
      !(missing instanceof Problem && missing.name === 'not_found' && /Oslo/.test(String(missing.advice))) ||
      !isAsBefore
    )
      wrong.push(`${name}, an option that it has not: ${String(missing)}`)
    const town = dice.oneOf(towns)
    const answer = await act(town)
    const told = answer instanceof Problem ? answer.message : answer.effect
    const isChosen = (await chosen()) === town
    if (!(answer instanceof Problem)) itWas(isChosen)
    if (!isChosen || answer instanceof Problem) wrong.push(`${name}, ${town}: ${told}`)
  }
  tell(t, { law: 'What a combo box is confirmed to hold, it holds.', on: `${all.length} kinds of pages`, cases, wrong })
})

/** The box takes several, each with a sign that takes it away; `chosen()` lists them. */
const several: { readonly [name: string]: string } = {
  'a list that stays open': `<link rel="stylesheet" href="/npm/tom-select/dist/css/tom-select.css"><label for="of">Town</label><select id="of" multiple>${towns.map((name) => `<option>${name}</option>`).join('')}</select>
<script src="/npm/tom-select/dist/js/tom-select.complete.min.js"></script><script>
  const made = new TomSelect('#of')
  var chosen = () => made.getValue()
</script>`,
  'options that are gone before the release': `${shared}${box}${toggling(`
    fill(made, () => {})
    for (const one of made.children) one.onmousedown = () => {
      picked.push(one.textContent)
      box.textContent = picked.map((name) => '× ' + name).join(' ')
      close()
    }`)}<script>const picked = []; chosen = () => picked</script>`,
}

t.test('combo boxes that take several', async (t) => {
  const world = await openChangingPage(t, (box) => `<title>Towns</title><h1>Towns</h1>${box}`)
  if (world === undefined) return
  const { call, tab, outside, dice, show } = world
  const all = Object.entries(several)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 2 * all.length)) {
    const [name, html] = all[turn % all.length]!
    await show(html)
    const { elements } = await call('explore', { scope: 'tab', tab, format: 'json' })
    const elementId = flat(elements).findLast(isBox)?.id
    const left = new Set(towns)
    for (let wanted = 1; wanted <= 3; wanted++) {
      const town = dice.oneOf([...left])
      left.delete(town)
      const answer = await call('interact', { elementId, action: 'select', value: town }).catch(
        (error: Problem) => error,
      )
      const chosen = await outside.evaluate<string[]>('chosen()')
      cases++
      if (!(answer instanceof Problem)) itWas(chosen.length === wanted && chosen.includes(town))
      const told = answer instanceof Problem ? answer.message : `${answer.effect} ${answer.why ?? ''}`
      const isRight = chosen.length === wanted && chosen.includes(town) && told.startsWith('confirmed')
      if (!isRight) wrong.push(`${name}, ${town} as number ${wanted}: ${told}, and it holds ${chosen}`)
    }
  }
  tell(t, { law: 'What a combo box is confirmed to hold, it holds.', on: 'boxes that take several', cases, wrong })
})

t.test('the control is meant', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, {
    pages: {
      '/': `<!doctype html><title>Controls</title><h1>Controls</h1><style>label, .card { cursor: pointer }</style>
<label style="display:block">Agree <input type="checkbox" id="around"></label>
<div class="card" onclick="dark.click()"><input type="checkbox" id="dark" aria-label="Dark" onclick="event.stopPropagation()">Dark</div>
<label for="size">Size</label><input id="size"><button id="beta"><span class="card">Beta</span></button>
<div class="card">Twice <button>Twice</button><button>Twice</button></div>`,
    },
  })
  const { call, fail, tab } = await openPage(t, `${server.origin}/`)
  const find = (text: string) => ({ find: { scope: 'tab', tab, filter: { anyFieldContains: text } } })
  const roles: { readonly [name: string]: string } = {
    Agree: 'AXCheckBox',
    Dark: 'AXCheckBox',
    Size: 'AXTextField',
    Beta: 'AXButton',
  }
  const wrong: string[] = []
  for (const [name, role] of Object.entries(roles)) {
    const answer = await call('expand', { ...find(name) }).catch((error: Problem) => error)
    const is = answer instanceof Problem ? answer.message : answer.element?.role
    if (is !== role) wrong.push(`${name}: ${is}`)
  }
  t.match(await fail('interact', { ...find('Twice'), action: 'click' }), { name: 'element_ambiguous' })
  tell(t, { law: 'A control is meant by its words.', on: 'labels and boxes', cases: Object.keys(roles).length, wrong })
})
