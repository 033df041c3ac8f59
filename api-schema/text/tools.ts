/** The tools that a page offers, one per line; everything in it is the page's text, and stays within its line. */

import type { toolSchema } from '../params.ts'
import { plain } from '../plain.ts'
import { quoted } from '../quoted.ts'
import type { Infer } from '../schema.ts'

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
