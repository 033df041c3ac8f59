/** JSON-RPC 2.0 as others implement it: jayson and json-rpc-2.0 as clients of a real daemon, by TCP and by its socket. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { daemonHome, stateOf } from '../fixtures/daemon/daemon.ts'
import { judgesOrSkip } from './packages.ts'

interface Reply {
  readonly jsonrpc: string
  readonly id: string | number | null
  readonly result?: { readonly [name: string]: unknown }
  readonly error?: { readonly code: number; readonly message: string; readonly data?: { readonly name?: string } }
}
interface Jayson {
  /** Without a callback the request is returned, for a batch; with `null` as id it is a notification. */
  request(method: string, params: object, id?: string | number | null | undefined, shouldCall?: false): object
  request(batch: readonly object[]): Promise<Reply[] | undefined>
}

const folder = judgesOrSkip(t)
if (folder !== undefined) {
  const require = createRequire(join(folder, 'x.js'))
  const { home } = await daemonHome(t)
  const { url = '', socket } = stateOf(home)!
  const token = readFileSync(join(home.folder, 'token'), 'utf8')
  const authorization = { authorization: `Bearer ${token}` }
  const { hostname, port } = new URL(url)

  t.test('jayson', async (t) => {
    const { http } = require('jayson/promise').client
    const ways = {
      'by TCP': { hostname, port, path: '/rpc', headers: authorization },
      'by the socket': { socketPath: socket, path: '/rpc', headers: { host: 'localhost' } },
    }
    for (const [way, options] of Object.entries(ways))
      await t.test(way, async (t) => {
        const client = http({ ...options, version: 2 }) as Jayson
        await ask(t, (method, params, id) => client.request(method, params, id) as unknown as Promise<Reply>)
        const batch = [
          client.request('apps', {}, 'a', false),
          client.request('explore', { scope: 'focused' }, null, false),
          client.request('no_such_method', {}, 7, false),
          client.request('expand', { elementId: '999999999' }, 'b', false),
          client.request('expand', {}, 'c', false),
        ]
        const replies = (await client.request(batch)) ?? []
        t.same(ids(replies), ['7:-32601', 'a:ok', 'b:1001', 'c:-32602'], 'a batch, its notification unanswered')
        const silent = await client.request([client.request('apps', {}, null, false)])
        t.notOk(silent, 'nothing is answered where all are notifications')
      })
    t.test('without the token', async (t) => {
      const client = http({ hostname, port, path: '/rpc', version: 2 }) as Jayson
      const error = await (client.request('apps', {}) as unknown as Promise<Reply>).then(
        () => undefined,
        (thrown: { readonly code?: number }) => thrown,
      )
      t.equal(error?.code, 401)
    })
  })

  t.test('json-rpc-2.0', async (t) => {
    const { JSONRPCClient } = require('json-rpc-2.0')
    let sent = 0
    const client = new JSONRPCClient(async (payload: unknown) => {
      sent += 1
      const response = await fetch(`${url}/rpc`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify(payload),
      })
      const isSilent = response.status === 204
      if (isSilent) t.equal(await response.text(), '')
      else client.receive(await response.json())
    })
    await ask(t, (method, params, id) => client.requestAdvanced({ jsonrpc: '2.0', method, params, id }))
    t.match(await client.request('apps', {}), { apps: Array })
    const error = await client.request('explore', { scope: 'nowhere' }).catch((thrown: unknown) => thrown)
    t.match(error, { code: -32602, data: { name: 'invalid_params', path: 'params.scope' } })
    const replies: Reply[] = await client.requestAdvanced([
      { jsonrpc: '2.0', id: 'x', method: 'apps', params: {} },
      { jsonrpc: '2.0', id: 3, method: 'rpc.discover' },
      { jsonrpc: '2.0', id: 4, method: 'expand', params: ['1'] },
    ])
    t.same(ids(replies), ['3:ok', '4:-32602', 'x:ok'], 'positional parameters are refused by name')
    const before = sent
    client.notify('apps', {})
    t.equal(sent, before + 1)
    t.match(await client.request('status', {}), { version: String }, 'the connection goes on')
  })
}

/** Ids of every kind come back as they were, results and errors as the specification has them. */
async function ask(t: Test, request: (method: string, params: object, id: string | number) => Promise<Reply>) {
  for (const id of [1, 'text', 0, -5, '', 2 ** 53 - 1, 'ü\u2028"\\']) {
    const reply = await request('apps', {}, id)
    t.same([reply.jsonrpc, reply.id, 'error' in reply], ['2.0', id, false])
    t.ok(Array.isArray(reply.result?.apps))
  }
  const errors: [string, object, number, string][] = [
    ['no_such_method', {}, -32601, 'method_not_found'],
    ['rpc.none', {}, -32601, 'method_not_found'],
    ['expand', {}, -32602, 'invalid_params'],
    ['expand', { elementId: ['a'] }, -32602, 'invalid_params'],
    ['expand', { elementId: '999999999' }, 1001, 'element_gone'],
  ]
  for (const [method, params, code, name] of errors) {
    const { id, result, error } = await request(method, params, 'e')
    t.same([id, result, error?.code, error?.data?.name], ['e', undefined, code, name], method)
  }
}

/** Sorted: a batch may be answered in any order. */
function ids(replies: readonly Reply[]): string[] {
  return replies.map(({ id, error }) => `${id}:${error?.code ?? 'ok'}`).sort()
}
