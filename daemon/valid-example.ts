/** Finds an example call that shows a given parameter with a valid value and resembles the failed call. */
import type { Example, Method } from '../api-schema/method.ts'
import { methods } from '../api-schema/methods.ts'
import { namedSchemas } from '../api-schema/named.ts'
import type { AnySchema, ObjectSchema, RefSchema, Schema } from '../api-schema/schema.ts'
import { isObject } from './json.ts'

type Params = Example['params']
export interface Shown {
  readonly given: unknown
  /** The path to the parameter: `['find', 'filter', 'role']`. */
  readonly names: readonly string[]
}
export type Fits = (schema: Schema, value: unknown) => boolean

/** One of the method's own examples, with the parameter added if missing. */
export function exampleFor({ examples, params: schema }: Method, { given, names }: Shown, fits: Fits): Params {
  const fit = (params: Params) => 100 * depthIn(params, names) + likeness(params, given)
  const likest = examples.map(({ params }) => params).sort((one, other) => fit(other) - fit(one))
  for (const params of [...likest, {}]) {
    const shown = withShown(schema, params, names, fits) as Params
    if (fits(schema, shown)) return shown
  }
  return likest[0] ?? {}
}

function depthIn(at: unknown, [name, ...rest]: readonly string[]): number {
  const has = name !== undefined && (isObject(at) ? name in at : Array.isArray(at) && name in at)
  return has ? 1 + depthIn((at as Params)[name], rest) : 0
}

/** Scores each name in both calls, highest for the same word; a name that was not given costs. */
function likeness(example: Params, given: unknown): number {
  if (!isObject(given)) return 0
  let points = 0
  for (const [name, value] of Object.entries(example)) {
    const other = given[name]
    points += other === undefined ? -1 : typeof value === 'string' && value === other ? 3 : 1
    if (isObject(value) && isObject(other)) points += likeness(value, other)
  }
  return points
}

function withShown(schema: Schema, at: unknown, [name, ...rest]: readonly string[], fits: Fits, own = ''): unknown {
  if (name === undefined) return at ?? validValue(schema, own, fits)
  const plain = plainOf(schema)
  if (plain.type === 'array') {
    const list: unknown[] = Array.isArray(at) ? [...at] : []
    const index = Math.min(Number(name), list.length)
    list[index] = withShown(plain.items, list[index], rest, fits, own)
    return list
  }
  if (plain.type !== 'object') return at
  const part = plain.properties?.[name] ?? plain.additionalProperties
  if (!part) return at
  const object = isObject(at) ? at : requiredOf(plain, fits)
  return { ...object, [name]: withShown(part, object[name], rest, fits, name) }
}

/** A value that any method's example shows for this name; otherwise one made from its schema. */
function validValue(schema: Schema, name: string, fits: Fits): unknown {
  const plain = plainOf(schema)
  const shown = seen()
    .get(name)
    ?.find((value) => fits(plain, value))
  if (shown !== undefined) return shown
  switch (plain.type) {
    case 'string':
      return plain.enum?.[0] ?? plain.default ?? name
    case 'boolean':
      return plain.default !== true
    case 'number':
    case 'integer':
      return plain.default ?? Math.min(Math.max(1, plain.minimum ?? 1), plain.maximum ?? 1)
    case 'array':
      return plain.default ?? [validValue(plain.items, name, fits)]
    case 'object':
      return requiredOf(plain, fits)
    default:
      return name
  }
}

function requiredOf(schema: ObjectSchema, fits: Fits): Params {
  const { properties = {}, required = [] } = schema
  return Object.fromEntries(required.map((name) => [name, validValue(properties[name]!, name, fits)]))
}

function plainOf(schema: Schema): Exclude<Schema, RefSchema> {
  return isReference(schema) ? namedSchemas[schema.$ref] : schema
}

function isReference(schema: Schema): schema is RefSchema {
  return (schema as RefSchema | AnySchema).$ref !== undefined
}

let values: Map<string, unknown[]> | undefined
/** Values that all methods' examples show, by name. */
function seen(): ReadonlyMap<string, readonly unknown[]> {
  if (values !== undefined) return values
  values = new Map()
  const stack: unknown[] = Object.values<Method>(methods).flatMap(({ examples }) =>
    examples.map(({ params }) => params),
  )
  for (let at = stack.shift(); at !== undefined; at = stack.shift()) {
    if (Array.isArray(at)) stack.push(...at)
    if (!isObject(at)) continue
    for (const [name, value] of Object.entries(at)) {
      values.set(name, [...(values.get(name) ?? []), value])
      stack.push(value)
    }
  }
  return values
}
