/** A soak ends in its time, whatever its trials do, and says what it did not reach. */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { exitOf } from './fixtures/daemon/daemon.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const own = (file: string) => JSON.stringify(pathToFileURL(join(root, file)).href)

/** Of the parts, the last two: one with trials that take their time, one with trials that go on until they are told. */
const program = `
import t from ${own('node_modules/tap/dist/esm/index.js')}
import { CutOff, soak } from ${own('test/soak/trial.ts')}
const ended = (over) => new Promise((done) => { const timer = setInterval(() => {}, 1000); over.addEventListener('abort', () => { clearInterval(timer); done() }) })
const slow = { rows: ['L1'], says: 'slow', attempt: async () => { await new Promise((done) => setTimeout(done, 200)); return 1 } }
const endless = (says) => ({ rows: ['L2'], says, attempt: async (_, over) => { await ended(over); throw new CutOff() } })
t.test('slow', (t) => soak(t, 'desktop', [slow]))
t.test('endless', (t) => soak(t, 'files', [endless('one'), endless('other')]))
`

t.test('trials that do not end, and one part after the other', async (t) => {
  const folder = t.testdir({ 'trials.mjs': program })
  const told = join(folder, 'told')
  writeFileSync(told, '')
  const whole = 9000
  const start = Date.now()
  const env = { ...process.env, IX_LAW_MINUTES: '1', IX_SOAK_END: String(start + whole), IX_LAWS_FILE: told }
  const child = spawn(process.execPath, ['--import=./test/loader.mjs', join(folder, 'trials.mjs')], {
    cwd: root,
    env,
    stdio: 'ignore',
  })
  t.equal(await exitOf(child), 0)
  t.ok(Date.now() < start + whole, 'with room to end what was started')
  const lines = readFileSync(told, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const cases = Object.fromEntries(lines.filter(({ on }) => on !== undefined).map(({ on, ...one }) => [on, one]))
  t.ok(cases.slow.cases > 0, 'the first had its part of the time')
  for (const on of ['one', 'other'])
    t.match(
      cases[on],
      { cases: 0, wrong: 0, untried: 'no time was left' },
      'what was cut off is neither tried nor wrong',
    )
  t.equal(lines.filter(({ part }) => part !== undefined).length, 2)
})
