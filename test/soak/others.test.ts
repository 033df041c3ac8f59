/** Tests of the suite that try a row too: in a soak each runs, and again and again while there is time, in random order. */
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { minutes } from '../laws/law.ts'
import { rows } from './rows.mjs'
import { soak, type Trial } from './trial.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const tap = `${root}node_modules/tap/dist/esm/run.mjs`
t.setTimeout(1_200_000 + 240_000 * minutes)

/** Assertions of one run. */
async function runOf(file: string): Promise<number> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(TAP|_TAPJS|IX_LAW)/.test(name)))
  const child = spawn(process.execPath, [tap, '--jobs=1', file], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const out = await text(child.stdout)
  const [, passed, failed] = /^(\d+) passed, (\d+) failed, \d+ skipped$/m.exec(out) ?? []
  if (failed !== '0') throw new Error(`${file}: ${out.split('\n').slice(0, 12).join(' | ').slice(0, 600)}`)
  return Number(passed)
}

const files = [...new Set(Object.values(rows).flatMap(({ files = [] }) => files))]
const trials = files.map(
  (file): Trial => ({
    rows: (Object.keys(rows) as (keyof typeof rows)[]).filter((name) => rows[name]!.files?.includes(file)),
    says: `\`${file}\``,
    attempt: () => runOf(file),
  }),
)

t.test('each again and again', { skip: minutes === 0 ? 'each runs by itself in the suite' : false }, async (t) => {
  await soak(t, trials)
})
