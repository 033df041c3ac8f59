/** Confirm tokens, cursors and agents' tokens: one owner, one use, an end in time, and bounds. */
import fc from 'fast-check'
import t from 'tap'
import type { Agent } from '../../daemon/agents/agents.ts'
import { Agents, owner } from '../../daemon/agents/agents.ts'
import { Sessions } from '../../daemon/agents/sessions.ts'
import { Problem } from '../../daemon/problem.ts'
import { holds } from '../fixtures/cases.ts'

const a: Agent = { name: 'a', scope: 'read' }
const b: Agent = { name: 'b', scope: 'admin' }

t.test('a kept answer is fetched once, in the session that got it', async (t) => {
  const sessions = new Sessions()
  const [one, two] = [sessions.of(a, 'one'), sessions.of(a, 'two')]
  const token = sessions.keep(one, 'whole')
  t.match(token, /^[\w-]{22}$/, '128 bits')
  t.throws(() => sessions.confirm(two, token), { name: 'not_found' }, 'not in another session')
  t.throws(
    () => sessions.confirm(sessions.of(b), token),
    { name: 'not_found' },
    'nor by another agent, whatever its scope',
  )
  t.equal(sessions.confirm(one, token), 'whole', 'and the attempt of the other did not spend it')
  t.throws(() => sessions.confirm(one, token), { name: 'not_found', hint: /original call again/ })
  t.throws(() => sessions.confirm(one, ''), { name: 'not_found' })
})

t.test('tokens end after their time, measured by a clock that cannot be set', async (t) => {
  let now = 1000
  const sessions = new Sessions({}, () => now)
  const session = sessions.of(a)
  const early = sessions.keep(session, 'x')
  const cursor = sessions.keepCursor(session, { skip: 5 })
  now += 119_999
  t.equal(sessions.confirm(session, early), 'x')
  const late = sessions.keep(session, 'x')
  now += 120_000
  t.throws(() => sessions.confirm(session, late), { name: 'not_found' })
  t.same(sessions.cursor(session, cursor), { skip: 5 })
  now += 600_000
  t.throws(() => sessions.cursor(session, cursor), { name: 'invalid_params', data: { path: 'params.cursor' } })
})

t.test('room is bounded; the oldest give way', async (t) => {
  const sessions = new Sessions({ characters: 100, single: 60, cursors: 3 })
  const session = sessions.of(a)
  t.throws(() => sessions.keep(session, 'x'.repeat(61)), { name: 'limit_exceeded', message: /61/, retryable: false })
  const [first, second, third] = [50, 50, 50].map((length) => sessions.keep(session, 'x'.repeat(length)))
  t.throws(() => sessions.confirm(session, first!), { name: 'not_found' })
  t.equal(sessions.confirm(session, second!).length, 50)
  t.equal(sessions.confirm(session, third!).length, 50)
  const cursors = [0, 1, 2, 3].map((n) => sessions.keepCursor(session, { n }))
  t.throws(() => sessions.cursor(session, cursors[0]!), { name: 'invalid_params' })
  t.same(sessions.cursor(session, cursors[3]!), { n: 3 })
  t.same(sessions.cursor(session, cursors[3]!), { n: 3 }, 'a cursor can be used again')
  t.throws(() => sessions.cursor(sessions.of(b), cursors[3]!), { name: 'invalid_params' })
})

t.test('who keeps much evicts its own first', async (t) => {
  const sessions = new Sessions({ characters: 100, single: 60, cursors: 3 })
  const [modest, greedy] = [sessions.of(a, 'modest'), sessions.of(a, 'greedy')]
  const [token, cursor] = [sessions.keep(modest, 'x'.repeat(30)), sessions.keepCursor(modest, { n: 0 })]
  for (let n = 0; n < 20; n++) {
    sessions.keep(greedy, 'y'.repeat(50))
    sessions.keepCursor(greedy, { n })
  }
  t.same(sessions.cursor(modest, cursor), { n: 0 })
  t.equal(sessions.confirm(modest, token).length, 30)
})

