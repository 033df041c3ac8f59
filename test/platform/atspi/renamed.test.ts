/** The title of a menu that is called otherwise, which Qt announces to nobody. */
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'

const hands = await setUpProgram(t, 'renamed.py')

for (const toolkit of ['qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, end } = await hands.run(toolkit)
    const titles = async () => (await hands.all(app, { role: 'AXMenuBarItem' })).map(nameOf)
    t.same(await titles(), ['Image'])
    for (const title of ['Selection', 'Image']) {
      const button = await hands.one(app, { role: 'AXButton', titleContains: 'Turn' })
      t.equal((await hands.act(button, { action: 'click' })).effect, 'confirmed')
      t.same(await titles(), [title])
    }
    await end()
  })
}
