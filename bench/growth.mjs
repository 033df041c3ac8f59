/** `npm run bench:growth`: what calls cost as pages and sessions grow; writes `bench/growth.md` and `bench/growth.svg`. */
import { prepare } from './prepare.mjs'

prepare()
const { main } = await import('./growth/main.ts')
await main()
