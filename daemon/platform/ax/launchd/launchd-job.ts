import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver } from '../../../../api-schema/paths.ts'
import type { Engine } from '../host/native/engine.ts'

/** As in the property list. */
const socketName = 'Listener'
const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const
/** Wrong usage, another daemon, bad settings: launchd would retry every ten seconds to no avail. */
const lasting: ReadonlySet<number | null> = new Set([2, 75, 78])

async function sockets(): Promise<Activated> {
  try {
    const { createEngine } = await import('../host/native/engine.ts')
    return activatedSockets(createEngine(), socketName)
  } catch (error) {
    return { fds: [], reason: (error as Error).message }
  }
}

async function main(): Promise<void> {
  const { fds, reason } = await sockets()
  if (reason !== undefined) process.stderr.write(`ixd: no socket of launchd (${reason}): it listens by itself.\n`)
  const file = fileURLToPath(new URL(`../../../main${extname(import.meta.url)}`, import.meta.url))
  const given = { [handOver.count]: String(fds.length), [handOver.by]: String(process.pid) }
  const daemon = spawn(process.execPath, [...process.execArgv, file, ...process.argv.slice(2)], {
    stdio: ['ignore', 'inherit', 'inherit', ...fds],
    env: { ...process.env, ...(fds.length > 0 && given) },
  })
  for (const signal of signals) process.on(signal, () => daemon.kill(signal))
  daemon.once('error', ({ message }) => {
    process.stderr.write(`ixd: it cannot be started: ${message}\n`)
    process.exit(1)
  })
  daemon.once('exit', (code, by) => {
    if (by === null) process.exit(lasting.has(code) ? 0 : (code ?? 1))
    // By the same signal, so that launchd recognises a crash.
    for (const signal of signals) process.removeAllListeners(signal)
    process.kill(process.pid, by)
  })
}

const most = 16
/** launchd uses the C library's error codes. */
const reasons: { readonly [code: number]: string } = {
  2: 'its property list has no such socket',
  3: 'this process was not started by launchd',
  37: 'they were taken before',
}

interface Activated {
  readonly fds: readonly number[]
  /** Why there are none. */
  readonly reason?: string
}

/** launchd hands them out once, and only to the process it started. */
function activatedSockets({ openLibrary, memory, copy }: Engine, name: string): Activated {
  const own = openLibrary('')
  const symbol = 'launch_activate_socket'
  if (!own.has(symbol)) return { fds: [], reason: `there is no ${symbol} here` }
  const activate = own.def(symbol, 'i32', ['ptr', 'ptr', 'ptr'])
  const free = own.def<void>('free', 'void', ['ptr'])
  // The list's address and length; then the list itself; then the name.
  const { bytes, address } = memory(512)
  const [listAt, nameAt] = [16, 256]
  bytes.write(`${name}\0`, nameAt, 'utf8')
  const code = activate(address + BigInt(nameAt), address, address + 8n)
  if (code !== 0) return { fds: [], reason: reasons[code] ?? `launchd answered ${code}` }
  const list = bytes.readBigInt64LE(0)
  const count = Math.min(most, Number(bytes.readBigInt64LE(8)))
  if (list === 0n || count < 1) return { fds: [], reason: 'there is none among them' }
  copy(address + BigInt(listAt), list, count * 4)
  free(list)
  return { fds: Array.from({ length: count }, (_, at) => bytes.readInt32LE(listAt + at * 4)) }
}

await main()
