/** The sockets launchd listens on for its job. */
import type { Engine } from '../host/native/engine.ts'

const most = 16
/** launchd uses the C library's error codes. */
const reasons: { readonly [code: number]: string } = {
  2: 'its property list has no such socket',
  3: 'this process was not started by launchd',
  37: 'they were taken before',
}

export interface Activated {
  readonly fds: readonly number[]
  /** Why there are none. */
  readonly reason?: string
}

/** launchd hands them out once, and only to the process it started. */
export function activatedSockets({ openLibrary, memory, copy }: Engine, name: string): Activated {
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
