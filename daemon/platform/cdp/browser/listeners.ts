/** Finds the process that listens on a port, by asking the system: the port itself is not contacted. */
import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { promisify } from 'node:util'

export interface Listener {
  readonly uid: number
  /** Our processes hold the socket and were started with a debugging port. */
  readonly isForDebugging: boolean
}

const execute = promisify(execFile)

/** The main process of a browser whose command line allows remote debugging. */
const forDebugging = /(?:^|[\0 ])--remote-debugging-port(?:[=\0 ]|$)/

/** Those that could accept a connection to 127.0.0.1; of other users only where the system reports them (Linux). */
export async function listenersOn(port: number): Promise<readonly Listener[]> {
  return process.platform === 'linux' ? socketsOn(port) : await processesOn(port)
}

async function processesOn(port: number): Promise<Listener[]> {
  const ask = (program: string, args: readonly string[]) =>
    execute(program, args).then(
      ({ stdout }) => stdout,
      () => '',
    )
  const uid = process.getuid?.() ?? -1
  const found = await ask('lsof', ['-nP', '-a', '-u', `${uid}`, `-iTCP:${port}`, '-sTCP:LISTEN', '-Fp'])
  const pids = [...found.matchAll(/^p(\d+)$/gm)].map(([, pid]) => pid!)
  const commands = await Promise.all(pids.map((pid) => ask('ps', ['-ww', '-o', 'command=', '-p', pid])))
  return commands.map((command) => ({ uid, isForDebugging: forDebugging.test(command) }))
}

/** 127.0.0.1, any address, and their IPv6 forms, since IPv6 sockets accept IPv4 too. */
const reachable = [
  '0100007F',
  '00000000',
  '00000000000000000000000000000000',
  '0000000000000000FFFF00000100007F',
  '0000000000000000FFFF000000000000',
]
const listening = '0A'

function socketsOn(port: number): Listener[] {
  const wanted = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    textOf(table)
      .split('\n')
      .flatMap((line) => {
        const [, local = '', , state, , , , uid, , inode = ''] = line.trim().split(/\s+/)
        const [address = '', at] = local.split(':')
        const isIt = state === listening && at === wanted && reachable.includes(address)
        return isIt ? [{ uid: Number(uid), isForDebugging: isHeldForDebugging(inode) }] : []
      }),
  )
}

/** Only looks into processes with such a command line. */
function isHeldForDebugging(inode: string): boolean {
  return namesIn('/proc')
    .filter((name) => /^\d+$/.test(name) && forDebugging.test(textOf(`/proc/${name}/cmdline`)))
    .some((pid) => namesIn(`/proc/${pid}/fd`).some((fd) => linkOf(`/proc/${pid}/fd/${fd}`) === `socket:[${inode}]`))
}

/** Processes may end meanwhile, and others belong to other users. */
function orNothing<T>(look: () => T, nothing: T): T {
  try {
    return look()
  } catch {
    return nothing
  }
}

const textOf = (path: string) => orNothing(() => readFileSync(path, 'utf8'), '')
const namesIn = (path: string) => orNothing(() => readdirSync(path), [])
const linkOf = (path: string) => orNothing(() => readlinkSync(path), '')
