/**
 * Loads test files under tap, in place of its own plugin, which compiles every file anew for each test. Programs that a
 * test starts are started as they are: tap's record of processes would be loaded into each, for 0.3 s of CPU.
 */
import { register } from 'node:module'
import processOnSpawn from 'process-on-spawn'

const recording = /"?--import=[^\s"]*\/@tapjs\/processinfo\/[^\s"]*"?/

register('./typescript.mjs', import.meta.url)
processOnSpawn.addListener((child) => {
  const { NODE_OPTIONS: options, ...env } = child.env ?? process.env
  const own = options?.replace(recording, '').trim()
  child.env = own ? { ...env, NODE_OPTIONS: own } : env
  return child
})

// Every test that acts can add to the corpus of evidence.
if (process.env.IX_EVIDENCE !== undefined) await import('./fixtures/evidence/recording.ts')
