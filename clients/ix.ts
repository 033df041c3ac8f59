#!/usr/bin/env node
/** The `ix` executable. Must load on any Node version, so that an outdated one gets a clear message. */
import { tooOld } from '../api-schema/node-version.ts'

const reason = tooOld(process.versions.node)
const words = process.argv.slice(2)
if (reason !== undefined) {
  process.stderr.write(`ix: ${reason}\n`)
  process.exitCode = 1
} else {
  // One of these runs per agent, so it loads only what passes lines on.
  if (words[0] === 'mcp' && !words.includes('--help') && !words.includes('-h')) void import('./mcp/main.ts')
  else void import('./cli.ts')
}
