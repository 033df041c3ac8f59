/** Nothing that can be used is missing from the uncapped view: a second client says what that is. */
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { tell } from './law.ts'
import { openPackagePages } from './package-pages.ts'
import { packagesOrSkip } from './packages.ts'
import { isShownWithin, type Usable, usableIn } from './usable.ts'

t.setTimeout(1_200_000)

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
  const { outside, tab, each, ...world } = await openPackagePages(t, folder)
  let cases = 0
  let pages = 0
  const wrong: string[] = []
  for await (const path of each()) {
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
