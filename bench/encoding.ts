/** Tokens as o200k counts them. */
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'

let encoding: Tiktoken | undefined

export function tokensOf(text: string): number {
  encoding ??= new Tiktoken(o200k)
  return encoding.encode(text, 'all').length
}
