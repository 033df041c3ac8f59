/** Applications on Electron have no content for accessibility until somebody asks, and build it for a while then. */
import type { RawElement, Ref } from './raw-element.ts'

/** Milliseconds after the asking, and between two looks. */
export const waking = { most: 2000, every: 100 } as const

const titleBar = /^AX(?:Close|Minimize|Zoom|FullScreen)Button$/

/** Is there a page to be seen? `took`: it took the wish; else a window of nothing but empty groups is taken for one to come. */
export function isAsleep(elements: readonly RawElement[], took: boolean): boolean {
  const byRef = new Map<Ref, RawElement>()
  for (const element of elements) {
    if (element.facts.AXRole === 'AXWebArea') return false
    byRef.set(element.ref, element)
  }
  const windows = elements.filter(({ facts }) => facts.AXRole === 'AXWindow')
  return took ? windows.length > 0 : windows.some((window) => isHollow(window, byRef))
}

function isHollow(window: RawElement, byRef: ReadonlyMap<Ref, RawElement>): boolean {
  let groups = 0
  const queue = [...(window.children ?? [])]
  for (let at = 0; at < queue.length; at++) {
    const element = byRef.get(queue[at]!)
    if (element === undefined) continue
    if (element.facts.AXRole === 'AXGroup') groups++
    else if (!titleBar.test(String(element.facts.AXSubrole))) return false
    queue.push(...(element.children ?? []))
  }
  return groups > 0
}
