import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { nameOf, setUpProgram } from '../fixtures/desktop/hands.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { random } from '../fixtures/random.ts'
import { orProblem } from '../fixtures/thrown.ts'
import { answerThat } from '../fixtures/until.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)
const hands = await setUpProgram(t, 'items.py')
const dice = random()
t.comment(`seed ${dice.seed}`)
const fruits = ['Apple', 'Banana', 'Cherry']

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6'] as const) {
  t.test(toolkit, async (t) => {
    const running = await hands.run(toolkit)
    const { app } = running
    const kinds = [
      ...(toolkit.startsWith('gtk') ? ['Row', 'Line', 'Tile'] : ['Row']),
      ...(toolkit === 'gtk4' ? [] : ['Cell']),
    ]
    const wrong: string[] = []
    let cases = 0
    const lines = () => running.lines().filter((line) => /^[A-Z][a-z]+: [A-Z][a-z]+$/.test(line))
    // Pressing what is chosen already tells nothing.
    const last = new Map<string, string>()
    for (const turn of turns(t, 4 * kinds.length, undefined, 2 * kinds.length)) {
      const kind = kinds[turn % kinds.length]!
      const fruit = dice.oneOf(fruits.filter((one) => one !== last.get(kind)))
      last.set(kind, fruit)
      const before = lines().length
      const items = await hands.all(app, {}, { includeNonInteractable: false })
      const item = items.find((one) => nameOf(one) === `${kind} ${fruit}` && one.role !== 'AXStaticText')
      if (item === undefined) {
        wrong.push(`${kind} ${fruit} is not found`)
        continue
      }
      cases++
      const answer = await orProblem(hands.act(item, { action: 'click' }))
      const told = answer instanceof Problem ? answer.message : `${answer.effect} ${answer.route}`
      const now = await answerThat(lines, (all) => all.length > before).catch(lines)
      const did = now.slice(before)
      if (!(answer instanceof Problem)) itWas(did.includes(`${kind}: ${fruit}`))
      if (did.length !== 1 || did[0] !== `${kind}: ${fruit}`) wrong.push(`${kind} ${fruit}, ${told}: ${did}`)
    }
    tell(t, { law: 'A press of an item does what a click does.', on: `lists of ${toolkit}`, cases, wrong })
    await running.end()
  })
}
