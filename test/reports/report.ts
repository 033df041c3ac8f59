/** What a row of the table of public reports has, and its acts in few words. */
import type { Result } from '../../api-schema/methods.ts'

type Filter = { readonly [name: string]: unknown }
type Effect = NonNullable<Result<'interact'>['effect']>

/** A call of `interact` on the page. */
export interface Act {
  /** Text of the element, or `find` without its place. */
  readonly on?: string | Filter
  readonly action: string
  /** The element to drag it to, or how far to scroll. */
  readonly to?: string | { readonly find: Filter } | { readonly x?: number; readonly y?: number }
  /** What the answer says: an effect, several where each is true, or the name of an error. */
  readonly says?: Effect | string | readonly string[]
  readonly value?: string
  readonly keys?: string
}

/** What a view has or lacks, what is waited for, or what the page does by itself meanwhile. */
export type Step =
  | Act
  | { readonly shows: RegExp; readonly all?: boolean }
  | { readonly lacks: RegExp }
  | { readonly waits: Filter }
  | { readonly page: string }

export interface Report {
  /** Where it was reported: `owner/name#number`. */
  readonly of: string
  readonly kind: string
  /** The body; `log` is a list, `/inner` the page in `inner`, and OTHER another site of the same pages. */
  readonly page: string
  readonly inner?: string
  readonly steps: readonly Step[]
  /** An expression of the page, and what it comes to when all was done. */
  readonly right: readonly [expression: string, value: unknown]
  /** What came first, where it was something else, until its kind was mended. */
  readonly came?: string
  /** Why it does not hold yet. */
  readonly todo?: string
}

export const click = (on: string | Filter, more: object = {}): Act => ({ on, action: 'click', ...more })
export const set = (on: string | Filter, value: string, more: object = {}): Act => ({
  on,
  action: 'set_value',
  value,
  ...more,
})
export const type = (on: string | Filter, value: string, more: object = {}): Act => ({
  on,
  action: 'type',
  value,
  ...more,
})
export const select = (on: string | Filter, value: string, more: object = {}): Act => ({
  on,
  action: 'select',
  value,
  ...more,
})
export const wait = (text: string): Step => ({ waits: { filter: { anyFieldContains: text } } })
