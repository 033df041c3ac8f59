/** What a picture is to be, and what has become of it; the same for tabs, windows and screens. */
import type { Key } from './platform.ts'

export interface PictureWish {
  readonly format: 'png' | 'jpeg' | 'webp'
  /** 1 to 100, of jpeg and webp. */
  readonly quality?: number
  /** The picture is scaled down to fit, never up. */
  readonly maxWidth?: number
  readonly maxHeight?: number
}

/** An element whose label is drawn on the picture; the label is asked for only where the element is seen. */
export interface Marking {
  readonly key: Key
  label(): string
}

export interface Capture extends PictureWish {
  /**
   * `viewport` is what is seen of a tab, or the front window of an application; `page` all of a page. An element is
   * scrolled into view where it has to be; of one in a scrolled part or a frame, what is seen of it.
   */
  readonly of: 'viewport' | 'page' | { readonly key: Key }
  readonly marks?: readonly Marking[]
}

export interface Picture {
  /** Encoded. */
  readonly data: Buffer
  /** Picture pixels. */
  readonly width: number
  readonly height: number
  /** Page or screen pixels a picture pixel: 1 where it was not scaled, on a dense screen too. */
  readonly scale: number
  /** What it shows, in page or screen pixels. */
  readonly area: { readonly width: number; readonly height: number }
  /** It is smaller than was asked for, because a browser can draw no larger ones. */
  readonly limited: boolean
  /** Labels that were drawn, where there were to be any. */
  readonly marked?: number
  /** Elements that had no room for a label any more. */
  readonly unmarked?: number
  /** What lies over a part of it, such as another window's title. */
  readonly coveredBy?: readonly string[]
}
