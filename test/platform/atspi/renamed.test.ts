/** The title of a menu that is called otherwise, which Qt announces to nobody. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'

const program = fileURLToPath(new URL('../../fixtures/desktop/renamed.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const hands = await setUpHands(t, [])

for (const toolkit of ['qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, end } = await hands.start(python, program, toolkit)
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
