/** The OpenRPC document of the API, generated from the method records. */
import { advise } from './advice.ts'
import { type ErrorName, errors } from './errors.ts'
import type { Method } from './method.ts'
import { methods } from './methods.ts'
import { namedSchemas } from './named.ts'
import type { ObjectSchema } from './schema.ts'

type Json = { readonly [key: string]: unknown }

/** Errors that every method can have, besides its own. */
export const commonErrors: readonly ErrorName[] = [
  'invalid_params',
  'timeout',
  'not_allowed',
  'limit_exceeded',
  'internal_error',
]

export function openrpc(version: string): Json {
  return {
    openrpc: '1.4.1',
    info: {
      title: 'Interface Explorer',
      version,
      description: "See and use what is on a person's screen. Parameters are named, never positional.",
      license: { name: 'MIT' },
    },
    methods: Object.values<Method>(methods).map(methodObject),
    components: { schemas: withRefs(namedSchemas) },
  }
}

function methodObject(method: Method): Json {
  return {
    name: method.name,
    summary: method.summary,
    paramStructure: 'by-name',
    params: parametersOf(method.params),
    result: { name: 'result', schema: withRefs(method.result) },
    errors: [...new Set([...method.errors, ...commonErrors])].map((name) => ({
      code: errors[name].code,
      message: errors[name].message,
      data: { name, hint: advise(errors[name].hint), retryable: errors[name].retryable },
    })),
    examples: method.examples.map((example) => ({
      name: example.summary,
      params: Object.entries(example.params).map(([name, value]) => ({ name, value })),
      result: { name: 'result', value: example.result ?? {} },
    })),
    'x-scope': method.scope,
    ...(method.actionScopes && { 'x-action-scopes': method.actionScopes }),
    'x-effect': method.effect,
    ...(method.params.allOf && { 'x-needs': method.params.allOf.map(needOf) }),
  }
}

function parametersOf(params: ObjectSchema): Json[] {
  const required = new Set(params.required)
  return Object.entries(params.properties ?? {})
    .sort(([a], [b]) => Number(required.has(b)) - Number(required.has(a)))
    .map(([name, schema]) => ({
      name,
      ...(schema.description !== undefined && { description: schema.description }),
      ...(required.has(name) && { required: true }),
      schema: withRefs(schema),
    }))
}

/** `{ when: 'scope=tab', required: ['tab'] }`: what a parameter's value makes required. */
function needOf(condition: NonNullable<ObjectSchema['allOf']>[number]): Json {
  const [[name, { const: value }] = ['', { const: '' }]] = Object.entries(condition.if.properties)
  return { when: `${name}=${value}`, required: condition.then.required }
}

/** Rewrites `{$ref: 'Element'}` to a pointer into the document. */
function withRefs(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' && typeof value === 'string' ? `#/components/schemas/${value}` : value,
  )
}
