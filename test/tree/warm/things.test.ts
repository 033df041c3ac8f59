/** What is built again for the same thing counts as changed, and a clock is known by where it stands. */
import t from 'tap'
import { steadyOf } from '../../../daemon/effect/news.ts'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { type Row, row } from '../../../daemon/platform/element/row.ts'
import { alignChanges, partOf, partsOf } from '../../../daemon/tree/warm/aligned.ts'
import type { Difference } from '../../../daemon/tree/warm/history.ts'
import { Calm, Restless } from '../../../daemon/tree/warm/restless.ts'
import { WarmTree } from '../../../daemon/tree/warm/warm-tree.ts'
import { type Tiny, tiny } from '../../fixtures/tiny-tree.ts'

/** Paragraphs with a text each, and a list. Whatever text is written is a new element. */
class Page {
  readonly tree = new WarmTree()
  readonly #texts: (Row | undefined)[] = []
  #lines: Row[] = []
  #made = 100

  constructor(texts: readonly string[]) {
    for (const [at, text] of texts.entries()) this.write(at, text)
    this.#apply()
  }

  write(at: number, text: string): void {
    this.#texts[at] = row({ key: this.#made++, role: 'AXStaticText', value: text })
  }

  erase(at: number): void {
    this.#texts[at] = undefined
  }

  grow(text: string): void {
    this.#lines = [...this.#lines, row({ key: this.#made++, role: 'AXStaticText', value: text })]
  }

  change(work: () => void): Difference {
    const before = this.tree.revision
    work()
    this.#apply()
    return this.tree.since(before)!
  }

