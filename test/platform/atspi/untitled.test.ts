/** A window without a name is called what is written in its title bar. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'

const program = fileURLToPath(new URL('../../fixtures/desktop/untitled.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const hands = await setUpHands(t, [])

for (const toolkit of ['gtk3', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, end } = await hands.start(python, program, toolkit)
    const titles = async () => (await hands.all(app, { role: 'AXWindow' })).map(nameOf)
    const first = toolkit === 'gtk3' ? 'Main' : 'Shown Name'
    t.same(await titles(), [first])
    const ask = await hands.one(app, { role: 'AXButton', titleContains: 'Ask' })
    t.equal((await hands.act(ask, { action: 'click' })).effect, 'confirmed')
    t.same(await titles(), [first, 'Shown Name'], 'a dialog, too')
    await end()
  })
}
