import { unseen } from './harmless.ts'

const runs = new RegExp(`(?:${unseen.source})+`, 'gu')

/**
 * Screen text outside an outline (titles, names, messages), with spaces for invisible characters: it cannot forge a
 * line.
 */
export function plain(text: string): string {
  return text.replace(runs, ' ').trim()
}
