/** Rows outside of the visible part of their list are reached: the program itself says which row was selected. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { desktopOrSkip, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { flat, setUpHands } from '../fixtures/desktop/hands.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { random } from '../fixtures/random.ts'
import { until } from '../fixtures/until.ts'
import { minutes, pressLaw, tell, turns } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/rows.py', import.meta.url))
const rows = 60
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)

t.setTimeout(600_000 + 300_000 * minutes)
const { desktop, world, act } = await setUpHands(t, [])

for (const toolkit of ['gtk3', 'gtk4', 'qt5', 'qt6']) {
  t.test(toolkit, async (t) => {
    const dice = random()
    const started = await desktop.start(python, program, toolkit)
    const said = () => readFileSync(started.program.log, 'utf8')
    const { bundleId } = await until(
      async () => (await world.call('apps')).apps.find(({ pid }) => pid === started.pid),
      'the application',
    )
    // GTK 4.8 tells nothing of the cells of a tree view.
    const kinds = toolkit === 'gtk4' ? ['Row', 'Entry'] : ['Row', 'Cell']
    const wrong: string[] = []
    let cases = 0
    for (const turn of turns(t, 4)) {
      const name = `${dice.oneOf(kinds)} ${dice.below(rows)}`
      const { elements } = await world.call('explore', {
        ...{ scope: 'application', bundleId, includeHidden: true, includeNonInteractable: true },
        ...{ limit: 1000, maxTokens: 100_000 },
      })
      const all = flat(elements ?? [])
      const isNamed = (one: Element) => one.name === name
      // GTK 3 shows the text of a row that is out of sight in the row.
      const found =
        all.find((one) => isNamed(one) && one.role !== 'AXStaticText') ??
        all.find(({ role, children = [] }) => role === 'AXRow' && children.some(isNamed))
      cases++
      if (found === undefined) {
        wrong.push(`turn ${turn}: ${name} is not found`)
        continue
      }
      // Programs of the same name share their log.
      const before = said().length
      const { effect, why } = await act(found, { action: dice.oneOf(['click', 'select'] as const) })
      // GTK 4 also says that it does not know where it is on the screen.
      const told = said()
        .slice(before)
        .split('\n')
        .filter((line) => line !== '' && !line.includes('Gtk-WARNING'))
      // What was selected already is told by nobody.
      const isSelected = told.at(-1) === name || effect === 'noop' || found.state?.includes('selected') === true
      const isOther = told.some((one) => one !== name && one !== 'none')
      const isHonest = effect !== 'unverified' || why?.includes('only chosen') || found.state?.includes('selected')
      if (!isSelected || isOther || !isHonest)
        wrong.push(`turn ${turn}: ${name} is ${effect} (${why}), and the program says ${told}`)
    }
    tell(t, { law: pressLaw, on: `rows of ${toolkit} out of sight`, cases, wrong })
    await started.end()
  })
}
