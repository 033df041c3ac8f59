/**
 * `ix download`: presses an element that starts a download, waits until it is complete, and saves it to the given file.
 */
import { localCommands } from '../../api-schema/cli/local-commands.ts'
import { paramsOf } from '../../api-schema/cli/params.ts'
import { saveAs } from '../../api-schema/cli/steps.ts'
import { commandNamed } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { given } from '../../api-schema/given.ts'
import type { Result } from '../../api-schema/methods.ts'
import { type CallOptions, call } from '../reach/call.ts'
import { commandArguments } from '../terminal/arguments.ts'
import { saveDownloads } from '../terminal/save-downloads.ts'

/** The server may take time to answer, and the file to arrive. */
const mostMs = 120_000

/** Returns what to print. */
export async function download(rest: readonly string[], options: CallOptions): Promise<string> {
  const command = { ...commandNamed('click')!, name: 'download' }
  const { typed, words } = commandArguments(rest, command)
  const file = words.at(-1)
  if (file === undefined) throw new UsageError(`Usage: ${localCommands.download?.usage}`)
  const { elementId, find, tab, bundleId } = paramsOf(command, typed, words.slice(0, -1))
  const steps = [{ action: 'download', ...given({ elementId, find }), [saveAs]: file }]
  const params = { steps, ...given({ tab, bundleId }), timeoutMs: mostMs, format: 'outline' }
  const result = (await saveDownloads(params, () => call('interact', params, options))) as Result<'interact'>
  const { why } = result.steps![0] as { readonly why?: string }
  return `${file}: ${why}`
}
