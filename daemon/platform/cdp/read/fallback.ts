/** What an `object` shows when its content cannot be loaded: usable, but disabled in Chromium's tree. */
import type { AxNode } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'

/** The node with the state that its markup gives it. */
export function withFallback(node: AxNode, dom: DomMirror): AxNode {
  const { properties, nodeId } = node
  const isDisabled = properties?.some(({ name, value }) => name === 'disabled' && value.value === true)
  if (!isDisabled || !isEnabledFallback(dom, Number(nodeId))) return node
  return { ...node, properties: properties!.filter(({ name }) => name !== 'disabled') }
}

function isEnabledFallback(dom: DomMirror, id: number): boolean {
  for (let at = dom.controls.get(id)?.nodeId; at !== undefined; at = dom.parentOf(at)) {
    const { tag, attributes } = dom.facts(dom.backendOf(at) ?? 0) ?? {}
    if (attributes?.disabled !== undefined || attributes?.['aria-disabled'] === 'true') return false
    if (tag === 'object') return true
  }
  return false
}
