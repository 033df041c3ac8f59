/** `expand`: everything about one element. */
import type { Element } from '../../api-schema/element.ts'
import { requiredElement } from '../answers/asked-element.ts'
import type { Handler } from '../dispatch.ts'
import { detailOutline } from '../shape/detail.ts'
import { elementOf } from '../shape/verbosity.ts'

export const expand: Handler<'expand'> = async ({ format, ...asked }, call, world) => {
  const { warm, key, elementId } = await requiredElement(asked, call, world)
  const { source, tree } = warm
  const [detail, frames] = await Promise.all([source.detail(key, call.signal), source.frames([key], call.signal)])
  const known = tree.node(key) ?? world.ids.resolve(elementId).node
  const node = { ...known, flags: known.flags | (detail.flags ?? 0) }
  const coordinates = () => frames.get(key) ?? (node.frame && { frame: node.frame })
  const shaped = elementOf(node, { actions: true, all: true, coordinates, idOf: () => elementId })
  const element: Element =
    Object.keys(detail.attributes).length > 0
      ? { ...shaped, attributes: { ...shaped.attributes, ...detail.attributes } }
      : shaped
  const answer = { revision: tree.revision }
  if (format === 'outline') return { outline: detailOutline(element, detail.dom), ...answer }
  return { element, ...(detail.dom !== undefined && { dom: detail.dom }), ...answer }
}
