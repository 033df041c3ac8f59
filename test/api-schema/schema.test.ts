/** The records of `api-schema`, and all that is made from them: closed subset, OpenRPC, MCP list, commands, pages. */
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { getEncoding } from 'js-tiktoken'
import t from 'tap'
import { helpFor, overview } from '../../api-schema/cli/help.ts'
import { paramsOf, type Typed } from '../../api-schema/cli/params.ts'
import { commandNamed, commands, expectWords } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { errors } from '../../api-schema/errors.ts'
import { expectationSchema } from '../../api-schema/expectation.ts'
import { type Tool, toolGroups, toolName, tools } from '../../api-schema/mcp-tools.ts'
import type { Method } from '../../api-schema/method.ts'
import { actionWords } from '../../api-schema/methods/interact.ts'
import { methods } from '../../api-schema/methods.ts'
import { namedSchemas } from '../../api-schema/named.ts'
import { openrpc } from '../../api-schema/openrpc.ts'
import { methodsPage } from '../../api-schema/pages.ts'
import { runtimeDir, type Surroundings } from '../../api-schema/paths.ts'
import type { Schema } from '../../api-schema/schema.ts'

const all = Object.values<Method>(methods)
const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const { version } = JSON.parse(file('package.json'))

t.test('records', async (t) => {
  const ajv = new Ajv({ strict: true, strictRequired: false, useDefaults: false })
  for (const [name, schema] of Object.entries(namedSchemas)) ajv.addSchema({ ...schema, $id: name })
  for (const method of all) {
    t.equal(methods[method.name as keyof typeof methods], method, `${method.name} stands under its name`)
    t.ok(method.examples.length > 0, `${method.name} has an example`)
    t.equal(method.params.additionalProperties, false, `${method.name} takes no unknown parameter`)
    const check = ajv.compile(method.params)
    for (const example of method.examples) {
      t.ok(check(example.params), `${method.name}: ${example.summary}`, { errors: check.errors })
    }
    t.ok(ajv.compile(method.result), `${method.name}: the result's schema compiles strictly`)
    t.same(method.params.required?.filter((name) => !(name in (method.params.properties ?? {}))) ?? [], [])
  }
  t.test('every parameter has a bound', async (t) => {
    for (const method of all) for (const path of unbounded(method.params, method.name)) t.fail(path)
    t.same(unbounded(namedSchemas.Expectation, 'expectation'), [])
  })
  t.test('every method takes an expectation, and can answer it', async (t) => {
    for (const { name, params, result } of all) {
      t.same(params.properties?.expectation, { $ref: 'Expectation' }, name)
      for (const field of ['snapshot', 'console', 'downloads', 'tabs', 'changed', 'code', 'ignored'])
        t.ok(result.properties?.[field], `${name} ${field}`)
    }
    const check = ajv.compile({ $ref: 'Expectation' })
    const whole = {
      ...Object.fromEntries(Object.values(expectWords).map((name) => [name, true])),
      snapshotOptions: { selector: '.results', maxLength: 500, format: 'text' },
      consoleOptions: { levels: ['log', 'warn', 'error', 'info'], maxMessages: 10 },
      imageOptions: { quality: 80, maxWidth: 800, maxHeight: 600, format: 'webp' },
    }
    t.ok(check(whole), 'all of it together')
    t.same(Object.keys(whole).sort(), Object.keys(expectationSchema.properties).sort())
    const wrong = [
      { includeAll: true },
      { includeSnapshot: 'yes' },
      { snapshotOptions: { selector: '' } },
      { snapshotOptions: { maxLength: -1 } },
      { snapshotOptions: { format: 'xml' } },
      { consoleOptions: { levels: ['loud'] } },
      { consoleOptions: { maxMessages: 1.5 } },
      { imageOptions: { quality: 0 } },
      { imageOptions: { quality: 101 } },
      { imageOptions: { format: 'gif' } },
    ]
    for (const one of wrong) t.notOk(check(one), JSON.stringify(one))
  })
  t.test('error codes differ, and every error says what to do', async (t) => {
    const codes = Object.values(errors).map(({ code }) => code)
    t.equal(new Set(codes).size, codes.length)
    for (const [name, { code, hint }] of Object.entries(errors)) {
      t.match(hint, /^[A-Z`].*[.:]|\.$/, name)
      t.ok(code > 1000 || (code <= -32600 && code >= -32700), `${name} lies outside what others keep`)
    }
  })
})

/** Strings, lists and objects of a request that could be of any size, and values of any kind. */
function unbounded(schema: Schema, path: string): string[] {
  if ('$ref' in schema) return unbounded(namedSchemas[schema.$ref!], `${path}:${schema.$ref}`)
  if (!('type' in schema)) return [`${path}: of any kind`]
  if (schema.type === 'string') return 'enum' in schema || schema.maxLength ? [] : [path]
  if (schema.type === 'array') return [...(schema.maxItems ? [] : [path]), ...unbounded(schema.items, `${path}[]`)]
  if (schema.type !== 'object') return []
  const open =
    schema.additionalProperties === false || schema.maxProperties !== undefined ? [] : [`${path}: any property`]
  return [
    ...open,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`)),
  ]
}

interface Document {
  readonly openrpc: string
  readonly info: object
  readonly methods: readonly {
    readonly name: string
    readonly paramStructure: string
    readonly params: readonly { readonly name: string; readonly required?: true; readonly schema: object }[]
    readonly result: { readonly schema: object }
    readonly errors: readonly { readonly code: number; readonly message: string }[]
    readonly examples: readonly { readonly params: readonly { readonly name: string }[] }[]
    readonly 'x-scope': string
    readonly 'x-effect': string
  }[]
  readonly components: { readonly schemas: { readonly [name: string]: { readonly properties?: object } } }
}

t.test('OpenRPC', async (t) => {
  const document = openrpc(version) as unknown as Document
  t.match(document.openrpc, /^1\.4\.\d+$/)
  t.match(document.info, { title: 'Interface Explorer', version })
  t.same(
    document.methods.map(({ name }) => name),
    Object.keys(methods),
  )
  const scopeWords = ['read', 'interact', 'evaluate', 'admin']
  for (const method of document.methods) {
    t.ok(scopeWords.includes(method['x-scope']), `${method.name} says who may call it`)
    t.ok(['reads', 'acts'].includes(method['x-effect']))
    t.equal(method.paramStructure, 'by-name')
    const required = method.params.map((param) => param.required === true)
    t.same(
      required,
      required.toSorted((a, b) => Number(b) - Number(a)),
      'required ones come first',
    )
    const names = method.params.map((param) => param.name)
    t.equal(new Set(names).size, names.length)
    for (const param of method.params) t.type(param.schema, Object)
    t.type(method.result.schema, Object)
    const expectation = method.params.find((param) => param.name === 'expectation')
    t.same(expectation?.schema, { $ref: '#/components/schemas/Expectation' }, `${method.name} takes an expectation`)
    for (const { code, message } of method.errors) t.ok(Number.isInteger(code) && message.length > 0)
    const codes = method.errors.map(({ code }) => code)
    t.equal(new Set(codes).size, codes.length, `${method.name} names an error once`)
    for (const example of method.examples) {
      for (const { name } of example.params) t.ok(names.includes(name), `example of ${method.name} uses ${name}`)
    }
  }
  t.same(Object.keys(document.components.schemas.Expectation?.properties ?? {}), [
    'includeSnapshot',
    'includeConsole',
    'includeDownloads',
    'includeTabs',
    'includeCode',
    'diff',
    'snapshotOptions',
    'consoleOptions',
    'imageOptions',
  ])
  t.test('every $ref leads somewhere in the document', async (t) => {
    const targets = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)].map((match) => match[1] as string)
    t.ok(targets.length > 0)
    for (const target of new Set(targets)) {
      let at: unknown = document
      for (const step of target.replace('#/', '').split('/'))
        at = (at as { readonly [step: string]: unknown } | undefined)?.[step]
      t.type(at, Object, target)
    }
  })
  t.test('its schemas compile as draft-07', async (t) => {
    const ajv = new Ajv({ strict: false })
    for (const method of document.methods) {
      const schema = { components: document.components, ...method.result.schema }
      t.type(ajv.compile(schema), 'function')
      for (const param of method.params)
        t.type(ajv.compile({ components: document.components, ...param.schema }), 'function')
    }
  })
})

interface ToolParam {
  readonly description?: string
  readonly enum?: readonly string[]
  readonly items?: { readonly enum?: readonly string[] }
}

t.test('MCP tools', async (t) => {
  const encoding = getEncoding('o200k_base')
  const cost = (list: unknown) => encoding.encode(JSON.stringify(list)).length
  const budgets = [
    { what: 'core', list: tools(['core']), most: 1600 },
    { what: 'core, page and scripts', list: tools(['core', 'page', 'scripts']), most: 2650 },
    { what: 'all groups', list: tools(toolGroups), most: 3220 },
    { what: 'slim', list: tools(['core'], true), most: 310 },
  ]
  for (const { what, list, most } of budgets) {
    const tokens = cost(list)
    t.ok(tokens <= most, `${what}: ${tokens} of ${most} tokens`)
  }
  const hints = (tool: Tool) => tool.annotations!
  const ajv = new Ajv({ strict: true, strictTypes: false })
  for (const tool of tools(toolGroups)) {
    t.match(tool.name, /^[A-Za-z0-9_-]{1,64}$/)
    const { effect } = Object.values<Method>(methods).find(({ name }) => toolName(name) === tool.name)!
    t.equal(hints(tool).readOnlyHint === true, effect === 'reads', tool.name)
    t.equal(
      hints(tool).readOnlyHint && hints(tool).destructiveHint,
      false,
      `${tool.name}: what only reads destroys nothing`,
    )
    for (const hint of ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const)
      t.type(hints(tool)[hint], 'boolean', `${tool.name} says ${hint}`)
    t.match(tool.title!, /^[A-Z][a-z ]+$/)
    t.ok(ajv.compile(tool.inputSchema))
    t.notOk('outputSchema' in tool)
    for (const name of ['format', 'timeoutMs', 'freshness'])
      t.notOk(name in (tool.inputSchema.properties as object), `${tool.name} leaves ${name} out`)
  }
  const said = new Set<string>()
  for (const { name, inputSchema } of tools(toolGroups))
    for (const [param, schema] of Object.entries(inputSchema.properties as { [name: string]: ToolParam })) {
      const isSaid = (schema.description ?? schema.enum ?? schema.items?.enum) !== undefined
      t.ok(isSaid || said.has(param), `${name}.${param} says what it takes, or one before it did`)
      if (isSaid) said.add(param)
    }
  t.same(tools(['core']), tools(['core']), 'the order is fixed')
  t.same(
    tools(['core'], true).map(({ name }) => name),
    ['explore', 'interact', 'navigate', 'confirm'],
  )
  t.same(
    tools(toolGroups).flatMap((tool) => (hints(tool).destructiveHint ? [tool.name] : [])),
    [
      ...['interact', 'apps', 'tabs', 'navigate', 'call_tool', 'clipboard'],
      ...['evaluate', 'eval_define_function', 'eval_call_function'],
    ],
    'what may not be undone',
  )
  const interact = tools(['core']).find(({ name }) => name === 'interact')!
  for (const word of Object.keys(expectationSchema.properties))
    t.match(JSON.stringify(interact.inputSchema), word, `the list tells of ${word}`)
  t.notOk(
    tools(toolGroups).some(({ name }) => name === 'status' || name === 'rpc_discover'),
    'what is in no group is not listed',
  )
})

t.test('commands', async (t) => {
  t.test('every method and action has one', async (t) => {
    for (const { name } of all)
      t.ok(
        commands.some(({ method, fixed }) => method === name && fixed.action === undefined),
        name,
      )
    for (const action of actionWords) {
      if (action !== 'expand')
        t.ok(
          commands.some(({ fixed }) => fixed.action === action),
          action,
        )
    }
    const names = commands.map(({ name }) => name)
    t.equal(new Set(names).size, names.length)
    for (const { name, options } of commands) {
      const flags = options.map(({ flag }) => flag)
      t.equal(new Set(flags).size, flags.length, `${name} has each flag once`)
    }
  })
  t.test('help names every flag of a command, and the overview every command', async (t) => {
    for (const command of commands) {
      const page = helpFor(command.name) ?? ''
      for (const { flag } of command.options) t.ok(page.includes(`--${flag}`), `${command.name} --${flag}`)
      t.ok(overview().includes(command.name), command.name)
    }
    t.equal(helpFor('nonsense'), undefined)
  })

  const cases: [string, Typed, string[], object][] = [
    ['explore', {}, [], {}],
    ['explore', { app: 'Notes', any: 'save' }, [], { bundleId: 'Notes', filter: { anyFieldContains: 'save' } }],
    [
      'explore',
      { tab: 't1', type: ['button,link', 'tab'] },
      [],
      { tab: 't1', elementTypes: ['button', 'link', 'tab'] },
    ],
    ['explore', { x: '10', y: '-20.5', tab: 't1' }, [], { x: 10, y: -20.5, tab: 't1' }],
    ['explore', { id: '4', depth: '2', limit: '5' }, [], { elementId: '4', maxDepth: 2, limit: 5 }],
    [
      'explore',
      { all: true, scope: 'system' },
      [],
      { scope: 'system', includeHidden: true, includeDisabled: true, includeNonInteractable: true },
    ],
    ['expand', {}, ['436'], { elementId: '436' }],
    ['text', {}, [], {}],
    ['text', {}, ['436'], { elementId: '436' }],
    ['text', { tab: 't1', selector: 'main' }, [], { tab: 't1', selector: 'main' }],
    ['visibility', {}, ['436'], { elementId: '436' }],
    ['visibility', { any: 'Save', all: true }, [], { find: { filter: { anyFieldContains: 'Save' } } }],
    ['alignment', { tolerance: '2' }, ['436', '440'], { elementId: '436', otherId: '440', tolerance: 2 }],
    ['click', {}, ['436'], { action: 'click', elementId: '436' }],
    ['click', { any: 'Save' }, [], { action: 'click', find: { filter: { anyFieldContains: 'Save' } } }],
    ['set', {}, ['436', 'green tea'], { action: 'set_value', elementId: '436', value: 'green tea' }],
    [
      'set-value',
      { title: 'Search', app: 'Notes' },
      ['tea'],
      {
        action: 'set_value',
        value: 'tea',
        find: { bundleId: 'Notes', filter: { titleContains: 'Search' } },
      },
    ],
    [
      'click',
      { within: '7', role: 'button' },
      [],
      { action: 'click', find: { elementId: '7', filter: { role: 'button' } } },
    ],
    ['key', {}, ['Control+A'], { action: 'key', keys: 'Control+A' }],
    ['key', {}, ['Enter', '436'], { action: 'key', keys: 'Enter', elementId: '436' }],
    ['upload', {}, ['1', 'a,b.txt', 'c.txt'], { action: 'upload', elementId: '1', files: ['a,b.txt', 'c.txt'] }],
    [
      'upload',
      { files: ['a,b.txt', 'c.txt'] },
      ['1'],
      { action: 'upload', elementId: '1', files: ['a,b.txt', 'c.txt'] },
    ],
    ['apps', {}, ['launch', 'mousepad', 'a.txt'], { action: 'launch', bundleId: 'mousepad', files: ['a.txt'] }],
    ['apps', {}, ['quit', 'mousepad'], { action: 'quit', bundleId: 'mousepad' }],
    ['clipboard', {}, ['write', 'green, tea'], { action: 'write', text: 'green, tea' }],
    ['click', {}, ['436', '40,80'], { action: 'click', elementId: '436', to: { x: 40, y: 80 } }],
    ['drag', {}, ['1', '2'], { action: 'drag', elementId: '1', to: { elementId: '2' } }],
    ['drag', {}, ['1', '10,-20'], { action: 'drag', elementId: '1', to: { x: 10, y: -20 } }],
    ['interact', {}, ['436', 'expand'], { elementId: '436', action: 'expand' }],
    [
      'interact',
      { steps: '[{"action":"click","elementId":"1"}]' },
      [],
      { steps: [{ action: 'click', elementId: '1' }] },
    ],
    ['wait', { id: '4', until: 'state', state: 'enabled' }, [], { elementId: '4', until: 'state', state: 'enabled' }],
    ['tabs', {}, [], {}],
    ['tabs', {}, ['close', 't2'], { action: 'close', tab: 't2' }],
    ['tabs', {}, ['open', 'https://example.com'], { action: 'open', url: 'https://example.com' }],
    ['navigate', {}, ['https://example.com'], { url: 'https://example.com' }],
    ['navigate', { tab: 't1' }, ['back'], { tab: 't1', action: 'back' }],
    ['dialog', {}, ['accept', 'tea'], { accept: true, text: 'tea' }],
    ['find', {}, ['Save', 'as'], { filter: { anyFieldContains: 'Save as' } }],
    ['find', {}, ['button', 'Save', 'as'], { filter: { role: 'button', anyFieldContains: 'Save as' } }],
    ['find', { name: 'Save' }, ['role', 'button'], { filter: { role: 'button', titleContains: 'Save' } }],
    ['find', {}, ['list'], { filter: { anyFieldContains: 'list' } }],
    ['dialog', {}, ['dismiss'], { accept: false }],
    ['record', { tab: 't1' }, ['start'], { tab: 't1', action: 'start' }],
    ['confirm', {}, ['abc'], { confirmToken: 'abc' }],
    ['console', {}, [], {}],
    ['console', { levels: ['error,warn'] }, ['failed'], { levels: ['error', 'warn'], textContains: 'failed' }],
    ['network', {}, ['7'], { id: '7' }],
    [
      'click',
      { expect: 'no-snapshot, console,diff' },
      ['4'],
      {
        action: 'click',
        elementId: '4',
        expectation: { includeSnapshot: false, includeConsole: true, diff: true },
      },
    ],
    [
      'navigate',
      { expect: '{"snapshotOptions":{"selector":"main"}}' },
      ['a.example'],
      { url: 'a.example', expectation: { snapshotOptions: { selector: 'main' } } },
    ],
  ]
  t.test('what is typed becomes parameters', async (t) => {
    for (const [name, typed, words, expected] of cases) {
      t.same(
        paramsOf(commandNamed(name)!, typed, words),
        expected,
        `${name} ${words.join(' ')} ${JSON.stringify(typed)}`,
      )
    }
  })
  const wrong: [string, Typed, string[], RegExp][] = [
    ['explore', { limit: 'many' }, [], /whole number/],
    ['explore', { type: ['knob'] }, [], /knob.*button/s],
    ['explore', {}, ['word'], /one word too many/],
    ['set', {}, ['viewport', '800', '600'], /one word too many for ix set\. Did you mean ix emulate\?/],
    ['network', {}, ['route', '*.png'], /Did you mean ix route\?/],
    ['find', {}, [], /needs TEXT/],
    ['click', {}, [], /needs an ID/],
    ['dialog', {}, ['maybe'], /neither/],
    ['interact', { steps: '[' }, [], /JSON/],
    ['tabs', {}, ['shut'], /list, open/],
    ['expand', { expect: 'noise' }, ['4'], /noise.*snapshot, console/s],
    ['expand', { expect: '{' }, ['4'], /JSON/],
  ]
  t.test('what cannot be meant is said', async (t) => {
    for (const [name, typed, words, said] of wrong) {
      const error = t.throws(() => paramsOf(commandNamed(name)!, typed, words), { message: said })
      t.type(error, UsageError)
    }
  })
})

t.test('paths', async (t) => {
  const linux: Surroundings = { env: {}, platform: 'linux', uid: 7, home: '/home/a', tmp: '/tmp' }
  const cases: [Partial<Surroundings>, string][] = [
    [{ env: { IX_RUNTIME_DIR: '/r', XDG_RUNTIME_DIR: '/x' } }, '/r'],
    [{ env: { XDG_RUNTIME_DIR: '/x' } }, '/x/ix'],
    [{ env: { XDG_RUNTIME_DIR: 'relative' } }, '/tmp/ix-7'],
    [{ userRun: '/run/user/7' }, '/run/user/7/ix'],
    [{ platform: 'darwin', home: '/Users/a' }, '/Users/a/Library/Application Support/ix/run'],
    [{}, '/tmp/ix-7'],
  ]
  for (const [given, expected] of cases) t.equal(runtimeDir({ ...linux, ...given }), expected)
})

t.test('what is generated is current', async (t) => {
  t.equal(file('api-schema/openrpc.json'), `${JSON.stringify(openrpc(version), null, 2)}\n`, 'run npm run gen')
  t.equal(file('docs/methods.md'), methodsPage(), 'run npm run gen')
})
