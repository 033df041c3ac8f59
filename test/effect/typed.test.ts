/** Where a text is found that was typed into a field which does not keep it, as one that makes chips of words. */
import t from 'tap'
import { unseen } from '../../daemon/effect/goals.ts'
import { doubtOf } from '../../daemon/effect/verdict.ts'
import { Flag } from '../../daemon/platform/flags.ts'
import { row } from '../../daemon/platform/row.ts'
import { Calm } from '../../daemon/tree/warm/restless.ts'
import { thingsIn } from '../../daemon/tree/warm/things.ts'
import { WarmTree } from '../../daemon/tree/warm/warm-tree.ts'

const field = row({ key: 2, role: 'AXTextField', value: '', flags: Flag.editable })
const top = (...children: number[]) => row({ key: 1, role: 'AXWindow', children: [2, ...children] })

t.test('a text elsewhere', async (t) => {
  const tree = new WarmTree()
  tree.apply({ root: 1, rows: [top(), field], whole: true, complete: true })
  const [{ revision }, was] = [tree, tree.node(2)!]
  const said = row({ key: 3, role: 'AXStaticText', value: '12:00' })
  tree.apply({ root: 1, rows: [top(3), field, said], whole: true, complete: true })
  const nodeOf = (key: number) => tree.node(key)
  const difference = thingsIn(tree.since(revision)!)
  const doubt = (calm: Calm) => {
    const act = { action: 'type', value: '12' }
    return doubtOf({ act, was, now: nodeOf(2), difference, nodeOf, calmOf: () => calm } as never)
  }
  t.equal(doubt(Calm.still), undefined, 'where nothing changes by itself')
  t.equal(doubt(Calm.unknown), unseen, 'perhaps of a clock')
  t.match(doubt(Calm.restless), /holds/, 'of a clock')
})
