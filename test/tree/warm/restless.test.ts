/** A change belongs to the time at which it is reported, not to that at which somebody reads it. */
import { setImmediate } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { Calm } from '../../../daemon/tree/warm/restless.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { MemoryApp, MemorySource } from '../../fixtures/memory-source.ts'

const { signal } = new AbortController()
/** So much later no action before is the cause. */
const long = 5000

class Untold extends MemorySource {
  override listen(...[listener]: Parameters<MemorySource['listen']>) {
    super.listen(listener)
  }
}

/** A box that is checked and unchecked, and time that passes when it is told to. */
async function open(t: Test, Kind = MemorySource) {
  let passed = 0
  const now = performance.now.bind(performance)
  t.intercept(performance, 'now', { value: () => now() + passed })
  const app = new MemoryApp()
  const box = app.add(1, { role: 'AXCheckBox', title: 'Sound' })
  const warm = new Warm(new Kind(app))
  // Time limits alone keep no process alive.
  const alive = setInterval(() => {}, 1000)
  t.teardown(async () => {
    clearInterval(alive)
    await warm.close()
  })
  const read = () => warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 10_000 })
  const pass = (ms: number) => {
    passed += ms
  }
  let turns = 0
  const change = async () => {
    app.set(box, { title: `Sound ${++turns}` })
    await setImmediate()
  }
  const act = async (during: () => Promise<unknown>) => {
    const ended = warm.restless.begin(warm.trueAt)
    await during()
    ended()
  }
  await read()
  pass(long)
  return { app, warm, read, pass, change, act, calm: () => warm.restless.calmOf(`element ${box}`) }
}

t.test('what an action brings and nobody reads before long does not change by itself', async (t) => {
  const { read, pass, change, act, calm } = await open(t)
  for (let turn = 0; turn < 3; turn++) {
    await act(change)
    pass(long)
    await read()
    t.not(calm(), Calm.restless)
  }
})

t.test('nor does what it brings soon after', async (t) => {
  const { read, pass, change, act, calm } = await open(t)
  await act(change)
  pass(1000)
  await change()
  pass(long)
  await read()
  t.equal(calm(), Calm.unsure)
})

t.test('what came long before an action changes by itself, though it is only read during that', async (t) => {
  const { read, pass, change, act, calm } = await open(t)
  await change()
  pass(long)
  await act(read)
  t.equal(calm(), Calm.restless)
})

t.test('what changes at any time does so by itself, though it last did during an action', async (t) => {
  const { read, pass, change, act, calm } = await open(t)
  await act(change)
  pass(long)
  await change()
  pass(long)
  await act(change)
  await read()
  t.equal(calm(), Calm.restless)
})

t.test('what was reported before a reading says nothing of what comes after it', async (t) => {
  const { read, pass, change, act, calm } = await open(t)
  await act(change)
  await read()
  pass(long)
  await change()
  pass(long)
  await read()
  t.equal(calm(), Calm.restless)
})

t.test('what nothing reports has the date of its reading', async (t) => {
  const { read, pass, change, act, calm } = await open(t, Untold)
  await act(async () => {
    await change()
    await read()
  })
  t.not(calm(), Calm.restless)
  pass(long)
  await change()
  await read()
  t.equal(calm(), Calm.restless)
})

/** A table of four cells, each beside a button that has words of its own. */
async function openTable(t: Test) {
  const world = await open(t)
  const table = world.app.add(1, { role: 'AXTable' })
  const cells = [0, 1, 2, 3].map(() => {
    const row = world.app.add(table, { role: 'AXRow' })
    world.app.add(row, { role: 'AXButton', title: 'Open' })
    return world.app.add(row, { role: 'AXCell', title: '0' })
  })
  await world.read()
  world.pass(long)
  const write = async (...which: readonly number[]) => {
    for (const at of which) world.app.set(cells[at]!, { title: `${performance.now()}` })
    await setImmediate()
    world.pass(long)
    await world.read()
  }
  const isRestless = (at: number, isOfText = true) =>
    world.warm.restless.calmOf(`element ${cells[at]!}`, isOfText) === Calm.restless
  return { ...world, table, cells, write, isRestless }
}

t.test('where several cells of a table write themselves anew, any other may', async (t) => {
  const { write, isRestless, app, table, warm } = await openTable(t)
  await write(0, 1)
  t.ok(isRestless(3))
  t.notOk(isRestless(3, false), 'but it is not chosen by itself')
  const [button] = app.childrenOf(app.childrenOf(table)[3]!)
  t.not(warm.restless.calmOf(`element ${button!}`, true), Calm.restless, 'nor does a button change its words')
})

t.test('a clock in a cell speaks for itself alone', async (t) => {
  const { write, isRestless } = await openTable(t)
  for (let turn = 0; turn < 5; turn++) await write(0)
  t.ok(isRestless(0))
  t.notOk(isRestless(3))
})

t.test('so do two clocks, once no other cell has changed for long', async (t) => {
  const { write, isRestless, pass } = await openTable(t)
  await write(0, 1)
  for (let turn = 0; turn < 30; turn++) await write(0, 1)
  pass(1000)
  t.ok(isRestless(0))
  t.notOk(isRestless(3))
})

t.test('whoever acts without a pause learns it from the look after an action', async (t) => {
  const { act, app, cells, isRestless, pass, read, warm } = await openTable(t)
  const change = async (...which: readonly number[]) => {
    for (const at of which) app.set(cells[at]!, { title: `${performance.now()}` })
    await setImmediate()
    await read()
  }
  await act(async () => {})
  pass(1000)
  await change(0, 1)
  t.notOk(isRestless(3), 'what comes soon after an action may be its late effect')
  await act(async () => {
    warm.restless.watch()
    await change(1, 2)
    warm.restless.watched(true)
  })
  t.ok(isRestless(3))
})

t.test('tips that come and go leave a place as it was, and other things do not', async (t) => {
  for (const role of ['AXHelpTag', 'AXMenu']) {
    const { app, warm, read, pass } = await open(t)
    for (let turn = 0; turn < 3; turn++) {
      const one = app.add(1, { role, title: 'Mute' })
      await setImmediate()
      await read()
      pass(long)
      app.remove(one)
      await setImmediate()
      await read()
      pass(long)
    }
    const calm = warm.restless.calmOf('element 1')
    if (role === 'AXHelpTag') t.not(calm, Calm.restless)
    else t.equal(calm, Calm.restless)
  }
})
