/** `npm run bench`: installs what the benches need, builds, runs them all, and writes `bench/results.md`. */
import { prepare } from './prepare.mjs'

prepare()
const { main } = await import('./main.ts')
await main(process.argv.slice(2))
