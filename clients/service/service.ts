/** `ix service`: the daemon as a service of the system, started by the first call, and again after a crash. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { runtimeFolder } from '../reach/place.ts'
import * as launchd from './launchd.ts'
import { type Machine, type Ran, stableNode, type Told } from './machine.ts'
import * as systemd from './systemd.ts'

const linesShown = 50
/** The PATH of services is shorter than tools need. */
const plainPaths: { readonly [platform: string]: string } = {
  darwin: '/usr/local/bin:/opt/homebrew/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  linux: '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games:/snap/bin',
}

const words = ['install', 'uninstall', 'start', 'stop', 'status', 'logs'] as const

export async function service([word = '', ...more]: readonly string[]): Promise<number> {
  const action = words.find((one) => one === word)
  if (action === undefined || more.length > 0) throw new UsageError(`Usage: ${localCommands.service?.usage}`)
  const kind = process.platform === 'darwin' ? launchd : process.platform === 'linux' ? systemd : undefined
  if (kind === undefined)
    throw new UsageError('ix service works on macOS and Linux. `ix` starts the daemon by itself when needed.')
  const { ok, text } =
    action === 'logs' ? logs(kind.files(homedir()).log, linesShown) : await kind[action](thisMachine())
  console[ok ? 'log' : 'error'](ok ? text : `ix: ${text}`)
  return ok ? 0 : 1
}

/** What keeps an installed service from starting, if anything does. */
export function brokenServiceOf(machine: Pick<Machine, 'home' | 'run'>): string | undefined {
  return launchd.brokenAgent(machine) ?? systemd.brokenService(machine)
}

export function logs(log: string, lines: number): Told {
  if (!existsSync(log)) return { ok: true, text: `There is no log yet: ${log}` }
  return { ok: true, text: readFileSync(log, 'utf8').trimEnd().split('\n').slice(-lines).join('\n') }
}

function thisMachine(): Machine {
  const path = plainPaths[process.platform] ?? ''
  const [program, ...first] = process.platform === 'darwin' ? ['/bin/launchctl'] : ['systemctl', '--user']
  return {
    home: homedir(),
    uid: process.getuid?.() ?? 0,
    run: runtimeFolder(),
    node: stableNode(process.execPath, `${process.env.PATH ?? ''}:${path}`),
    pause: (ms) => setTimeout(ms),
    path,
    manager: (args) => ran(program!, [...first, ...args]),
  }
}

function ran(program: string, args: readonly string[]): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, [...args], { encoding: 'utf8' }, (error, out, err) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1
      resolve({ code, said: (code === 0 ? out : err || out || String(error?.message)).trim() })
    })
  })
}
