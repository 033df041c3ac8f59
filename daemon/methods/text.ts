/** `text`: what a person would read on a page, in one element, or in an application. */
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Key } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { cutAt } from '../shape/text.ts'
import type { Warm } from '../tree/sync.ts'
import { textOf } from '../tree/texts.ts'
import { guarded } from './preview.ts'
import { appTarget, focusedTarget, placesOf } from './scope.ts'

const less = 'an elementId or a selector'

export const text: Handler<'text'> = async (params, call, world) => {
  const { shown, preview } = guarded(await contentOf(params, call, world), { less }, call, world)
  return { text: shown, ...preview } satisfies Result<'text'>
}

async function contentOf(params: Params<'text'>, call: Call, world: World): Promise<string> {
  const { elementId, selector } = params
  checkNames(params)
  if (elementId !== undefined) {
    const [place] = await placesOf({ scope: 'element', elementId }, 'auto', call, world)
    const { warm, from } = place!
    return warm.source.page === undefined ? textOf(warm.tree, from) : await warm.source.page.text(from, call.signal)
  }
  const warm = await world.trees.warm(await targetOf(params, call, world), call.signal)
  const { page } = warm.source
  if (page !== undefined) return await page.text(await keyOf(warm, selector, call), call.signal)
  if (selector !== undefined)
    throw new Problem('unsupported_here', {
      message: `${warm.target.id} is not a tab: there is nothing that a CSS selector could find.`,
      hint: 'Leave the selector out, or name an element by its id.',
    })
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  return textOf(warm.tree)
}

function checkNames({ tab, bundleId, elementId, selector }: Params<'text'>): void {
  const given = Object.entries({ tab, bundleId, elementId }).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  )
  const both = elementId !== undefined && selector !== undefined ? ['elementId', 'selector'] : given
  if (both.length < 2) return
  throw new Problem('invalid_params', {
    message: `params: ${both.join(' and ')} exclude each other.`,
    hint: 'For example: text {"tab":"t1","selector":"main .results"}',
    data: { path: `params.${both[1]}` },
  })
}

/** What is named; else the selected tab, else what is in front. */
async function targetOf({ tab, bundleId }: Params<'text'>, call: Call, world: World) {
  if (tab !== undefined) return await world.trees.tab(tab, call.signal)
  if (bundleId !== undefined) return await appTarget(bundleId, call, world)
  const tabs = (await world.trees.targets(call.signal)).filter(({ kind }) => kind === 'tab')
  return tabs.find(({ focused }) => focused) ?? tabs[0] ?? (await focusedTarget(call, world))
}

async function keyOf({ source, target }: Warm, selector: string | undefined, call: Call): Promise<Key | undefined> {
  if (selector === undefined) return undefined
  const found = await source.page!.query(selector, call.signal)
  if (found !== undefined) return found.key
  throw new Problem('not_found', {
    message: `The selector ${JSON.stringify(cutAt(selector, 100))} matches nothing in ${target.id}.`,
    hint: 'Call expand on an element of that part for selectors that hold, or leave the selector out.',
    data: { path: 'params.selector' },
  })
}
