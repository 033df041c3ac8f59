/** What a person can do who watches agents at work: read what they call, and hold their actions while reading goes on. */
import { request } from 'node:http'
import t, { type Test } from 'tap'
import type { CallEvent } from '../../api-schema/call-event.ts'
import { methods } from '../../api-schema/methods.ts'
import { events } from '../../clients/reach/event-stream.ts'
import { Agents, owner } from '../../daemon/agents/agents.ts'
import { Leases } from '../../daemon/agents/leases.ts'
import { type CallMade, Dispatcher } from '../../daemon/dispatch.ts'
import { type Home, stateOf } from '../fixtures/daemon/daemon.ts'
import { emptyWorld } from '../fixtures/daemon/dispatching.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { byMcp, byRpc } from './callers.ts'
import { type Client, daemonFor, only } from './client.ts'

const where = { scope: 'application', bundleId: 'Calculator' }

/** Reads until the test ends. */
async function callsSeen(t: Test, home: Home): Promise<CallEvent[]> {
  const seen: CallEvent[] = []
  const sent = request({
    socketPath: stateOf(home)!.socket,
    path: '/events?calls',
    headers: { 'ix-session': 'watcher' },
    agent: false,
  }).end()
  t.teardown(() => sent.destroy())
  const response = await new Promise<Parameters<typeof events>[0]>((resolve) => sent.once('response', resolve))
  const read = async () => {
    for await (const text of events(response)) {
      const told = text === '' ? {} : JSON.parse(text)
      if ('call' in told) seen.push(told)
    }
  }
  // It ends with the test, or with the daemon.
  read().catch(() => {})
  return seen
}

async function button({ call }: Client, name: string): Promise<string> {
  return only((await call('explore', where)).elements, 'AXButton', name).id
}

t.test('each call of others is told, with its effect and without what was typed', async (t) => {
  const client = await daemonFor(t)
  const { home } = client
  const seven = await button(client, '7')
  const seen = await callsSeen(t, home)
  const agent = byRpc(home, { session: 'worker' })
  await agent('interact', { elementId: seven, action: 'click', format: 'outline' })
  await until(() => seen.length === 1, 'the call is told')
  t.match(seen[0], {
    call: 1,
    agent: 'owner',
    name: 'worker',
    method: 'interact',
    params: { elementId: seven, action: 'click' },
    acts: true,
    outcome: 'ok',
    effect: 'confirmed',
    changed: [/^~ \[\d+\] text: 0 → 7$/],
  })
  t.match(seen[0]!.target, /alculator/)
  t.ok(seen[0]!.tokens > 5 && seen[0]!.ms >= 0)
  t.notOk('timeoutMs' in seen[0]!.params, 'defaults were not asked for')

  await agent('interact', { find: { ...where, elementTypes: ['textfield'] }, action: 'set_value', value: 'hush-hush' })
  await agent('interact', { steps: [{ elementId: seven, action: 'type', value: 'hush-hush' }] })
  await agent('clipboard', { action: 'write', text: 'hush-hush' })
  await agent('evaluate', { script: '"hush-hush"' })
  await agent('navigate', { url: 'http://127.0.0.1:9/x?token=hush-hush' })
  await agent('explore', { ...where, filter: { anyFieldContains: 'seven' } })
  await until(() => seen.length === 7, 'all are told')
  t.notMatch(JSON.stringify(seen), /hush/, 'nothing that was typed')
  t.equal(seen[1]!.params.value, '‹text›')
  t.match(seen[6], { acts: false, params: { filter: { anyFieldContains: 'seven' } } })

  await byRpc(home, { session: 'watcher' })('explore', where)
  await agent('expand', { elementId: seven })
  await until(() => seen.length === 8, 'the next is told')
  t.equal(seen[7]!.method, 'expand', 'who watches is not told of its own calls')
})

