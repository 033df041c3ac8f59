/** What a window shows is told in the order in which a person reads it, in whatever order its program put it there. */
import t from 'tap'
import { nameOf, setUpProgram } from '../fixtures/desktop/hands.ts'
import { random } from '../fixtures/random.ts'
import { minutes, tell, turns } from './law.ts'

type What = readonly [kind: 'button' | 'check' | 'label', name: string] | readonly Cell[]
type Cell = readonly [row: number, column: number, rows: number, columns: number, what: What]

t.setTimeout(300_000 + 120_000 * minutes)

const dice = random()
t.comment(`seed ${dice.seed}`)
const hands = await setUpProgram(t, 'placed.py')
const { world } = hands

/** On one side of the others, or above them, as a list of pages or a tool bar is. */
const sides = ['none', 'left', 'right', 'above'] as const

/** A grid whose cells are put in by chance. */
function grid(depth: number, next: () => string): readonly Cell[] {
  const [rows, columns] = [1 + dice.below(4), 1 + dice.below(3)]
  const side = depth === 0 ? 'none' : dice.oneOf(sides)
  const what = (isGrid = depth > 0 && dice.below(4) === 0): What =>
    isGrid ? grid(depth - 1, next) : [dice.oneOf(['button', 'check', 'label'] as const), next()]
  const cells: Cell[] = []
  if (side === 'left') cells.push([1, 0, rows, 1, what(true)])
  if (side === 'above') cells.push([0, 1, 1, columns, what(true)])
  for (let row = 1; row <= rows; row++)
    for (let column = 1; column <= columns; column++) cells.push([row, column, 1, 1, what()])
  if (side === 'right') cells.push([1, columns + 1, rows, 1, what(true)])
  return dice.shuffled(cells)
}

const isGrid = (what: What): what is readonly Cell[] => typeof what[0] !== 'string'
const namesIn = (what: What): readonly string[] =>
  isGrid(what) ? what.flatMap(([, , , , inner]) => namesIn(inner)) : [what[1]]

/** What is told too early: before something to the left of it or above it, or between the cells of another grid. */
function misplaced(cells: readonly Cell[], placeOf: (name: string) => number): readonly string[] {
  const spanOf = (cell: Cell) => {
    const places = namesIn(cell[4]).map(placeOf)
    return { from: Math.min(...places), to: Math.max(...places) }
  }
  const shares = (at: number, size: number, otherAt: number, otherSize: number) =>
    at < otherAt + otherSize && otherAt < at + size
  const wrong = cells.flatMap((cell) =>
    cells.flatMap((other) => {
      const [row, column, rows, columns] = cell
      const isBefore =
        (shares(row, rows, other[0], other[2]) && column < other[1]) ||
        (shares(column, columns, other[1], other[3]) && row < other[0])
      return isBefore && spanOf(cell).to > spanOf(other).from
        ? [`${namesIn(other[4])[0]} before ${namesIn(cell[4])[0]}`]
        : []
    }),
  )
  const parted = cells
    .filter(({ 4: what }) => namesIn(what).length > 0)
    .flatMap((cell) => {
      const { from, to } = spanOf(cell)
      return to - from + 1 === namesIn(cell[4]).length ? [] : [`${namesIn(cell[4])[0]} is not beside its own`]
    })
  return [...wrong, ...parted, ...cells.flatMap(({ 4: what }) => (isGrid(what) ? misplaced(what, placeOf) : []))]
}

const toolkits = ['gtk3', 'gtk4', 'qt5', 'qt6'] as const
const law = 'What a window shows is told in reading order.'

for (const toolkit of toolkits)
  t.test(toolkit, async (t) => {
    const wrong: string[] = []
    let cases = 0
    for (const turn of turns(t, 8, dice, 3)) {
      let last = 0
      const cells = grid(2, () => `Cell ${++last}`)
      const { app: bundleId, end } = await hands.run(toolkit, JSON.stringify(cells))
      await world.settled(bundleId)
      const told = (await hands.all(bundleId, { titleContains: 'Cell' })).map(nameOf)
      cases += last
      if (told.length !== last) wrong.push(`turn ${turn}: ${told.length} of ${last}`)
      const placeOf = (name: string) => told.indexOf(name)
      wrong.push(...misplaced(cells, placeOf).map((one) => `turn ${turn}: ${one} in ${JSON.stringify(cells)}`))
      await end()
    }
    tell(t, { law, on: `grids of ${toolkit}`, cases, wrong })
  })
