/** Real daemons: who serves a folder, by which sockets, and what they leave behind. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import {
  exitOf,
  type Home,
  ixdFile,
  makeHome,
  run,
  startDaemon,
  stateOf,
  stopDaemon,
} from '../fixtures/daemon/daemon.ts'
import { answerOf, get } from '../fixtures/daemon/folder.ts'
import { noOtherUser, otherUid } from '../fixtures/daemon/other-user.ts'
import { until } from '../fixtures/until.ts'

t.jobs = 1

function home(t: Test, extra: { readonly [name: string]: string } = {}): Home {
  const made = makeHome(extra)
  t.teardown(() => made.remove())
  return made
}

async function daemon(t: Test, at: Home, args: readonly string[] = []): Promise<ChildProcess> {
  const child = await startDaemon(at, args)
  t.teardown(() => stopDaemon(child))
  return child
}

t.test('ready: private socket, token and state; one at a time; gone at the end', async (t) => {
  const at = home(t)
  const socket = join(at.folder, 'ixd.sock')
  const child = await daemon(t, at)
  const mode = (name: string) => statSync(join(at.folder, name)).mode & 0o777
  t.same(['ixd.sock', 'token', 'state.json', '.'].map(mode), [0o600, 0o600, 0o600, 0o700])
  const state = stateOf(at)!
  t.match(state, { pid: child.pid, version: /^\d/, socket, url: /^http:\/\/127\.0\.0\.1:\d+$/, platforms: ['replay'] })
  t.match(await get(socket), { status: 200, json: { status: 'ok', pid: child.pid, logDropped: 0 } })

  const { hostname, port } = new URL(state.url!)
  const token = readFileSync(join(at.folder, 'token'), 'utf8')
  const over = (authorization: string) => answerOf({ hostname, port, path: '/health', headers: { authorization } })
  t.equal((await over(`Bearer ${token}`)).status, 200)
  t.equal((await over('Bearer x')).status, 401)
  const call = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status' })
  const status = await answerOf({ socketPath: socket, path: '/rpc' }, call)
  t.match(status.json, { result: { pid: child.pid, socket, url: state.url, platforms: [{ name: 'replay' }] } })

  const second = await run(ixdFile, [], at)
  t.match(second, { code: 75, out: '', err: `ixd: already running, pid ${child.pid}` })
  t.equal(readFileSync(join(at.folder, 'token'), 'utf8'), token, 'the second one touched nothing')
  t.same(stateOf(at), state)

  t.equal(await stopDaemon(child), 0)
  t.same(readdirSync(at.folder), ['run.1'], 'the number stays, so that numbers only rise')
  await t.rejects(get(socket), { code: 'ENOENT' })
})

t.test('after a crash the next one starts at once', async (t) => {
  const at = home(t)
  const first = await daemon(t, at)
  first.kill('SIGKILL')
  await exitOf(first)
  t.ok(existsSync(join(at.folder, 'ixd.sock')), 'the dead socket is still there')
  const second = await daemon(t, at)
  t.equal((await get(join(at.folder, 'ixd.sock'))).json.pid, second.pid)
  t.same(
    readdirSync(at.folder).sort(),
    ['ixd.sock', `p${second.pid}`, 'run.2', 'state.json', 'token'],
    'and what the dead one left is swept away',
  )
})

t.test('of many that start at once over a dead one, one serves', async (t) => {
  const at = home(t)
  const dead = await daemon(t, at)
  dead.kill('SIGKILL')
  await exitOf(dead)
  const starters = Array.from({ length: 6 }, () =>
    spawn(process.execPath, [ixdFile], { env: at.env, stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  t.teardown(() => Promise.all(starters.map(stopDaemon)))
  const said = new Map(starters.map((child) => [child, text(child.stderr!)]))
  const losers: typeof starters = []
  await Promise.all([
    until(() => starters.some((child) => child.pid === stateOf(at)?.pid), 'one of them is ready'),
    new Promise<void>((resolve) => {
      for (const child of starters) child.once('close', () => losers.push(child) === 5 && resolve())
    }),
  ])
  const winner = starters.find((child) => !losers.includes(child))!
  t.equal(stateOf(at)?.pid, winner.pid)
  for (const loser of losers) {
    t.equal(loser.exitCode, 75)
    t.match(await said.get(loser), `already running, pid ${winner.pid}`)
  }
  t.equal((await get(join(at.folder, 'ixd.sock'))).json.pid, winner.pid)
})

t.test('a port that is taken: the socket alone serves', async (t) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  t.teardown(() => taken.close())
  const at = home(t)
  const { port } = taken.address() as AddressInfo
  const child = await startDaemon(at, ['--port', String(port)])
  t.teardown(() => stopDaemon(child))
  t.notOk('url' in stateOf(at)!)
  t.equal((await get(join(at.folder, 'ixd.sock'))).status, 200)
  await stopDaemon(child)
  const other = home(t, { IX_TCP: '0' })
  await daemon(t, other)
  t.notOk('url' in stateOf(other)!, 'nor is there one when none is wanted')
})

/** Opens a socket, hands it to a new daemon, and dies, so that nobody else takes its connections. */
const handOver = `
  const server = require('net').createServer()
  server.listen(JSON.parse(process.argv[1]), () => {
    const script = 'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$0" "$1"'
    const stdio = ['ignore', 'ignore', 'inherit', server._handle.fd]
    const args = ['-c', script, process.execPath, process.argv[2]]
    const child = require('child_process').spawn('/bin/sh', args, { stdio, detached: true })
    require('fs').writeSync(1, String(child.pid))
    process.kill(process.pid, 'SIGKILL')
  })`

