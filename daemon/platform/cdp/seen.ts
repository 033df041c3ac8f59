/** Which part of an element can be seen: what scrolled parts of the page, frames and the viewport leave of it. */
import type { Place, TabAccess } from './access.ts'
import { around, type Box, boxesOf, placingOf, toTab } from './box.ts'
import type { Held } from './world.ts'

export interface Subject {
  readonly place: Place
  /** Of the same element, not of a text in it. */
  readonly held: Held
}

/** In pixels of the tab's viewport. */
export interface Seen {
  readonly whole: Box
  readonly part: Box
  /** Something else lies over all of it. Not known of what another process's frame holds. */
  readonly covered: boolean
}

/**
 * One for each subject; undefined where nothing of it is seen. `beyond`: what only the edge of the viewport hides
 * counts as seen, but not in frames of other processes.
 */
export async function seenOf(
  access: TabAccess,
  subjects: readonly Subject[],
  beyond: boolean,
  signal: AbortSignal,
): Promise<readonly (Seen | undefined)[]> {
  const found = new Map<Subject, Local | null>()
  const groups = grouped(subjects).map(async (group) => {
    const [first, ...others] = group
    const args = [beyond ? '100000px' : '0px', ...others.map(({ held }) => held)]
    const locals = await first!.held.call<(Local | null)[]>(seenScript, args, signal)
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

/** Nodes of two worlds cannot meet in one call. */
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

/** In pixels of the viewport of the element's own frame. */
type Local = Seen

function inTab(local: Local | undefined, whole: Box | undefined): Seen | undefined {
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

/**
 * Asks for the browser's own reckoning, which knows every clip. It comes with the next frame; where none comes, the
 * boxes have to do.
 */
const seenScript = `function (margin, ...others) {
  const nodes = [this, ...others]
  const elements = new Set(nodes.filter((node) => node.nodeType === 1 && node.isConnected))
  const plain = ({ x, y, width, height }) => ({ x, y, width, height })
  const places = [[0.5, 0.5], [0.1, 0.2], [0.9, 0.2], [0.1, 0.8], [0.9, 0.8]]
  const isCovered = (element, { x, y, width, height }) => {
    const view = element.ownerDocument.defaultView
    const related = [element, ...(element.labels || [])]
    return places.every(([across, down]) => {
      const [left, top] = [x + width * across, y + height * down]
      if (left < 0 || top < 0 || left >= view.innerWidth || top >= view.innerHeight) return false
      const hit = element.getRootNode().elementFromPoint(left, top)
      return !hit || !related.some((one) => one.contains(hit) || hit.contains(one))
    })
  }
  const tell = (element, whole, part) => ({ whole: plain(whole), part: plain(part), covered: isCovered(element, part) })
  const found = new Map()
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer)
      observer.disconnect()
      done(nodes.map((node) => {
        if (found.has(node) || !elements.has(node)) return found.get(node) || null
        const box = node.getBoundingClientRect()
        return tell(node, box, box)
      }))
    }
    const timer = setTimeout(end, elements.size === 0 ? 0 : 500)
    const observer = new IntersectionObserver((entries) => {
      for (const { target, boundingClientRect, intersectionRect } of entries) {
        found.set(target, tell(target, boundingClientRect, intersectionRect))
      }
      if (found.size === elements.size) end()
    }, { rootMargin: margin })
    for (const element of elements) observer.observe(element)
  })
}`
