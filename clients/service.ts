/** `ix service`: the daemon as a system service, started at login and again after a crash. */
import { execFile } from 'node:child_process'
import { homedir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { UsageError } from '../api-schema/cli/params.ts'
import { localCommands } from '../api-schema/cli/usage.ts'
import { install, logs, type Machine, stableNode, start, status, stop, type Told, uninstall } from './launchd.ts'
import { runtimeFolder } from './place.ts'

const linesShown = 50
/** launchd's own PATH is shorter than tools need. */
const plainPath = '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin'

const actions: ReadonlyMap<string, (machine: Machine) => Told | Promise<Told>> = new Map(
  Object.entries({ install, uninstall, start, stop, status, logs: (machine: Machine) => logs(machine, linesShown) }),
)

export async function service([word = '', ...more]: readonly string[]): Promise<number> {
  const action = actions.get(word)
  if (action === undefined || more.length > 0) throw new UsageError(`Usage: ${localCommands.service?.usage}`)
  if (process.platform !== 'darwin')
    throw new UsageError('ix service only works on macOS so far. `ix` starts the daemon by itself when needed.')
  const { ok, text } = await action(thisMac())
  console[ok ? 'log' : 'error'](ok ? text : `ix: ${text}`)
  return ok ? 0 : 1
}

function thisMac(): Machine {
  return {
    home: homedir(),
    uid: process.getuid?.() ?? 0,
    run: runtimeFolder(),
    node: stableNode(process.execPath, `${process.env.PATH ?? ''}:${plainPath}`),
    pause: (ms) => setTimeout(ms),
    path: plainPath,
    launchctl: (args) =>
      new Promise((resolve) => {
        execFile('/bin/launchctl', [...args], { encoding: 'utf8' }, (error, out, err) => {
          const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
          resolve({ code, said: (code === 0 ? out : err || out || String(error?.message)).trim() })
        })
      }),
  }
}
