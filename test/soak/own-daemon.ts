/** Trials that break a daemon of their own, which replays a recording: processes, signals, disks and descriptors. */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { clientOf } from '../e2e/client.ts'
import {
  exitOf,
  type Home,
  ixdFile,
  ixFile,
  makeHome,
  startDaemon,
  stateOf,
  stopDaemon,
} from '../fixtures/daemon/daemon.ts'
import { get, halfRequest } from '../fixtures/daemon/folder.ts'
import type { Random } from '../fixtures/random.ts'
import { noSmallDisk, smallDisk } from '../fixtures/small-disk.ts'
import { again, inTime, until } from '../fixtures/until.ts'
import { aMoment, expect, type Trial } from './trial.ts'

interface Running {
  readonly home: Home
  readonly daemon: ChildProcess
  readonly socket: string
}

async function withDaemon<T>(work: (running: Running) => Promise<T>, env: { [name: string]: string } = {}): Promise<T> {
  const home = makeHome(env)
  const daemon = await startDaemon(home)
  try {
    return await work({ home, daemon, socket: join(home.folder, 'ixd.sock') })
  } finally {
    await endAll(home, [daemon])
  }
}

/** What was started here, and daemons that clients have started instead, which may not have said so yet. */
async function endAll(home: Home, started: readonly ChildProcess[]): Promise<void> {
  for (const child of started) await stopDaemon(child)
  const areGone = () => {
    const left = processesOf(home)
    for (const pid of left) askToEnd(pid)
    return left.length === 0
  }
  await until(areGone, 'all daemons have ended')
  home.remove()
}

function askToEnd(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM')
  } catch {
    // It has ended already.
  }
}

/** Those that were started with its folder in their environment. */
function processesOf({ folder }: Home): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOne = /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'utf8').includes(`=${folder}\0`)
      return isOne && isThere(Number(name)) ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A daemon that was killed leaves its state behind. */
const isServing = (home: Home) => isThere(stateOf(home)?.pid ?? Number.NaN)

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

const explore = { scope: 'focused', limit: 3 }
const descriptors = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

const manyAtOnce: Trial = {
  rows: ['L12'],
  says: 'several daemons start at once in one folder: one serves, the others end with code 75',
  attempt: async (dice) => {
    const home = makeHome()
    const starters = Array.from({ length: 2 + dice.below(3) }, () =>
      spawn(process.execPath, [ixdFile], { env: home.env, stdio: 'ignore' }),
    )
    try {
      await until(() => starters.filter(isRunning).length === 1, 'all but one have ended')
      const winner = starters.find(isRunning)!
      await until(() => stateOf(home)?.pid === winner.pid, 'the one that is left serves')
      const codes = starters.filter((one) => one !== winner).map(({ exitCode }) => exitCode)
      expect(
        codes.every((code) => code === 75),
        'the others say that one is running',
        codes,
      )
      await clientOf(home).call('explore', explore)
      return starters.length
    } finally {
      await endAll(home, starters)
    }
  },
}

const killed: Trial = {
  rows: ['L16', 'L19', 'N1'],
  says: 'the daemon is killed at any moment of calls by `ix mcp`: each has one answer, and the connection goes on',
  attempt: (dice) =>
    withDaemon(async ({ home }) => {
      const shim = spawn(process.execPath, [ixFile, 'mcp'], { env: home.env, stdio: ['pipe', 'pipe', 'inherit'] })
      const ended = exitOf(shim)
      try {
        return await overKills(dice, home, shim)
      } finally {
        shim.stdin.end()
        await inTime(ended, 'it ends with its input').catch(() => shim.kill('SIGKILL'))
      }
    }),
}

