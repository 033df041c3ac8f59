/** One call of one method, whatever brought it: who may, with what, for how long, and what of it is seen after. */
import t from 'tap'
import { cut, longestTold } from '../api-schema/cut.ts'
import { allows, type Method, scopes } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { type Agent, owner } from '../daemon/agents/agents.ts'
import { type AnyHandlers, type Call, type Caller, Dispatcher } from '../daemon/dispatch.ts'
import { handlers } from '../daemon/methods/table.ts'
import { Problem } from '../daemon/problem.ts'
import { emptyWorld, type Level, methodOf } from './fixtures/daemon/dispatching.ts'

const never = new AbortController().signal
const reader: Agent = { name: 'reader', scope: 'read' }

interface Line {
  readonly level: Level
  readonly fields: object
}

/** A dispatcher of these methods, and what it wrote to the log. */
function dispatcherOf(records: readonly Method[], some: AnyHandlers) {
  const log: Line[] = []
  const world = emptyWorld((fields, level) => log.push({ level, fields }))
  const dispatcher = new Dispatcher(world, some, Object.fromEntries(records.map((one) => [one.name, one])))
  const call = (name: string, params: unknown = {}, agent = owner, signal = never, caller?: Caller) =>
    dispatcher.call(agent, name, params, signal, caller)
  const fail = async (...args: Parameters<typeof call>): Promise<Problem> => {
    try {
      await call(...args)
    } catch (error) {
      if (error instanceof Problem) return error
      throw error
    }
    throw new Error(`${args[0]} did not fail`)
  }
  return { dispatcher, world, log, call, fail }
}

const timeoutMs = { timeoutMs: { type: 'integer' } } as const
const open = { type: 'object', additionalProperties: false, properties: timeoutMs } as const

t.test('every method has a handler, and no handler is without a method', async (t) => {
  t.same(Object.keys(handlers).sort(), Object.keys(methods).sort())
  t.throws(() => dispatcherOf([methodOf('lonely')], {}), { message: 'no handler for lonely' })
})

t.test('a method that there is not', async (t) => {
  const { fail, dispatcher, log } = dispatcherOf([methodOf('explore'), methodOf('expand')], {
    explore: async () => ({}),
    expand: async () => ({}),
  })
  t.match(await fail('explor'), {
    name: 'method_not_found',
    message: 'There is no method "explor".',
    hint: /^Did you mean explore/,
    data: { near: ['explore'] },
  })
  const far = await fail('zzzzzzzzzz')
  t.match(far, { name: 'method_not_found', hint: /rpc\.discover/ })
  t.notOk('near' in far.data, 'nothing is guessed')
  t.ok((await fail('x'.repeat(1_000_000))).message.length < 200, 'a name is not repeated without end')
  for (const name of ['__proto__', 'constructor', 'toString']) t.match(await fail(name), { name: 'method_not_found' })
  t.same([...dispatcher.counts], [['unknown method_not_found', 6]], 'one count for whatever callers make up')
  t.ok(log.every(({ fields }) => (fields as { method: string }).method === 'unknown'))
})

t.test('scopes', async (t) => {
  let ran = 0
  const run = async () => ({ ran: ++ran })
  const action = { action: { type: 'string', enum: ['list', 'quit', 'unlisted'] } } as const
  const parted = methodOf('parted', {
    params: { type: 'object', additionalProperties: false, properties: action },
    effect: 'acts',
    actionScopes: { quit: 'evaluate' },
  })
  const needs = scopes.map((scope) => methodOf(`needs_${scope}`, { scope }))
  const { call, fail } = dispatcherOf(
    [...needs, parted],
    Object.fromEntries([...needs, parted].map(({ name }) => [name, run])),
  )
  for (const [at, granted] of scopes.entries()) {
    const agent = { name: 'a', scope: granted }
    for (const [level, needed] of scopes.entries()) {
      t.equal(allows(granted, needed), level <= at)
      if (level <= at) t.match(await call(`needs_${needed}`, {}, agent), { ran: Number })
      else {
        const before = ran
        t.match(await fail(`needs_${needed}`, {}, agent), {
          name: 'not_allowed',
          message: `needs_${needed} needs the permission scope ${needed}; the agent a has ${granted}.`,
          data: { needed, granted },
        })
        t.equal(ran, before, 'the handler is not reached')
      }
    }
  }
  t.match(await call('parted', { action: 'list' }, reader), { ran: Number }, 'of one method, a part')
  t.match(await fail('parted', { action: 'quit' }, reader), {
    name: 'not_allowed',
    message: 'parted quit needs the permission scope evaluate; the agent reader has read.',
  })
  t.match(
    await fail('needs_admin', { nonsense: 1 }, reader),
    { name: 'not_allowed' },
    'who may not call learns nothing of the parameters',
  )
  for (const action of ['toString', '__proto__', ['quit']])
    t.match(await fail('parted', { action }, reader), { name: 'invalid_params' }, 'not an action')
})

