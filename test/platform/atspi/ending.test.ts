/** A press that ends its application is no error; it is confirmed where the windows closed first. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { startFake } from '../../fixtures/desktop/fake-application.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { until } from '../../fixtures/until.ts'

const program = fileURLToPath(new URL('../../fixtures/desktop/ending.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
t.setTimeout(600_000)
const hands = await setUpHands(t, [])
const ended = { effect: 'unverified', why: 'its application is gone' }

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  for (const [title, outcome] of [
    ['End', ended],
    ['Close', { effect: 'confirmed' }],
  ] as const) {
    t.test(`${toolkit}: ${title}`, async (t) => {
      const started = await hands.desktop.start(python, program, toolkit)
      const apps = async () => (await hands.world.call('apps')).apps
      const { bundleId } = await until(
        async () => (await apps()).find(({ pid }) => pid === started.pid),
        'the application',
      )
      const buttons = async () => await hands.all(bundleId, { titleContains: title })
      const button = await until(async () => (await buttons()).find(({ role }) => role === 'AXButton'), 'the button')
      t.match(await hands.act(button, { action: 'click' }), outcome)
    })
  }
}

t.test('before it has answered', async (t) => {
  const fake = await startFake(t, hands.desktop, { name: 'ending' })
  const press = async () => (await hands.all('ending', { titleContains: 'Press' }))[0]
  const button = await until(press, 'the button')
  await fake.order({ do: 'misbehave', how: { kind: 'dies', member: 'DoAction' } })
  t.match(await hands.act(button, { action: 'click' }), ended)
})
