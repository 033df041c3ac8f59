/** The pages that laws are tried on: those of packages, and the documents that are installed here. */
import { existsSync, readdirSync } from 'node:fs'
import type { Test } from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { minutes } from './law.ts'
import { longPage, usePage } from './use-page.ts'

/** Of the short form. */
const shortPages = [
  '/npm/startbootstrap-sb-admin-2/buttons.html',
  '/npm/startbootstrap-sb-admin-2/login.html',
  '/npm/uikit/tests/accordion.html',
  '/npm/uikit/tests/form.html',
]
const documents = '/usr/share/doc'
const mostOfFolder = 200

/** Opens one after the other in a tab, each once it has come to rest. `packages`: the folder that they are in. */
export async function openPackagePages(t: Test, packages: string) {
  const { folders, paths } = pagesOf(packages)
  const { origin } = await serve(t, { pages: { '/use': usePage, '/long': longPage }, folders })
  const world = await openPage(t, `${origin}/use`)
  const { call, tab } = world
  async function* each(): AsyncGenerator<string> {
    const end = performance.now() + minutes * 60_000
    for (const path of ['/use', ...shortPages, ...(minutes > 0 ? ['/long', ...paths] : [])]) {
      if (minutes > 0 && performance.now() > end) return
      // Some of them do not load without a server of their own.
      if (!(await call('navigate', { tab, url: `${origin}${path}` }).then(Boolean, () => false))) continue
      await call('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 20_000 }).catch(() => {})
      yield path
    }
  }
  return { ...world, each }
}

/** `folders` are to be served, `paths` are all pages in them. */
function pagesOf(packages: string): { readonly folders: { [at: string]: string }; readonly paths: string[] } {
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
