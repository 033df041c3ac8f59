/** What is read of an element, as it goes from the ax host to the daemon. */

/**
 * An element in the host's table, where it is found by CFHash and CFEqual. From 1 up; never given to another element
 * by the same host. The host keeps the native reference until `forget`, `close` of its application, or its own end.
 */
export type Ref = number

export interface RawFrame {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A native value; a URL is its text. Texts are cut at `maxText` of the host; lone surrogates become U+FFFD. */
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
  /** A type with no form of its own here: its description, cut. */
  | { readonly kind: 'other'; readonly text: string }

/** Why something of an element was not read. */
export type Cut = 'depth' | 'limit' | 'deadline' | 'characters' | 'menu' | 'rows' | 'unresponsive' | 'gone' | 'failed'

/** One element as it was read. */
export interface RawElement {
  readonly ref: Ref
  /**
   * By native name (`AXRole`, `AXTitle`, `AXEnabled`, …); what the element does not have is absent. Without children,
   * frame and title element, which stand below. AXValue is not there for a secure field, ever, nor for what has no value by its role;
   * of a text area it is the first characters.
   */
  readonly facts: { readonly [attribute: string]: RawValue }
  readonly frame?: RawFrame
  /** The element that names this one (AXTitleUIElement). */
  readonly titleRef?: Ref
  /** Of a text area: how many it has in all. */
  readonly characters?: number
  /** Of AXTextField, AXTextArea and AXComboBox: the value can be set. Absent: not asked, or it did not say. */
  readonly editable?: boolean
  /** Exact where `asked`; else what its role is known to have. */
  readonly actions: readonly string[]
  readonly asked?: true
  /** In order. Absent: not read (`part: 'self'`, or see `cut`). Of table-like ones the header and visible rows only. */
  readonly children?: readonly Ref[]
  /** All rows that a table-like element has, where that is known. */
  readonly rows?: number
  readonly cut?: Cut
  /** In the content of a web view. */
  readonly web?: true
  /** The element is dead: the other fields are empty. Told only of elements that were asked for by ref. */
  readonly gone?: true
}
