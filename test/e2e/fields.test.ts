// Fields that take a text of one form (dates, times, colors, numbers): seen, found, set and read back, in a real browser.
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

type Field = readonly [
  type: string,
  role: string,
  short: string,
  value: string,
  next: string,
  bad: string,
  wanted: string,
]

const fields: readonly Field[] = [
  ['date', 'AXDateField', 'date field', '2026-05-01', '2027-12-31', '31.12.2027', 'YYYY-MM-DD'],
  ['datetime-local', 'AXDateField', 'date field', '2026-05-01T13:45', '2027-12-31T23:59', 'noon', 'YYYY-MM-DDTHH:MM'],
  ['month', 'AXDateField', 'date field', '2026-05', '2027-12', '2027-13', 'YYYY-MM'],
  ['week', 'AXDateField', 'date field', '2026-W18', '2027-W02', '2027-W99', 'YYYY-Www'],
  ['time', 'AXTimeField', 'time field', '13:45', '07:05', '25:00', 'HH:MM'],
  ['color', 'AXColorWell', 'color well', '#ff8800', '#00ccff', 'orange-ish', '#rrggbb'],
  ['number', 'AXIncrementor', 'spinner', '5', '-12.5', 'ten', 'a number'],
]

const input = ([type, , , value]: Field, more = '', name = `${type} of mine`) =>
  `<label>${name} <input type="${type}" step="any" value="${value}" ${more}></label>`

if (!chromiumOrSkip(t)) process.exit(0)

const browser = await launchChromium(t)