async function overKills(
  dice: Random,
  home: Home,
  shim: ChildProcessByStdio<Writable, Readable, null>,
): Promise<number> {
  const answers = new Map<number, string[]>()
  createInterface({ input: shim.stdout }).on('line', (line) => {
    const { id } = JSON.parse(line)
    answers.set(id, [...(answers.get(id) ?? []), line])
  })
  let last = 0
  const ask = (name: string, given: object) => {
    const message = { jsonrpc: '2.0', id: ++last, method: 'tools/call', params: { name, arguments: given } }
    shim.stdin.write(`${JSON.stringify(message)}\n`)
  }
  const answered = (what: string) => until(() => answers.size === last, what)
  ask('explore', explore)
  await answered('the first call')
  for (let round = 0; round < 2; round++) {
    const acts = { find: { scope: 'focused', filter: { identifierContains: 'digit-8' } }, action: 'click' }
    for (let call = 0; call < 6; call++) dice.below(3) === 0 ? ask('interact', acts) : ask('explore', explore)
    await aMoment(dice, 60)
    await until(() => isServing(home), 'one serves, also where the calls found none')
    process.kill(stateOf(home)!.pid, 'SIGKILL')
    await answered('calls over a kill')
  }
  ask('explore', explore)
  await answered('the call after')
  const [after = ''] = answers.get(last) ?? []
  expect(/Calculator/.test(after), 'the connection goes on', after)
  const twice = [...answers.values()].find((all) => all.length !== 1)
  expect(twice === undefined, 'one answer each', twice)
  return last
}

const drained: Trial = {
  rows: ['L14', 'N1'],
  says: 'SIGTERM while calls arrive: each is answered, and the daemon ends with code 0',
  attempt: (dice) =>
    withDaemon(async ({ home, daemon }) => {
      const calls: Awaited<ReturnType<typeof halfRequest>>[] = []
      const count = 1 + dice.below(20)
      for (let i = 0; i < count; i++) calls.push(await halfRequest(home, i + 2))
      const replies = calls.map(({ socket }) => text(socket))
      const ended = exitOf(daemon)
      daemon.kill('SIGTERM')
      await until(() => stateOf(home) === undefined, 'it is told to end')
      for (const { finish } of dice.shuffled(calls)) finish()
      for (const reply of await Promise.all(replies)) {
        expect(/^HTTP\/1\.1 200[\s\S]*"result"/.test(reply), 'answered', reply)
        expect(reply.split('"jsonrpc"').length === 2, 'once', reply)
      }
      expect((await ended) === 0, 'it ends in order')
      return count
    }),
}

const fullDisk: Trial = {
  rows: ['L11', 'N1'],
  says: 'state, runtime folder and log are on a disk that fills up: calls are answered or refused by name, and all is well when there is room',
  attempt: async (dice) => {
    const disk = smallDisk('256k')
    if (disk === undefined) return 0
    const home = makeHome({ IX_RUNTIME_DIR: disk.folder, XDG_STATE_HOME: disk.folder, IX_LOG_LEVEL: 'debug' })
    const log = join(disk.folder, 'ixd.log')
    const shell = `exec "$0" "$1" 2>>${log}`
    const at = { ...home, folder: disk.folder }
    const child = spawn('/bin/sh', ['-c', shell, process.execPath, ixdFile], { env: home.env, stdio: 'ignore' })
    try {
      await until(() => stateOf(at)?.pid === child.pid, 'it serves')
      const { post, call } = clientOf(at)
      disk.fill()
      const calls = 20 + dice.below(30)
      for (let id = 0; id < calls; id++) {
        const body = { jsonrpc: '2.0', id, method: dice.oneOf(['explore', 'status', 'apps']), params: {} }
        if (body.method === 'explore') body.params = explore
        const { status, json } = await post(JSON.stringify(body))
        const failure = json.error as { readonly data: { readonly name: string; readonly hint: string } } | undefined
        expect(status === 200 && json.id === id, 'each has its answer', { status, json })
        expect(failure === undefined || /free disk space/i.test(failure.data.hint), 'or what to do', failure)
      }
      disk.free()
      await call('explore', explore)
      return calls
    } finally {
      const ended = exitOf(child)
      if (isRunning(child)) {
        child.kill('SIGTERM')
        await ended
      }
      disk.remove()
      home.remove()
    }
  },
}

