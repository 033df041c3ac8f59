/** What an element holds, as the end of a sentence. */
import type { Node } from '../tree/model/node.ts'

export function holds({ value }: Pick<Node, 'value'>): string {
  return value === undefined || value === '' ? 'it is empty' : `it holds ${shown(value)}`
}

const longestShown = 80

export function shown(value: string | undefined): string {
  if (value === undefined) return 'empty'
  return JSON.stringify(value.length > longestShown ? `${value.slice(0, longestShown)}…` : value)
}
