/** Electron applications have no accessible content until asked, and then take a while to build it. */
import type { RawElement, Ref } from '../wire/raw-element.ts'

/** Milliseconds since asking, and between two checks. */
export const waking = { most: 2000, every: 100 } as const

const titleBar = /^AX(?:Close|Minimize|Zoom|FullScreen)Button$/

/** Is there nothing to see yet? Unless it `took` the request, windows with only empty groups also count. */
export function isAsleep(elements: readonly RawElement[], took: boolean): boolean {
  const byRef = new Map<Ref, RawElement>()
  let windows = 0
  let pages = 0
  for (const element of elements) {
    byRef.set(element.ref, element)
    const { AXRole: role } = element.facts
    if (role === 'AXWindow') windows++
    if (role !== 'AXWebArea') continue
    if (element.children === undefined || element.children.length > 0) return false
    pages++
  }
  if (took) return windows > 0 || pages > 0
  return elements.some((element) => element.facts.AXRole === 'AXWindow' && isHollow(element, byRef))
}

function isHollow(window: RawElement, byRef: ReadonlyMap<Ref, RawElement>): boolean {
  let groups = 0
  const queue = [...(window.children ?? [])]
  for (let at = 0; at < queue.length; at++) {
    const element = byRef.get(queue[at]!)
    if (element === undefined) continue
    if (element.facts.AXRole === 'AXGroup' || element.facts.AXRole === 'AXWebArea') groups++
    else if (!titleBar.test(String(element.facts.AXSubrole))) return false
    queue.push(...(element.children ?? []))
  }
  return groups > 0
}
