/** `browser`: the person's own browsers. The scope admin keeps agents from choosing among the person's tabs. */
import { ownBrowsersOf, tellingWait } from '../answers/where/own-browsers.ts'
import type { Handler } from '../dispatch.ts'

export const browser: Handler<'browser'> = async ({ action, name, handle, tab }, call, world) => {
  const own = ownBrowsersOf(world)
  const done = async () => {
    if (action === 'attach') await own.attach(name, call, tellingWait(call))
    if (action === 'detach') return { detached: [...(await own.detach(name))] }
    if (action === 'lend') return { lent: own.lend(handle!) }
    if (action === 'take_back') await own.takeBack(tab!)
    return action === 'tabs' ? { theirs: [...own.tabs()] } : {}
  }
  const said = await done()
  return { browsers: [...(await own.list())], ...said }
}
