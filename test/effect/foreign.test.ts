/** What something else has brought or taken proves no press, and neither does what only holds more or fewer for it. */
import t from 'tap'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { type Row, row } from '../../daemon/platform/element/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { readTwice } from '../fixtures/read-twice.ts'

const button = row({ key: 2, role: 'AXButton', title: 'Save' })
const slides = (...children: number[]) => row({ key: 3, role: 'AXList', title: 'Slides', children })
const slide = (key: number) => row({ key, role: 'AXOption', title: `Slide ${key}`, flags: Flag.selectable })
const page = (...children: number[]) => row({ key: 1, role: 'AXWebArea', children })

function doubtsOf(
  before: readonly Row[],
  after: readonly Row[],
  foreign: readonly number[],
  caused: readonly number[] = [],
) {
  const { wasOf, nodeOf, difference } = readTwice(before, after)
  const was = wasOf(button.key)
  const rest = { now: nodeOf(button.key), difference, nodeOf, calmOf: () => Calm.still }
  const doubtOfAct = (action: string) =>
    doubtOf({ act: { action }, was, caused: new Set(caused), foreign: new Set(foreign), ...rest } as never)
  return { click: doubtOfAct('click'), hover: doubtOfAct('hover') }
}

const onItsOwn = 'only what changes by itself has changed'

t.test('slides that take turns', async (t) => {
  const before = [page(2, 3), button, slides(4), slide(4)]
  const next = [page(2, 3), button, slides(5), slide(5)]
  t.match(doubtsOf(before, next, [4, 5]), { click: onItsOwn, hover: onItsOwn })
  t.match(doubtsOf(before, next, [4]), { click: undefined, hover: undefined }, 'one of which nothing is known')
  const more = [page(2, 3), button, slides(4, 5), slide(4), slide(5)]
  t.match(doubtsOf(before, more, [5]), { click: onItsOwn, hover: onItsOwn }, 'one more')
})

t.test('a list that says something else as well', async (t) => {
  const before = [page(2, 3), button, slides(4), slide(4)]
  const after = [page(2, 3), button, { ...slides(5), title: 'Pictures' }, slide(5)]
  t.match(doubtsOf(before, after, [4, 5]), { click: undefined, hover: undefined })
})

t.test('what a press has taken from a list that something else changes', async (t) => {
  const before = [page(2, 3), button, slides(4, 5), slide(4), slide(5)]
  const after = [page(2, 3), button, slides(5), slide(5)]
  t.match(doubtsOf(before, after, [3]), { click: onItsOwn }, 'of which nothing is known')
  t.match(doubtsOf(before, after, [3], [4]), { click: undefined })
})
