/** What a method is: one record, from which validators, types, OpenRPC, MCP tools, flags and pages follow. */
import type { ErrorName } from './errors.ts'
import { expectation } from './expectation.ts'
import { included } from './included.ts'
import type { ObjectSchema } from './schema.ts'

/** Scopes contain the ones before them: who may `evaluate` may also `read`. */
export const scopes = ['read', 'interact', 'evaluate', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** Groups of the MCP tool list; `none` is not listed there. */
export type Group = 'core' | 'page' | 'scripts' | 'none'

export interface Example {
  readonly summary: string
  readonly params: { readonly [name: string]: unknown }
  readonly result?: unknown
}

export interface Method {
  readonly name: string
  readonly summary: string
  readonly params: ObjectSchema
  readonly result: ObjectSchema
  /** Errors of its own; those that every method can have (invalid_params, timeout, …) are not repeated. */
  readonly errors: readonly ErrorName[]
  readonly scope: Scope
  /** Values of the parameter `action` that act, and the scope that each needs; with the others the method reads. */
  readonly actionScopes?: { readonly [action: string]: Scope }
  /** What it does to the screen: `acts` may change something, and is not repeated by itself. */
  readonly effect: 'reads' | 'acts'
  readonly group: Group
  /** Positional arguments of `ix NAME …`, in order, and the parameters they fill. */
  readonly positional?: readonly string[]
  readonly examples: readonly Example[]
}

/** What a call with these parameters needs. */
export function scopeOf({ scope, actionScopes = {} }: Method, params: unknown): Scope {
  const action = actionOf(params)
  return (Object.hasOwn(actionScopes, action) && actionScopes[action]) || scope
}

/** What a call with these parameters does. */
export function effectOf({ effect, actionScopes }: Method, params: unknown): Method['effect'] {
  return actionScopes === undefined || Object.hasOwn(actionScopes, actionOf(params)) ? effect : 'reads'
}

function actionOf(params: unknown): string {
  const { action } = (params ?? {}) as { readonly action?: unknown }
  return typeof action === 'string' ? action : ''
}

const asked = { expectation } as const

/** Properties of its own come first, and win. */
type With<S extends ObjectSchema, More> = Omit<S, 'properties'> & {
  readonly properties: Omit<More, keyof S['properties']> & S['properties']
}
type Expecting<M extends Method> = Omit<M, 'params' | 'result'> & {
  readonly params: With<M['params'], typeof asked>
  readonly result: With<M['result'], typeof included>
}

/** Every method takes an `expectation`, and can answer what it asks for. */
export function defineMethod<const M extends Method>(method: M): Expecting<M> {
  const { params, result, ...rest } = method
  return { ...rest, params: withMore(params, asked), result: withMore(result, included) }
}

function withMore<S extends ObjectSchema, More>(schema: S, more: More): With<S, More> {
  const own = schema.properties ?? {}
  const others = Object.entries(more as object).filter(([name]) => !(name in own))
  return { ...schema, properties: { ...own, ...Object.fromEntries(others) } } as unknown as With<S, More>
}
