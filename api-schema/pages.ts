/** The generated page of all methods. */
import { advise } from './advice.ts'
import { errors } from './errors.ts'
import { included } from './included.ts'
import type { Method } from './method.ts'
import { methods } from './methods.ts'
import { namedSchemas } from './named.ts'
import { commonErrors } from './openrpc.ts'
import type { Schema } from './schema.ts'

const all = Object.values<Method>(methods)
const added: ReadonlySet<Schema> = new Set(Object.values(included))

export function methodsPage(): string {
  return [
    '# Methods',
    '',
    'Written by `npm run gen` from `api-schema/`. Every parameter is sent by name; the same methods are MCP tools and `ix` commands.',
    '',
    methodTable(),
    '',
    ...all.map(methodSection),
    includedSection(),
    ...Object.keys(namedSchemas).map((name) => namedSection(name as keyof typeof namedSchemas)),
    errorSection(),
    '',
  ].join('\n')
}

function methodTable(): string {
  const rows = all.map((method) => [
    `[\`${method.name}\`](#${anchorOf(method.name)})`,
    method.summary,
    [...new Set([method.scope, ...Object.values(method.actionScopes ?? {})])].join(', '),
    method.group === 'none' ? '' : method.group,
  ])
  return table(['method', 'does', 'scope', 'MCP group'], rows)
}

/** `; \`interact\` for launch, quit` */
function actionScopesOf({ actionScopes = {} }: Method): string {
  const needed = Object.entries(actionScopes)
  const told = [...new Set(needed.map(([, scope]) => scope))].map((scope) => {
    const actions = needed.filter(([, own]) => own === scope).map(([action]) => action)
    return `; \`${scope}\` for ${actions.join(', ')}`
  })
  return told.join('')
}

function methodSection(method: Method): string {
  const { params, result, examples } = method
  const own = method.errors
    .filter((name) => !commonErrors.includes(name))
    .map((name) => `\`${name}\``)
    .join(', ')
  return [
    `## ${method.name}`,
    '',
    method.summary,
    '',
    `Scope: \`${method.scope}\`${actionScopesOf(method)}. ${method.effect === 'acts' ? 'Acts: never retried automatically.' : 'Reads.'}${groupOf(method)}`,
    '',
    parameterTable(Object.entries(params.properties ?? {}), new Set(params.required)),
    ...needsOf(method),
    '',
    '**Result**',
    '',
    resultTable(
      Object.entries(result.properties ?? {}).filter(([, schema]) => !added.has(schema)),
      new Set(result.required),
    ),
    '',
    'And what `expectation` asks for: see [Included](#included).',
    '',
    `**Errors** ${own === '' ? '' : `${own}; `}and those of every method: ${commonErrors.map((name) => `\`${name}\``).join(', ')}.`,
    '',
    '**Examples**',
    ...examples.flatMap((example) => [
      '',
      `${example.summary}:`,
      '',
      '```sh',
      `ix call ${method.name} '${JSON.stringify(example.params).replaceAll("'", "'\\''")}'`,
      '```',
    ]),
    '',
  ].join('\n')
}

function groupOf({ group }: Method): string {
  return group === 'none' ? ' Not an MCP tool.' : ` MCP group: \`${group}\`.`
}

function parameterTable(entries: readonly [string, Schema][], required: ReadonlySet<string>): string {
  if (entries.length === 0) return 'No parameters.'
  const rows = entries.flatMap(([name, schema]) => rowsOf(name, schema, required.has(name)))
  return table(['parameter', 'type', 'default', 'meaning'], rows)
}

/** A row for the parameter, and one for each field of an object. */
function rowsOf(name: string, schema: Schema, required: boolean): string[][] {
  const fallback = 'default' in schema ? `\`${JSON.stringify(schema.default)}\`` : required ? '(required)' : ''
  const own = [`\`${name}\``, typeOf(schema), fallback, schema.description ?? '']
  if (!('type' in schema) || schema.type !== 'object' || !schema.properties) return [own]
  const inner = Object.entries(schema.properties)
  return [
    own,
    ...inner.flatMap(([field, sub]) => rowsOf(`${name}.${field}`, sub, schema.required?.includes(field) === true)),
  ]
}

function resultTable(entries: readonly [string, Schema][], required: ReadonlySet<string>): string {
  if (entries.length === 0) return 'An object.'
  const rows = entries.map(([name, schema]) => [
    `\`${name}\``,
    typeOf(schema),
    required.has(name) ? 'always' : '',
    schema.description ?? '',
  ])
  return table(['field', 'type', '', 'meaning'], rows)
}

function typeOf(schema: Schema): string {
  if ('$ref' in schema) return `[${schema.$ref}](#${anchorOf(schema.$ref!)})`
  if (!('type' in schema) || schema.type === undefined) return 'any'
  if ('enum' in schema) return schema.enum.map((word) => `\`${word}\``).join(', ')
  if (schema.type === 'array') return `list of ${typeOf(schema.items)}`
  if ('minimum' in schema || 'maximum' in schema) return `${schema.type} ${boundsOf(schema)}`
  return schema.type
}

function boundsOf({ minimum, maximum }: { readonly minimum?: number; readonly maximum?: number }): string {
  if (maximum === undefined) return `≥ ${minimum}`
  return minimum === undefined ? `≤ ${maximum}` : `${minimum}–${maximum}`
}

function needsOf({ params }: Method): string[] {
  const inner = Object.entries(params.properties ?? {}).flatMap(([name, schema]) =>
    'type' in schema && schema.type === 'object' && schema.allOf ? [`In \`${name}\`, ${needsIn(schema.allOf)}.`] : [],
  )
  const own = params.allOf ? [`${needsIn(params.allOf)}.`] : []
  return [...own, ...inner].flatMap((sentence) => ['', sentence])
}

function needsIn(conditions: NonNullable<Method['params']['allOf']>): string {
  const sentences = conditions.flatMap((need) =>
    Object.entries(need.if.properties).map(
      ([name, { const: value }]) =>
        `\`${name}: ${value}\` needs ${need.then.required.map((other) => `\`${other}\``).join(' and ')}`,
    ),
  )
  return sentences.join('; ')
}

/** What every method can answer besides its own result. */
function includedSection(): string {
  return [
    '## Included',
    '',
    'Fields of any result, each only if `expectation` asks for it or the method includes it by default; `recorded` appears in every answer from a recording.',
    '',
    resultTable(Object.entries(included), new Set()),
    '',
  ].join('\n')
}

/** The schemas that the tables above refer to. */
function namedSection(name: keyof typeof namedSchemas): string {
  const { description, properties, required } = namedSchemas[name]
  const rows = Object.entries(properties ?? {}).flatMap(([field, schema]) =>
    rowsOf(field, schema, required?.includes(field) === true).map(([one, type, fallback, meaning]) => [
      one!,
      type!,
      fallback === '(required)' ? 'always' : fallback!,
      meaning!,
    ]),
  )
  return [
    `## ${name}`,
    '',
    ...(description === undefined ? [] : [description, '']),
    table(['field', 'type', '', 'meaning'], rows),
    '',
  ].join('\n')
}

function errorSection(): string {
  const rows = Object.entries(errors).map(([name, entry]) => [
    `\`${name}\``,
    String(entry.code),
    entry.message,
    advise(entry.hint),
    entry.retryable ? 'yes' : 'no',
  ])
  return `## Errors\n\n${table(['name', 'code', 'message', 'what to do', 'may work later'], rows)}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** An anchor as GitHub makes it: lower case, no punctuation. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^a-z0-9_ -]/g, '')
    .replaceAll(' ', '-')
}
