/** How the daemon is shared: a session alone may have everything, and with others only its share. */
import t from 'tap'
import { type ShareLimits, Shares } from '../../daemon/serve/shares.ts'
import { until } from '../fixtures/until.ts'

const limits: ShareLimits = { perSession: 3, perAgent: 5, perSecond: 10, saved: 4, atOnce: 2, atOnceAlone: 4 }
const who = (session: string, agent = 'a') => ({ agent, session })

function scene(more: Partial<ShareLimits> = {}) {
  const at = { now: 0 }
  const shares = new Shares({ ...limits, ...more }, () => at.now)
  return { at, shares }
}

t.test('how many at once', async (t) => {
  const { shares } = scene({ saved: 100 })
  for (let i = 0; i < 3; i++) t.equal(shares.begin(who('one')), undefined)
  t.match(shares.begin(who('one')), {
    status: 429,
    problem: { name: 'limit_exceeded', message: 'This session already has 3 requests running.', retryable: true },
    headers: { 'retry-after': '1' },
  })
  t.equal(shares.begin(who('two')), undefined, 'another session has its own')
  t.equal(shares.begin(who('two')), undefined)
  t.match(shares.begin(who('three')), { status: 429, problem: { message: /^This agent already has 5/ } })
  t.equal(shares.begin(who('one', 'b')), undefined, 'and so has another agent')
  shares.end(who('one'))
  t.equal(shares.begin(who('one')), undefined, 'room is given back')
})

t.test('how fast', async (t) => {
  const { at, shares } = scene()
  const ask = (session: string) => {
    const no = shares.begin(who(session))
    if (no === undefined) shares.end(who(session))
    return no
  }
  for (let i = 0; i < 100; i++) t.equal(ask('one'), undefined, 'alone as fast as it likes')
  t.equal(ask('two'), undefined)
  t.match(ask('one'), {
    status: 429,
    problem: { message: 'While others ask as well, a session may send 10 requests a second.', hint: /in 100 ms/ },
    headers: { 'retry-after': '1' },
  })
  for (let i = 0; i < 3; i++) t.equal(ask('two'), undefined, 'who asked little has saved some')
  t.equal(ask('two')?.status, 429)
  at.now = 100
  t.equal(ask('one'), undefined, 'when it was told to come back')
  t.equal(ask('one')?.status, 429)
  at.now = 900
  for (let i = 0; i < 4; i++) t.equal(ask('one'), undefined, 'no more is saved up than that')
  t.equal(ask('one')?.status, 429)
  at.now = 2100
  for (let i = 0; i < 100; i++) t.equal(ask('one'), undefined, 'alone again')
})

t.test('what is worked on', async (t) => {
  const { shares } = scene({ saved: 1000, perSession: 100, perAgent: 100 })
  const begun: string[] = []
  const held = new Map<string, () => void>()
  const start = (session: string, name: string) => {
    shares.begin(who(session))
    return shares.work(who(session), () => {
      begun.push(name)
      return new Promise<void>((resolve) => held.set(name, resolve))
    })
  }
  void start('one', 'a1')
  void start('two', 'b1')
  void start('one', 'a2')
  const last = [start('one', 'a3'), start('one', 'a4')]
  void start('two', 'b2')
  t.same(begun, ['a1', 'b1', 'a2', 'b2'], 'two of each; others do not wait for the session that asks most')
  held.get('a2')!()
  await until(() => begun.includes('a3'), 'the next one has begun')
  t.same(begun.slice(4), ['a3'], 'in order')
  // a1 is not done, and by now waits for something.
  await until(() => begun.includes('a4'), 'the next one has begun')
  for (const name of ['a1', 'a3', 'a4', 'b1', 'b2']) held.get(name)!()
  await Promise.all(last)
  await t.rejects(
    shares.work(who('one'), () => Promise.reject(new Error('failed'))),
    { message: 'failed' },
  )
  const more = await Promise.all([1, 2, 3, 4].map((n) => shares.work(who('one'), async () => n)))
  t.same(more, [1, 2, 3, 4], 'what failed has given back its place')
})

t.test('alone', async (t) => {
  const { at, shares } = scene({ saved: 1000, perSession: 100, perAgent: 100 })
  const held: (() => void)[] = []
  const start = (session: string) => {
    shares.begin(who(session))
    return shares.work(who(session), () => new Promise<void>((resolve) => held.push(resolve)))
  }
  start('two')
  at.now = 5000
  const all = Array.from({ length: 6 }, () => start('one'))
  t.equal(held.length, 1 + 4, 'more at once')
  const other = start('two')
  t.equal(held.length, 1 + 4 + 1, 'another does not wait for them')
  held[1]!()
  held[2]!()
  await Promise.all(all.slice(0, 2))
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(held.length, 6, 'from then on, no more begin than its share')
  held[3]!()
  await until(() => held.length === 7, 'the next one has begun')
  for (const release of held.slice(3)) release()
  await until(() => held.length === 8, 'and the last')
  for (const release of held.slice(7)) release()
  await Promise.all([...all, other])
})
