/**
 * The tool lists of `ix mcp`, against what the vendors of models accept as the parameters of a tool. The rules are those of
 * their documentation, read in 2026:
 *
 * - OpenAI: https://platform.openai.com/docs/guides/structured-outputs/supported-schemas, for `strict: true`.
 * - Anthropic: https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations, for strict tools.
 * - Google: https://ai.google.dev/api/caching#Schema, the `Schema` of a `FunctionDeclaration`'s `parameters`. Objects without
 *   properties are answered with "should be non-empty for OBJECT type", lists without items with "missing field".
 *
 * A server does not say `additionalProperties: false`, which Google does not know, nor that every parameter is required: hosts
 * that ask for strictness close the objects and make optional parameters nullable, as OpenAI's and Anthropic's own libraries
 * do. So what is checked is what remains when a host has done that.
 */
import t from 'tap'
import { type Tool, type ToolGroup, toolGroups, tools } from '../../api-schema/mcp-tools.ts'
import { scopes } from '../../api-schema/method.ts'

type Json = { readonly [key: string]: unknown }
interface Vendor {
  readonly keywords: { readonly [type: string]: readonly string[] }
  readonly name: RegExp
  readonly most: {
    readonly tools: number
    readonly properties: number
    readonly depth: number
    readonly enumValues: number
    readonly optional: number
    readonly description: number
  }
}

const plain = ['type', 'description']
const none = Number.POSITIVE_INFINITY
const vendors: { readonly [name: string]: Vendor } = {
  OpenAI: {
    keywords: {
      string: [...plain, 'enum', 'pattern', 'format'],
      number: [...plain, 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
      integer: [...plain, 'multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum'],
      boolean: plain,
      array: [...plain, 'items', 'minItems', 'maxItems'],
      object: [...plain, 'properties', 'required', 'additionalProperties'],
    },
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    most: { tools: 128, properties: 5000, depth: 10, enumValues: 1000, optional: none, description: 1024 },
  },
  Anthropic: {
    keywords: {
      string: [...plain, 'enum', 'default', 'format', 'pattern'],
      number: [...plain, 'default'],
      integer: [...plain, 'default'],
      boolean: [...plain, 'default'],
      array: [...plain, 'items', 'minItems'],
      object: [...plain, 'properties', 'required', 'additionalProperties'],
    },
    name: /^[a-zA-Z0-9_-]{1,64}$/,
    // Of all strict tools together at most 20, with 24 optional parameters: a host chooses which it makes strict.
    most: { tools: none, properties: none, depth: none, enumValues: none, optional: 24, description: none },
  },
  Google: {
    keywords: {
      string: [...plain, 'enum', 'format', 'nullable', 'minLength', 'maxLength', 'pattern', 'default'],
      number: [...plain, 'format', 'nullable', 'minimum', 'maximum', 'default'],
      integer: [...plain, 'format', 'nullable', 'minimum', 'maximum', 'default'],
      boolean: [...plain, 'nullable', 'default'],
      array: [...plain, 'items', 'nullable', 'minItems', 'maxItems'],
      object: [...plain, 'properties', 'required', 'nullable', 'minProperties', 'maxProperties', 'propertyOrdering'],
    },
    name: /^[a-zA-Z_][a-zA-Z0-9_.-]{0,63}$/,
    most: { tools: 128, properties: none, depth: none, enumValues: none, optional: none, description: none },
  },
}

/** What the vendor would refuse, or could not fill in: each with its path. */
function faults(vendor: Vendor, { name, description, inputSchema }: Tool): string[] {
  const found: string[] = []
  const counts = { properties: 0, enumValues: 0, optional: 0 }
  const walk = (schema: Json, path: string, depth: number) => {
    const say = (what: string) => found.push(`${path}: ${what}`)
    const allowed = typeof schema.type === 'string' ? vendor.keywords[schema.type] : undefined
    if (allowed === undefined) return void say(`type ${JSON.stringify(schema.type)}`)
    for (const key of Object.keys(schema)) if (!allowed.includes(key)) say(`keyword ${key}`)
    if (depth > vendor.most.depth) say('too deep')
    if (schema.description === '') say('an empty description')
    if ('enum' in schema) {
      const values = schema.enum as readonly unknown[]
      counts.enumValues += values.length
      if (values.length === 0 || new Set(values).size !== values.length) say('an empty enum, or a value twice')
      if (values.some((value) => typeof value !== 'string' || value === '')) say('a choice that is no text')
    }
    if (schema.type === 'array') {
      if (schema.items === undefined) return void say('a list without items')
      walk(schema.items as Json, `${path}[]`, depth + 1)
    }
    if (schema.type !== 'object') return
    const properties = Object.entries((schema.properties ?? {}) as { readonly [name: string]: Json })
    const required = (schema.required ?? []) as readonly string[]
    if (properties.length === 0) say('an object without properties')
    if (schema.additionalProperties !== undefined && schema.additionalProperties !== false) say('an open object')
    if (required.some((one) => !properties.some(([key]) => key === one))) say('requires what it has not')
    if ('required' in schema && required.length === 0) say('an empty required')
    counts.properties += properties.length
    counts.optional += properties.length - required.length
    for (const [key, inner] of properties) {
      if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(key)) say(`the name ${key}`)
      walk(inner, `${path}.${key}`, depth + 1)
    }
  }
  if (!vendor.name.test(name)) found.push(`${name}: its name`)
  if (description === '' || description.length > vendor.most.description) found.push(`${name}: its description`)
  if (inputSchema.type !== 'object') found.push(`${name}: its parameters are no object`)
  walk(inputSchema, name, 1)
  for (const key of ['properties', 'enumValues', 'optional'] as const)
    if (counts[key] > vendor.most[key]) found.push(`${name}: ${counts[key]} ${key}`)
  return found
}

/** As the host's library does for a strict vendor. */
function closed(schema: Json): Json {
  const { properties, items } = schema as {
    readonly properties?: { readonly [name: string]: Json }
    readonly items?: Json
  }
  const inner = Object.entries(properties ?? {}).map(([key, value]) => [key, closed(value)])
  return {
    ...schema,
    ...(items && { items: closed(items) }),
    ...(schema.type === 'object' && { properties: Object.fromEntries(inner), additionalProperties: false }),
  }
}

t.test('every list of tools can be given to every vendor', async (t) => {
  const choices: (readonly ToolGroup[])[] = [
    ['core'],
    ...toolGroups.map((group) => ['core', group] as const),
    toolGroups,
  ]
  for (const [vendor, rules] of Object.entries(vendors)) {
    let seen = 0
    for (const groups of choices) {
      for (const isSlim of [false, true]) {
        for (const scope of scopes) {
          const list = tools(groups, isSlim, scope)
          t.ok(list.length <= rules.most.tools)
          for (const tool of list) {
            const given =
              vendor === 'Google' ? tool : { ...tool, inputSchema: closed(tool.inputSchema) as Tool['inputSchema'] }
            t.same(faults(rules, given), [], `${vendor}: ${tool.name}`)
            seen += 1
          }
        }
      }
    }
    t.ok(seen > 100, `${vendor}: ${seen} tools`)
  }
})
