/** The copy of a tree under readings of all kinds, held to laws over random histories. */
import fc from 'fast-check'
import t from 'tap'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import type { Key, Row } from '../../../daemon/platform/element/row.ts'
import { row } from '../../../daemon/platform/element/row.ts'
import type { Reading } from '../../../daemon/platform/platform.ts'
import { textsOf } from '../../../daemon/tree/index/field-index.ts'
import { fold } from '../../../daemon/tree/index/fold.ts'
import type { Node } from '../../../daemon/tree/model/node.ts'
import type { Difference } from '../../../daemon/tree/warm/history.ts'
import { sameRow } from '../../../daemon/tree/warm/same-row.ts'
import { WarmTree } from '../../../daemon/tree/warm/warm-tree.ts'
import { holds } from '../../fixtures/cases.ts'

const whole = (rows: Row[], root = 1): Reading => ({ rows, whole: true, root, complete: true })
const part = (rows: Row[], root = 1): Reading => ({ rows, whole: false, root, complete: true })
const node = (key: Key, children: Key[] = [], more: Partial<Row> = {}): Row =>
  row({ role: 'AXGroup', title: `n${key}`, ...more, key, children })

/** All that can be seen of a tree, in document order. */
function seen(tree: WarmTree): unknown[] {
  return [...tree.walk()].map(({ frame, ...rest }) => rest)
}

/** A tree that changes at random, and tells the rows that changed. */
class Model {
  readonly rows = new Map<Key, { title: string; children: Key[] }>([[1, { title: 'root', children: [] }]])
  #next = 2

  get keys(): Key[] {
    return [...this.rows.keys()]
  }

  parentOf(key: Key): Key {
    for (const [parent, { children }] of this.rows) if (children.includes(key)) return parent
    return 0
  }

  under(key: Key): Key[] {
    const found = [key]
    for (const at of found) found.push(...this.rows.get(at)!.children)
    return found
  }

  row(key: Key): Row {
    const { title, children } = this.rows.get(key)!
    return row({ key, role: 'AXGroup', title, children: [...children] })
  }

  all(): Row[] {
    return this.under(1).map((key) => this.row(key))
  }

  step({ what, a, b, text }: Step, dirty: Set<Key>): void {
    const { keys } = this
    const key = keys[a % keys.length]!
    const other = keys[b % keys.length]!
    const own = this.rows.get(key)!
    if (what === 'add') {
      const fresh = this.#next++
      this.rows.set(fresh, { title: text, children: [] })
      own.children.splice(b % (own.children.length + 1), 0, fresh)
      dirty.add(fresh)
    } else if (what === 'rename') own.title = text
    else if (what === 'reverse') own.children.reverse()
    else if (key !== 1 && what === 'remove') {
      const parent = this.parentOf(key)
      this.#drop(parent, key)
      for (const gone of this.under(key)) this.rows.delete(gone)
      dirty.add(parent)
      return
    } else if (key !== 1 && what === 'move' && !this.under(key).includes(other)) {
      const parent = this.parentOf(key)
      this.#drop(parent, key)
      this.rows.get(other)!.children.push(key)
      dirty.add(parent).add(other)
    }
    dirty.add(key)
  }

  #drop(parent: Key, key: Key): void {
    const { children } = this.rows.get(parent)!
    children.splice(children.indexOf(key), 1)
  }
}

interface Step {
  readonly what: 'add' | 'rename' | 'reverse' | 'remove' | 'move'
  readonly a: number
  readonly b: number
  readonly text: string
}

