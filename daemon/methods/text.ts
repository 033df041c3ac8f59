/** `text`: the readable text of a page, an element or an application. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { guarded } from '../answers/content/preview.ts'
import { askedElement } from '../answers/find/asked-element.ts'
import { unreadHint } from '../answers/look/unread.ts'
import { firstHint, partOf } from '../answers/where/part.ts'
import { appTarget, frontTarget } from '../answers/where/scope.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Key } from '../platform/element/row.ts'
import type { Found, Page } from '../platform/tab/page.ts'
import { isNavigating } from '../platform/tab/pending-navigation.ts'
import { Problem } from '../problem.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { textOf } from '../view/name/texts.ts'

const drawn = 'These are the lines that are in view: the field draws only them.'
const less = 'an elementId or a selector'

export const text: Handler<'text'> = async (params, call, world) => {
  const { content, found, note } = await contentOf(params, call, world)
  const { shown, preview } = guarded(content, { less }, call, world)
  const hint = [firstHint(found), note, preview?.hint].filter(Boolean).join(' ')
  return { text: shown, ...preview, ...(hint !== '' && { hint }) } satisfies Result<'text'>
}

interface Content {
  readonly content: string
  /** The element that the selector matched. */
  readonly found?: Found | undefined
  /** A note about the content. */
  readonly note?: string | undefined
}

async function contentOf(params: Params<'text'>, call: Call, world: World): Promise<Content> {
  const { selector } = params
  checkNames(params)
  const element = await askedElement(params, call, world)
  if (element !== undefined) {
    const { warm, key } = element
    const { page } = warm.source
    if (page === undefined) return { content: textOf(warm.tree, key) }
    return await partText(page, key, call).catch((error: unknown) => copiedText(error, warm, key))
  }
  const warm = await world.trees.warm(await targetOf(params, call, world), call.signal)
  const { page } = warm.source
  if (page !== undefined && selector !== undefined) {
    const found = await partOf(warm, selector, 'params.selector', call.signal)
    return { ...(await partText(page, found.key, call)), found }
  }
  if (page !== undefined) {
    const note = unreadHint(warm, undefined, (node) => world.ids.idOf(warm, node))
    const read = page.text(undefined, call.signal).then((content) => ({ content, note }))
    return await read.catch((error: unknown) => copiedText(error, warm, warm.tree.root))
  }
  if (selector !== undefined)
    throw new Problem('unsupported_here', {
      message: `${warm.target.id} is not a tab: CSS selectors do not apply.`,
      hint: 'Omit the selector, or name an element by its id.',
    })
  await warm.freshen({ freshness: 'auto', signal: call.signal, deadline: call.deadline })
  return { content: textOf(warm.tree) }
}

/** For a page that waits for a server: the text read before. Throws the error if there is none. */
function copiedText(error: unknown, { tree }: Warm, key: Key): Content {
  if (!isNavigating(error) || tree.node(key) === undefined) throw error
  return { content: textOf(tree, key), note: error.message }
}

async function partText(page: Page, key: Key, { signal }: Call): Promise<Content> {
  const field = await page.fieldText(key, signal)
  if (field === undefined) return { content: await page.text(key, signal) }
  return { content: field.text, ...(field.isDrawn && { note: drawn }) }
}

function checkNames({ tab, bundleId, elementId, find, selector }: Params<'text'>): void {
  const given = Object.entries({ tab, bundleId, elementId }).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  )
  const element = elementId === undefined ? find && 'find' : 'elementId'
  const both = element !== undefined && selector !== undefined ? [element, 'selector'] : given
  if (both.length < 2) return
  throw new Problem('invalid_params', {
    message: `params: give only one of ${both.join(' and ')}.`,
    hint: 'For example: {text} {"tab":"t1","selector":"main .results"}',
    data: { path: `params.${both[1]}` },
  })
}

/** The named target, otherwise the selected tab, otherwise the front target. */
async function targetOf({ tab, bundleId }: Params<'text'>, call: Call, world: World) {
  if (tab !== undefined) return await world.trees.tab(tab, call.signal)
  if (bundleId !== undefined) return await appTarget(bundleId, call, world)
  return await frontTarget(call, world)
}
