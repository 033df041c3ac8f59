#!/usr/bin/env node
/** The `ixd` executable: loads the daemon where it can be loaded, which opens most of its files at the same time. */
import './run/memory.ts'
import { tooFewFiles } from './run/open-files.ts'
import { exitCodes } from './run/refusal.ts'

const reason = tooFewFiles()
if (reason === undefined) await import('./daemon.ts')
else {
  process.stderr.write(`${reason}\n`)
  process.exitCode = exitCodes.configuration
}
