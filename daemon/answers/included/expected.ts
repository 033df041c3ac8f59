/** The parts an answer contains: `expectation` over the method's defaults. */
import { type Expectation, expectedOf } from '../../../api-schema/expectation.ts'

export interface Expected {
  readonly snapshot: boolean
  readonly console: boolean
  readonly downloads: boolean
  readonly tabs: boolean
  readonly code: boolean
  readonly diff: boolean
}

export function expectedBy(method: string, given: Expectation = {}): Expected {
  const usual = expectedOf[method] ?? {}
  const { includeSnapshot, includeConsole, snapshotOptions, consoleOptions } = given
  // An explicit choice about the snapshot also settles how much of the page to report.
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
