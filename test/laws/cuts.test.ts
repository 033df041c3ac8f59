/**
 * What is left out is said, with the true reason and the way to it: what a view does not show is counted, raising the
 * bound that it names shows more, and its cursor and the places that it names lead to the rest. The uncapped view says
 * what there is.
 */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { tokens } from '../../daemon/view/fit/tokens.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { realPages } from '../fixtures/web/real-pages.ts'
import { minutes, tell, turns } from './law.ts'
import { longPage, nestedPage } from './long-pages.ts'
import { packagesOrSkip } from './packages.ts'

t.setTimeout(1_200_000)

const uncapped = { limit: 10_000, maxTokens: 100_000, maxDepth: 1000 }
const documents = '/usr/share/doc'
const packages = [
  '/npm/uikit/tests/form.html',
  ...(minutes > 0 ? ['calendar', 'tables_dynamic'].map((name) => `/npm/gentelella/dist/production/${name}.html`) : []),
  ...(minutes > 0 ? ['buttons', 'tables', 'index'].map((name) => `/npm/startbootstrap-sb-admin-2/${name}.html`) : []),
]
/** Of a budget, what is used of it where it is said to have cut. */
const leastUsed = 0.75

t.test('whatever a view leaves out is said, and what it says leads to it', async (t) => {
  if (!chromiumOrSkip(t)) return
  const folder = packagesOrSkip(t)
  if (folder === undefined) return
  const { pages, site } = realPages()
  const server = await serve(t, {
    pages: { ...site.pages, '/long': longPage(), '/nested': nestedPage() },
    folders: { ...site.folders, '/npm': folder, ...(existsSync(documents) && { '/doc': documents }) },
  })
  const real = pages.map(({ path }) => path)
  const all = [
    '/long',
    '/nested',
    ...packages,
    ...(minutes > 0 ? [...real, ...documentsIn(documents)] : real.slice(-2)),
  ]
  const world = await openInside(t, await launchChromium(t))
  const { tab } = world
  const some = random()
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, all.length)) {
    const path = all[turn % all.length]!
    await world.call('navigate', { tab, url: `${server.origin}${path}` })
    await world.call('wait', { scope: 'tab', tab, until: 'settled', timeoutMs: 20_000 }).catch(() => {})
    const truth = await whole(world, {})
    const everything = await whole(world, { includeDisabled: true })
    for (const bounds of [
      {},
      { limit: 1 + some.below(40) },
      { maxTokens: 100 + some.below(900) },
      { limit: 5000, maxTokens: 300 + some.below(3000) },
      { maxDepth: 1, limit: 5000, maxTokens: 20_000 },
      { limit: 50 + some.below(300), maxTokens: 20_000 },
    ]) {
      cases++
      const faults = await faultsOf(world, truth, everything.length - truth.length, bounds)
      wrong.push(...faults.map((fault) => `${path} ${JSON.stringify(bounds)}: ${fault}`))
    }
  }
  t.comment(wrong.join('\n'))
  tell(t, {
    law: 'What a view leaves out is said, with the true reason and the way to it.',
    on: `views of ${all.length} pages, each with several bounds`,
    cases,
    wrong,
  })
})

type Bounds = { readonly limit?: number; readonly maxTokens?: number; readonly maxDepth?: number }

async function faultsOf(world: Inside, truth: readonly string[], disabled: number, bounds: Bounds): Promise<string[]> {
  const faults: string[] = []
  const says = (holds: boolean, fault: string) => void (holds || faults.push(fault))
  const { tab } = world
  const ask = (more: object) => world.call('explore', { scope: 'tab', tab, format: 'outline', ...bounds, ...more })
  const first = await ask({})
  const { truncated, shown = 0, matched = 0, outline = '' } = first
  const { limit = Number.POSITIVE_INFINITY, maxTokens = 2000 } = bounds
  const used = tokens(outline)
  says(matched === truth.length, `${matched} matched of ${truth.length}`)
  says((first.disabled ?? 0) === disabled, `${first.disabled} disabled of ${disabled}`)
  says(used <= maxTokens && shown <= limit, `${used} tokens, ${shown} shown`)
  says((truncated !== undefined) === shown < matched, `${shown} of ${matched} shown, and ${truncated?.reason}`)
  const seen = (await listed(world, bounds)).ids
  if (truncated !== undefined) {
    const { reason, hidden, where = [] } = truncated
    says(hidden === matched - shown, `${hidden} hidden of ${matched - shown}`)
    const raised = { limit: { limit: 10_000 }, maxTokens: { maxTokens: 100_000 }, maxDepth: { maxDepth: 1000 } }
    const larger = await ask(raised[reason as keyof typeof raised] ?? {})
    if (reason === 'maxDepth') seen.push(...(await listed(world, { ...bounds, ...raised.maxDepth })).ids)
    // Where two bounds are reached at once, the other one cuts then, and runs are shortened otherwise.
    const least = larger.truncated === undefined || larger.truncated.reason === reason ? shown + 1 : shown * leastUsed
    says((larger.shown ?? 0) >= least, `${reason} raised: ${larger.shown} after ${shown}`)
    if (reason === 'limit') says(shown >= limit * leastUsed, `${shown} of the limit of ${limit} are used`)
    if (reason === 'maxTokens') says(used >= maxTokens * leastUsed - 140, `${used} of ${maxTokens} tokens are used`)
    says(where.length > 0 || maxTokens < 150, 'it is not said where the rest is')
    for (const place of where) {
      const [, id, count] = /^(?:\[(\d+)\] )?.*: (\d+)$/s.exec(place) ?? []
      says(count !== undefined, place)
      if (id === undefined) continue
      const inside = await whole(world, { scope: 'element', elementId: id })
      seen.push(...inside)
      const isHeading = / heading[ :]/.test(place)
      says(isHeading || inside.length >= Number(count), `${inside.length} in ${place}`)
    }
  }
  const found = new Set(seen)
  const missing = truth.filter((id) => !found.has(id))
  says(
    missing.length === 0,
    `${missing.length} of ${truth.length} are on no page and in no place: ${missing.slice(0, 5)}`,
  )
  return faults
}

/** The ids on all pages of a view, without its context. */
async function listed(world: Inside, params: object): Promise<{ readonly ids: string[] }> {
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const answer = await world.call('explore', {
      scope: 'tab',
      tab: world.tab,
      format: 'list',
      ...params,
      ...(cursor && { cursor }),
    })
    for (const [, id] of (answer.outline ?? '').matchAll(/^\[(\d+)\]/gm)) ids.push(id!)
    cursor = answer.cursor
  } while (cursor !== undefined)
  return { ids }
}

async function whole(world: Inside, params: object): Promise<string[]> {
  return (await listed(world, { ...uncapped, ...params })).ids
}

/** Some of the long pages in the documents of the system. */
function documentsIn(folder: string): string[] {
  return ['python3.11/html/library', 'nodejs/api', 'git-doc'].flatMap((name) => {
    const inside = join(folder, name)
    const files = existsSync(inside) ? readdirSync(inside).filter((file) => file.endsWith('.html')) : []
    return files.slice(0, 20).map((file) => `/doc/${name}/${file}`)
  })
}