  #apply(): void {
    const held = this.#texts.map((text, at) =>
      row({ key: 10 + at, role: 'AXGroup', children: text === undefined ? [] : [text.key] }),
    )
    const list = row({ key: 9, role: 'AXList', children: this.#lines.map(({ key }) => key) })
    const top = row({ key: 1, role: 'AXWebArea', children: [...held.map(({ key }) => key), 9] })
    const rows = [top, ...held, ...this.#texts.filter((text) => text !== undefined), list, ...this.#lines]
    this.tree.apply({ root: 1, rows, whole: true, complete: true })
  }
}

const told = ({ changed }: Difference) => changed.map(({ was, now }) => [was.value, now.value])

t.test('texts in the place of others', async (t) => {
  const page = new Page(['one', 'two', 'three'])
  const difference = page.change(() => {
    page.write(0, 'one')
    page.write(1, 'other')
    page.grow('line')
  })
  const { added, changed, removed } = alignChanges(difference)
  const texts = changed.filter(({ now }) => now.role !== 'AXList')
  t.same(told({ ...difference, changed: texts }), [['two', 'other']], 'what says the same has not changed')
  t.same(
    added.map(({ value }) => value),
    ['line'],
    'a list that has grown has grown',
  )
  t.same(removed, [])
})

t.test('a clock is known by where it stands', async (t) => {
  const page = new Page(['0', 'still'])
  const restless = new Restless()
  for (let tick = 1; tick < 4; tick++) restless.note(page.change(() => page.write(0, String(tick))))
  const { changed } = alignChanges(
    page.change(() => {
      page.write(0, '9')
      page.write(1, 'done')
    }),
  )
  t.same(
    changed.map((one) => [one.now.value, restless.calmOf(partOf(one)) === Calm.restless]),
    [
      ['9', true],
      ['done', false],
    ],
  )
})

t.test('what gets a listener has not changed by itself', (t) => {
  const restless = new Restless()
  const was = row({ key: 5, role: 'AXRow', title: 'Apple', flags: Flag.selectable })
  const change = (flags: number) => ({
    from: 1,
    to: 2,
    added: [],
    removed: [],
    changed: [{ was, now: { ...was, flags } }],
  })
  restless.note(change(Flag.selectable | Flag.reactive | Flag.focusable))
  t.not(restless.calmOf('element 5'), Calm.restless)
  restless.note(change(Flag.selectable | Flag.selected))
  t.equal(restless.calmOf('element 5'), Calm.restless)
  t.end()
})

t.test('a field that a person has written in is at rest soon after', (t) => {
  let now = 0
  const restless = new Restless(undefined, () => now)
  const field = (value: string, flags: number) => row({ key: 5, role: 'AXTextField', value, flags })
  const write = (value: string, flags = Flag.editable | Flag.focusable) =>
    restless.note({
      from: 1,
      to: 2,
      added: [],
      removed: [],
      changed: [{ was: field('', flags), now: field(value, flags) }],
    })
  for (const value of ['1', '12', '123']) write(value)
  t.equal(restless.calmOf('element 5'), Calm.restless, 'it may go on')
  now = 6000
  t.not(restless.calmOf('element 5'), Calm.restless)
  restless.begin(now)()
  write('1234')
  t.not(restless.calmOf('element 5'), Calm.restless, 'one late consequence of an action is no clock')
  now = 10_000
  write('6', Flag.focusable)
  now = 60_000
  t.equal(restless.calmOf('element 5'), Calm.restless, 'what nobody can write in changes by itself')
  t.end()
})

t.test('late consequences of actions make nothing restless', (t) => {
  let now = 0
  const restless = new Restless(undefined, () => now)
  const tab = (flags: number) => row({ key: 5, role: 'AXRadioButton', flags })
  const turn = (was: number, is: number) =>
    restless.note({
      ...{ from: 1, to: 2, added: [], removed: [] },
      changed: [{ was: tab(was), now: tab(is) }],
    })
  for (const at of [0, 5000]) {
    now = at
    restless.begin(now)()
    turn(at === 0 ? 0 : Flag.selected, at === 0 ? Flag.selected : 0)
  }
  t.equal(restless.calmOf('element 5'), Calm.unsure, 'a clock would look the same to whoever acts without a pause')
  now = 20_000
  turn(0, Flag.selected)
  t.equal(restless.calmOf('element 5'), Calm.restless, 'that was nobody else')
  t.end()
})

t.test('what was not read was not watched', async (t) => {
  let now = 0
  const restless = new Restless(undefined, () => now)
  const calm = () => restless.calmOf('element 5')
  const actAt = (at: number, trueAt: number) => {
    now = at
    restless.begin(trueAt, true)()
  }
  restless.note()
  actAt(5000, 0)
  t.equal(calm(), Calm.unsure, 'it was read when it was opened, and not since')
  actAt(6000, 5900)
  actAt(7100, 7000)
  t.equal(calm(), Calm.unsure, 'two looks are none that is as long as both')
  actAt(9000, 8500)
  t.equal(calm(), Calm.still)
  actAt(9100, 9050)
  t.equal(calm(), Calm.still, 'whoever acts without a pause watches nothing')
  now = 10_000
  restless.stirred(5)
  actAt(10_600, 10_550)
  t.equal(calm(), Calm.unsure, 'it stirred in a look')
  t.equal(restless.calmOf('texts of 6'), Calm.still)
  restless.watch()
  restless.stirred(6)
  now = 12_000
  restless.watched(true)
  t.equal(calm(), Calm.still, 'a later look tells more')
  t.equal(
    restless.calmOf('texts of 6'),
    Calm.restless,
    'what stirs in one that no action can disturb does so by itself',
  )
  const added = [row({ key: 7, role: 'AXGroup' })]
  restless.note({ from: 1, to: 2, added, changed: [], removed: [] })
  actAt(12_500, 12_450)
  t.equal(restless.calmOf('element 7'), Calm.unsure, 'it has just come')
  actAt(14_000, 13_900)
  t.equal(restless.calmOf('element 7'), Calm.still)
  actAt(20_000, 19_000)
  restless.clear()
  restless.note()
  actAt(21_500, 21_400)
  t.equal(calm(), Calm.still, 'no act before it can have changed another document')
})

t.test('a cell that loses the focus, and whose text is written anew as it was', (t) => {
  const tree = new WarmTree()
  const read = (text: number, flags: number) => {
    const cell = row({ key: 2, role: 'AXCell', title: 'Oslo', children: [text], flags })
    const rows = [
      row({ key: 1, role: 'AXWebArea', children: [2] }),
      cell,
      row({ key: text, role: 'AXStaticText', value: 'Oslo' }),
    ]
    tree.apply({ root: 1, rows, whole: true, complete: true })
  }
  read(10, Flag.focused)
  const { revision } = tree
  read(11, 0)
  const { added, changed, removed } = steadyOf(alignChanges(tree.since(revision)!), () => Calm.still)
  t.same([added, changed, removed], [[], [], []])
  t.end()
})

t.test('a clock that is caught between two texts', async (t) => {
  const page = new Page(['12:00', 'still'])
  const restless = new Restless()
  for (const text of ['12:01', '12:02']) restless.note(page.change(() => page.write(0, text)))
  const difference = page.change(() => page.erase(0))
  const { removed } = alignChanges(difference)
  t.same(
    removed.map(({ value }) => value),
    ['12:02'],
  )
  t.ok(
    partsOf(removed[0]!).some((part) => restless.calmOf(part) === Calm.restless),
    'its place is known',
  )
  const { changed } = steadyOf(alignChanges(difference), (part) => restless.calmOf(part))
  t.same(changed, [], 'nor has what it stands in changed')
  const other = page.change(() => page.erase(1))
  t.notOk(
    partsOf(alignChanges(other).removed[0]!).some((part) => restless.calmOf(part) === Calm.restless),
    'that of another is not',
  )
})

const cell = (key: number, title: string, more: Partial<Tiny> = {}): Tiny => ({ key, role: 'AXCell', title, ...more })
const line = (key: number, ...inner: Tiny[]): Tiny => ({ key, role: 'AXGroup', in: inner })
const said = (key: number, value: string): Tiny => ({ key, role: 'AXStaticText', value })
const sheet = (...inner: Tiny[]): Tiny => ({ key: 1, role: 'AXTable', in: inner })

/** What was built again, as new and old keys, and how many else came, changed and went. */
function between(...states: readonly Tiny[]) {
  const tree = new WarmTree()
  for (const state of states) tree.apply({ root: 1, rows: tiny(state).all(), whole: true, complete: true })
  const { again, added, changed, removed } = alignChanges(tree.since(1)!)
  return { again: [...again], rest: [added.length, changed.length, removed.length] }
}

t.test('built again', async (t) => {
  const was = sheet(cell(2, 'A1', { in: [cell(3, 'inner')] }), cell(4, 'B1'), cell(5, 'C1'))
  const same = [
    [12, 2],
    [15, 5],
    [13, 3],
  ]
  t.same(
    between(was, sheet(cell(12, 'A1', { in: [cell(13, 'inner')] }), cell(4, 'B1'), cell(15, 'C1'))),
    { again: same, rest: [0, 0, 0] },
    'by role and name, in the same parent, all the way down',
  )
  t.same(
    between(
      was,
      sheet(cell(12, 'A1', { in: [cell(13, 'inner', { is: ['selected'] })] }), cell(4, 'B1'), cell(15, 'C1')),
    ),
    { again: same, rest: [0, 1, 0] },
    'one of them in another state',
  )
  t.same(
    between(
      was,
      sheet(cell(22, 'A1', { in: [cell(23, 'inner')] })),
      sheet(cell(12, 'A1', { in: [cell(13, 'inner')] })),
    ),
    { again: [same[0], same[2]], rest: [0, 1, 2] },
    'twice',
  )
  t.same(
    between(
      sheet(line(2, said(3, 'one')), line(4, said(5, 'two'))),
      sheet(line(12, said(13, 'one')), line(14, said(15, 'three'))),
    ),
    {
      again: [
        [12, 2],
        [13, 3],
      ],
      rest: [2, 1, 2],
    },
    'what has no name, by all that it says',
  )
})

t.test('a list in a wrapper, with a row more, a row less, and one row edited', async (t) => {
  const list = (from: number, ...rows: readonly (readonly string[])[]) =>
    sheet(
      line(
        from,
        line(
          from + 1,
          ...rows.map((texts, at) =>
            line(from + 10 * (at + 1), ...texts.map((text, i) => said(from + 10 * (at + 1) + 1 + i, text))),
          ),
        ),
      ),
    )
  const [a, b, c] = [
    ['Ann', 'today'],
    ['Bob', 'today'],
    ['Cid', 'today'],
  ] as const
  const rest = (was: Tiny, now: Tiny) => between(was, now).rest
  t.same(
    rest(list(100, a, b), list(500, a, b, c)),
    [3, 1, 0],
    'only the row, with its texts, and the list that holds it',
  )
  t.same(rest(list(100, a, b, c), list(500, a, c)), [0, 1, 3])
  t.same(rest(list(100, a, b), list(500, a, c)), [3, 1, 3], 'a row of the same day is another')
  t.same(rest(list(100, a), list(500, c)), [5, 1, 5], 'nor is a list of others the same')
})

t.test('never by guess', async (t) => {
  const again = (was: Tiny, now: Tiny) => between(was, now).again
  const [a, b] = [sheet(cell(2, 'A')), sheet(cell(2, 'A'), cell(3, 'A'))]
  t.same(again(b, sheet(cell(4, 'A'))), [], 'of two that were there')
  t.same(again(a, sheet(cell(3, 'A'), cell(4, 'A'))), [], 'of two that are there')
  t.same(again(a, sheet({ ...cell(3, 'A'), role: 'AXRow' })), [], 'of another role')
  t.same(again(a, sheet(cell(3, 'B'))), [], 'of another name')
  t.same(again(a, b), [], 'while the old one is there')
})

t.test('a clock in what is built again with it', async (t) => {
  const tree = new WarmTree()
  const restless = new Restless()
  let made = 10
  const tick = (text: string) => {
    const before = tree.revision
    const state = sheet(cell(made++, 'Clock', { in: [said(made++, text)] }))
    tree.apply({ root: 1, rows: tiny(state).all(), whole: true, complete: true })
    if (before > 0) restless.note(tree.since(before))
  }
  for (const text of ['1', '2', '3']) tick(text)
  t.equal(restless.calmOf(`texts of ${made - 2}`), Calm.restless, 'is known under the new key')
  t.not(restless.calmOf('element 1'), Calm.restless, 'and nothing else has changed')
})