const step: fc.Arbitrary<Step> = fc.record({
  what: fc.constantFrom('add', 'add', 'add', 'rename', 'reverse', 'remove', 'move'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  text: fc.constantFrom('ok', 'Café', 'cancel', 'x'),
})
/** Readings, each of some steps; every few one is whole. */
const history = fc.array(fc.record({ steps: fc.array(step, { maxLength: 6 }), whole: fc.boolean() }), { maxLength: 12 })

function changesOf(before: Map<Key, Node>, after: Map<Key, Node>): unknown {
  const keys = (nodes: Iterable<Node>) => [...nodes].map(({ key }) => key).sort((a, b) => a - b)
  return {
    added: keys([...after.values()].filter(({ key }) => !before.has(key))),
    removed: keys([...before.values()].filter(({ key }) => !after.has(key))),
    changed: keys([...after.values()].filter((now) => before.has(now.key) && !sameRow(before.get(now.key)!, now))),
  }
}

function told({ added, changed, removed }: Difference): unknown {
  const keys = (nodes: readonly Node[]) => nodes.map(({ key }) => key).sort((a, b) => a - b)
  return { added: keys(added), removed: keys(removed), changed: keys(changed.map(({ now }) => now)) }
}

t.test('laws over random histories', async (t) => {
  t.test(
    'readings of parts lead to the same tree as a reading of all, and since(r) is the direct comparison',
    async (t) => {
      await holds(
        t,
        fc.property(history, (readings) => {
          const model = new Model()
          const tree = new WarmTree()
          tree.apply(whole(model.all()))
          const states = new Map([[tree.revision, new Map([...tree.walk()].map((at) => [at.key, { ...at }]))]])
          for (const reading of readings) {
            const dirty = new Set<Key>()
            for (const each of reading.steps) model.step(each, dirty)
            const rows = [...dirty].filter((key) => model.rows.has(key)).map((key) => model.row(key))
            const before = tree.revision
            const changed = tree.apply(reading.whole ? whole(model.all()) : part(rows))
            if (tree.revision !== before + (changed ? 1 : 0)) return false
            states.set(tree.revision, new Map([...tree.walk()].map((at) => [at.key, { ...at }])))

            const cold = new WarmTree()
            cold.apply(whole(model.all()))
            if (JSON.stringify(seen(tree)) !== JSON.stringify(seen(cold)) || tree.size !== cold.size) return false
          }
          const last = states.get(tree.revision)!
          for (const [revision, nodes] of states) {
            const difference = tree.since(revision)
            if (difference === undefined || difference.from !== revision || difference.to !== tree.revision)
              return false
            if (JSON.stringify(told(difference)) !== JSON.stringify(changesOf(nodes, last))) return false
            for (const { was } of difference.changed) if (!sameRow(was, nodes.get(was.key)!)) return false
            for (const was of difference.removed) if (!sameRow(was, nodes.get(was.key)!)) return false
            for (const { now } of difference.changed) if (now !== tree.node(now.key)) return false
          }
          return true
        }),
        { numRuns: 400 },
      )
      t.pass('held')
    },
  )

  t.test('the index, built at any time and patched since, finds what a walk finds', async (t) => {
    await holds(
      t,
      fc.asyncProperty(
        history,
        fc.nat(12),
        fc.constantFrom('ok', 'cafe', 'a', 'group', ''),
        async (readings, start, text) => {
          const model = new Model()
          const tree = new WarmTree()
          tree.apply(whole(model.all()))
          let preparing = Promise.resolve()
          for (const [i, { steps, whole: isWhole }] of readings.entries()) {
            if (i === start) preparing = tree.prepare(AbortSignal.timeout(10_000))
            const dirty = new Set<Key>()
            for (const each of steps) model.step(each, dirty)
            const rows = [...dirty].filter((key) => model.rows.has(key)).map((key) => model.row(key))
            tree.apply(isWhole ? whole(model.all()) : part(rows))
          }
          await preparing
          const found = [...tree.candidates(text)].sort((a, b) => a - b)
          const walked = [...tree.walk()].filter((at) => textsOf(at).some((own) => fold(own).includes(text)))
          return JSON.stringify(found) === JSON.stringify(walked.map(({ key }) => key).sort((a, b) => a - b))
        },
      ),
      { numRuns: 200 },
    )
    t.pass('held')
  })

  t.test('whatever a reading claims, each node is reached once and knows by whom', async (t) => {
    const rows = fc.array(
      fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 5 })),
      { maxLength: 9 },
    )
    const readings = fc.array(fc.record({ rows, whole: fc.boolean(), root: fc.constantFrom(1, 1, 1, 2) }), {
      minLength: 1,
      maxLength: 8,
    })
    await holds(
      t,
      fc.property(readings, (all) => {
        const tree = new WarmTree()
        for (const { rows, whole, root } of all) {
          tree.apply({ rows: rows.map(([key, children]) => node(key, children)), whole, root, complete: true })
          const met = new Set<Key>()
          for (const at of tree.walk()) {
            if (met.has(at.key) || met.size > 12) return false
            met.add(at.key)
            if (at.parent !== 0 && !tree.node(at.parent)!.children.includes(at.key)) return false
            for (const child of at.children) {
              const there = tree.node(child)
              if (there !== undefined && there.parent !== at.key) return false
            }
          }
          if (met.size !== tree.size) return false
        }
        return true
      }),
      { numRuns: 1000 },
    )
    t.pass('held')
  })
})

