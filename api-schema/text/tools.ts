/** Tools that a page offers, a line each; all in it is the page's text, and no more than that line. */

import { plain } from '../plain.ts'
import { quoted } from '../quoted.ts'
import type { Infer, ObjectSchema } from '../schema.ts'

export const toolSchema = {
  type: 'object',
  required: ['name', 'takes'],
  properties: {
    name: { type: 'string' },
    description: { type: 'string', description: 'The beginning of what the page says of it.' },
    takes: {
      type: 'array',
      items: { type: 'string' },
      description: 'Names of its input; ? where it may be left out, then its type or choices.',
    },
    frame: { type: 'string', description: 'Address of the frame that offers it, if that is not the page itself.' },
  },
} as const satisfies ObjectSchema

export type ToldTool = Infer<typeof toolSchema, 'in'>

const longestDescription = 120

/** `tool search(q, max?: integer): "Search the shop"` */
export function toolLine({ name, description = '', takes, frame }: ToldTool): string {
  const said = description === '' ? '' : `: ${quoted(plain(description), longestDescription)}`
  return plain(`tool ${name}(${takes.join(', ')})${frame === undefined ? '' : ` in ${frame}`}${said}`)
}

export function toolLines(tools: readonly ToldTool[], more: unknown): string[] {
  return [...tools.map(toolLine), ...(typeof more === 'number' ? [`${more} more tools`] : [])]
}
