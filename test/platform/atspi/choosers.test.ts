/** Combo boxes and buttons with menus, by programs that say what was chosen: by the words that a view shows of them. */
import t from 'tap'
import { type Act, setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat, until } from '../../fixtures/until.ts'

const { run, one, act, fails, world } = await setUpProgram(t, 'choosers.py')

for (const toolkit of ['gtk3', 'qt5', 'qt6'])
  t.test(`${toolkit}: an option is chosen in its combo box, whichever of the two the words name`, async (t) => {
    const { app, lines, end } = await run(toolkit)
    const select = async (words: string, does: Act, chosen: string) => {
      const find = { scope: 'application', bundleId: app, filter: { anyFieldContains: words } }
      t.match(await world.call('interact', { find, ...does }), { effect: 'confirmed' }, `${does.action} ${words}`)
      await answerThat(lines, (told) => told.at(-1) === `chose ${chosen}`)
    }
    await select('Fruit', { action: 'select', value: 'Banana' }, 'Banana')
    await select('Banana', { action: 'select', value: 'Cherry' }, 'Cherry')
    if (toolkit !== 'gtk3') await select('Rome', { action: 'select', value: 'Oslo' }, 'Oslo')
    // Only Qt 5 lists what a closed list holds.
    if (toolkit === 'qt5') {
      await select('Apple', { action: 'select' }, 'Apple')
      await select('Date', { action: 'click' }, 'Date')
    }
    const box = await one(app, { role: 'AXPopUpButton' })
    t.notMatch(box.state, ['expanded'], 'and no list is left open')
    await end()
  })

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: an entry of a button's menu is chosen by its name, though it may be no element`, async (t) => {
    const { app, lines, end } = await run(toolkit)
    const window = await one(app, { role: 'AXWindow' })
    const told = () => lines().filter((line) => line !== '')
    for (const [name, entry] of [
      ['View', 'Details'],
      ['Undo', 'Undo all'],
      ['Back', 'Start'],
      ['Create', 'File'],
    ] as const) {
      const button = await one(app, { role: 'AXButton', titleContains: name })
      t.match(await fails(button, { action: 'menu', path: 'Nowhere' }), {
        name: 'not_found',
        message: /no entry "Nowhere"/,
      })
      for (const [on, path] of [
        [button, entry],
        [window, `${name} > ${entry}`],
      ] as const) {
        const { length } = told()
        await act(on, { action: 'menu', path })
        // And no button was pressed for its own sake.
        t.same((await answerThat(told, (all) => all.length > length)).slice(length), [`chose ${entry}`], path)
      }
    }
    await end()
  })

t.test('gtk4: an application is in front while its file chooser is, which does not say so', async (t) => {
  const other = await run('gtk3')
  const { app, end } = await run('gtk4')
  await act(await one(app, { role: 'AXButton', titleContains: 'File' }), { action: 'click' })
  await one(app, { role: 'AXButton', titleContains: 'Cancel' })
  await until(
    async () => (await world.call('apps', { action: 'list' })).apps.find(({ focused }) => focused)?.bundleId === app,
    'it is in front',
  )
  await act(await one(other.app, { role: 'AXWindow' }), { action: 'raise' })
  t.match((await world.call('apps', { action: 'list' })).apps, [{ bundleId: other.app, focused: true }])
  await end()
  await other.end()
})
