/** What an answer is to hold: what `expectation` says, over the defaults of the method. */
import { type Expectation, expectedOf } from '../../api-schema/expectation.ts'

export interface Wishes {
  readonly snapshot: boolean
  readonly console: boolean
  readonly downloads: boolean
  readonly tabs: boolean
  readonly code: boolean
  readonly diff: boolean
}

export function wishesOf(method: string, given: Expectation = {}): Wishes {
  const usual = expectedOf[method] ?? {}
  const { includeSnapshot, includeConsole, snapshotOptions, consoleOptions } = given
  // Whoever asks for a snapshot, or for none, has said how much of the page is to be told.
  const isLeft = includeSnapshot === undefined && snapshotOptions === undefined
  return {
    snapshot: includeSnapshot ?? (snapshotOptions !== undefined || usual.includeSnapshot === true),
    console: includeConsole ?? (consoleOptions !== undefined || usual.includeConsole === true),
    downloads: given.includeDownloads ?? false,
    tabs: given.includeTabs ?? false,
    code: given.includeCode ?? false,
    diff: given.diff ?? (isLeft && usual.diff === true),
  }
}
