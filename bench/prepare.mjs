/** Installs what benches need, builds, and makes TypeScript importable. Ends the process if that fails. */
import { spawnSync } from 'node:child_process'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

export function prepare() {
  run('test/run.mjs', '--real-pages')
  run('node_modules/typescript/bin/tsc', '-b', 'tsconfig.build.json')
  register('../test/typescript.mjs', import.meta.url)
}

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
