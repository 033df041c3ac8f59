/** `npm run figures`: how large the program is, and how far a click has to go in it. */
import { prepare } from './prepare.mjs'

prepare()
const { main } = await import('./figures.ts')
await main()
