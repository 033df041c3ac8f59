/**
 * `node bench/errands/run.mjs --agent COMMAND [--tool ix|agent-browser|playwright-cli] [--only TEXT,…] [--minutes N]
 * [--log FILE] [--record NAME]`: has an agent do errands with one tool, and prints what they cost. The command reads
 * the prompt on stdin, or as an argument in place of `{prompt}`, and prints its answer. `--record` writes them to
 * `bench/errands.md` too.
 */
import { spawnSync } from 'node:child_process'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    agent: { type: 'string' },
    tool: { type: 'string', default: 'ix' },
    only: { type: 'string' },
    minutes: { type: 'string', default: '10' },
    log: { type: 'string' },
    record: { type: 'string' },
  },
})
if (values.agent === undefined) {
  console.error("which agent? --agent 'COMMAND', such as --agent 'claude -p' or --agent 'codex exec {prompt}'")
  process.exit(2)
}
const cwd = fileURLToPath(new URL('../..', import.meta.url))
const { status } = spawnSync('npm', ['run', '--silent', 'build'], { cwd, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
register('../../test/typescript.mjs', import.meta.url)
const { main } = await import('./main.ts')
await main({
  agent: values.agent,
  tool: values.tool,
  only: values.only?.split(',').filter((name) => name !== ''),
  minutes: Number(values.minutes),
  log: values.log,
  record: values.record,
})
process.exit()
