/** Nothing that can be used is missing, and nothing is shown that is not there: what GTK 3 draws in parts. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { setUpHands } from '../fixtures/desktop/hands.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { answerThat } from '../fixtures/until.ts'
import { tell } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/parts.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
t.setTimeout(600_000)
const hands = await setUpHands(t, [])
const started = await hands.desktop.start(python, program)
const signal = new AbortController().signal
const { id: app } = (await hands.world.platform.targets(signal)).find(({ pid }) => pid === started.pid)!
const view = async () =>
  (await hands.world.settled(app)).split('\n').map((line) => line.trim().replace(/^\[\d+\] /, ''))

t.test('each part that people see is one element, and no other is', async (t) => {
  const lines = await view()
  const expected = [
    ...['cell: Inbox', 'cell: Drafts'],
    ...['group: Birthday', 'group: Sketch', 'toggle: Direction'],
    ...['row: Weather "Icons about the sky"', 'row: Travel "Icons about roads"', 'button: On the page'],
  ]
  const missing = expected.filter((line) => !lines.some((one) => one.startsWith(line)))
  const extra = lines.filter((line) => /note on|^cell( \||$)|^tab/.test(line))
  const wrong = [...missing.map((line) => `${line} is missing`), ...extra.map((line) => `${line} is shown`)]
  const cases = expected.length + lines.length
  tell(t, { law: 'Nothing that can be used is missing.', on: 'what GTK 3 draws in parts', cases, wrong })
})

t.test('what is only drawn can be pressed at a point', async (t) => {
  const calendar = (await hands.all(app, { titleContains: 'Birthday' })).find(({ role }) => role === 'AXGroup')!
  const { effect } = await hands.act(calendar, { action: 'click', to: { x: 60, y: 90 } })
  t.match(effect, /^(confirmed|unverified)$/)
  t.ok((await hands.state(calendar)).includes('focused'))
})

t.test('an icon in a field is pressed as a person presses it', async (t) => {
  const icon = (await hands.all(app, {})).find(({ role }) => role === 'AXImage')!
  await hands.act(icon, { action: 'click' })
  const said = () => readFileSync(started.program.log, 'utf8')
  t.match(
    await answerThat(
      async () => said(),
      (text) => text.includes('pressed by'),
    ),
    /pressed by a pointer/,
  )
})
