/** Tools that a page offers to agents (WebMCP). All that they say of themselves is text of the page. */
import type { OpenDialog } from './dialog.ts'

export interface ToolParameter {
  readonly name: string
  readonly required: boolean
  /** JSON Schema's word, if it is one. */
  readonly type?: string
  /** Short ones only. */
  readonly choices?: readonly string[]
  readonly description?: string
}

export interface PageTool {
  readonly name: string
  readonly description: string
  readonly parameters: readonly ToolParameter[]
  /** It takes no others. */
  readonly isClosed: boolean
  /** A form that the page wants a person to look at before it is sent. */
  readonly isFilled: boolean
  /** Address of its document, which may be a frame. */
  readonly url: string
}

export type ToolInput = { readonly [name: string]: unknown }

export interface ToolOptions {
  /** `performance.now()` at which it is cancelled. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** What came of a call. */
export type ToolOutcome =
  /** JSON, as the tool returned it. */
  | { readonly output: unknown }
  /** The tool threw, or the browser refused the input, in their words. */
  | { readonly failed: string }
  /** The form has been filled, and is not sent. */
  | { readonly filled: true }
  /** The tool waits for it, and its answer is lost. */
  | { readonly dialog: OpenDialog }

export interface PageTools {
  /** False where the browser is known to have none. */
  readonly isSupported: boolean
  /** Those that the page has registered so far and its user may know, without asking the page. */
  readonly known: readonly PageTool[]
  /** Returns when tools that were registered before the call are known, as far as the page answers. */
  caughtUp(signal: AbortSignal): Promise<void>
  /**
   * Calls one of `known`, in the document that offered it. A tool that has not answered by the deadline is cancelled:
   * throws unknown_outcome. Throws not_found if it is no longer offered, dialog_open, tab_not_found.
   */
  call(tool: PageTool, input: ToolInput, options: ToolOptions): Promise<ToolOutcome>
}
