/** Whether an element can be seen, judged by the tree and its frames: for targets without a page. */
import type { Frame } from '../../../api-schema/element.ts'
import { Flag } from '../../platform/element/flags.ts'
import { common } from '../../platform/element/rectangle.ts'
import { shortRole } from '../../platform/element/role-words.ts'
import type { Key } from '../../platform/element/row.ts'
import type { Obstacle, Visibility } from '../../platform/tab/page.ts'
import { isHidden, type Node, nameOf } from '../../tree/model/node.ts'
import type { Warm } from '../../tree/warm/sync.ts'

/** Containers that clip their contents. */
const panes = new Set(['AXWindow', 'AXSheet', 'AXDialog', 'AXScrollArea', 'AXWebArea', 'AXBrowser'])

/** Whether it or an ancestor is hidden. */
export function isOutOfSight({ tree }: Warm, node: Node): boolean {
  return [node, ...tree.ancestors(node)].some(isHidden)
}

export async function visibilityOf(warm: Warm, node: Node, signal: AbortSignal): Promise<Visibility> {
  const { tree, source } = warm
  const above = tree.ancestors(node)
  // Outermost first: a container must be shown before its contents can be.
  const hider = [node, ...above].findLast(isHidden)
  if (hider !== undefined) return hidden('hidden', hider, node)
  const around = above.filter(({ role, flags }) => panes.has(role) || (flags & Flag.scrollable) !== 0)
  const [frames, check] = await Promise.all([
    framesOf(warm, [node, ...around], signal),
    source.check(node.key, { action: 'click' }, signal),
  ])
  const own = frames.get(node.key)
  if (check.reason === 'hidden') return hidden('hidden', node, node)
  if (own !== undefined && own.width * own.height === 0) return hidden('zero size', node, node)
  const cover = check.reason === 'covered' ? { coveredBy: coverOf(check.by, check.byKey) } : {}
  // Without a position, only what is known is reported.
  if (own === undefined) return { visible: true, shownPercent: check.reason === 'outside' ? 0 : 100, ...cover }
  return { visible: true, ...shownIn(own, around, frames), ...cover }
}

function hidden(reason: string, by: Node, of: Node): Visibility {
  return { visible: false, shownPercent: 0, reason, ...(by !== of && { hiddenBy: obstacle(by) }) }
}

async function framesOf(warm: Warm, nodes: readonly Node[], signal: AbortSignal): Promise<ReadonlyMap<Key, Frame>> {
  const asked = nodes.filter(({ frame }) => frame === undefined).map(({ key }) => key)
  const found = asked.length === 0 ? undefined : await warm.source.frames(asked, signal)
  return new Map(
    nodes.flatMap(({ key, frame }) => {
      const known = frame ?? found?.get(key)?.frame
      return known === undefined ? [] : [[key, known] as const]
    }),
  )
}

/** The part left after clipping by windows and scroll areas around it, innermost first. */
function shownIn(
  own: Frame,
  around: readonly Node[],
  frames: ReadonlyMap<Key, Frame>,
): Pick<Visibility, 'shownPercent' | 'clippedBy'> {
  let left: Frame | undefined = own
  let most = 0
  let clipper: Node | undefined
  for (const pane of around) {
    const frame = frames.get(pane.key)
    // A pane without a size has an unknown position.
    if (left === undefined || frame === undefined || areaOf(frame) === 0) continue
    const before = areaOf(left)
    left = common(left, frame)
    const lost = before - (left === undefined ? 0 : areaOf(left))
    if (lost <= most) continue
    most = lost
    clipper = pane
  }
  const share = left === undefined ? 0 : (areaOf(left) / areaOf(own)) * 100
  const shownPercent = share === 0 || share === 100 ? share : Math.min(99, Math.max(1, Math.round(share)))
  return { shownPercent, ...(clipper !== undefined && { clippedBy: obstacle(clipper) }) }
}

function areaOf({ width, height }: Frame): number {
  return width * height
}

function obstacle(node: Node): Obstacle {
  const role = shortRole(node.role, node.subrole)
  const name = nameOf(node)
  return { key: node.key, text: name === role ? role : `${role} "${name}"` }
}

function coverOf(text: string | undefined, key: Key | undefined): Obstacle {
  return { text: text ?? 'something else', ...(key !== undefined && { key }) }
}
