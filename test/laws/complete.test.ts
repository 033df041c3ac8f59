/**
 * Nothing that can be used is missing: every visible DOM node that is focusable, listens to a hand or shows a pointer
 * is in the uncapped view, but for wrappers around one control, which is. A second client says which they are.
 */
import { join } from 'node:path'
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { attachOutside } from '../fixtures/web/outside.ts'
import { minutes, tell } from './law.ts'
import { packagesOrSkip } from './packages.ts'
import { usableIn } from './usable.ts'
import { longPage, usePage } from './use-page.ts'

t.setTimeout(1_200_000)

const own = ['/use']
const short = [
  '/npm/startbootstrap-sb-admin-2/buttons.html',
  '/npm/startbootstrap-sb-admin-2/login.html',
  '/npm/uikit/tests/accordion.html',
  '/npm/uikit/tests/form.html',
]
const sbAdmin = ['index', 'cards', 'charts', 'tables', 'register', 'utilities-other', 'blank', 'forgot-password']
const uikit = [
  'sortable',
  'slider',
  'nav',
  'navbar',
  'drop',
  'dropdown',
  'lightbox',
  'modal',
  'tab',
  'upload',
  'switcher',
  'tooltip',
]
const long = [
  ...sbAdmin.map((name) => `/npm/startbootstrap-sb-admin-2/${name}.html`),
  ...uikit.map((name) => `/npm/uikit/tests/${name}.html`),
  ...['calendar', 'kanban', 'form_advanced', 'form_wizards', 'tables_dynamic', 'media_gallery'].map(
    (name) => `/npm/gentelella/dist/production/${name}.html`,
  ),
]
const uncapped = {
  scope: 'tab',
  format: 'json',
  limit: 5000,
  maxTokens: 100_000,
  maxDepth: 1000,
  includeDisabled: true,
}
const keySpan = 2 ** 32

t.test('every visible element that can be used is in the uncapped view', async (t) => {
  if (!chromiumOrSkip(t)) return
  const folder = packagesOrSkip(t)
  if (folder === undefined) return
  const server = await serve(t, { pages: { '/use': usePage, '/long': longPage }, folders: { '/npm': join(folder) } })
  const browser = await launchChromium(t)
  const world = await openInside(t, browser)
  const { tab } = world
  let cases = 0
  let pages = 0
  const wrong: string[] = []
  for (const path of [...own, ...short, ...(minutes > 0 ? ['/long', ...long] : [])]) {
    const url = `${server.origin}${path}`
    await world.call('navigate', { tab, url })
    await world.call('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 20_000 }).catch(() => {})
    const outside = await attachOutside(t, browser, url)
    const usable = await usableIn(outside)
    const shown = new Set<number>()
    let cursor: string | undefined
    do {
      const answer = await world.call('explore', { ...uncapped, tab, ...(cursor && { cursor }) })
      for (const id of idsOf(answer.elements ?? [])) shown.add(world.ids.resolve(id).node.key % keySpan)
      cursor = answer.cursor
    } while (cursor !== undefined)
    const missing = usable.filter(({ id, texts }) => ![id, ...texts].some((one) => shown.has(one)))
    cases += usable.length
    pages++
    t.comment(`${usable.length - missing.length} of ${usable.length}, ${shown.size} shown: ${path}`)
    wrong.push(...missing.map(({ words, why }) => `${path}: ${why.join()}: ${words}`))
  }
  const law = 'Every visible element that can be used is in the uncapped view.'
  tell(t, { law, on: `elements of ${pages} pages`, cases, wrong })
})

function idsOf(elements: readonly Element[]): string[] {
  return elements.flatMap(({ id, children }) => [id, ...idsOf(children ?? [])])
}
