/** `npm run bench`: installs what the benches need, builds, runs them all, and writes `bench/results.md`. */
import { spawnSync } from 'node:child_process'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('test/run.mjs', '--real-pages')
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')
register('./typescript.mjs', import.meta.url)
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
