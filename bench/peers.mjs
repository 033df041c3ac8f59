/**
 * `npm run bench:peers [-- --pages a,b] [--peers x,y] [--write]`: puts other tools beside this one on real pages, and
 * writes `bench/peers.md`. With some pages or peers only it prints instead, unless told to write.
 */
import { spawnSync } from 'node:child_process'
import { register } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const root = fileURLToPath(new URL('..', import.meta.url))
const { values } = parseArgs({
  options: { pages: { type: 'string' }, peers: { type: 'string' }, write: { type: 'boolean', default: false } },
})

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

run('test/run.mjs', '--real-pages')
run('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json')
register('./typescript.mjs', import.meta.url)
const { main } = await import('./peers/main.ts')
const list = (text) => text?.split(',').filter((name) => name !== '')
await main({ pages: list(values.pages), peers: list(values.peers), write: values.write })
