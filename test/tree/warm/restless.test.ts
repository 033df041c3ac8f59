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
  return { read, pass, change, act, calm: () => warm.restless.calmOf(`element ${box}`) }
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
