#!/usr/bin/env node
/** The `ixd` executable. Only what any Node can load stands here: one that is too old says so. */
import { tooOld } from '../api-schema/node-version.ts'

const reason = tooOld(process.versions.node)
if (reason === undefined) void import('./main.ts')
else {
  process.stderr.write(`ixd: ${reason}\n`)
  process.exitCode = 1
}
