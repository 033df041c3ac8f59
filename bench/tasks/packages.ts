/** Pages for agents' tasks beside the real pages of all benches: small applications and widgets that npm packages ship whole. */
import { join } from 'node:path'
import { install, root } from '../../test/fixtures/npm-packages.ts'
import { realPages } from '../../test/fixtures/web/real-pages.ts'

const folder = join(root, '.peers', 'pages')
const versions = { todomvc: '0.1.1', 'jquery-ui-dist': '1.13.3', 'startbootstrap-sb-admin-2': '4.1.4' }

/** Path prefix → folder on disk; installed when they are first wanted. */
export function folders(): { readonly [prefix: string]: string } {
  const reason = install(folder, versions)
  if (reason !== undefined) throw new Error(reason)
  const inside = (name: string) => join(folder, 'node_modules', name)
  return {
    ...realPages().site.folders,
    '/todomvc': inside('todomvc/examples'),
    '/jquery-ui': inside('jquery-ui-dist'),
    '/sb-admin': inside('startbootstrap-sb-admin-2'),
  }
}
