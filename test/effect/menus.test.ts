/** Menus that close by a press elsewhere. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { Flag } from '../../daemon/platform/flags.ts'
import { type Row, row } from '../../daemon/platform/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { type Part, thingsIn } from '../../daemon/tree/warm/things.ts'
import { WarmTree } from '../../daemon/tree/warm/warm-tree.ts'

const top = row({ key: 1, role: 'AXWindow', children: [2, 3, 5] })
const title = row({ key: 2, role: 'AXMenuBarItem', title: 'Edit', flags: Flag.hasMenu })
const other = (flags: number) =>
  row({ key: 3, role: 'AXMenuBarItem', title: 'File', flags: flags | Flag.hasMenu, children: [4] })
const entry = (flags: number) => row({ key: 4, role: 'AXMenuItem', title: 'Open', flags })
const line = (value: string) => row({ key: 5, role: 'AXStaticText', value })

/** The verdicts on a click on the title, while the line is so calm. */
function doubtsOf(before: readonly Row[], after: readonly Row[], calm: Calm = Calm.still) {
  const tree = new WarmTree()
  const read = (rows: readonly Row[]) => tree.apply({ root: 1, rows: [...rows], whole: true, complete: true })
  read(before)
  const { revision } = tree
  const was = tree.node(title.key)!
  read(after)
  const nodeOf = (key: number) => tree.node(key)
  const calmOf = (part: Part) => (part === `element ${line('').key}` ? calm : Calm.unknown)
  const difference = thingsIn(tree.since(revision)!)
  const known = { act: { action: 'click' }, now: nodeOf(title.key), difference, nodeOf, calmOf }
  const doubtOfRole = (role: string) => doubtOf({ ...known, was: { ...was, role } } as never)
  return { title: doubtOfRole(was.role), button: doubtOfRole('AXButton') }
}

const instead = 'another menu has closed, and its own has not opened'
const only = 'only another menu, list or layer has closed, as by any press'

t.test('a press by which another menu closed', async (t) => {
  const before = [top, title, other(Flag.expanded | Flag.selected), entry(0), line('Opens a file')]
  const after = [top, title, other(0), entry(Flag.hidden), line('')]
  const closed = (calm: Calm) => doubtsOf(before, after, calm)
  t.match(closed(Calm.still), { title: instead, button: undefined }, 'and more has changed')
  t.match(closed(Calm.unknown), { title: instead, button: unseen }, 'perhaps by itself')
  t.match(closed(Calm.restless), { title: instead, button: only }, 'by itself')
  const alone = [top, title, other(Flag.selected), entry(Flag.hidden), line('Opens a file')]
  t.match(doubtsOf(before, alone), { title: instead, button: only }, 'and nothing else has')
})
