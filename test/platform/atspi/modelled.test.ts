/** A combo box of GTK 3 is called by its label, and holds the option that is chosen, whatever else its model has of it. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'

const { run, one, act, world } = await setUpProgram(t, 'modelled.py')
const { app } = await run('gtk3')

t.test('combo boxes with texts that are not drawn', async (t) => {
  const seen = await world.settled(app)
  t.match(seen, /dropdown: near “Place” =Disk/)
  t.match(seen, /combobox: near “Speed”/)
  t.match(seen, /dropdown: Zoom ="?200%/)
  t.notMatch(seen, /drive-harddisk|: "?2\b/)

  const place = await one(app, { role: 'AXPopUpButton' })
  t.match(await act(place, { action: 'select', value: 'Home' }), { effect: 'confirmed' })
  t.match(await world.settled(app), /dropdown: near “Place” =Home/)
})
