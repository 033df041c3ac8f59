/** `apps`: lists applications and browsers; launches, activates, hides and quits them. */
import { isAbsolute } from 'node:path'
import { advise, verbatim } from '../../api-schema/advice.ts'
import type { Params, Result } from '../../api-schema/methods.ts'
import { agreedIn } from '../answers/consent/consent.ts'
import { requireFree } from '../answers/consent/turn.ts'
import { desktopWith } from '../answers/where/desktop.ts'
import type { Call, Handler, World } from '../dispatch.ts'
import type { Applications, Target } from '../platform/platform.ts'
import { Problem } from '../problem.ts'

type Asked = Params<'apps'>

const noDesktop = {
  message: 'There is no desktop here to start an application on.',
  hint: [
    'Call {status} for what each platform lacks. To open a page call {navigate}.',
    'The person can run `ix doctor` to see what is missing. To open a page call {navigate}.',
  ],
}

export const apps: Handler<'apps'> = async (params, call, world) => {
  checkFiles(params)
  if (params.action === 'list') {
    const only = params.bundleId && (await world.trees.app(params.bundleId, call.signal)).id
    return await shown((one) => only === undefined || one.id === only, call, world)
  }
  if (params.action === 'launch') {
    const { applications } = desktopWith('applications', noDesktop, world)
    await agreedIn({ id: params.bundleId! }, [], 'launch an application', call)
    const target = await applications.launch(params.bundleId!, params.files ?? [], call.signal)
    return await shown((one) => one.id === target.id, call, world)
  }
  const target = await world.trees.app(params.bundleId!, call.signal)
  requireFree(target, call, world)
  await agreedIn(target, [], `${params.action} it`, call)
  const applications = applicationsOf(target, params.action, world)
  if (params.action !== 'quit') {
    await applications[params.action](target, call.signal)
    return await shown((one) => one.id === target.id, call, world)
  }
  if (await applications.quit(target, call.signal)) return { apps: [], ended: target.id }
  const { apps } = await shown((one) => one.id === target.id, call, world)
  if (apps.length === 0) return { apps, hint: `${target.name} has closed its windows; its process still runs.` }
  const still = `${verbatim(target.name)} is still running; it may be showing a question.`
  return { apps, hint: advise(`${still} Call {explore} with its bundleId.`, call.has) }
}

async function shown(wanted: (target: Target) => boolean, { signal }: Call, { trees }: World): Promise<Result<'apps'>> {
  const { targets, reason } = await trees.listed(signal)
  const apps = targets
    .filter((target) => target.kind === 'application' && wanted(target))
    .map(({ id, name, pid, platform, focused, menuBar }) => {
      const tabs = targets.filter((target) => target.app === id).length
      return {
        bundleId: id,
        name,
        ...(pid !== undefined && { pid }),
        platform,
        ...(focused && { focused }),
        ...(menuBar && { menuBar }),
        ...(tabs > 0 && { tabs }),
      }
    })
  return { apps, ...(reason !== undefined && { settled: false, reason }) }
}

function checkFiles({ action, files = [] }: Asked): void {
  const wrong = files.findIndex((file) => !isAbsolute(file))
  if (wrong < 0 && (action === 'launch' || files.length === 0)) return
  throw new Problem('invalid_params', {
    message: wrong < 0 ? `params: ${action} takes no files.` : `params.files: ${files[wrong]} is not an absolute path.`,
    hint: 'For example: {apps} {"action":"launch","bundleId":"mousepad","files":["/srv/notes.txt"]}',
    data: { path: wrong < 0 ? 'params.files' : `params.files[${wrong}]` },
  })
}

function applicationsOf(target: Target, action: string, { platforms }: World): Applications {
  const platform = platforms.find((one) => one.name === target.platform)
  if (platform?.applications !== undefined) return platform.applications
  throw new Problem('unsupported_here', {
    message: `${target.id} is on the platform ${target.platform}, which cannot ${action} applications.`,
    hint: 'Call {tabs} to select or close a browser tab.',
  })
}
