/** Menus that close by a press elsewhere. */
import t from 'tap'
import { onlyAnotherMenuClosed, onlyOtherListClosed } from '../../daemon/effect/menus.ts'
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

/** The verdicts on a click on the title. */
function closed(before: readonly Row[], after: readonly Row[], calm: Calm = Calm.unknown) {
  const tree = new WarmTree()
  const read = (rows: readonly Row[]) => tree.apply({ root: 1, rows: [...rows], whole: true, complete: true })
  read(before)
  const { revision } = tree
  const was = tree.node(title.key)!
  read(after)
  const nodeOf = (key: number) => tree.node(key)
  const calmOf = (part: Part) => (part === `element ${line('').key}` ? calm : Calm.unknown)
  const difference = thingsIn(tree.since(revision)!)
  const evidence = { act: { action: 'click' }, was, now: nodeOf(title.key), difference, nodeOf, calmOf } as never
  return { instead: onlyAnotherMenuClosed(evidence), only: onlyOtherListClosed(evidence) }
}

t.test('a title of a menu bar by which another menu closed', async (t) => {
  const before = [top, title, other(Flag.expanded | Flag.selected), entry(0), line('Opens a file')]
  const after = [top, title, other(0), entry(Flag.hidden), line('')]
  t.match(closed(before, after), { instead: true, only: false }, 'and more has changed')
  t.match(closed(before, after, Calm.restless), { instead: true, only: true }, 'but by itself')
  const alone = [top, title, other(Flag.selected), entry(Flag.hidden), line('Opens a file')]
  t.match(closed(before, alone), { instead: true, only: true }, 'and nothing else has')
})
