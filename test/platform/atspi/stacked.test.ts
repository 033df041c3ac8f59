/** Of what lies one over another the toolkits name the first: what is on top is pressed, and nothing through it. */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const program = fileURLToPath(new URL('../../fixtures/desktop/stacked.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
const { start, one, act, fails, world } = await setUpHands(t, [])

for (const toolkit of ['gtk3', 'qt5', 'qt6'])
  t.test(`${toolkit}: labels that lie one over another`, async (t) => {
    const { app, lines, end } = await start(python, program, toolkit)
    const label = (name: string) => world.again(() => one(app, { role: 'AXStaticText', titleContains: name }))
    const covered = await fails(await label('Lower'), { action: 'click' })
    t.match(covered, { name: 'element_changed', data: { reason: 'covered' } })
    t.notOk(lines().includes(`${toolkit} pressed Upper`), 'nothing is pressed through it')
    for (const name of ['Upper', 'Shown', 'Through']) {
      await act(await label(name), { action: 'click' })
      await answerThat(lines, (all) => all.includes(`${toolkit} pressed ${name}`))
    }
    t.notOk(lines().includes(`${toolkit} pressed Lower`))
    await end()
  })
