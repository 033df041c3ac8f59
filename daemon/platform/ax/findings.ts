/** What of macOS the platform can use and what is missing, one by one, each with its remedy: for `ix doctor`. */
import type { Finding } from '../platform.ts'
import { axErrors } from './ax-error.ts'
import { grantHint } from './faults.ts'
import type { Call, Calls, Feature } from './messages.ts'

type Ask = <C extends Call>(call: C, params: Calls[C]['params']) => Promise<Calls[C]['result']>

const uses: { readonly [feature in Feature]: string } = {
  reading: 'reading and acting',
  observers: 'hearing of changes; without it all is read anew at each question',
  applications: 'listing applications',
  windows: 'pictures of windows',
  input: 'keys and pointer',
  clipboard: 'the clipboard',
  screenshots: 'screenshots',
}

export async function findings(ask: Ask, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  try {
    const { features, libraries } = await ask('capabilities', {})
    const found: Finding[] = [{ what: 'ax libraries', state: 'ok', detail: libraries.join(', ') }]
    for (const [feature, state] of Object.entries(features) as [Feature, true | string][])
      if (state !== true) found.push({ what: feature, state: 'note', detail: `no ${uses[feature]}: ${state}` })
    return [...found, ...(await permissionFindings(ask)), responsible(env)]
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    const remedy =
      'On macOS report it with this line; elsewhere set IX_CF_LIB and IX_AX_LIB to libraries of the interface.'
    return [{ what: 'ax libraries', state: 'missing', detail, remedy }]
  }
}

/** The system's own word may be of another time or wrong: a real read is what counts. */
async function permissionFindings(ask: Ask): Promise<Finding[]> {
  const { trusted, works, screenRecording } = await ask('permission', {})
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
            remedy: grantHint,
          },
        ]
  if (screenRecording === false) {
    const remedy = 'System Settings > Privacy & Security > Screen & System Audio Recording, for the same program.'
    found.push({ what: 'screen recording', state: 'note', detail: 'not granted: no screenshots', remedy })
  }
  return found
}

/** Permission belongs to the process that macOS holds responsible: the terminal's application, or this program under launchd. */
function responsible(env: NodeJS.ProcessEnv): Finding {
  const terminal = env.TERM_PROGRAM ?? env.__CFBundleIdentifier
  const byLaunchd = process.ppid === 1
  const detail = byLaunchd
    ? `${process.execPath} (started by launchd)`
    : `the application that ixd was started from${terminal === undefined ? '' : `, ${terminal}`}; under launchd it is ${process.execPath}`
  return { what: 'permission is given to', state: 'note', detail }
}
