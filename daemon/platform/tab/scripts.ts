/** Scripts that agents run in a page, and how their values are described. */

import type { Key } from '../element/row.ts'
import type { OpenDialog } from './dialog.ts'

/** A value of the page as text, with no handle on it kept. All of it is the page's text. */
export interface Described {
  /** `typeof`; for objects `null`, `array`, `node`, `error`, `object`, or the class name. */
  readonly type: string
  /** `whole` is JSON, or for a string the string itself. Otherwise it is what a console would show. */
  readonly plain: boolean
  /** Characters of the whole. */
  readonly total: number
  /** It is longer still; counting stopped. */
  readonly more?: boolean
  /** Left out if longer than `most`. */
  readonly whole?: string
  /** If the whole is longer than `shown`, and for a list of nodes. */
  readonly summary?: Summary
}

/** The beginning of a text, the first items of a list, the keys of an object. */
export type Summary =
  | string
  | { readonly name: string; readonly size: number; readonly items: readonly Summary[]; readonly lines: boolean }
  | { readonly name: string; readonly size: number; readonly keys: readonly string[] }

export interface ScriptOptions {
  /** The script runs in this element's document and receives it. */
  readonly element?: Key
  /** Characters up to which the whole is fetched, and up to which it needs no summary. */
  readonly most: number
  readonly shown: number
  /** `performance.now()` at which it is stopped. */
  readonly deadline: number
  readonly signal: AbortSignal
}

/** The script ended; or a dialog blocks it, and its value is lost. */
export type ScriptOutcome =
  | { readonly value: Described; readonly valueless?: boolean }
  | { readonly dialog: OpenDialog }

/** A function by its source. Functions of different scopes never clash, whatever their names. */
export interface NamedFunction {
  readonly scope: string
  readonly name: string
  readonly source: string
}

/**
 * Everything runs in the page's own world, even on pages that forbid `eval`. Throws script_failed (it did not compile,
 * threw, or lost its document), timeout (it was stopped), unresponsive (it never started), element_gone, dialog_open.
 */
export interface Scripts {
  /**
   * Runs an expression, statements (the last one's value counts) or a function, which is called. The element is
   * `element` and the function's argument. The result is awaited. `valueless`: the last statement has no value.
   */
  run(script: string, options: ScriptOptions): Promise<ScriptOutcome>
  /** Defines a function in every document of the tab, now and later. Replaces one of the same name. */
  define(fn: NamedFunction, options: ScriptOptions): Promise<void>
  /** Calls a function with JSON values, after the element. Defines it where it is missing. */
  call(fn: NamedFunction, args: readonly unknown[], options: ScriptOptions): Promise<ScriptOutcome>
  /** Removes all functions of a scope from the tab's documents. Never throws. */
  forget(scope: string): Promise<void>
}