const noDescriptors: Trial = {
  rows: ['L9'],
  says: 'a daemon that may open no more files is called by hundreds: it lives, and answers when they are gone',
  attempt: (dice) =>
    withDaemon(async ({ daemon, socket, home }) => {
      const { status } = spawnSync('prlimit', ['--pid', String(daemon.pid), '--nofile=64:64'])
      expect(status === 0, 'the limit is set')
      const sockets = Array.from({ length: 100 + dice.below(100) }, () => connect(socket).on('error', () => {}))
      await aMoment(dice, 500)
      for (const one of sockets) one.destroy()
      await again(() => clientOf(home).call('explore', explore))
      expect(isRunning(daemon), 'it is the same daemon')
      return sockets.length
    }),
}

const leaks: Trial = {
  rows: ['L8', 'N7'],
  says: 'requests, and connections that are reset in the middle of one: then as many descriptors are open as before',
  attempt: (dice) =>
    withDaemon(async ({ home, daemon, socket }) => {
      const { call } = clientOf(home)
      await call('explore', explore)
      const settled = async () => {
        let before = -1
        return await until(() => {
          const now = descriptors(daemon.pid!)
          const same = now === before
          before = now
          return same && now
        }, 'descriptors settle')
      }
      const before = await settled()
      const count = 100 + dice.below(100)
      for (let i = 0; i < count; i++) {
        if (dice.below(3) > 0) await call('explore', explore)
        else await reset(socket, dice)
      }
      await until(
        () => descriptors(daemon.pid!) <= before,
        () => `${before} open, now ${descriptors(daemon.pid!)}`,
      )
      return count
    }),
}

/** A request that is cut anywhere, with a reset. */
async function reset(path: string, dice: Random): Promise<void> {
  const socket: Socket = connect(path)
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  socket.on('error', () => {})
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'explore', params: explore })
  const whole = `POST /rpc HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
  await new Promise<void>((resolve) => socket.write(whole.slice(0, 1 + dice.below(whole.length)), () => resolve()))
  socket.destroy()
  await closed
}

const shims: Trial = {
  rows: ['L19'],
  says: 'many `ix mcp` start at once where no daemon runs: one daemon, an answer for each, and all end with their input',
  attempt: async (dice) => {
    const home = makeHome()
    const count = 2 + dice.below(3)
    const line = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'explore', arguments: explore } }
    try {
      const all = await Promise.all(
        Array.from({ length: count }, async () => {
          const shim = spawn(process.execPath, [ixFile, 'mcp'], { env: home.env, stdio: ['pipe', 'pipe', 'ignore'] })
          shim.stdin.end(`${JSON.stringify(line)}\n`)
          return await Promise.all([text(shim.stdout), exitOf(shim)])
        }),
      )
      for (const [out, code] of all) expect(code === 0 && /Calculator/.test(out), 'answered', { code, out })
      return count
    } finally {
      await endAll(home, [])
    }
  },
}

const stopped: Trial = {
  rows: ['L1'],
  says: 'a daemon that hangs (SIGSTOP): a call ends at its time limit, and is answered when the daemon goes on',
  attempt: (dice) =>
    withDaemon(async ({ home, daemon, socket }) => {
      daemon.kill('SIGSTOP')
      const given = JSON.stringify({ ...explore, timeoutMs: 1000 + dice.below(500) })
      const shim = spawn(process.execPath, [ixFile, 'call', 'explore', given], { env: home.env, stdio: 'pipe' })
      const [err, code] = await Promise.all([text(shim.stderr), exitOf(shim)])
      daemon.kill('SIGCONT')
      expect(code !== 0 && /timeout/.test(err), 'it says that nothing answers', { code, err })
      expect((await get(socket)).status === 200, 'and then it does')
      return 1
    }),
}

export const ownDaemonTrials: readonly Trial[] = [
  manyAtOnce,
  killed,
  drained,
  shims,
  stopped,
  ...(noSmallDisk === false ? [fullDisk] : []),
  ...(process.platform === 'linux' ? [noDescriptors, leaks] : []),
]
