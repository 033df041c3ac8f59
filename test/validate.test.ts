/** Schemas and what is said when a value does not fit: every method's own examples, bounds, and the texts. */
import { Ajv } from 'ajv'
import fc from 'fast-check'
import t from 'tap'
import type { Method } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { namedSchemas } from '../api-schema/named.ts'
import { nearNames } from '../api-schema/near-names.ts'
import { agentRecord } from '../api-schema/rights.ts'
import type { ObjectSchema, Schema } from '../api-schema/schema.ts'
import { configSchema } from '../daemon/config.ts'
import type { Problem } from '../daemon/problem.ts'
import { checkOf, faultFinder } from '../daemon/validate.ts'
import { holds } from './fixtures/cases.ts'

const all = Object.entries<Method>(methods)

function problemOf(method: Method, params: unknown): Problem | undefined {
  try {
    checkOf(method)(params)
    return undefined
  } catch (error) {
    return error as Problem
  }
}

t.test('every method', async (t) => {
  for (const [key, method] of all) {
    t.test(key, async (t) => {
      for (const { summary, params } of method.examples) {
        t.equal(problemOf(method, structuredClone(params)), undefined, summary)
      }
      const find = faultFinder(method.result, 'result')
      for (const { result } of method.examples)
        if (result !== undefined) t.equal(find(structuredClone(result)), undefined)
      t.match(problemOf(method, { nonsense: 1 }), { name: 'invalid_params', data: { path: 'params' } })
    })
  }
})

t.test('defaults are filled in', async (t) => {
  const params: { [key: string]: unknown } = { scope: 'focused' }
  checkOf(methods.explore)(params)
  t.match(params, { scope: 'focused', maxDepth: 10, elementTypes: ['any'], includeHidden: false })
  const other: { [key: string]: unknown } = { scope: 'focused' }
  checkOf(methods.explore)(other)
  t.not(params.elementTypes, other.elementTypes, 'each call has its own')
  const asked = { expectation: { consoleOptions: {}, snapshotOptions: {} } }
  checkOf(methods.status)(asked)
  t.same(asked.expectation, { consoleOptions: { maxMessages: 10 }, snapshotOptions: { format: 'aria' } })
})

t.test('what is said', async (t) => {
  const { explore, interact, tabs, navigate, status, 'rpc.discover': discover } = methods
  const table: readonly [method: Method, params: unknown, message: RegExp][] = [
    [
      explore,
      { scope: 'application' },
      /^params\.bundleId: expected a text, found nothing \(.* scope "application"\)\.$/,
    ],
    [explore, { scope: 'position', x: 1 }, /^params\.y: expected a number, found nothing/],
    [
      explore,
      { scope: 'aplication' },
      /^params\.scope: expected one of .* \(perhaps application\), found "aplication"/,
    ],
    [explore, { scope: 5 }, /^params\.scope: .*found the number 5/],
    [
      explore,
      { scope: 'focused', limit: 'ten' },
      /^params\.limit: expected a whole number, found a text of 3 characters/,
    ],
    [explore, { scope: 'focused', limit: 0 }, /^params\.limit: expected a number >= 1, found the number 0/],
    [explore, { scope: 'focused', limit: 1.5 }, /^params\.limit: expected a whole number, found the number 1\.5/],
    [explore, { scope: 'focused', includeHidden: 'yes' }, /^params\.includeHidden: expected true or false/],
    [explore, { scope: 'focused', filter: { role: '' } }, /^params\.filter\.role: expected a text of at least 1 char/],
    [explore, { scope: 'focused', filter: [] }, /^params\.filter: expected an object, found a list of 0/],
    [explore, { scope: 'focused', elementTypes: [] }, /^params\.elementTypes: expected a list of at least 1/],
    [explore, { scope: 'focused', elementTypes: ['butto'] }, /^params\.elementTypes\[0\]: .*perhaps button/],
    [explore, { scope: 'focused', maxDeph: 3 }, /unknown name "maxDeph"\. Did you mean maxDepth\?/],
    [explore, { scope: 'focused', anyFieldContains: 'x' }, /Did you mean filter\.anyFieldContains\?/],
    [explore, { scope: 'focused', filter: { anyField: 'x' } }, /^params\.filter: .*Did you mean anyFieldContains\?/],
    [explore, { scope: 'application', bundelId: 'Notes' }, /unknown name "bundelId"\. Did you mean bundleId\?/],
    [interact, { find: { scope: 'element', ref: '3' }, action: 'click' }, /^params\.find: .*Did you mean elementId\?/],
    [interact, { steps: [{ acton: 'click' }] }, /^params\.steps\[0\]: .*Did you mean action\?/],
    [explore, { query: 'Save' }, /Did you mean filter\.anyFieldContains\?/],
    [
      interact,
      { elementId: '1', action: 'type', text: 'tea' },
      /Did you mean value or find\.filter\.anyFieldContains\?/,
    ],
    [explore, { scope: 'focused', zzzzzzzzz: 1 }, /unknown name "zzzzzzzzz"\. The nearest are (\w+, ){2}\w+\.$/],
    [
      discover,
      { verbose: true },
      /^params: expected no parameters but expectation, found the unknown name "verbose"\.$/,
    ],
    [status, { includeConsole: true }, /Did you mean expectation\.includeConsole\?/],
    [
      status,
      { expectation: { consoleOptions: { levels: ['eror'] } } },
      /^params\.expectation\.consoleOptions\.levels\[0\]: .*perhaps error/,
    ],
    [status, { expectation: { imageOptions: { quality: 0 } } }, /imageOptions\.quality: expected a number >= 1/],
    [status, { expectation: true }, /^params\.expectation: expected an object, found true/],
    [status, 'x', /^params: expected an object, found a text of 1 characters/],
    [tabs, { action: 'close' }, /^params\.tab: .*action "close"/],
    [navigate, {}, /^params\.url: expected a text, found nothing \(it is needed with action "goto"\)/],
    [interact, { steps: [{}] }, /^params\.steps\[0\]\.action: expected one of click, /],
    [
      interact,
      { elementId: '1', action: 'set_value', value: { secret: 1 } },
      /^params\.value: expected a text, found an object/,
    ],
  ]
  for (const [method, params, message] of table) {
    const problem = problemOf(method, params)
    t.match(problem?.message, message, JSON.stringify(params))
    t.match(problem, { name: 'invalid_params', code: -32602, hint: new RegExp(`^For example: ${method.name} {`) })
    t.match(problem?.data, { path: /^params/, expected: String, found: String, example: { method: method.name } })
  }
})

