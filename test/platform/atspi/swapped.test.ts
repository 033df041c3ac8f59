/** What is taken out of a place and put in again is read, though the application's list of its elements lacks it. */
import t from 'tap'
import { nameOf, setUpProgram } from '../../fixtures/desktop/hands.ts'

const hands = await setUpProgram(t, 'swapped.py')

t.test('gtk3', async (t) => {
  const { app, end } = await hands.run('gtk3')
  for (const name of ['Fonts', 'Files', 'Colours', 'Fonts', 'Colours', 'Files']) {
    const cell = await hands.one(app, { role: 'AXCell', titleContains: name })
    t.equal((await hands.act(cell, { action: 'click' })).effect, 'confirmed')
    const boxes = await hands.all(app, { role: 'AXCheckBox' })
    t.same(boxes.map(nameOf), [`${name} 1`, `${name} 2`, `${name} 3`])
  }
  await end()
})
