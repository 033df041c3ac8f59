/** `session`: shows and ends the caller's session; for a person, all sessions and their pauses. */
import { isUnlimited } from '../agents/limits.ts'
import type { Session } from '../agents/session.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import { Problem } from '../problem.ts'

export const session: Handler<'session'> = async ({ action, id }, call, world) => {
  const { pauses } = world.sessions
  const meant = id === undefined ? undefined : sessionWith(id, call, world)
  const about = action === 'show' || action === 'end' ? (meant ?? call.session) : call.session
  const { name, tab, tabs } = about
  const open = new Set((await world.trees.targets(call.signal)).map((target) => target.id))
  const held = {
    ...(name !== undefined && { name }),
    ...(tab !== undefined && open.has(tab) && { selected: tab }),
    holds: tabs.filter((held) => open.has(held)),
  }
  if (action === 'show') return held
  if (action === 'end') {
    await world.sessions.end(about)
    return { ...held, ended: true }
  }
  if (action === 'pause') pauses.pause(meant, call.session)
  if (action === 'resume') pauses.resume(meant)
  return { ...held, sessions: listed(call, world), ...(pauses.isAll && { allPaused: true }) }
}

/** An agent may name its own sessions; the owner any. */
function sessionWith(id: string, { agent }: Call, { sessions }: World): Session {
  const known = sessions.list().filter((one) => isUnlimited(agent) || one.agent === agent.name)
  const found = known.find((one) => one.id === id)
  if (found !== undefined) return found
  const near = known.map((one) => one.id)
  throw new Problem('not_found', {
    message: `There is no session with the id ${JSON.stringify(id)}${isUnlimited(agent) ? '' : ` among those of ${agent.name}`}.`,
    hint: isUnlimited(agent)
      ? 'Call {session} with action list for those that there are.'
      : `Yours: ${near.join(', ')}. Leave out the id for the one that makes this call.`,
    data: { near },
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