t.test('property: what is kept never exceeds the bound, and the newest that fits is there', async (t) => {
  await holds(
    t,
    fc.property(fc.array(fc.nat(60), { maxLength: 50 }), (lengths) => {
      const sessions = new Sessions({ characters: 100, single: 60 })
      const session = sessions.of(a)
      const tokens = lengths.map((length) => sessions.keep(session, 'x'.repeat(length)))
      const got = tokens.map((token) => {
        try {
          return sessions.confirm(session, token).length
        } catch {
          return -1
        }
      })
      const last = got.at(-1)
      return got.reduce((sum, length) => sum + Math.max(0, length), 0) <= 100 && last === lengths.at(-1)
    }),
  )
})

t.test('a token that is not exactly right is nobody', async (t) => {
  const agents = new Agents()
  const token = 'abcdefghijklmnopqrstuvwxyz0123456789_-ABCDE'
  agents.add(owner, token)
  agents.add(a, 'another')
  t.equal(agents.byToken(token), owner)
  t.equal(agents.byToken('another'), a)
  for (let i = 0; i < token.length; i += 1) {
    t.equal(agents.byToken(token.slice(0, i)), undefined, `prefix of ${i}`)
    const flipped = String.fromCharCode(token.charCodeAt(i) ^ 1)
    t.equal(agents.byToken(token.slice(0, i) + flipped + token.slice(i + 1)), undefined, `flipped at ${i}`)
  }
  for (const other of [`${token} `, ` ${token}`, token.toUpperCase(), `${token}\0`]) {
    t.equal(agents.byToken(other), undefined)
  }
})

t.test('an agent that is added anew gets nothing of the one before', async (t) => {
  const sessions = new Sessions()
  const [first, second] = [new AbortController(), new AbortController()].map(({ signal }) => ({ ...a, ended: signal }))
  const session = sessions.of(first!, 'one')
  t.equal(sessions.of({ ...first! }, 'one'), session)
  const token = sessions.keep(session, 'all of it')
  const anew = sessions.of(second!, 'one')
  t.not(anew, session)
  t.throws(() => sessions.confirm(anew, token), { name: 'not_found' })
})

t.test('a call that is sent again with its key runs once, in its session', async (t) => {
  let now = 0
  const sessions = new Sessions({ outcomes: 3 }, () => now)
  const session = sessions.of(a, 'one')
  let runs = 0
  const run = async () => ++runs
  const press = { elementId: '7', action: 'click' }
  const once = (key: string, asked: object, of = session) =>
    Promise.resolve().then(() => of.outcomes.once(key, asked, run))
  const [first, second] = await Promise.all([once('k', press), once('k', { ...press, timeoutMs: 5 })])
  t.equal(first, 1)
  t.equal(second, 1, 'the first outcome, also with more patience')
  await t.rejects(once('k', { ...press, elementId: '8' }), {
    name: 'invalid_params',
    message: /"k" was the key of another call\. Nothing was done/,
    data: { path: 'params.idempotencyKey' },
  })
  t.equal(await once('k', press, sessions.of(a, 'two')), 2, "another session's keys are its own")
  await once('l', press)
  await once('m', press)
  now += 599_999
  await t.rejects(once('n', press), { name: 'limit_exceeded', retryable: true }, 'none is forgotten early')
  t.equal(await once('k', press), 1)
  now += 1
  t.equal(await once('k', press), 5, 'after ten minutes it is a new call')
})

t.test('what failed without an effect may be tried again with its key', async (t) => {
  const { outcomes } = new Sessions().of(a)
  const failing = (name: 'element_gone' | 'unknown_outcome') => {
    let runs = 0
    const again = () =>
      outcomes.once(name, {}, async () => {
        runs++
        throw new Problem(name)
      })
    return Promise.allSettled([again()]).then(async () => [await Promise.allSettled([again()]), runs] as const)
  }
  t.equal((await failing('element_gone'))[1], 2)
  t.equal((await failing('unknown_outcome'))[1], 1, 'it may have happened')
})

