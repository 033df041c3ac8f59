/** Where the daemon is reached: sockets handed over by systemd or launchd, else its own unix socket, and loopback TCP. */
import type { AddressInfo, Server } from 'node:net'
import { handOver } from '../api-schema/paths.ts'
import { type Claim, claim } from './claim.ts'
import type { Log } from './log.ts'
import { exitCodes, Refusal } from './refusal.ts'

/** Made by the HTTP part; not listening yet. */
export type NewServer = (kind: 'unix' | 'tcp') => Server

const firstInherited = 3

/**
 * Descriptors that systemd opened for this very process, or that its parent got from launchd. The variables are taken
 * away: children have none.
 */
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

/** The unix socket, owned: the one handed over, else one that is claimed in the folder. */
export async function listenUnix(folder: string, newServer: NewServer, fds: readonly number[]): Promise<Claim> {
  const [fd] = fds
  if (fd === undefined) return await claim(folder, newServer('unix'))
  const server = newServer('unix')
  await listening(server, { fd })
  // Over TCP nobody is the owner by the mere connection.
  if (typeof server.address() === 'object' && server.address() !== null) {
    throw new Refusal(exitCodes.configuration, 'ixd: the socket that was handed over is not a unix socket.')
  }
  // Its name belongs to who opened it.
  return { publish: () => {}, onLost: () => {}, release: () => {} }
}

/** The url, or `undefined` when the port is taken: the socket alone serves then. */
export async function listenTcp(port: number, newServer: NewServer, log: Log): Promise<string | undefined> {
  const server = newServer('tcp')
  try {
    await listening(server, { host: '127.0.0.1', port, exclusive: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const fix = 'the unix socket alone serves; choose another port with --port, or 0 for a free one'
    log.warn({ port, code }, `port ${port} cannot be had (${code}): ${fix}`)
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