t.test('fields of one form', async (t) => {
  const server = await serve(t, {
    pages: {
      '/fields': pageOf(fields.map((field) => `<p>${input(field)}</p>`).join('')),
      '/off': pageOf(
        `${fields.map((field) => `<p>${input(field, 'disabled')}</p>`).join('')}<label>Many <select multiple disabled><option selected>a<option>b</select></label>`,
      ),
      '/fixed': pageOf(
        fields
          .filter(([type]) => type !== 'color')
          .map((field) => `<p>${input(field, 'readonly')}</p>`)
          .join(''),
      ),
      '/empty': pageOf('<label>Date <input type="date"></label><label>Number <input type="number"></label>'),
      '/edges': pageOf(
        '<textarea aria-label="Plain">one</textarea><div contenteditable aria-label="Rich">one</div><div contenteditable="plaintext-only" aria-label="Mono">one</div>',
      ),
      '/masked': pageOf(
        `${['Card', 'Time', 'Cents'].map((name) => `<label>${name} <input id="${name}"></label>`).join('')}
        <script>
          const mask = (field, of) => { field.oninput = () => { field.value = of(field.value.replace(/\\D/g, '')) } }
          mask(Card, (text) => text.replace(/(....)(?=.)/g, '$1 '))
          mask(Time, (text) => text.replace(/^(..)(?=.)/, '$1:'))
          mask(Cents, (text) => (Number(text) / 100).toFixed(2))
        </script>`,
      ),
      '/form': pageOf(
        `<form action="/edges"><label>Name <input required></label><label>Mail <input type="email"></label><button>Send</button></form>
        <form onsubmit="told.value = 'sent'; return false"><input aria-label="Code" required oninvalid="event.preventDefault(); told.value = 'no code'"><button>Enter code</button></form>
        <button onclick="told.value = document.forms[0].checkValidity()">Check</button><output id="told"></output>`,
      ),
      '/spin':
        pageOf(`<label>Bare <input type="number" value="3"></label><label>Least <input type="number" min="1" value="3"></label>
        <label>Both <input type="number" min="0" max="9" value="3"></label><div role="spinbutton" aria-label="Own" tabindex="0" aria-valuenow="3" aria-valuemax="7"></div>
        <div role="spinbutton" aria-label="Written" contenteditable tabindex="0" aria-valuenow="4">4</div><div role="spinbutton" aria-label="Unsaid" tabindex="0"></div>
        <input role="spinbutton" aria-label="Made" value="6"><label>Date <input type="date" min="2026-01-01" max="2026-12-31"></label>`),
    },
  })
  const { call, fail, tab } = await openInside(t, browser)
  const go = (path: string) => call('navigate', { tab, url: `${server.origin}${path}` })
  const explore = async (more: object = {}) =>
    (await call('explore', { scope: 'tab', tab, format: 'outline', ...more })).outline!
  const expand = async (name: string) => {
    const list = await explore({
      filter: { titleContains: name },
      elementTypes: ['textfield', 'slider'],
      includeDisabled: true,
      includeNonInteractable: true,
      format: 'list',
    })
    return (await call('expand', { elementId: /\[(\d+)\]/.exec(list)![1]! })).element!
  }

  await t.test('a space or an empty line at the end of a text is a part of it', async (t) => {
    await go('/edges')
    for (const name of ['Plain', 'Rich', 'Mono'])
      for (const act of [
        { action: 'focus' },
        { action: 'type', value: ' ' },
        { action: 'key', keys: 'Backspace' },
        { action: 'key', keys: 'Enter' },
        { action: 'key', keys: 'Backspace' },
      ]) {
        const find = { scope: 'tab', tab, filter: { titleContains: name } }
        t.match(await call('interact', { find, ...act }), { effect: 'confirmed' }, `${name}: ${Object.values(act)}`)
      }
  })

  await t.test('why the browser refuses a form is said; what a page says itself of its form is a change', async (t) => {
    await go('/form')
    const act = (titleContains: string, more: object) =>
      call('interact', { find: { scope: 'tab', tab, filter: { titleContains } }, ...more })
    const refused = { effect: 'unverified', why: /the form was refused: “[^”]+” at “Name”/ }
    t.match(await act('Send', { action: 'click' }), refused)
    t.match(await act('Mail', { action: 'key', keys: 'Enter' }), refused)
    t.match(await act('Enter code', { action: 'click' }), { effect: 'confirmed' }, 'the page says it itself')
    t.match(await act('Check', { action: 'click' }), { effect: 'confirmed' }, 'only checked by a script')
    await act('Name', { action: 'set_value', value: 'Ann' })
    await act('Mail', { action: 'set_value', value: 'ann' })
    t.match(await act('Send', { action: 'click' }), { effect: 'unverified', why: /'ann'.* at “Mail”/ })
    await act('Mail', { action: 'set_value', value: 'ann@example.org' })
    t.match(await act('Send', { action: 'click' }), { effect: 'confirmed' }, 'it is sent')
  })

  await t.test('signs that a mask puts in are no other text, unless they make another number', async (t) => {
    await go('/masked')
    for (const [name, action, value, effect] of [
      ['Card', 'set_value', '1111222233334444', 'confirmed'],
      ['Time', 'type', '0930', 'confirmed'],
      ['Cents', 'set_value', '1234', 'unverified'],
    ] as const) {
      const find = { scope: 'tab', tab, filter: { titleContains: name } }
      t.match(await call('interact', { find, action, value }), { effect }, name)
    }
  })

  await t.test('the default view has them under their names, without inner parts', async (t) => {
    await go('/fields')
    const outline = await explore()
    for (const [type, , short, value] of fields)
      t.match(outline, new RegExp(`${short}: ${type} of mine =.*${value}`), type)
    t.notMatch(outline, /Month|Day|Year|picker/)
    t.notMatch(outline, /AXTextArea|textarea/)
  })

  for (const field of fields) {
    const [type, role, , value, next, bad, wanted] = field
    await t.test(type, async (t) => {
      await go('/fields')
      const find = { scope: 'tab', tab, filter: { titleContains: `${type} of mine` }, elementTypes: ['textfield'] }
      const element = await expand(`${type} of mine`)
      t.match(element, { role, value, title: `${type} of mine`, state: ['enabled'] })
      t.ok(element.capabilities?.includes('editable'))
      t.match(await call('interact', { find, action: 'set_value', value: next }), { effect: 'confirmed' })
      t.equal((await expand(`${type} of mine`)).value, next, 'read back')
      t.match(await call('interact', { find, action: 'set_value', value: next }), { effect: 'noop' })
      const problem = await fail('interact', { find, action: 'set_value', value: bad })
      t.equal(problem.name, 'invalid_params')
      t.ok(problem.message.includes(wanted) && problem.message.includes(bad), problem.message)
      t.equal((await expand(`${type} of mine`)).value, next, 'a bad value changes nothing')
    })
  }

  await t.test('disabled and readonly ones are shown as such', async (t) => {
    await go('/off')
    const off = await explore({ includeDisabled: true })
    for (const [type, , short] of fields) t.match(off, new RegExp(`${short}: ${type} of mine =.*\\(disabled\\)`), type)
    t.match(off, /list: Many \(disabled\)/)
    t.match(
      await fail('interact', {
        elementId: (await expand('date of mine')).id,
        action: 'set_value',
        value: '2027-01-01',
      }),
      {
        name: 'element_changed',
        data: { reason: 'disabled' },
      },
    )
    await go('/fixed')
    const fixed = await explore()
    for (const [type, , short] of fields.filter(([type]) => type !== 'color'))
      t.match(fixed, new RegExp(`${short}: ${type} of mine =.*\\(readonly\\)`), type)
  })

  await t.test('nothing is invented', async (t) => {
    await go('/empty')
    t.notMatch(await explore(), /=/, 'an empty field has no value')
    await go('/spin')
    const limits = async (name: string) => {
      const { role, value, attributes: { min, max } = {} } = await expand(name)
      return { role, value, min, max }
    }
    const spinner = { role: 'AXIncrementor', value: '3' }
    t.match(await limits('Bare'), { ...spinner, min: undefined, max: undefined })
    t.match(await limits('Least'), { ...spinner, min: '1', max: undefined })
    t.match(await limits('Both'), { ...spinner, min: '0', max: '9' })
    t.match(await limits('Own'), { ...spinner, min: undefined, max: '7' })
    t.match(await limits('Written'), { ...spinner, value: '4' })
    t.match(await limits('Unsaid'), { ...spinner, value: undefined })
    t.match(await limits('Made'), { ...spinner, value: '6' })
    t.match(await limits('Date'), { role: 'AXDateField', min: '2026-01-01', max: '2026-12-31' })
  })
})

t.test('a page that learns what a field holds by its keys alone has what was set', async (t) => {
  const server = await serve(t, {
    pages: { '/': pageOf(`<input aria-label="Command" onkeyup="held = this.value"><script>held = ''</script>`) },
  })
  const { call, tab } = await openInside(t, browser)
  await call('navigate', { tab, url: `${server.origin}/` })
  const set = { find: { tab, filter: { anyFieldContains: 'Command' } }, action: 'set_value', value: '/bin/true' }
  t.match(await call('interact', set), { effect: 'confirmed' })
  t.equal((await call('evaluate', { tab, script: 'held' })).result, '/bin/true')
})
