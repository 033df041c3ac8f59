/**
 * What every platform must do, as one suite. It runs over a scene: a target that a platform's own test puts up, with
 * what is to be found in it. It assumes nothing of a platform but `platform.ts`.
 */
import type { Test } from 'tap'
import type { Input, Result } from '../../api-schema/methods.ts'
import { textFields } from '../../api-schema/recording.ts'
import { Flag, redacted } from '../../daemon/platform/element/flags.ts'
import type { Key, Row } from '../../daemon/platform/element/row.ts'
import {
  type Act,
  type Change,
  Dirty,
  type Platform,
  type Reading,
  type Source,
  type Target,
} from '../../daemon/platform/platform.ts'
import { Problem } from '../../daemon/problem.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { againstCold } from '../fixtures/against-cold.ts'
import { type InsideWorld, openWorld } from '../fixtures/daemon/world.ts'
import { inTime } from '../fixtures/until.ts'

/** Fits one element of the scene. */
export type Find = (row: Row) => boolean

/** What is left out is not tested, and the test says so. */
export interface Scene {
  readonly platform: Platform
  readonly target: Target
  /** A click on `press` changes the text of `changes`. */
  readonly button: { readonly press: Find; readonly changes: Find }
  readonly checkbox?: Find
  readonly field?: Find
  readonly disabled?: Find
  readonly hidden?: Find
  readonly readonly?: Find
  /** A slider or spinner that is not at its end. */
  readonly adjustable?: Find
  readonly dropdown?: { readonly find: Find; readonly option: string }
  /** Text that is only shown. */
  readonly label?: Find
  /** Paths of two entries, that something comes of, in the menus of `on`. */
  readonly menu?: { readonly on: Find; readonly paths: readonly [readonly string[], readonly string[]] }
  /** A field whose value is this text, which nobody may learn. */
  readonly secure?: { readonly find: Find; readonly canary: string }
  /** A click on `by` lets `what` appear, now or soon. */
  readonly appears?: { readonly by: Find; readonly what: Find }
  /** After a click on `by`, `what` lies under something. */
  readonly covered?: { readonly by: Find; readonly what: Find }
  /** Changes that nobody makes through the platform. Done when the promise resolves. */
  readonly pokes: {
    /** Changes the text of `changes`. */
    readonly text: () => Promise<void>
    readonly insert?: () => Promise<void>
    /** Takes away what `insert` brought. */
    readonly remove?: () => Promise<void>
    readonly [name: string]: (() => Promise<void>) | undefined
  }
  /** Loads the document anew, or restarts the application in place. */
  readonly replace?: () => Promise<void>
  /** Ends the target. */
  readonly end?: () => Promise<void>
}

/** The elements of scenes that are modelled alike, by the names they share. */
export function modelled(named: (name: string) => Find, canary: string) {
  return {
    button: { press: named('Count'), changes: (row) => row.identifier === 'count' },
    checkbox: named('Check'),
    field: named('Field'),
    disabled: named('Off'),
    hidden: named('Nowhere'),
    readonly: named('Fixed'),
    adjustable: named('Level'),
    dropdown: { find: named('Unit'), option: 'cm' },
    label: (row) => row.identifier === 'count',
    menu: {
      on: named('Main'),
      paths: [
        ['View', 'As Icons…'],
        ['view', 'rows'],
      ],
    },
    secure: { find: named('Secret'), canary },
    appears: { by: named('Later'), what: (row) => row.value === 'late' },
    covered: { by: named('Dialog'), what: named('Count') },
  } satisfies Partial<Scene>
}

export interface Setup {
  /** Puts up a scene of its own for each test, and takes it down by `t.teardown`. */
  scene(t: Test): Promise<Scene>
}

const roleWord = /^[A-Za-z][A-Za-z0-9 _-]*$/
const allFlags = Object.values(Flag).reduce((bits, flag) => bits | flag, 0)
const allDirty = Dirty.self | Dirty.children | Dirty.subtree

