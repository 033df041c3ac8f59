import t from 'tap'
import { nameOf, setUpProgram } from '../fixtures/desktop/hands.ts'
import { random as seeded } from '../fixtures/random.ts'
import { answerThat } from '../fixtures/until.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 300_000 * minutes)
const hands = await setUpProgram(t, 'held.py')
const names = ['alpha', 'beta', 'gamma']
const untaken = 'the program may take it only when the field is left'

interface Held {
  readonly held: { readonly [field: string]: unknown }
  readonly saved: { readonly [field: string]: unknown } | null
  readonly pane: string | null
  readonly selected: readonly string[]
  readonly presses: number
  readonly clicks: number
}

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const now = () => held<Held>()
    const elements = (await hands.all(app, {})).filter(({ role }) => role !== 'AXStaticText')
    const of = (name: string) => elements.find((one) => nameOf(one) === name)!
    const dice = seeded()
    const texts: readonly string[] = ['Date', 'City', 'Note']
    /** What is a number to the program, and shown as something else. */
    const worded: { readonly [name: string]: (turn: number) => string } = {
      Time: (turn) => `1${turn % 10}:${10 + dice.below(50)}`,
      Month: (turn) => ['May', 'April'][turn % 2]!,
      Width: () => `${20 + dice.below(70)} cm`,
      ...(toolkit.startsWith('qt') && { Day: (turn) => `20${10 + dice.below(80)}-1${turn % 3}-2${dice.below(8)}` }),
    }
    const wrong: string[] = []
    let cases = 0
    const shows = async (what: string, isSo: (now: Held) => boolean) => {
      cases++
      if (!(await answerThat(now, isSo).catch(() => false))) wrong.push(`${what}: ${JSON.stringify(now())}`)
    }

    for (const turn of turns(t, 2)) {
      for (const name of dice.shuffled([...texts, 'Count'])) {
        const value = name === 'Count' ? 10 + 40 * (turn % 2) + dice.below(40) : `${turn} word`
        const set = { action: 'set_value', value: `${value}` } as const
        const [field, save] = [of(name), of('Save')]
        const { presses } = now()
        if (turn % 2 === 0) {
          const { effect, untaken: told } = await hands.act(field, set)
          if (effect !== 'confirmed' || told !== untaken) wrong.push(`${name} is ${effect}, untaken ${told}`)
          const { effect: pressed, untaken: kept } = await hands.act(save, { action: 'click' })
          if (pressed !== 'confirmed' || kept !== undefined) wrong.push(`Save after ${name} is ${pressed}, ${kept}`)
        } else {
          const steps = [
            { elementId: field.id, ...set },
            { elementId: save.id, action: 'click' },
          ] as const
          const { effect, untaken: kept } = await hands.world.call('interact', { steps })
          if (effect !== 'confirmed' || kept !== undefined) wrong.push(`${name}, then Save is ${effect}, ${kept}`)
        }
        await shows(`${name}, then Save`, (is) => is.presses === presses + 1 && is.saved?.[name] === value)
      }
    }
    tell(t, {
      law: 'What a field is set to is taken before the next press.',
      on: `fields of ${toolkit}`,
      cases,
      wrong: wrong.splice(0),
    })

    cases = 0
    for (const turn of turns(t, 1)) {
      for (const name of dice.shuffled(Object.keys(worded))) {
        const value = worded[name]!(turn)
        const set = (value: string) => hands.act(of(name), { action: 'set_value', value })
        const { effect, untaken: kept } = await set(value)
        if (effect !== 'confirmed' || kept !== undefined) wrong.push(`${name} to ${value} is ${effect}, ${kept}`)
        await shows(`${name} set to ${value}`, ({ held }) => held[name] === value)
        const { effect: refused, why: reason } = await set('nonsense')
        if (refused !== 'unverified' || !reason?.includes(value))
          wrong.push(`${name} to nonsense: ${refused}, ${reason}`)
        await shows(`${name} set to nonsense`, ({ held }) => held[name] === value)
        if (name !== 'Day') continue
        const typed = `2${value.slice(1, -1)}9`
        const { effect: entered } = await hands.act(of(name), { action: 'type', value: typed })
        if (entered !== 'confirmed') wrong.push(`${typed} typed into ${name} is ${entered}`)
        await hands.act(of('Save'), { action: 'click' })
        await shows(`${typed} typed into ${name}`, ({ saved }) => saved?.[name] === typed)
      }
    }
    tell(t, {
      law: 'A field that shows its number as something else is set by what it shows.',
      on: `numbers and dates of ${toolkit}`,
      cases,
      wrong: wrong.splice(0),
    })

    cases = 0
    for (const _ of turns(t, 1)) {
      // The keyboard is elsewhere at first.
      await hands.act(of('Date'), { action: 'type', value: 'x' })
      for (const name of [...dice.shuffled(names), ...names.slice(-1).flatMap((one) => [one, one])]) {
        const { clicks } = now()
        const { effect } = await hands.act(of(name), { action: 'click' })
        if (effect === 'noop') wrong.push(`a click of ${name} is a noop`)
        // In a list of several that are selected, a click of GTK 4 selects one more.
        const isAlone = toolkit !== 'gtk4'
        const isClicked = (is: Held) =>
          is.clicks > clicks &&
          is.selected.includes(name) &&
          (!isAlone || (is.pane === name && is.selected.length === 1))
        await shows(`${name} clicked`, isClicked)
      }
      for (const name of ['alpha', 'beta']) {
        if (now().selected.includes(name)) continue
        await hands.act(of(name), { action: 'select' })
        await shows(`${name} selected`, (is) => String(is.selected) === name)
      }
      const { effect } = await hands.act(of(now().selected[0]!), { action: 'select' })
      if (effect !== 'noop') wrong.push(`selecting it again is ${effect}`)
    }
    tell(t, { law: 'A click of a row is a click.', on: `rows of ${toolkit}`, cases, wrong })
    await end()
  })
}
