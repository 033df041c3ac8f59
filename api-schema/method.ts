/** A method as one record, from which validators, types, OpenRPC, MCP tools, flags and pages are generated. */
import type { ErrorName } from './errors.ts'
import { expectation } from './expectation.ts'
import { included } from './included.ts'
import type { Infer, ObjectSchema } from './schema.ts'

/** Each scope includes the ones before it: `evaluate` includes `read`. */
export const scopes = ['read', 'interact', 'evaluate', 'admin'] as const
export type Scope = (typeof scopes)[number]

export function allows(granted: Scope, needed: Scope): boolean {
  return scopes.indexOf(granted) >= scopes.indexOf(needed)
}

/** Groups of the MCP tool list; `none` is not listed there. */
export const toolGroups = ['core', 'page', 'scripts', 'browser'] as const
export type ToolGroup = (typeof toolGroups)[number]
type Group = ToolGroup | 'none'

export interface Example {
  readonly summary: string
  readonly params: { readonly [name: string]: unknown }
  readonly result?: unknown
}

interface Facts {
  readonly name: string
  readonly summary: string
  readonly params: ObjectSchema
  readonly result: ObjectSchema
  /** Its own errors, without those that every method can have (invalid_params, timeout, …). */
  readonly errors: readonly ErrorName[]
  readonly scope: Scope
  /**
   * The values of the parameter `action` that act, and the scope each needs; with any other value the method only
   * reads.
   */
  readonly actionScopes?: { readonly [action: string]: Scope }
  /** Does a call of an acting method only read, judged by its parameters as they came? */
  readonly onlyReads?: (params: { readonly [name: string]: unknown }) => boolean
  /** Its effect on the screen: `acts` may change something, and is never retried automatically. */
  readonly effect: 'reads' | 'acts'
  readonly group: Group
  /** Positional arguments of `ix NAME …`, in order: the parameters they fill. */
  readonly positional?: readonly string[]
  readonly examples: readonly Example[]
  /** Its time limit in ms if the caller gives none, for limits that depend on the call. */
  readonly limitMs?: (params: { readonly [name: string]: unknown }) => number
  /** Its text is printed verbatim, so that it can be piped. */
  readonly isVerbatim?: true
  /** Its text is a JSON value, printed alone, so that a script can use it. */
  readonly isValue?: true
}

/** The result as text, over MCP and in the shell; JSON if absent. */
interface Text<R> {
  readonly text?: (result: R) => string
}
export type Method = Facts & Text<never>

/** The scope that a call with these parameters needs. */
export function scopeOf({ scope, actionScopes = {}, onlyReads }: Method, params: unknown): Scope {
  if (onlyReads?.(valuesIn(params))) return 'read'
  const action = actionOf(params)
  return (Object.hasOwn(actionScopes, action) && actionScopes[action]) || scope
}

/** The effect of a call with these parameters. A word that is not in the schema may be understood as one that acts. */
export function effectOf(method: Method, params: unknown): Method['effect'] {
  const { effect, actionScopes, onlyReads } = method
  const { properties } = method.params
  if (onlyReads?.(valuesIn(params))) return 'reads'
  const action = actionOf(params)
  if (actionScopes === undefined || Object.hasOwn(actionScopes, action)) return effect
  const words = properties?.action
  const isKnown = action === '' || (words !== undefined && 'enum' in words && words.enum.includes(action))
  return isKnown ? 'reads' : effect
}

function actionOf(params: unknown): string {
  const { action } = valuesIn(params)
  return typeof action === 'string' ? action : ''
}

function valuesIn(params: unknown): { readonly [name: string]: unknown } {
  return typeof params === 'object' && params !== null ? (params as { readonly [name: string]: unknown }) : {}
}

const asked = { expectation } as const

/** The method's own properties come first and take precedence. */
type With<S extends ObjectSchema, More> = Omit<S, 'properties'> & {
  readonly properties: Omit<More, keyof S['properties']> & S['properties']
}
type Expecting<M extends Facts> = Omit<M, 'params' | 'result'> & {
  readonly params: With<M['params'], typeof asked>
  readonly result: With<M['result'], typeof included>
}

/** Every method takes an `expectation`, and can answer with what it asks for. */
export function defineMethod<const M extends Facts, const R extends ObjectSchema>(
  method: M & { readonly result: R } & Text<Infer<R, 'in'>>,
): Expecting<M> {
  const { params, result, ...rest }: M = method
  return { ...rest, params: withMore(params, asked), result: withMore(result, included) }
}

function withMore<S extends ObjectSchema, More>(schema: S, more: More): With<S, More> {
  const own = schema.properties ?? {}
  const others = Object.entries(more as object).filter(([name]) => !(name in own))
  return { ...schema, properties: { ...own, ...Object.fromEntries(others) } } as unknown as With<S, More>
}
