/** A cell of GTK 3 that is out of sight is scrolled to, whatever is to be done with it. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act, world } = await setUpProgram(t, 'rows.py')
const { app, lines } = await run('gtk3')

t.test('cells that are out of sight', async (t) => {
  for (const name of ['Cell 40', 'Cell 3']) {
    const cell = await world.again(() => one(app, { role: 'AXCell', titleContains: name }))
    // The keyboard has chosen it as well, so only the program knows of the press.
    t.match(await act(cell, { action: 'double_click' }), { route: 'pointer' })
    await answerThat(lines, (all) => all.includes(`opened ${name}`))
  }
  const cell = await world.again(() => one(app, { role: 'AXCell', titleContains: 'Cell 50' }))
  t.match(await act(cell, { action: 'click' }), { effect: 'confirmed', route: 'pointer' })
  await answerThat(lines, (all) => all.at(-1) === 'Cell 50')
})
