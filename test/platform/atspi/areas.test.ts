/** Scroll areas of Qt: what is out of sight in one is scrolled to, and the scrolling proves nothing of the press. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act } = await setUpProgram(t, 'areas.py')
const spot = { to: { x: 5, y: 5 } }

for (const toolkit of ['qt5', 'qt6'])
  t.test(toolkit, async (t) => {
    const { app, lines, end } = await run(toolkit)
    const button = (title: string) => one(app, { role: 'AXButton', titleContains: title })
    await t.test('is pressed where it was out of sight', async (t) => {
      for (const at of [39, 20, 0]) {
        await act(await button(`Row ${at}`), { action: 'click', ...spot })
        await answerThat(lines, (told) => told.at(-1) === `Row ${at}`)
      }
      t.same(
        lines().filter((line) => line.startsWith('spin') || line === 'Under'),
        [],
        'and nothing else was',
      )
    })
    await t.test('coming into sight is no effect of the press', async (t) => {
      t.match(await act(await button('Idle 30'), { action: 'click', ...spot }), { effect: 'unverified' })
    })
    await t.test('it is scrolled to when that is asked for', async (t) => {
      t.match(await act(await button('Row 0'), { action: 'scroll' }), { effect: 'confirmed', route: 'native' })
      t.match(await act(await button('Row 0'), { action: 'scroll', value: 'bottom' }), { effect: 'confirmed' })
      t.match(await act(await button('Row 39'), { action: 'scroll' }), { effect: 'noop' })
    })
    await end()
  })
