/** The binding to CoreFoundation and AX, run for real over a library that aborts where a Mac would crash. */
import t, { type Test } from 'tap'
import { Reader } from '../../../daemon/platform/ax/host/bulk-reader.ts'
import { Arena } from '../../../daemon/platform/ax/host/native/arena.ts'
import { AxCalls } from '../../../daemon/platform/ax/host/native/ax-calls.ts'
import { AxFault } from '../../../daemon/platform/ax/host/native/ax-fault.ts'
import { Cf } from '../../../daemon/platform/ax/host/native/cf.ts'
import { ElementTable } from '../../../daemon/platform/ax/host/native/element-table.ts'
import { createEngine, type Engine, type Native } from '../../../daemon/platform/ax/host/native/engine.ts'
import { createJoin, type Join } from '../../../daemon/platform/ax/host/native/join.ts'
import type { ReadParams } from '../../../daemon/platform/ax/wire/messages.ts'
import type { RawElement, Ref } from '../../../daemon/platform/ax/wire/raw-element.ts'
import type { Counters } from '../../fixtures/ax/control.ts'
import { apps, buildStub, type Stub, noCompiler as skip, type World, worldFile } from '../../fixtures/ax/stub.ts'
import { random } from '../../fixtures/random.ts'
import { isFew } from '../../laws/law.ts'

class Bench {
  readonly engine: Engine
  readonly cf: Cf
  readonly ax: AxCalls
  readonly table: ElementTable
  readonly join: Join
  readonly #simulate: Native<bigint>
  readonly #memory: ReturnType<Engine['memory']>
  readonly #length: Native

  constructor(stub: Stub) {
    this.engine = createEngine()
    const cf = this.engine.openLibrary(stub.cf)
    const ax = this.engine.openLibrary(stub.ax)
    this.cf = new Cf(this.engine, cf)
    this.ax = new AxCalls(this.cf, ax)
    this.table = new ElementTable(this.cf)
    const join = createJoin(this.ax)
    if (typeof join === 'string') throw new Error(join)
    this.join = join
    this.#simulate = ax.def('AXSimCommand', 'ptr', ['ptr'])
    this.#memory = this.engine.memory(65_536)
    this.#length = ax.def('strlen', 'i64', ['ptr'])
  }

  command(line: string): string {
    const { bytes, address } = this.#memory
    bytes[bytes.write(line, 0, 60_000)] = 0
    const answer = this.#simulate(address)
    const size = this.#length(answer)
    this.engine.copy(address, answer, size + 1)
    return bytes.toString('utf8', 0, size)
  }

  counters(): Counters {
    return JSON.parse(this.command('counters')) as Counters
  }

  root(world: World): Ref {
    const { pid } = apps[world]
    const element = this.ax.application(pid)
    const ref = this.table.intern(element, pid)
    this.cf.call.release(element)
    this.table.entry(ref).kind = 'application'
    return ref
  }

  read(refs: readonly Ref[], more: Partial<ReadParams> = {}, how: { join?: boolean; ms?: number } = {}) {
    const { ax, table } = this
    const { pid } = table.entry(refs[0]!)
    const reader = new Reader({
      ...{ ax, table, pid, join: how.join === false ? undefined : this.join },
      params: { refs, part: 'whole', ...more },
      deadline: performance.now() + (how.ms ?? 60_000),
    })
    const elements: RawElement[] = []
    for (;;) {
      const found = reader.turn(1_000, 500)
      if (found === undefined) return { elements, cuts: reader.cuts }
      elements.push(...found)
    }
  }

  find(elements: readonly RawElement[], attribute: string, value: unknown): RawElement {
    const found = elements.find(({ facts }) => facts[attribute] === value)
    if (found === undefined) throw new Error(`nothing has ${attribute} ${value}`)
    return found
  }
}

function load(b: Bench, ...names: readonly World[]): void {
  for (const name of names) b.command(`load ${worldFile(name)}`)
}

