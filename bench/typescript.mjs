/** A loader hook: runs the TypeScript files of the benches, and what they import, where they stand. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import typescript from 'typescript'

const { ModuleKind, ScriptTarget, transpileModule } = typescript
const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2023, verbatimModuleSyntax: true }

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context)
  const { outputText } = transpileModule(await readFile(fileURLToPath(url), 'utf8'), { compilerOptions })
  return { format: 'module', source: outputText, shortCircuit: true }
}
