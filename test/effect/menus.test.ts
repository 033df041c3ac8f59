/** Menus that close by a press elsewhere, and tips. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { type Row, row } from '../../daemon/platform/element/row.ts'
import type { Part } from '../../daemon/tree/warm/aligned.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { readTwice } from '../fixtures/read-twice.ts'

const top = row({ key: 1, role: 'AXWindow', children: [2, 3, 5] })
const title = row({ key: 2, role: 'AXMenuBarItem', title: 'Edit', flags: Flag.hasMenu })
const other = (flags: number) =>
  row({ key: 3, role: 'AXMenuBarItem', title: 'File', flags: flags | Flag.hasMenu, children: [4] })
const entry = (flags: number) => row({ key: 4, role: 'AXMenuItem', title: 'Open', flags })
const line = (value: string) => row({ key: 5, role: 'AXStaticText', value })

/** The verdicts on a click on the title, while the line is so calm. */
function doubtsOf(before: readonly Row[], after: readonly Row[], calm: Calm = Calm.still, action = 'click') {
  const { wasOf, nodeOf, difference } = readTwice(before, after)
  const was = wasOf(title.key)
  const calmOf = (part: Part) => (part === `element ${line('').key}` ? calm : Calm.unknown)
  const known = { act: { action }, now: nodeOf(title.key), difference, nodeOf, calmOf }
  const doubtOfRole = (role: string) => doubtOf({ ...known, was: { ...was, role } } as never)
  const window = doubtOf({ ...known, was: nodeOf(top.key), now: nodeOf(top.key) } as never)
  return { title: doubtOfRole(was.role), button: doubtOfRole('AXButton'), window }
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

t.test('a path through a menu that was open', async (t) => {
  const before = [top, title, other(Flag.selected), entry(0), line('Ready')]
  const rest = [top, title, other(0), entry(Flag.hidden)]
  const byPath = (...after: Row[]) => doubtsOf(before, [...rest, ...after], Calm.still, 'menu').window
  t.equal(byPath(line('Ready')), only, 'closes it, which proves nothing')
  t.equal(byPath(line('Opened')), undefined)
  const marked = [top, title, other(0), entry(Flag.hidden | Flag.checked), line('Ready')]
  t.equal(doubtsOf(before, marked, Calm.still, 'menu').window, undefined, 'and marks its entry')
})

t.test('a press by which a tip came, went or says something else', async (t) => {
  const text = (value: string) => row({ key: 7, role: 'AXStaticText', value })
  const tip = (name: string) => [row({ key: 6, role: 'AXHelpTag', title: name, children: [7] }), text(name)]
  const with6 = { ...top, children: [...top.children, 6] }
  const rest = [title, other(0), entry(0), line('Ready')]
  const only = 'only a tip has come or gone'
  const [none, one, another] = [
    [top, ...rest],
    [with6, ...rest, ...tip('Shuffle')],
    [with6, ...rest, ...tip('Play')],
  ]
  t.equal(doubtsOf(none, one).button, only, 'as the pointer rests there')
  t.equal(doubtsOf(one, none).button, only, 'of what was pressed before')
  t.equal(doubtsOf(one, another).button === undefined, false, 'for that of another')
  t.equal(doubtsOf(none, one, Calm.still, 'hover').button, undefined, 'is what hovering is for')
  const done = [top, title, other(0), entry(0), line('Played')]
  t.equal(doubtsOf(one, done).button, undefined, 'and something was done')
})
