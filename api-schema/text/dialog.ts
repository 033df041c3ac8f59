import { plain } from '../plain.ts'

/** The message of an open dialog, and the default answer of a prompt. */
export function openText({ type, message, value }: { readonly [name: string]: unknown }, isAnswered = false): string {
  const proposed = typeof value === 'string' && value !== '' ? ` =${plain(value)}` : ''
  return `${String(type)} ${isAnswered ? 'answered with OK' : 'open'}: ${plain(String(message))}${proposed}`
}
