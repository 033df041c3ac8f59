/** A loader hook: runs TypeScript where it stands. Types are stripped once, and what is left is kept until the file changes. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url)
const kept = fileURLToPath(new URL('node_modules/.cache/stripped-types', root))

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
  // Processes run side by side: none may read what another has half written.
  const own = `${file}.${process.pid}`
  await writeFile(own, outputText)
  await rename(own, file)
  return outputText
}
