#!/usr/bin/env node
/**
 * The program launchd runs: takes the socket launchd listens on, and runs the daemon with it; without one the daemon
 * listens for itself. launchd gives its sockets to the process it started, not to its children, and the daemon never
 * loads native libraries. So this process stays until the daemon exits; if it were killed, launchd would end the rest
 * of its process group.
 */
import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { handOver } from '../../../../api-schema/paths.ts'
import { type Activated, activatedSockets } from './activated-sockets.ts'

/** As named in the property list. */
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

await main()
