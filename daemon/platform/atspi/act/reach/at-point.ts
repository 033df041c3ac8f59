/** What a press at a point of the screen goes to, and whether that is what is meant. */
import type { Frame } from '../../../../../api-schema/element.ts'
import { changed } from '../../../acting/problems.ts'
import { spotOf } from '../../../acting/spot.ts'
import { Flag } from '../../../element/flags.ts'
import { spokenName } from '../../../element/role-words.ts'
import type { Key } from '../../../element/row.ts'
import type { Point } from '../../desktop/input.ts'
import { contains, deepest } from '../../geometry/extents.ts'
import { areSame } from '../../geometry/hits.ts'
import { roles } from '../../read/roles.ts'
import { lineage, property } from '../../wire/access.ts'
import { refOf } from '../../wire/cache-items.ts'
import type { Ref } from '../../wire/facts.ts'
import type { Subject } from '../subject/subject.ts'

/**
 * Asks the toolkit what is at the point: if a press there does not go to the element or a part of it, it is refused. If
 * the toolkit cannot tell, the element itself is asked. `window`: the one that contains the point; undefined in an open
 * menu, list or the like. Returns the part that is there, if the toolkit tells.
 */
export async function requireAt(
  subject: Pick<Subject, 'geometry' | 'access' | 'ref' | 'signal'>,
  point: Point,
  window: Key | undefined,
): Promise<Ref | undefined> {
  const { geometry, access, ref, signal } = subject
  if (access.systemWindow !== undefined) return undefined
  const start = window === undefined ? await holderOf(subject, ref) : access.ref(window)
  const told = await geometry.told(access, ref, start ?? ref, point, signal)
  if (told === undefined) throw changed('moved', 'It is no longer known where the element is.')
  const { hit, denied } = told
  if (await isPartOf(subject, hit, ref)) return hit
  if (isDrawnUnder(subject, hit, ref)) return undefined
  if (!(await isPartOf(subject, ref, hit))) {
    // Overlays that let presses through are reported too: only what really contains the point counts.
    const frame = await geometry.frameAt(access, hit, signal)
    const key = access.key(hit)
    const row = key === undefined ? undefined : access.row(key)
    const name = row === undefined ? 'another element' : spokenName(row)
    if (contains(frame, point.x, point.y))
      throw changed('covered', `The element is covered by ${name}.`, key === undefined ? { name } : { name, key })
  }
  if (await denied()) throw changed('moved', `The application has something else at ${point.x},${point.y}.`)
  return undefined
}

/** A view that draws its items tells of them alone, also where a widget lies over one. */
function isDrawnUnder({ access }: Pick<Subject, 'access'>, hit: Ref, ref: Ref): boolean {
  const [item, own] = [access.key(hit), access.key(ref)]
  const view = item === undefined ? undefined : access.parent(item)
  if (!access.toolkit.drawsItems || view === undefined || view === access.root || own === undefined) return false
  const line = lineage(access, own)
  const held = line[line.indexOf(view) - 1]
  return held !== undefined && holders.has(access.facts(held)?.role ?? 0)
}

/** What holds the widgets of a view. */
const holders = roles('filler panel')

type Asked = Pick<Subject, 'access' | 'signal'>

/** An element's parent; an element that was not read is asked for it. */
async function holderOf({ access, signal }: Asked, ref: Ref): Promise<Ref | undefined> {
  const key = access.key(ref)
  if (key === undefined) return refOf(await property({ access, ref, signal }, 'Accessible', 'Parent'), ref.bus)
  const parent = access.parent(key)
  return parent === undefined ? undefined : access.ref(parent)
}

async function isPartOf(subject: Asked, inner: Ref, outer: Ref): Promise<boolean> {
  let at: Ref | undefined = inner
  for (let level = 0; at !== undefined && level < deepest; level++) {
    if (areSame(at, outer)) return true
    at = await holderOf(subject, at)
  }
  return false
}

/** What can be done with an element by pressing it. */
const pressable =
  Flag.clickable |
  Flag.editable |
  Flag.selectable |
  Flag.checkable |
  Flag.expandable |
  Flag.hasMenu |
  Flag.adjustable |
  Flag.reactive

/** A press is for what it hits, and the element is only what holds others, such as a tool bar. */
export function isOnlyAround({ access, key, act }: Pick<Subject, 'access' | 'key' | 'act'>): boolean {
  const isPress = act.action === 'click' || act.action === 'double_click'
  const { flags = 0, children = [] } = access.row(key) ?? {}
  return isPress && spotOf(act) === undefined && children.length > 0 && (flags & pressable) === 0
}

/** What a press there would press instead of the element that holds it. */
export function pressedInside({ access, key }: Pick<Subject, 'access' | 'key'>, hit: Ref | undefined): Key | undefined {
  const at = hit && access.key(hit)
  if (at === undefined) return undefined
  const line = lineage(access, at)
  return line.slice(0, line.indexOf(key)).find((one) => ((access.row(one)?.flags ?? 0) & pressable) !== 0)
}

/** Where else to press an element whose middle is taken. */
export function pointsAround({ x, y, width, height }: Frame): Point[] {
  const across = [x + width / 2, x + inset, x + width - 1 - inset].map(Math.floor)
  const down = [y + height / 2, y + inset, y + height - 1 - inset].map(Math.floor)
  return across.flatMap((at) => down.map((to) => ({ x: at, y: to }))).slice(1)
}

const inset = 2
