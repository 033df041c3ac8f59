/** The methods as TypeScript for users of the package, generated from the records (`npm run gen`). */
import type { Method } from './method.ts'
import { methods } from './methods.ts'
import { namedSchemas } from './named.ts'
import type { ObjectSchema, Schema } from './schema.ts'

/** The function that calls a method: `evalDefineFunction` for `eval_define_function`. */
export function functionName(method: string): string {
  return method.replace('rpc.', '').replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** The text of `library.d.ts`. */
export function libraryTypes(): string {
  const named = Object.entries(namedSchemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')}\n`)
  const all = Object.values<Method>(methods)
  const types = all.flatMap((method) => [
    `export interface ${typeName(method)}Params ${objectOf(method.params, '')}\n`,
    `export interface ${typeName(method)}Result ${objectOf(method.result, '')}\n`,
  ])
  const functions = all.map((method) => {
    const optional = (method.params.required ?? []).length === 0 ? '?' : ''
    const name = functionName(method.name)
    return `${comment(method.summary, '  ')}  ${name}(params${optional}: ${typeName(method)}Params, options?: { readonly signal?: AbortSignal }): Promise<${typeName(method)}Result>\n`
  })
  return [
    '// Generated from api-schema/ by npm run gen.\n',
    ...named,
    ...types,
    `/** One function for each method. */\nexport interface Methods {\n${functions.join('')}}\n`,
    own,
  ].join('\n')
}

/** What the package has besides the methods. */
const own = `export interface ConnectOptions {
  /** The session that its calls belong to; by default one of its own, which \`close\` ends. */
  readonly session?: string
  /** A daemon elsewhere, such as \`http://127.0.0.1:4733\`; by default the one of this user, started if none runs. */
  readonly url?: string
  /** Needed with \`url\`. */
  readonly token?: string
  /** If false, a missing daemon is an error. */
  readonly start?: boolean
}

export interface Connection extends Methods {
  /** Of all its calls. */
  readonly sessionName: string
  /** Any method by its name on the wire. Throws CallError, NoDaemon, or the signal's reason. */
  call(method: string, params?: object, options?: { readonly signal?: AbortSignal }): Promise<unknown>
  /** Ends its session, with what that had opened unseen. */
  close(): Promise<void>
}

/** Sends nothing yet: a daemon that does not run is started by the first call. */
export declare function connect(options?: ConnectOptions): Connection

/** The method's error, as the daemon reported it: \`name\` is one of the documented errors, \`hint\` the next step. */
export declare class CallError extends Error {
  readonly name: string
  readonly code: number
  readonly hint: string | undefined
  readonly data: { readonly [key: string]: unknown }
}

/** None runs and none could be started, or it did not answer. */
export declare class NoDaemon extends Error {
  readonly name: 'NoDaemon'
}
`

function typeName({ name }: Method): string {
  return functionName(name).replace(/^./, (letter) => letter.toUpperCase())
}

function typeOf(schema: Schema, indent: string): string {
  if ('$ref' in schema && schema.$ref !== undefined) return schema.$ref
  if (!('type' in schema)) return 'unknown'
  if ('enum' in schema) return schema.enum.map((word) => `'${word}'`).join(' | ')
  switch (schema.type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'string':
    case 'boolean':
      return schema.type
    case 'array':
      return `readonly (${typeOf(schema.items, indent)})[]`
    case 'object':
      return objectOf(schema, indent)
    default:
      return 'unknown'
  }
}

function objectOf({ properties, required = [], additionalProperties }: ObjectSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties ?? {}).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?'
    const said = 'description' in schema && schema.description !== undefined ? comment(schema.description, inner) : ''
    return `${said}${inner}readonly ${key(name)}${optional}: ${typeOf(schema, inner)}\n`
  })
  if (additionalProperties) lines.push(`${inner}readonly [name: string]: ${typeOf(additionalProperties, inner)}\n`)
  return `{\n${lines.join('')}${indent}}`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}

function comment(text: string, indent: string): string {
  return `${indent}/** ${text.replaceAll('*/', '*\\/')} */\n`
}
