/** Which tab a call may override, and where. */
import type { Call, World } from '../../dispatch.ts'
import type { Target } from '../../platform/platform.ts'
import type { Overrides } from '../../platform/tab/overrides.ts'
import { Problem } from '../../problem.ts'
import { requireFree } from '../consent/turn.ts'
import { tabTarget } from './scope.ts'

export interface Overridden {
  readonly target: Target
  readonly overrides: Overrides
}

export function overridesOf({ platform }: Target, { platforms }: World): Overrides | undefined {
  return platforms.find(({ name }) => name === platform)?.overrides
}

/** For reading the current overrides. */
export async function overridden(tab: string | undefined, call: Call, world: World): Promise<Overridden> {
  const target = await tabTarget(tab, call, world)
  const overrides = overridesOf(target, world)
  if (overrides !== undefined) return { target, overrides }
  throw new Problem('unsupported_here', {
    message: `${target.id} is a recording: nothing else can be shown to it.`,
    hint: 'Call {tabs} for the tabs of a browser, or {navigate} to open one.',
  })
}

/** For changing them. Assigns the tab to the session. Throws locked if it belongs to another. */
export async function toOverride(tab: string | undefined, call: Call, world: World): Promise<Overridden> {
  const found = await overridden(tab, call, world)
  const { target } = found
  requireFree(target, call, world)
  const { session } = call
  const isOthers =
    target.session === undefined ? world.sessions.isHeldByOther(session, target.id) : target.session !== session.id
  if (isOthers)
    throw new Problem('locked', {
      message: `Tab ${target.id} is another session's, which would not know why its page looks different. Nothing was done.`,
      hint: ['Call {navigate} with a url and without a tab: it opens one for you.', 'Name a tab of your own.'],
      data: { target: target.id },
    })
  session.hold(target.id)
  return found
}
