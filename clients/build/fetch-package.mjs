/**
 * Which packages are installed; and fetches one package's own files without its dependencies. Plain JavaScript: runs
 * before anything is installed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Inside the project's folder; `npm ci` empties it. */
export const cache = 'node_modules/.cache/interface-explorer'

/**
 * Fetches a package into its folder, as `package`, unless it is there. `name` includes the version, `integrity` is as
 * in package-lock.json. Returns why not, or undefined.
 */
export function fetchPackage({ name, integrity, folder: path }, root) {
  const folder = join(root, path)
  if (existsSync(join(folder, 'package/package.json'))) return undefined
  const work = `${folder}.part`
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  console.log(`fetching ${name} …`)
  const quiet = ['ignore', 'ignore', 'inherit']
  if (!npm(['pack', name, '--ignore-scripts', '--loglevel=error', '--pack-destination', work], root, quiet))
    return 'npm pack failed'
  const [file] = readdirSync(work)
  const sum = createHash('sha512')
    .update(readFileSync(join(work, file)))
    .digest('base64')
  if (`sha512-${sum}` !== integrity) return 'the package is not the one that was expected'
  if (!run('tar', ['-xzf', join(work, file), '-C', work])) return 'tar could not unpack it'
  rmSync(join(work, file))
  rmSync(folder, { recursive: true, force: true })
  renameSync(work, folder)
  return undefined
}

/**
 * Whether every package has the version in the lock file: development packages only if `development` is set, while
 * optional ones for other platforms may be absent. Times prove nothing: a checkout or a copy changes them.
 */
export function areInstalled(root, { development }) {
  const there = packagesOf(root, 'node_modules/.package-lock.json')
  return Object.entries(packagesOf(root, 'package-lock.json')).every(([path, entry]) => {
    if (path === '' || (entry.dev && !development)) return true
    const found = there[path]
    if (found === undefined) return entry.optional === true || (entry.devOptional === true && !development)
    return found.version === entry.version && existsSync(join(root, path))
  })
}

function packagesOf(root, file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

/** The folder of a package that only a build needs: installed with the development packages, or fetched alone. */
export function folderOf(name, root) {
  const installed = join(root, 'node_modules', name)
  if (existsSync(join(installed, 'package.json'))) return installed
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages[`node_modules/${name}`]
  const folder = `${cache}/${name}-${version}`
  const why = fetchPackage({ name: `${name}@${version}`, integrity, folder }, root)
  if (why === undefined) return join(root, folder, 'package')
  console.error(`${name} could not be fetched: ${why}.`)
  process.exit(1)
}

/** The npm that runs this, if one does. */
export function npm(args, cwd, stdio = ['ignore', 'inherit', 'inherit']) {
  const own = process.env.npm_execpath
  if (own?.endsWith('.js')) return run(process.execPath, [own, ...args], { cwd, stdio })
  return run('npm', args, { cwd, stdio, shell: process.platform === 'win32' })
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}
