/**
 * Writes the page of `ix view` into the folder view/ of dist/, or of the folder given as argument: module by module, as
 * browsers load them. Plain JavaScript.
 */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { target as dist, emit, root } from '../build/emit.mjs'
import { folderOf } from '../build/fetch-package.mjs'

const here = fileURLToPath(new URL('.', import.meta.url))
const target = join(dist, 'view')
const preact = folderOf('preact', root)

/** Modules of the one package that the page uses: by import name, their files there and their names here. */
const modules = {
  preact: ['dist/preact.module.js', 'preact.js'],
  'preact/hooks': ['hooks/dist/hooks.module.js', 'hooks.js'],
  'preact/jsx-runtime': ['jsx-runtime/dist/jsxRuntime.module.js', 'jsx-runtime.js'],
}

rmSync(target, { recursive: true, force: true })
for (const part of ['index.html', 'icon.svg', 'look']) cpSync(join(here, 'page', part), put(part), { recursive: true })
for (const [file, name] of Object.values(modules)) write(put('preact', name), readFileSync(join(preact, file), 'utf8'))
write(put('licenses.md'), `# preact\n\n${readFileSync(join(preact, 'LICENSE'), 'utf8')}`)

emit(join(here, 'page/tsconfig.json'), target, write)

/** Replaces package names by paths, since browsers load modules by path. */
function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  const found = (whole, from, name) => (name in modules ? `${from}"/preact/${modules[name][1]}"` : whole)
  writeFileSync(path, text.replace(/(\bfrom\s*)["'](preact[\w/-]*)["']/g, found).replace(/^\/\/# source.*\n?/m, ''))
}

function put(...names) {
  return join(target, ...names)
}
