/** A tool as the browser tells of it, cut to what an answer can use: a page may say anything, at any length. */
import type { Protocol } from 'devtools-protocol'
import { cut } from '../../../../api-schema/cut.ts'
import type { PageTool, ToolParameter } from '../../tools.ts'

/** Chromium's own limit for names. */
const longestName = 128
const longestDescription = 300
const longestNote = 100
const longestChoice = 40
const mostChoices = 12
const mostParameters = 30
const types: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'])

type Fields = { readonly [name: string]: unknown }

/** Undefined for one that nobody could call. */
export function offered(
  { name, description, inputSchema, annotations, backendNodeId }: Protocol.WebMCP.Tool,
  url: () => string,
): PageTool | undefined {
  if (typeof name !== 'string' || name === '' || name.length > longestName) return undefined
  const { properties, required, additionalProperties } = fieldsOf(inputSchema)
  const needed = Array.isArray(required) ? required : []
  const isForm = backendNodeId !== undefined
  return {
    name,
    description: cut(String(description ?? ''), longestDescription),
    parameters: Object.entries(fieldsOf(properties))
      .slice(0, mostParameters)
      .filter(([own]) => own.length <= longestName)
      .map(([own, schema]) => parameter(own, fieldsOf(schema), needed.includes(own))),
    isClosed: additionalProperties === false || isForm,
    isFilled: isForm && annotations?.autosubmit !== true,
    get url() {
      return url()
    },
  }
}

function parameter(name: string, { type, enum: choices, description }: Fields, required: boolean): ToolParameter {
  const isShort =
    Array.isArray(choices) &&
    choices.length <= mostChoices &&
    choices.every((one) => typeof one === 'string' && one.length <= longestChoice)
  return {
    name,
    required,
    ...(types.has(type) && { type: String(type) }),
    ...(isShort && { choices: choices as string[] }),
    ...(typeof description === 'string' && description !== '' && { description: cut(description, longestNote) }),
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}
