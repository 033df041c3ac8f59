/**
 * `npm run bench:tasks [-- --tools a,b] [--only TEXT,…] [--minutes N] [--write] [--verbose]`: has this tool and others solve
 * small tasks, and writes `bench/tasks.md`. With some tools or tasks only it prints instead, unless told to write.
 */
import { parseArgs } from 'node:util'
import { prepare } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    tools: { type: 'string' },
    only: { type: 'string' },
    write: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
  },
})

prepare()
const { main } = await import('./tasks/main.ts')
const list = (text) => text?.split(',').filter((name) => name !== '')
await main({
  tools: list(values.tools),
  only: list(values.only),
  write: values.write,
  verbose: values.verbose,
  minutes: Number(values.minutes),
})
