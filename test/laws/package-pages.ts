/** The pages that laws are tried on: those of packages, and the documents that are installed here. */
import { existsSync, readdirSync } from 'node:fs'

/** Of the short form. */
export const shortPages = [
  '/npm/startbootstrap-sb-admin-2/buttons.html',
  '/npm/startbootstrap-sb-admin-2/login.html',
  '/npm/uikit/tests/accordion.html',
  '/npm/uikit/tests/form.html',
]
const documents = '/usr/share/doc'
const mostOfFolder = 200

/** `packages`: the folder that they are in. `folders` are to be served, `paths` are all pages in them. */
export function pagesOf(packages: string): { readonly folders: { [at: string]: string }; readonly paths: string[] } {
  const folders = { '/npm': packages, ...(existsSync(documents) && { '/doc': documents }) }
  return { folders, paths: Object.entries(folders).flatMap(([at, folder]) => pagesIn(folder, at)) }
}

function pagesIn(folder: string, at: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort((a, b) => hash(a) - hash(b))
    .slice(0, mostOfFolder)
    .map((name) => `${at}/${name}`)
}

/** Spreads what is taken over all there is, the same in each run. */
const hash = (text: string) => [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_003, 7)
