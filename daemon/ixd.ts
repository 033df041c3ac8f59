#!/usr/bin/env node
/** The `ixd` executable. Must load on any Node version, so that an outdated one gets a clear message. */
import { tooOld } from '../api-schema/node-version.ts'

const reason = tooOld(process.versions.node)
if (reason === undefined) void import('./main.ts')
else {
  process.stderr.write(`ixd: ${reason}\n`)
  process.exitCode = 1
}
