/** What a picture should be and how it turned out; the same for tabs, windows and screens. */
import type { Key } from './element/row.ts'

export interface PictureOptions {
  readonly format: 'png' | 'jpeg' | 'webp'
  /** 1 to 100, for jpeg and webp. */
  readonly quality?: number
  /** The picture is scaled down to fit, never up. */
  readonly maxWidth?: number
  readonly maxHeight?: number
}

/** An element whose label is drawn on the picture; the label is computed only if the element is visible. */
export interface Marking {
  readonly key: Key
  label(): string
}

export interface Capture extends PictureOptions {
  /**
   * `viewport` is the visible part of a tab, or an application's front window; `page` the entire page. An element is
   * scrolled into view if necessary; inside a scrolled part or a frame, only its visible part is shown.
   */
  readonly of: 'viewport' | 'page' | { readonly key: Key }
  readonly marks?: readonly Marking[]
  /** Draws a grid with coordinates, in pixels of what the tab shows. */
  readonly grid?: boolean
}

export interface Picture {
  /** Encoded. */
  readonly data: Buffer
  /** Picture pixels. */
  readonly width: number
  readonly height: number
  /** Page or screen pixels per picture pixel: 1 if not scaled, on a dense screen too. */
  readonly scale: number
  /** The area it shows, in page or screen pixels. */
  readonly area: { readonly width: number; readonly height: number }
  /** Smaller than requested, because a browser cannot draw larger ones. */
  readonly limited: boolean
  /** How many labels were drawn, if any were requested. */
  readonly marked?: number
  /** How many elements had no room left for a label. */
  readonly unmarked?: number
  /** What covers part of it, such as another window's title. */
  readonly coveredBy?: readonly string[]
}
