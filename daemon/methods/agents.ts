/** `agents`: the agents that may call, and the rights of each. */
import { isAbsolute } from 'node:path'
import { given } from '../../api-schema/given.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { msOf, type Rights } from '../../api-schema/rights.ts'
import type { AgentRecord } from '../agents/agents.ts'
import type { Handler } from '../dispatch.ts'
import { Problem } from '../problem.ts'

type Asked = Params<'agents'>
type Entry = Result<'agents'>['agents'][number]

export const agents: Handler<'agents'> = async (params, _call, { agents, log }) => {
  const { action, name, ttl } = params
  checkRights(params)
  if (action === 'list') {
    const { records, damaged } = agents.list()
    return { agents: [...records.map(entryOf), ...damaged.map((name) => ({ name, damaged: true }))] }
  }
  if (action === 'revoke') {
    if (!agents.revoke(name!)) throw unknown(name!, agents.list())
    log.info({ subject: name }, 'an agent was revoked')
    return { agents: [{ name: name! }], revoked: true }
  }
  if (action === 'allow') {
    const { apps, sites, folders, allow } = params
    const wider = agents.widen(name!, {
      ...(apps && { apps }),
      ...(sites && { sites }),
      ...(folders && { folders }),
      ...(allow && { allow }),
    })
    if (wider === undefined) throw unknown(name!, agents.list())
    log.info({ subject: name }, 'an agent was allowed more')
    return { agents: [entryOf(wider)] }
  }
  const created = agents.create(name!, rightsOf(params), ttl === undefined ? undefined : msOf(ttl))
  if (created === undefined) throw taken(name!)
  log.info({ subject: name, scope: created.record.scope }, 'an agent was added')
  return { agents: [entryOf(created.record)], token: created.token }
}

function rightsOf({ permissionScope: scope, apps, sites, folders, allow, ask }: Asked): Rights {
  return {
    scope,
    ...given({ apps, sites, folders, allow, ask }),
  }
}

function entryOf({ name, scope, apps, sites, folders, allow, ask, until }: AgentRecord): Entry {
  return {
    name,
    permissionScope: scope,
    ...given({ apps, sites, folders, allow, ask }),
    ...(until !== undefined && { until: new Date(until).toISOString() }),
  }
}

function checkRights(params: Asked): void {
  const { action, permissionScope: scope, ttl, ...limits } = params
  const given = (['apps', 'sites', 'folders', 'allow', 'ask'] as const).filter((name) => limits[name] !== undefined)
  const relative = limits.folders?.find((folder) => !isAbsolute(folder))
  const taken = action === 'add' ? given : action === 'allow' ? given.filter((name) => name !== 'ask') : []
  const extra = action !== 'add' && ttl !== undefined ? 'ttl' : given.find((name) => !taken.includes(name))
  const wrong =
    extra !== undefined
      ? `${action} takes no ${extra}`
      : action === 'allow' && given.length === 0
        ? 'allow takes apps, sites, folders or allow'
        : scope === 'admin' && given.length > 0
          ? `the scope admin includes adding agents without limits, so it takes no ${given[0]}`
          : relative !== undefined && `${relative} is not an absolute path`
  if (!wrong) return
  throw new Problem('invalid_params', {
    message: `params: ${wrong}.`,
    hint: 'For example: {agents} {"action":"add","name":"tester","sites":["shop.example.com"],"ttl":"8h"}',
    data: { path: `params.${given[0] ?? 'ttl'}` },
  })
}

function unknown(name: string, { records, damaged }: { records: readonly AgentRecord[]; damaged: readonly string[] }) {
  const names = [...records.map((record) => record.name), ...damaged]
  return new Problem('not_found', {
    message: `There is no agent ${name}. ${names.length === 0 ? 'None was added.' : `There are: ${names.join(', ')}.`}`,
    hint: 'Call {agents} for the list; one whose time is up is gone from it.',
  })
}

function taken(name: string): Problem {
  return new Problem('invalid_params', {
    message: `params.name: there is an agent ${name} already.`,
    hint: 'Choose another name, or revoke that one first: {agents} {"action":"revoke","name":"tester"}',
    data: { path: 'params.name', reason: 'taken' },
  })
}