t.test('the first search says once that the index is there', async (t) => {
  let told = 0
  const tree = new WarmTree({ onIndexed: () => told++ })
  tree.apply(whole([node(1, [2]), node(2)]))
  t.equal(told, 0, 'nobody has searched yet')
  tree.candidates('a')
  t.equal(told, 1)
  tree.apply(part([node(2, [3]), node(3)]))
  tree.candidates('a')
  await tree.prepare(AbortSignal.timeout(10_000))
  t.equal(told, 1, 'from then on it is patched')
})

t.test('apply', async (t) => {
  t.test('unchanged rows keep the old object, and change no revision', async (t) => {
    const tree = new WarmTree()
    t.equal(tree.apply(whole([node(1, [2]), node(2)])), true)
    const kept = tree.node(2)
    t.equal(tree.apply(whole([node(1, [2]), node(2)])), false)
    t.equal(tree.apply(part([node(2)])), false)
    t.equal(tree.node(2), kept)
    t.equal(tree.revision, 1)
  })

  t.test('equality is of every field but the frame', async (t) => {
    const fields: Partial<Row> = {
      role: 'AXButton',
      subrole: 's',
      title: 'b',
      value: 'c',
      description: 'd',
      identifier: 'e',
      placeholder: 'f',
      help: 'g',
      roleDescription: 'h',
      url: 'i',
      attributes: { a: '1' },
      flags: 4,
      actions: ['AXPress'],
    }
    for (const [name, value] of Object.entries(fields)) {
      const tree = new WarmTree()
      tree.apply(whole([node(1, [2]), node(2, [], fields)]))
      const other =
        typeof value === 'number' ? value + 1 : name === 'actions' ? [] : name === 'attributes' ? { a: '2' } : 'other'
      t.equal(tree.apply(part([node(2, [], { ...fields, [name]: other })])), true, name)
    }
    const tree = new WarmTree()
    tree.apply(whole([node(1, [2]), node(2, [], fields)]))
    const frame = { x: 1, y: 2, width: 3, height: 4 }
    t.equal(tree.apply(part([node(2, [], { ...fields, frame })])), false)
    t.same(tree.node(2)?.frame, frame, 'but the newer frame is kept')
    t.equal(tree.apply(whole([node(1, [2]), node(2, [], { ...fields, frame: { ...frame, x: 9 } })])), false)
    t.equal(tree.node(2)?.frame?.x, 9)
    t.equal(tree.node(2)?.parent, 1)
    for (const attributes of [{ a: '1', b: '2' }, { b: '1' }, undefined]) {
      t.equal(tree.apply(part([node(2, [], { ...fields, attributes })])), true)
    }
  })

  t.test(
    'a focus or a check changes the revision and not what elements are told by; anything else changes both',
    async (t) => {
      const tree = new WarmTree()
      const start: Partial<Row> = { role: 'AXCheckBox', title: 'a', value: 'v', actions: ['AXPress'] }
      tree.apply(whole([node(1, [2]), node(2, [], start)]))
      for (const flag of ['focused', 'selected', 'expanded', 'checked', 'mixed', 'busy', 'invalid'] as const) {
        const { revision, contentRevision } = tree
        t.equal(tree.apply(part([node(2, [], { ...start, flags: Flag[flag] })])), true, flag)
        t.same([tree.revision, tree.contentRevision], [revision + 1, contentRevision], flag)
      }
      const others: Partial<Row>[] = [
        { flags: Flag.hidden },
        { flags: Flag.disabled },
        { flags: Flag.secure },
        { flags: Flag.clickable },
        { title: 'b' },
        { value: 'w' },
        { role: 'AXButton' },
        { actions: [] },
      ]
      for (const other of others) {
        tree.apply(part([node(2, [], { ...start, ...other })]))
        t.equal(tree.contentRevision, tree.revision, JSON.stringify(other))
      }
      tree.apply(part([node(1, [2, 3]), node(3)]))
      t.equal(tree.contentRevision, tree.revision, 'one came')
      tree.apply(part([node(1, [2])]))
      t.equal(tree.contentRevision, tree.revision, 'one went')
      tree.apply(part([node(2, [], { ...start, flags: Flag.focused })]))
      tree.clear()
      t.equal(tree.contentRevision, tree.revision, 'the document was replaced')
    },
  )

  t.test('a cut reading is completed by the rows that it lacked', async (t) => {
    const tree = new WarmTree()
    tree.apply({ ...whole([node(1, [2, 3]), node(2)]), complete: false, reason: 'the time was over' })
    t.equal(tree.complete, false)
    t.equal(tree.partialReason, 'the time was over')
    tree.apply(part([node(2, [], { title: 'other' })]))
    t.equal(tree.complete, false, 'row 3 is still not there')
    tree.apply(part([node(3, [4]), node(4)]))
    t.same(
      [...tree.walk()].map(({ key }) => key),
      [1, 2, 3, 4],
    )
    t.equal(tree.complete, true)
    t.equal(tree.partialReason, undefined)
  })

  t.test('a new root leaves what it reaches', async (t) => {
    const tree = new WarmTree()
    tree.apply(whole([node(1, [2]), node(2, [3]), node(3)]))
    tree.apply(part([node(9, [2])], 9))
    t.same(
      [...tree.walk()].map(({ key }) => key),
      [9, 2, 3],
    )
  })
})

