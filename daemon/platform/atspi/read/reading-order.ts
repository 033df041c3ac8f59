/** In the order in which a person reads: line by line from the top, each from the left. */
import type { Frame } from '../../../../api-schema/element.ts'

/** What has no box comes last, as it was. */
export function inReadingOrder<T>(all: readonly T[], boxOf: (one: T) => Frame | undefined): T[] {
  const placed = all.flatMap((one) => {
    const box = boxOf(one)
    return box === undefined ? [] : [{ one, box, middle: box.y + box.height / 2 }]
  })
  const lines: (typeof placed)[] = []
  for (const next of placed.toSorted((a, b) => a.middle - b.middle)) {
    const line = lines.at(-1)
    if (line !== undefined && next.middle < line[0]!.box.y + line[0]!.box.height) line.push(next)
    else lines.push([next])
  }
  const inLines = lines.flatMap((line) => line.toSorted((a, b) => a.box.x - b.box.x))
  return [...inLines.map(({ one }) => one), ...all.filter((one) => boxOf(one) === undefined)]
}
