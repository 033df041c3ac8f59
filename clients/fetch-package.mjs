/** One npm package's own files, without what it depends on. Plain JavaScript: runs before anything is installed. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Below the project's folder; `npm ci` empties it. */
export const cache = 'node_modules/.cache/interface-explorer'

/**
 * Into its folder, as `package`, unless it is there. `name` is with the version, `integrity` as in package-lock.json.
 * Answers why not, or undefined.
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

/** The npm that runs this, if one does. */
export function npm(args, cwd, stdio = ['ignore', 'inherit', 'inherit']) {
  const own = process.env.npm_execpath
  if (own?.endsWith('.js')) return run(process.execPath, [own, ...args], { cwd, stdio })
  return run('npm', args, { cwd, stdio, shell: process.platform === 'win32' })
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], ...options }).status === 0
}
