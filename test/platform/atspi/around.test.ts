/** A press is never for what is in the middle of the element that was named. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'

const hands = await setUpProgram(t, 'around.py')

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const presses = () => held<{ presses: number }>().presses
    for (const title of ['Full', 'Free']) {
      const bar = await hands.one(app, { titleContains: title })
      for (const action of title === 'Full' ? (['click', 'double_click'] as const) : (['click'] as const)) {
        const done = await hands.act(bar, { action }).then(
          ({ effect }) => effect,
          (error: { message: string }) => error.message,
        )
        t.match(
          done,
          /^unverified$|^A press on it would press its button "(Cut|Copy|Paste|Print)"\./,
          `${action} ${title}`,
        )
      }
      t.equal(presses(), 0, `nothing in ${title} was pressed`)
    }
    const button = await hands.one(app, { titleContains: 'Copy' })
    const bar = await hands.one(app, { titleContains: 'Full' })
    const [from, to] = [(await hands.now(bar)).frame!, (await hands.now(button)).frame!]
    const spot = { x: to.x - from.x + to.width / 2, y: to.y - from.y + to.height / 2 }
    await hands.act(bar, { action: 'click', to: spot })
    t.equal(presses(), 1, 'a point of it that is named is pressed')
    await end()
  })
}
