/** Validates values against schemas: fills in defaults, and words errors so that they lead to a correct call. */
import { Ajv, type ErrorObject } from 'ajv'
import type { Method } from '../api-schema/method.ts'
import { namedSchemas } from '../api-schema/named.ts'
import { nearestNames, nearNames } from '../api-schema/near-names.ts'
import type { ObjectSchema, Schema } from '../api-schema/schema.ts'
import { otherNames } from '../api-schema/understood.ts'
import { isObject } from './json.ts'
import { Problem } from './problem.ts'
import { exampleFor } from './valid-example.ts'

interface Fault {
  /** Dotted path that starts with the value's own name: `params.filter.role`. */
  readonly path: string
  readonly expected: string
  readonly found: string
  readonly message: string
  /** The path that an unknown name probably means. */
  readonly meant?: string
}

export type FaultFinder = (value: unknown) => Fault | undefined

/** The schemas are the program's own and tested: used as soon as compiled, mostly only once or twice. */
const fast = { meta: false, validateSchema: false, inlineRefs: false, code: { optimize: false } } as const
const ajv = new Ajv({
  ...fast,
  strict: true,
  strictRequired: false,
  useDefaults: true,
  allErrors: false,
  verbose: true,
  ownProperties: true,
})
/** For fragments of schemas, which are not complete enough for strict checks. */
const parts = new Ajv({ ...fast, strict: false, useDefaults: true, ownProperties: true })
for (const [name, schema] of Object.entries(namedSchemas))
  for (const each of [ajv, parts]) each.addSchema({ ...schema, $id: name })

/** Compiles the schema for the first value. Writes defaults into the value, so the caller must own it. */
export function faultFinder(schema: Schema, name: string): FaultFinder {
  return (value) => {
    // ajv keeps what it compiled from a schema, so this compiles once.
    const validate = ajv.compile(schema)
    fillDefaults(schema, value)
    if (validate(value)) return undefined
    return describe(validate.errors![0]!, schema, name)
  }
}

function fits(schema: Schema, value: unknown): boolean {
  const own = structuredClone(value)
  fillDefaults(schema, own)
  return parts.validate(schema, own)
}

/** ajv checks `allOf` before it fills in defaults, and would miss a requirement that depends on one. */
function fillDefaults(schema: Schema, value: unknown): void {
  if ((schema as ObjectSchema).allOf === undefined) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const object = value as { [name: string]: unknown }
  for (const [name, property] of Object.entries(propertiesOf(schema))) {
    if (object[name] === undefined && 'default' in property) object[name] = structuredClone(property.default)
  }
}

/** Checks a method's parameters in place. Throws invalid_params. */
export type Check = (params: unknown) => void

export function checkOf(method: Method): Check {
  const find = faultFinder(method.params, 'params')
  return (value) => {
    const fault = find(value)
    if (fault === undefined) return
    const { path, expected, found, message, meant = path } = fault
    const names = meant.split(/[.[\]]+/).slice(1)
    const params = exampleFor(method, { given: value, names: names.filter((name) => name !== '') }, fits)
    const example = `${method.name} ${JSON.stringify(params)}`
    throw new Problem('invalid_params', {
      message,
      hint: `For example: ${example}`,
      data: { path, expected, found, example: { method: method.name, params } },
    })
  }
}

function describe(error: ErrorObject, schema: Schema, name: string): Fault {
  const path = name + pathOf(error.instancePath)
  const { keyword, params } = error
  if (keyword === 'additionalProperties') return describeUnknown(error, schema, path)
  if (keyword === 'required') {
    const misspelled = unknownInstead(error, schema)
    if (misspelled !== undefined) return describeUnknown(misspelled, schema, path)
    const missing = `${path}.${params.missingProperty}`
    const property = (error.parentSchema as ObjectSchema | undefined)?.properties?.[params.missingProperty]
    const need = needOf(error, schema)
    const whole = property ?? need?.properties[params.missingProperty]
    return fault(missing, whole === undefined ? 'a value' : wordsFor(whole), `nothing${need?.reason ?? ''}`)
  }
  return fault(path, expectedBy(error), foundIn(error))
}

function fault(path: string, expected: string, found: string): Fault {
  return { path, expected, found, message: `${path}: expected ${expected}, found ${found}.` }
}

/** A missing parameter may be present under another name. */
function unknownInstead(error: ErrorObject, schema: Schema): ErrorObject | undefined {
  const parentSchema = error.schemaPath.includes('/allOf/') ? holderOf(error, schema) : error.parentSchema
  const { properties = {}, additionalProperties } = (parentSchema ?? {}) as ObjectSchema
  if (additionalProperties !== false || !isObject(error.data)) return undefined
  const unknown = Object.keys(error.data).find((name) => !Object.hasOwn(properties, name))
  return unknown === undefined
    ? undefined
    : { ...error, parentSchema: parentSchema as object, params: { additionalProperty: unknown } }
}

/** Up to this many names are all listed if none is near. */
const mostNamed = 6