t.test('a session ends by its client, or once it was idle for its time', async (t) => {
  let now = 0
  const sessions = new Sessions({ idleMs: 1000 }, () => now)
  const ended: (string | undefined)[] = []
  sessions.onEnded(async ({ name }) => {
    ended.push(name)
  })
  const [one, two] = [sessions.of(a, 'one'), sessions.of(a, 'two')]
  const [kept, cursor] = [sessions.keep(one, 'x'), sessions.keepCursor(one, {})]
  one.select('t1')
  t.ok(sessions.isOthers(two, { id: 't1' }))
  await sessions.end(one)
  await sessions.end(one)
  t.same(ended, ['one'], 'once')
  t.ok(one.hasEnded)
  t.notOk(sessions.isOthers(two, { id: 't1' }), 'its tab is free')
  const again = sessions.of(a, 'one')
  t.not(again, one)
  t.not(again.id, one.id)
  for (const session of [one, again]) {
    t.throws(() => sessions.confirm(session, kept), { name: 'not_found' })
    t.throws(() => sessions.cursor(session, cursor), { name: 'invalid_params' })
  }
  two.running++
  now += 1000
  const three = sessions.of(a, 'three')
  t.same(ended, ['one', 'one'], 'not while a call is running')
  two.running--
  sessions.of(a, 'three')
  t.same(ended, ['one', 'one', 'two'])
  t.notOk(three.hasEnded)
})

t.test('an idle session ends although nobody calls', async (t) => {
  const sessions = new Sessions({ idleMs: 1 })
  const ended = new Promise<string | undefined>((resolve) => sessions.onEnded(async ({ name }) => resolve(name)))
  sessions.of(a, 'left')
  const alive = setInterval(() => {}, 1000)
  t.equal(await ended, 'left')
  clearInterval(alive)
})

t.test('a client with ever new names ends nobody who has something to lose', async (t) => {
  const sessions = new Sessions({ sessions: 3 })
  const working = sessions.of(a, 'working')
  working.select('t1')
  for (let n = 0; n < 10; n++) sessions.of(b, `new ${n}`)
  t.equal(sessions.of(a, 'working'), working)
  for (const name of ['x', 'y']) sessions.of(b, name).hold(name)
  t.throws(() => sessions.of(b, 'z'), { name: 'limit_exceeded', message: /already 3 sessions/ })
  t.equal(sessions.of(a, 'working'), working)
})

t.test('one whose tabs are gone gives way, before one that only reads', async (t) => {
  const sessions = new Sessions({ sessions: 10 })
  const open = new Set(['t0'])
  sessions.whenCrowded(async () => open)
  const all = Array.from({ length: 9 }, (_, at) => sessions.of(a, `of tab ${at}`))
  for (const [at, one] of all.entries()) one.select(`t${at}`)
  const reading = sessions.of(a, 'reading')
  const cursor = sessions.keepCursor(reading, {})
  await new Promise(setImmediate)
  for (let at = 0; at < 8; at++) sessions.of(b, `new ${at}`)
  t.same(
    all.filter(({ hasEnded }) => !hasEnded),
    [all[0]],
  )
  t.same(sessions.cursor(reading, cursor), {})
  await new Promise(setImmediate)
  sessions.whenCrowded(() => Promise.reject(new Error('the browser does not answer')))
  open.clear()
  sessions.of(b, 'last')
  await new Promise(setImmediate)
  t.same(all[0]!.tabs, ['t0'], 'what cannot be seen is kept')
})

t.test('one that holds something elsewhere, such as a lease, gives way to none', async (t) => {
  const sessions = new Sessions({ sessions: 2 })
  const [leasing, free] = ['leasing', 'free'].map((name) => sessions.of(a, name))
  sessions.alsoHeld((session) => session === leasing)
  sessions.of(b, 'new')
  t.same([leasing!.hasEnded, free!.hasEnded], [false, true])
})

t.test('a tab belongs to whom it was opened for, and to whoever works in it', async (t) => {
  const sessions = new Sessions()
  const [one, two] = [sessions.of(a, 'one'), sessions.of(a, 'two')]
  t.ok(sessions.isOthers(two, { id: 't1', session: one.id }))
  t.notOk(sessions.isOthers(one, { id: 't1', session: one.id }))
  two.hold('t1')
  t.ok(sessions.isOthers(one, { id: 't1', session: one.id }))
})
