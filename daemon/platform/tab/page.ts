/**
 * The parts of a source that only a tab has, besides its elements. The contracts of `platform.ts` on
 * signals and Problems apply here too.
 */
import type { ConsoleLevel } from '../../../api-schema/methods/console.ts'
import type { Key } from '../element/row.ts'
import type { Capture, Picture } from '../picture.ts'
import type { OpenDialog } from './dialog.ts'
import type { PendingNavigation } from './pending-navigation.ts'
import type { Scripts } from './scripts.ts'
import type { PageTools } from './tools.ts'

/**
 * What a page reports as it happens, kept in a ring of a few hundred entries that survives navigation. Listening starts
 * with the first call; nothing is requested from the page before, but earlier entries are included if the browser kept
 * them. Throws what prevents listening (dialog_open, unresponsive); once listening, entries are available whatever the
 * page does.
 */
export interface Feed<T extends { readonly seq: number }> {
  /** False before the first call. */
  readonly isListening: boolean
  /** The `seq` of the newest entry; without entries, the number before the first. */
  mark(signal: AbortSignal): Promise<number>
  /**
   * Entries that came or ended after the mark, oldest first; `lost` counts those dropped since. Everything after 0, or
   * after a number that was never reached.
   */
  since(mark: number, signal: AbortSignal): Promise<{ readonly entries: readonly T[]; readonly lost: number }>
}

export interface ConsoleEntry {
  /** Addresses of the documents or scripts that it came from. */
  readonly from?: readonly string[]
  /** Increases by one per entry; never reused while the tab is attached. */
  readonly seq: number
  readonly level: ConsoleLevel
  /** Arguments as the console would show them, joined with spaces; at most about 10,000 characters. */
  readonly text: string
  /** ms since 1970. */
  readonly at: number
  /** `url:line` of the call, if known. */
  readonly source?: string
}

/** Passwords, tokens and the like are `[redacted]` everywhere in a request. */
export interface NetworkEntry {
  /** Renewed when the request ends. */
  readonly seq: number
  /** Never reused while the tab is attached. */
  readonly id: string
  readonly method: string
  readonly url: string
  /** Document, Script, XHR, Fetch, Image, …: the protocol's words. */
  readonly type: string
  /** HTTP status; absent while pending or after a failure. */
  readonly status?: number
  readonly failed?: string
  readonly mimeType?: string
  /** Bytes received over the network. */
  readonly bytes?: number
  readonly at: number
  readonly durationMs?: number
}

export interface NetworkDetail extends NetworkEntry {
  readonly statusText?: string
  /** What requested it: `parser`, `script`, …, with `url:line` if known. */
  readonly initiator?: string
  /** Names as sent; values cut at about 1,000 characters. */
  readonly requestHeaders: { readonly [name: string]: string }
  readonly responseHeaders?: { readonly [name: string]: string }
  readonly postData?: string
  /** The response's text, as much as the browser keeps. */
  readonly body?: string
  /** Why there is no body. */
  readonly noBody?: string
}

export interface DownloadEntry {
  /** Addresses of the documents or scripts that it came from. */
  readonly from?: readonly string[]
  /** Renewed when the download ends. */
  readonly seq: number
  readonly url: string
  readonly name: string
  /** Where it is or will be on the daemon's machine; absent in browsers whose download folder the daemon does not set. */
  readonly path?: string
  readonly state: 'inProgress' | 'completed' | 'canceled'
  readonly bytes: number
  readonly totalBytes?: number
  readonly at: number
}

/** An element found by a selector. */
export interface Found {
  /** For `text`, `html` and `visibility`; also valid for an element outside the tree, such as a plain wrapper. */
  readonly key: Key
  /** Its counterpart in the tree as last read: the element itself, or the outermost elements inside it. */
  readonly inTree: readonly Key[]
  /** How many elements of its document the selector matches; it is the first. */
  readonly matches: number
}

/** An element in the way. */
export interface Obstacle {
  /** Only if it is in the tree. */
  readonly key?: Key
  /** Such as `div#panel` or `dialog "Cookies"`; untrusted, it comes from the page. */
  readonly text: string
}

