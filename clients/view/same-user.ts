/** Whether a connection over loopback is of the same user: the link passes through the arguments of programs, which all users can read. */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** Where the system does not tell, true. Linux does, in /proc/net/tcp: local and remote address, state, …, uid. */
export function isSameUser({ remotePort, localPort }: Socket): boolean {
  let table: string
  try {
    table = readFileSync('/proc/net/tcp', 'utf8')
  } catch {
    return true
  }
  const [from, to] = [remotePort, localPort].map(
    (port) => `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const entry = table.split('\n').find((line) => {
    const [, local = '', remote = ''] = line.trim().split(/\s+/)
    return local.endsWith(from!) && remote.endsWith(to!)
  })
  return entry !== undefined && Number(entry.trim().split(/\s+/)[7]) === process.getuid?.()
}
