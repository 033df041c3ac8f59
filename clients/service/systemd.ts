/** The daemon as a service of the user's systemd: `ix service` on Linux. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { runtimeFiles } from '../../api-schema/paths.ts'
import { makeRuntimeFolder } from '../../daemon/run/ownership.ts'
import { filled, logBytes, type Machine, packageFile, type Ran, reinstall, type Told } from './machine.ts'

const units = ['ixd.socket', 'ixd.service'] as const
const [socketUnit, serviceUnit] = units

export const files = (home: string) => ({
  folder: join(home, '.config/systemd/user'),
  log: join(home, '.local/state/ix/ixd.log'),
})

/** The text of a unit. A specifier or a space in a path would be misread. */
export function unitFor(
  unit: (typeof units)[number],
  { home, node, path, run }: Omit<Machine, 'manager' | 'pause' | 'uid'>,
): string {
  return filled(readFileSync(packageFile(`systemd/${unit}`), 'utf8'), {
    SOCKET: specified(join(run, runtimeFiles.socket)),
    NODE: word(node),
    IXD: word(packageFile('dist/daemon/main.js')),
    PATH: word(`PATH=${path}`),
    RUN: word(`IX_RUNTIME_DIR=${run}`),
    LOG: specified(files(home).log),
    BYTES: String(logBytes),
  }).replace(/^# Template.*\n/, '')
}

export async function install(machine: Machine): Promise<Told> {
  const { folder, log } = files(machine.home)
  mkdirSync(folder, { recursive: true })
  mkdirSync(dirname(log), { recursive: true, mode: 0o700 })
  makeRuntimeFolder(machine.run)
  // The old service may hold the socket of another folder.
  if (units.some((unit) => existsSync(join(folder, unit)))) await machine.manager(['stop', ...units])
  for (const unit of units) writeFileSync(join(folder, unit), unitFor(unit, machine), { mode: 0o644 })
  for (const args of [['daemon-reload'], ['enable', '--now', socketUnit]]) {
    const ran = await machine.manager(args)
    if (ran.code !== 0) return rejected(ran)
  }
  return { ok: true, text: `installed: ${units.map((unit) => join(folder, unit)).join(', ')}\nlog: ${log}` }
}

export async function uninstall(machine: Machine): Promise<Told> {
  const { folder } = files(machine.home)
  if (!isInstalled(machine)) return { ok: true, text: 'It was not installed.' }
  await machine.manager(['disable', '--now', ...units])
  for (const unit of units) rmSync(join(folder, unit), { force: true })
  await machine.manager(['daemon-reload'])
  return { ok: true, text: `stopped and removed: ${units.map((unit) => join(folder, unit)).join(', ')}` }
}

export async function start(machine: Machine): Promise<Told> {
  if (!isInstalled(machine)) return { ok: false, text: 'It is not installed. Run `ix service install`.' }
  const broken = brokenService(machine)
  if (broken !== undefined) return { ok: false, text: `${broken} ${reinstall}` }
  const ran = await machine.manager(['start', ...units])
  return ran.code === 0 ? { ok: true, text: 'started' } : rejected(ran)
}

/** The socket stays: the next call starts it again. */
export async function stop(machine: Machine): Promise<Told> {
  if (!isInstalled(machine)) return { ok: true, text: 'It was not running.' }
  const ran = await machine.manager(['stop', serviceUnit])
  return ran.code === 0 ? { ok: true, text: 'stopped; the next call starts it again' } : rejected(ran)
}

export async function status(machine: Machine): Promise<Told> {
  if (!isInstalled(machine)) return { ok: true, text: 'not installed' }
  const { folder, log } = files(machine.home)
  const { code, said } = await machine.manager(['show', serviceUnit, '--property=ActiveState,MainPID,NRestarts,Result'])
  if (code !== 0) return rejected({ code, said })
  const of = (name: string) => new RegExp(`^${name}=(.+)$`, 'm').exec(said)?.[1]
  const pid = of('MainPID')
  const parts = [
    of('ActiveState'),
    pid !== undefined && pid !== '0' && `pid ${pid}`,
    `started again ${of('NRestarts') ?? 0} times after a crash`,
    of('Result') !== 'success' && `last result ${of('Result')}`,
  ]
  return { ok: true, text: `${parts.filter(Boolean).join(', ')}\n${join(folder, serviceUnit)}\n${log}` }
}

/** What keeps the installed service from starting; undefined if nothing does, or if none is installed for this folder. */
export function brokenService({ home, run }: Pick<Machine, 'home' | 'run'>): string | undefined {
  const file = join(files(home).folder, serviceUnit)
  if (!existsSync(file)) return undefined
  const text = readFileSync(file, 'utf8')
  if (!text.includes(word(`IX_RUNTIME_DIR=${run}`))) return undefined
  const programs = [...(/^ExecStart=(.*)$/m.exec(text)?.[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)]
  const gone = programs
    .map(([, quoted, plain]) => (quoted ?? plain)!.replace(/\\(.)/g, '$1').replaceAll('%%', '%'))
    .find((path) => !existsSync(path))
  return gone && `systemd cannot start the daemon: ${gone}, which ${file} names, is gone.`
}

function isInstalled({ home }: Pick<Machine, 'home'>): boolean {
  return existsSync(join(files(home).folder, serviceUnit))
}

function rejected({ code, said }: Ran): Told {
  return { ok: false, text: `systemctl --user refused: ${said || `exit code ${code}`}` }
}

function specified(text: string): string {
  return text.replaceAll('%', '%%')
}

/** Quotes a word of a line, whatever it contains. */
function word(text: string): string {
  const safe = specified(text).replaceAll('$', '$$$$')
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `"${safe.replace(/["\\]/g, '\\$&')}"`
}
