/** `ix trace FILE --as ix|playwright`: a trace as a script that repeats it and checks the effects. */
import { basename } from 'node:path'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { bytesInMegabyte, mostMegabytes, readTrace } from '../../api-schema/trace.ts'
import { readRegular } from '../../daemon/run/regular-file.ts'
import { partsOf } from './acts.ts'
import { ixScript } from './as-ix.ts'
import { playwrightTest } from './as-playwright.ts'

export async function scriptOf(file: string, as: string, of: unknown): Promise<string> {
  if (as !== 'ix' && as !== 'playwright')
    throw new UsageError(`--as takes ix or playwright, not ${JSON.stringify(as)}.`)
  const trace = readTrace((await readRegular(file, mostMegabytes * bytesInMegabyte)).toString())
  if (trace === undefined) throw new UsageError(`${file} is not a trace: write one by ix trace --out FILE.`)
  if (trace.head.masked) throw new UsageError(`${file} is masked: the names of what was acted on are not in it.`)
  const entries = trace.entries.filter((one) => !('call' in one) || typeof of !== 'string' || one.call.name === of)
  const parts = partsOf({ ...trace, entries })
  if (parts.length === 0)
    throw new UsageError(`Nothing was done in ${file}${typeof of === 'string' ? ` by ${of}` : ''}.`)
  return as === 'ix' ? ixScript(parts) : playwrightTest(parts, basename(file))
}