t.test('a call that is refused is told as well, by the name of its error, whatever refuses it', async (t) => {
  const client = await daemonFor(t)
  const { home, call } = client
  const seven = await button(client, '7')
  await call('agents', { action: 'add', name: 'looker', permissionScope: 'read' })
  const caller = { session: 'worker' }
  const [worker, tool, slim] = [byRpc(home, caller), byMcp(home, caller), byMcp(home, caller, '/mcp?slim')]
  const [looker, holder] = [byRpc(home, { ...caller, agent: 'looker' }), byRpc(home, { session: 'holder' })]
  const seen = await callsSeen(t, home)
  const click = { elementId: seven, action: 'click' }
  const secret = 'hush-hush'
  const odd = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`${secret} ${at} ${'x'.repeat(1000)}`, at]))
  const nested = (depth: number): object => ({
    role: 'x'.repeat(500),
    ...(depth > 0 && { find: nested(depth - 1), filter: nested(depth - 1) }),
  })
  const lease = { bundleId: 'Calculator' }
  const tries: readonly [string, () => ReturnType<typeof worker>][] = [
    ['invalid_params', () => worker('interact', { ...click, valeu: secret })],
    ['invalid_params', () => tool('interact', { elementId: seven, action: 'set_valeu', value: secret })],
    ['invalid_params', () => worker('interact', { action: { toString: 1, valueOf: 1 }, value: { toString: 1 } })],
    ['invalid_params', () => worker('explore', [secret])],
    ['invalid_params', () => worker('explore', nested(6))],
    ['invalid_params', () => worker('explore', odd)],
    ['method_not_found', () => worker('clikc', { value: secret })],
    ['method_not_found', () => worker('toString', { value: secret })],
    ['method_not_found', () => worker('x'.repeat(100_000))],
    ['method_not_found', () => tool('clikc', { value: secret })],
    ['method_not_found', () => slim('evaluate', { script: secret })],
    ['not_allowed', () => looker('interact', { ...click, value: secret })],
    ['element_gone', () => worker('interact', { elementId: '999999999', action: 'click' })],
    ['locked', () => worker('interact', click)],
    ['paused', () => worker('interact', click)],
  ]
  for (const [wanted, attempt] of tries) {
    if (wanted === 'locked') t.equal((await holder('lease', { action: 'take', ...lease })).name, undefined)
    if (wanted === 'paused') await call('session', { action: 'pause' })
    t.equal((await attempt()).name, wanted)
  }
  const told = () => seen.filter(({ name }) => name === 'worker')
  await until(() => told().length === tries.length, 'all are told')
  t.same(
    told().map(({ outcome }) => outcome),
    tries.map(([name]) => name),
  )
  const text = JSON.stringify(told().filter((_, at) => at !== 5))
  t.notMatch(text, /hush/, 'nothing that was typed, wherever it stood')
  t.match(told()[0], { method: 'interact', params: { ...click, valeu: '‹text›' }, acts: true })
  t.match(told()[1], { params: { action: 'set_valeu', value: '‹text›' } })
  t.match(told()[6], { method: 'clikc', acts: false })
  t.match(told()[11], { agent: 'looker', method: 'interact' })
  t.ok(
    told().every((one) => JSON.stringify(one).length < 20_000),
    'no call makes its line long',
  )
  const { sessions = [] } = await call('session', { action: 'list' })
  t.ok(
    told().every(({ session }) => sessions.some(({ id }) => id === session)),
    'each is of a session that can be held',
  )
})

t.test('only the owner is told of calls', async (t) => {
  const { home, call } = await daemonFor(t)
  await call('agents', { action: 'add', name: 'tester', permissionScope: 'evaluate' })
  const status = await new Promise((resolve) => {
    request({
      socketPath: stateOf(home)!.socket,
      path: '/events?calls',
      headers: { 'ix-agent': 'tester' },
      agent: false,
    })
      .once('response', (response) => resolve(response.resume().statusCode))
      .end()
  })
  t.equal(status, 403)
})

