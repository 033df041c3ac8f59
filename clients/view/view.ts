/** `ix view`: a page that shows a person what agents see and do, and lets them pause it. */
import { once } from 'node:events'
import { basename } from 'node:path'
import { paramsOf } from '../../api-schema/cli/params.ts'
import { commandNamed } from '../../api-schema/cli/usage.ts'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { bytesInMegabyte, mostMegabytes, readTrace } from '../../api-schema/trace.ts'
import { FileRefused, readRegularSync } from '../../daemon/run/regular-file.ts'
import { type CallOptions, call } from '../reach/call.ts'
import { findDaemon, ownVersion } from '../reach/place.ts'
import { commandArguments } from '../terminal/arguments.ts'
import { Forwarded } from './forwarded.ts'
import { openBrowser } from './open-browser.ts'
import { pageFiles } from './page-files.ts'
import { PageServer, type Subject } from './page-server.ts'
import { watcherName } from './watchers.ts'

/** Runs until Control+C. */
export async function view(rest: readonly string[], options: CallOptions): Promise<number> {
  const command = commandNamed('explore')!
  const flags = rest.filter((word) => word !== '--print')
  const { typed, words } = commandArguments(flags, command)
  const [file] = words
  if (file !== undefined && flags.length > 1) throw new UsageError('ix view FILE takes no other flags than --print.')
  const files = pageFiles()
  const [subject, end] =
    file === undefined ? await live(paramsOf(command, typed, []), options) : [recorded(file), nothing]
  const server = new PageServer(files, subject)
  const ended = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)))
  const link = await server.listen()
  if (rest.includes('--print')) console.log(link)
  else {
    const isOpen = await openBrowser(link)
    console.log(isOpen ? 'The page is open in your browser.' : `Open this link, which works once: ${link}`)
    console.log('Control+C ends it.')
  }
  await ended
  server.close()
  await end()
  return 0
}

/** A live view. */
async function live(shown: object, options: CallOptions): Promise<[Subject, () => Promise<void>]> {
  // Its own session, so that its looks change nobody's current tab.
  const calls = { ...options, session: watcherName() }
  // Also starts the daemon.
  await call('status', {}, calls)
  const forwarded = new Forwarded(calls)
  const start = () => ({ shown, version: ownVersion(), reach: reach() })
  return [{ start, forwarded, calls }, () => forwarded.end()]
}

/** A view of a trace; needs no daemon. */
function recorded(file: string): Subject {
  const content = contentOf(file)
  if (readTrace(content.toString()) === undefined)
    throw new UsageError(`${file} is not a trace of this version. ix trace --out FILE writes one.`)
  const start = () => ({ shown: {}, version: ownVersion(), reach: reach(), trace: basename(file) })
  return { start, trace: content }
}

function contentOf(file: string): Buffer {
  try {
    return readRegularSync(file, mostMegabytes * bytesInMegabyte)
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error
    throw new UsageError(`${file} ${error.message}. Name a trace: ix trace --out FILE writes one.`)
  }
}

async function nothing(): Promise<void> {}

/** How a program reaches the same daemon, for copies as curl. */
function reach(): object {
  const { socket, url } = findDaemon() ?? {}
  return { ...(url === undefined && { socket }), ...(url !== undefined && { url }) }
}
