/** What there is to know of one element's DOM node: tag, all attributes, and selectors that were tried in the page. */
import { Flag } from '../flags.ts'
import type { Detail, Key } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { selectorScript } from './selector-script.ts'
import { isGone, placeOf, withNode } from './world.ts'

interface Found {
  readonly selectors: readonly string[]
  readonly secret?: readonly string[]
  readonly frame?: string
  readonly shadow?: 'open' | 'closed'
}

const secureHints = /\b(current-password|new-password|one-time-code|cc-[a-z-]+)\b/

/**
 * Texts and pseudo elements have a tag of their own (`#text`, `::before`) and the selectors of the element they are
 * in. `attributes` are the row's, `dom.attributes` the element's, both without a secure field's value.
 */
export async function detail(access: TabAccess, key: Key, signal: AbortSignal): Promise<Detail> {
  const place = placeOf(access, key)
  const row = access.row(key)
  const { session, backendNodeId } = place
  const [{ node }, found] = await Promise.all([
    access.send(session, 'DOM.describeNode', { backendNodeId, depth: 0 }, signal),
    select(access, place, (row?.flags ?? 0) & Flag.secure ? true : undefined, signal),
  ])
  const attributes = pairs(node.attributes ?? [])
  if (isSecure(node.localName, attributes) || (row?.flags ?? 0) & Flag.secure) {
    for (const name of ['value', ...(found.secret ?? [])]) delete attributes[name]
  }
  const { selectors, frame, shadow } = found
  return {
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

function isSecure(tag: string, attributes: { readonly [name: string]: string }): boolean {
  return (
    tag === 'input' &&
    (attributes.type?.toLowerCase() === 'password' || secureHints.test(attributes.autocomplete ?? ''))
  )
}

function pairs(flat: readonly string[]): { [name: string]: string } {
  const attributes: { [name: string]: string } = {}
  for (let i = 0; i + 1 < flat.length; i += 2) attributes[flat[i]!] = flat[i + 1]!
  return attributes
}

/** One call that gets the candidates and tries them; whether the field is secure is asked there when it is not known. */
async function select(
  access: TabAccess,
  place: Place,
  secure: boolean | undefined,
  signal: AbortSignal,
): Promise<Found> {
  try {
    return await withNode(access, place, signal, (held) => held.call<Found>(selectorScript, [secure ?? null], signal))
  } catch (error) {
    if (!isGone(error)) throw error
  }
  // Scripts cannot have a pseudo element: the element that it belongs to is asked.
  const owner = await ownerOf(access, place, signal)
  return await withNode(access, owner, signal, (held) => held.call<Found>(selectorScript, [null], signal))
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
