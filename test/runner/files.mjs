/** Which tests run, and in which order. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** What leads to a program that has to be installed. */
const programs = /^test\/(?:machine\.mjs|fixtures\/(?:find-chromium\.mjs|find-desktop\.mjs|ax\/stub\.ts))$/
/** Start npm, tap, or one daemon or platform after another. */
const slow =
  /^test\/(?:e2e\/|judges\/|clients\/(?:cli|mcp|ownership)|run\/lifetime|serve\/listen|closing-line|import-rule|macos|package|first-minute|platform\/open)/

/** Ask a registry for packages, install programs of others, or try attacks by chance. */
const registry = /^test\/(?:judges\/|soak\/|package\.|first-minute\.|clients\/browser\.)/

export function allTests(root) {
  return readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${name.split(sep).join('/')}`)
    .filter((name) => name.endsWith('.test.ts'))
    .sort()
}

/** What they need is too large to be installed for every run. */
const large = /\/mutter\.test\.ts$/

/** Is it part of `npm test`? `npm run test:all` runs the others too. */
export function isUsual(name) {
  return !registry.test(name) && !large.test(name)
}

/** Those that need no browser, no desktop and no compiler, and take no minute. */
export function quickTests(root) {
  const tests = allTests(root).filter((name) => !slow.test(name))
  return tests.filter((name) => !reached(root, name).some((file) => programs.test(file)))
}

/** The files of the tests that a file imports, and those that they import. */
function reached(root, from, seen = new Set()) {
  if (seen.has(from)) return []
  seen.add(from)
  for (const [, name] of readFileSync(join(root, from), 'utf8').matchAll(/\bfrom '(\.[^']+)'/g)) {
    const path = join(dirname(from), name).split(sep).join('/')
    if (path.startsWith('test/') && existsSync(join(root, path))) reached(root, path, seen)
  }
  return [...seen]
}

/** They set what holds for a whole process. */
const ownProcess = /^test\/(?:run\/ids-file|platform\/ax\/capture)\.test\.ts$/

export function needsOwnProcess(file) {
  return ownProcess.test(file)
}

/** What was not measured yet comes first. The longest at the end would leave all other processes idle. */
export function longestFirst(files, msOf) {
  const length = (file) => msOf[file] ?? Number.POSITIVE_INFINITY
  return files.toSorted((a, b) => (length(a) === length(b) ? 0 : length(b) - length(a)))
}
