/** What covers an element, in the daemon's isolated world. */
import { boxParts, called, type Placing, placingOf } from '../boxes.ts'
import { chainOf, elementOf, elementParts, frameOf, holdsSlotted, labelsOf } from '../elements.ts'
import { secureParts } from '../secure-fields.ts'
import { sent } from '../sent.ts'

/** `At` is the type that stands for a node. */
export interface Counted<At> {
  readonly tested: number
  readonly covered: number
  /** Whatever covers most of it, and its text. */
  readonly hit?: At
  readonly text?: string
}

/** Tells which hits are not part of the target, its label or its container. */
function coveringOf(element: HTMLElement): (hit: HTMLElement, target: HTMLElement) => boolean {
  const own = chainOf(element)
  const labels = labelsOf(element)
  return (hit, target) => {
    const chain = chainOf(hit)
    if (chain.includes(target)) return false
    if (target === element && (chain.some((at) => labels.includes(at)) || holdsSlotted(element, hit, chain)))
      return false
    // At a rounded corner a press hits the container.
    return !own.includes(hit)
  }
}

function summarise(tested: number, counts: ReadonlyMap<HTMLElement, number>): Counted<Node> {
  const [hit] = [...counts].sort((a, b) => b[1] - a[1])[0] || []
  const covered = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return { tested, covered, ...(hit && { hit, text: called(hit) }) }
}

const coverParts = [coveringOf, summarise, ...elementParts, ...boxParts, ...secureParts] as const

function coverAt(
  this: Node,
  { points }: { readonly points: readonly { readonly x: number; readonly y: number }[] },
): Counted<Node> {
  const element = elementOf(this)
  const covers = coveringOf(element)
  const steps: { readonly target: HTMLElement; readonly placing?: Placing }[] = [{ target: element }]
  for (let frame = frameOf(element); frame; frame = frameOf(frame))
    steps.push({ target: frame, placing: placingOf(frame) })
  const counts = new Map<HTMLElement, number>()
  let tested = 0
  for (const point of points) {
    let cover: HTMLElement | undefined
    // From the outermost document inwards.
    let { x, y } = point
    for (let index = steps.length - 1; index >= 0 && !cover; index--) {
      const { target, placing } = steps[index]!
      const hit = (target.getRootNode() as Document).elementFromPoint(x, y) as HTMLElement | null
      if (!hit) break
      if (covers(hit, target)) cover = hit
      if (placing) {
        x = (x - placing.x) / placing.sx
        y = (y - placing.y) / placing.sy
      }
    }
    tested++
    if (cover) counts.set(cover, (counts.get(cover) || 0) + 1)
  }
  return summarise(tested, counts)
}

/** Tests points of the outermost document's viewport: would a press there hit the element or its content? */
export const coverScript = sent(coverAt, ...coverParts)

function coverOf(
  this: Node,
  { counts: times }: { readonly counts: readonly number[] },
  ...hits: readonly Node[]
): Counted<Node> {
  const element = elementOf(this)
  const covers = coveringOf(element)
  const counts = new Map<HTMLElement, number>()
  for (const [index, node] of hits.entries()) {
    const hit = elementOf(node)
    if (hit && covers(hit, element)) counts.set(hit, (counts.get(hit) || 0) + times[index]!)
  }
  const tested = times.reduce((sum, count) => sum + count, 0)
  return summarise(tested, counts)
}

/** The same for elements that were hit before, each at several points. */
export const hitsScript = sent(coverOf, ...coverParts)
