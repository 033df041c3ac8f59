/** Tests of the suite that try a row too: a soak runs them again and again while there is time, in random order. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { minutes } from '../laws/law.ts'
import { rows } from './rows.mjs'
import { CutOff, soak, type Trial } from './trial.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Each signal's time. */
const graceMs = 1500
const tap = `${root}node_modules/tap/dist/esm/run.mjs`
t.setTimeout(1_200_000 + 240_000 * minutes)

/** Assertions of one run. It is ended when its time is over, with all that it started. */
async function runOf(file: string, over: AbortSignal): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'ix-soak-'))
  const kept = Object.entries(process.env).filter(([name]) => !/^(TAP|_TAPJS|IX_LAW|IX_SOAK)/.test(name))
  // What it starts is known by its folder, wherever its parent is by then.
  const env = { ...Object.fromEntries(kept), TMPDIR: folder }
  const child = spawn(process.execPath, [tap, '--jobs=1', file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let ending: Promise<void> | undefined
  over.addEventListener('abort', () => {
    ending = endAllIn(folder)
  })
  const out = await text(child.stdout)
  await ending
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  if (ending !== undefined) throw new CutOff()
  const [, passed, failed] = /^(\d+) passed, (\d+) failed, \d+ skipped$/m.exec(out) ?? []
  if (failed !== '0') throw new Error(`${file}: ${out.split('\n').slice(0, 12).join(' | ').slice(0, 600)}`)
  return Number(passed)
}

/** First as one asks a program to end, so that it can clear up. */
async function endAllIn(folder: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const latest = Date.now() + graceMs
    for (let left = processesIn(folder); left.length > 0 && Date.now() < latest; left = processesIn(folder)) {
      for (const pid of left) send(pid, signal)
      await pause(100)
    }
  }
}

/** Those with the folder in their environment. */
function processesIn(folder: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isOne = /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(folder)
      return isOne ? [Number(name)] : []
    } catch {
      return []
    }
  })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended already.
  }
}

const files = [...new Set(Object.values(rows).flatMap(({ files = [] }) => files))]
const trials = files.map(
  (file): Trial => ({
    rows: (Object.keys(rows) as (keyof typeof rows)[]).filter((name) => rows[name]!.files?.includes(file)),
    says: `\`${file}\``,
    attempt: (_, over) => runOf(file, over),
  }),
)

t.test('each again and again', { skip: minutes === 0 ? 'each runs by itself in the suite' : false }, async (t) => {
  await soak(t, 'files', trials)
})
