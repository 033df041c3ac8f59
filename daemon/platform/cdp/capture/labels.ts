/** Which labels go on a picture, and where: those of elements visible in it. */

import { common } from '../../element/rectangle.ts'
import type { Capture } from '../../picture.ts'
import { type Box, tabBoxesOf, type Viewport } from '../geometry/box.ts'
import { type Subject, seenOf } from '../geometry/seen.ts'
import type { TabAccess } from '../wire/access.ts'
import { hold, unlessGone } from '../wire/world.ts'

/** A box in page pixels from the top left of the pictured area. */
interface Label extends Box {
  readonly label: string
}

export interface Labels {
  readonly labels: readonly Label[]
  /** How many labels were left out. */
  readonly left: number
}

type Wanted = NonNullable<Capture['marks']>[number]

/** More labels would be unreadable. */
const most = 500
/** How many elements are requested at once. */
const batch = 500

/** `area` in page pixels from the top left of the document. */
export async function labelsOn(
  access: TabAccess,
  wanted: readonly Wanted[],
  area: Box,
  viewport: Viewport,
  beyond: boolean,
  signal: AbortSignal,
): Promise<Labels> {
  const shown = { x: area.x - viewport.x, y: area.y - viewport.y, width: area.width, height: area.height }
  const near = await within(access, wanted, shown, signal)
  const held = await Promise.all(
    near.slice(0, most).map(async (one) => ({ one, subject: await subjectOf(access, one, signal) })),
  )
  const subjects = held.flatMap(({ subject }) => subject ?? [])
  try {
    const seen = await seenOf(access, subjects, beyond, signal)
    const labels = held.flatMap(({ one, subject }): Label[] => {
      const found = subject && seen[subjects.indexOf(subject)]
      const part = found && !found.covered ? common(found.part, shown) : undefined
      if (part === undefined) return []
      return [{ ...part, x: part.x - shown.x, y: part.y - shown.y, label: one.label() }]
    })
    return { labels, left: Math.max(0, near.length - most) }
  } finally {
    for (const subject of subjects) subject.held.release()
  }
}

/** Elements with a box in the area, hidden or not. */
async function within(
  access: TabAccess,
  wanted: readonly Wanted[],
  shown: Box,
  signal: AbortSignal,
): Promise<readonly Wanted[]> {
  const found: Wanted[] = []
  for (let from = 0; from < wanted.length; from += batch) {
    const some = wanted.slice(from, from + batch)
    const keys = some.map(({ key }) => key)
    for (const [index, box] of (await tabBoxesOf(access, keys, signal)).entries()) {
      if (box !== undefined && common(box, shown) !== undefined) found.push(some[index]!)
    }
  }
  return found
}

async function subjectOf(access: TabAccess, { key }: Wanted, signal: AbortSignal): Promise<Subject | undefined> {
  const place = access.place(key)
  if (place === undefined) return undefined
  try {
    return { place, held: await hold(access, place, signal) }
  } catch (error) {
    return unlessGone(error)
  }
}
