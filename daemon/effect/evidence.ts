/** What the verdict on an action is based on. */
import type { Frame } from '../../api-schema/element.ts'
import type { Key } from '../platform/element/row.ts'
import type { Act } from '../platform/platform.ts'
import type { Brought } from '../platform/tab/page.ts'
import type { Node, NodeOf } from '../tree/model/node.ts'
import type { AlignedChanges } from '../tree/warm/aligned.ts'
import type { Restless } from '../tree/warm/restless.ts'
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
  readonly difference: AlignedChanges | undefined
  readonly nodeOf: NodeOf
  readonly calmOf: Restless['calmOf']
  /** For a drag: the point of release, and where the target is relative to what it was dropped on. */
  readonly drop: Drop
  /** Another effect of a drag: asked only if nothing else proves it. */
  readonly brought?: Brought | undefined
  /** What was dragged disappeared only after the release. */
  readonly hasLeft?: boolean | undefined
  /**
   * A press drew something otherwise by its looks alone, or the pointer had opened the menu of what was pressed: asked
   * only if nothing else proves it.
   */
  readonly marked?: boolean | undefined
  readonly places?: { readonly was: Places; readonly now: Places | undefined } | undefined
  /** The platform's reason why an action was incomplete or cannot be verified. */
  readonly doubt?: Doubt
  /** Lines drawn next to the target. */
  readonly drawn?: Drawn | undefined
  /** See `Origins`; undefined if the page could not say. */
  readonly caused?: ReadonlySet<Key> | undefined
  readonly foreign?: ReadonlySet<Key> | undefined
  /** What any press would have brought, see `Besides`: asked only if something seems to prove it. */
  readonly aside?: ReadonlySet<Key> | undefined
  readonly loose?: ReadonlySet<Key> | undefined
  readonly hasShut?: boolean | undefined
  readonly isAtPointer?: boolean | undefined
  /** What appeared at the pointer disappeared with it: asked only if something did appear there. */
  readonly hasLeftWithPointer?: true
  /** It was read again after the first reading (`late`), or after the time that timers are given (`very late`). */
  readonly late?: 'late' | 'very late' | undefined
  /** The window was brought to the front for the action. */
  readonly front?: boolean | undefined
  /** The press began on the target and ended elsewhere. */
  readonly hasStrayed: boolean
}