/** Whether an element can be seen. Percentages are whole numbers; almost nothing is 1, almost everything 100. */
export interface Visibility {
  /** Rendered; outside the viewport, clipped or covered does not count as hidden. */
  readonly visible: boolean
  /** How much of it is inside the viewport and not clipped. */
  readonly shownPercent: number
  /** The ancestor that clips most of the clipped part. */
  readonly clippedBy?: Obstacle
  /** What a press would hit instead, and over how much of the visible part. */
  readonly coveredBy?: Obstacle
  readonly coveredPercent?: number
  /**
   * Why it is not visible (`display:none`, `visibility:hidden`, `opacity:0`, `zero size`, `off-screen`, `details
   * closed`, …), or unusable although visible (`modal dialog`, `inert`, `aria-hidden`).
   */
  readonly reason?: string
  /** The element that causes this; absent if it is the element itself. */
  readonly hiddenBy?: Obstacle
  /** It is hidden, but a visible label stands in for it. */
  readonly hasLabel?: boolean
  /** URL of its HTML frame. */
  readonly frame?: string
}

export interface Printing {
  readonly paper: 'a3' | 'a4' | 'a5' | 'letter' | 'legal'
  readonly landscape: boolean
  /** Such as `1-3,5`. */
  readonly pages?: string | undefined
  readonly scale: number
  readonly background: boolean
}

export interface FieldText {
  readonly text: string
  readonly isDrawn: boolean
}

export interface Arrival {
  /** Title of a new document. */
  readonly title?: string | undefined
  /** Usable, but still loading. */
  readonly loading?: true
  /** No new document was requested: only the fragment differs, or not even that. */
  readonly isWithin?: true
}

export interface Filled {
  /** This waited, so the page may differ from before. */
  readonly hasWaited: boolean
  /** More seems to be on its way. */
  readonly loading: boolean
}

/**
 * What caused changes, as far as the last press or key is concerned. What is in no set came of something that the
 * browser does not report.
 */
export interface Origins {
  /**
   * Changed by the act before anything else could run, or by a timer, request, promise or message that traces back to
   * it.
   */
  readonly caused: ReadonlySet<Key>
  /** Changed by nothing that traces back to the act, or had changed before it. */
  readonly foreign: ReadonlySet<Key>
  /**
   * Nothing was written there since before the act: only the pointer, the focus or a style can have changed how it is
   * drawn.
   */
  readonly still: ReadonlySet<Key>
}

/** A question about a press: what has changed since, and everything that has appeared. */
export interface Beside {
  readonly target: Key
  readonly keys: readonly Key[]
  /** Elements that were on and are off. */
  readonly off: readonly Key[]
  /** Outermost elements that have appeared. */
  readonly come: readonly Key[]
  /** What was built again as it was. */
  readonly redrawn: readonly Key[]
}

/**
 * What a drag brought: things followed the pointer to where it let go, the part that it ended in says what was dragged, something
 * appeared there, or there was a change at its ends or on a canvas between them.
 */
export type Brought = 'led' | 'inside' | 'came' | 'changed'

/** Which changes any press would have brought. */
export interface Besides {
  /** What only the focus has changed, and tips: mere text that a page shows at the pointer. */
  readonly aside: ReadonlySet<Key>
  /**
   * What only listeners of the whole page have switched off or built again, as they would for a press anywhere else; and what has
   * appeared but existed before.
   */
  readonly loose: ReadonlySet<Key>
  /** A layer that was not pressed has closed, as it would for a press anywhere else. */
  readonly hasShut: boolean
  /**
   * Something has appeared or changed at the target, but not in the press's own task: the pointer may have brought it.
   */
  readonly isAtPointer: boolean
}

