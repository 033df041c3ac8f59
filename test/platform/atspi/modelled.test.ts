/** A combo box of GTK 3 is called by its label, and holds the option that is chosen, whatever else its model has of it. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'

const program = fileURLToPath(new URL('../../fixtures/desktop/modelled.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const { start, one, act, world } = await setUpHands(t, [])
const { app } = await start(python, program, 'gtk3')

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