async function handedOver(at: Home, where: unknown): Promise<{ readonly pid: number; readonly said: Promise<string> }> {
  const args = ['-e', handOver, JSON.stringify(where), ixdFile]
  const holder = spawn(process.execPath, args, { env: at.env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = text(holder.stderr!)
  return { pid: Number(await text(holder.stdout!)), said }
}

t.test('a socket that is handed over', async (t) => {
  const at = home(t)
  const path = join(at.folder, 'ixd.sock')
  const { pid, said } = await handedOver(at, { path })
  await Promise.race([until(() => stateOf(at)?.pid === pid, 'it is ready'), said])
  t.equal((await get(path)).json.pid, pid)
  t.match(await run(ixdFile, [], at), { code: 75 }, 'another one does not take its name')
  process.kill(pid, 'SIGTERM')
  t.match(await said, /stopping/)
  t.same(readdirSync(at.folder), ['ixd.sock'], 'its name is not ours to remove')

  const tcp = await handedOver(at, { port: 0, host: '127.0.0.1' })
  t.match(await tcp.said, /not a unix socket/, 'over TCP everybody would be the owner')
})

t.test('a socket that is swept away comes back', async (t) => {
  const at = home(t)
  const path = join(at.folder, 'ixd.sock')
  const child = await daemon(t, at)
  rmSync(path)
  await until(() => existsSync(path), 'the socket is there')
  t.equal((await get(path)).json.pid, child.pid)
})

t.test('a folder that is swept away ends the daemon', async (t) => {
  const at = home(t)
  const child = await startDaemon(at)
  const ended = exitOf(child)
  rmSync(at.folder, { recursive: true })
  t.equal(await ended, 0)
})

t.test('a folder that others may enter', async (t) => {
  const at = home(t)
  chmodSync(at.folder, 0o755)
  t.match(await run(ixdFile, [], at), { code: 78, out: '', err: /chmod 700/ })
  t.same(readdirSync(at.folder), [])
  t.match(await run(ixdFile, ['--prot', '1'], at), { code: 2, err: /Did you mean --port/ })
  t.match(await run(ixdFile, ['--help'], at), { code: 0, err: '', out: /^Usage: ixd/ })
  t.match(await run(ixdFile, ['--version'], at), { code: 0, err: '', out: /^\d+\.\d+\.\d+\n$/ })
  t.match(await run(ixdFile, ['--platforms', 'replay', '--replay', '/nowhere.json'], at), { code: 78, err: /^ixd: / })
})

/** What another user gets from the daemon, over the socket or, with the owner's token, over TCP. */
async function asNobody(at: Home, where: object): Promise<string> {
  const script = `
    const given = JSON.parse(process.argv[1])
    let said = ''
    const socket = require('node:net').connect(given.where)
    socket.on('error', ({ code }) => { said += code }).on('close', () => process.stdout.write(said))
    socket.on('data', (data) => { said += data }).write(given.request)`
  const authorization = `Authorization: Bearer ${readFileSync(join(at.folder, 'token'), 'utf8')}`
  const { port = undefined } = where as { readonly port?: number }
  const host = `Host: localhost${port === undefined ? '' : `:${port}`}`
  const request = `GET /health HTTP/1.1\r\n${host}\r\n${authorization}\r\nConnection: close\r\n\r\n`
  const child = spawn(process.execPath, ['-e', script, JSON.stringify({ where, request })], {
    uid: otherUid,
    gid: otherUid,
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return await text(child.stdout!)
}

t.test('another user', { skip: noOtherUser }, async (t) => {
  const at = home(t)
  const running = await daemon(t, at)
  const socket = { path: join(at.folder, 'ixd.sock') }
  const tcp = { host: '127.0.0.1', port: Number(new URL(stateOf(at)!.url!).port) }
  t.equal(await asNobody(at, socket), 'EACCES')
  t.match(await asNobody(at, tcp), /^HTTP\/1\.1 403 [\s\S]*another user sends it/, 'with a token that was stolen')
  t.equal((await get(socket.path)).status, 200)

  // All doors are opened: the system lets another user connect.
  chmodSync(join(at.folder, '..'), 0o755)
  chmodSync(at.folder, 0o755)
  chmodSync(socket.path, 0o777)
  t.match(await asNobody(at, socket), /^(?:ECONNRESET|EPIPE)?$/, 'and is told nothing')
  chmodSync(at.folder, 0o700)
  t.equal((await get(socket.path)).status, 200, 'it serves again')
  t.equal(running.exitCode, null)
})
