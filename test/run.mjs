/**
 * `npm test`: installs what is missing, builds, checks, and runs the tests; `npm test -- test/x.test.ts` runs these
 * files only. The last line is `N passed, N failed, N skipped`.
 *
 * `npm run test:desktop-full` also installs and tests LibreOffice, Firefox and other large applications.
 *
 * `node test/run.mjs --real-pages` only installs, with what benches read and compare with, and runs nothing.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { documents, fetchAdminLte, fullDesktop, installPackages, meet, needs } from './machine.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const ci = process.env.CI === 'true'
/** What `npm run gen` writes. */
const generated = ['api-schema/openrpc.json', 'docs/methods.md', 'docs/methods', 'README.md']

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
  const files = generated.flatMap((path) => {
    const full = join(root, path)
    if (!existsSync(full)) return []
    return statSync(full).isDirectory() ? readdirSync(full).map((name) => join(path, name)) : [path]
  })
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
  if (names.length === 0) return true
  return ci ? new Error(`missing under CI=true: ${names.join(', ')}`) : `tests of ${names.join(', ')} will be skipped`
}

function prepareRealPages() {
  const missing = Object.values(meet({ ...documents, ...(process.platform === 'linux' && fullDesktop) }))
  const why = fetchAdminLte(root)
  if (why !== undefined) missing.push(`admin-lte is missing (${why})`)
  for (const line of missing) console.log(line)
  return missing.length === 0 || `without ${missing.length} of the documents`
}

/** Passes tap's output on; answers its exit code and the closing line, which is held back. */
function tap(args, failedChecks) {
  return new Promise((done) => {
    const env = { ...process.env, IX_FAILED_CHECKS: failedChecks.join(',') }
    const program = join(root, 'node_modules/tap/dist/esm/run.mjs')
    const child = spawn(process.execPath, [program, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
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
    child.on('close', (code) => done({ code: code ?? 1, last: rest === '' ? last : rest }))
  })
}

/** The reporter's closing line, made to agree with the exit code also where the reporter could not finish. */
function closing({ code, last }, failedChecks) {
  const match = /^(\d+) passed, (\d+) failed, (\d+) skipped$/.exec(last)
  if (match === null && last !== '') console.log(last)
  if (match === null) return { line: `0 passed, ${failedChecks.length + 1} failed, 0 skipped`, code: code || 1 }
  const failed = Number(match[2])
  if (failed > 0) return { line: last, code: code || 1 }
  if (code === 0) return { line: last, code: 0 }
  console.log(`tap ended with exit code ${code}`)
  return { line: `${match[1]} passed, 1 failed, ${match[3]} skipped`, code }
}

async function main(args) {
  if (!phase('packages', () => installPackages(root))) {
    console.log('npm ci failed: see above\n0 passed, 1 failed, 0 skipped')
    return 1
  }
  if (args.includes('--real-pages')) {
    return phase('machine', () => prepare()) && phase('documents', prepareRealPages) ? 0 : 1
  }
  const isFull = args.includes('--desktop-full')
  if (isFull) process.env.IX_DESKTOP_FULL = '1'
  const checks = {
    machine: () => prepare({ ...needs, ...(isFull && fullDesktop) }),
    build: () => quiet('node_modules/typescript/bin/tsc', ['-p', 'tsconfig.build.json']),
    lint: () => quiet('node_modules/@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']),
    types: () => quiet('node_modules/typescript/bin/tsc', ['--noEmit']),
    generated: generatedCurrent,
  }
  const failedChecks = Object.entries(checks)
    .filter(([name, work]) => !phase(name, work))
    .map(([name]) => name)
  const start = performance.now()
  const ended = await tap(
    args.filter((arg) => arg !== '--desktop-full'),
    failedChecks,
  )
  const { line, code } = closing(ended, failedChecks)
  console.log(`tests      ${code === 0 ? 'ok' : 'failed'} (${((performance.now() - start) / 1000).toFixed(1)} s)`)
  console.log(line)
  return code
}

process.exitCode = await main(process.argv.slice(2))
