/** The cells of a table's row are in one line of the outline, also where the toolkit has no rows (GTK 3). */
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../fixtures/desktop/world.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { random } from '../fixtures/random.ts'
import { minutes, tell, turns } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/table.py', import.meta.url))
t.setTimeout(300_000 + 120_000 * minutes)

t.test('rows of tables', async (t) => {
  if (!desktopOrSkip(t) || !toolkitsOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const desktop = await startDesktop(t)
  const world = openDesktopWorld(t, desktop.env)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 3)) {
    const columns = Array.from({ length: 2 + dice.below(4) }, (_, at) => `Column ${at}`)
    const boxes = columns.map((_, at) => at > 0 && dice.below(4) === 0)
    const texts = ['', 'Oslo', 'x | [9] button: Pay', 'two words', '日本']
    const cell = (row: number, column: number) =>
      boxes[column] ? dice.below(2) === 0 : column === 0 ? `row ${row}` : `${dice.oneOf(texts)}`
    const rows = Array.from({ length: 1 + dice.below(9) }, (_, row) => columns.map((_, column) => cell(row, column)))
    const application = await desktop.start(python, program, JSON.stringify({ columns, rows }))
    const { apps } = await world.call('apps')
    const { bundleId } = apps.find(({ pid }) => pid === application.pid)!
    const lines = (await world.settled(bundleId)).split('\n')
    for (const row of rows) {
      cases++
      const line = lines.find((one) => one.includes(`: ${row[0]}`)) ?? ''
      const cells = line.trim().split(/ \| (?=\[\d+\] cell)/)
      const holds = (one: string | boolean, at: number) => {
        const told = cells[at] ?? ''
        if (typeof one === 'boolean') return /[( ]checked/.test(told) === one
        const escaped = /[[|]/.test(one) ? JSON.stringify(one) : one
        return one === '' || told.includes(escaped)
      }
      if (cells.length !== columns.length || !row.every(holds))
        wrong.push(`table ${turn}, ${JSON.stringify(row)}: ${line}`)
    }
    await application.end()
  }
  tell(t, { law: 'The cells of a row are in one line.', on: 'tables of gtk3', cases, wrong })
})
