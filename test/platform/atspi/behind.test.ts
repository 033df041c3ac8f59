/** A window under a dialog of its own: nobody gets behind one that blocks it, and what another covers is reached where a person can. */
import t from 'tap'
import { role, startFake, state } from '../../fixtures/desktop/fake-application.ts'
import { type Act, setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act, fails, world, desktop } = await setUpProgram(t, 'above.py')

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  const open = async (kind: string) => {
    const running = await run(toolkit, kind)
    await world.again(() => one(running.app, { role: 'AXWindow', titleContains: 'Above' }))
    return running
  }
  t.test(`${toolkit}: behind a modal dialog nothing is done, by whatever way`, async (t) => {
    const { app, held, end } = await open('modal')
    const acts: readonly [role: string, act: Act][] = [
      ['AXButton', { action: 'click' }],
      ['AXButton', { action: 'right_click' }],
      ['AXCheckBox', { action: 'toggle' }],
      ['AXTextField', { action: 'set_value', value: 'words' }],
      ['AXTextField', { action: 'type', value: 'words' }],
      ['AXRow', { action: 'select' }],
    ]
    for (const [role, does] of acts) {
      const element = await one(app, { role, ...(role === 'AXButton' && { titleContains: 'Under' }) })
      const by = { name: 'element_changed', data: { reason: 'covered', by: 'dialog "Above"' } }
      t.match(await fails(element, does), by, `${does.action}`)
    }
    t.match(held(), { Under: 0, Agree: false, Field: '', Row: null })
    const seen = await world.settled(app)
    t.match(seen, /window: Main$/m, 'one line')
    t.match(seen, /dialog: Above/, 'what blocks another window is called a dialog')
    t.notMatch(seen, /Under|Agree/)
    t.match(await act(await one(app, { role: 'AXButton', titleContains: 'Answer' }), { action: 'click' }), {
      route: 'native',
    })
    await answerThat(held, ({ Answer }) => Answer === 1)
    await end()
  })

  t.test(`${toolkit}: under another dialog, what needs no pointer is done, and the rest names it`, async (t) => {
    const { app, held, end } = await open('free')
    const under = await one(app, { role: 'AXButton', titleContains: 'Under' })
    await act(under, { action: 'click' })
    await act(await one(app, { role: 'AXTextField' }), { action: 'set_value', value: 'words' })
    await answerThat(held, ({ Under, Field }) => Under === 1 && Field === 'words')
    t.match(await fails(under, { action: 'right_click' }), {
      name: 'element_changed',
      data: { reason: 'covered', by: /"Above"/ },
    })
    await end()
  })
}

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: behind a dialog that belongs to no window, but takes all input`, async (t) => {
    const { app, held, end } = await run(toolkit, 'alone')
    await world.again(() => one(app, { role: 'AXWindow', titleContains: 'Above' }))
    const under = await one(app, { role: 'AXButton', titleContains: 'Under' })
    const by = { name: 'element_changed', data: { reason: 'covered', by: 'dialog "Above"' } }
    t.match(await fails(under, { action: 'click' }), by)
    t.match(held(), { Under: 0 })
    t.notMatch(await world.settled(app), /Under|Agree/, 'one line of the view')
    await end()
  })

t.test('where no window says that it is active, the keys are in the modal one', async (t) => {
  const window = (name: string, states: readonly number[]) => ({
    role: role.frame,
    name,
    states,
    extents: [0, 0, 400, 300] as const,
    children: [{ role: role.button, name: `In ${name}`, states: [state.focusable, state.focused], actions: ['click'] }],
  })
  const windows = [window('Main', []), window('Shortcuts', [state.modal])]
  const fake = await startFake(t, desktop, { name: 'inactive', windows })
  await world.settled('inactive')
  const steps = [{ action: 'look', elementId: 'focused' }] as const
  t.match(await world.call('interact', { bundleId: 'inactive', steps }), { steps: [{ outline: /In Shortcuts/ }] })
  await fake.end()
})
