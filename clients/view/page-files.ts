/** The built page, in memory: no other file can be requested. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../../api-schema/cli/usage-error.ts'

const types: { readonly [extension: string]: string } = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** By path. */
export type PageFiles = ReadonlyMap<string, { readonly type: string; readonly content: Buffer }>

export function pageFiles(): PageFiles {
  // From dist/clients/view/, and from the sources.
  const folder = ['../../view', '../../dist/view']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(join(path, 'index.html')))
  if (folder === undefined) throw new UsageError('The page is not built yet: run npm start, or npm run build.')
  const names = readdirSync(folder, { recursive: true }).map(String)
  const files = names.flatMap((name) => {
    const type = types[extname(name)]
    return type === undefined ? [] : [[`/${name}`, { type, content: readFileSync(join(folder, name)) }] as const]
  })
  return new Map(files)
}
