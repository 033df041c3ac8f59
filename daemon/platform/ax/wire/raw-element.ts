/** An element as read, on its way from the ax host to the daemon. */
import type { Frame } from '../../../../api-schema/element.ts'

/**
 * An element in the host's table, identified by CFHash and CFEqual. Counts up from 1; a host never reuses one. The host
 * keeps the native reference until `forget`, `close` of its application, or its own end.
 */
export type Ref = number

export type RawFrame = Frame

/** A native value; a URL is its text. Texts are cut at the host's `maxText`; lone surrogates become U+FFFD. */
export type RawValue =
  | string
  | number
  | boolean
  | { readonly kind: 'point'; readonly x: number; readonly y: number }
  | { readonly kind: 'size'; readonly width: number; readonly height: number }
  | ({ readonly kind: 'rect' } & RawFrame)
  | { readonly kind: 'range'; readonly location: number; readonly length: number }
  | { readonly kind: 'element'; readonly ref: Ref }
  | { readonly kind: 'list'; readonly items: readonly RawValue[] }
  | { readonly kind: 'map'; readonly entries: { readonly [key: string]: RawValue } }
  /** Since 1970. */
  | { readonly kind: 'date'; readonly seconds: number }
  /** Any other type: its description, truncated. */
  | { readonly kind: 'other'; readonly text: string }

/** Why part of an element was not read. */
export type Cut = 'depth' | 'limit' | 'deadline' | 'characters' | 'menu' | 'rows' | 'unresponsive' | 'gone' | 'failed'

/** One element as read. */
export interface RawElement {
  readonly ref: Ref
  /**
   * By native name (`AXRole`, `AXTitle`, `AXEnabled`, …), absent if the element lacks it. Excludes children, frame and
   * title element, which have fields below. AXValue is never present for secure fields or roles without a meaningful
   * value; for a text area it is the first characters.
   */
  readonly facts: { readonly [attribute: string]: RawValue }
  readonly frame?: RawFrame
  /** The element that names this one (AXTitleUIElement). */
  readonly titleRef?: Ref
  /** A text area's total length. */
  readonly characters?: number
  /** For AXTextField, AXTextArea and AXComboBox: the value can be set. Absent: not asked, or no answer. */
  readonly editable?: boolean
  /** Exact if `asked`; else those its role is known to have. */
  readonly actions: readonly string[]
  readonly asked?: true
  /** In order. Absent: not read (`part: 'self'`, or see `cut`). For tables, only the header and visible rows. */
  readonly children?: readonly Ref[]
  /** Total rows of a table, if known. */
  readonly rows?: number
  readonly cut?: Cut
  /** Inside a web view. */
  readonly web?: true
  /** The element is dead and the other fields are empty. Reported only for elements requested by ref. */
  readonly gone?: true
}
