/** Of what lies one over another the toolkits name the first: what is on top is pressed, and nothing through it. */
import t from 'tap'
import { setUpProgram } from '../../fixtures/desktop/hands.ts'
import { answerThat } from '../../fixtures/until.ts'

const { run, one, act, fails, world } = await setUpProgram(t, 'stacked.py')

for (const toolkit of ['gtk3', 'qt5', 'qt6'])
  t.test(`${toolkit}: labels that lie one over another`, async (t) => {
    const { app, lines, end } = await run(toolkit)
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
