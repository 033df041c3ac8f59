/** The field that opens over a cell, and widgets in a view, which the view does not list. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const hands = await setUpProgram(t, 'editors.py')

interface Held {
  readonly rows: readonly (readonly [name: string, colour: string])[]
}

for (const toolkit of ['gtk3', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    for (const [at, old, name] of [
      [0, 'Ann', 'Anna'],
      [1, 'Bob', 'Rob'],
    ] as const) {
      const cell = await hands.one(app, { role: 'AXCell', titleContains: old })
      t.equal((await hands.act(cell, { action: 'double_click' })).effect, 'confirmed', 'the field opens')
      const field = await hands.one(app, { role: 'AXTextField' })
      t.equal(field.value, old)
      t.equal((await hands.act(field, { action: 'set_value', value: name })).effect, 'confirmed')
      t.equal((await hands.act(field, { action: 'key', keys: 'Enter' })).effect, 'confirmed')
      t.ok(
        await answerThat(
          () => held<Held>().rows[at]![0],
          (now) => now === name,
        ),
      )
      t.same(await hands.all(app, { role: 'AXTextField' }), [], 'the field is gone')
    }
    if (toolkit === 'gtk3') return await end()
    const combos = await hands.all(app, { role: 'AXPopUpButton' })
    t.same(
      combos.map(({ value }) => value),
      ['red', 'blue'],
    )
    t.equal((await hands.act(combos[1]!, { action: 'select', value: 'green' })).effect, 'confirmed')
    t.ok(
      await answerThat(
        () => held<Held>().rows[1]![1],
        (now) => now === 'green',
      ),
    )
    await end()
  })
}
