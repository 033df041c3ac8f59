/** What the verdict on an action is given by. */
import type { Frame } from '../../api-schema/element.ts'
import type { Act } from '../platform/platform.ts'
import type { Key } from '../platform/row.ts'
import type { Node } from '../tree/model/node.ts'
import type { Part, Things } from '../tree/warm/things.ts'
import type { Drawn } from './drawn-text.ts'
import type { Drop } from './drop.ts'

/** Undefined where the effect was read back; otherwise why it could not be, as the end of a sentence. */
export type Doubt = string | undefined

/** Where the element is, and the first of its children: what scrolling and dragging change and no text shows. */
export type Places = ReadonlyMap<Key, { readonly frame: Frame; readonly pageFrame?: Frame }>

export interface Evidence {
  readonly act: Act
  /** The target before and after, under the same key if it was built again; `now` is undefined if it has gone. */
  readonly was: Node
  readonly now: Node | undefined
  /** From the first of the two readings to the second; undefined if there are too many changes to list. */
  readonly difference: Things | undefined
  readonly nodeOf: (key: Key) => Node | undefined
  /** Was this already changing before the action? `surely`: also long after any action. */
  readonly isRestless: (part: Part, surely?: boolean) => boolean
  /** Of a drag: where it let go, and how the target lay and lies to what it was dropped on. */
  readonly drop: Drop
  /** What a drag brought about besides: asked only where nothing else proves it. */
  readonly brought?: 'came' | 'changed' | undefined
  readonly places?: { readonly was: Places; readonly now: Places | undefined } | undefined
  /** What the platform says of an action that was not whole, or cannot be read back. */
  readonly doubt?: Doubt
  /** Beside the target. */
  readonly drawn?: Drawn | undefined
  /** What changed in the task of the act itself, as far as that could be asked; a removed element is known by its parent. */
  readonly caused?: ReadonlySet<Key> | undefined
  /** A press of it began, and ended elsewhere. */
  readonly hasStrayed: boolean
}
