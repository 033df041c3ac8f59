/** Which marks go on a picture, and where: those of elements that can be seen on it. */
import { Problem } from '../../problem.ts'
import type { Capture } from '../picture.ts'
import { common } from '../rectangle.ts'
import type { TabAccess } from './access.ts'
import { around, type Box, boxesOf, type Placing, placingOf, toTab, type Viewport } from './box.ts'
import type { Session } from './connection.ts'
import { type Subject, seenOf } from './seen.ts'
import { hold, isGone } from './world.ts'

/** A box in page pixels from the top left of what the picture shows. */
export interface Mark extends Box {
  readonly label: string
}

export interface Marks {
  readonly marks: readonly Mark[]
  /** How many more there would be. */
  readonly left: number
}

type Wanted = NonNullable<Capture['marks']>[number]

/** Nobody could read more. */
const most = 500
/** Asked for at once. */
const batch = 500

/** `area` in page pixels from the top left of the document. */
export async function marksOn(
  access: TabAccess,
  wanted: readonly Wanted[],
  area: Box,
  viewport: Viewport,
  beyond: boolean,
  signal: AbortSignal,
): Promise<Marks> {
  const shown = { x: area.x - viewport.x, y: area.y - viewport.y, width: area.width, height: area.height }
  const near = await within(access, wanted, shown, signal)
  const held = await Promise.all(
    near.slice(0, most).map(async (one) => ({ one, subject: await subjectOf(access, one, signal) })),
  )
  const subjects = held.flatMap(({ subject }) => subject ?? [])
  try {
    const seen = await seenOf(access, subjects, beyond, signal)
    const marks = held.flatMap(({ one, subject }): Mark[] => {
      const found = subject && seen[subjects.indexOf(subject)]
      const part = found && !found.covered ? common(found.part, shown) : undefined
      if (part === undefined) return []
      return [{ ...part, x: part.x - shown.x, y: part.y - shown.y, label: one.label() }]
    })
    return { marks, left: Math.max(0, near.length - most) }
  } finally {
    for (const subject of subjects) subject.held.release()
  }
}

/** Those with a box there, whether or not something hides it. */
async function within(
  access: TabAccess,
  wanted: readonly Wanted[],
  shown: Box,
  signal: AbortSignal,
): Promise<readonly Wanted[]> {
  const placings = new Map<Session, Promise<Placing | undefined>>()
  const placing = (session: Session) => {
    const known = placings.get(session) ?? placingOf(access, session, signal).catch(goneIsNone)
    placings.set(session, known)
    return known
  }
  const found: Wanted[] = []
  for (let from = 0; from < wanted.length; from += batch) {
    const some = wanted.slice(from, from + batch)
    const boxes = some.map(async ({ key }) => {
      const place = access.place(key)
      if (place === undefined) return undefined
      const [own, placed] = await Promise.all([boxesOf(access, place, signal), placing(place.session)])
      const box = around(own)
      return box && placed && toTab(box, placed)
    })
    for (const [index, box] of (await Promise.all(boxes)).entries()) {
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
    return goneIsNone(error)
  }
}

function goneIsNone(error: unknown): undefined {
  if (error instanceof Problem && error.name === 'element_gone') return undefined
  if (!isGone(error)) throw error
}
