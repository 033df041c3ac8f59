/** Writes the extension into the folder extension/, as a browser loads it. Plain JavaScript. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emit, root, target } from '../build/emit.mjs'

const here = fileURLToPath(new URL('chrome', import.meta.url))
const out = join(target, 'extension')

rmSync(out, { recursive: true, force: true })
mkdirSync(out, { recursive: true })
const manifest = JSON.parse(readFileSync(join(here, 'manifest.json'), 'utf8'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(join(out, 'manifest.json'), `${JSON.stringify({ ...manifest, version }, null, 2)}\n`)
for (const part of ['icons', 'not-there.html']) cpSync(join(here, part), join(out, 'chrome', part), { recursive: true })
emit(join(here, 'tsconfig.json'), out)
