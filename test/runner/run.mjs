/**
 * `node test/quick/run.mjs FILE…`: runs test files in as many processes as there are cores, and prints what the reporter
 * makes of it. tap itself starts a process for each file, which is most of what small tests take.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import ClosingLine from '../closing-line.js'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))

async function work(files, reporter) {
  const args = ['--import', here('loader.mjs'), here('worker.mjs')]
  const env = { ...process.env, IX_QUICK_FILES: JSON.stringify(files) }
  const child = spawn(process.execPath, args, { cwd: here('../..'), env, stdio: ['ignore', 'pipe', 'inherit'] })
  const silent = new Set(files)
  // The lines of a file are passed on together: those of several workers must not mix.
  let lines = []
  const pass = () => {
    reporter.write(lines.join(''))
    lines = []
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    // The plan of a worker is not that of the run.
    if (line.startsWith('1..')) return
    if (line.startsWith('# Subtest: ')) pass()
    const [, file] = /^(?:not )?ok \d+ - (\S+)/.exec(line) ?? []
    silent.delete(file)
    lines.push(`${line}\n`)
  })
  const [status, signal] = await once(child, 'close')
  pass()
  if (status !== 0) process.exitCode = 1
  for (const file of silent)
    reporter.write(`not ok - ${file}\n  ---\n  exitCode: ${status}\n  signal: ${signal}\n  ...\n`)
}

const files = process.argv.slice(2)
const workers = Math.min(files.length, availableParallelism())
const reporter = new ClosingLine()
reporter.pipe(process.stdout)
reporter.write(`1..${files.length}\n`)
const shares = Array.from({ length: workers }, (_, first) => files.filter((_, index) => index % workers === first))
await Promise.all(shares.map((share) => work(share, reporter)))
reporter.end()
