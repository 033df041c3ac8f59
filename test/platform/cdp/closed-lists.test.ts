/** Boxes whose options are only there once they are opened, wherever the page draws them. What the page holds is the truth. */
import t from 'tap'
import { given } from '../../../api-schema/given.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openShown } from '../../fixtures/web/shown.ts'

const page = `<!doctype html><meta charset="utf-8"><title>Closed lists</title>
<style>
  [role=button], [role=combobox] { display: block; width: 200px; border: 1px solid }
  .over { position: fixed; left: 300px; top: 20px; border: 1px solid; background: #fff }
</style>
<x-box></x-box>
<input role="combobox" readonly aria-label="Meal" aria-haspopup="listbox" aria-expanded="false" id="meal">
<input role="combobox" aria-label="Town" aria-autocomplete="list" aria-expanded="false" id="town">
<button id="size" aria-label="Size" aria-haspopup="dialog" aria-expanded="false">Size</button>
<label>Word <input id="word" role="combobox" aria-expanded="false"></label>
<input readonly aria-label="Colour" placeholder="Choose" id="colour"><input readonly aria-label="Number" value="AB 12">
<table><tr><th onclick="1" tabindex="0">Name</th></tr></table>
<p>Name<p><input id="name">
<script>
  const held = {}
  const overlay = (html, take) => {
    const over = document.body.appendChild(document.createElement('div'))
    over.className = 'over'
    over.innerHTML = html
    over.onclick = ({ target }) => take(target.textContent, over)
    return over
  }
  // Options in a shadow root of its own, named only by what is slotted into them.
  customElements.define('x-option', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<div role="option" tabindex="-1"><slot></slot></div>' }
  })
  customElements.define('x-box', class extends HTMLElement {
    connectedCallback() {
      const root = this.attachShadow({ mode: 'open' })
      root.innerHTML = '<div role="button" tabindex="0" aria-label="Fruit" aria-haspopup="listbox"><span></span></div>'
      const box = root.firstChild
      box.onclick = () => setTimeout(() => {
        overlay('<div role="listbox"><x-option>Apple</x-option><x-option>Banana</x-option></div>', (text, over) => {
          held.fruit = box.firstChild.textContent = text
          over.remove()
        })
      }, 100)
    }
  })
  // Rows that say nothing of what they are, opened by the keyboard alone.
  meal.onkeydown = ({ key }) => {
    if (key === 'ArrowDown') overlay('<div>Soup</div><div>Rice</div>', (text, over) => { held.meal = meal.value = text; over.remove() })
  }
  colour.onclick = () => {
    overlay('<div>Red</div><div>Light blue</div>', (text, over) => { held.colour = colour.value = text; over.remove() })
  }
  // It hears keys alone, takes only what is chosen, and drops any other text when it is left.
  let list
  town.onkeyup = () => {
    list?.remove()
    const fitting = ['Oslo', 'Paris', 'Prague'].filter((one) => one.toLowerCase().startsWith(town.value.toLowerCase()))
    list = overlay(fitting.map((one) => '<div role="option">' + one + '</div>').join(''), (text) => { held.town = town.value = text; list.remove() })
  }
  word.oninput = () => { held.word = word.value }
  size.onclick = () => {
    overlay('<div role="dialog" aria-label="Size"><div role="radio" aria-checked="false">Large</div><button>OK</button></div>', (text, over) => {
      if (text === 'Large') over.querySelector('[role=radio]').setAttribute('aria-checked', 'true')
      else { held.size = 'Large'; over.remove() }
    })
  }
</script>`

if (!chromiumOrSkip(t)) process.exit(0)

const { tab, call, outside, show, each } = await openShown(t)

t.test('options that come when their box is opened', async (t) => {
  await show(page)
  const held = (name: string) => outside.evaluate<string | undefined>(`held[${JSON.stringify(name)}]`)
  const interact = async (action: string, title: string, value?: string) =>
    call('interact', { find: { scope: 'tab', tab, filter: { anyFieldContains: title } }, action, ...given({ value }) })

  const fruit = await interact('select', 'Fruit', 'Banana')
  t.match(fruit, { effect: 'confirmed' }, 'options in a shadow root elsewhere, without a relation to the box')
  t.equal(await held('fruit'), 'Banana')
  const again = await interact('set_value', 'Fruit', 'Apple')
  t.match(again, { effect: 'confirmed' }, 'what takes no text is set by choosing')
  t.equal(await held('fruit'), 'Apple')

  t.match(await interact('set_value', 'Meal', 'Rice'), { effect: 'confirmed' }, 'mere rows of text, by the keyboard')
  t.equal(await held('meal'), 'Rice')
  await t.rejects(interact('select', 'Meal', 'Fish'), { name: 'not_found', message: 'The list has no option "Fish".' })

  t.match(
    await interact('select', 'Colour', 'Light blue'),
    { effect: 'confirmed' },
    'a field that says nothing of its list',
  )
  t.equal(await held('colour'), 'Light blue')
  await t.rejects(interact('select', 'Colour', 'Green'), {
    name: 'not_found',
    message: 'The list has no option "Green".',
  })
  t.match(
    await interact('select', 'Number', '12'),
    { effect: 'confirmed' },
    'words of a text that only the page writes',
  )
  t.equal(await outside.evaluate('getSelection().toString()'), '12')

  t.match(
    await interact('set_value', 'Town', 'P'),
    { effect: 'unverified', why: 'nothing is chosen: its list offers "Paris", "Prague"' },
    'a list that is only filtered has taken nothing',
  )
  t.equal(await held('town'), undefined)
  t.match(await interact('set_value', 'Town', 'paris'), { effect: 'confirmed' }, 'the one option that is called so')
  t.equal(await held('town'), 'Paris')
  t.match(await interact('set_value', 'Word', 'free'), { effect: 'confirmed' }, 'no list: a text')
  t.equal(await held('word'), 'free')

  const size = await interact('select', 'Size', 'Large')
  t.match(size, { effect: 'unverified', why: /in a dialog that is still open/ })
  t.equal(await held('size'), undefined)
  await interact('click', 'OK')
  t.equal(await held('size'), 'Large')

  t.match(await interact('set_value', 'Name', 'Ann'), { effect: 'confirmed' }, 'not the header of that name')
  t.equal(await outside.evaluate('document.getElementById("name").value'), 'Ann')
})

