/** Which part of elements is visible, in the daemon's isolated world. */
import type { Box } from '../boxes.ts'
import { labelsOf, viewOf } from '../elements.ts'
import { sent } from '../sent.ts'

/** In viewport pixels of the element's own frame. */
interface Part {
  readonly whole: Box
  readonly part: Box
  readonly covered: boolean
}

function seenParts(this: Node, margin: string, ...others: readonly Node[]): Promise<(Part | null)[]> {
  const nodes = [this, ...others] as Element[]
  const elements = new Set(nodes.filter((node) => node.nodeType === 1 && node.isConnected))
  const plain = ({ x, y, width, height }: Box) => ({ x, y, width, height })
  const places = [
    [0.5, 0.5],
    [0.1, 0.2],
    [0.9, 0.2],
    [0.1, 0.8],
    [0.9, 0.8],
  ] as const
  const isCovered = (element: Element, { x, y, width, height }: Box) => {
    const view = viewOf(element)
    const related = [element, ...labelsOf(element)]
    return places.every(([across, down]) => {
      const [left, top] = [x + width * across, y + height * down]
      if (left < 0 || top < 0 || left >= view.innerWidth || top >= view.innerHeight) return false
      const hit = (element.getRootNode() as Document).elementFromPoint(left, top)
      return !hit || !related.some((one) => one.contains(hit) || hit.contains(one))
    })
  }
  const partOf = (element: Element, whole: Box, part: Box): Part => ({
    whole: plain(whole),
    part: plain(part),
    covered: isCovered(element, part),
  })
  const found = new Map<Element, Part>()
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      observer.disconnect()
      done(
        nodes.map((node) => {
          if (found.has(node) || !elements.has(node)) return found.get(node) || null
          const box = node.getBoundingClientRect()
          return partOf(node, box, box)
        }),
      )
    }
    const timer = setTimeout(end, elements.size === 0 ? 0 : 500)
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, boundingClientRect, intersectionRect } of entries) {
          found.set(target, partOf(target, boundingClientRect, intersectionRect))
        }
        if (found.size === elements.size) end()
      },
      { rootMargin: margin },
    )
    for (const element of elements) observer.observe(element)
  })
}

/**
 * By the browser's own calculation, which knows every clip and comes with the next frame; failing that, by the boxes.
 */
export const seenScript = sent(seenParts, labelsOf, viewOf)
