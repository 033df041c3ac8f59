/** The package version, from its package.json: next to the sources, or above `dist`. */
import { readFileSync } from 'node:fs'

let known: string | undefined

export function version(): string {
  known ??= find()
  return known
}

function find(): string {
  for (const place of ['../package.json', '../../package.json']) {
    try {
      return JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')).version
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return 'unknown'
}
