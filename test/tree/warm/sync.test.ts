/** One target kept warm: what is read when, what is promised, and what happens while it cannot answer. */

import { mock } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import t from 'tap'
import { Problem } from '../../../daemon/problem.ts'
import { type FreshnessChoice, timeLimits, Warm } from '../../../daemon/tree/warm/sync.ts'
import { MemoryApp, MemorySource } from '../../fixtures/memory-source.ts'

const never = new AbortController().signal
const soon = () => performance.now() + 10_000

function attached(app = new MemoryApp()) {
  const source = new MemorySource(app)
  const warm = new Warm(source)
  const ask = async (freshness: FreshnessChoice, deadline = soon(), signal = never) => {
    const { seen: _, ...rest } = await warm.freshen({ freshness, signal, deadline })
    return rest
  }
  const titles = () => [...warm.tree.walk()].map((node) => node.title ?? node.value)
  return { app, source, warm, ask, titles }
}

/** A target that answers nothing until it is let go on. */
function hung(source: MemorySource): () => void {
  let goOn = () => {}
  source.hang = new Promise((resolve) => {
    goOn = () => {
      source.hang = undefined
      resolve()
    }
  })
  return () => goOn()
}

t.test('what is asked for decides what is read', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  t.same(await ask('cached'), { settled: true }, 'without a copy there is nothing to serve')
  t.same(source.reads, ['all'])

  t.same(await ask('auto'), { settled: true })
  t.equal(source.reads.length, 1, 'nothing changed, nothing is read')
  t.equal(source.settles, 1)

  const save = app.add(1, { role: 'AXButton', title: 'Save' })
  app.set(save, { title: 'Saved' })
  t.same(await ask('auto'), { settled: true })
  t.same(titles(), ['Memory', 'Saved'])
  t.same(
    source.reads[1],
    new Map([
      [1, 2],
      [save, 1],
    ]),
    'marks of one element add up',
  )

  app.set(save, { title: 'Late' })
  const { settles } = source
  const cached = await ask('cached')
  t.match(cached, { settled: false, ageMs: Number })
  t.equal(source.settles, settles, 'no traffic')
  t.same(titles(), ['Memory', 'Saved'])

  t.same(await ask('fresh'), { settled: true })
  t.equal(source.reads.at(-1), 'all')
  t.same(titles(), ['Memory', 'Late'])

  app.loseTrack()
  await ask('auto')
  t.equal(source.reads.at(-1), 'all')
  await warm.close()
})

t.test('a source that cannot promise says so, unless all was read since', async (t) => {
  const { app, source, warm, ask } = attached()
  source.barrier = { settled: false, reason: 'not watched yet' }
  t.same(await ask('auto'), { settled: true })
  t.match(await ask('auto'), { settled: false, ageMs: Number, reason: 'not watched yet' })
  app.add(1, { role: 'AXButton' })
  t.match(await ask('auto'), { settled: false, reason: 'not watched yet' })
  t.same(await ask('fresh'), { settled: true })
  await warm.close()
})

t.test('calls side by side share one reading, and each sees what happened before it', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  await Promise.all([ask('auto'), ask('auto'), ask('auto')])
  t.equal(source.reads.length, 1)
  for (let i = 0; i < 20; i++) {
    const key = app.add(1, { role: 'AXButton', title: `b${i}` })
    const asked = [ask('auto'), ask('auto')]
    await new Promise((resolve) => setImmediate(resolve))
    app.set(key, { title: `c${i}` })
    await Promise.all([...asked, ask('auto')])
    t.ok(titles().includes(`c${i}`))
  }
  const before = source.reads.length
  await Promise.all([ask('fresh'), ask('fresh'), ask('fresh'), ask('fresh')])
  t.equal(source.reads.length, before + 2, 'one that began before the others asked, and one for these')
  await warm.close()
})