t.test('parameters', async (t) => {
  const properties = {
    filter: {
      type: 'object',
      additionalProperties: false,
      properties: { role: { type: 'string', enum: ['button', 'link'] } },
    },
    limit: { type: 'integer', default: 20, minimum: 1 },
    format: { type: 'string', enum: ['tree', 'outline'], default: 'tree' },
  } as const
  const look = methodOf('look', {
    params: { type: 'object', additionalProperties: false, properties },
    examples: [
      { summary: 'all', params: { limit: 5 } },
      { summary: 'some', params: { filter: { role: 'button' } } },
    ],
  })
  const { call, fail } = dispatcherOf([look], { look: async (params) => ({ params }) })
  t.same(await call('look'), { params: { limit: 20, format: 'tree' } }, 'defaults are filled in')
  t.same(await call('look', undefined), { params: { limit: 20, format: 'tree' } })
  t.same(await call('look', null), { params: { limit: 20, format: 'tree' } })
  t.same(await call('look', { limit: 3 }), { params: { limit: 3, format: 'tree' } }, 'what is given stays')
  t.match(await fail('look', { filter: { role: 'buton' } }), {
    name: 'invalid_params',
    message: /^params\.filter\.role: expected one of button, link .*found "buton"/,
    hint: 'For example: look {"filter":{"role":"button"}}',
    data: { path: 'params.filter.role', example: { method: 'look', params: { filter: { role: 'button' } } } },
  })
  t.match(await fail('look', { limits: 3 }), {
    name: 'invalid_params',
    message: /Did you mean limit\?/,
    data: { path: 'params' },
  })
  t.match(await fail('look', { limit: 0 }), { name: 'invalid_params', data: { path: 'params.limit' } })
  t.match(await fail('look', [1]), {
    name: 'invalid_params',
    message: /expected an object, found a list/,
    hint: 'For example: look {"limit":5}',
    data: { path: 'params' },
  })
  for (const odd of ['text', 7, true]) t.match(await fail('look', odd), { name: 'invalid_params' }, JSON.stringify(odd))
})

t.test('the call that a handler gets', async (t) => {
  const calls: Call[] = []
  const { call, fail, world } = dispatcherOf([methodOf('one', { params: open })], {
    one: async (_params, call) => void calls.push(call),
  })
  const has = (name: string) => name === 'explore'
  const before = performance.now()
  await call('one', { timeoutMs: 60_000 }, reader, never, { session: 's', has })
  await call('one', {}, reader, never, { session: 's' })
  await call('one', {}, reader)
  await call('one', {}, owner, never, { session: 's' })
  const [named, again, plain, others] = calls
  t.equal(named!.agent, reader)
  t.equal(named!.has, has)
  t.equal(again!.has('anything'), true, 'all methods where the transport says nothing')
  t.equal(named!.session, again!.session)
  t.equal(named!.session, world.sessions.of(reader, 's'))
  t.not(named!.session, plain!.session)
  t.not(named!.session, others!.session, 'a session is of its agent')
  t.ok(named!.deadline > before + 50_000 && named!.deadline < performance.now() + 60_000, 'by the given limit')
  t.ok(again!.deadline < named!.deadline, 'by the general one')
  t.equal(named!.signal.aborted, false)
  t.match(await fail('one', {}, reader, AbortSignal.abort()), { name: 'timeout', message: 'The caller is gone.' })
  t.equal(calls.length, 4, 'nothing is begun for a caller who is gone')
})

t.test('the time limit', async (t) => {
  let heard: unknown
  const waits = async (_params: unknown, { signal }: Call) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    heard = signal.reason
    throw signal.reason
  }
  const late = async (_params: unknown, { signal }: Call) => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    return { part: true }
  }
  const deaf = () => new Promise(() => {})
  const { call, fail } = dispatcherOf(
    [
      ...['waits', 'late', 'deaf'].map((name) => methodOf(name, { params: open })),
      methodOf('deaf_act', { params: open, effect: 'acts' }),
    ],
    { waits, late, deaf, deaf_act: deaf },
  )
  const timeout = { name: 'timeout', message: 'waits did not finish within 5 ms.', data: { timeoutMs: 5 } }
  t.match(await fail('waits', { timeoutMs: 5 }), timeout)
  t.match(heard, timeout, 'the handler is told why')
  t.same(await call('late', { timeoutMs: 5 }), { part: true }, 'what comes after the signal is better than nothing')
  t.match(await fail('deaf', { timeoutMs: 5 }), { name: 'timeout' }, 'one that does not heed it is given up')
  t.match(
    await fail('deaf_act', { timeoutMs: 5 }),
    { name: 'unknown_outcome', retryable: false },
    'what it did nobody knows',
  )

  const gone = new AbortController()
  const waiting = fail('waits', {}, owner, gone.signal)
  gone.abort()
  t.match(await waiting, { name: 'timeout', message: 'The caller is gone.' })
  t.match(heard, { message: 'The caller is gone.' })
})

