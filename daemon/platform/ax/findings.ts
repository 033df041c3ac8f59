/** What the platform can use on this Mac and what is missing, each with its remedy: for `ix doctor`. */

import { until } from '../acting/polling.ts'
import type { Finding, FindingsOptions, Target } from '../platform.ts'
import { frontWindow, recordingHint } from './capture/capture.ts'
import type { AppAccess } from './read/access.ts'
import { axErrors } from './wire/ax-error.ts'
import { Fault, grantHint, isGone, isSilence } from './wire/faults.ts'
import type { Opened } from './wire/instance.ts'
import type { Call, Calls, Feature } from './wire/messages.ts'
import { isThere, type MacPrograms } from './wire/programs.ts'
import type { Ref } from './wire/raw-element.ts'

type Permission = Calls['permission']['result']

export interface Finder {
  readonly ask: <C extends Call>(call: C, params: Calls[C]['params']) => Promise<Calls[C]['result']>
  readonly env: NodeJS.ProcessEnv
  readonly programs: MacPrograms
  readonly options: FindingsOptions
  /** Undefined if there is no application to try it on. */
  readonly trial: () => Promise<Finding | undefined>
}

const uses: { readonly [feature in Feature]: string } = {
  reading: 'reading and acting',
  observers: 'hearing of changes; without it everything is reread at each question',
  applications: 'listing applications; activating, hiding and quitting go by accessibility alone',
  windows: 'knowing what covers a window in its picture',
  input: 'keys and pointer',
}

const programUses: { readonly [program in Exclude<keyof MacPrograms, 'applications'>]: string } = {
  open: 'starting applications',
  screencapture: 'pictures',
  osascript: 'clipboard, nor pictures of the whole screen',
  pbcopy: 'clipboard',
  pbpaste: 'clipboard',
}

/** launchd puts a job's name in the environment; the daemon's starts like this. */
const ownJob = /^org\.interface-explorer\./

export async function findings({ ask, env, programs, options, trial }: Finder): Promise<Finding[]> {
  try {
    const { features, libraries } = await ask('capabilities', {})
    const found: Finding[] = [{ what: 'ax libraries', state: 'ok', detail: [...new Set(libraries)].join(', ') }]
    for (const [feature, state] of Object.entries(features) as [Feature, true | string][])
      if (state !== true) found.push({ what: feature, state: 'note', detail: `no ${uses[feature]}: ${state}` })
    for (const [name, use] of Object.entries(programUses) as [keyof typeof programUses, string][])
      if (!isThere(programs[name]))
        found.push({ what: name, state: 'note', detail: `no ${use}: there is no ${programs[name]} of macOS` })
    const permission = await ask('permission', { prompt: options.prompt === true })
    found.push(...permissionFindings(permission, options))
    if (options.probe && permission.works === true) found.push(await eventFinding(trial))
    return [...found, holder(permission.responsible, env)]
  } catch (error) {
    const remedy =
      'On macOS report it with this line; elsewhere set IX_CF_LIB and IX_AX_LIB to libraries of the interface.'
    return [{ what: 'ax libraries', state: 'missing', detail: messageOf(error), remedy }]
  }
}

/** The system's own answer may be stale or wrong: a real read decides. */
function permissionFindings({ trusted, works, screenRecording }: Permission, { prompt }: FindingsOptions): Finding[] {
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

/** If a single application fails this, the system is not at fault. */
async function eventFinding(trial: Finder['trial']): Promise<Finding> {
  try {
    return (await trial()) ?? { what: 'events', state: 'note', detail: 'not tried: no application runs' }
  } catch (error) {
    return { what: 'events', state: 'note', detail: `not tried: ${messageOf(error)}` }
  }
}

/**
 * Permission belongs to the process macOS holds responsible: the terminal application, or this program under launchd.
 * If macOS does not say which, guess from the environment.
 */
function holder(responsible: string | undefined, env: NodeJS.ProcessEnv): Finding {
  const terminal = env.TERM_PROGRAM ?? env.__CFBundleIdentifier
  const byLaunchd = ownJob.test(env.XPC_SERVICE_NAME ?? '')
  // The permission list shows applications, not the programs inside them.
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

const what = 'events'
const remedy =
  'Try again with another application in front; if none reports, run `ix service stop` and `ix service start`.'
const arriveMs = 1000

/**
 * Checks that events arrive by moving a window one point and back: nothing smaller reliably raises an event. `heard`:
 * whether the application has reported a change since the question began. */
export async function tryEvents(
  app: AppAccess,
  { missing }: Opened,
  { name }: Target,
  heard: () => boolean,
): Promise<Finding> {
  if (missing === undefined)
    return { what, state: 'missing', detail: `${name} cannot be observed; answers stay right, by rereading`, remedy }
  if (missing.includes('AXWindowMoved'))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, does not report window moves` }
  const window = await frontWindow(app)
  const began = performance.now()
  if (window === undefined || !(await nudged(app, window)))
    return { what, state: 'note', detail: `not tried: ${name}, which is in front, has no window that can be moved` }
  await until(async () => heard(), { ms: arriveMs, signal: app.signal })
  const ms = Math.round(performance.now() - began)
  if (heard()) return { what, state: 'ok', detail: `${name} reported a change after ${ms} ms` }
  return {
    what,
    state: 'missing',
    detail: `${name} reported no change within ${arriveMs / 1000} s; answers stay right, by rereading`,
    remedy,
  }
}

/** Moves it there and back; false if it does not move. */
async function nudged(app: AppAccess, window: Ref): Promise<boolean> {
  const { frames } = await app.call('frames', { refs: [window] })
  const frame = frames[0]?.[1]
  if (frame === undefined) return false
  const put = (x: number) =>
    app.call('set', { ref: window, attribute: 'AXPosition', value: { kind: 'point', x, y: frame.y } })
  try {
    await put(frame.x + 1)
    await put(frame.x)
    return true
  } catch (error) {
    if (!(error instanceof Fault) || isGone(error) || isSilence(error)) throw error
    return false
  }
}
