/**
 * The closed subset of JSON Schema in which the whole API is written, and the TypeScript types derived from it. Draft-07
 * and 2020-12 agree on the subset, so the same constant serves ajv, OpenRPC and MCP.
 */

interface Described {
  readonly description?: string
}
interface StringSchema extends Described {
  readonly type: 'string'
  readonly enum?: readonly string[]
  readonly default?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
}
interface NumberSchema extends Described {
  readonly type: 'number' | 'integer'
  readonly default?: number
  readonly minimum?: number
  readonly maximum?: number
}
interface BooleanSchema extends Described {
  readonly type: 'boolean'
  readonly default?: boolean
}
interface ArraySchema extends Described {
  readonly type: 'array'
  readonly items: Schema
  readonly default?: readonly unknown[]
  readonly minItems?: number
  readonly maxItems?: number
}
export interface ObjectSchema extends Described {
  readonly type: 'object'
  readonly properties?: { readonly [name: string]: Schema }
  readonly required?: readonly string[]
  /** `false` closes the object; a schema types a map of free names. */
  readonly additionalProperties?: false | Schema
  readonly maxProperties?: number
  /** Requirements that depend on the value of one of its own properties. */
  readonly allOf?: readonly Condition[]
}
/** `if` the property has the value, `then` these are required too. */
interface Condition {
  readonly if: {
    readonly properties: { readonly [name: string]: { readonly const: string } }
    readonly required: readonly string[]
  }
  readonly then: { readonly required: readonly string[] }
}
/** A schema registered by name in `Named`; the only way to recurse. */
export interface RefSchema extends Described {
  readonly $ref: keyof Named
}
/** Any JSON value: what a script returned, or an attribute. */
export interface AnySchema extends Described {
  readonly type?: never
  readonly $ref?: never
}
export type Schema = StringSchema | NumberSchema | BooleanSchema | ArraySchema | ObjectSchema | RefSchema | AnySchema

/** Types of the schemas that are referred to by name. `element.ts` adds to it. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging, where the types are written
export interface Named {}

type Simplify<T> = { [K in keyof T]: T[K] }
type Properties<S> = S extends { readonly properties: infer P extends { readonly [name: string]: Schema } }
  ? P
  : unknown
type RequiredNames<S> = S extends { readonly required: readonly (infer N)[] } ? N : never
type Defaulted<P> = { [K in keyof P]: P[K] extends { readonly default: unknown } ? K : never }[keyof P]

/**
 * The type of the values a schema allows. With `'in'` (what a client may send), a property with a default is optional;
 * with `'out'` (what a handler receives), it is present.
 */
// biome-ignore format: nested conditional types are unreadable when they are filled
export type Infer<S, Direction extends 'in' | 'out' = 'out'> =
  S extends { readonly $ref: infer N extends keyof Named } ? Named[N] :
  S extends { readonly enum: readonly (infer E)[] } ? E :
  S extends { readonly type: 'string' } ? string :
  S extends { readonly type: 'number' | 'integer' } ? number :
  S extends { readonly type: 'boolean' } ? boolean :
  S extends { readonly type: 'array'; readonly items: infer I } ? readonly Infer<I, Direction>[] :
  S extends { readonly type: 'object' } ? InferObject<S, Properties<S>, Direction> :
  unknown

// biome-ignore format: as above
type InferObject<S, P, Direction extends 'in' | 'out'> = Simplify<
  { readonly [K in keyof P as IsPresent<S, P, K, Direction> extends true ? K : never]: Infer<P[K], Direction> } &
  { readonly [K in keyof P as IsPresent<S, P, K, Direction> extends true ? never : K]?: Infer<P[K], Direction> | undefined } &
  (S extends { readonly additionalProperties: infer A extends Schema } ? { readonly [name: string]: Infer<A, Direction> } : unknown)
>
// biome-ignore format: as above
type IsPresent<S, P, K, Direction> =
  K extends RequiredNames<S> ? true :
  Direction extends 'out' ? (K extends Defaulted<P> ? true : false) : false
