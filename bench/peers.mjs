/**
 * `npm run bench:peers [-- --pages a,b] [--peers x,y] [--write] [--minutes N]`: compares other tools with this one on
 * real pages, and writes `bench/peers.md`. With only some pages or peers it prints instead, unless told to write.
 * `--desktop [--applications a,b]`: only its part on applications.
 */
import { parseArgs } from 'node:util'
import { prepare } from './prepare.mjs'

const { values } = parseArgs({
  options: {
    pages: { type: 'string' },
    peers: { type: 'string' },
    write: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '22' },
    desktop: { type: 'boolean', default: false },
    applications: { type: 'string' },
  },
})

prepare()
const { main, desktop } = await import('./peers/main.ts')
const list = (text) => text?.split(',').filter((name) => name !== '')
if (values.desktop) {
  await desktop(list(values.applications))
  process.exit(0)
}
await main({
  pages: list(values.pages),
  peers: list(values.peers),
  write: values.write,
  minutes: Number(values.minutes),
})
