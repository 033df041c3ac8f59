/** What an application does some time after an act belongs to that act, though it is only read much later. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { until } from '../../fixtures/until.ts'

const hands = await setUpProgram(t, 'late.py')

/** After so long, in ms, no act is the cause of what changes. */
const long = 5000
let passed = 0
const now = performance.now.bind(performance)
t.intercept(performance, 'now', { value: () => now() + passed })

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, lines, end } = await hands.run(toolkit)
    const press = async (titleContains: string) => {
      const button = await hands.one(app, { role: 'AXButton', titleContains })
      const { effect, why } = await hands.act(button, { action: 'click' })
      return why === undefined ? effect : `${effect}: ${why}`
    }
    const sent = () => lines().filter((line) => line === 'sent').length
    for (let turn = 0; turn < 2; turn++) {
      const before = sent()
      t.equal(await press('Send'), 'confirmed')
      await until(async () => (sent() > before ? true : undefined), 'it is sent')
      passed += long
      const box = await hands.one(app, { titleContains: 'Sent' })
      t.ok((await hands.state(box)).includes('checked'))
      t.equal(await press('Send'), 'confirmed', 'though it turns off what was turned on late')
      passed += long
      t.match(await press('Idle'), /^unverified/)
    }
    await end()
  })
}
