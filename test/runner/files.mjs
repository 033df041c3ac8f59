/** The tests of `npm run test:quick`: those that need no browser, no desktop and no compiler, and take no minute. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** What leads to a program that has to be installed. */
const programs = /^test\/(?:machine\.mjs|fixtures\/(?:find-chromium\.mjs|find-desktop\.mjs|ax\/stub\.ts))$/
/** Start npm, tap, or one daemon or platform after another. */
const slow =
  /^test\/(?:e2e\/|judges\/|clients\/(?:cli|mcp|ownership)|run\/lifetime|serve\/listen|closing-line|import-rule|macos|package|platform\/open)/

export function quickTests(root) {
  const tests = readdirSync(join(root, 'test'), { recursive: true })
    .map((name) => `test/${name.split(sep).join('/')}`)
    .filter((name) => name.endsWith('.test.ts') && !slow.test(name))
  return tests.filter((name) => !reached(root, name).some((file) => programs.test(file))).sort()
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
