/** The schemas that others refer to by name. */
import { elementSchema } from './element.ts'
import { expectationSchema } from './expectation.ts'
import { consoleReportSchema, downloadReportSchema, openTabSchema, snapshotSchema } from './included.ts'
import type { Named, ObjectSchema } from './schema.ts'

export const namedSchemas: { readonly [N in keyof Named]: ObjectSchema } = {
  Element: elementSchema,
  Expectation: expectationSchema,
  Snapshot: snapshotSchema,
  ConsoleReport: consoleReportSchema,
  DownloadReport: downloadReportSchema,
  OpenTab: openTabSchema,
}
