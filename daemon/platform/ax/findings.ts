/** What of macOS the platform can use and what is missing, one by one, each with its remedy: for `ix doctor`. */
import type { Finding, FindingsWish } from '../platform.ts'
import { axErrors } from './ax-error.ts'
import { recordingHint } from './capture.ts'
import { grantHint } from './faults.ts'
import { isThere, type MacPrograms } from './mac-programs.ts'
import type { Call, Calls, Feature } from './messages.ts'

type Permission = Calls['permission']['result']

export interface Finder {
  readonly ask: <C extends Call>(call: C, params: Calls[C]['params']) => Promise<Calls[C]['result']>
  readonly env: NodeJS.ProcessEnv
  readonly programs: MacPrograms
  readonly wish: FindingsWish
  /** Undefined where there is no application to try it on. */
  readonly trial: () => Promise<Finding | undefined>
}

const uses: { readonly [feature in Feature]: string } = {
  reading: 'reading and acting',
  observers: 'hearing of changes; without it all is read anew at each question',
  applications: 'listing applications; activating, hiding and quitting go by accessibility alone',
  windows: 'telling what covers a window in its picture',
  input: 'keys and pointer',
}

const programUses: { readonly [program in Exclude<keyof MacPrograms, 'applications'>]: string } = {
  open: 'starting applications',
  screencapture: 'pictures',
  osascript: 'clipboard, nor pictures of the whole screen',
  pbcopy: 'clipboard',
  pbpaste: 'clipboard',
}

/** launchd puts the name of its job into the environment; the daemon's begins so. */
const ownJob = /^org\.interface-explorer\./

export async function findings({ ask, env, programs, wish, trial }: Finder): Promise<Finding[]> {
  try {
    const { features, libraries } = await ask('capabilities', {})
    const found: Finding[] = [{ what: 'ax libraries', state: 'ok', detail: [...new Set(libraries)].join(', ') }]
    for (const [feature, state] of Object.entries(features) as [Feature, true | string][])
      if (state !== true) found.push({ what: feature, state: 'note', detail: `no ${uses[feature]}: ${state}` })
    for (const [name, use] of Object.entries(programUses) as [keyof typeof programUses, string][])
      if (!isThere(programs[name]))
        found.push({ what: name, state: 'note', detail: `no ${use}: there is no ${programs[name]} of macOS` })
    const permission = await ask('permission', { prompt: wish.prompt === true })
    found.push(...permissionFindings(permission, wish))
    if (wish.probe && permission.works === true) found.push(await eventFinding(trial))
    return [...found, holder(permission.responsible, env)]
  } catch (error) {
    const remedy =
      'On macOS report it with this line; elsewhere set IX_CF_LIB and IX_AX_LIB to libraries of the interface.'
    return [{ what: 'ax libraries', state: 'missing', detail: messageOf(error), remedy }]
  }
}

/** The system's own word may be of another time or wrong: a real read is what counts. */
function permissionFindings({ trusted, works, screenRecording }: Permission, { prompt }: FindingsWish): Finding[] {
  const what = 'accessibility permission'
  const word = trusted ? 'macOS says that it is granted' : 'macOS says that it is not granted'
  const found: Finding[] =
    works === true
      ? [{ what, state: 'ok', detail: `${word}, and a real read succeeds` }]
      : [
          {
            what,
            state: 'missing',
            detail: `${word}; a real read fails with AXError ${works} ${axErrors[works] ?? ''}`.trimEnd(),
            remedy: prompt ? grantHint : `${grantHint} \`ix doctor --prompt\` lets macOS ask for it.`,
          },
        ]
  if (screenRecording === false)
    found.push({ what: 'screen recording', state: 'note', detail: 'not granted: no pictures', remedy: recordingHint })
  return found
}

/** An application that fails in it is no fault of the system's. */
async function eventFinding(trial: Finder['trial']): Promise<Finding> {
  try {
    return (await trial()) ?? { what: 'events', state: 'note', detail: 'not tried: no application runs' }
  } catch (error) {
    return { what: 'events', state: 'note', detail: `not tried: ${messageOf(error)}` }
  }
}

/**
 * Permission belongs to the process that macOS holds responsible: the terminal's application, or this program under launchd. Where
 * macOS does not say which it is, the environment does, as far as it can.
 */
function holder(responsible: string | undefined, env: NodeJS.ProcessEnv): Finding {
  const terminal = env.TERM_PROGRAM ?? env.__CFBundleIdentifier
  const byLaunchd = ownJob.test(env.XPC_SERVICE_NAME ?? '')
  // The list of permissions has applications, not the programs in them.
  const named = responsible && (/^.*?\.app(?=\/)/.exec(responsible)?.[0] ?? responsible)
  const from = `the application that ixd was started from${terminal === undefined ? '' : `, ${terminal}`}`
  const detail = byLaunchd
    ? `${named ?? process.execPath} (started by launchd)`
    : `${named ?? from}; under launchd it is ${process.execPath}`
  return { what: 'permission is given to', state: 'note', detail }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
