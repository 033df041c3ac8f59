import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { AXError, axErrors } from '../../daemon/platform/ax/ax-error.ts'
import { Fault, problemOf } from '../../daemon/platform/ax/faults.ts'
import { HostProcess } from '../../daemon/platform/ax/host-process.ts'
import { type AppEvent, Hosts } from '../../daemon/platform/ax/hosts.ts'
import { Instance } from '../../daemon/platform/ax/instance.ts'
import type { Problem } from '../../daemon/problem.ts'

const file = fileURLToPath(new URL('../fixtures/ax-fake-host.ts', import.meta.url))
const { signal } = new AbortController()

function startHost(t: Test, fake = '') {
  const ended: string[] = []
  const host = new HostProcess({
    env: { ...process.env, FAKE: fake },
    file,
    onEvent: () => {},
    onEnd: (reason) => ended.push(reason),
  })
  t.teardown(() => host.kill('the test is over'))
  return { host, ended }
}

t.test('answers, parts of answers and errors reach who asked', async (t) => {
  const { host } = startHost(t)
  t.match(await host.capabilities, { platform: 'fake' })
  const [forgotten, pong] = await Promise.all([
    host.call('forget', { refs: [7] }, { signal, ms: 5000 }),
    host.call('ping', {}, { signal, ms: 5000 }),
  ])
  t.same(forgotten, { refs: [7] })
  t.equal(pong.pid, host.pid)
  const refs: number[] = []
  const onBatch = (elements: readonly { readonly ref: number }[]) => refs.push(...elements.map(({ ref }) => ref))
  t.match(await host.call('read', { refs: [1], part: 'whole' }, { signal, ms: 5000, onBatch }), { elements: 3 })
  t.same(refs, [2, 1, 0])
  const error = await host.call('apps', {}, { signal, ms: 5000 }).catch((error) => error)
  t.ok(error instanceof Fault)
  t.equal(error.code, AXError.apiDisabled)
})

t.test('what is not answered ends at its limit, and the host lives on when it answers others', async (t) => {
  const { host, ended } = startHost(t)
  await host.capabilities
  t.match(await host.call('windows', {}, { signal, ms: 50 }).catch((error) => error), { error: { kind: 'timeout' } })
  await host.call('ping', {}, { signal, ms: 5000 })
  const reason = new Error('no longer wanted')
  const control = new AbortController()
  const asked = host.call('windows', {}, { signal: control.signal, ms: 5000 })
  await host.call('ping', {}, { signal, ms: 5000 })
  control.abort(reason)
  t.equal(await asked.catch((error) => error), reason)
  t.same(await host.call('capabilities', {}, { signal, ms: 5000 }), ['cancel', 'cancel'])
  t.same(ended, [])
})

t.test('one that hangs is killed, and whoever waits is told', async (t) => {
  const { host, ended } = startHost(t)
  await host.capabilities
  const stuck = host.call('open', { pid: 1 }, { signal, ms: 50 }).catch((error) => error)
  const behind = host.call('forget', { refs: [] }, { signal, ms: 5000 }).catch((error) => error)
  t.match(await stuck, { error: { kind: 'timeout' } })
  t.match(await behind, { error: { kind: 'host', message: /hung inside a call/ } })
  t.match(ended, [/hung/])
})

t.test('one that crashes takes its requests with it, and nothing else', async (t) => {
  const { host, ended } = startHost(t)
  await host.capabilities
  const crash = host.call('close', { pid: 1 }, { signal, ms: 5000 }).catch((error) => error)
  t.match(await crash, { error: { kind: 'host', message: /SIGSEGV/ } })
  t.match(ended, [/SIGSEGV/])
  t.match(host.lastWords, 'the library aborts')
  t.match(await host.call('ping', {}, { signal, ms: 5000 }).catch((error) => error), { error: { kind: 'host' } })
})

t.test('one that cannot load its libraries says so', async (t) => {
  const { host } = startHost(t, 'unusable')
  t.match(await host.call('ping', {}, { signal, ms: 5000 }).catch((error) => error), {
    error: { kind: 'unsupported', reason: 'no libraries' },
  })
})

t.test('an application whose host ended is opened in another one, and old refs are dead', async (t) => {
  const hosts = new Hosts({ env: process.env, file, log: { warn: () => {} } })
  t.teardown(() => hosts.close())
  const told: string[] = []
  const guest = (name: string) => ({
    hear: (_event: AppEvent) => {},
    bereaved: (generation: number) => told.push(`${name} ${generation}`),
  })
  const one = hosts.enter(1, guest('one'), false)
  const two = hosts.enter(2, guest('two'), false)
  const alone = hosts.enter(3, guest('three'), true)
  t.equal(one, two, 'they share one')
  t.not(alone, one, 'but for the one that hung')
  await Promise.all([one.process.capabilities, alone.process.capabilities])
  one.process.kill('it is the test')
  t.same(told.sort(), ['one 1', 'two 1'])
  t.not(hosts.enter(1, guest('one'), false).generation, one.generation)
  hosts.leave(3, alone)
  t.ok(alone.process.ended, 'nobody else needs it')
  t.equal(new Instance(hosts, 9).readers, 0)
})

t.test('every AXError has a name of its own among the problems', async (t) => {
  const expected: { readonly [code: number]: Problem['name'] } = {
    [AXError.invalidElement]: 'element_gone',
    [AXError.cannotComplete]: 'unresponsive',
    [AXError.apiDisabled]: 'permission_denied',
  }
  for (const [word, name] of Object.entries(axErrors)) {
    const axError = Number(word)
    const problem = problemOf(new Fault({ kind: 'ax', axError, in: 'AXUIElementPerformAction' }), 'Notes') as Problem
    t.equal(problem.name, expected[axError] ?? 'unsupported_here', name)
    if (problem.name !== 'element_gone') t.match(problem.message, /Notes|macOS/)
  }
  const denied = problemOf(new Fault({ kind: 'ax', axError: -25211, in: 'x' }), 'Notes') as Problem
  t.match(denied.hint, /System Settings > Privacy & Security > Accessibility/)
  t.match(problemOf(new Fault({ kind: 'unsupported', feature: 'input', reason: 'no CGEventPost' }), 'Notes'), {
    name: 'unsupported_here',
    message: /no input: no CGEventPost/,
  })
})
