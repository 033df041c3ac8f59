/** Rows of settings of GTK 4, and numbers that are not what is shown. */
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const hands = await setUpProgram(t, 'settings.py')

t.test('a number that a field does not show is not said', async (t) => {
  const { app, end } = await hands.run('gtk3')
  const spin = await hands.one(app, { role: 'AXIncrementor' })
  t.equal(spin.value ?? '', '', 'the field is empty')
  const { effect, why } = await hands.act(spin, { action: 'set_value', value: '600' })
  t.same([effect, why], ['unverified', 'it is empty'])
  await end()
})

t.test('rows of settings', async (t) => {
  const { app, held, end } = await hands.run('gtk4')
  const seen = await hands.all(app, {}, { includeNonInteractable: false })
  const row = seen.find((one) => nameOf(one) === 'Rights' && one.role === 'AXRow')
  t.ok(row, 'a row that may lead on when it is pressed is in views')
  await hands.act(row!, { action: 'click' })
  t.match(await answerThat(held, ({ pressed }) => pressed !== undefined), { pressed: 'Rights' })

  const combo = seen.find((one) => nameOf(one) === 'Access')
  if (combo === undefined) t.comment('libadwaita is not there: its rows were not tried')
  else {
    t.equal(combo.value, 'None', 'a row that is a combo box shows what is chosen')
    t.match(await hands.act(combo, { action: 'select', value: 'Read and write' }), { effect: 'confirmed' })
    t.match(held(), { chosen: 'Read and write' })
    await t.rejects(hands.act(combo, { action: 'select', value: 'Execute' }), { name: 'not_found' })
    t.match(await hands.act(combo, { action: 'set_value', value: 'Read-only' }), { effect: 'confirmed' })
    t.match(held(), { chosen: 'Read-only' })
    const field = await hands.one(app, { titleContains: 'Nickname', role: 'AXTextField' })
    t.match(await hands.act(field, { action: 'type', value: 'Ada' }), { effect: 'confirmed' })
    t.match(held(), { name: 'Ada' })
    const fold = seen.find((one) => nameOf(one) === 'More')
    for (const open of [true, false]) {
      t.match(
        await hands.act(fold!, { action: 'click' }),
        { effect: 'confirmed' },
        open ? 'a row unfolds' : 'a row folds',
      )
      t.match(held(), { open })
    }
  }
  await end()
})
