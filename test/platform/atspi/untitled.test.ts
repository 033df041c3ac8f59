/** A window without a name is called what is written in its title bar. */
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'

const hands = await setUpProgram(t, 'untitled.py')

for (const toolkit of ['gtk3', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, end } = await hands.run(toolkit)
    const titles = async () => (await hands.all(app, { role: 'AXWindow' })).map(nameOf)
    const first = toolkit === 'gtk3' ? 'Main' : 'Shown Name'
    t.same(await titles(), [first])
    const ask = await hands.one(app, { role: 'AXButton', titleContains: 'Ask' })
    t.equal((await hands.act(ask, { action: 'click' })).effect, 'confirmed')
    t.same(await titles(), [first, 'Shown Name'], 'a dialog, too')
    await end()
  })
}