t.test('a defect', async (t) => {
  const secret = 'the text of the screen at /home/somebody/file.ts'
  const odd: readonly unknown[] = [new TypeError(secret), secret, undefined, { message: secret }]
  const { fail, log, dispatcher } = dispatcherOf(
    [methodOf('broken', { params: { type: 'object', properties: { at: { type: 'integer' } } } }), methodOf('sync')],
    {
      broken: async ({ at }: { at: number }) => {
        throw odd[at]
      },
      sync: () => {
        throw new RangeError(secret)
      },
    },
  )
  for (const at of odd.keys()) {
    const problem = await fail('broken', { at })
    t.match(problem, { name: 'internal_error', code: -32603, retryable: true })
    t.same(problem.data, {})
    t.notMatch(`${problem.message} ${problem.hint}`, /screen|somebody/)
  }
  t.match(await fail('sync'), { name: 'internal_error' }, 'also one that throws before it waits')
  t.notMatch(JSON.stringify(log.map(({ fields }) => fields)), /screen|somebody/, 'nor is it in the log')
  const faults = log.filter(({ level }) => level === 'error').map(({ fields }) => fields)
  t.match(faults[0], { agent: 'owner', method: 'broken', fault: { type: 'TypeError', at: [/dispatch\.test/] } })
  t.equal(faults.length, odd.length + 1, 'each is logged once with its place')
  t.equal(dispatcher.counts.get('broken internal_error'), odd.length)
})

t.test('a Problem comes as it was thrown', async (t) => {
  const thrown = new Problem('element_gone', {
    message: 'It is gone.',
    hint: 'Call {explore} again.',
    data: { id: '7' },
  })
  const { fail, log } = dispatcherOf([methodOf('one')], {
    one: async () => {
      throw thrown
    },
  })
  t.equal(await fail('one'), thrown)
  t.notOk(
    log.some(({ level }) => level === 'error'),
    'no defect',
  )
})

t.test('one line of the log and one count for each call', async (t) => {
  const acts = methodOf('acts', { effect: 'acts', scope: 'interact' })
  const mixed = methodOf('mixed', {
    params: { type: 'object', properties: { action: { type: 'string', enum: ['list', 'quit'] } } },
    effect: 'acts',
    actionScopes: { quit: 'interact' },
  })
  const ok = async () => ({})
  const { call, fail, log, dispatcher } = dispatcherOf([methodOf('reads'), acts, mixed], {
    reads: ok,
    acts: ok,
    mixed: ok,
  })
  await call('reads')
  await call('acts')
  await call('mixed', { action: 'list' })
  await call('mixed', { action: 'quit' })
  await fail('acts', {}, reader)
  await fail('reads', { text: 'of the screen' })
  const notes = log.map(({ level, fields }) => {
    const { agent, method, outcome } = fields as { [name: string]: string }
    return [level, agent, method, outcome].join(' ')
  })
  t.same(notes, [
    'debug owner reads ok',
    'info owner acts ok',
    'debug owner mixed ok',
    'info owner mixed ok',
    'info reader acts not_allowed',
    'info owner reads invalid_params',
  ])
  for (const { fields } of log) t.same(Object.keys(fields), ['agent', 'method', 'outcome', 'ms'], 'and no parameters')
  t.same(Object.fromEntries(dispatcher.counts), {
    'reads ok': 1,
    'acts ok': 1,
    'mixed ok': 2,
    'acts not_allowed': 1,
    'reads invalid_params': 1,
  })
})

t.test('answers and errors are bounded, whatever made them', async (t) => {
  const long = 'x'.repeat(1_000_000)
  const most = cut(long, longestTold).length
  const { call, fail } = dispatcherOf([methodOf('answers'), methodOf('fails')], {
    answers: async () => ({ title: long, elements: [{ [long]: 1 }], outline: long }),
    fails: async () => {
      throw new Problem('not_found', { message: long, hint: long, data: { near: [long] } })
    },
  })
  const answer = (await call('answers')) as { title: string; elements: object[]; outline: string }
  t.ok(answer.title.length <= most)
  t.ok(Object.keys(answer.elements[0]!).every((name) => name.length <= most))
  t.equal(answer.outline, long, 'what has a bound of its own is left to it')
  const { message, hint, data } = await fail('fails')
  t.ok(message.length <= 2 * most && hint.length <= 2 * most)
  t.ok(JSON.stringify(data).length <= 2 * most)
})
