/** The runner, run on small files: what one of them does must not change the results of the others. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('../..', import.meta.url))

async function run(t: Test, files: { readonly [name: string]: string }, env: NodeJS.ProcessEnv = {}) {
  const bodies = Object.entries(files).map(([name, body]) => [`${name}.test.ts`, `import t from 'tap'\n${body}\n`])
  const folder = relative(root, t.testdir(Object.fromEntries(bodies)))
  const paths = Object.keys(files).map((name) => `${folder}/${name}.test.ts`)
  const child = spawn(process.execPath, ['test/runner/run.mjs', ...paths], {
    cwd: root,
    env: { ...process.env, IX_FAILED_FILES: '', IX_FAILED_CHECKS: '', ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const lines = out.trimEnd().split('\n')
  return { out, code, last: lines.at(-1), folder }
}

t.test('files are counted as if each had a process of its own', async (t) => {
  const { out, code, last, folder } = await run(t, {
    passes: "t.test('a', async (t) => { t.ok(1); t.test('b', async (t) => t.ok(2)) })",
    skips: "t.plan(0, 'needs a desktop')",
    sets: 't.ok(1)\nprocess.env.IX_LEFT = "1"\nprocess.chdir("/")',
    finds: 't.equal(process.env.IX_LEFT, undefined)\nt.not(process.cwd(), "/")',
  })
  t.equal(last, '5 passed, 0 failed, 1 skipped')
  t.equal(code, 0)
  t.match(out, /slowest files .*\n(?: +[\d.]+ +[\d.]+ {2}\S+\n){4} +[\d.]+ +[\d.]+ {2}all 4 files\n/)
  t.ok(out.includes(`${folder}/passes.test.ts`))
})

t.test('a file that fails in any way is one failure, and the others run', async (t) => {
  const { out, code, last } = await run(t, {
    asserts: "t.test('it', async (t) => t.equal(1, 2, 'one is two'))",
    throws: "t.ok(1)\nthrow new Error('thrown here')",
    rejects: "t.test('it', async () => { throw new Error('rejected here') })",
    uncaught: "t.test('it', () => new Promise(() => setTimeout(() => { throw new Error('uncaught here') })))",
    unhandled: "t.test('it', () => new Promise(() => void Promise.reject(new Error('unhandled here'))))",
    missing: "import './no-such-file.ts'",
    hangs: "t.setTimeout(500)\nt.ok(1)\nt.test('hang', () => new Promise(() => {}))",
    killed: "t.ok(1)\nprocess.kill(process.pid, 'SIGKILL')\nawait new Promise(() => {})",
    exits: 'process.exit(0)',
    fine: 't.ok(1)\nt.ok(2)',
  })
  t.match(last, /^\d+ passed, 9 failed, 0 skipped$/)
  t.equal(code, 1)
  const parts = [
    'one is two',
    'thrown here',
    'rejected here',
    'uncaught here',
    'unhandled here',
    'no-such-file',
    'SIGKILL',
  ]
  for (const part of parts) t.ok(out.includes(part), part)
  t.match(out, /^ok \S+fine\.test\.ts: 2 passed/m)
})

t.test('a file that blocks its process is ended, and the others run', async (t) => {
  const files = { blocks: 't.ok(1)\nAtomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)', fine: 't.ok(1)' }
  const { last, out } = await run(t, files, { IX_SILENCE_MS: '8000' })
  t.match(last, /^[12] passed, 1 failed, 0 skipped$/)
  t.match(out, /^ok \S+fine\.test\.ts: 1 passed/m)
})
