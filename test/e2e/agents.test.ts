/** Agents in a real daemon: what each permission scope may call, in every way there is, and how an agent ends. */
import { Agent as Connection, request } from 'node:http'
import t from 'tap'
import { toolGroups, toolName, tools } from '../../api-schema/mcp-tools.ts'
import { allows, type Method, type Scope, scopeOf, scopes } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { type Home, makeHome, startDaemon, stateOf, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { byMcp, byRpc, byShell, type Call, type Caller, post, toolsOf } from './callers.ts'
import { clientOf, daemonFor } from './client.ts'

/** A method needs a permission scope, or does not compile. */
const { scope: _, ...lacking } = methods.status
// @ts-expect-error
const _unbuildable: Method = lacking

/** A call of each method, and of each of its actions that needs another scope. None has an effect that lasts. */
function callsOf(method: Method): readonly { readonly params: object; readonly needed: Scope }[] {
  const { default: plain } = (method.params.properties?.action ?? {}) as { readonly default?: string }
  const actions = [...(plain === undefined ? [] : [plain]), ...Object.keys(method.actionScopes ?? {})]
  const given = { ...method.examples[0]!.params, ...(method.params.properties?.timeoutMs && { timeoutMs: 200 }) }
  const all = actions.length === 0 ? [given] : actions.map((action) => ({ ...given, action }))
  return all.map((params) => ({ params, needed: scopeOf(method, params) }))
}

async function agentOf(home: Home, name: string, more: object = {}): Promise<string> {
  const { token } = await clientOf(home).call('agents', { action: 'add', name, ...more })
  return token!
}

t.test('scopes, methods and ways: whatever is not included is refused, and nothing else is', async (t) => {
  const { home, call } = await daemonFor(t)
  const status = async () => JSON.stringify((await call('agents')).agents)
  for (const permissionScope of scopes) {
    // Where the examples have their files: which folders an agent has is another question.
    const token = await agentOf(home, permissionScope, {
      permissionScope,
      ...(permissionScope !== 'admin' && { folders: ['/data'] }),
    })
    const as: Caller = { agent: permissionScope }
    const before = await status()
    const ways: { readonly [way: string]: Call } = {
      'the socket': byRpc(home, as),
      'the socket, by token': byRpc(home, { token }),
      TCP: byRpc(home, { token }, 'tcp'),
      MCP: byMcp(home, as),
      'MCP over TCP': byMcp(home, { token }, '/mcp?groups=all', 'tcp'),
      // Each call is a process: one for each scope that is needed, by the lowest and the highest below the owner's.
      ...((permissionScope === 'read' || permissionScope === 'evaluate') && { ix: byShell(home, permissionScope) }),
    }
    const listed = tools(toolGroups).map(({ name }) => name)
    for (const [way, ask] of Object.entries(ways)) {
      const byShellAlready = new Set<Scope>()
      for (const method of Object.values<Method>(methods)) {
        if (way.startsWith('MCP') && !listed.includes(toolName(method.name))) continue
        for (const { params, needed } of callsOf(method)) {
          if (method.name === 'agents' && permissionScope === 'admin') continue
          if (way === 'ix' && byShellAlready.has(needed)) continue
          byShellAlready.add(needed)
          const { isRefused, text } = await ask(method.name, params)
          const what = `${permissionScope} by ${way}: ${method.name} ${JSON.stringify(params)}`
          t.equal(isRefused, !allows(permissionScope, needed), `${what}: ${text.slice(0, 300)}`)
          if (isRefused) t.match(text, new RegExp(`ix agent add ${permissionScope} with --scope ${needed}`), what)
        }
      }
    }
    const included = Object.values<Method>(methods).filter(({ scope }) => allows(permissionScope, scope))
    t.same(
      await toolsOf(home, as, '/mcp?groups=all'),
      listed.filter((name) => included.some((method) => toolName(method.name) === name)),
      `${permissionScope}: tools that it cannot call are not listed`,
    )
    t.equal(await status(), before)
  }
})

t.test('who nobody is, and who may not be somebody else', async (t) => {
  const { home } = await daemonFor(t)
  const [one, other] = [await agentOf(home, 'one'), await agentOf(home, 'other')]
  for (const [caller, way, status] of [
    [{}, 'socket', 200],
    [{}, 'tcp', 401],
    [{ agent: 'one' }, 'tcp', 401],
    [{ agent: 'one' }, 'socket', 200],
    [{ token: one }, 'socket', 200],
    [{ token: one, agent: 'one' }, 'tcp', 200],
    [{ token: one, agent: 'other' }, 'tcp', 403],
    [{ token: one, agent: 'owner' }, 'socket', 403],
    [{ token: `${other}x` }, 'socket', 401],
    [{ agent: 'nobody' }, 'socket', 403],
    [{ agent: '../one' }, 'socket', 403],
    [{ agent: '' }, 'socket', 403],
  ] as const)
    t.equal((await byRpc(home, caller, way)('status')).status, status, `${JSON.stringify(caller)} over ${way}`)
  const { code, err } = await typed(home, '--agent', 'nobody', 'apps')
  t.equal(code, 4)
  t.match(err, /^ix: not_allowed: There is no agent .*\nhint: .*ix agent add NAME/)
  const denied = await byMcp(home, { agent: 'one' }, '/mcp?allow=file_pages')('status')
  t.equal(denied.status, 403, 'an agent cannot allow itself more')
})

/** Reads a stream of events until it ends. */
function eventsOf(home: Home, headers: object): { readonly ended: Promise<string>; readonly begun: Promise<number> } {
  const { socket: socketPath } = stateOf(home)!
  const sent = request({ socketPath, path: '/events', agent: false, headers: { host: 'localhost', ...headers } }).end()
  const reply = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  const ended = reply.then(async (stream) => {
    let said = ''
    for await (const chunk of stream) said += chunk
    return said
  })
  return { ended, begun: reply.then(({ statusCode }) => statusCode!) }
}

t.test('an agent that is revoked ends at once, with all it has open', async (t) => {
  const { home, call } = await daemonFor(t)
  const token = await agentOf(home, 'short')
  const stream = eventsOf(home, { 'ix-agent': 'short' })
  const others = eventsOf(home, {})
  t.equal(await stream.begun, 200)
  t.equal(await others.begun, 200)
  const kept = new Connection({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => kept.destroy())
  const { url } = stateOf(home)!
  const ask = (): Promise<number> =>
    new Promise((resolve, reject) => {
      const options = { agent: kept, headers: { authorization: `Bearer ${token}` } }
      request(`${url}/health`, options, (reply) => reply.resume().once('end', () => resolve(reply.statusCode!)))
        .once('error', reject)
        .end()
    })
  t.equal(await ask(), 200)
  const waiting = byRpc(home, { token })('wait', {
    scope: 'application',
    bundleId: 'replay.calculator',
    filter: { titleContains: 'never' },
    timeoutMs: 60_000,
  })
  await until(async () => JSON.stringify((await call('status')).trees).includes('calculator'), 'the call has begun')
  const { out } = await typed(home, 'agent', 'revoke', 'short')
  t.equal(out, 'short: revoked\n')
  t.match(await waiting, { name: 'not_allowed', text: /The agent short has ended: its owner has revoked it/ })
  await stream.ended
  t.equal(await ask(), 401, 'on the connection that was open')
  t.equal((await post(home, { agent: 'short' }, '/rpc', {})).status, 403)
  t.equal((await byRpc(home, {})('status')).status, 200, 'others are not affected')
  const { code, err } = await typed(home, 'agent', 'revoke', 'short')
  t.equal(code, 1)
  t.match(err, /not_found: There is no agent short\. None was added\./)
})

t.test('an agent lives on when the daemon does not, and is shown its token once', async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  const first = await startDaemon(home)
  const { out, code } = await typed(
    home,
    'agent',
    'add',
    'tester',
    '--scope',
    'read',
    '--apps',
    '*calc*',
    '--ttl',
    '8h',
  )
  t.equal(code, 0)
  const token = /^token, shown once: (ix_[\w-]{43})$/m.exec(out)?.[1]
  t.match(out, /^tester: read, apps \*calc\*, until \d{4}-\d\d-\d\dT[\d:.]+Z\n/)
  t.match(out, /ix mcp --agent tester$/m)
  t.equal(await stopDaemon(first), 0)
  const second = await startDaemon(home)
  t.teardown(() => stopDaemon(second))
  t.equal((await byRpc(home, { token: token! }, 'tcp')('status')).status, 200)
  const list = await typed(home, 'agent')
  t.match(list.out, /^tester: read, apps \*calc\*, until /)
  t.notMatch(list.out, /ix_/)
  for (const [words, said] of [
    [['add', 'tester'], /there is an agent tester already/],
    [['add', 'Tester'], /NAME: expected/],
    [['add', 'a/b'], /NAME: expected/],
    [['add', 'x', '--ttl', '8'], /--ttl: expected/],
    [['add', 'x', '--scope', 'all'], /"all" is no scope/],
    [['add', 'x', '--scope', 'admin', '--apps', 'a'], /takes no apps/],
    [['list', '--apps', 'a'], /list takes no apps/],
    [['add'], /NAME: .*found nothing.*For example: ix agent add/s],
  ] as const)
    t.match((await typed(home, 'agent', ...words)).err, said, words.join(' '))
})
