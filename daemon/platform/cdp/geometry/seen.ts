/** Which part of an element is visible after clipping by scroll areas, frames and the viewport. */
import { seenScript } from '../injected/geometry/seen.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Held } from '../wire/world.ts'
import { around, type Box, boxesOf, placingOf, toTab } from './box.ts'

export interface Subject {
  readonly place: Place
  /** A handle on the same element, not on a text in it. */
  readonly held: Held
}

/** In pixels of the tab's viewport. */
export interface Seen {
  readonly whole: Box
  readonly part: Box
  /** Something covers it entirely. Unknown for content of another process's frame. */
  readonly covered: boolean
}

/** One result per subject; undefined if not visible. `beyond` ignores the viewport's edge, but in frames elsewhere. */
export async function seenOf(
  access: TabAccess,
  subjects: readonly Subject[],
  beyond: boolean,
  signal: AbortSignal,
): Promise<readonly (Seen | undefined)[]> {
  const found = new Map<Subject, Seen | null>()
  const groups = grouped(subjects).map(async (group) => {
    const [first, ...others] = group
    const args = [beyond ? '100000px' : '0px', ...others.map(({ held }) => held)]
    const locals = await first!.held.call(seenScript, args, signal)
    for (const [index, subject] of group.entries()) found.set(subject, locals[index] ?? null)
  })
  const placed = subjects.map(async ({ place }) => {
    const [boxes, placing] = await Promise.all([
      boxesOf(access, place, signal),
      placingOf(access, place.session, signal),
    ])
    const box = around(boxes)
    return box === undefined ? undefined : toTab(box, placing)
  })
  const [wholes] = await Promise.all([Promise.all(placed), ...groups])
  return subjects.map((subject, index) => inTab(found.get(subject) ?? undefined, wholes[index]))
}

/** One call cannot take nodes of two worlds. */
function grouped(subjects: readonly Subject[]): Subject[][] {
  const groups = new Map<string, Subject[]>()
  for (const subject of subjects) {
    const world = `${subject.held.session.id} ${subject.held.context}`
    const group = groups.get(world)
    if (group === undefined) groups.set(world, [subject])
    else group.push(subject)
  }
  return [...groups.values()]
}

/** `local`: in viewport pixels of the element's own frame. */
function inTab(local: Seen | undefined, whole: Box | undefined): Seen | undefined {
  if (local === undefined || whole === undefined || local.part.width <= 0 || local.part.height <= 0) return undefined
  const scale = local.whole.width > 0 ? whole.width / local.whole.width : 1
  const part = {
    x: whole.x + (local.part.x - local.whole.x) * scale,
    y: whole.y + (local.part.y - local.whole.y) * scale,
    width: local.part.width * scale,
    height: local.part.height * scale,
  }
  return { whole, part, covered: local.covered }
}
