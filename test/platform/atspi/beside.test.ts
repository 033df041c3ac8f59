/** Fields that are named only by what is drawn next to them. */
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'

const hands = await setUpProgram(t, 'beside.py')

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const fields = await hands.all(app, { role: 'AXTextField' })
    const isQt = toolkit.startsWith('qt')
    t.same(fields.map(nameOf), ['near “Notes”', 'near “Key”', 'near “Plain”', ...(isQt ? ['near “Size:”'] : [])])
    const buttons = await hands.all(app, { role: 'AXButton' })
    // The button of GTK 4 has a part, though nothing is in it.
    t.same(buttons.map(nameOf), ['Clear', toolkit === 'gtk4' ? '' : 'near “More”'])
    for (const any of ['Notes', 'Key', 'Plain', ...(isQt ? ['Size'] : [])]) {
      const find = { scope: 'application', bundleId: app, filter: { anyFieldContains: any } } as const
      const { effect } = await hands.world.call('interact', { find, action: 'set_value', value: `the ${any}` })
      t.equal(effect, 'confirmed')
      t.equal(held()[any], `the ${any}`, 'the verb says that the field is meant')
    }
    const copied = { scope: 'application', bundleId: app, filter: { anyFieldContains: 'near “Key”' } } as const
    const { element } = await hands.world.call('expand', { find: copied })
    t.equal(element?.role, 'AXTextField', 'not the box of that name')
    await end()
  })
}