t.test('while the target cannot answer, the copy is served with age and reason', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  await ask('auto')
  const save = app.add(1, { role: 'AXButton', title: 'Save' })
  source.failure = new Problem('dialog_open', { message: 'A dialog is open.' })
  t.match(await ask('auto'), { settled: false, ageMs: Number, reason: 'A dialog is open.' })
  t.same(titles(), ['Memory'])
  await t.rejects(ask('fresh'), { name: 'dialog_open' }, 'who insists is told')
  source.failure = undefined
  t.same(await ask('auto'), { settled: true })
  t.same(titles(), ['Memory', 'Save'])

  const goOn = hung(source)
  app.set(save, { title: 'Saved' })
  t.match(await ask('auto', performance.now() + 60), { settled: false, reason: 'Memory is busy.' })
  const gaveUp = new AbortController()
  const waiting = ask('auto', soon(), gaveUp.signal)
  gaveUp.abort(new Error('the caller left'))
  await t.rejects(waiting, { message: 'the caller left' })
  goOn()
  t.same(await ask('auto'), { settled: true })
  t.same(titles(), ['Memory', 'Saved'], 'nothing was lost')
  await warm.close()
})

t.test('a reading outlasts the caller who began it', async (t) => {
  const { source, warm, ask, titles } = attached()
  const goOn = hung(source)
  await t.rejects(ask('auto', performance.now() + 30), { name: 'unresponsive' }, 'no copy, no answer')
  const second = ask('auto')
  goOn()
  t.same(await second, { settled: true })
  t.same(titles(), ['Memory'])
  t.equal(source.reads[0], 'all')
  await warm.close()
})

t.test('a reading may take minutes: asked for again, it would stand in line behind itself', async (t) => {
  const { timers } = mock
  timers.enable({ apis: ['setTimeout'] })
  t.teardown(() => timers.reset())
  const { source, ask, titles } = attached()
  const far = performance.now() + 3_600_000
  const goOn = hung(source)
  const first = ask('auto', far)
  await turn()
  timers.tick(239_000)
  await turn()
  goOn()
  t.same(await first, { settled: true })
  t.same(titles(), ['Memory'])
  t.equal(source.reads.length, 1, 'asked for once')
  hung(source)
  const second = ask('fresh', far).catch((error) => error)
  await turn()
  timers.tick(timeLimits.read)
  t.match(await second, { name: 'unresponsive', message: /cannot be read/ }, 'not for ever')
})

t.test('a defect of a source is no reason to serve the copy', async (t) => {
  const { source, warm, ask } = attached()
  await ask('auto')
  source.settle = async () => {
    throw new TypeError('x is not a function')
  }
  await t.rejects(ask('auto'), { name: 'TypeError' })
  await warm.close()
})

t.test('marks of a reading that failed are read the next time', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  await ask('auto')
  const read = source.read.bind(source)
  const key = app.add(1, { role: 'AXButton', title: 'a' })
  source.read = async (marks) => {
    source.read = read
    app.set(key, { title: 'b' })
    throw new Problem('unresponsive', { message: `slow with ${marks === 'all' ? 'all' : marks.size}` })
  }
  t.match(await ask('auto'), { settled: false, reason: 'slow with 1' })
  t.same(await ask('auto'), { settled: true })
  t.same(titles(), ['Memory', 'b'])

  app.set(key, { title: 'c' })
  source.read = async () => {
    source.read = read
    throw new Problem('element_gone')
  }
  t.same(await ask('auto'), { settled: true }, 'what went while it was read makes the reading a whole one')
  t.equal(source.reads.at(-1), 'all')
  t.same(titles(), ['Memory', 'c'])
  await warm.close()
})

t.test('more marks than help make a whole reading', async (t) => {
  const { source, warm, ask } = attached()
  await ask('auto')
  for (let key = 1; key <= 10_001; key++) source.queue({ kind: 'dirty', key, what: 1 })
  await ask('auto')
  t.equal(source.reads.at(-1), 'all')
  await warm.close()
})

t.test('a replaced document', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  app.add(1, { role: 'AXButton', title: 'old' })
  await ask('auto')
  const { revision } = warm.tree
  app.replace()
  t.same(await ask('auto'), { settled: true })
  t.equal(warm.epoch, 1)
  t.same(titles(), ['Memory'])
  t.ok(warm.tree.revision > revision)
  t.equal(warm.tree.since(revision), undefined)

  const goOn = hung(source)
  app.loseTrack()
  await new Promise((resolve) => setImmediate(resolve))
  const asked = ask('auto')
  app.replace()
  app.add(app.root, { role: 'AXButton', title: 'new' })
  await new Promise((resolve) => setImmediate(resolve))
  goOn()
  t.same(await asked, { settled: true }, 'while it is read')
  t.equal(warm.epoch, 2)
  t.same(titles(), ['Memory', 'new'])
  await warm.close()
})

