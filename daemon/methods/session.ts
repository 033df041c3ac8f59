/** `session`: what the caller's session holds, and its end. */
import type { Handler } from '../dispatch.ts'

export const session: Handler<'session'> = async ({ action }, call, world) => {
  const { name, tab } = call.session
  const open = new Set((await world.trees.targets(call.signal)).map(({ id }) => id))
  const held = {
    ...(name !== undefined && { name }),
    ...(tab !== undefined && open.has(tab) && { selected: tab }),
    holds: call.session.tabs.filter((id) => open.has(id)),
  }
  if (action === 'show') return held
  await world.sessions.end(call.session)
  return { ...held, ended: true }
}
