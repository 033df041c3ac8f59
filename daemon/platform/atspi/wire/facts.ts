/** What AT-SPI says of one element in a bulk read; `row.ts` translates it. */
import type { Key } from '../../element/row.ts'

/** An element's address: its connection's unique name on the accessibility bus, and its object path. */
export interface Ref {
  readonly bus: string
  readonly path: string
}

/** Bits of `Facts.interfaces`, by the last word of the interface's name. */
export const Has = {
  Accessible: 1 << 0,
  Action: 1 << 1,
  Application: 1 << 2,
  Collection: 1 << 3,
  Component: 1 << 4,
  Document: 1 << 5,
  EditableText: 1 << 6,
  Hyperlink: 1 << 7,
  Hypertext: 1 << 8,
  Image: 1 << 9,
  Selection: 1 << 10,
  Table: 1 << 11,
  TableCell: 1 << 12,
  Text: 1 << 13,
  Value: 1 << 14,
} as const

export interface Facts {
  readonly key: Key
  readonly ref: Ref
  readonly parent: Ref | undefined
  /** Role number, as listed in `roles.ts`. Role names differ between toolkits. */
  readonly role: number
  /** As given by the toolkit; `names.ts` cleans it. Empty if there is none. */
  readonly name: string
  readonly description: string
  /** Bits of `Has`. */
  readonly interfaces: number
  /** State bits 0 to 31 and 32 to 63, as named in `states.ts`. */
  readonly states: number
  readonly moreStates: number
  /** As reported by the toolkit; -1 if it does not know. */
  readonly childCount: number
}
