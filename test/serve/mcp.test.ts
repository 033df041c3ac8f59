/** What MCP answers to each message, well or badly formed, in both eras. Tools are tried elsewhere, against real daemons. */
import t from 'tap'
import { owner } from '../../daemon/agents/agents.ts'
import { createMcp } from '../../daemon/serve/mcp.ts'

const prefix = 'io.modelcontextprotocol/'
const stateless = '2026-07-28'
const mcp = createMcp({ call: async () => ({ targets: [] }) })

type Json = { readonly [key: string]: unknown }

const ask = (method: string, params: unknown = {}, id: unknown = 1) => ({ jsonrpc: '2.0', id, method, params })
const meta = (version: unknown = stateless, more: Json = {}) => ({
  [`${prefix}protocolVersion`]: version,
  [`${prefix}clientCapabilities`]: {},
  ...more,
})
const enveloped = (method: string, params: Json = {}, _meta: Json = meta()) => ask(method, { ...params, _meta })
const headers = (method?: string, name?: string, version = stateless) => ({
  'mcp-protocol-version': version,
  ...(method !== undefined && { 'mcp-method': method }),
  ...(name !== undefined && { 'mcp-name': name }),
})
const encoded = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`

async function reply(body: unknown, said: { readonly [name: string]: string } = {}) {
  const { status, body: text } = await mcp({ body, headers: said, url: '/mcp', agent: owner })
  return { status, answer: text === '' ? undefined : JSON.parse(text) }
}

const list = 'tools/list'
const call = 'tools/call'
const apps = { name: 'apps', arguments: {} }

t.test('with a handshake', async (t) => {
  const offered = async (protocolVersion: string) =>
    (await reply(ask('initialize', { protocolVersion, capabilities: {}, clientInfo: {} }))).answer.result
      .protocolVersion
  t.equal(await offered('2024-11-05'), '2024-11-05')
  for (const unknown of ['1999-01-01', stateless]) t.equal(await offered(unknown), '2025-11-25', unknown)
  t.same(await reply(ask('ping', undefined, 'a')), { status: 200, answer: { jsonrpc: '2.0', id: 'a', result: {} } })
  t.match(await reply(ask(list), headers(undefined, undefined, '2025-06-18')), { answer: { result: { tools: Array } } })
  t.match(await reply(ask(call, { name: 'apps', arguments: null })), { answer: { result: { content: [Object] } } })
  t.notOk('_meta' in (await reply(ask('ping'))).answer.result)
})

t.test('without one', async (t) => {
  const found = await reply(enveloped('server/discover'), headers('server/discover'))
  t.match(found, { status: 200, answer: { result: { supportedVersions: [stateless], resultType: 'complete' } } })
  t.match(found.answer.result, {
    ttlMs: Number,
    cacheScope: 'private',
    instructions: String,
    capabilities: { tools: {} },
  })
  const listed = await reply(enveloped(list), headers(list))
  t.match(listed.answer.result, { resultType: 'complete', ttlMs: Number, cacheScope: 'private', tools: Array })
  t.match(listed.answer.result._meta[`${prefix}serverInfo`], { name: 'interface-explorer', version: String })
  for (const name of ['apps', encoded('apps'), ' apps '])
    t.match(
      await reply(enveloped(call, apps), headers(call, name)),
      { answer: { result: { content: [Object] } } },
      name,
    )
})

t.test('what nobody waits for', async (t) => {
  for (const body of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 4, result: {} },
    { jsonrpc: '2.0', id: null, error: { code: 1, message: 'x' } },
    [{ jsonrpc: '2.0', method: 'notifications/x' }],
  ])
    t.same(await reply(body), { status: 202, answer: undefined }, JSON.stringify(body))
  t.same(await reply({ jsonrpc: '2.0', method: 'notifications/x' }, headers()), { status: 202, answer: undefined })
})

t.test('batches', async (t) => {
  const { status, answer } = await reply([ask('ping'), { jsonrpc: '2.0', method: 'n' }, 5, ask('no/such', {}, 2)])
  t.equal(status, 200)
  t.match(answer, [
    { id: 1, result: {} },
    { id: null, error: { code: -32600 } },
    { id: 2, error: { code: -32601 } },
  ])
  for (const body of [[], [ask('ping'), enveloped(list)], Array.from({ length: 51 }, () => ask('ping'))])
    t.match(await reply(body), { status: 400, answer: { id: null, error: { code: -32600 } } })
})

t.test('what is refused, and how', async (t) => {
  const cases: readonly (readonly [string, unknown, { readonly [name: string]: string }, number, number])[] = [
    ...[5, null, 'x', { id: 1, method: 'ping' }, ask('ping', []), ask('ping', {}, 1.5), ask('ping', {}, null)].map(
      (body) => [`no message: ${JSON.stringify(body)}`, body, {}, 400, -32600] as const,
    ),
    ['a method that is not there', ask('prompts/list'), {}, 200, -32601],
    ['the same, stateless', enveloped('ping'), headers('ping'), 404, -32601],
    ['a version that never was', ask('ping'), headers(undefined, undefined, '1.0'), 400, -32000],
    ['arguments that are none', ask(call, { name: 'apps', arguments: [] }), {}, 200, -32602],
    ['no name', ask(call, {}), {}, 200, -32602],
    ['a header alone', ask(list), headers(list), 400, -32602],
    ['a version that is none', enveloped(list, {}, meta(5)), headers(list), 400, -32602],
    ['no capabilities', enveloped(list, {}, { [`${prefix}protocolVersion`]: stateless }), headers(list), 400, -32602],
    ['no headers', enveloped(list), {}, 400, -32020],
    ['no method in the headers', enveloped(list), headers(), 400, -32020],
    ['another method', enveloped(list), headers(call), 400, -32020],
    ['another version', enveloped(list), headers(list, undefined, '2025-11-25'), 400, -32020],
    ['no tool in the headers', enveloped(call, apps), headers(call), 400, -32020],
    ['another tool', enveloped(call, apps), headers(call, encoded('tabs')), 400, -32020],
    ['a broken encoding', enveloped(call, apps), headers(call, '=?base64?YXBwc?='), 400, -32020],
    ['a later version', enveloped(list, {}, meta('2099-01-01')), headers(list, undefined, '2099-01-01'), 400, -32022],
    ['an older one', enveloped(list, {}, meta('2025-11-25')), headers(list, undefined, '2025-11-25'), 400, -32022],
  ]
  for (const [name, body, said, status, code] of cases)
    t.match(await reply(body, said), { status, answer: { jsonrpc: '2.0', error: { code, message: /\S/ } } }, name)
  const { answer } = await reply(enveloped(list, {}, meta('2099-01-01')), headers(list, undefined, '2099-01-01'))
  t.same(answer.error.data, { supported: [stateless], requested: '2099-01-01' })
})

t.test('a tool that is not listed is answered with what is called for it', async (t) => {
  const cases = {
    browser_click: /Did you mean interact\?/,
    browser_evaluate: /evaluate is not listed: start ix mcp with --groups scripts/,
    browser_route: /route is not listed: start ix mcp with --groups \w+/,
    browser_resize: /emulate is not listed: start ix mcp with --groups \w+/,
    console: /console is not listed: start ix mcp with --groups page/,
    fly_to_the_moon: /Call tools\/list/,
  }
  const refusing = createMcp({
    call: async (...given) => {
      throw given[4]!.refusal!
    },
  })
  for (const [name, hint] of Object.entries(cases)) {
    const body = ask(call, { name, arguments: {} })
    const { body: text } = await refusing({ body, headers: {}, url: '/mcp', agent: owner })
    t.match(JSON.parse(String(text)).result.content[0].text, hint, name)
  }
})
