import { fileURLToPath } from 'node:url'
import t from 'tap'
import { type Act, nameOf, setUpProgram } from '../fixtures/desktop/hands.ts'
import { itWas } from '../fixtures/evidence/recording.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { random as seeded } from '../fixtures/random.ts'
import { answerThat } from '../fixtures/until.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 300_000 * minutes)
const hands = await setUpProgram(t, 'controls.py')
const items = ['Apples', 'Bread', 'Milk']
const fruits = ['Apple', 'Banana', 'Cherry', 'Date']

interface Held {
  readonly ticked: readonly string[]
  readonly [name: string]: unknown
}

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held: now, end } = await hands.run(toolkit)
    const held = () => now<Held>()
    const said = () => JSON.stringify(held())
    /** In GTK 3 the check box is a cell of its own, told by the text of its row. */
    const elementOf = async (name: string) => {
      const all = (await hands.all(app, {})).filter(({ role }) => role !== 'AXStaticText')
      const shown = toolkit === 'gtk3' && items.includes(name) ? `near “${name}”` : name
      return all.find((one) => nameOf(one) === shown)!
    }
    const random = seeded()
    const wrong: string[] = []
    let cases = 0
    const attempt = async (name: string, act: Act, isSo: (now: Held) => boolean) => {
      const was = said()
      const { effect } = await hands.act(await elementOf(name), act)
      cases++
      // What it says may come a little later than what it shows.
      const isHeld = await answerThat(held, isSo).then(
        () => true,
        () => false,
      )
      if (effect !== 'noop') itWas(isHeld)
      if (effect !== 'confirmed' && effect !== 'noop')
        wrong.push(`${name} ${JSON.stringify(act)} is ${effect}: ${said()}`)
      else if (!isHeld) wrong.push(`${name} ${JSON.stringify(act)} is ${effect}: ${was}, then ${said()}`)
    }
    for (const _ of turns(t, 4, undefined, 2)) {
      const [item, fruit] = [random.oneOf(items), random.oneOf(fruits)]
      const isOn = held().ticked.includes(item)
      // GTK 4.8 has no elements for the cells of a tree view.
      if (toolkit !== 'gtk4') {
        await attempt(item, { action: 'toggle' }, ({ ticked }) => ticked.includes(item) !== isOn)
        await attempt(item, { action: 'toggle', value: 'on' }, ({ ticked }) => ticked.includes(item))
      }
      for (const name of toolkit.startsWith('qt') ? ['Agree', 'Pinned', 'Loud'] : []) {
        const on = name === 'Loud' || held()[name] !== true
        await attempt(name, { action: 'toggle', value: on ? 'on' : 'off' }, (now) => now[name] === on)
      }
      // Something else has the keys before; they reach the row, or are not sent.
      if (toolkit.startsWith('qt')) {
        await hands.act(await elementOf('Number'), { action: 'focus' })
        const isTicked = held().ticked.includes(item)
        await attempt(item, { action: 'key', keys: 'Space' }, ({ ticked }) => ticked.includes(item) !== isTicked)
      }
      await attempt('Fruit', { action: 'select', value: fruit }, (now) => now.Fruit === fruit)
      const number = 3 + 2 * random.below(7)
      await attempt('Number', { action: 'set_value', value: String(number) }, (now) => now.Number === number)
      const share = -1.5 + 0.5 * random.below(6)
      await attempt('Share', { action: 'set_value', value: String(share) }, (now) => now.Share === share)
      await attempt('Share', { action: 'increment' }, (now) => now.Share === share + 0.5)
      await attempt('Number', { action: 'decrement' }, (now) => now.Number === Math.max(3, number - 2))
    }
    for (const [name, value] of Object.entries({ Number: '18', Share: '-2', Fruit: 'Pear' })) {
      const was = said()
      const { message } = await hands.fails(await elementOf(name), { action: 'set_value', value })
      cases++
      if (said() !== was || !/from 3 to 17|from -1.5 to 1.5|no option/.test(message)) wrong.push(`${name}: ${message}`)
    }
    tell(t, { law: 'What a control is confirmed to hold, it holds.', on: `controls of ${toolkit}`, cases, wrong })
    await end()
  })
}

/** Longer than a call to an application is waited for. */
const busySeconds = 2
const busy = fileURLToPath(new URL('../fixtures/desktop/busy.py', import.meta.url))
for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(`${toolkit}: what keeps its program busy`, async (t) => {
    const { app, lines, end } = await hands.start(python, busy, toolkit, String(busySeconds))
    const wrong: string[] = []
    const { effect, changed } = await hands.act(await hands.one(app, { role: 'AXButton' }), { action: 'click' })
    const said = lines()
    const named = JSON.stringify(changed?.added ?? [])
    if (effect !== 'confirmed' || !said.includes('opened') || !named.includes('Report'))
      wrong.push(`${effect}, ${said}, added ${named}`)
    const law = 'What a press is confirmed to have opened is there and named, however long its program is busy.'
    tell(t, { law, on: `a program of ${toolkit} that is busy`, cases: 1, wrong })
    await end()
  })
}
