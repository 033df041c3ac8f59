/** Leases: whose a target is, for how long, and what belongs to it. */
import t from 'tap'
import { owner } from '../../daemon/agents/agents.ts'
import { type Leasable, Leases } from '../../daemon/agents/leases.ts'
import { Sessions } from '../../daemon/agents/sessions.ts'
import { thrownBy } from '../fixtures/thrown.ts'

const tab: Leasable = { kind: 'tab', id: 't1', platform: 'cdp', app: 'chromium' }
const browser: Leasable = { kind: 'application', id: 'chromium', platform: 'cdp', pid: 7 }
const other: Leasable = { kind: 'tab', id: 't2', platform: 'cdp', app: 'chromium-2' }

function scene() {
  const at = { now: 0 }
  const sessions = new Sessions({ sessions: 3 }, () => at.now)
  const leases = new Leases(() => at.now)
  const [one, two] = [sessions.of(owner, 'one'), sessions.of(owner, 'two')]
  const locked = (target: Leasable, session = two) => {
    try {
      leases.require(target, session)
      return undefined
    } catch (error) {
      return error
    }
  }
  return { at, sessions, leases, one, two, locked }
}

t.test('who has it, what for and for how long', async (t) => {
  const { at, leases, one, two, locked } = scene()
  leases.take(tab, one, owner, 'a "purpose"\nof two lines', 60_000)
  at.now = 15_500
  t.match(locked(tab), {
    name: 'locked',
    code: 1010,
    retryable: true,
    message: 'Another session, of owner, has taken t1 for 45 s: "a \\"purpose\\"\\nof two lines". Nothing was done.',
    hint: /^Call again in 45 s/,
    data: { target: 't1', holder: 'owner', leftMs: 44_500 },
  })
  t.equal(locked(tab, one), undefined, 'not for itself')
  t.equal(locked(other), undefined)
  t.match(
    thrownBy(() => leases.take(tab, two, owner, 'mine', 1)),
    { name: 'locked' },
  )
  leases.take(tab, one, owner, 'renewed', 60_000)
  at.now = 75_499
  t.ok(locked(tab))
  at.now = 75_500
  t.equal(locked(tab), undefined, 'its time is up')
  t.same(leases.list(), [])
})

t.test('an application includes its tabs', async (t) => {
  const { leases, one, two, locked } = scene()
  leases.take(browser, one, owner, 'all of it', 60_000)
  t.ok(locked(tab))
  t.ok(locked(browser))
  t.equal(locked({ ...browser, pid: 8 }), undefined, 'it ended with the application that it was of')
  t.equal(locked(other), undefined)
  t.equal(locked({ ...tab, platform: 'replay' }), undefined, 'something else of the same name')
  t.match(
    thrownBy(() => leases.take(tab, two, owner, 'a part', 1)),
    { name: 'locked' },
  )
  t.equal(leases.release(browser, two).length, 0, 'not another session')
  t.equal(leases.release(undefined, one).length, 1)
  leases.take(tab, two, owner, 'a part', 60_000)
  t.match(
    thrownBy(() => leases.take(browser, one, owner, 'the whole', 1)),
    { name: 'locked' },
  )
  t.equal(leases.release(tab, undefined).length, 1, 'by who may release all')
})

t.test('a lease ends with its session and its agent', async (t) => {
  const { sessions, leases, one, locked } = scene()
  leases.take(tab, one, owner, 'x', 60_000)
  for (const name of ['a', 'b', 'c']) sessions.of(owner, name)
  t.equal(locked(tab), undefined, 'the session was forgotten')
  const ended = new AbortController()
  const agent = { name: 'a', scope: 'interact', ended: ended.signal } as const
  leases.take(tab, sessions.of(agent), agent, 'x', 60_000)
  t.ok(locked(tab))
  ended.abort()
  t.equal(locked(tab), undefined, 'the agent was revoked')
})
