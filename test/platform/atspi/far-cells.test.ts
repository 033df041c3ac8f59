/** A cell of GTK 3 that is out of sight is scrolled to, whatever is to be done with it. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const program = fileURLToPath(new URL('../../fixtures/desktop/rows.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const { start, one, act, world } = await setUpHands(t, [])
const { app, lines } = await start(python, program, 'gtk3')

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