t.test('the binding', { skip }, async (t) => {
  const stub = buildStub()
  const b = new Bench(stub)
  load(b, 'calculator', 'textedit', 'finder', 'electron', 'large')
  b.command('away sheet 0')

  t.test('calls with the wrong values throw and say so', async (t) => {
    t.throws(() => b.cf.call.hash(1), /CFHash\(number\): /)
    t.throws(() => b.cf.call.hash(), /CFHash takes 1 values/)
    t.throws(() => b.engine.openLibrary(stub.cf).def('CFNothing', 'void', []), /CFNothing is not in/)
    t.throws(() => b.engine.openLibrary('/nowhere/lib.so'), /nowhere/)
  })

  t.test('values come as they were', async (t) => {
    const arena = new Arena(b.cf)
    const there = (value: string | number | boolean) =>
      b.ax.decode(
        b.ax.encode(value, arena, () => 0n),
        () => 0,
      )
    for (const text of ['', 'a', '你好 🙂 é', 'a\0b', '\0', 'x'.repeat(99_999), `\u001e%@\u001f`, '🙂'.repeat(3000)])
      t.equal(there(text), text, JSON.stringify(text.slice(0, 10)))
    t.equal(there('a\ud800b'), 'a\ufffdb', 'half a character is no character')
    for (const number of [0, 1, -1, 0.5, -2.25, 2 ** 40, 2 ** 53 - 1, -(2 ** 52), 1e300]) t.equal(there(number), number)
    t.same([there(true), there(false)], [true, false])
    arena.releaseAll()
    b.command('set display AXValue units:61.0.62.d800.63.d83d.de42')
    const [display] = b.read([b.find(b.read([b.root('calculator')]).elements, 'AXRole', 'AXStaticText').ref]).elements
    t.equal(display!.facts.AXValue, 'a\0b\ufffdc🙂')
    b.command('set display AXTitle units:61.0.62.d800.63')
    for (const join of [true, false]) {
      const [again] = b.read([display!.ref], {}, { join }).elements
      t.equal(again!.facts.AXTitle, 'a\0b\ufffdc', `a NUL and half a character, ${join ? 'joined' : 'one by one'}`)
    }
    b.command('set display AXTitle "<AXValue 0x1> {value = error:-25212 type = kAXValueAXErrorType}"')
    t.match(b.read([display!.ref]).elements[0]!.facts.AXTitle, /^<AXValue 0x1>/, 'no text passes for a missing value')
    b.command('set display AXTitle null')
    t.notOk('AXTitle' in b.read([display!.ref]).elements[0]!.facts)
    b.command('set display AXHelp other')
    b.command('set display AXTitle none')
    t.equal(b.read([display!.ref]).elements.length, 1, 'a type without a name is survived')
    b.command('set display AXHelp none')
    b.command('set display AXValue "0"')
  })

  t.test('joined and one by one, each application reads alike', async (t) => {
    for (const world of ['calculator', 'textedit', 'finder', 'electron', 'large'] as const)
      t.same(b.read([b.root(world)]), b.read([b.root(world)], {}, { join: false }), world)
  })

  t.test('at most two requests an element', async (t) => {
    for (const world of ['calculator', 'textedit', 'finder', 'electron', 'large'] as const) {
      b.command('reset')
      const { elements } = b.read([b.root(world)])
      const { requests, secure, textAreas } = b.counters()
      t.ok(requests <= 2 * elements.length, `${world}: ${requests} for ${elements.length}`)
      t.equal(secure, 0, 'the value of a secure field is not asked for')
      t.equal(textAreas, 0, 'the whole value of a text area is not asked for')
    }
  })

  t.test('limits, and what they leave out', async (t) => {
    const root = b.root('large')
    t.match(b.read([root], { limit: 100 }), { elements: { length: 100 }, cuts: { limit: Number } })
    t.match(b.read([root], { depth: 2 }).cuts, { depth: 400 })
    t.match(b.read([root], {}, { ms: 0 }).cuts, { deadline: 1 })
    t.ok(b.read([root], { characters: 1000 }).cuts.characters)
    const { elements } = b.read([root])
    const group = b.find(elements, 'AXDescription', 'Part 3')
    const known = elements.map(({ ref }) => ref)
    b.command('insert c3-3 0 AXGroup desc="new here"')
    b.command('insert b3-0 0 AXGroup desc=face')
    const top = b.find(elements, 'AXIdentifier', 'c3-3')
    t.equal(b.read([group.ref], { part: 'children', known }).elements.length, 1, 'nothing new under it')
    t.same(
      b.read([top.ref], { part: 'children', known }).elements.map(({ facts }) => facts.AXDescription),
      [undefined, 'new here'],
    )
    const button = b.find(elements, 'AXIdentifier', 'b3-0')
    t.equal(b.read([button.ref]).elements.length, 1, 'what is in a button that has a name is its face')
    b.command('set b3-0 AXTitle none')
    t.equal(b.read([button.ref]).elements.length, 2)
    t.notOk('children' in b.read([group.ref], { part: 'self' }).elements[0]!)
  })

  t.test('what is retained is released, after random operations', async (t) => {
    const roll = random(7).below
    const operationsToDo = isFew ? 15_000 : 100_000
    const names = ['calculator', 'textedit', 'electron', 'finder'] as const
    const settable = ['AXValue', 'AXFocused', 'AXPosition', 'AXSelected'] as const
    const values = [
      true,
      3,
      0.5,
      'text',
      { kind: 'point', x: 1, y: 2 },
      { kind: 'range', location: 0, length: 1 },
    ] as const
    const made: { [operation: string]: number } = {}
    let refs: Ref[] = []
    // One that opens a menu answers when its time is over.
    const system = b.ax.systemWide()
    b.ax.setTimeout(system, 0.005)
    b.cf.call.release(system)
    const operations: { readonly [name: string]: (ref: Ref, element: bigint, pid: number) => unknown } = {
      read: (ref) => {
        const { elements } = b.read([ref], { limit: 12, part: 'whole' }, { join: roll(2) === 0 })
        for (const one of elements) refs.push(one.ref)
      },
      actions: (_, element) => b.ax.actionNames(element),
      attributes: (_, element) => b.ax.attributeNames(element),
      part: (_, element) => b.ax.textPart(element, 0, roll(30)),
      range: (_, element, pid) => b.ax.items(element, 'AXChildren', roll(3), 5, (found) => b.table.intern(found, pid)),
      parent: (_, element, pid) => b.ax.elementIn(element, 'AXParent', (found) => b.table.intern(found, pid)),
      set: (_, element) => b.ax.set(element, settable[roll(settable.length)]!, values[roll(values.length)]!, () => 0n),
      perform: (_, element) => b.ax.perform(element, ['AXPress', 'AXShowMenu', 'AXIncrement', 'AXNothing'][roll(4)]!),
      forget: (ref) => b.table.forget(ref),
      at: (_, element, pid) => {
        const found = b.ax.at(element, roll(900), roll(700))
        if (found === undefined) return
        b.table.intern(found, pid)
        b.cf.call.release(found)
      },
    }
    const kinds = Object.keys(operations)
    let done = 0
    while (done < operationsToDo) {
      // Elements die and come again under the hands that hold them.
      if (done % 500 === 0) b.command(`rebuild ${['Seven', 'text', 'clickable'][roll(3)]}`)
      const at = roll(refs.length + 4)
      const ref = refs[at] ?? b.root(names[roll(4)]!)
      if (!b.table.has(ref)) {
        refs.splice(at, 1)
        continue
      }
      done++
      const { element, pid } = b.table.entry(ref)
      const kind = kinds[roll(kinds.length)]!
      made[kind] = (made[kind] ?? 0) + 1
      try {
        operations[kind]!(ref, element, pid)
      } catch (error) {
        if (!(error instanceof AxFault)) throw error
      }
      if (refs.length > 300) {
        for (const one of refs) b.table.forget(one)
        refs = []
      }
    }
    t.comment(JSON.stringify(made))
    t.equal(Object.keys(made).length, kinds.length)
    t.ok(Object.values(made).every((count) => count > operationsToDo / 25))
  })

  t.test('at the end nothing is left', async (t: Test) => {
    b.table.forgetAll()
    b.cf.close()
    const { live, created, retains, releases } = b.counters()
    t.equal(live, 0)
    t.equal(created + retains, releases)
    t.ok(created > 50_000, `${created} objects`)
  })
})