/** Describes an unknown name, and the one probably meant, also one level deeper. */
function describeUnknown(error: ErrorObject, schema: Schema, path: string): Fault {
  const unknown = String(error.params.additionalProperty)
  const here = Object.keys((error.parentSchema as ObjectSchema).properties ?? {})
  const deeper = Object.entries(propertiesOf(schema))
    .flatMap(([name, inner]) => Object.keys(propertiesOf(inner)).map((part) => ({ full: `${name}.${part}`, part })))
    .filter(({ part }) => part.toLowerCase() === unknown.toLowerCase())
    .map(({ full }) => full)
  const known = otherNames(unknown).filter((name) => here.includes(name.split('.')[0]!))
  const near = deeper.length > 0 ? deeper : known.length > 0 ? known : nearNames(unknown, here)
  const others = here.filter((name) => name !== 'expectation')
  const expected = others.length === 0 ? `no parameters but ${here.join(', ')}` : `one of ${here.join(', ')}`
  const shown = unknown.length > 60 ? `${unknown.slice(0, 60)}…` : unknown
  const found = fault(path, expected, `the unknown name ${JSON.stringify(shown)}`)
  const [first] = near
  // A full list would bury the names that may be meant.
  const few = here.length > mostNamed ? `The nearest are ${nearestNames(unknown, others).join(', ')}.` : undefined
  const meant = first === undefined ? few : `Did you mean ${near.join(' or ')}?`
  const message = meant === undefined ? found.message : `${path}: found ${found.found}. ${meant}`
  return first === undefined
    ? { ...found, message }
    : { ...found, message, meant: `${deeper.length > 0 ? path.split('.')[0] : path}.${first}` }
}

/** Why a name is required: the property whose value requires it, in the object where that occurs. */
function needOf(error: ErrorObject, schema: Schema) {
  const holder = holderOf(error, schema)
  if (holder === undefined) return undefined
  const index = Number(/\/allOf\/(\d+)\/then\//.exec(error.schemaPath)![1])
  const [name, wanted] = Object.entries(holder.allOf![index]!.if.properties)[0]!
  return { properties: propertiesOf(holder), reason: ` (it is needed with ${name} ${JSON.stringify(wanted.const)})` }
}

/** The schema whose condition failed. */
function holderOf({ schemaPath }: ErrorObject, schema: Schema): ObjectSchema | undefined {
  const [, holderPath] = /^#((?:\/[^/]+)*)\/allOf\/\d+\/then\//.exec(schemaPath) ?? []
  if (holderPath === undefined) return undefined
  const steps = holderPath.split('/').slice(1)
  return steps.reduce((at, step) => (at as { [key: string]: object })[step]!, schema as object) as ObjectSchema
}

function expectedBy({ keyword, params, parentSchema, data }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return wordsFor(parentSchema as Schema)
    case 'enum': {
      const words = (params.allowedValues as readonly unknown[]).map(String)
      const near = typeof data === 'string' ? nearNames(data, words, 1)[0] : undefined
      return `one of ${words.join(', ')}${near === undefined ? '' : ` (perhaps ${near})`}`
    }
    case 'minimum':
    case 'maximum':
      return `a number ${params.comparison} ${params.limit}`
    case 'minLength':
      return `a text of at least ${params.limit} characters`
    case 'maxLength':
      return `a text of at most ${params.limit} characters`
    case 'minItems':
      return `a list of at least ${params.limit}`
    case 'maxItems':
      return `a list of at most ${params.limit}`
    case 'pattern':
      return `a text that matches ${params.pattern}`
    default:
      return `what fits "${keyword}"`
  }
}

function foundIn({ keyword, data }: ErrorObject): string {
  if (keyword === 'enum' && typeof data === 'string') {
    return data.length > 60 ? `a text of ${data.length} characters` : JSON.stringify(data)
  }
  return wordsOf(data)
}

/** The kind of a value. Never its text, which may be a secret. */
function wordsOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return `a list of ${value.length}`
  if (typeof value === 'string') return `a text of ${value.length} characters`
  if (typeof value === 'object') return 'an object'
  return typeof value === 'number' ? `the number ${value}` : String(value)
}

function wordsFor(schema: Schema): string {
  if (!('type' in schema) || schema.type === undefined) return 'a value'
  const words = { string: 'a text', number: 'a number', integer: 'a whole number', boolean: 'true or false' }
  if (schema.type === 'array') return 'a list'
  if (schema.type === 'object') return 'an object'
  if (schema.type === 'string' && schema.enum !== undefined) return `one of ${schema.enum.join(', ')}`
  return words[schema.type]
}

function propertiesOf(schema: Schema): { readonly [name: string]: Schema } {
  if ('$ref' in schema) return namedSchemas[schema.$ref!].properties ?? {}
  return (schema as ObjectSchema).properties ?? {}
}

/** `/filter/role` becomes `.filter.role`, `/steps/0` becomes `.steps[0]`. */
function pathOf(pointer: string): string {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((part) => (/^\d+$/.test(part) ? `[${part}]` : `.${part}`))
    .join('')
}
