/** Trials that break a daemon of their own, which replays a recording: processes, signals, disks and descriptors. */
import { type ChildProcess, type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { clientOf } from '../e2e/client.ts'
import { exitOf, type Home, ixFile, makeHome, startDaemon, stateOf, stopDaemon } from '../fixtures/daemon/daemon.ts'
import type { Random } from '../fixtures/random.ts'
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

export const ownDaemonTrials: readonly Trial[] = [
  killed,
  ...(process.platform === 'linux' ? [noDescriptors, leaks] : []),
]
