import { harmlessJson } from './harmless.ts'

/** A text in quotes for a message, with nothing that could mislead a reader; longer ones are cut. */
export function quoted(text: string, most = 60): string {
  return harmlessJson(JSON.stringify(text.length > most ? `${text.slice(0, most - 1)}…` : text))
}
