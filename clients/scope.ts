/** Where a command without a scope acts: on the tab of the named session, else on the focused application, else on the only target. */
import { lacksScope, setScope, UsageError } from '../api-schema/cli/params.ts'
import type { Command } from '../api-schema/cli/usage.ts'
import type { Result } from '../api-schema/methods.ts'
import { plain } from '../api-schema/plain.ts'
import { CallError, type CallOptions, call } from './call.ts'

type Params = { [name: string]: unknown }

interface Target {
  readonly where: { readonly bundleId: string } | { readonly tab: string }
  readonly flag: string
  readonly name: string
  readonly front: boolean
}

export async function inScope(command: Command, params: Params, options: CallOptions): Promise<unknown> {
  if (lacksTarget(command, params)) {
    return await call(command.method, { ...params, ...(await target(options)).where }, options)
  }
  if (!lacksScope(command, params)) return await call(command.method, params, options)
  if (await hasTab(options)) return await call(command.method, setScope(command, params, { scope: 'tab' }), options)
  try {
    return await call(command.method, setScope(command, params, { scope: 'focused' }), options)
  } catch (error) {
    // Only this proves that nothing was done: there was nowhere to do it.
    if (!(error instanceof CallError && error.name === 'app_not_found')) throw error
    const { where } = await target(options, error)
    const scope = 'tab' in where ? 'tab' : 'application'
    return await call(command.method, setScope(command, params, { scope, ...where }), options)
  }
}

/** Who names a session means its tab, not the terminal that is in front. */
async function hasTab(options: CallOptions): Promise<boolean> {
  if (options.session === undefined) return false
  return ((await call('session', {}, options)) as Result<'session'>).selected !== undefined
}

/** A recording has no scope: it is of one application or tab. */
function lacksTarget({ method }: Command, { action, bundleId, tab }: Params): boolean {
  return method === 'record' && action !== 'stop' && bundleId === undefined && tab === undefined
}

/** The only target, otherwise the one in front. Throws `none` if there is nothing at all. */
async function target(options: CallOptions, none?: CallError): Promise<Target> {
  const targets = await list(options)
  const front = targets.filter((one) => one.front)
  const [one] = targets.length === 1 ? targets : front.length === 1 ? front : []
  if (one !== undefined) return one
  if (targets.length === 0)
    throw none ?? new CallError('app_not_found', 'Nothing is open.', { hint: 'ix navigate URL opens a page.' })
  const flags = targets.map(({ flag, name }) => `  ${flag}   ${plain(name)}`).join('\n')
  throw new UsageError(`No application has the focus. Say where to look:\n${flags}`)
}

async function list(options: CallOptions): Promise<Target[]> {
  const { apps } = (await call('apps', {}, options)) as Result<'apps'>
  const { tabs } = (await call('tabs', {}, options)) as Result<'tabs'>
  return [
    ...tabs.map(({ tab, title, selected }) => ({
      where: { tab },
      flag: `--tab ${tab}`,
      name: title,
      front: selected === true,
    })),
    ...apps
      .filter((app) => !app.tabs)
      .map(({ bundleId, name, focused }) => ({
        where: { bundleId },
        flag: `--app ${bundleId}`,
        name,
        front: focused === true,
      })),
  ]
}
