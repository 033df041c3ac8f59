/**
 * `npm test`: installs what is missing, builds, checks, and runs the tests, with a few turns of each law and a tenth of
 * the cases of each property; `npm test -- test/x.test.ts` runs these files only. The last line is
 * `N passed, N failed, N skipped`.
 *
 * `npm run test:all [-- test/x.test.ts]` leaves nothing out: every file, all cases, and more turns of each law.
 *
 * `npm run test:quick` installs nothing, and runs the tests that need no other program. `npm run coverage` runs the same
 * and says which lines of daemon/ they reach.
 *
 * `npm run laws [-- --minutes N]` tries each law for so long, one by default, and writes docs/laws.md.
 *
 * `npm run soak [-- --minutes N]` tries attacks and faults for so long, an hour by default, and writes docs/soak.md.
 *
 * `npm run test:desktop-full` also installs and tests LibreOffice, Firefox and other large applications.
 *
 * `node test/run.mjs --real-pages` only installs, with what benches read and compare with, and runs nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areInstalled, fetchPackage } from '../clients/build/fetch-package.mjs'
import { writeLaws } from './laws/page.mjs'
import { adminLte, documents, all as forAll, fullDesktop, installPackages, meet, needs, swaggerUi } from './machine.mjs'
import { allTests, isUsual, quickTests } from './runner/files.mjs'
import { writeSoak } from './soak/page.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const ci = process.env.CI === 'true'
/** What the compiler knows of the last run: the next takes a third of the time. */
const typesKept = 'dist/types.tsbuildinfo'
const importRule = ['--config', '.dependency-cruiser.mjs', 'api-schema', 'daemon', 'clients']
/** What `npm run gen` writes. */
const generated = [
  ...['api-schema/openrpc.json', 'api-schema/library.d.ts', 'docs/methods.md', 'docs/ix.1'],
  ...['.claude-plugin/plugin.json', '.claude-plugin/marketplace.json', 'gemini-extension.json'],
]

/** A phase answers true or a word on what it did; false or an `Error` when it failed. */
function phase(name, work) {
  const start = performance.now()
  if (process.stdout.isTTY) process.stdout.write(`${name} …\r`)
  const answer = work()
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const failed = answer === false || answer instanceof Error
  if (answer instanceof Error) console.log(answer.message)
  const word = failed ? 'failed' : answer === true ? 'ok' : answer
  console.log(`${name.padEnd(10)} ${word} (${seconds} s)`)
  return !failed
}

/** Runs a program of the project's own and holds its output back unless it fails. */
function quiet(program, args) {
  const ended = spawnSync(process.execPath, [join(root, program), ...args], { cwd: root, encoding: 'utf8' })
  return ended.status === 0 || new Error(`${ended.stdout}${ended.stderr}${ended.error?.message ?? ''}`.trimEnd())
}

function hashes() {
  const files = generated.filter((path) => existsSync(join(root, path)))
  const sum = (file) =>
    createHash('sha256')
      .update(readFileSync(join(root, file)))
      .digest('hex')
  return new Map(files.map((file) => [file, sum(file)]))
}

function generatedCurrent() {
  if (!existsSync(join(root, '.git'))) return 'left to the tests: no git checkout'
  const before = hashes()
  const made = quiet('docs/generate.mjs', [])
  if (made !== true) return made
  const after = hashes()
  const stale = [...after.keys()].filter((file) => after.get(file) !== before.get(file))
  if (stale.length === 0) return true
  return new Error(`not what "npm run gen" writes (now written anew, commit them): ${stale.join(', ')}`)
}

/** Tells the tests what to skip and why; under CI a need that Debian could meet is a failure. */
function prepare(wanted = needs) {
  const unmet = meet(wanted)
  for (const [name, reason] of Object.entries(unmet)) {
    console.log(reason)
    process.env[wanted[name].skip] = reason
  }
  const names = Object.keys(unmet)
  const why = fetchPackage(swaggerUi, root)
  if (why !== undefined) names.push(`${swaggerUi.name} (${why})`)
  if (names.length === 0) return true
  return ci ? new Error(`missing under CI=true: ${names.join(', ')}`) : `tests of ${names.join(', ')} will be skipped`
}

function prepareRealPages() {
  const missing = Object.values(meet({ ...documents, ...(process.platform === 'linux' && fullDesktop) }))
  for (const one of [adminLte, swaggerUi]) {
    const why = fetchPackage(one, root)
    if (why !== undefined) missing.push(`${one.name} is missing (${why})`)
  }
  for (const line of missing) console.log(line)
  return missing.length === 0 || `without ${missing.length} of the documents`
}

