/** Part of `npm run pictures`: makes `docs/terminal.svg` again. Needs a build, and `script` of util-linux. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { filmOf } from './film.mjs'
import { playSession } from './session.mjs'

const file = join(process.argv[2] ?? fileURLToPath(new URL('../../docs', import.meta.url)), 'terminal.svg')
writeFileSync(file, filmOf(playSession()))
console.log(`wrote ${file}`)
