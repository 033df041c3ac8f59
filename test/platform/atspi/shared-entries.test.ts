/** An action of a menu bar that a context menu has as well is one element: it is told in the menu that is open. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act, world } = await setUpProgram(t, 'shared.py')

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: a context menu that shares its entries with a menu bar`, async (t) => {
    const { app, lines, end } = await run(toolkit)
    const row = await world.again(() => one(app, { role: 'AXRow', titleContains: 'two' }))
    const opened = await act(row, { action: 'right_click' })
    t.match(JSON.stringify(opened.changed), /Cut.*Copy.*Own/)
    const seen = await world.settled(app)
    t.match(seen, /Cut[\s\S]*Copy[\s\S]*Own/)
    t.notMatch(seen, /Paste|Unseen/, 'what is in the closed menu alone, and what no menu shows')
    await act(await one(app, { role: 'AXWindow' }), { action: 'key', keys: 'Escape' })
    await answerThat(
      () => world.settled(app),
      (view) => !view.includes('Copy'),
    )
    await act(await one(app, { role: 'AXWindow' }), { action: 'menu', path: 'Edit > Copy' })
    await answerThat(lines, (all) => all.includes('Copy'))
    await act(row, { action: 'right_click' })
    const copy = () => world.again(() => one(app, { role: 'AXMenuItem', titleContains: 'Copy' }))
    const before = lines().filter((line) => line === 'Copy').length
    t.match(await act(await copy(), { action: 'click' }), { effect: 'confirmed', route: 'keys' })
    await answerThat(lines, (all) => all.filter((line) => line === 'Copy').length === before + 1)
    await act(row, { action: 'right_click' })
    const named = (name: string) => world.again(() => one(app, { role: 'AXMenuItem', titleContains: name }))
    t.match(
      await act(await named('More'), { action: 'click' }),
      { effect: 'confirmed', route: 'keys' },
      'one that leads on',
    )
    await act(await one(app, { role: 'AXWindow' }), { action: 'key', keys: 'Enter' })
    await answerThat(lines, (all) => all.includes('Deep'))
    const bold = async () => await act(await one(app, { role: 'AXWindow' }), { action: 'menu', path: 'Edit > Bold' })
    t.match(await bold(), { effect: 'confirmed' }, 'its mark shows that it was pressed')
    t.match(await bold(), { effect: 'confirmed' }, 'and is gone once it is pressed again')
    t.match(lines().slice(-2), ['Bold', 'Bold'])
    await end()
  })
