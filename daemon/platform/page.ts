/**
 * What only a page has: the facets of a source that a tab offers beside its elements. All contracts of
 * `platform.ts` on signals and Problems hold here too.
 */
import type { ConsoleLevel } from '../../api-schema/methods/console.ts'
import type { Capture, Picture } from './picture.ts'
import type { Key } from './platform.ts'
import type { Scripts } from './scripts.ts'

export interface OpenDialog {
  readonly type: string
  readonly message: string
}

/**
 * What a page tells as it happens, kept in a ring: the newest some hundred entries, over navigations too. Listening
 * begins with the first call, and nothing is asked of the page before; where the browser keeps what came earlier, that
 * is there as well. Throws what stands in the way of listening (dialog_open, unresponsive); once it listens, what was
 * heard is told whatever the page does.
 */
export interface Feed<T extends { readonly seq: number }> {
  /** False before the first call. */
  readonly isListening: boolean
  /** The `seq` of the newest entry; where there is none, the number before the first. */
  mark(signal: AbortSignal): Promise<number>
  /**
   * Entries that came or ended after the mark, oldest first; `lost` counts those that are kept no more. All of them
   * after 0, and after a number that was never reached.
   */
  since(mark: number, signal: AbortSignal): Promise<{ readonly entries: readonly T[]; readonly lost: number }>
}

export interface ConsoleEntry {
  /** Rises by one an entry; never given twice while the tab is attached. */
  readonly seq: number
  readonly level: ConsoleLevel
  /** Arguments as the console would show them, joined with spaces; at most some 10,000 characters. */
  readonly text: string
  /** ms since 1970. */
  readonly at: number
  /** `url:line` of the call, where it is known. */
  readonly source?: string
}

/** Passwords, tokens and the like are `[redacted]` in all that is told of a request. */
export interface NetworkEntry {
  /** Given anew when the request ends. */
  readonly seq: number
  /** Never given twice while the tab is attached. */
  readonly id: string
  readonly method: string
  readonly url: string
  /** Document, Script, XHR, Fetch, Image, …: the protocol's words. */
  readonly type: string
  /** HTTP status; absent while it is under way or when it failed. */
  readonly status?: number
  readonly failed?: string
  readonly mimeType?: string
  /** Bytes that came over the network. */
  readonly bytes?: number
  readonly at: number
  readonly durationMs?: number
}

export interface NetworkDetail extends NetworkEntry {
  readonly statusText?: string
  /** What asked for it: `parser`, `script`, …, with `url:line` where it is known. */
  readonly initiator?: string
  /** Names as they were sent; values cut at some 1,000 characters. */
  readonly requestHeaders: { readonly [name: string]: string }
  readonly responseHeaders?: { readonly [name: string]: string }
  readonly postData?: string
  /** The response's text, as much as the browser keeps. */
  readonly body?: string
  /** Why there is none. */
  readonly noBody?: string
}

export interface DownloadEntry {
  /** Given anew when the download ends. */
  readonly seq: number
  readonly url: string
  readonly name: string
  /** Where it is, or will be, on the daemon's machine; absent in a browser that is not told where. */
  readonly path?: string
  readonly state: 'inProgress' | 'completed' | 'canceled'
  readonly bytes: number
  readonly totalBytes?: number
  readonly at: number
}

/** An element that a selector found. */
export interface Found {
  /** For `text`, `html` and `visibility`; also of an element that is not in the tree, such as a plain wrapper. */
  readonly key: Key
  /** What the tree, as it was last read, has of it: the element itself, else the outermost elements in it. */
  readonly inTree: readonly Key[]
}

/** An element that stands in the way. */
export interface Obstacle {
  /** Only where the tree has it. */
  readonly key?: Key
  /** Such as `div#panel` or `dialog "Cookies"`; from the page, so it is not to be trusted. */
  readonly text: string
}

/** Whether an element can be seen. Percents are whole numbers; what is next to nothing is 1, what is next to all 100. */
export interface Visibility {
  /** Rendered; outside of the viewport, cut off or covered is not hidden. */
  readonly visible: boolean
  /** How much of it is inside the viewport and not cut off. */
  readonly shownPercent: number
  /** The ancestor that cuts off most of what is cut off. */
  readonly clippedBy?: Obstacle
  /** What a press on it would meet instead, and on how much of what is shown. */
  readonly coveredBy?: Obstacle
  readonly coveredPercent?: number
  /**
   * Why it is not visible (`display:none`, `visibility:hidden`, `opacity:0`, `zero size`, `off-screen`, `details closed`,
   * …), or out of use although it is (`modal dialog`, `inert`, `aria-hidden`).
   */
  readonly reason?: string
  /** The element that the reason lies in; absent where it is the element itself. */
  readonly hiddenBy?: Obstacle
  /** It is hidden, and a label that is not stands for it. */
  readonly hasLabel?: boolean
  /** Url of the frame that it is in. */
  readonly frame?: string
}

/** What a page has beyond its elements. */
export interface Page {
  readonly url: string
  readonly title: string
  readonly dialog: OpenDialog | undefined
  /**
   * Returns when `waitFor` holds or the signal aborts: the title, where a new document came. `goto` throws not_found
   * when the page cannot be reached.
   */
  navigate(
    to: { readonly url: string } | 'back' | 'forward' | 'reload',
    waitFor: 'load' | 'domcontentloaded' | 'networkidle',
    signal: AbortSignal,
  ): Promise<string | undefined>
  /** Rendered text, or HTML with secure values left out, of the page or of one element. */
  text(key: Key | undefined, signal: AbortSignal): Promise<string>
  html(key: Key | undefined, signal: AbortSignal): Promise<string>
  /**
   * The first element that a CSS selector finds in the page, else in its frames, shadow roots included. Throws
   * invalid_params when it is no selector.
   */
  query(selector: string, signal: AbortSignal): Promise<Found | undefined>
  /**
   * A picture. The tab stays where it is, in front or behind. Throws dialog_open, element_gone, and element_changed
   * where nothing of an element can be seen.
   */
  capture(wish: Capture, signal: AbortSignal): Promise<Picture>
  visibility(key: Key, signal: AbortSignal): Promise<Visibility>
  /** Throws not_found when none is open. */
  answerDialog(accept: boolean, text: string | undefined): Promise<OpenDialog>
  select(): Promise<void>
  readonly scripts: Scripts
  /** What scripts logged, exceptions that nobody caught, and the browser's own remarks. */
  readonly console: Feed<ConsoleEntry>
  readonly network: Feed<NetworkEntry> & {
    /** Undefined where no such request is kept. */
    detail(id: string, signal: AbortSignal): Promise<NetworkDetail | undefined>
  }
  readonly downloads: Feed<DownloadEntry>
}
