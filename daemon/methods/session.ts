/** `session`: what the caller's session holds, and its end; for a person, all sessions and their pauses. */
import type { Session } from '../agents/session.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const session: Handler<'session'> = async ({ action, id }, call, world) => {
  const { name, tab } = call.session
  const open = new Set((await world.trees.targets(call.signal)).map((target) => target.id))
  const held = {
    ...(name !== undefined && { name }),
    ...(tab !== undefined && open.has(tab) && { selected: tab }),
    holds: call.session.tabs.filter((held) => open.has(held)),
  }
  const { pauses } = world.sessions
  if (action === 'show') return held
  if (action === 'end') {
    await world.sessions.end(call.session)
    return { ...held, ended: true }
  }
  const meant = id === undefined ? undefined : sessionWith(id, world)
  if (action === 'pause') pauses.pause(meant, call.session)
  if (action === 'resume') pauses.resume(meant)
  return { ...held, sessions: listed(call, world), ...(pauses.isAll && { allPaused: true }) }
}

function sessionWith(id: string, { sessions }: World): Session {
  const found = sessions.list().find((one) => one.id === id)
  if (found !== undefined) return found
  throw new Problem('not_found', {
    message: `There is no session with the id ${JSON.stringify(id)}.`,
    hint: 'Call {session} with action list for those that there are.',
    data: { near: sessions.list().map((one) => one.id) },
  })
}

function listed({ session: own }: Call, { sessions }: World) {
  const begun = ({ id }: Session) => Number(id.slice(1))
  const inOrder = [...sessions.list()].sort((a, b) => begun(a) - begun(b))
  return inOrder.map((one) => ({
    id: one.id,
    agent: one.agent,
    ...(one.name !== undefined && { name: one.name }),
    ...(sessions.pauses.has(one) && { paused: true }),
    ...(one === own && { own: true }),
  }))
}
