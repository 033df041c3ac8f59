/**
 * Nothing that can be used is missing: every visible DOM node that is focusable, listens to a hand or shows a pointer
 * is in the uncapped view, but for wrappers around one control, which is. A second client says which they are.
 */
import { existsSync, readdirSync } from 'node:fs'
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { minutes, tell } from './law.ts'
import { packagesOrSkip } from './packages.ts'
import { isShownWithin, type Usable, usableIn } from './usable.ts'
import { longPage, usePage } from './use-page.ts'

t.setTimeout(1_200_000)

const own = ['/use']
const short = [
  '/npm/startbootstrap-sb-admin-2/buttons.html',
  '/npm/startbootstrap-sb-admin-2/login.html',
  '/npm/uikit/tests/accordion.html',
  '/npm/uikit/tests/form.html',
]
/** Every page that the packages bring, and those documents that are installed here. */
const documents = '/usr/share/doc'
const mostOfFolder = 200
const pagesIn = (folder: string, at: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort((a, b) => hash(a) - hash(b))
    .slice(0, mostOfFolder)
    .map((name) => `${at}/${name}`)
/** Spreads what is taken over all there is, the same in each run. */
const hash = (text: string) => [...text].reduce((sum, one) => (sum * 31 + one.charCodeAt(0)) % 1_000_003, 7)
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
  const server = await serve(t, {
    pages: { '/use': usePage, '/long': longPage },
    folders: { '/npm': folder, '/doc': documents },
  })
  const { outside, tab, ...world } = await openPage(t, `${server.origin}/use`)
  let cases = 0
  let pages = 0
  const wrong: string[] = []
  const long = () => ['/long', ...pagesIn(folder, '/npm'), ...(existsSync(documents) ? pagesIn(documents, '/doc') : [])]
  const end = performance.now() + minutes * 60_000
  for (const path of [...own, ...short, ...(minutes > 0 ? long() : [])]) {
    if (minutes > 0 && performance.now() > end) break
    const url = `${server.origin}${path}`
    // Some of them do not load without a server of their own.
    if (!(await world.call('navigate', { tab, url }).then(Boolean, () => false))) continue
    await world.call('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 20_000 }).catch(() => {})
    const shown = new Set<number>()
    let cursor: string | undefined
    do {
      const answer = await world.call('explore', { ...uncapped, tab, ...(cursor && { cursor }) })
      for (const id of idsOf(answer.elements ?? [])) shown.add(world.ids.resolve(id).node.key % keySpan)
      cursor = answer.cursor
    } while (cursor !== undefined)
    const usable = await usableIn(outside)
    const isShown = (id: number) => shown.has(id)
    const missing: Usable[] = []
    for (const one of usable)
      if (![one.id, ...one.texts].some(isShown) && !(await isShownWithin(outside, one.id, isShown))) missing.push(one)
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
