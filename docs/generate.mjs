/**
 * Writes what is generated from api-schema/ and package.json (`npm run gen`); with --check it only reports what is out
 * of date.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { manual } from '../dist/api-schema/cli/manual.js'
import { openrpc } from '../dist/api-schema/openrpc.js'
import { methodsPage } from '../dist/api-schema/pages.js'
import { libraryTypes } from '../dist/api-schema/typescript.js'
import { inCheckout } from '../packaging/manifests.mjs'

const root = new URL('../', import.meta.url)
const pkg = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
const { version } = pkg

const documents = {
  'api-schema/openrpc.json': `${JSON.stringify(openrpc(version), null, 2)}\n`,
  'docs/methods.md': methodsPage(),
  'api-schema/library.d.ts': libraryTypes(),
  'docs/ix.1': manual(version),
  ...inCheckout(pkg),
}

const stale = Object.entries(documents).filter(([path, text]) => read(path) !== text)
for (const [path, text] of stale) {
  if (process.argv.includes('--check')) console.error(`${path} is out of date: npm run gen`)
  else {
    writeFileSync(new URL(path, root), text)
    console.log(`wrote ${path}`)
  }
}
if (process.argv.includes('--check') && stale.length > 0) process.exitCode = 1

function read(path) {
  try {
    return readFileSync(fileURLToPath(new URL(path, root)), 'utf8')
  } catch {
    return undefined
  }
}