/**
 * Runs tap, or a program that takes files and reports as it does, and passes its output on; answers its exit code, the
 * closing line, which is held back, and what was counted of each file that failed.
 */
function tap(args, failedChecks, program = 'node_modules/tap/dist/esm/run.mjs') {
  const folder = mkdtempSync(join(tmpdir(), 'ix-test-'))
  const failedFiles = join(folder, 'failed.json')
  const failed = () => {
    const found = existsSync(failedFiles) ? JSON.parse(readFileSync(failedFiles, 'utf8')) : {}
    rmSync(folder, { recursive: true, force: true })
    return found
  }
  return new Promise((done) => {
    const env = { ...process.env, IX_FAILED_CHECKS: failedChecks.join(','), IX_FAILED_FILES: failedFiles }
    const child = spawn(process.execPath, [join(root, program), ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let last = ''
    let rest = ''
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()
      for (const line of lines) {
        if (last !== '') console.log(last)
        last = line
      }
    })
    child.on('close', (code) => done({ code: code ?? 1, last: rest === '' ? last : rest, failed: failed() }))
  })
}

const closingPattern = /^(\d+) passed, (\d+) failed, (\d+) skipped$/

/** More failed files than these are no accident. */
const mostTriedAgain = 5

/**
 * Shared machines are noisy: what failed beside other tests is tried once more by itself. What passes then is counted as
 * passed, and told as unsteady; what fails again has failed.
 */
async function tryAgain(first, failedChecks) {
  const counted = closingPattern.exec(first.last)?.slice(1).map(Number)
  const files = Object.keys(first.failed)
  const sum = (key) => files.reduce((all, file) => all + first.failed[file][key], 0)
  const isAll = counted !== undefined && sum('failed') === counted[1] - failedChecks.length
  if (!isAll || files.length === 0 || files.length > mostTriedAgain) return first
  if (files.some((file) => !existsSync(join(root, file)))) return first
  console.log(`failed, tried once more alone: ${files.join(', ')}`)
  const second = await tap(['--jobs=1', ...files], failedChecks)
  const again = closingPattern.exec(second.last)?.slice(1).map(Number)
  if (again === undefined) return first
  const passedNow = files.filter((file) => second.failed[file] === undefined)
  for (const file of passedNow) console.log(`unsteady: ${file} failed beside other tests and passed alone`)
  const [passed, , skipped] = counted
  const total = [passed - sum('passed') + again[0], again[1], skipped]
  return { code: second.code, last: `${total[0]} passed, ${total[1]} failed, ${total[2]} skipped` }
}

/** The reporter's closing line, made to agree with the exit code also where the reporter could not finish. */
function closing({ code, last }, failedChecks) {
  const match = closingPattern.exec(last)
  if (match === null && last !== '') console.log(last)
  if (match === null) return { line: `0 passed, ${failedChecks.length + 1} failed, 0 skipped`, code: code || 1 }
  const failed = Number(match[2])
  if (failed > 0) return { line: last, code: code || 1 }
  if (code === 0) return { line: last, code: 0 }
  console.log(`tap ended with exit code ${code}`)
  return { line: `${match[1]} passed, 1 failed, ${match[3]} skipped`, code }
}

const coverage = ['--no-disable-coverage', '--allow-incomplete-coverage', '--coverage-report=text']
const runner = 'test/runner/run.mjs'
/** Of the cases of each property, one in so many is tried, unless all are asked for. */
const usualShare = '10'

async function quick(isCoverage) {
  if (!areInstalled(root, { development: true })) {
    console.log('The packages of package-lock.json are not installed: run npm ci, or npm test, which installs all.')
    console.log('0 passed, 1 failed, 0 skipped')
    return 1
  }
  const files = quickTests(root)
  if (!isCoverage) process.env.IX_CASES_SHARE ??= usualShare
  const { build, ...others } = checks
  if (isCoverage) return await runTests({ build }, [`--jobs=${availableParallelism()}`, ...coverage, ...files])
  return await runTests({ build, ...others }, files, { program: runner })
}

/** Where laws are tried; each file says with `tell` what it tried. */
const lawTests = [
  'test/laws/*.test.ts',
  'test/platform/cdp/contract.test.ts',
  'test/platform/atspi/law.test.ts',
  ...['law', 'identity', 'effects', 'aim'].map((name) => `test/platform/ax/${name}.test.ts`),
]

