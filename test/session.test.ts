/** Confirm tokens, cursors and agents' tokens: one owner, one use, an end in time, and bounds. */
import fc from 'fast-check'
import t from 'tap'
import { Agents, owner } from '../daemon/agents.ts'
import { type Agent, Sessions } from '../daemon/session.ts'

const a: Agent = { name: 'a', scope: 'read' }
const b: Agent = { name: 'b', scope: 'admin' }

t.test('a kept answer is fetched once, by the agent that got it', async (t) => {
  const sessions = new Sessions()
  const token = sessions.keep(a, 'whole')
  t.match(token, /^[\w-]{22}$/, '128 bits')
  t.throws(() => sessions.confirm(b, token), { name: 'not_found' }, 'not by another agent, whatever its scope')
  t.equal(sessions.confirm(a, token), 'whole', 'and the attempt of the other did not spend it')
  t.throws(() => sessions.confirm(a, token), { name: 'not_found', hint: /original call again/ })
  t.throws(() => sessions.confirm(a, ''), { name: 'not_found' })
})

t.test('tokens end after their time, measured by a clock that cannot be set', async (t) => {
  let now = 1000
  const sessions = new Sessions({}, () => now)
  const early = sessions.keep(a, 'x')
  const cursor = sessions.keepCursor(a, { skip: 5 })
  now += 119_999
  t.equal(sessions.confirm(a, early), 'x')
  const late = sessions.keep(a, 'x')
  now += 120_000
  t.throws(() => sessions.confirm(a, late), { name: 'not_found' })
  t.same(sessions.cursor(a, cursor), { skip: 5 })
  now += 600_000
  t.throws(() => sessions.cursor(a, cursor), { name: 'invalid_params', data: { path: 'params.cursor' } })
})

t.test('room is bounded; the oldest give way', async (t) => {
  const sessions = new Sessions({ characters: 100, single: 60, cursors: 3 })
  t.throws(() => sessions.keep(a, 'x'.repeat(61)), { name: 'limit_exceeded', message: /61/ })
  const [first, second, third] = [50, 50, 50].map((length) => sessions.keep(a, 'x'.repeat(length)))
  t.throws(() => sessions.confirm(a, first!), { name: 'not_found' })
  t.equal(sessions.confirm(a, second!).length, 50)
  t.equal(sessions.confirm(a, third!).length, 50)
  const cursors = [0, 1, 2, 3].map((n) => sessions.keepCursor(a, { n }))
  t.throws(() => sessions.cursor(a, cursors[0]!), { name: 'invalid_params' })
  t.same(sessions.cursor(a, cursors[3]!), { n: 3 })
  t.same(sessions.cursor(a, cursors[3]!), { n: 3 }, 'a cursor can be used again')
  t.throws(() => sessions.cursor(b, cursors[3]!), { name: 'invalid_params' })
})

t.test('property: what is kept never exceeds the bound, and the newest that fits is there', async () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 50 }), (lengths) => {
      const sessions = new Sessions({ characters: 100, single: 60 })
      const tokens = lengths.map((length) => sessions.keep(a, 'x'.repeat(length)))
      const got = tokens.map((token) => {
        try {
          return sessions.confirm(a, token).length
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
