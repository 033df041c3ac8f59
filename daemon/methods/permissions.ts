/** `permissions`: what a site may do without asking the user. */
import type { Params } from '../../api-schema/methods.ts'
import { overridden, toOverride } from '../answers/where/overrides.ts'
import type { Call, Handler } from '../dispatch.ts'
import type { Target } from '../platform/platform.ts'
import type { Overrides, Permission } from '../platform/tab/overrides.ts'
import { Problem } from '../problem.ts'
import { lawOf, requireAddress } from '../reach.ts'

const settings = { grant: 'granted', deny: 'denied', reset: undefined } as const

export const permissions: Handler<'permissions'> = async (params, call, world) => {
  const { action, tab, names } = params
  if (action === 'list') {
    if ((names ?? params.origin) !== undefined)
      throw wrong(names === undefined ? 'origin' : 'names', 'list takes none; grant, deny and reset do')
    const { target, overrides } = await overridden(tab, call, world)
    return { tab: target.id, permissions: await known(target, overrides, call) }
  }
  const { target, overrides } = await toOverride(tab, call, world)
  const origin = originOf(params, target, call)
  const set = await overrides.permissions(target, call.signal)
  const all = [...new Set(set.filter((one) => one.origin === origin).map(({ name }) => name))]
  const wish = { origin, names: names ?? all, setting: settings[action], session: call.session.id }
  await overrides.permit(target, wish, call.signal)
  return { tab: target.id, permissions: await known(target, overrides, call) }
}

/** Limited to sites that the agent may know. */
async function known(target: Target, overrides: Overrides, { agent, signal }: Call): Promise<readonly Permission[]> {
  const law = lawOf(agent)
  const all = await overrides.permissions(target, signal)
  return law === undefined ? all : all.filter(({ origin }) => law.has(origin))
}

function originOf({ origin }: Params<'permissions'>, { url = '' }: Target, { agent }: Call): string {
  const asked = origin ?? url
  const found = URL.canParse(asked) ? new URL(asked) : undefined
  if (found === undefined || !/^https?:$/.test(found.protocol))
    throw origin === undefined
      ? new Problem('unsupported_here', {
          message: `The page ${JSON.stringify(url.slice(0, 200))} is of no site that could have permissions.`,
          hint: 'Call {navigate} first, or name the origin, such as https://example.com.',
        })
      : wrong('origin', `expected one such as https://example.com, found ${JSON.stringify(origin.slice(0, 200))}`)
  requireAddress(agent, found.origin)
  return found.origin
}

function wrong(name: string, message: string): Problem {
  return new Problem('invalid_params', {
    message: `params.${name}: ${message}.`,
    hint: 'For example: {permissions} {"action":"grant","names":["clipboard-read"]}',
    data: { path: `params.${name}` },
  })
}
