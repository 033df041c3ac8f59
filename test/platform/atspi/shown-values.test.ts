import { fileURLToPath } from 'node:url'
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const hands = await setUpProgram(t, 'held.py')

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const shown = async () =>
      Object.fromEntries((await hands.all(app, {})).map((one) => [`${one.role} ${nameOf(one)}`, one.value]))
    const set = (name: string, value: string) => {
      const find = { scope: 'application', bundleId: app, filter: { titleContains: name } } as const
      return hands.world.call('interact', { find, action: 'set_value', value })
    }
    t.match(await set('City', 'Paris'), { effect: 'confirmed' }, 'the box and its field are one control')
    const found = Object.entries(await shown())
    t.same(
      [found.some(([name]) => name.endsWith('Paris')), found.some(([, value]) => value === 'Paris')],
      [false, true],
    )
    if (toolkit.startsWith('qt')) {
      t.equal((await shown())['AXComboBox City'], 'Paris')
      await hands.act((await hands.all(app, { titleContains: 'beta', role: 'AXRow' })).at(0)!, { action: 'click' })
      await hands.act((await hands.all(app, { titleContains: 'Date' })).at(0)!, { action: 'click' })
      const { outline } = await hands.world.call('explore', { scope: 'focused', bundleId: app, format: 'outline' })
      t.match(outline, /Date/, 'a list has a current item without the keys')
      const town = async () => (await hands.all(app, { role: 'AXComboBox' })).at(-1)!
      t.match(await hands.act(await town(), { action: 'set_value', value: 'Wels' }), { effect: 'confirmed' })
      t.match(await town(), { title: undefined, value: 'Wels' }, 'what was typed is no name of its own')
      t.equal((await shown())['AXIncrementor Day'], '2024-03-01', 'a date is told as it is shown')
      t.match(await set('Day', '2031-12-24'), { effect: 'confirmed' })
      t.equal((await shown())['AXIncrementor Day'], '2031-12-24')
    }
    t.equal((await shown())['AXIncrementor Count'], '5', 'a number is told as a number')
    await hands.act((await hands.all(app, { titleContains: 'Save' })).at(0)!, { action: 'click' })
    const saved = () => held().saved
    t.match(await answerThat(saved, (is) => is !== null), {
      City: 'Paris',
      ...(toolkit.startsWith('qt') && { Day: '2031-12-24' }),
    })
    await end()
  })
}

const form = fileURLToPath(new URL('../../fixtures/desktop/form.py', import.meta.url))
const fields = [
  { label: 'Artist:', kind: 'text', value: 'one', how: 'left' },
  { label: 'Album artist:', kind: 'text', value: 'two', how: 'left' },
  { label: 'Limit to:', kind: 'number', value: '3', how: 'switched' },
]

for (const toolkit of ['gtk3', 'qt5']) {
  t.test(`the words beside a field, ${toolkit}`, async (t) => {
    const { app, end } = await hands.start(python, form, toolkit, 'plain', JSON.stringify(fields))
    const set = async (anyFieldContains: string, value: string, role?: string) => {
      const find = { scope: 'application', bundleId: app, filter: { anyFieldContains, ...(role && { role }) } } as const
      const { effect, changed } = await hands.world.call('interact', { find, action: 'set_value', value })
      return [effect, changed?.changed?.find(({ now }) => now.value === value)?.was.value]
    }
    t.same(await set('Artist:', 'Ann'), ['confirmed', 'one'], 'all of them, where others have them too')
    t.same(await set('Album artist:', 'Bob'), ['confirmed', 'two'])
    t.same(await set('Limit to:', '5', 'AXIncrementor'), ['confirmed', '3'], 'of the box that switches it on')
    await end()
  })
}

const searched = fileURLToPath(new URL('../../fixtures/desktop/searched.py', import.meta.url))

for (const toolkit of ['gtk3', 'qt5', 'qt6']) {
  t.test(`an item is not set by the field that takes what is typed in its list, ${toolkit}`, async (t) => {
    const { app, held, end } = await hands.start(python, searched, toolkit)
    const role = toolkit === 'gtk3' ? 'AXCell' : 'AXRow'
    const item = await hands.one(app, { role, titleContains: 'Search files' })
    t.match(await hands.fails(item, { action: 'set_value', value: 'chess' }), { name: 'unsupported_here' })
    t.same(held(), { entered: null, times: 0 })
    await end()
  })
}

for (const toolkit of ['qt5', 'qt6']) {
  t.test(`an option that is shown already, by a part of its words, ${toolkit}`, async (t) => {
    const choice = [{ label: 'Least', kind: 'choice', value: '4 letters', how: 'relation' }]
    const { app, end } = await hands.start(python, form, toolkit, 'plain', JSON.stringify(choice))
    const list = await hands.one(app, { role: 'AXPopUpButton' })
    for (const value of ['another', '4'])
      t.match(await hands.act(list, { action: 'select', value }), { effect: 'confirmed' }, value)
    t.match(await hands.act(list, { action: 'select', value: '4' }), { effect: 'confirmed' }, 'once more')
    await end()
  })
}

t.test('a cell that the program fills with more than was asked for', async (t) => {
  const table = fileURLToPath(new URL('../../fixtures/desktop/table.py', import.meta.url))
  const edited = { columns: ['No.', 'Text'], rows: [['1', '']], adds: ' [5]' }
  const { app, end } = await hands.start(python, table, JSON.stringify(edited))
  const [, text] = await hands.all(app, { role: 'AXCell' })
  const { effect, why } = await hands.act(text!, { action: 'set_value', value: 'Hello' })
  t.same([effect, why], ['unverified', 'it holds "Hello [5]"'])
  await end()
})
