/** The JSON-RPC envelope over a real dispatcher: the specification's examples, odd bodies, batches, any value. */
import fc from 'fast-check'
import t from 'tap'
import type { Method } from '../../api-schema/method.ts'
import type { Agent } from '../../daemon/agents/agents.ts'
import { Dispatcher } from '../../daemon/dispatch.ts'
import { parseJson, toJson } from '../../daemon/json.ts'
import { Problem } from '../../daemon/problem.ts'
import { answer, batchLimits } from '../../daemon/serve/rpc.ts'
import { holds } from '../fixtures/cases.ts'
import { emptyWorld, methodOf } from '../fixtures/daemon/dispatching.ts'

const owner: Agent = { name: 'owner', scope: 'admin' }
const seen: string[] = []
/** A method with these parameters. */
function method(name: string, properties: Method['params']['properties'] = {}, more: Partial<Method> = {}): Method {
  return methodOf(name, { params: { type: 'object', additionalProperties: false, properties }, ...more })
}

const numbers = { subtrahend: { type: 'integer' }, minuend: { type: 'integer' } } as const
const free = { values: { type: 'array', items: { type: 'integer' }, maxItems: 10 } } as const
const records: { [name: string]: Method } = {
  subtract: method('subtract', numbers, { examples: [{ summary: 'x', params: { minuend: 42, subtrahend: 23 } }] }),
  update: method('update', free),
  sum: method('sum', free),
  notify_hello: method('notify_hello', free),
  get_data: method('get_data', {}),
  deep: method('deep', {}),
  large: method('large', {}),
}

const dispatcher = new Dispatcher(
  emptyWorld(),
  {
    subtract: async ({ minuend, subtrahend }: { minuend: number; subtrahend: number }) => minuend - subtrahend,
    update: async () => void seen.push('update'),
    sum: async ({ values }: { values: number[] }) => values.reduce((a, b) => a + b, 0),
    notify_hello: async () => void seen.push('notify_hello'),
    get_data: async () => ['hello', 5],
    deep: async () => nested(50_000),
    large: async () => 'x'.repeat(600_000),
  },
  records,
)

function nested(levels: number): object {
  let node: { children?: object[]; id: string; none?: undefined } = { id: 'leaf', none: undefined }
  for (let i = 0; i < levels; i += 1) node = { children: [node], id: 'x' }
  return node
}

async function send(text: string, agent = owner) {
  const run = (name: string, params: unknown) => dispatcher.call(agent, name, params, new AbortController().signal)
  const { status, body } = await answer(parseJson(Buffer.from(text)), run)
  return { status, body: body === '' ? undefined : JSON.parse(body) }
}

const call = (name: string, params?: object) => send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: name, params }))

/** The examples of the JSON-RPC 2.0 specification. Ours takes parameters by name only, and says so. */
const examples: readonly [text: string, expected: unknown][] = [
  ['{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}', { id: 1, code: -32602 }],
  ['{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}', { id: 2, code: -32602 }],
  [
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}',
    { id: 3, result: 19 },
  ],
  [
    '{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}',
    { id: 4, result: 19 },
  ],
  ['{"jsonrpc": "2.0", "method": "update", "params": {"values": [1,2,3,4,5]}}', undefined],
  ['{"jsonrpc": "2.0", "method": "foobar"}', undefined],
  ['{"jsonrpc": "2.0", "method": "foobar", "id": "1"}', { id: '1', code: -32601 }],
  ['{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]', { id: null, code: -32700 }],
  ['{"jsonrpc": "2.0", "method": 1, "params": "bar"}', { id: null, code: -32600 }],
  [
    '[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]',
    { id: null, code: -32700 },
  ],
  ['[]', { id: null, code: -32600 }],
  ['[1]', [{ id: null, code: -32600 }]],
  [
    '[1,2,3]',
    [
      { id: null, code: -32600 },
      { id: null, code: -32600 },
      { id: null, code: -32600 },
    ],
  ],
  [
    `[{"jsonrpc": "2.0", "method": "sum", "params": {"values": [1,2,4]}, "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": {"values": [7]}},
      {"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]`,
    [
      { id: '1', result: 7 },
      { id: '2', result: 19 },
      { id: null, code: -32600 },
      { id: '5', code: -32601 },
      { id: '9', result: ['hello', 5] },
    ],
  ],
  [
    `[{"jsonrpc": "2.0", "method": "notify_hello", "params": {"values": [1]}},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": {"values": [7]}}]`,
    undefined,
  ],
]

