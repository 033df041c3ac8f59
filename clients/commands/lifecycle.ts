/** `ix stop` and `ix replay`: stops the daemon, and starts it on a recording. */
import { existsSync, watch } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { isRunning } from '../../api-schema/is-running.ts'
import { NoDaemon } from '../reach/no-daemon.ts'
import { isRemote, readState, runtimeFolder } from '../reach/place.ts'
import { canConnect, startDaemon } from '../reach/start-daemon.ts'

const stopMs = 10_000

export async function stop(rest: readonly string[]): Promise<number> {
  if (rest.length > 0) throw new UsageError(`Usage: ${localCommands.stop?.usage}`)
  if (isRemote()) throw new UsageError('A remote daemon (IX_URL) is stopped where it runs.')
  const state = readState(runtimeFolder())
  if (state === undefined || !(await canConnect(state.socket))) throw new NoDaemon('No daemon is running.')
  const gone = stateGone()
  process.kill(state.pid, 'SIGTERM')
  await gone
  await ended(state.pid)
  console.log(`stopped (pid ${state.pid})`)
  return 0
}

/** Waits for its end: the next daemon, and whoever removes its files, must find nothing of it. */
async function ended(pid: number): Promise<void> {
  const latest = Date.now() + stopMs
  while (isRunning(pid)) {
    if (Date.now() > latest)
      throw new NoDaemon(`The daemon (pid ${pid}) serves nobody any more, but did not end within ${stopMs / 1000} s.`)
    await setTimeout(20)
  }
}

/** The daemon removes its state file as it stops. */
function stateGone(): Promise<void> {
  const folder = runtimeFolder()
  return new Promise((done, fail) => {
    const watcher = watch(folder, () => {
      try {
        if (readState(folder) === undefined) end(done)
      } catch (error) {
        end(() => fail(error))
      }
    })
    const timer = globalThis.setTimeout(
      () => end(() => fail(new NoDaemon(`The daemon did not stop within ${stopMs / 1000} s.`))),
      stopMs,
    )
    const end = (how: () => void) => {
      watcher.close()
      clearTimeout(timer)
      how()
    }
  })
}

export async function replay([file, ...more]: readonly string[]): Promise<number> {
  if (file === undefined || more.length > 0) throw new UsageError(`Usage: ${localCommands.replay?.usage}`)
  if (!existsSync(file)) throw new UsageError(`There is no file ${file}.`)
  const state = readState(runtimeFolder())
  if (state !== undefined && (await canConnect(state.socket))) {
    throw new UsageError(`A daemon is already running (pid ${state.pid}). \`ix stop\` stops it.`)
  }
  const place = await startDaemon(['--platforms', 'replay', '--replay', resolve(file)])
  console.log(`replaying ${file} (pid ${place.pid}); try ix explore, stop it with ix stop`)
  return 0
}
