/** The pages on which tools are compared: those of the tests, and more of the same documents and packages. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RealPage, realPages } from '../../test/fixtures/web/real-pages.ts'

const more: { readonly [name: string]: string } = {
  'adminlte-calendar': '/adminlte/pages/calendar.html',
  'adminlte-mailbox': '/adminlte/pages/mailbox/mailbox.html',
  'adminlte-general': '/adminlte/pages/UI/general.html',
  'adminlte-login': '/adminlte/pages/examples/login.html',
  'adminlte-shop': '/adminlte/pages/examples/e-commerce.html',
  'py-index': '/python/index.html',
  'py-tutorial': '/python/tutorial/controlflow.html',
  'py-asyncio': '/python/library/asyncio-task.html',
  'py-genindex': '/python/genindex-A.html',
  'py-changes': '/python/whatsnew/3.11.html',
  'pg-start': '/postgres/index.html',
  'pg-select': '/postgres/sql-select.html',
  'pg-datatypes': '/postgres/datatype.html',
  'git-user-manual': '/git/user-manual.html',
  'git-rebase': '/git/git-rebase.html',
}

/** Those that are on this machine. */
export function pages(): readonly RealPage[] {
  const { pages, site } = realPages()
  const isHere = (path: string) => {
    const [, prefix = '', rest = ''] = /^(\/\w+)(\/.*)$/.exec(path) ?? []
    const folder = site.folders?.[prefix]
    return folder !== undefined && existsSync(join(folder, rest))
  }
  const others = Object.entries(more).map(([name, path]) => ({ name, path }))
  return [...pages, ...others.filter(({ path }) => isHere(path))]
}
