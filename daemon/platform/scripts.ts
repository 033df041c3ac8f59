/** Scripts of agents in a page: what is run, and how its value is told. */
import type { OpenDialog } from './page.ts'
import type { Key } from './platform.ts'

/** A value of the page, told as text: no handle of it is left. All of it is text of the page. */
export interface Described {
  /** What `typeof` says; of objects `null`, `array`, `node`, `error`, `object`, or the name of their class. */
  readonly type: string
  /** `whole` is JSON; of a string, the string itself. Else it is what a console would show. */
  readonly plain: boolean
  /** Characters of the whole. */
  readonly total: number
  /** It is longer still: nobody counted on. */
  readonly more?: boolean
  /** Left out where it is longer than `most`. */
  readonly whole?: string
  /** Where the whole is longer than `shown`, and of a list of nodes. */
  readonly summary?: Summary
}

/** The beginning of a text; the first of a list; the keys of an object. */
export type Summary =
  | string
  | { readonly name: string; readonly size: number; readonly items: readonly Summary[]; readonly lines: boolean }
  | { readonly name: string; readonly size: number; readonly keys: readonly string[] }

export interface ScriptOptions {
  /** The script runs in the document of this element, and gets it. */
  readonly element?: Key
  /** Characters up to which the whole is fetched, and up to which it needs no summary. */
  readonly most: number
  readonly shown: number
  /** `performance.now()` at which it is stopped. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** The script ended; or a dialog holds it up, and its value is lost. */
export type ScriptOutcome =
  | { readonly value: Described; readonly valueless?: boolean }
  | { readonly dialog: OpenDialog }

/** A function by its source. Those of two scopes never meet, whatever their names. */
export interface NamedFunction {
  readonly scope: string
  readonly name: string
  readonly source: string
}

/**
 * All of it runs in the page's own world, for pages that forbid `eval` too. Throws script_failed (it does not compile, it
 * threw, its document went away), timeout (it was stopped), unresponsive (it was not begun), element_gone, dialog_open.
 */
export interface Scripts {
  /**
   * An expression, statements of which the last one's value counts, or a function, which is called. The element is
   * `element`, and the function's argument. What it gives is awaited. `valueless` says that the last statement has no
   * value to give.
   */
  run(script: string, options: ScriptOptions): Promise<ScriptOutcome>
  /** Makes a function known in every document of the tab, those to come too. One of the same name gives way. */
  define(fn: NamedFunction, options: ScriptOptions): Promise<void>
  /** Calls a function with JSON values, after the element. Where it is not known it is made known. */
  call(fn: NamedFunction, args: readonly unknown[], options: ScriptOptions): Promise<ScriptOutcome>
}
