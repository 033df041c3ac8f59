/**
 * Writes dist/ for `npm start`: the same as `npm run build`, but file by file and without checking types, in a tenth of
 * the time. Fetches its tools if the development packages are not installed. Plain JavaScript.
 */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf } from './fetch-package.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const target = process.argv[2] ?? join(root, 'dist')
const ts = createRequire(import.meta.url)(folderOf('typescript', root))

for (const config of ['tsconfig.build.json', 'daemon/platform/cdp/injected/tsconfig.json']) build(join(root, config))
await import('./for-browsers.mjs')

/** Compiles each file on its own: nothing is resolved, so no package has to be installed for its types. */
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
