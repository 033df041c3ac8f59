/**
 * Loads the project's TypeScript for `npm run test:quick`: types are stripped once, and what is left is kept until the
 * file changes. tap's own loader compiles every file anew for every test, which is most of what a small test takes.
 */
import { register } from 'node:module'

register('./strip-types.mjs', import.meta.url)
