/** Where the daemon listens: sockets passed in by systemd or launchd, otherwise its own unix socket, and loopback TCP. */
import type { AddressInfo, Server } from 'node:net'
import { handOver } from '../../api-schema/paths.ts'
import { type Claim, claim } from '../run/claim.ts'
import type { Log } from '../run/log.ts'
import { isPrivate } from '../run/ownership.ts'
import { exitCodes, Refusal } from '../run/refusal.ts'

/** Created by the HTTP part; not listening yet. */
export type NewServer = (kind: 'unix' | 'tcp') => Server

const firstInherited = 3

/** Descriptors from systemd, or launchd's to its parent. Removes the variables: children must not inherit them. */
export function inherited(env: NodeJS.ProcessEnv, pid: number, parent = process.ppid): number[] {
  const { by, count: many } = handOver
  const given = env.LISTEN_PID === String(pid) ? env.LISTEN_FDS : env[by] === String(parent) ? env[many] : undefined
  const count = Number(given ?? 0)
  delete env[by]
  delete env[many]
  delete env.LISTEN_PID
  delete env.LISTEN_FDS
  delete env.LISTEN_FDNAMES
  return Number.isInteger(count) && count > 0 && count <= 16
    ? Array.from({ length: count }, (_, index) => firstInherited + index)
    : []
}

/** The inherited unix socket if there is one, otherwise one claimed in the folder. */
export async function listenUnix(
  folder: string,
  newServer: NewServer,
  fds: readonly number[],
  log: Pick<Log, 'warn'>,
): Promise<Claim> {
  const [fd] = fds
  const server = newServer('unix')
  if (fd === undefined) {
    refuseWhileOpen(server, folder, log)
    return await claim(folder, server)
  }
  await listening(server, { fd })
  // A TCP connection does not prove who connects.
  if (typeof server.address() === 'object' && server.address() !== null) {
    throw new Refusal(exitCodes.configuration, 'ixd: the inherited socket is not a unix socket.')
  }
  // Whoever opened the socket owns its name.
  return { publish: () => {}, onLost: () => {}, release: () => {} }
}

/**
 * The private folder proves who connects. If somebody opens it while the daemon runs, connections are refused until it
 * is private again; `ix` refuses such a folder as well.
 */
function refuseWhileOpen(server: Server, folder: string, log: Pick<Log, 'warn'>): void {
  let wasRefused = false
  server.prependListener('connection', (socket) => {
    const isRefused = !isPrivate(folder)
    if (isRefused) socket.destroy()
    if (isRefused && !wasRefused)
      log.warn({}, `${folder} is open to other users: nobody is let in until you chmod 700 it`)
    wasRefused = isRefused
  })
}

/** The url, or `undefined` if the port is taken: then only the unix socket serves. */
export async function listenTcp(port: number, newServer: NewServer, log: Log): Promise<string | undefined> {
  const server = newServer('tcp')
  try {
    await listening(server, { host: '127.0.0.1', port, exclusive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = 'serving on the unix socket only; choose another port with --port, or 0 for a free one'
    log.warn({ port, code }, `cannot listen on port ${port} (${code}): ${fix}`)
    return undefined
  }
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function listening(server: Server, where: object): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(where, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
