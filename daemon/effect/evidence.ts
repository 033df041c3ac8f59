/** What the verdict on an action is based on. */
import type { Frame } from '../../api-schema/element.ts'
import type { Act } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import type { Node } from '../tree/model/node.ts'
import type { Calm } from '../tree/warm/restless.ts'
import type { Part, Things } from '../tree/warm/things.ts'
import type { Drawn } from './drawn-text.ts'
import type { Drop } from './drop.ts'

/** Undefined if the effect is confirmed; otherwise why it is not, as the end of a sentence. */
export type Doubt = string | undefined

/** Frames of the element and its first children: the only evidence of scrolling and dragging. */
export type Places = ReadonlyMap<Key, { readonly frame: Frame; readonly pageFrame?: Frame }>

export interface Evidence {
  readonly act: Act
  /** The target before and after, under the same key even if it was rebuilt; `now` is undefined if it is gone. */
  readonly was: Node
  readonly now: Node | undefined
  /** Changes between the two readings; undefined if there were too many to list. */
  readonly difference: Things | undefined
  readonly nodeOf: (key: Key) => Node | undefined
  readonly calmOf: (part: Part) => Calm
  /** For a drag: the point of release, and where the target is relative to what it was dropped on. */
  readonly drop: Drop
  /** What else a drag did: asked only if nothing else proves it. */
  readonly brought?: 'came' | 'changed' | undefined
  /** What was dragged has gone only after it was let go. */
  readonly hasLeft?: boolean | undefined
  /**
   * A press marked one of several by its looks alone, or took the mark away, or the pointer has opened the menu of what
   * was pressed: asked only if nothing else proves it.
   */
  readonly marked?: boolean | undefined
  readonly places?: { readonly was: Places; readonly now: Places | undefined } | undefined
  /** The platform's reason why an action was incomplete or cannot be verified. */
  readonly doubt?: Doubt
  /** Lines drawn next to the target. */
  readonly drawn?: Drawn | undefined
  /** See `Origins`, if the page could say. */
  readonly caused?: ReadonlySet<Key> | undefined
  readonly foreign?: ReadonlySet<Key> | undefined
  /** What any press would have brought, see `Besides`: asked only if something seems to prove it. */
  readonly aside?: ReadonlySet<Key> | undefined
  readonly loose?: ReadonlySet<Key> | undefined
  readonly hasShut?: boolean | undefined
  readonly isAtPointer?: boolean | undefined
  /** What has come went when the pointer did: asked only of what has come there. */
  readonly hasLeftWithPointer?: true
  /** It was looked at again after what comes in time, or after what comes of a timer. */
  readonly late?: 'late' | 'very late' | undefined
  /** Its window was brought to the front for it. */
  readonly front?: boolean | undefined
  /** The press began on the target and ended elsewhere. */
  readonly hasStrayed: boolean
}
