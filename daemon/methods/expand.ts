/** `expand`: everything about one element. */
import { cut } from '../../api-schema/cut.ts'
import type { Element } from '../../api-schema/element.ts'
import { requiredElement } from '../answers/find/asked-element.ts'
import type { Call, Handler } from '../dispatch.ts'
import type { Key } from '../platform/element/row.ts'
import type { Detail, Source } from '../platform/platform.ts'
import { isNavigating } from '../platform/tab/pending-navigation.ts'
import type { Warm } from '../tree/warm/sync.ts'
import { detailOutline } from '../view/write/detail.ts'
import { elementOf } from '../view/write/verbosity.ts'

export const expand: Handler<'expand'> = async ({ format, ...which }, call, world) => {
  const { warm, key, elementId } = await requiredElement(which, call, world)
  const { tree } = warm
  const { detail, frames, ...stale } = await asked(warm, key, call)
  const known = tree.node(key) ?? world.ids.resolve(elementId).node
  const node = { ...known, flags: known.flags | (detail.flags ?? 0) }
  const coordinates = () => frames.get(key) ?? (node.frame && { frame: node.frame })
  const shaped = elementOf(node, { actions: true, all: true, coordinates, idOf: () => elementId })
  const attributes = bounded({ ...shaped.attributes, ...detail.attributes })
  const element: Element = Object.keys(attributes).length > 0 ? { ...shaped, attributes } : shaped
  const dom = detail.dom && { ...detail.dom, attributes: bounded(detail.dom.attributes) }
  const answer = { ...stale, revision: tree.revision }
  if (format === 'outline') return { outline: detailOutline(element, dom), ...answer }
  return { element, ...(dom !== undefined && { dom }), ...answer }
}

interface Asked {
  readonly detail: Detail
  readonly frames: Awaited<ReturnType<Source['frames']>>
  readonly settled?: false
  readonly reason?: string
}

/** A page that waits for a server does not answer: only what was read before is returned then. */
async function asked({ source, tree }: Warm, key: Key, { signal }: Call): Promise<Asked> {
  try {
    const [detail, frames] = await Promise.all([source.detail(key, signal), source.frames([key], signal)])
    return { detail, frames }
  } catch (error) {
    if (!isNavigating(error) || tree.node(key) === undefined) throw error
    return { detail: { attributes: {} }, frames: new Map(), settled: false, reason: error.message }
  }
}

type Attributes = { readonly [name: string]: string }

const mostAttributes = 100
const longestName = 100

/** A page may give an element any number of attributes, with names of any length. */
function bounded(attributes: Attributes): Attributes {
  const all = Object.entries(attributes)
  const kept = all.slice(0, mostAttributes).map(([name, value]) => [cut(name, longestName), value])
  const left = all.length - kept.length
  return Object.fromEntries(left > 0 ? [...kept, ['…', `${left} more attributes`]] : kept)
}
