/** How much of an element is in sight: what reaches beyond its scroll areas and its window is not. */
import type { Frame } from '../../../../api-schema/element.ts'
import { common } from '../../element/rectangle.ts'
import type { RawWindow } from '../wire/messages.ts'
import type { Ref } from '../wire/raw-element.ts'
import { isLayerRole } from '../wire/roles.ts'
import type { AppAccess } from './access.ts'

export interface Sight {
  readonly frame: Frame
  /** Undefined if no part of it is in sight. */
  readonly part: Frame | undefined
}

/** Only these cut off elements of the same window. */
const cutters: ReadonlySet<string> = new Set(['AXScrollArea', 'AXWebArea'])
/** The layers of the Dock, the menu bar and anything above them. */
const systemLayers = 20

/** As it is now. Undefined if it has no position. */
export async function sightOf(app: AppAccess, ref: Ref): Promise<Sight | undefined> {
  const { frames } = await app.call('frames', { refs: [ref, ...cuttersOf(app, ref)] })
  const [own, ...others] = frames
  if (own?.[0] !== ref) return undefined
  const part = others.reduce<Frame | undefined>((seen, [, frame]) => seen && common(seen, frame), own[1])
  return { frame: own[1], part }
}

/** A sheet or a popover may be larger than the window that it belongs to. */
function* cuttersOf({ mirror }: AppAccess, ref: Ref): Generator<Ref> {
  if (isLayerRole(mirror.roleOf(ref) ?? '')) return
  for (const up of mirror.ancestors(ref)) {
    const role = mirror.roleOf(up) ?? ''
    const isLayer = isLayerRole(role)
    if (isLayer || cutters.has(role)) yield up
    if (isLayer) return
  }
}

/** Does it belong to an application rather than the system? */
export function isOrdinary({ layer, onScreen }: RawWindow): boolean {
  return onScreen && layer >= 0 && layer < systemLayers
}
