#!/usr/bin/env node
/** The `ix` executable. Only what any Node can load stands here: one that is too old says so. */
import { tooOld } from '../api-schema/node-version.ts'

const reason = tooOld(process.versions.node)
const words = process.argv.slice(2)
if (reason !== undefined) {
  process.stderr.write(`ix: ${reason}\n`)
  process.exitCode = 1
} else {
  // One runs for each agent: only what passes lines on is loaded.
  if (words[0] === 'mcp' && !words.includes('--help') && !words.includes('-h')) void import('./mcp/main.ts')
  else void import('./cli.ts')
}
