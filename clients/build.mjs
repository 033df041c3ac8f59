/**
 * Writes dist/ for `npm start`: what `npm run build` writes, file by file and without checking types, in a tenth of the time.
 * TypeScript itself is fetched where the packages for development are not installed. Plain JavaScript.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cache, fetchPackage } from './fetch-package.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = process.argv[2] ?? join(root, 'dist')
const ts = createRequire(import.meta.url)(typescript())

for (const config of ['tsconfig.build.json', 'daemon/platform/cdp/injected/tsconfig.json']) build(join(root, config))

/** Where TypeScript is. */
function typescript() {
  const installed = join(root, 'node_modules/typescript')
  if (existsSync(installed)) return installed
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { version, integrity } = lock.packages['node_modules/typescript']
  const folder = `${cache}/typescript-${version}`
  const why = fetchPackage({ name: `typescript@${version}`, integrity, folder }, root)
  if (why === undefined) return join(root, folder, 'package')
  console.error(`TypeScript could not be fetched: ${why}.`)
  process.exit(1)
}

/** Each file by itself: nothing is resolved, so no package has to be there for its types. */
function build(config) {
  const read = ts.readConfigFile(config, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(read.config, ts.sys, dirname(config))
  const alone = { noCheck: true, noLib: true, noResolve: true, types: [], composite: false, incremental: false }
  const program = ts.createProgram(fileNames, {
    ...options,
    ...alone,
    declarationDir: undefined,
    tsBuildInfoFile: undefined,
    outDir: target,
  })
  const { emitSkipped } = program.emit()
  if (emitSkipped) throw new Error(`${config} was not built`)
}
