/** What a window cuts off is not shown, nor what is in it beyond the edge; what scrolls is, and so is all of it in a wider window. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'

const { run, one, act, fails, world } = await setUpProgram(t, 'cut.py')

for (const toolkit of ['qt5', 'qt6'])
  t.test(`${toolkit}: a dock that is wider than its window`, async (t) => {
    const { app, end } = await run(toolkit)
    const press = async (name: string) =>
      act(await one(app, { role: 'AXButton', titleContains: name }), { action: 'click' })
    await world.again(() => one(app, { role: 'AXButton', titleContains: 'Narrow' }))
    const seen = () => world.settled(app, { maxTokens: 8000 })
    const narrow = await seen()
    t.match(narrow, /Tool 5[\s\S]*Cell 5[\s\S]*Row 39/, 'what is partly there, and what scrolling brings')
    t.notMatch(narrow, /Tool [6-9]|Tool 1\d|Cell [6-9]|Cell 1\d/)
    t.match(await press('Widen'), { effect: 'confirmed', changed: { added: [{ name: 'Tool 6' }] } })
    const last = await one(app, { role: 'AXButton', titleContains: 'Tool 11' })
    t.match(await seen(), /Tool 11[\s\S]*Cell 11/)
    t.match(await act(last, { action: 'click' }), { effect: 'unverified' }, 'it does nothing that is seen')
    t.match(await press('Narrow'), { effect: 'confirmed' })
    t.equal(await seen(), narrow)
    t.match(await fails(last, { action: 'click' }), { name: 'element_changed', data: { reason: 'hidden' } })
    await end()
  })
