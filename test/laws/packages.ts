/** The packages from npm that the laws are tried on: installed when they are first wanted, and no part of this one. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'

/** Exact, so that a run can be repeated. */
const versions = {
  react: '18.3.1',
  'react-dom': '18.3.1',
  vue: '3.5.45',
  preact: '11.2.0',
  htm: '3.1.1',
  lit: '3.3.3',
  mithril: '2.3.8',
  knockout: '3.5.3',
  jquery: '4.0.0',
  '@tanstack/virtual-core': '3.19.11',
  gentelella: '4.2.0',
  'startbootstrap-sb-admin-2': '4.1.4',
  uikit: '3.25.29',
  sortablejs: '1.15.7',
  dragula: '3.7.3',
  'jquery-ui': '1.14.2',
  '@shopify/draggable': '1.2.1',
} as const

const folder = fileURLToPath(new URL('../../.laws/', import.meta.url))
const installMs = 120_000

/** The folder that they are in, or `undefined` where the test has been skipped since they cannot be had. */
export function packagesOrSkip(t: Test): string | undefined {
  const reason = install()
  if (reason === undefined) return join(folder, 'node_modules')
  if (process.env.CI === 'true') t.fail(reason)
  else t.plan(0, reason)
  return undefined
}

function install(): string | undefined {
  const wanted = Object.entries(versions).map(([name, version]) => `${name}@${version}`)
  const note = join(folder, 'installed.txt')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted.join('\n')) return undefined
  mkdirSync(folder, { recursive: true })
  const args = ['install', '--ignore-scripts', '--no-save', '--no-audit', '--no-fund', '--prefix', folder, ...wanted]
  const { status, stderr, error } = spawnSync('npm', args, { encoding: 'utf8', timeout: installMs, env: npmEnv() })
  if (status !== 0) {
    const why = /npm error (?!code)(.*)/.exec(stderr ?? '')?.[1] ?? error?.message ?? `npm ended with ${status}`
    return `needs packages from npm: ${why}`
  }
  writeFileSync(note, wanted.join('\n'))
  return undefined
}

/** Without what a npm around this one says of its own project. */
function npmEnv(): NodeJS.ProcessEnv {
  const own = (name: string) => /^npm_(?:package|lifecycle|config_local_prefix|config_prefix)/.test(name)
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own(name)))
}