const drawn = `<!doctype html><meta charset="utf-8"><title>Drawn</title><div style="position: relative">
<input readonly role="combobox" aria-expanded="false" aria-haspopup="listbox" value="Choose" id="box">
<ul role="listbox" hidden id="list"><li role="option">One</li><li role="option">Two</li></ul>
<select id="grade" aria-label="Grade" tabindex="-1" style="position: absolute; left: 0; width: 100%; opacity: 0; pointer-events: none"><option disabled selected>Choose</option><option>One</option><option>Two</option></select></div>
<script>box.onclick = () => { list.hidden = false }; grade.onchange = () => { box.value = grade.value }</script>`

const covered = (
  follow: string,
) => `<!doctype html><meta charset="utf-8"><title>Covered</title><div style="position: relative"><div id="box">Choose</div>
<select id="grade" aria-label="Grade" tabindex="-1" style="position: absolute; inset: 0; opacity: 0; z-index: -1"><option disabled selected>Choose</option><option>One</option></select><ul hidden><li>One</ul></div>
<script>grade.onchange = () => { ${follow} }</script>`

t.test('a select that nobody sees is chosen in once what is drawn for it says so', async (t) => {
  const cases = [
    ['', 'unverified'],
    ["box.textContent = 'Chosen'", 'unverified'],
    ["document.querySelector('ul').append('One')", 'unverified'],
    ["box.insertAdjacentHTML('beforeend', '<p role=listbox>One')", 'unverified'],
    ['const copy = grade.cloneNode(true); copy.value = "One"; grade.replaceWith(copy)', 'confirmed'],
    ['box.textContent = grade.value', 'confirmed'],
    ['setTimeout(() => { box.textContent = grade.value }, 100)', 'confirmed'],
  ] as const
  await each(cases, async ({ show, press }, [follow, effect]) => {
    await show(covered(follow))
    const answer = await press('Grade', { action: 'select', value: 'One' })
    t.equal(answer.effect, effect, `${follow}: ${answer.why}`)
  })
})

t.test('a select that the key which opens it has set', async (t) => {
  await show(drawn)
  const choose = async (value: string) =>
    await call('interact', { find: { scope: 'tab', tab, filter: { titleContains: 'Grade' } }, action: 'select', value })
  for (const [value, effect] of [
    ['One', 'confirmed'],
    ['Two', 'confirmed'],
    ['Two', 'noop'],
  ] as const) {
    t.match(await choose(value), { effect }, value)
    t.equal(await outside.evaluate('grade.value'), value)
  }
})

const inDialog = `<!doctype html><meta charset="utf-8"><title>Event</title><div role="dialog" aria-label="Event" id="shell">
<input aria-label="Title" value="Breakfast"><div role="button" tabindex="0" aria-label="Repeat" aria-haspopup="listbox" id="box">Never</div></div>
<script>
  box.onclick = () => {
    const list = document.body.appendChild(document.createElement('div'))
    list.setAttribute('role', 'listbox')
    list.innerHTML = '<div role="option">Never</div><div role="option">Weekly</div>'
    list.onclick = ({ target }) => { box.textContent = target.textContent; list.remove() }
  }
  document.onkeydown = ({ key }) => { if (key === 'Escape') { shell.remove(); document.querySelector('[role=listbox]')?.remove() } }
</script>`

t.test('a list without the option closes no dialog that it is in', async (t) => {
  await show(inDialog)
  const find = { scope: 'tab', tab, filter: { anyFieldContains: 'Repeat' } }
  const select = async (value: string) => call('interact', { find, action: 'select', value })
  await t.rejects(select('Every week'), { name: 'not_found', message: 'The list has no option "Every week".' })
  t.ok(await outside.evaluate('shell.isConnected'))
  t.match(await select('Weekly'), { effect: 'confirmed' })
  t.equal(await outside.evaluate('box.textContent'), 'Weekly')
})
