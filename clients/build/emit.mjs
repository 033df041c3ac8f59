/** Compiles code for browsers, which load it module by module, without checking types. Plain JavaScript. */
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderOf } from './fetch-package.mjs'

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
/** `dist/`, or the folder given as argument. */
export const target = process.argv[2] ?? join(root, 'dist')
const ts = createRequire(import.meta.url)(folderOf('typescript', root))

/** Compiles all files of a tsconfig.json; `write` replaces writing to disk. */
export function emit(config, outDir, write) {
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    dirname(config),
  )
  const { emitSkipped } = ts
    .createProgram(fileNames, {
      ...options,
      ...{ noCheck: true, noLib: true, noEmit: false, incremental: false, tsBuildInfoFile: undefined },
      ...{ allowImportingTsExtensions: false, rewriteRelativeImportExtensions: true, removeComments: true },
      outDir,
    })
    .emit(undefined, write)
  if (emitSkipped) throw new Error(`${config} was not built`)
}
