/** The hooks of `loader.mjs`; they run in a thread of their own. */
export { load } from '../typescript.mjs'

/** A module of its own for each test file, so that each is evaluated while its file is the one that runs. */
export async function resolve(specifier, context, next) {
  if (specifier === 'async-hook-domain') return { url: new URL('domain.mjs', import.meta.url).href, shortCircuit: true }
  const from = context.parentURL ?? ''
  if (specifier !== 'tap' || !from.endsWith('.test.ts')) return await next(specifier, context)
  return { url: `${new URL('file-test.mjs', import.meta.url)}?of=${from}`, shortCircuit: true }
}