t.test('a reading that is cut short', async (t) => {
  const { app, source, warm, ask, titles } = attached()
  for (let i = 0; i < 5; i++) app.add(1, { role: 'AXButton', title: `b${i}` })
  source.limit = 3
  t.same(await ask('auto'), { settled: true })
  t.match(warm.tree, { size: 3, complete: false, partialReason: 'it is too large' })
  source.limit = Number.POSITIVE_INFINITY
  await new Promise((resolve) => setTimeout(resolve))
  await ask('auto')
  t.match(warm.tree, { size: 6, complete: true })
  t.equal(source.reads.length, 2, 'the rest was read behind the first answer')

  source.limit = 2
  app.set(1, { title: 'Other' })
  t.match(await ask('fresh'), { settled: false, reason: 'it is too large' }, 'a part of the copy is older')
  t.same(titles(), ['Other', 'b0', 'b1', 'b2', 'b3', 'b4'], 'what was not read again is not gone')
  await warm.close()
  t.equal(warm.tree.size, 0)
})

t.test('the end', async (t) => {
  const { app, source, warm, ask } = attached(new MemoryApp({ kind: 'tab', id: 't1' }))
  let ended = 0
  const other = new Warm(new MemorySource(app), { onClosed: () => ended++ })
  await ask('auto')
  await other.freshen({ freshness: 'auto', signal: never, deadline: soon() })
  app.quit('the tab crashed')
  app.quit('again')
  await t.rejects(ask('auto'), { name: 'tab_not_found', message: /t1.*the tab crashed/ })
  await t.rejects(ask('cached'), { name: 'tab_not_found' }, 'also the copy is of nobody any more')
  t.equal(warm.closed, true)
  t.equal(ended, 1)
  await Promise.all([warm.close(), warm.close(), other.close()])
  t.equal(source.closes, 1)

  const busy = attached()
  hung(busy.source)
  const asked = busy.ask('auto')
  await busy.warm.close()
  await t.rejects(asked, { name: 'limit_exceeded', hint: 'Ask again.' })
  t.equal(busy.source.closes, 1)
})

t.test('after any run of events the warm answer is the cold one', async (t) => {
  const { app, warm, ask } = attached()
  let seed = 42
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0
    return (seed >>> 8) % below
  }
  for (let round = 0; round < 300; round++) {
    for (let i = random(5); i >= 0; i--) {
      const key = app.keys[random(app.keys.length)]!
      const other = app.keys[random(app.keys.length)]!
      const inside = app.rowsFrom(key).some((row) => row.key === other)
      const what = random(10)
      if (what < 4) app.add(key, { role: 'AXButton', title: `t${random(9)}` }, random(app.childrenOf(key).length + 1))
      else if (what < 6) app.set(key, { value: String(random(9)) })
      else if (what === 6 && key !== app.root) app.remove(key)
      else if (what === 7 && key !== app.root && !inside) app.move(key, other)
      else if (what === 8 && random(10) === 0) app.loseTrack()
      else if (what === 9 && random(30) === 0) app.replace()
    }
    const freshness = await ask('auto')
    const cold = attached(app)
    await cold.ask('auto')
    if (!freshness.settled) t.fail('not settled')
    t.same([...warm.tree.walk()], [...cold.warm.tree.walk()], `round ${round}`)
    await cold.warm.close()
  }
  await warm.close()
})

t.test('what cannot be read is looked at once: then it is waited for', async (t) => {
  const { app, source, warm, ask } = attached()
  await ask('auto')
  source.failure = new Problem('dialog_open')
  const save = app.add(1, { role: 'AXButton', title: 'Save' })
  await turn()
  const look = () => warm.freshen({ freshness: 'auto', signal: never, deadline: soon() })
  const served = await look()
  t.match(served, { settled: false, seen: warm.reported })
  const over = new AbortController()
  setTimeout(() => over.abort(new Error('nothing new')), 20)
  await t.rejects(warm.nextChange(served.seen, over.signal), { message: 'nothing new' })
  const told = warm.nextChange(served.seen, never)
  app.set(save, { title: 'Saved' })
  await told
  await warm.nextChange(served.seen, never)
  t.not((await look()).seen, served.seen, 'another who has not looked yet is told of it, too')
})
