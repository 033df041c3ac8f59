/** `lease`: reserves a tab or application for a session, lists leases, and releases them. */
import type { Params, Result } from '../../api-schema/methods.ts'
import { msOf } from '../../api-schema/rights.ts'
import type { Leasable, Lease } from '../agents/leases.ts'
import { isUnlimited } from '../agents/limits.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'

const longestMs = 3_600_000

export const lease: Handler<'lease'> = async (params, call, world) => {
  const { action } = params
  const { leases } = world
  check(params)
  if (action === 'list') return { leases: (await known(call, world)).map((one) => entryOf(one, call, world)) }
  const target = await targetOf(params, call, world)
  if (action === 'take') {
    const { agent, session } = call
    const taken = leases.take(target!, session, agent, params.purpose ?? 'no purpose was given', msOf(params.ttl))
    return { leases: [entryOf(taken, call, world)] }
  }
  // The owner may release any lease.
  const whose = target !== undefined && isUnlimited(call.agent) ? undefined : call.session
  const released = leases.release(target, whose)
  if (released.length === 0 && target !== undefined)
    throw new Problem('not_found', {
      message: `This session has no lease of ${target.id}.`,
      hint: 'Call {lease} for the list; a lease ends by itself when its time is up.',
    })
  return { leases: released.map((one) => entryOf(one, call, world)), released: true }
}

/** Drops leases of closed targets, and leaves out targets beyond the agent's reach. */
async function known({ signal }: Call, { trees, leases }: World): Promise<readonly Lease[]> {
  const targets = await trees.targets(signal)
  const isOf =
    ({ target }: Lease) =>
    (other: Target) =>
      other.id === target.id && other.platform === target.platform
  return leases.list().filter((one) => targets.some(isOf(one)))
}

function entryOf(lease: Lease, { session }: Call, { leases }: World): Result<'lease'>['leases'][number] {
  const { target, agent, purpose } = lease
  const own = lease.session === session
  return { target: target.id, holder: agent, ...(own && { own }), purpose, leftMs: leases.leftMs(lease) }
}

async function targetOf(
  { tab, bundleId }: Params<'lease'>,
  { signal }: Call,
  { trees }: World,
): Promise<Leasable | undefined> {
  if (tab !== undefined) return await trees.tab(tab, signal)
  return bundleId === undefined ? undefined : await trees.app(bundleId, signal)
}

function check({ action, tab, bundleId, purpose, ttl }: Params<'lease'>): void {
  const wrong =
    tab !== undefined && bundleId !== undefined
      ? 'give a tab or a bundleId, not both'
      : action === 'take' && tab === undefined && bundleId === undefined
        ? 'take needs a tab or a bundleId'
        : action !== 'take' && purpose !== undefined
          ? `${action} takes no purpose`
          : msOf(ttl) > longestMs && `a lease lasts an hour at most; found ${ttl}`
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params: ${wrong}.`,
    hint: 'For example: {lease} {"action":"take","tab":"t1","purpose":"checking out","ttl":"5m"}',
    data: { path: msOf(ttl) > longestMs ? 'params.ttl' : 'params' },
  })
}
