/** `browser`: the person's own browsers. The scope admin keeps agents from choosing among the person's tabs. */

import { dirname } from 'node:path'
import { ownBrowsersOf, tellingWait } from '../answers/where/own-browsers.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const browser: Handler<'browser'> = async ({ action, name, handle, tab, socket }, call, world) => {
  const own = ownBrowsersOf(world)
  const done = async () => {
    if (action === 'attach') await own.attach(name, call, tellingWait(call))
    if (action === 'join') await own.join(ofRuntimeFolder(socket!, world.endpoint.socket))
    if (action === 'detach') return { detached: [...(await own.detach(name))] }
    if (action === 'lend') return { lent: own.lend(handle!) }
    if (action === 'take_back') await own.takeBack(tab!)
    return action === 'tabs' ? { theirs: [...own.tabs()] } : {}
  }
  const said = await done()
  return { browsers: [...(await own.list())], ...said }
}

/** Whoever can write into that folder is the owner. */
function ofRuntimeFolder(socket: string, daemons: string | undefined): string {
  if (daemons !== undefined && dirname(socket) === dirname(daemons)) return socket
  throw new Problem('not_allowed', {
    message: 'The socket is not in the runtime folder.',
    hint: 'The program that `ix extension install` names to browsers calls this; no other program has to.',
  })
}
