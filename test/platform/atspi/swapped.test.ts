/** What is taken out of a place and put in again is read, though the application's list of its elements lacks it. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'

const program = fileURLToPath(new URL('../../fixtures/desktop/swapped.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const hands = await setUpHands(t, [])

t.test('gtk3', async (t) => {
  const { app, end } = await hands.start(python, program, 'gtk3')
  for (const name of ['Fonts', 'Files', 'Colours', 'Fonts', 'Colours', 'Files']) {
    const cell = await hands.one(app, { role: 'AXCell', titleContains: name })
    t.equal((await hands.act(cell, { action: 'click' })).effect, 'confirmed')
    const boxes = await hands.all(app, { role: 'AXCheckBox' })
    t.same(boxes.map(nameOf), [`${name} 1`, `${name} 2`, `${name} 3`])
  }
  await end()
})