t.test('nothing is put into words while nobody listens', async (t) => {
  const world = { ...emptyWorld(), leases: new Leases(), agents: new Agents() }
  const told: (() => CallMade)[] = []
  const status = { ...methods.status, name: 'status' }
  const dispatcher = new Dispatcher(world, { status: async () => ({}) }, { status }, (made) => told.push(made))
  for (let i = 0; i < 3; i++) await dispatcher.call(owner, 'status', {}, new AbortController().signal)
  t.equal(told.length, 3)
  t.match(told[0]!(), { method: 'status', agent: { name: 'owner' } }, 'on demand')

  const { Events } = await import('../../daemon/serve/events.ts')
  let written = 0
  new Events().tellCall({ agent: 'owner', name: undefined }, (number) => {
    written++
    return { call: number } as CallEvent
  })
  t.equal(written, 0)
})

t.test('a pause holds the actions of a session by name, reading goes on, and resuming frees it', async (t) => {
  const client = await daemonFor(t)
  const { home, call, fail } = client
  const seven = await button(client, '7')
  const click = { elementId: seven, action: 'click' }
  const [worker, other, person] = ['worker', 'other', 'person'].map((session) => byRpc(home, { session }))
  await worker!('interact', click)
  await other!('interact', click)
  const { sessions = [] } = await call('session', { action: 'list' })
  const id = sessions.find(({ name }) => name === 'worker')!.id
  t.match(await call('session', { action: 'pause', id }), {
    sessions: [{ own: true }, { name: 'worker', paused: true }, { name: 'other' }],
  })

  const held = await worker!('interact', click)
  t.equal(held.name, 'paused')
  t.match(
    held.text,
    /The person \(owner\) has paused this session at \d\d:\d\d:\d\d and is at work\. Nothing was done\./,
  )
  t.match(held.text, /Wait until the person has resumed it/)
  t.match(JSON.parse(held.text).error, { code: 1018, data: { retryable: true, by: 'owner', session: id } })
  t.equal((await worker!('explore', where)).name, undefined, 'it may look')
  t.equal((await worker!('apps', {})).name, undefined)
  t.equal((await other!('interact', click)).name, undefined, 'others act')
  await worker!('session', { action: 'end' })
  t.equal((await worker!('interact', click)).name, 'paused', 'a session of that name that comes after is held too')
  await call('session', { action: 'resume', id: await idOfWorker() })
  t.equal((await worker!('interact', click)).name, undefined)

  await person!('session', { action: 'pause' })
  for (const ask of [worker!, other!, byRpc(home, { session: 'new' })])
    t.equal((await ask('interact', click)).name, 'paused', 'all others, those that begin now too')
  t.equal((await person!('interact', click)).name, undefined, 'not who paused them')
  const said = await typed(home, 'click', seven)
  t.match(said, { code: 1, err: /^ix: paused: .*all sessions/ })
  t.match(await typed(home, 'session', 'resume'), { code: 0, out: /worker/ })
  t.equal((await worker!('interact', click)).name, undefined)
  t.match(await fail('session', { action: 'pause', id: 's99' }), { data: { name: 'not_found', near: Array } })

  await call('agents', { action: 'add', name: 'tester', permissionScope: 'evaluate' })
  const tester = byRpc(home, { agent: 'tester' })
  for (const action of ['list', 'pause', 'resume'])
    t.equal((await tester('session', { action })).name, 'not_allowed', `${action} is for the owner`)

  const gone = byRpc(home, { session: 'gone' })
  await gone('session', { action: 'pause' })
  t.equal((await worker!('interact', click)).name, 'paused')
  await gone('session', { action: 'end' })
  t.equal((await worker!('interact', click)).name, undefined, 'nobody is held by a session that has ended')

  async function idOfWorker(): Promise<string> {
    const { sessions = [] } = await call('session', { action: 'list' })
    return sessions.find(({ name }) => name === 'worker')!.id
  }
})
