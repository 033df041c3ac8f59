/** How long test files took: kept, so that the next run begins with the longest, and printed. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const kept = fileURLToPath(new URL('../../node_modules/.cache/test-times.json', import.meta.url))
const shown = 10

/** Milliseconds by file. */
export function timesBefore() {
  try {
    return JSON.parse(readFileSync(kept, 'utf8'))
  } catch {
    return {}
  }
}

export function keepTimes(times) {
  const all = { ...timesBefore(), ...Object.fromEntries(times.map(({ file, ms }) => [file, Math.round(ms)])) }
  mkdirSync(dirname(kept), { recursive: true })
  writeFileSync(`${kept}.${process.pid}`, JSON.stringify(all))
  renameSync(`${kept}.${process.pid}`, kept)
}

/** CPU is that of the test's process and of those that it started and that have ended, where the system says so. */
export function writeSlowest(times) {
  if (times.length < 2) return
  const seconds = (ms) => (ms / 1000).toFixed(1).padStart(7)
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, shown)
  const sum = (key) => times.reduce((all, one) => all + one[key], 0)
  const rows = slowest.map(({ file, ms, cpuMs }) => `${seconds(ms)} ${seconds(cpuMs)}  ${file}`)
  const total = `${seconds(sum('ms'))} ${seconds(sum('cpuMs'))}  all ${times.length} files`
  process.stdout.write(`\nslowest files (seconds: passed, of CPU)\n${rows.join('\n')}\n${total}\n\n`)
}