t.test('history', async (t) => {
  t.test('what came and went is nothing, and so is what changed back', async (t) => {
    const tree = new WarmTree()
    tree.apply(whole([node(1, [2]), node(2)]))
    const start = tree.revision
    tree.apply(part([node(1, [2, 3]), node(3), node(2, [], { value: 'x' })]))
    tree.apply(part([node(1, [2]), node(2)]))
    t.match(tree.since(start), { from: start, to: start + 2, added: [], changed: [], removed: [] })
    t.equal(tree.lastSeen(3), start + 1)
    t.equal(tree.lastSeen(2), undefined)
    t.match(tree.since(tree.revision), { from: tree.revision, to: tree.revision, added: [], changed: [], removed: [] })
  })

  t.test('is bounded in patches and bytes, and says when a revision is too old or was never', async (t) => {
    const tree = new WarmTree({ revision: 100, history: { patches: 3, bytes: 1 << 20 } })
    t.equal(tree.revision, 100)
    for (let i = 0; i < 6; i++) tree.apply(whole([node(1, [], { value: `v${i}` })]))
    t.equal(tree.oldest, tree.revision - 3)
    t.equal(tree.since(tree.oldest)?.changed[0]?.was.value, 'v2')
    for (const revision of [tree.oldest - 1, tree.revision + 1, 0, 101.5]) t.equal(tree.since(revision), undefined)
    const small = new WarmTree({ history: { patches: 100, bytes: 5000 } })
    small.apply(whole([node(1)]))
    small.apply(part([node(1, [], { value: 'x'.repeat(10_000) })]))
    t.equal(small.since(1)?.changed.length, 1)
    small.apply(part([node(1)]))
    t.equal(small.since(1), undefined, 'only the history would still hold the long value')
    t.equal(small.since(2), undefined)
    t.equal(small.since(3)?.changed.length, 0)
  })

  t.test('nothing leads over a replaced document, nor to the first reading', async (t) => {
    const tree = new WarmTree()
    tree.apply(whole([node(1)]))
    t.equal(tree.since(0), undefined)
    tree.candidates('n1')
    tree.clear()
    t.match(tree, { size: 0, root: 0, revision: 2, complete: false })
    t.equal(tree.since(1), undefined)
    tree.apply(whole([node(7)], 7))
    t.same([...tree.candidates('n7')], [7])
    t.equal(tree.since(2), undefined)
    t.equal(tree.revision, 3)
  })
})

t.test('the index is built in turns with others, and stops when nobody wants it', async (t) => {
  const tree = new WarmTree()
  const keys = Array.from({ length: 5000 }, (_, i) => i + 2)
  tree.apply(whole([node(1, keys), ...keys.map((key) => node(key))]))
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  await tree.prepare(new AbortController().signal)
  clearImmediate(timer)
  t.ok(turns >= 3, `${turns} turns`)
  t.same([...tree.candidates('n4321')], [4321])

  const other = new WarmTree()
  other.apply(whole([node(1, keys), ...keys.map((key) => node(key))]))
  const controller = new AbortController()
  const preparing = other.prepare(controller.signal)
  controller.abort(new Error('enough'))
  await t.rejects(preparing, { message: 'enough' })
  t.same([...other.candidates('n4321')], [4321], 'who needs it builds the rest')
})

t.test('what was found is forgotten with every reading, and with the document', async (t) => {
  const tree = new WarmTree()
  const after = (work: () => unknown) => {
    tree.found.set('question', 'answer')
    work()
    return tree.found.size
  }
  t.equal(
    after(() => tree.apply(whole([node(1)]))),
    0,
  )
  // Nothing that a revision tells of: a frame may differ all the same.
  t.equal(
    after(() => tree.apply(whole([node(1)]))),
    0,
  )
  t.equal(
    after(() => tree.node(1)),
    1,
  )
  t.equal(
    after(() => tree.clear()),
    0,
  )
})
