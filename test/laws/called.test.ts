/** A control's line, as it is copied from a view, finds it. */
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { isInteractable } from '../../daemon/tree/model/node.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { tell } from './law.ts'
import { openPackagePages } from './package-pages.ts'
import { packagesOrSkip } from './packages.ts'

t.setTimeout(1_200_000)

const uncapped = { scope: 'tab', limit: 5000, maxTokens: 100_000, maxDepth: 1000 }
const line = /^ *\[(\d+)\] ([a-z][a-z ]*): (.+)$/gm
/** How one without words looks. */
const look = /^(?:class|icon|picture) “/
const mostOfPage = 300

t.test('a control is found by its line in a view', async (t) => {
  if (!chromiumOrSkip(t)) return
  const folder = packagesOrSkip(t)
  if (folder === undefined) return
  const { tab, each, ...world } = await openPackagePages(t, folder)
  let cases = 0
  let pages = 0
  const wrong: string[] = []
  for await (const path of each()) {
    const { outline = '' } = await world.call('explore', { ...uncapped, format: 'outline', tab })
    const finds = async (words: string) => {
      const filter = { anyFieldContains: words }
      const found = await world.call('explore', { ...uncapped, format: 'json', filter, includeDisabled: true, tab })
      return new Set(flat(found.elements ?? []).map(({ id }) => id))
    }
    for (const [, id, role, words] of [...outline.matchAll(line)].slice(0, mostOfPage)) {
      if (look.test(words!) || !isInteractable(world.ids.resolve(id!).node)) continue
      cases++
      if (!(await finds(`${role}: ${words}`)).has(id!)) wrong.push(`${path}: ${role}: ${words}`)
    }
    pages++
  }
  tell(t, { law: 'A control is found by its line in a view.', on: `controls of ${pages} pages`, cases, wrong })
})

function flat(elements: readonly Element[]): Element[] {
  return elements.flatMap((one) => [one, ...flat(one.children ?? [])])
}