function short(reply: { id: unknown; result?: unknown; error?: { code: number } }): object {
  return reply.error ? { id: reply.id, code: reply.error.code } : { id: reply.id, result: reply.result }
}

t.test("the specification's 15 examples", async (t) => {
  t.equal(examples.length, 15)
  for (const [text, expected] of examples) {
    let body: unknown
    try {
      body = (await send(text)).body
    } catch (error) {
      // The body does not parse: the transport answers with id null.
      t.ok(error instanceof Problem)
      body = { id: null, error: error }
    }
    const got = Array.isArray(body) ? body.map(short) : body && short(body as never)
    t.same(got, expected, text.slice(0, 60))
  }
  t.same(seen, ['update', 'notify_hello', 'notify_hello', 'notify_hello'], 'notifications ran')
})

t.test('what is a request, and which id comes back', async (t) => {
  const table: readonly [text: string, status: number, reply: unknown][] = [
    ['null', 400, { id: null, code: -32600 }],
    ['[null]', 200, [{ id: null, code: -32600 }]],
    ['[[]]', 200, [{ id: null, code: -32600 }]],
    ['"text"', 400, { id: null, code: -32600 }],
    ['{"jsonrpc":"1.0","id":7,"method":"get_data"}', 400, { id: 7, code: -32600 }],
    ['{"id":7,"method":"get_data"}', 400, { id: 7, code: -32600 }],
    ['{"jsonrpc":"2.0","id":{},"method":"get_data"}', 400, { id: null, code: -32600 }],
    ['{"jsonrpc":"2.0","id":true,"method":"get_data"}', 400, { id: null, code: -32600 }],
    ['{"jsonrpc":"2.0","id":12345678901234567890,"method":"get_data"}', 400, { id: null, code: -32600 }],
    ['{"jsonrpc":"2.0","id":1e999,"method":"get_data"}', 400, { id: null, code: -32600 }],
    ['{"jsonrpc":"2.0","id":null,"method":"get_data"}', 200, { id: null, result: ['hello', 5] }],
    ['{"jsonrpc":"2.0","id":"\\u00e9\\n","method":"get_data"}', 200, { id: 'é\n', result: ['hello', 5] }],
    ['{"jsonrpc":"2.0","id":1,"id":2,"method":"get_data"}', 200, { id: 2, result: ['hello', 5] }],
    ['{"jsonrpc":"2.0","id":1,"method":"get_data","params":null}', 400, { id: 1, code: -32600 }],
    ['{"jsonrpc":"2.0","id":1,"method":"get_data","params":5}', 400, { id: 1, code: -32600 }],
    ['{"jsonrpc":"2.0","id":1,"method":"get_data","extra":5}', 200, { id: 1, result: ['hello', 5] }],
    ['{"jsonrpc":"2.0","id":1,"method":"get_data","params":{"x":1}}', 200, { id: 1, code: -32602 }],
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', ''].map((name): [string, number, unknown] => [
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: name }),
      200,
      { id: 1, code: -32601 },
    ]),
  ]
  for (const [text, status, expected] of table) {
    const reply = await send(text)
    t.equal(reply.status, status, text)
    t.same(Array.isArray(reply.body) ? reply.body.map(short) : short(reply.body), expected, text)
  }
})

t.test('batches are bounded in number and size', async (t) => {
  const batch = (name: string, count: number) =>
    send(JSON.stringify(Array.from({ length: count }, (_, id) => ({ jsonrpc: '2.0', id, method: name }))))
  const full = await batch('get_data', batchLimits.requests)
  t.same(
    full.body.map((reply: { id: number }) => reply.id),
    [...Array(batchLimits.requests).keys()],
    'in order',
  )
  const before = seen.length
  const more = await batch('update', batchLimits.requests + 1)
  t.match(more, { status: 400, body: { id: 0, error: { data: { name: 'limit_exceeded', retryable: false } } } })
  t.equal(seen.length, before, 'none was run')
  const large = await batch('large', 5)
  t.same(
    large.body.map((reply: { error?: { data: { name: string } } }) => reply.error?.data.name),
    [undefined, undefined, 'limit_exceeded', 'limit_exceeded', 'limit_exceeded'],
  )
})

