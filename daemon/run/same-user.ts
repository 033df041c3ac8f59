/** Whether a loopback connection comes from this user. Node has no call for it; Linux lists connections with their users. */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** The client's socket may be of either family; IPv6 shows 127.0.0.1 as a mapped address. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']

/** True if the system has no such table. Each line: number, local and remote address, state, …, uid. */
export function isSameUser({ remotePort, localPort }: Pick<Socket, 'remotePort' | 'localPort'>): boolean {
  const lines = tables.map(read)
  if (lines[0] === undefined) return true
  const [from, to] = [remotePort, localPort].map(
    (port) => `:${(port ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  const entry = lines
    .flatMap((table) => table?.split('\n') ?? [])
    .map((line) => line.trim().split(/\s+/))
    .find(([, local = '', remote = '']) => local.endsWith(from!) && remote.endsWith(to!))
  return entry !== undefined && Number(entry[7]) === process.getuid?.()
}

function read(table: string): string | undefined {
  try {
    return readFileSync(table, 'utf8')
  } catch {
    return undefined
  }
}
