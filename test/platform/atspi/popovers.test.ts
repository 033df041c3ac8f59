/** Popovers of GTK 3 stand in the window itself, over what it shows, and say what they belong to. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act, fails, world } = await setUpProgram(t, 'popovers.py')
const { app, lines } = await run('gtk3')
const place = (name: string) => world.again(() => one(app, { titleContains: `Place ${name}` }))

t.test('a popover that takes the place of an equal one elsewhere has come', async (t) => {
  for (const name of ['A', 'D', 'E']) {
    const answer = await act(await place(name), { action: 'click' })
    await answerThat(lines, (all) => all.includes(`place ${name}`))
    t.match(answer, { effect: 'confirmed', route: 'pointer' }, name)
  }
})

t.test('what a popover covers is not pressed through it', async (t) => {
  await act(await place('B'), { action: 'click' })
  const before = lines().length
  t.match(await fails(await place('F'), { action: 'click' }), { name: 'element_changed', data: { reason: 'covered' } })
  t.equal(lines().length, before)
  await act(await one(app, { role: 'AXButton', titleContains: '2' }), { action: 'click' })
  await answerThat(lines, (all) => all.includes('2 at B'))
})
