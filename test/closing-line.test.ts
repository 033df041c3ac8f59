/** Runs real tap on small files with the reporter, and checks the last line against what the files do. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'

const root = fileURLToPath(new URL('..', import.meta.url))
interface Run {
  readonly lines: readonly string[]
  readonly last: string
  readonly code: number | null
}

/** What tap prints for the given test files, in a folder of their own and without this run's own variables. */
function run(
  t: Test,
  files: { readonly [name: string]: string },
  extra: { readonly [name: string]: string } = {},
  jobs = 1,
): Run {
  const folder = mkdtempSync(join(tmpdir(), 'closing-line-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  // tap builds itself anew in node_modules for other plugins.
  writeFileSync(join(folder, '.taprc'), 'plugin: ["!@tapjs/typescript"]')
  mkdirSync(join(folder, 'test'))
  for (const [name, body] of Object.entries(files)) {
    writeFileSync(join(folder, 'test', `${name}.test.js`), `import t from 'tap'\n${body}\n`)
  }
  const own = /^(TAP|_TAP|NODE_OPTIONS|IX_FAILED_CHECKS|IX_FAILED_FILES)/
  const env = { ...Object.fromEntries(Object.entries(process.env).filter(([key]) => !own.test(key))), ...extra }
  const tap = join(root, 'node_modules/.bin/tap')
  const reporter = `--reporter=${join(root, 'test/closing-line.js')}`
  const args = ['--disable-coverage', reporter, `--jobs=${jobs}`, '--timeout=20']
  const paths = Object.keys(files).map((name) => `test/${name}.test.js`)
  const ended = spawnSync(tap, [...args, ...paths], { cwd: folder, env, encoding: 'utf8' })
  const lines = ended.stdout.trimEnd().split('\n')
  return { lines, last: lines.at(-1) ?? '', code: ended.status }
}

const nested = `t.test('outer', async t => {
  t.ok(true)
  await t.test('inner', async t => { t.equal(1, 1); t.ok(true, 'left out', { skip: 'no reason' }) })
  t.test('on a Mac', { skip: 'needs macOS' }, async () => {})
})
t.test('later', { todo: 'not yet' }, async () => {})
t.test('no browser', async t => { t.plan(0, 'needs chromium') })`

t.test('passing and skipped tests, however deep, are counted once each', async (t) => {
  const { lines, last, code } = run(t, { nested, whole: "t.plan(0, 'needs a desktop')", ok: 't.ok(1); t.ok(2)' })
  t.equal(last, '4 passed, 0 failed, 5 skipped')
  t.equal(code, 0)
  t.same(lines.slice(-6, -1), [
    'skipped: test/nested.test.js > outer > inner > left out (no reason)',
    'skipped: test/nested.test.js > outer > on a Mac (needs macOS)',
    'skipped: test/nested.test.js > later (todo not yet)',
    'skipped: test/nested.test.js > no browser (needs chromium)',
    'skipped: test/whole.test.js (needs a desktop)',
  ])
})

t.test(
  'every way to fail is one failure, its story is printed, and its file written down where that is asked for',
  async (t) => {
    const failed = join(t.testdir(), 'failed.json')
    const files = {
      asserts:
        "t.test('deep', async t => { t.test('down', async t => { t.equal(1, 2, 'one is two'); t.ok(1, 'passes quietly') }) })",
      throws: "t.test('it', async () => { throw new Error('thrown here') })",
      missing: "import './no-such-file.js'",
      killed:
        "t.ok(1); setTimeout(() => process.kill(process.pid, 'SIGKILL'), 200); t.test('w', () => new Promise(() => {}))",
      code: 't.ok(1); process.exitCode = 3',
      plan: 't.plan(3); t.ok(1)',
      fine: "t.equal('    not ok 1 - a\\n  ...', '    not ok 1 - a\\n  ...', 'not ok # SKIP in a name')",
    }
    const { lines, last, code } = run(t, files, { IX_FAILED_FILES: failed, IX_FAILED_CHECKS: 'types,lint' })
    t.equal(last, '5 passed, 8 failed, 0 skipped')
    t.same(lines.slice(-3, -1), ['failed: types', 'failed: lint'], 'checks that failed before are counted and named')
    t.equal(code, 1)
    const told = JSON.parse(readFileSync(failed, 'utf8'))
    t.match(told, {
      'test/asserts.test.js': { passed: 1, failed: 1 },
      'test/code.test.js': { passed: 1, failed: 1 },
      'test/plan.test.js': { passed: 1, failed: 1 },
    })
    t.notOk('test/fine.test.js' in told)
    const text = lines.join('\n')
    for (const part of ['one is two', 'thrown here', 'exitCode: 3', 'signal: SIGKILL', 'test count(1) != plan(3)']) {
      t.ok(text.includes(part), `the output names: ${part}`)
    }
    t.notMatch(text, /ok \d+ - passes quietly/, 'passing assertions are left out')
  },
)

t.test('a test that does not end is one failure, though tap blames the next file as well', async (t) => {
  const { last, code } = run(t, {
    hangs: "t.setTimeout(1500)\nt.ok(1)\nt.test('hang', () => new Promise(() => {}))\nsetTimeout(() => {}, 6000)",
    next: "t.test('waits', async t => { await new Promise(r => setTimeout(r, 300)); t.ok(1) })",
  })
  t.equal(last, '2 passed, 1 failed, 0 skipped')
  t.equal(code, 1)
})

t.test('a test that does not end beside others is one failure, of its file', async (t) => {
  const failed = join(t.testdir(), 'failed.json')
  const files = {
    hangs: "t.setTimeout(1500)\nt.ok(1)\nt.test('hang', () => new Promise(() => {}))\nsetTimeout(() => {}, 6000)",
    next: 't.ok(1)',
  }
  const { last } = run(t, files, { IX_FAILED_FILES: failed }, 2)
  t.match(last, /^\d passed, 1 failed, 0 skipped$/)
  t.match(JSON.parse(readFileSync(failed, 'utf8')), { 'test/hangs.test.js': { failed: 1 } })
})

t.test('files that a bail-out keeps from running are failures', async (t) => {
  const { last, code } = run(t, { a: "t.ok(1); t.bailout('enough')", b: 't.ok(1)' })
  t.match(last, /^1 passed, [1-9]\d* failed, 0 skipped$/)
  t.equal(code, 1)
})
