/** Popovers of GTK 3 stand in the window itself, over what it shows, and say what they belong to. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const program = fileURLToPath(new URL('../../fixtures/desktop/popovers.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const { start, one, act, fails, world } = await setUpHands(t, [])
const { app, lines } = await start(python, program, 'gtk3')
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
