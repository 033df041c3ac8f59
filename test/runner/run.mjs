/**
 * `node test/runner/run.mjs FILE…`: runs test files in a few processes, prints what the reporter makes of it, and the
 * slowest files. tap itself starts a process for each file, which is most of what small tests take.
 */
import { spawn } from 'node:child_process'
import { availableParallelism, freemem } from 'node:os'
import { fileURLToPath } from 'node:url'
import ClosingLine from '../closing-line.js'
import { longestFirst, needsOwnProcess } from './files.mjs'
import { keepTimes, timesBefore, writeSlowest } from './times.mjs'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const root = here('../..')
/** A worker is replaced above this: garbage collection of what earlier files left must not slow later ones down. */
const mostMemory = 700 * 2 ** 20
/** For each core: files of tests wait about half of their time, for programs, pages and quiet. */
const workersOfCore = 2
/** Of a worker, with the browser and the applications that it starts. */
const usualMemory = 1.5 * 2 ** 30
/** A worker that says nothing for so long is ended: a test has blocked it. Workers report every few seconds. */
const silenceMs = Number(process.env.IX_SILENCE_MS ?? 300_000)
/** How long a worker may take to end by itself; a test may have left something open. */
const endMs = 10_000

/** Passes the lines of a worker on, those of one file together, so that the lines of several workers do not mix. */
class Lines {
  #reporter
  #held = []
  #rest = ''
  /** Files whose result came. */
  reported = new Set()

  constructor(reporter, stream) {
    this.#reporter = reporter
    stream.setEncoding('utf8').on('data', (chunk) => {
      const lines = (this.#rest + chunk).split('\n')
      this.#rest = lines.pop()
      for (const line of lines) this.#line(line)
    })
  }

  #line(line) {
    // The plan of a worker is not that of the run.
    if (/^1\.\.\d/.test(line)) return
    if (line.startsWith('# Subtest: ')) this.pass()
    const [, file] = /^(?:not )?ok \d+ - (\S+)/.exec(line) ?? []
    this.reported.add(file)
    this.#held.push(`${line}\n`)
  }

  pass() {
    this.#reporter.write(this.#held.join(''))
    this.#held = []
  }
}

/** Runs files in one process until it has grown too large, or a file wants a process of its own. */
function work(next, reporter, times) {
  const args = ['--import', here('loader.mjs'), here('worker.mjs')]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  const lines = new Lines(reporter, child.stdout)
  const given = []
  const kill = () => child.kill('SIGKILL')
  let deadline = setTimeout(kill, silenceMs)
  const give = (rss) => {
    const isFull = rss > mostMemory || given.some(needsOwnProcess)
    const file = isFull ? undefined : next(given.length === 0)
    clearTimeout(deadline)
    deadline = setTimeout(kill, file === undefined ? endMs : silenceMs)
    if (file !== undefined) given.push(file)
    // A worker that has just ended is told of by `close`.
    child.send({ file }, () => {})
  }
  child.on('message', ({ done, rss, ms, cpuMs }) => {
    if (done === undefined) return deadline.refresh()
    times.push({ file: done, ms, cpuMs })
    give(rss)
  })
  give(0)
  return new Promise((ended) => {
    child.on('close', (status, signal) => {
      clearTimeout(deadline)
      lines.pass()
      const lost = given.filter((file) => !lines.reported.has(file))
      if (status !== 0) process.exitCode = 1
      if (status !== 0 && lost.length === 0 && signal !== null)
        process.stderr.write(`a test process did not end by itself; one of its files left something open: ${given}\n`)
      for (const file of lost)
        reporter.write(`not ok - ${file}\n  ---\n  exitCode: ${status}\n  signal: ${signal}\n  ...\n`)
      ended()
    })
  })
}

async function runAll(files, reporter) {
  const times = []
  const left = longestFirst(files, timesBefore())
  /** What needs a process of its own is given to a new one only. */
  const next = (isFirst) => {
    const at = left.findIndex((file) => isFirst || !needsOwnProcess(file))
    return at < 0 ? undefined : left.splice(at, 1)[0]
  }
  const lane = async () => {
    while (left.length > 0) await work(next, reporter, times)
  }
  const most = Math.min(files.length, workersOfCore * availableParallelism(), Math.floor(freemem() / usualMemory))
  await Promise.all(Array.from({ length: Math.max(most, 1) }, lane))
  keepTimes(times)
  writeSlowest(times)
}

const files = process.argv.slice(2)
const reporter = new ClosingLine()
reporter.pipe(process.stdout)
reporter.write(`1..${files.length}\n`)
await runAll(files, reporter)
reporter.end()
