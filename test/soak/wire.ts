/** Trials of what arrives on the sockets: bodies changed by chance, bytes that are no HTTP, tokens that are guessed, floods. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { byRpc, post } from '../e2e/callers.ts'
import { type Client, clientOf } from '../e2e/client.ts'
import type { Home } from '../fixtures/daemon/daemon.ts'
import { answerOf } from '../fixtures/daemon/folder.ts'
import type { Random } from '../fixtures/random.ts'
import { expect, type Trial } from './trial.ts'

const bodies = [
  {
    jsonrpc: '2.0',
    id: 1,
    method: 'explore',
    params: { scope: 'focused', limit: 3, filter: { anyFieldContains: '7' } },
  },
  { jsonrpc: '2.0', id: 'a', method: 'expand', params: { elementId: '1' } },
  [
    { jsonrpc: '2.0', id: 2, method: 'status' },
    { jsonrpc: '2.0', id: 3, method: 'tabs', params: {} },
  ],
].map((body) => JSON.stringify(body))
const splinters = [
  '__proto__',
  '\\u005f_proto__',
  'constructor',
  '[[[[',
  '{"a":',
  '1e999',
  '-0',
  'null',
  '\\ud800',
  '\0',
  '"',
  '\\',
]

/** One or several changes; most of what comes out is still read as something. */
function changed(dice: Random): string {
  let body = dice.oneOf(bodies)
  for (let change = 0; change <= dice.below(3); change++) {
    const at = dice.below(body.length + 1)
    const to = at + dice.below(8)
    const pieces = [
      body.slice(0, at) + body.slice(to),
      body.slice(0, at) + dice.oneOf(splinters) + body.slice(at),
      body.slice(0, at) + dice.oneOf(splinters) + body.slice(to),
      body.slice(0, at) + String.fromCharCode(dice.below(0x3000)) + body.slice(at + 1),
      `${'['.repeat(dice.below(200))}${body}`,
      `[${Array.from({ length: dice.below(60) }, () => body).join()}]`,
    ]
    body = dice.oneOf(pieces)
  }
  return body
}

export function wireTrials({ home, call, post: send }: Client): readonly Trial[] {
  const { socket } = { socket: join(home.folder, 'ixd.sock') }
  const answers = async () => expect((await call('status')).version !== undefined, 'it answers')
  return [
    {
      rows: ['I3', 'I5', 'I6', 'I8', 'I10', 'D6', 'N1'],
      says: 'bodies changed by chance: never an error of ours, never the inside of the program',
      attempt: async (dice) => {
        const count = 100
        for (let turn = 0; turn < count; turn++) {
          const body = changed(dice)
          const { status, json } = await send(body)
          const said = JSON.stringify(json)
          expect(status < 500 && !said.includes('-32603'), body, said)
          expect(!/node:|\.js:\d|node_modules/.test(said), body, said)
        }
        await answers()
        return count
      },
    },
    {
      rows: ['I9', 'N1'],
      says: 'bytes that are no HTTP: the connection ends, others are served',
      attempt: async (dice) => {
        const count = 30
        for (let turn = 0; turn < count; turn++) {
          const connection = connect(socket)
          const closed = new Promise<void>((resolve) => connection.once('close', () => resolve()))
          connection.on('error', () => {}).resume()
          const start = dice.oneOf(['', 'POST /rpc HTTP/1.1\r\n', 'GET ', '\x16\x03\x01', 'PRI * HTTP/2.0\r\n\r\n'])
          connection.end(Buffer.concat([Buffer.from(start), Buffer.from(noise(dice, 1 + dice.below(400)))]))
          await closed
        }
        await answers()
        return count
      },
    },
    {
      rows: ['I1'],
      says: 'bodies that are too large are refused, whether their length is said or not',
      attempt: async (dice) => {
        const text = 'x'.repeat(300_000 + dice.below(500_000))
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status', params: { text } })
        const reply = await answerOf({ socketPath: socket, path: '/rpc', agent: false }, body).catch(() => undefined)
        // A sender that is still writing may see the connection end instead.
        expect(reply === undefined || reply.status === 413, 'refused', reply)
        await answers()
        return 1
      },
    },
    {
      rows: ['A6', 'A9'],
      says: 'guessed tokens and parts of the true one over TCP: nobody gets in',
      attempt: async (dice) => {
        const token = readFileSync(join(home.folder, 'token'), 'utf8')
        const count = 60
        for (let turn = 0; turn < count; turn++) {
          const at = dice.below(token.length)
          const guess = dice.oneOf([
            randomBytes(32).toString('base64url'),
            token.slice(0, at),
            `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`,
            `${token}A`,
          ])
          const body = { jsonrpc: '2.0', id: 1, method: 'status' }
          const { status } = await post(home, { token: guess }, '/rpc', body, 'tcp')
          expect(status === 401, 'not let in', { guess, status })
        }
        return count
      },
    },
    {
      rows: ['A8', 'N4'],
      says: "a cursor of another's session is nobody's, and its own goes on",
      attempt: async (dice) => {
        const mine = sessionOf(home, `mine-${dice.below(1000)}`)
        const other = sessionOf(home, `other-${dice.below(1000)}`)
        const app = { scope: 'application', bundleId: 'replay.calculator' }
        const { cursor } = await mine('explore', { ...app, limit: 2 + dice.below(5) })
        expect(typeof cursor === 'string', 'there is a cursor', cursor)
        const stolen = await other('explore', { ...app, cursor })
        expect(stolen.error !== undefined, 'refused', stolen)
        const next = await mine('explore', { ...app, cursor })
        expect(next.error === undefined, 'its own goes on', next)
        return 1
      },
    },
    {
      rows: ['I11'],
      says: 'one session calls as fast as it can over many connections: no other is refused',
      attempt: async (dice) => {
        const flood = clientOf(home)
        let isOver = false
        const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'explore', params: { scope: 'focused' } })
        const floods = Array.from({ length: 16 + dice.below(32) }, async () => {
          while (!isOver) await flood.post(body).catch(() => undefined)
        })
        const quiet = sessionOf(home, 'quiet')
        const count = 20
        try {
          for (let turn = 0; turn < count; turn++) {
            const answer = await quiet('explore', { scope: 'application', bundleId: 'replay.calculator', limit: 3 })
            expect(answer.error === undefined, 'served', answer)
          }
        } finally {
          isOver = true
          await Promise.all(floods)
        }
        return count
      },
    },
  ]
}

function noise(dice: Random, length: number): Uint8Array {
  return Uint8Array.from({ length }, () => dice.below(256))
}

type Said = { readonly [name: string]: unknown; readonly error?: { readonly data: { readonly name: string } } }

/** Result or error of a call in a session of that name. */
export function sessionOf(home: Home, session: string): (method: string, params?: object) => Promise<Said> {
  const ask = byRpc(home, { session })
  return async (method, params = {}) => {
    const { result, error } = JSON.parse((await ask(method, params)).text)
    return error === undefined ? result : { error }
  }
}
