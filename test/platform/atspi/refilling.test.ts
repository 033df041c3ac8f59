/** Tables that fill themselves again and again: what comes in one proves no press, unless one cell alone does. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { until } from '../../fixtures/until.ts'

const { run, one, act, world } = await setUpProgram(t, 'refilling.py')

/** Has it looked at, without an act, until it has been seen to change three times. */
async function lookAt(app: string): Promise<void> {
  const seen = new Set<string>()
  const look = async () => seen.add(/cell[\s\S]*/.exec(await world.outline(app))?.[0] ?? '').size > 3
  await until(look, 'the table fills itself')
}

for (const toolkit of ['gtk3', 'qt5', 'qt6']) {
  t.test(`${toolkit}: other cells change each time`, async (t) => {
    const { app, end } = await run(toolkit, 'some', '700')
    await lookAt(app)
    const idle = await one(app, { role: 'AXButton', titleContains: 'Idle' })
    const drop = await one(app, { role: 'AXButton', titleContains: 'Drop' })
    for (let turn = 0; turn < 5; turn++) t.match(await act(idle, { action: 'click' }), { effect: 'unverified' })
    t.match(await act(drop, { action: 'click' }), { effect: 'confirmed' }, 'a row that goes is another matter')
    await end()
  })

  t.test(`${toolkit}: a clock in a cell is nothing to the others`, async (t) => {
    const { app, end } = await run(toolkit, 'clock', '700')
    await lookAt(app)
    const [idle, write] = [
      await one(app, { role: 'AXButton', titleContains: 'Idle' }),
      await one(app, { role: 'AXButton', titleContains: 'Write' }),
    ]
    for (let turn = 0; turn < 3; turn++) {
      t.match(await act(idle, { action: 'click' }), { effect: 'unverified' })
      t.match(await act(write, { action: 'click' }), { effect: 'confirmed' })
    }
    await end()
  })
}
