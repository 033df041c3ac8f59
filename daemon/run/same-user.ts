/** Whether a connection over loopback comes from this user. Node tells no peer's user; Linux does, in a table of connections. */
import { readFileSync } from 'node:fs'
import type { Socket } from 'node:net'

/** A socket of the client's may be of either family; IPv6 writes 127.0.0.1 as a mapped address. */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']

/** Where the system does not tell, true. Each line of a table: number, local and remote address, state, …, uid. */
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
