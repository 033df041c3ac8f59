#!/usr/bin/env node
/** Runs the daemon, with a clear message if its files cannot be loaded: most are opened at the same time. */
import './run/memory.ts'
import { tooFewFiles } from './run/open-files.ts'
import { exitCodes } from './run/refusal.ts'

const reason = tooFewFiles()
if (reason === undefined) {
  const { run } = await import('./daemon.ts')
  await run()
} else {
  process.stderr.write(`${reason}\n`)
  process.exitCode = exitCodes.configuration
}
