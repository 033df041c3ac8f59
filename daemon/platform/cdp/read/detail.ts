/** Everything about one element's DOM node: tag, all attributes, and selectors tested in the page. */
import { longestTold } from '../../../../api-schema/cut.ts'
import { Flag } from '../../element/flags.ts'
import type { Key } from '../../element/row.ts'
import type { Detail } from '../../platform.ts'
import { holdsSecureMarkup, isSecureField } from '../injected/secure-fields.ts'
import { type Found, selectorScript } from '../injected/selectors.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { callOn, isGone, placeOf } from '../wire/world.ts'
import { rememberSecure } from './secure-memory.ts'

/**
 * Texts and pseudo elements have their own tag (`#text`, `::before`) and the selectors of the element that contains
 * them. `attributes` are the row's, `dom.attributes` the element's, both without a secure field's value.
 */
export async function detail(access: TabAccess, key: Key, signal: AbortSignal): Promise<Detail> {
  await rememberSecure(access, signal)
  const place = placeOf(access, key)
  const row = access.row(key)
  const { session, backendNodeId } = place
  const [{ node }, found] = await Promise.all([
    access.send(session, 'DOM.describeNode', { backendNodeId, depth: 0 }, signal),
    select(access, place, (row?.flags ?? 0) & Flag.secure ? true : undefined, signal),
  ])
  const attributes = pairs(node.attributes ?? [])
  const { type, autocomplete, role } = attributes
  if (isSecureField(node.localName, type, autocomplete, role) || (row?.flags ?? 0) & Flag.secure) {
    for (const name of ['value', ...(found.secret ?? [])]) delete attributes[name]
  }
  for (const [name, value] of Object.entries(attributes)) if (holdsSecureMarkup(value)) delete attributes[name]
  const { frame, shadow } = found
  // A truncated selector would be useless.
  const selectors = found.selectors.filter(({ length }) => length <= longestTold)
  return {
    ...(node.isScrollable && { flags: Flag.scrollable }),
    attributes: row?.attributes ?? {},
    dom: {
      tag: (node.localName || node.nodeName).toLowerCase(),
      attributes,
      selectors,
      ...(frame !== undefined && { frame }),
      ...(shadow !== undefined && { shadow }),
    },
  }
}

function pairs(flat: readonly string[]): { [name: string]: string } {
  const attributes: { [name: string]: string } = {}
  for (let i = 0; i + 1 < flat.length; i += 2) attributes[flat[i]!] = flat[i + 1]!
  return attributes
}

/** One call that builds the candidates and tests them; it also determines whether the field is secure, if unknown. */
async function select(
  access: TabAccess,
  place: Place,
  secure: boolean | undefined,
  signal: AbortSignal,
): Promise<Found> {
  try {
    return await callOn(access, place, selectorScript, [secure ?? null], signal)
  } catch (error) {
    if (!isGone(error)) throw error
  }
  // Scripts cannot hold a pseudo element, so its owner is asked.
  const owner = await ownerOf(access, place, signal)
  return await callOn(access, owner, selectorScript, [null], signal)
}

export async function ownerOf(
  access: TabAccess,
  { session, backendNodeId }: Place,
  signal: AbortSignal,
): Promise<Place> {
  const { nodes } = await access.send(session, 'Accessibility.getAXNodeAndAncestors', { backendNodeId }, signal)
  const owner = nodes.find((node) => node.backendDOMNodeId !== undefined && node.backendDOMNodeId !== backendNodeId)
  return { session, backendNodeId: owner?.backendDOMNodeId ?? backendNodeId }
}