/** A page, beyond its elements. */
export interface Page {
  readonly url: string
  readonly title: string
  readonly dialog: OpenDialog | undefined
  /** Pending navigations. */
  readonly pendingNavigations: readonly PendingNavigation[]
  /**
   * Returns when the page can be used and has filled itself, or at the latest a while after it has loaded; with
   * `waitFor`, when that stage is reached or the deadline is near. Throws not_found if it cannot be reached, timeout if
   * its server does not answer.
   */
  navigate(
    to: { readonly url: string } | 'back' | 'forward' | 'reload' | 'stop',
    waitFor: 'load' | 'domcontentloaded' | 'networkidle' | undefined,
    signal: AbortSignal,
    deadline?: number,
  ): Promise<Arrival>
  /**
   * Waits again, no longer than a person would, while the page keeps filling itself: requests are open, something says
   * that it is busy, or the page has grown since the last look.
   */
  fills(signal: AbortSignal): Promise<Filled>
  /** At the last look, something in the page said that more is to come. */
  readonly isFilling: boolean
  /**
   * Ensures that the page, or the element's frame, can answer: waits briefly for a pending navigation, and cancels it if the
   * server does not answer. Returns the cancelled address.
   */
  stay(key: Key, signal: AbortSignal): Promise<string | undefined>
  /** Rendered text, or HTML without secure values, of the page or of one element. */
  text(key: Key | undefined, signal: AbortSignal): Promise<string>
  html(key: Key | undefined, signal: AbortSignal): Promise<string>
  /**
   * A text field's text as a person sees it; undefined for other elements. `isDrawn`: an editor draws the text next to
   * the field that takes the keys, and these are the lines in view.
   */
  fieldText(key: Key, signal: AbortSignal): Promise<FieldText | undefined>
  /** The element to press so that a hidden one appears; undefined if the page does not say. */
  opener(key: Key, signal: AbortSignal): Promise<Key | undefined>
  /** What caused the changes of these; for `others`, what made them appear, disappear or be drawn differently. */
  origins(keys: readonly Key[], others: ReadonlySet<Key>, signal: AbortSignal): Promise<Origins>
  /** Which of these changes, and of the removals, the last press on the target would have brought anywhere. */
  besides(what: Beside, signal: AbortSignal): Promise<Besides>
  /** Moves the pointer out of the page: what it would bring there later would not be an effect of an act. */
  leave(signal: AbortSignal): Promise<void>
  /**
   * Whether the last press put a mark, which most similar elements do not have, on the element or on the row or item
   * around it.
   */
  marked(key: Key, signal: AbortSignal): Promise<boolean>
  /**
   * The boxes around each, innermost first, as the document nests them: the tag, a space and an identifier of the box.
   * Elements that cannot be asked are left out.
   */
  boxesAround(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, readonly string[]>>
  /** For what the last press made it ask for files: a field, or a picker that needs a person. No chooser was shown. */
  readonly asksForFiles: 'field' | 'picker' | undefined
  /** Whether any of these is in an open layer other than that of what was pressed, such as a menu next to its entry. */
  opened(keys: readonly Key[], signal: AbortSignal): Promise<boolean>
  /** Effects of the last drag that no row need show. */
  brought(signal: AbortSignal): Promise<Brought | undefined>
  /** Whether what was dragged was still there at the release, and has disappeared since. */
  leftByDrag(signal: AbortSignal): Promise<boolean>
  /**
   * The first match of a CSS selector in the page, then in its frames, shadow roots included. Throws invalid_params for
   * an invalid selector.
   */
  query(selector: string, signal: AbortSignal): Promise<Found | undefined>
  /**
   * A picture. The tab stays in front or behind as it is. Throws dialog_open, element_gone, and element_changed if no
   * part of the element can be seen.
   */
  capture(options: Capture, signal: AbortSignal): Promise<Picture>
  /** A PDF file. Throws invalid_params for pages that do not exist, unsupported_here if the browser does not print. */
  print(options: Printing, signal: AbortSignal): Promise<Buffer>
  visibility(key: Key, signal: AbortSignal): Promise<Visibility>
  /** Without a text, a prompt is accepted with its default. Throws not_found when no dialog is open. */
  answerDialog(accept: boolean, text: string | undefined): Promise<OpenDialog>
  select(): Promise<void>
  readonly scripts: Scripts
  readonly tools: PageTools
  /** What scripts logged, uncaught exceptions, and the browser's own messages. */
  readonly console: Feed<ConsoleEntry>
  readonly network: Feed<NetworkEntry> & {
    /** Undefined if that request is no longer kept. */
    detail(id: string, signal: AbortSignal): Promise<NetworkDetail | undefined>
    /** Those after the mark, without response bodies. */
    details(mark: number, signal: AbortSignal): Promise<readonly NetworkDetail[]>
  }
  readonly downloads: Feed<DownloadEntry>
}
