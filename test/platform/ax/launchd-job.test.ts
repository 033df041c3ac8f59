/** The program that launchd runs, with a real daemon under it. A process that holds the socket stands for launchd, a tiny library for its call. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { inherited } from '../../../daemon/serve/listen.ts'
import { noCompiler } from '../../fixtures/ax/stub.ts'
import { type Home, ix, makeHome, stateOf } from '../../fixtures/daemon/daemon.ts'
import { get } from '../../fixtures/daemon/folder.ts'
import { until } from '../../fixtures/until.ts'

t.jobs = 1
const job = fileURLToPath(new URL('../../../dist/daemon/platform/ax/launchd/launchd-job.js', import.meta.url))
const source = fileURLToPath(new URL('../../fixtures/launchd-stub/activate.c', import.meta.url))
/** The library comes before others by a variable of the loader of Linux. */
const skip = noCompiler || (process.platform !== 'linux' && 'on a Mac launchd itself would be asked')

/**
 * Opens the socket and starts the job with it as launchd does, a while later, and holds it without ever taking a connection from it:
 * its event loop stands still.
 */
const holder = `
  const server = require('net').createServer()
  server.listen(process.argv[1], () => {
    const standStill = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
    require('fs').writeSync(1, 'listening\\n')
    standStill(Number(process.argv[3]))
    const stdio = ['ignore', 'ignore', 'inherit', server._handle.fd]
    const child = require('child_process').spawn(process.execPath, [process.argv[2]], { stdio })
    require('fs').writeSync(1, child.pid + '\\n')
    standStill()
  })`

async function launchd(t: Test, at: Home, slowness: number) {
  const env = { ...at.env, LD_PRELOAD: library(t), STUB_FD: '3' }
  const args = ['-e', holder, join(at.folder, 'ixd.sock'), job, String(slowness)]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => end(child))
  const lines = createInterface(child.stdout!)[Symbol.asyncIterator]()
  await lines.next()
  return { child, said: text(child.stderr!), jobPid: lines.next().then(({ value }) => Number(value)) }
}

function home(t: Test, extra: { readonly [name: string]: string } = {}): Home {
  const made = makeHome(extra)
  t.teardown(() => made.remove())
  return made
}

function library(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'ix-launchd-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'libactivate.so')
  const { status, stderr } = spawnSync('cc', ['-shared', '-fPIC', '-o', file, source], { encoding: 'utf8' })
  t.equal(status, 0, stderr)
  return file
}

function end(child: ChildProcess): Promise<unknown> {
  const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined
  child.kill('SIGKILL')
  return ended ?? Promise.resolve()
}

t.test('the socket of launchd goes to the daemon', { skip }, async (t) => {
  const at = home(t)
  const socket = join(at.folder, 'ixd.sock')
  const { child, said, jobPid } = await launchd(t, at, 0)
  const pid = await jobPid
  // The connection waits until there is somebody to take it.
  const { json } = await get(socket)
  t.match(json, { status: 'ok' })
  t.not(json.pid, pid, 'the daemon is another process, which loads nothing native')
  await until(() => stateOf(at)?.pid === json.pid, 'its state file is there')
  t.equal((await get(socket)).json.pid, json.pid)
  process.kill(pid, 'SIGTERM')
  await until(() => stateOf(at) === undefined, 'the state file is removed')
  t.ok(existsSync(socket), 'its name belongs to launchd, which listens again')
  await end(child)
  t.match(await said, /stopping/)
  t.notMatch(await said, /no socket of launchd/)
})

t.test('whom launchd lets wait starts no daemon', { skip }, async (t) => {
  const at = home(t)
  const { jobPid } = await launchd(t, at, 500)
  const { code, out, err } = await ix(at, 'status', '--json')
  t.equal(code, 0, err)
  t.equal(JSON.parse(out).pid, stateOf(at)?.pid)
  t.equal(readFileSync(join(at.folder, 'ixd.log'), 'utf8'), '', 'none has said anything')
  process.kill(await jobPid, 'SIGTERM')
  await until(() => stateOf(at) === undefined, 'the state file is removed')
})

function start(t: Test, at: Home, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [job], { env: { ...at.env, ...env }, stdio: ['ignore', 'ignore', 'pipe'] })
  t.teardown(() => end(child))
  return { child, said: text(child.stderr!), ended: once(child, 'exit') }
}

/** When the daemon is ready. */
async function started(t: Test, at: Home, env: NodeJS.ProcessEnv = {}) {
  const job = start(t, at, env)
  await until(() => stateOf(at) !== undefined && existsSync(join(at.folder, 'ixd.sock')), 'the daemon is back')
  return job
}

t.test('without one the daemon listens by itself; as it ends, so does the job', async (t) => {
  const at = home(t)
  const first = await started(t, at)
  const { json } = await get(join(at.folder, 'ixd.sock'))
  process.kill(Number(json.pid), 'SIGKILL')
  t.same(await first.ended, [null, 'SIGKILL'], 'a crash is seen as one')
  t.match(await first.said, /no socket of launchd \(.*\): it listens by itself/)

  const second = await started(t, home(t))
  second.child.kill('SIGTERM')
  t.same(await second.ended, [0, null], 'a clean stop, after which launchd leaves it')
})

t.test('what launchd would repeat for nothing', async (t) => {
  const { ended, said } = start(t, home(t), { IX_PLATFORMS: 'nonsense' })
  t.same(await ended, [0, null])
  t.match(await said, /nonsense/)
})

t.test('why launchd gave none', { skip }, async (t) => {
  const at = home(t)
  const { child, said, ended } = await started(t, at, { LD_PRELOAD: library(t) })
  child.kill('SIGTERM')
  await ended
  t.match(await said, /was not started by launchd/)
})

t.test('descriptors are for the process that they were meant for', (t) => {
  const env = { IX_LISTEN_FDS: '2', IX_LISTEN_PPID: '7' }
  t.same(inherited({ ...env }, 9, 8), [])
  const own: NodeJS.ProcessEnv = { ...env }
  t.same(inherited(own, 9, 7), [3, 4])
  t.same(own, {}, 'and not for its children')
  t.same(inherited({ ...env, IX_LISTEN_FDS: 'x' }, 9, 7), [])
  t.end()
})
