/** The cells of a table's row are in one line of the outline, also where the toolkit has no rows (GTK 3). */
import t from 'tap'
import { setUpProgram } from '../fixtures/desktop/hands.ts'
import { random } from '../fixtures/random.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(300_000 + 120_000 * minutes)

const dice = random()
t.comment(`seed ${dice.seed}`)
const hands = await setUpProgram(t, 'table.py')
const { world } = hands
const open = (table: { readonly columns: readonly string[]; readonly rows: readonly unknown[] }) =>
  hands.run(JSON.stringify(table))

t.test('rows of tables', async (t) => {
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 3)) {
    const columns = Array.from({ length: 2 + dice.below(4) }, (_, at) => `Column ${at}`)
    const boxes = columns.map((_, at) => at > 0 && dice.below(4) === 0)
    const texts = ['', 'Oslo', 'x | [9] button: Pay', 'two words', '日本']
    const cell = (row: number, column: number) =>
      boxes[column] ? dice.below(2) === 0 : column === 0 ? `row ${row}` : `${dice.oneOf(texts)}`
    const rows = Array.from({ length: 1 + dice.below(9) }, (_, row) => columns.map((_, column) => cell(row, column)))
    const { app: bundleId, end } = await open({ columns, rows })
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
    await end()
  }
  tell(t, { law: 'The cells of a row are in one line.', on: 'tables of gtk3', cases, wrong })
})

t.test('tables with more rows than are read', async (t) => {
  const columns = Array.from({ length: 7 }, (_, at) => `Column ${at}`)
  const rows = Array.from({ length: 400 }, (_, row) => columns.map((_, column) => `${row}/${column}`))
  const { app: bundleId, end } = await open({ columns, rows })
  const wrong: string[] = []
  let cases = 0
  let before = ''
  for (const turn of turns(t, 4)) {
    const outline = await world.settled(bundleId)
    const found = [...outline.matchAll(/\[(\d+)\] cell: (\d+)\/0 .*/g)]
    for (const [line, , row] of found) {
      cases++
      const told = [...line.matchAll(/cell: (\S+)/g)].map(([, text]) => text)
      if (String(told) !== String(rows[Number(row)])) wrong.push(`turn ${turn}: ${line}`)
    }
    if (found.length < 3) wrong.push(`turn ${turn}: ${found.length} rows in ${outline}`)
    const shown = found.map(([, , row]) => row).join()
    if (shown === before) wrong.push(`turn ${turn}: still ${shown} after scrolling`)
    before = shown
    const value =
      turn === 0 ? 'down' : dice.oneOf(['bottom', 'top'].filter((one) => (one === 'top') !== shown.startsWith('0,')))
    const { effect } = await world.call('interact', { elementId: found[0]?.[1] ?? '0', action: 'scroll', value })
    if (effect !== 'confirmed') wrong.push(`turn ${turn}: scrolling ${value} is ${effect}`)
  }
  tell(t, { law: 'The cells of a row are in one line.', on: 'a table of gtk3 with 2,800 cells', cases, wrong })
  await end()
})
