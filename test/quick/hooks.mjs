/** The hooks of `loader.mjs`; they run in a thread of their own. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('../..', import.meta.url)
const kept = fileURLToPath(new URL('node_modules/.cache/stripped-types', root))

/** A module of its own for each test file, so that each is evaluated while its file is the one that runs. */
export async function resolve(specifier, context, next) {
  const from = context.parentURL ?? ''
  if (specifier !== 'tap' || !from.endsWith('.test.ts')) return await next(specifier, context)
  return { url: `${new URL('file-test.mjs', import.meta.url)}?of=${from}`, shortCircuit: true }
}

export async function load(url, context, next) {
  const isOwn = url.startsWith(root.href) && url.endsWith('.ts') && !url.includes('/node_modules/')
  if (!isOwn) return await next(url, context)
  return { format: 'module', source: await stripped(fileURLToPath(url)), shortCircuit: true }
}

async function stripped(path) {
  const source = await readFile(path, 'utf8')
  const file = join(kept, `${createHash('sha256').update(`${path}\n${source}`).digest('hex')}.js`)
  const before = await readFile(file, 'utf8').catch(() => undefined)
  if (before !== undefined) return before
  const { default: typescript } = await import('typescript')
  const { outputText } = typescript.transpileModule(source, {
    fileName: path,
    compilerOptions: {
      target: typescript.ScriptTarget.ES2023,
      module: typescript.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
      inlineSourceMap: true,
      inlineSources: true,
    },
  })
  await mkdir(kept, { recursive: true })
  // Tests run side by side: none may read what another has half written.
  const own = `${file}.${process.pid}`
  await writeFile(own, outputText)
  await rename(own, file)
  return outputText
}