/** One attachment, with the changes that it told and the rows that were read, as a tree would keep them. */
class Attached {
  readonly source: Source
  readonly rows = new Map<Key, Row>()
  readonly seen = new Set<Key>()
  readonly told: Change[] = []
  root: Key = 0
  #marks: Map<Key, number> | 'all' = 'all'
  readonly #waiting: (() => void)[] = []
  readonly #signal: AbortSignal

  constructor(source: Source, signal: AbortSignal) {
    this.source = source
    this.#signal = signal
    source.listen((change) => {
      this.told.push(change)
      for (const wake of this.#waiting.splice(0)) wake()
      if (change.kind !== 'dirty') this.#marks = 'all'
      else if (this.#marks !== 'all') this.#marks.set(change.key, (this.#marks.get(change.key) ?? 0) | change.what)
    })
  }

  get marks(): ReadonlyMap<Key, number> | 'all' {
    return this.#marks
  }

  async read(marks = this.#marks): Promise<Reading> {
    this.#marks = new Map()
    const reading = await this.source.read(marks, { signal: this.#signal, deadline: Number.POSITIVE_INFINITY })
    if (reading.whole) this.rows.clear()
    for (const row of reading.rows) this.rows.set(row.key, row)
    this.root = reading.root
    const reached = new Set<Key>()
    const reach = (key: Key) => {
      const row = this.rows.get(key)
      if (row === undefined || reached.has(key)) return
      reached.add(key)
      for (const child of row.children) reach(child)
    }
    reach(reading.root)
    for (const key of this.rows.keys()) if (!reached.has(key)) this.rows.delete(key)
    for (const key of reached) this.seen.add(key)
    return reading
  }

  /** All that happened before the call is in `rows` after it; by reading all where the platform cannot promise it. */
  async refresh(): Promise<void> {
    const { settled } = await this.source.settle(this.#signal)
    await this.read(settled ? this.#marks : 'all')
  }

  find(find: Find): Row | undefined {
    return [...this.rows.values()].find(find)
  }

  get(find: Find): Row {
    const row = this.find(find)
    if (row === undefined) throw new Error(`the scene has no such element: ${find}`)
    return row
  }

  async perform(find: Find, act: Act): Promise<void> {
    const { key } = this.get(find)
    const { reason } = await this.source.check(key, act, this.#signal)
    if (reason !== undefined) throw new Error(`${act.action} cannot be tested: the element is ${reason}`)
    const { refused, noop } = await this.source.perform(key, act, this.#signal)
    if (refused !== undefined || noop) throw new Error(`${act.action} did nothing: ${refused ?? 'noop'}`)
    await this.source.quiet(this.#signal)
    await this.refresh()
  }

  /** Until it holds: looked at after each change that is told. */
  async until(holds: () => boolean): Promise<void> {
    for (;;) {
      const told = this.told.length
      await this.refresh()
      if (holds()) return
      if (this.told.length === told) await this.#toldMore()
    }
  }

  /** The first change of a kind, told already or to come. */
  async change(kind: Change['kind']): Promise<Change> {
    for (;;) {
      const found = this.told.find((change) => change.kind === kind)
      if (found !== undefined) return found
      await this.#toldMore()
    }
  }

  async #toldMore(): Promise<void> {
    await inTime(new Promise<void>((resolve) => this.#waiting.push(resolve)), 'the next change is told')
  }
}

/** Asks as a caller of the daemon does, and hears what such a one is told. */
class Asker {
  readonly #world: InsideWorld
  readonly #warm: Warm

  private constructor(world: InsideWorld, warm: Warm) {
    this.#world = world
    this.#warm = warm
  }

  static async of(t: Test, { platform, target }: Scene, signal: AbortSignal): Promise<Asker> {
    const world = openWorld(t, [platform])
    const warm = await world.trees.warm(target, signal)
    await warm.freshen({ freshness: 'fresh', signal, deadline: performance.now() + 30_000 })
    return new Asker(world, warm)
  }

  row(find: Find): Row {
    const row = [...this.#warm.tree.walk()].find(find)
    if (row === undefined) throw new Error(`the scene has no such element: ${find}`)
    return row
  }

  ask(find: Find, act: Input<'interact'>): Promise<Result<'interact'>> {
    return this.#world.call('interact', { elementId: this.#idOf(find), ...act })
  }

  fail(find: Find, act: Input<'interact'>): Promise<Problem> {
    return this.#world.fail('interact', { elementId: this.#idOf(find), ...act })
  }

  #idOf(find: Find): string {
    return this.#world.ids.idOf(this.#warm, this.#warm.tree.node(this.row(find).key)!)
  }
}

/** The tree without what may differ between two attachments: keys, frames, hover, focus of the window. */
function canonical(root: Key, rowOf: (key: Key) => Row | undefined): string {
  const plain = (key: Key): unknown => {
    const row = rowOf(key)
    if (row === undefined) return null
    const { key: _key, parent: _parent, frame: _frame, children, attributes, actions, ...rest } = row
    return {
      ...rest,
      actions: [...actions].sort(),
      attributes: attributes && Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1)),
      children: children.map(plain),
    }
  }
  return JSON.stringify(plain(root), null, 1)
}

export async function contract(t: Test, setup: Setup): Promise<void> {
  const signal = new AbortController().signal

  /** All scenes are alike: by the first one it is known which tests need none. */
  let first: Scene | undefined

  /** A test over a scene of its own, with one attachment that has read everything. */
  const test = (
    name: string,
    needs: readonly (keyof Scene)[],
    body: (t: Test, scene: Scene, at: Attached) => Promise<unknown>,
  ) =>
    t.test(name, async (t) => {
      const lacks = () => needs.filter((need) => first !== undefined && first[need] === undefined)
      const scene = lacks().length === 0 ? await setup.scene(t) : undefined
      first ??= scene
      const missing = lacks().join(', ')
      if (scene === undefined || missing !== '')
        return void t.pass(`the scene has no ${missing}`, { skip: `no ${missing} here` })
      const at = await attach(t, scene)
      await at.read('all')
      await body(t, scene, at)
    })
  const attach = async (t: Test, { platform, target }: Scene): Promise<Attached> => {
    const source = await platform.open(target, signal)
    t.teardown(() => source.close())
    return new Attached(source, signal)
  }
  const coldTree = async (t: Test, scene: Scene): Promise<string> => {
    const cold = await attach(t, scene)
    await cold.read('all')
    await cold.source.close()
    return canonical(cold.root, (key) => cold.rows.get(key))
  }
  const equalsCold = async (t: Test, scene: Scene, keptTree: () => Promise<string>, name = 'warm equals cold') => {
    const { kept, cold } = await againstCold(keptTree, () => coldTree(t, scene))
    t.equal(kept, cold, name)
  }
  /** As it is, and then as it has become. */
  const treeOf = (at: Attached) => {
    let isFirst = true
    return async () => {
      if (!isFirst) await at.refresh()
      isFirst = false
      return canonical(at.root, (key) => at.rows.get(key))
    }
  }
  const now = () => ({ signal, deadline: performance.now() + 30_000 })

  await test('a scene as it stands', [], async (t, scene, at) => {
    const { platform, target, button } = scene
    await t.test('the target is listed, once and with what a caller needs', async (t) => {
      const listed = (await platform.targets(signal)).filter((one) => one.id === target.id)
      t.equal(listed.length, 1)
      t.match(listed[0], { kind: /^(application|tab)$/, platform: platform.name, name: String })
      t.equal(platform.status().available, true)
      t.equal(platform.status().name, platform.name)
    })

    await t.test('rows are well-formed', async (t) => {
      const reading = await at.read('all')
      t.equal(reading.whole, true)
      t.equal(reading.complete, true)
      t.equal(new Set(reading.rows.map((row) => row.key)).size, reading.rows.length, 'keys are unique')
      t.equal(at.rows.size, reading.rows.length, 'all rows are reached from the root, by children that have rows')
      const parents = new Map<Key, Key>()
      const roles = new Map<string, string>()
      for (const row of reading.rows) {
        for (const child of row.children) {
          if (parents.has(child)) t.fail(`${child} is a child of two`)
          if (!at.rows.has(child)) t.fail(`${child} is listed and has no row`)
          parents.set(child, row.key)
        }
        roles.set(row.role, row.role)
        for (const fault of faults(row)) t.fail(`${row.role} ${row.key}: ${fault}`)
      }
      t.equal(parents.has(reading.root), false, 'the root has no parent')
    })

    await t.test('reading all again gives the same, with the same keys', async (t) => {
      const first = canonical(at.root, (key) => at.rows.get(key))
      const keys = [...at.rows.keys()].sort((a, b) => a - b)
      await at.read('all')
      t.equal(
        canonical(at.root, (key) => at.rows.get(key)),
        first,
      )
      t.same(
        [...at.rows.keys()].sort((a, b) => a - b),
        keys,
      )
    })

    await t.test('frames and points agree', async (t) => {
      const { key } = at.get(button.press)
      const place = (await at.source.frames([key, at.root], signal)).get(key)
      t.ok(place, 'the button has a frame')
      const { frame, pageFrame } = place!
      t.ok(frame.width > 0 && frame.height > 0)
      const hit = await at.source.at(frame.x + frame.width / 2, frame.y + frame.height / 2, false, signal)
      t.ok(isInside(at, hit, key), 'the point in its middle is its own')
      if (pageFrame !== undefined) {
        const inPage = await at.source.at(
          pageFrame.x + pageFrame.width / 2,
          pageFrame.y + pageFrame.height / 2,
          true,
          signal,
        )
        t.ok(isInside(at, inPage, key), 'in page pixels too')
      }
      t.equal(await at.source.at(-50_000, -50_000, false, signal), undefined, 'nothing is outside of everything')
    })

    await t.test('detail is of texts', async (t) => {
      const { attributes } = await at.source.detail(at.get(button.press).key, signal)
      for (const [name, value] of Object.entries(attributes)) t.type(value, 'string', name)
    })

    await t.test('an aborted signal ends every call with its reason', async (t) => {
      const reason = new Problem('timeout')
      const aborted = AbortSignal.abort(reason)
      const { key } = at.get(button.press)
      const act = { action: 'click' } as const
      const { source } = at
      const calls: { readonly [name: string]: () => Promise<unknown> } = {
        targets: () => platform.targets(aborted),
        open: () => platform.open(target, aborted),
        read: () => source.read('all', { signal: aborted, deadline: Number.POSITIVE_INFINITY }),
        settle: () => source.settle(aborted),
        frames: () => source.frames([key], aborted),
        focused: () => source.focused(aborted),
        at: () => source.at(1, 1, false, aborted),
        check: () => source.check(key, act, aborted),
        perform: () => source.perform(key, act, aborted),
        detail: () => source.detail(key, aborted),
      }
      for (const [name, call] of Object.entries(calls)) {
        t.equal(
          await call().then(
            () => 'it returned',
            (error) => error,
          ),
          reason,
          name,
        )
      }
      await source.quiet(aborted)
      const late = new AbortController()
      const reading = source.read('all', { signal: late.signal, deadline: Number.POSITIVE_INFINITY })
      late.abort(reason)
      const end = await reading.then(
        () => 'it was done before',
        (error) => error,
      )
      t.ok(end === 'it was done before' || end === reason, 'a call under way ends, too')
      await at.read('all')
      t.ok(at.get(button.press), 'and the source lives on')
    })

    await t.test('what stands in the way is found before the action', async (t) => {
      const reasonFor = async (find: Find, act: Act) => (await at.source.check(at.get(find).key, act, signal)).reason
      const click = { action: 'click' } as const
      t.equal(await reasonFor(scene.button.press, click), undefined)
      if (scene.disabled) t.equal(await reasonFor(scene.disabled, click), 'disabled')
      if (scene.hidden) t.equal(await reasonFor(scene.hidden, click), 'hidden')
      if (scene.readonly) t.equal(await reasonFor(scene.readonly, { action: 'set_value', value: 'x' }), 'readonly')
      if (scene.covered) {
        t.equal(await reasonFor(scene.covered.what, click), undefined)
        await at.perform(scene.covered.by, click)
        t.match(await at.source.check(at.get(scene.covered.what).key, click, signal), { reason: 'covered', by: /\S/ })
      }
    })
  })

  await test('an action is seen by reading what it marked, and only that', ['button'], async (t, scene, at) => {
    const was = at.get(scene.button.changes)
    const size = at.rows.size
    const { key } = at.get(scene.button.press)
    t.same((await at.source.check(key, { action: 'click' }, signal)).reason, undefined)
    const performed = await at.source.perform(key, { action: 'click' }, signal)
    t.equal(performed.refused, undefined)
    await at.source.quiet(signal)
    const { settled } = await at.source.settle(signal)
    if (settled && at.marks !== 'all') {
      t.not(at.marks.size, 0, 'the change was told')
      const reading = await at.read()
      t.ok(reading.whole || reading.rows.length < size, 'less than everything was read')
    } else await at.read('all')
    t.not(shownText(at.get(scene.button.changes)), shownText(was), 'the text is another one')
    await equalsCold(t, scene, treeOf(at))
  })

  await test('changes from outside are told before settle returns', ['pokes'], async (t, scene, at) => {
    await at.refresh()
    const told = at.told.length
    await scene.pokes.text()
    const { settled, reason } = await at.source.settle(signal)
    if (!settled) return t.match(reason, /\S/, 'a platform that cannot promise it says why')
    t.ok(at.told.length > told, 'told')
    for (const change of at.told.slice(told)) {
      if (change.kind === 'dirty') t.equal(change.what & ~allDirty, 0)
    }
    await at.read()
    await equalsCold(t, scene, treeOf(at))
  })

  await test('warm equals cold after every kind of change', ['pokes'], async (t, scene) => {
    const source = await scene.platform.open(scene.target, signal)
    const warm = new Warm(source)
    t.teardown(() => warm.close())
    await warm.freshen({ freshness: 'auto', ...now() })
    for (const [name, poke] of Object.entries(scene.pokes)) {
      await poke?.()
      const keptTree = async () => {
        const { settled } = await warm.freshen({ freshness: 'auto', ...now() })
        if (!settled) await warm.freshen({ freshness: 'fresh', ...now() })
        return canonical(warm.tree.root, (key) => warm.tree.node(key))
      }
      await equalsCold(t, scene, keptTree, name)
    }
  })

  await test('two attachments do not disturb each other', ['button'], async (t, scene, at) => {
    const other = await attach(t, scene)
    await other.read('all')
    await at.perform(scene.button.press, { action: 'click' })
    await other.refresh()
    const { kept, cold } = await againstCold(treeOf(at), treeOf(other))
    t.equal(kept, cold)
    await other.source.close()
    await at.perform(scene.button.press, { action: 'click' })
  })

  await test('a key is never given to another element', ['pokes'], async (t, { pokes }, at) => {
    const { insert, remove } = pokes
    if (insert === undefined || remove === undefined)
      return t.pass('nothing can be inserted here', { skip: 'no insert' })
    await insert()
    await at.refresh()
    const before = new Set(at.rows.keys())
    await remove()
    await at.refresh()
    const removed = [...before].filter((key) => !at.rows.has(key))
    t.not(removed.length, 0, 'something went')
    t.same((await at.source.check(removed[0]!, { action: 'click' }, signal)).reason, 'gone')
    await t.rejects(at.source.perform(removed[0]!, { action: 'click' }, signal), { name: 'element_gone' })
    t.equal((await at.source.frames(removed, signal)).size, 0, 'gone ones are left out')
    await t.rejects(at.source.detail(removed[0]!, signal), { name: 'element_gone' })
    await insert()
    await at.refresh()
    t.same(
      removed.filter((key) => at.rows.has(key)),
      [],
      'what came is not what went',
    )
  })

  await test('an action asked for wrongly is refused in the same words everywhere', [], async (t, scene) => {
    const asker = await Asker.of(t, scene, signal)
    const { checkbox, dropdown, disabled, label, adjustable, field, menu, button } = scene
    const has = (name: string, isThere: unknown, body: (t: Test) => Promise<unknown>) =>
      t.test(name, { skip: isThere === undefined && 'the scene has no such element' }, body)
    const takesNoValue = { name: 'unsupported_here', hint: /^Call expand to see what it can do, or act on the field/ }
    const hasNoTwoStates = { name: 'unsupported_here', hint: /^Use click to press it, select to choose/ }

    await has('toggle takes words for on and off', checkbox, async (t) => {
      for (const [value, isOn] of [
        ['yes', true],
        ['off', false],
        [' Checked ', true],
        ['0', false],
      ] as const) {
        const { effect } = await asker.ask(checkbox!, { action: 'toggle', value })
        t.match(effect, /^(confirmed|noop)$/, value)
        t.equal((asker.row(checkbox!).flags & Flag.checked) !== 0, isOn, value)
      }
      t.equal((await asker.ask(checkbox!, { action: 'toggle', value: 'no' })).effect, 'noop')
      t.match(await asker.fail(checkbox!, { action: 'toggle', value: 'banana' }), {
        name: 'invalid_params',
        message: /toggle takes on or off .*, not "banana"/,
        hint: /^For example: interact \{"elementId":"\d+","action":"toggle","value":"on"\}$/,
        data: { path: 'params.value' },
      })
      t.match(await asker.fail(checkbox!, { action: 'set_value', value: 'banana' }), {
        name: 'invalid_params',
        message: 'It can be switched on or off (true or false), not to "banana".',
        hint: /^Pass value on or off/,
      })
      t.match(await asker.fail(checkbox!, { action: 'toggle', value: 'mixed' }), { name: 'unsupported_here' })
    })

    await t.test('toggle is for what has two states', async (t) => {
      t.match(await asker.fail(button.press, { action: 'toggle' }), hasNoTwoStates)
      t.match(await asker.fail(button.press, { action: 'toggle', value: 'on' }), hasNoTwoStates)
      if (dropdown) t.match(await asker.fail(dropdown.find, { action: 'toggle' }), hasNoTwoStates)
    })

    await has('an option that is not there is not found, and those that are there are named', dropdown, async (t) => {
      const { find, option } = dropdown!
      for (const value of ['No such thing', option.slice(0, -1)]) {
        const { name, message, hint, data } = await asker.fail(find, { action: 'select', value })
        t.equal(name, 'not_found', value)
        t.match(message, `has no option ${JSON.stringify(value)}.`)
        t.match(hint, `There are: "`)
        t.match(hint, JSON.stringify(option))
        t.ok(Array.isArray(data.near) && data.near.length > 0)
      }
      const { effect } = await asker.ask(find, { action: 'select', value: ` ${option.toUpperCase()}… ` })
      t.match(effect, /^(confirmed|noop)$/, 'case, space and dots do not count')
      t.equal(shownText(asker.row(find)), option)
    })

    await has('what is disabled can be scrolled to', disabled, async (t) => {
      t.match((await asker.ask(disabled!, { action: 'scroll' })).effect, /^(confirmed|unverified|noop)$/)
      t.match(await asker.fail(disabled!, { action: 'scroll', value: 'sideways' }), {
        name: 'invalid_params',
        message: /scroll goes up, down, .*, not "sideways"/,
      })
      t.match(await asker.fail(disabled!, { action: 'click' }), {
        name: 'element_changed',
        data: { reason: 'disabled' },
        hint: /what enables it/,
      })
    })

    await has('menus by their path', menu, async (t) => {
      const { on, paths } = menu!
      const [first] = paths
      const wrong = await asker.fail(on, { action: 'menu', path: [...first.slice(0, -1), 'No such entry'].join(' > ') })
      t.equal(wrong.name, 'not_found')
      t.match(wrong.message, 'has no entry "No such entry".')
      t.match(wrong.hint, JSON.stringify(first.at(-1)), 'what is in that menu is named')
      t.match(await asker.fail(on, { action: 'menu', path: ' → ' }), {
        name: 'invalid_params',
        hint: /"File > Save As"/,
      })
      for (const [index, between] of [' → ', '>'].entries())
        t.equal(
          (await asker.ask(on, { action: 'menu', path: paths[index]!.join(between) })).effect,
          'confirmed',
          between,
        )
    })

    await t.test('what is needed is missing', async (t) => {
      const find = field ?? button.press
      for (const action of ['set_value', 'type'] as const) {
        t.match(await asker.fail(find, { action }), {
          name: 'invalid_params',
          message: `params.value: ${action} needs a value.`,
          hint: new RegExp(`^For example: interact {"elementId":"\\d+","action":"${action}","value":"tea"}$`),
        })
      }
      t.match(await asker.fail(find, { action: 'key' }), { name: 'invalid_params', message: /key needs keys/ })
      t.match(await asker.fail(find, { action: 'drag', to: { x: 1 } }), {
        name: 'invalid_params',
        message: /drag needs to/,
      })
    })

    await has('a label takes no value', label, async (t) => {
      t.match(await asker.fail(label!, { action: 'set_value', value: 'x' }), takesNoValue)
    })

    await has('a slider goes to its end and not beyond', adjustable, async (t) => {
      const was = asker.row(adjustable!).value
      for (const value of ['1e9', '-1e9', 'high', '', '1,000,000'])
        t.match(
          await asker.fail(adjustable!, { action: 'set_value', value }),
          {
            name: 'invalid_params',
            message: / is not a number from -?[\d.]+ to -?[\d.]+\.$/,
            hint: /^Pass a number from -?[\d.]+ to -?[\d.]+\.$/,
            data: { path: 'value', minimum: Number, maximum: Number },
          },
          value,
        )
      t.equal(asker.row(adjustable!).value, was)
    })
  })

  await test('the text of a secure field is nowhere', ['secure'], async (t, scene, at) => {
    const { find, canary } = scene.secure!
    const nowhere = async (what: string) => {
      const { key } = at.get(find)
      const all = [
        [...at.rows.values()],
        at.told,
        await at.source.detail(key, signal),
        await at.source.check(key, { action: 'click' }, signal),
      ]
      t.notMatch(JSON.stringify(all), canary, what)
      const { value } = at.get(find)
      t.ok(value === undefined || value === redacted, `${what}: no value`)
      t.ok(at.get(find).flags & Flag.secure)
    }
    await nowhere('when it is read')
    for (const what of ['set', 'guessed']) {
      const act = { action: 'set_value', value: `${canary}-2` } as const
      const { noop } = await at.source.perform(at.get(find).key, act, signal)
      t.notOk(noop, `${what}: it is not said whether it was so already`)
      await at.source.quiet(signal)
    }
    await at.refresh()
    await nowhere('after it was set')
    await at.read('all')
    await nowhere('when all is read again')
  })

  await test('what appears later is told of', ['appears'], async (t, scene, at) => {
    const { by, what } = scene.appears!
    t.equal(at.find(what), undefined)
    await at.perform(by, { action: 'click' })
    await at.until(() => at.find(what) !== undefined)
    await equalsCold(t, scene, treeOf(at))
  })

  await test('close ends the events, and may be called twice', ['pokes'], async (t, scene, at) => {
    const other = await attach(t, scene)
    await other.read('all')
    await at.source.close()
    await at.source.close()
    const told = at.told.length
    await scene.pokes.text()
    await other.refresh()
    t.equal(at.told.length, told)
    t.ok(other.get(scene.button.press), 'others stay attached')
  })

  await test(
    'a new document is told as such, and no key of the old one is seen again',
    ['replace'],
    async (t, scene, at) => {
      const old = new Set(at.rows.keys())
      const { key } = at.get(scene.button.press)
      await scene.replace!()
      await at.change('replaced')
      await at.until(() => at.find(scene.button.press) !== undefined)
      t.same(
        [...at.rows.keys()].filter((now) => old.has(now)),
        [],
      )
      t.equal((await at.source.check(key, { action: 'click' }, signal)).reason, 'gone')
      await equalsCold(t, scene, treeOf(at))
    },
  )

  await test('an ended target says so, and is listed no more', ['end'], async (t, scene, at) => {
    const { platform, target } = scene
    await scene.end!()
    t.match(await at.change('closed'), { kind: 'closed', reason: /\S/ })
    t.same(
      (await platform.targets(signal)).filter((one) => one.id === target.id),
      [],
    )
    const gone = target.kind === 'tab' ? 'tab_not_found' : 'app_not_found'
    await t.rejects(platform.open(target, signal), { name: gone })
    const end = await at.source.read('all', now()).then(
      () => undefined,
      (error) => error,
    )
    t.ok(end instanceof Problem, 'a reading of it is a Problem')
    await at.source.close()
  })
}

/** What no row may be. */
function faults(row: Row): string[] {
  const found: string[] = []
  const add = (fault: string, holds: boolean) => holds && found.push(fault)
  add('the key is not a whole number from 1', !Number.isSafeInteger(row.key) || row.key < 1)
  add(`the role is “${row.role}”`, !roleWord.test(row.role))
  for (const name of textFields)
    add(
      `${name} is not a text or is empty`,
      row[name] !== undefined && (typeof row[name] !== 'string' || row[name] === ''),
    )
  add('it has unknown flags', (row.flags & ~allFlags) !== 0)
  add('its attributes are empty', row.attributes !== undefined && Object.keys(row.attributes).length === 0)
  for (const [name, value] of Object.entries(row.attributes ?? {}))
    add(`attribute ${name} is not a text`, typeof value !== 'string')
  for (const action of row.actions) add(`an action is “${action}”`, typeof action !== 'string' || action === '')
  add(
    'it is secure and has a value',
    (row.flags & Flag.secure) !== 0 && row.value !== undefined && row.value !== redacted,
  )
  add(
    'it is checked and cannot be',
    (row.flags & (Flag.checked | Flag.mixed)) !== 0 && (row.flags & Flag.checkable) === 0,
  )
  add('it is expanded and cannot be', (row.flags & Flag.expanded) !== 0 && (row.flags & Flag.expandable) === 0)
  add('it is editable and readonly', (row.flags & Flag.editable) !== 0 && (row.flags & Flag.readonly) !== 0)
  const { frame } = row
  add(
    'its frame is not of numbers',
    frame !== undefined && ![frame.x, frame.y, frame.width, frame.height].every(Number.isFinite),
  )
  return found
}

/** The text that a person sees of it, wherever the platform has it. */
function shownText(row: Row): string | undefined {
  return row.value ?? row.title ?? row.description
}

function isInside(at: Attached, key: Key | undefined, ancestor: Key): boolean {
  const parents = new Map<Key, Key>()
  for (const row of at.rows.values()) for (const child of row.children) parents.set(child, row.key)
  for (let up = key; up !== undefined; up = parents.get(up)) if (up === ancestor) return true
  return false
}