t.test('JSON: depth, poison, encoding, and answers deeper than the stack', async (t) => {
  const refused = (text: string | Buffer) => {
    try {
      parseJson(Buffer.from(text))
      return 'fine'
    } catch (error) {
      return (error as Problem).name
    }
  }
  const lists = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const table: readonly [string | Buffer, string][] = [
    [lists(64), 'fine'],
    [lists(65), 'invalid_request'],
    ['['.repeat(120_000), 'invalid_request'],
    ['{"a":'.repeat(40_000), 'invalid_request'],
    [`"${'['.repeat(500)}"`, 'fine'],
    [`{"a":"\\"${'['.repeat(100)}"}`, 'fine'],
    ['{"__proto__":{}}', 'invalid_request'],
    ['{"a":[{"\\u005f_proto__":1}]}', 'invalid_request'],
    ['{"constructor":{"prototype":{}}}', 'invalid_request'],
    ['{"constructor":"x","a":"__proto__"}', 'fine'],
    [Buffer.from([0x22, 0xff, 0x22]), 'parse_error'],
    [Buffer.from('\uFEFF{}'), 'parse_error'],
    ['', 'parse_error'],
    ['{', 'parse_error'],
    ['NaN', 'parse_error'],
    ["{'a':1}", 'parse_error'],
    ['[1,]', 'parse_error'],
  ]
  for (const [text, expected] of table) t.equal(refused(text), expected, String(text).slice(0, 40))
  t.equal(({} as { polluted?: unknown }).polluted, undefined)
  const { body } = await call('deep')
  let depth = 0
  for (let node = body.result; node.children; node = node.children[0]) depth += 1
  t.equal(depth, 50_000)
})

t.test('property: what toJson writes without the stack is what JSON.stringify writes', async (t) => {
  await holds(
    t,
    fc.property(fc.jsonValue(), (value) => {
      const deep = [nested(20_000), value]
      const text = toJson(deep)
      t.strictSame(JSON.parse(text)[1], JSON.parse(JSON.stringify(value)))
    }),
    { numRuns: 20 },
  )
})

t.test('property: any JSON value gets valid replies with its own ids, or nothing', async (t) => {
  const requestish = fc.record(
    {
      jsonrpc: fc.oneof(fc.constant('2.0'), fc.jsonValue()),
      id: fc.jsonValue(),
      method: fc.oneof(fc.constantFrom('subtract', 'sum', 'get_data', 'rpc.discover'), fc.jsonValue()),
      params: fc.oneof(fc.constant({ minuend: 1, subtrahend: 2 }), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  const any = fc.oneof(fc.jsonValue(), requestish, fc.array(fc.oneof(requestish, fc.jsonValue()), { maxLength: 5 }))
  const check = (reply: { jsonrpc: string; id: unknown; error?: { code: number; message: string } }) => {
    if (reply.jsonrpc !== '2.0' || !('id' in reply)) throw new Error('not a reply')
    if ('result' in reply === 'error' in reply) throw new Error('not one of result and error')
    if (reply.error && (!Number.isInteger(reply.error.code) || reply.error.message === '')) throw new Error('no error')
  }
  let sent = 0
  let checked = 0
  await holds(
    t,
    fc.asyncProperty(any, async (value) => {
      sent += 1
      const { status, body } = await send(JSON.stringify(value).replaceAll('__proto__', 'proto'))
      if (body === undefined) return status === 204
      for (const reply of Array.isArray(body) ? body : [body]) check(reply)
      if (!Array.isArray(value) && Array.isArray(body)) return false
      checked += 1
      return true
    }),
    { numRuns: 3000 },
  )
  t.ok(checked > sent / 3)
})