t.test('the example shows what was wrong, whichever parameter it was', async (t) => {
  let tried = 0
  for (const [key, method] of all) {
    const missing: string[] = []
    for (const path of waysIn(method.params)) {
      // No parameter takes it: texts, numbers, switches, lists and objects are all something else.
      const problem = problemOf(method, placed(path, null))
      if (problem === undefined) continue
      tried += 1
      const { params } = (problem.data as { example: { params: object } }).example
      if (read(params, problem.data.path as string) === undefined) missing.push(`${path.join('.')}: ${problem.hint}`)
      t.equal(problemOf(method, structuredClone(params)), undefined, `${key}: the example can be sent`)
    }
    t.same(missing, [], key)
  }
  t.comment(`${tried} parameters`)
  t.ok(tried > 250)
  const meant = problemOf(methods.explore, { scope: 'focused', maxDeph: 3 })
  t.match(meant?.hint, /"maxDepth":\d/, 'what an unknown name may mean is shown too')
})

/** The ways to everything that a schema names, into what is named elsewhere but once. */
function waysIn(schema: Schema, entered: readonly string[] = []): string[][] {
  if ('$ref' in schema) {
    const name = schema.$ref!
    return entered.includes(name) ? [] : waysIn(namedSchemas[name], [...entered, name])
  }
  if (schema.type === 'array') return waysIn(schema.items, entered).map((way) => ['0', ...way])
  return Object.entries((schema as ObjectSchema).properties ?? {}).flatMap(([name, part]) => [
    [name],
    ...waysIn(part, entered).map((way) => [name, ...way]),
  ])
}

function placed([name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value
  return name === '0' ? [placed(rest, value)] : { [name]: placed(rest, value) }
}

function read(params: object, path: string): unknown {
  const names = path.split(/[.[\]]+/).filter((name) => name !== '')
  return names.slice(1).reduce<unknown>((at, name) => (at as { [name: string]: unknown } | undefined)?.[name], params)
}

t.test('texts that were sent are not repeated, long or short', async (t) => {
  const secret = 'correct horse battery staple'
  for (const params of [
    { elementId: '1', action: 'set_value', value: [secret] },
    { elementId: '1', action: 'key', keys: secret.repeat(20) },
    { elementId: 1, action: 'type', value: secret },
    { elementId: '1', action: 'type', value: secret, timeoutMs: secret },
  ]) {
    const problem = problemOf(methods.interact, params)
    t.ok(problem)
    t.notMatch(`${problem?.message} ${problem?.hint} ${JSON.stringify(problem?.data)}`, /horse/)
  }
})

t.test('property: any value is taken or refused in words, quickly enough to be many', async (t) => {
  const check = checkOf(methods.explore)
  let refusedCount = 0
  await holds(
    t,
    fc.property(
      fc.oneof(fc.jsonValue(), fc.object({ key: fc.constantFrom('scope', 'filter', 'limit', 'tab') })),
      (value) => {
        try {
          check(value)
        } catch (error) {
          refusedCount += 1
          const { name, message } = error as Problem
          return name === 'invalid_params' && message.startsWith('params') && !message.includes('undefined')
        }
        return true
      },
    ),
    { numRuns: 2000 },
  )
  t.ok(refusedCount > 0)
})

t.test('a large list is refused at its bound', async (t) => {
  const params = { scope: 'focused', elementTypes: Array.from({ length: 20_000 }, () => 'nothing') }
  t.match(
    problemOf(methods.explore, params)?.message,
    /elementTypes: expected a list of at most 9, found a list of 20000/,
  )
})

t.test('near names', async (t) => {
  const known = Object.keys(methods)
  t.equal(nearNames('exlpore', known)[0], 'explore')
  t.equal(nearNames('Explore', known)[0], 'explore')
  t.equal(nearNames('discover', known)[0], 'rpc.discover')
  t.same(nearNames('qqqqqqqq', known), [])
  t.same(nearNames('', known), [])
  t.same(nearNames('x'.repeat(100_000), known), [])
})

t.test('a schema with a fault of its own does not compile', async (t) => {
  t.throws(() => faultFinder({ type: 'object', propertees: {} } as ObjectSchema, 'x')({}), /propertees/)
})

t.test('each schema is one: when it is compiled for a call, nobody looks', async (t) => {
  const ajv = new Ajv({ strict: true, strictRequired: false })
  for (const [name, schema] of Object.entries(namedSchemas)) ajv.addSchema({ ...schema, $id: name })
  for (const [key, { params, result }] of all)
    for (const schema of [params, result]) t.equal(ajv.validateSchema(schema), true, key)
  for (const schema of [agentRecord, configSchema]) t.equal(ajv.validateSchema(schema), true)
})
