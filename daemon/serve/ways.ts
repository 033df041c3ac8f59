/** How a request arrived: what the guards judge besides its head. */
import type { Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { isSameUser } from '../run/same-user.ts'
import type { Way } from './guards.ts'

const unix: Way = { kind: 'unix' }

export function wayOf(server: Server, kind: Way['kind'], socket: Socket): Way {
  if (kind === 'unix') return unix
  const port = (server.address() as AddressInfo | null)?.port ?? -1
  return { kind, port, isSameUser: () => isOfSameUser(socket) }
}

/** Checked once per connection, since a socket does not change its owner. */
const sameUser = new WeakMap<Socket, boolean>()

function isOfSameUser(socket: Socket): boolean {
  const known = sameUser.get(socket) ?? isSameUser(socket)
  sameUser.set(socket, known)
  return known
}
