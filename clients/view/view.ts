/** `ix view`: a page on which a person sees what agents see and do, and can hold them. */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { paramsOf } from '../../api-schema/cli/params.ts'
import { commandNamed } from '../../api-schema/cli/usage.ts'
import { commandArguments } from '../arguments.ts'
import { type CallOptions, call } from '../call.ts'
import { findDaemon, ownVersion } from '../place.ts'
import { Forwarded } from './forwarded.ts'
import { openBrowser } from './open-browser.ts'
import { pageFiles } from './page-files.ts'
import { PageServer } from './page-server.ts'

/** Until Control+C. */
export async function view(rest: readonly string[], options: CallOptions): Promise<number> {
  const command = commandNamed('explore')!
  const flags = rest.filter((word) => word !== '--print')
  const { typed, words } = commandArguments(flags, command)
  const shown = paramsOf(command, typed, words)
  const files = pageFiles()
  // Its own session: what the page looks at is nobody's current tab.
  const calls = { ...options, session: `view-${randomBytes(6).toString('hex')}` }
  // Also starts the daemon.
  await call('status', {}, calls)
  const forwarded = new Forwarded(calls)
  const start = () => ({ shown, version: ownVersion(), reach: reach() })
  const server = new PageServer({ files, forwarded, calls, start })
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
  await forwarded.end()
  return 0
}

/** How a program reaches the same daemon, for what is copied as curl. */
function reach(): object {
  const { socket, url } = findDaemon() ?? {}
  return { ...(url === undefined && { socket }), ...(url !== undefined && { url }) }
}
