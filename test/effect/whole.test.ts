/** Keys that are sent to a window are no nearer to one of the things in it than to another: a table may fill itself anew meanwhile. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { row } from '../../daemon/platform/row.ts'
import { alignChanges } from '../../daemon/tree/warm/aligned.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { WarmTree } from '../../daemon/tree/warm/warm-tree.ts'

t.test('cells of a table are written while a key is pressed', async (t) => {
  const tree = new WarmTree()
  const rows = (text: string) => [
    row({ key: 1, role: 'AXWindow', children: [2] }),
    row({ key: 2, role: 'AXTable', children: [3] }),
    row({ key: 3, role: 'AXCell', title: text }),
  ]
  tree.apply({ root: 1, rows: rows('0.17'), whole: true, complete: true })
  const [{ revision }, nodeOf] = [tree, (key: number) => tree.node(key)]
  const [window, cell] = [nodeOf(1)!, nodeOf(3)!]
  tree.apply({ root: 1, rows: rows('0.34'), whole: true, complete: true })
  const difference = alignChanges(tree.since(revision)!)
  const doubt = (action: string, was: typeof window, calm: Calm) =>
    doubtOf({ act: { action }, was, now: nodeOf(was.key), difference, nodeOf, calmOf: () => calm } as never)
  for (const calm of [Calm.unsure, Calm.unknown]) t.equal(doubt('key', window, calm), unseen)
  t.equal(doubt('key', window, Calm.still), undefined, 'where nothing is written by itself')
  t.equal(doubt('key', cell, Calm.unsure), undefined, 'what keys are sent to itself')
  t.equal(doubt('menu', window, Calm.unsure), undefined, 'an entry of a menu has been pressed')
})
