/** `apps`: what can be explored; launch, activate, hide, quit. */
import { isAbsolute } from 'node:path'
import type { Params, Result } from '../../api-schema/methods.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Applications, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'
import { desktopWith } from './desktop.ts'

type Asked = Params<'apps'>

const noDesktop = {
  message: 'There is no desktop here that an application could be started on.',
  hint: 'Call status for what each platform lacks. A page is opened by navigate.',
}

export const apps: Handler<'apps'> = async (params, call, world) => {
  checkFiles(params)
  if (params.action === 'list') return { apps: await shown(() => true, call, world) }
  if (params.action === 'launch') {
    const { applications } = desktopWith('applications', noDesktop, world)
    const target = await applications.launch(params.bundleId!, params.files ?? [], call.signal)
    return { apps: await shown((one) => one.id === target.id, call, world) }
  }
  const target = await world.trees.app(params.bundleId!, call.signal)
  const applications = applicationsOf(target, params.action, world)
  if (params.action !== 'quit') {
    await applications[params.action](target, call.signal)
    return { apps: await shown((one) => one.id === target.id, call, world) }
  }
  if (await applications.quit(target, call.signal)) return { apps: [], ended: target.id }
  const hint = `${target.name} still runs: it may have asked what to do with something. Call explore with its bundleId.`
  return { apps: await shown((one) => one.id === target.id, call, world), hint }
}

async function shown(
  wanted: (target: Target) => boolean,
  { signal }: Call,
  { trees }: World,
): Promise<Result<'apps'>['apps']> {
  const targets = await trees.targets(signal)
  return targets
    .filter((target) => target.kind === 'application' && wanted(target))
    .map(({ id, name, pid, platform, focused }) => {
      const tabs = targets.filter((target) => target.app === id).length
      return {
        bundleId: id,
        name,
        ...(pid !== undefined && { pid }),
        platform,
        ...(focused && { focused }),
        ...(tabs > 0 && { tabs }),
      }
    })
}

function checkFiles({ action, files = [] }: Asked): void {
  const wrong = files.findIndex((file) => !isAbsolute(file))
  if (wrong < 0 && (action === 'launch' || files.length === 0)) return
  throw new Problem('invalid_params', {
    message: wrong < 0 ? `params: ${action} takes no files.` : `params.files: ${files[wrong]} is not an absolute path.`,
    hint: 'For example: apps {"action":"launch","bundleId":"mousepad","files":["/srv/notes.txt"]}',
    data: { path: wrong < 0 ? 'params.files' : `params.files[${wrong}]` },
  })
}

function applicationsOf(target: Target, action: string, { platforms }: World): Applications {
  const platform = platforms.find((one) => one.name === target.platform)
  if (platform?.applications !== undefined) return platform.applications
  throw new Problem('unsupported_here', {
    message: `${target.id} is of the platform ${target.platform}, which cannot ${action} applications.`,
    hint: 'Call tabs to select or close a tab of a browser.',
  })
}
