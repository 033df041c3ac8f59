/** Beside a clock and a progress bar, where keys and presses are ignored as often as taken. */
import t from 'tap'
import { type Act, nameOf, setUpProgram } from '../fixtures/desktop/hands.ts'
import { random as seeded } from '../fixtures/random.ts'
import { again } from '../fixtures/until.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 300_000 * minutes)
const hands = await setUpProgram(t, 'ticking.py')

interface Held {
  readonly steps: number
  readonly counts: number
}

const key = (keys: string): Act => ({ action: 'key', keys })
const deeds: readonly { readonly to: string; readonly act: Act; readonly brings?: keyof Held }[] = [
  { to: 'Board', act: key('ArrowLeft') },
  { to: 'Board', act: key('ArrowRight'), brings: 'steps' },
  { to: 'Idle', act: key('F7') },
  { to: 'Count', act: key('Space'), brings: 'counts' },
  { to: 'Idle', act: { action: 'click' } },
  { to: 'Idle', act: { action: 'double_click' } },
  { to: 'Count', act: { action: 'click' }, brings: 'counts' },
]

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const { app, held, end } = await hands.run(toolkit)
    const other = await hands.run('gtk3')
    const of = async (app: string, name: string) =>
      (await hands.all(app, {})).find((one) => nameOf(one) === name && one.role !== 'AXStaticText')!
    const dice = seeded()
    const places = ['another window', 'Count', 'itself']
    const untrue: string[] = []
    const missed: string[] = []
    let cases = 0
    for (const turn of turns(t, deeds.length * places.length, dice, deeds.length)) {
      const { to, act, brings } = deeds[turn % deeds.length]!
      const from = places[turn % places.length]
      const [start, name] = from === 'another window' ? [other.app, 'Count'] : [app, from === 'Count' ? 'Count' : to]
      // GTK 4 takes no focus but by keys and presses.
      await hands.act(await of(start, name), key('Shift')).catch(() => {})
      const was = held<Held>()
      const refused = (error: unknown) => ({ effect: 'refused', why: String(error) })
      const { effect, why } = await hands.act(await of(app, to), act).catch(refused)
      cases++
      const isBrought = ({ steps, counts }: Held) => steps + counts > was.steps + was.counts
      const now = async () => isBrought(held<Held>()) || Promise.reject(new Error('not taken'))
      const isDone = await again(now, brings === undefined ? 100 : 2000).catch(() => false)
      const said = `${to} ${JSON.stringify(act)} from ${from}: ${effect} (${why ?? ''}), ${isDone ? 'taken' : 'not taken'}`
      if (effect === 'confirmed' && !isDone) untrue.push(said)
      if (effect !== 'confirmed' && isDone) missed.push(said)
    }
    const on = `a window of ${toolkit} where something goes on by itself`
    tell(t, { law: 'What goes on by itself, and the focus that an act needs, prove no act.', on, cases, wrong: untrue })
    tell(t, { law: 'What an act brought about beside a clock is confirmed.', on, cases, wrong: missed })
    await other.end()
    await end()
  })
}
