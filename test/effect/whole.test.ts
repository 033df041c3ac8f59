/** Keys that are sent to a window are no nearer to one of the things in it than to another: a table may fill itself anew meanwhile. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { row } from '../../daemon/platform/element/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { readTwice } from '../fixtures/read-twice.ts'

t.test('cells of a table are written while a key is pressed', async (t) => {
  const rows = (text: string) => [
    row({ key: 1, role: 'AXWindow', children: [2] }),
    row({ key: 2, role: 'AXTable', children: [3] }),
    row({ key: 3, role: 'AXCell', title: text }),
  ]
  const { wasOf, nodeOf, difference } = readTwice(rows('0.17'), rows('0.34'))
  const [window, cell] = [wasOf(1), wasOf(3)]
  const doubt = (action: string, was: typeof window, calm: Calm) =>
    doubtOf({ act: { action }, was, now: nodeOf(was.key), difference, nodeOf, calmOf: () => calm } as never)
  for (const calm of [Calm.unsure, Calm.unknown]) t.equal(doubt('key', window, calm), unseen)
  t.equal(doubt('key', window, Calm.still), undefined, 'where nothing is written by itself')
  t.equal(doubt('key', cell, Calm.unsure), undefined, 'what keys are sent to itself')
  t.equal(doubt('menu', window, Calm.unsure), undefined, 'an entry of a menu has been pressed')
})