/** Runs tests, each turn for so many minutes, and writes a page of what they told. */
async function tried(page, write, tests, minutes, jobs) {
  const told = join(mkdtempSync(join(tmpdir(), 'ix-told-')), 'told')
  process.env.IX_LAW_MINUTES = String(minutes)
  process.env.IX_LAWS_FILE = told
  const most = `--timeout=${600 + 600 * minutes}`
  // Beside other tests .taprc runs laws one after another.
  const each = [`--jobs=${jobs}`, '--serial=test/soak', most, ...tests]
  const code = await runTests({ machine: () => prepare(), build: checks.build }, each, { once: true })
  write(join(root, page), told, minutes)
  console.log(`written: ${page}`)
  return code
}

/** Counted from the start of this program: what installs and builds takes its part of the time. */
function soak(minutes) {
  process.env.IX_SOAK_END = String(performance.timeOrigin + minutes * 60_000)
  return tried('docs/soak.md', writeSoak, ['test/soak/*.test.ts'], minutes, 1)
}

function minutesOf(args, usual) {
  return Number(args[args.indexOf('--minutes') + 1] ?? usual) || usual
}

async function main(args) {
  if (args.includes('--quick') || args.includes('--coverage')) return await quick(args.includes('--coverage'))
  if (!phase('packages', () => installPackages(root))) {
    console.log('npm ci failed: see above\n0 passed, 1 failed, 0 skipped')
    return 1
  }
  if (args.includes('--real-pages')) {
    return phase('machine', () => prepare()) && phase('documents', prepareRealPages) ? 0 : 1
  }
  // A law waits for most of its time.
  if (args.includes('--laws'))
    return await tried('docs/laws.md', writeLaws, lawTests, minutesOf(args, 1), availableParallelism())
  if (args.includes('--soak')) return await soak(minutesOf(args, 60))
  const isFull = args.includes('--desktop-full')
  if (isFull) process.env.IX_DESKTOP_FULL = '1'
  const isAll = args.includes('--all')
  const machine = () => prepare({ ...needs, ...(isAll && forAll), ...(isFull && fullDesktop) })
  const wanted = { machine, ...checks, generated: generatedCurrent }
  process.env.IX_LAW_TURNS ??= isAll ? 'all' : ''
  if (!isAll) process.env.IX_CASES_SHARE ??= usualShare
  const given = args.filter((arg) => arg !== '--desktop-full' && arg !== '--all')
  // Options are tap's.
  if (given.some((arg) => arg.startsWith('-'))) return await runTests(wanted, given)
  const all = allTests(root)
  const tests = given.length > 0 ? given : isAll ? all : all.filter(isUsual)
  const last = isAll ? undefined : () => tellLeftOut(given.length > 0 ? [] : all.filter((file) => !isUsual(file)))
  return await runTests(wanted, tests, { program: runner, last })
}

function tellLeftOut(files) {
  console.log('left out   most turns of the laws and cases of the properties; npm run test:all tries all')
  if (files.length > 0) console.log(`left out   ${files.join(', ')}`)
}

/** Of the sources alone: they need nothing but the packages. */
const checks = {
  build: () => {
    const built = quiet('node_modules/typescript/bin/tsc', ['-b', 'tsconfig.build.json'])
    return built === true ? quiet('clients/build/for-browsers.mjs', []) : built
  },
  lint: () => quiet('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
  imports: () => quiet('node_modules/dependency-cruiser/bin/dependency-cruise.mjs', importRule),
  types: () => quiet('node_modules/typescript/bin/tsc', ['--noEmit', '--incremental', '--tsBuildInfoFile', typesKept]),
}

/** With `once` what failed is not tried again: a page tells of every try. `last` prints before the closing line. */
async function runTests(wanted, args, { program, once = false, last } = {}) {
  const failedChecks = Object.entries(wanted)
    .filter(([name, work]) => !phase(name, work))
    .map(([name]) => name)
  const start = performance.now()
  const first = await tap(args, failedChecks, program)
  const ended = once ? first : await tryAgain(first, failedChecks)
  const { line, code } = closing(ended, failedChecks)
  console.log(`tests      ${code === 0 ? 'ok' : 'failed'} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  last?.()
  console.log(line)
  return code
}

process.exitCode = await main(process.argv.slice(2))
