/** `ix doctor` and `ix status`: what is found and what is missing, each with its fix. */
import { homedir } from 'node:os'
import { harmless, harmlessJson } from '../../api-schema/harmless.ts'
import type { Result } from '../../api-schema/methods.ts'
import { plain } from '../../api-schema/plain.ts'
import { isRuntimeFolder, NotOurs } from '../../daemon/run/ownership.ts'
import { type CallOptions, call } from '../reach/call.ts'
import { NoDaemon } from '../reach/no-daemon.ts'
import { findDaemon, isRemote, ownVersion, runtimeFolder } from '../reach/place.ts'
import { dye, lookOf } from '../terminal/paint.ts'

interface Finding {
  readonly what: string
  readonly state: 'ok' | 'missing' | 'note'
  readonly detail: string
  readonly remedy?: string | undefined
}

type Status = Result<'status'>

export async function status(json: boolean, options: CallOptions): Promise<number> {
  const result = (await call('status', {}, options)) as Status
  console.log(
    json
      ? harmlessJson(JSON.stringify(result))
      : [harmless(headOf(result)), ...result.platforms.map(platformFinding).map(lineOf)].join('\n'),
  )
  return 0
}

export interface DoctorWish {
  readonly json: boolean
  /** Let the system ask the person for permissions; otherwise it never does. */
  readonly prompt: boolean
}

/** Exit code 3 if no daemon can be reached, 4 if the folder is not trusted; missing platform parts are not a failure. */
export async function doctor({ json, prompt }: DoctorWish, options: CallOptions): Promise<number> {
  const findings = [...(await localFindings())]
  const reached = await daemonFindings(prompt, options)
  findings.push(...reached.findings)
  console.log(json ? harmlessJson(JSON.stringify(findings)) : findings.map(lineOf).join('\n'))
  return reached.code
}

async function daemonFindings(
  prompt: boolean,
  options: CallOptions,
): Promise<{ readonly code: number; readonly findings: readonly Finding[] }> {
  try {
    const ran = findDaemon() !== undefined
    const result = (await call('status', { probe: true, ...(prompt && { prompt }) }, options)) as Status
    const detail = `${ran ? '' : 'started now, '}${headOf(result)}`
    const platforms = result.platforms.flatMap((platform) => [platformFinding(platform), ...findingsOf(platform)])
    return { code: 0, findings: [{ what: 'daemon', state: 'ok', detail }, ...platforms] }
  } catch (error) {
    if (error instanceof NotOurs)
      return {
        code: 4,
        findings: [{ what: 'daemon', state: 'missing', detail: 'not asked: the runtime folder comes first' }],
      }
    if (!(error instanceof NoDaemon)) throw error
    const remedy = isRemote() ? 'Check IX_URL, and that the daemon runs there.' : 'Run `ixd` in a terminal to see why.'
    const detail = [error.message, error.said].filter(Boolean).join('\n')
    return { code: 3, findings: [{ what: 'daemon', state: 'missing', detail, remedy }] }
  }
}

/** What can be checked without the daemon, in the order in which it would get in the way. */
async function localFindings(): Promise<Finding[]> {
  return [
    nodeFinding(),
    folderFinding(),
    ...(await serviceFindings()),
    ...(await hostFindings()),
    ...(systemFindings[process.platform]?.() ?? []),
  ]
}

async function serviceFindings(): Promise<Finding[]> {
  const { brokenServiceOf } = await import('../service/service.ts')
  const { reinstall } = await import('../service/machine.ts')
  const broken = brokenServiceOf({ home: homedir(), run: runtimeFolder() })
  return broken === undefined ? [] : [{ what: 'service', state: 'missing', detail: broken, remedy: reinstall }]
}

async function hostFindings(): Promise<Finding[]> {
  const machine = { home: homedir(), platform: process.platform, env: process.env }
  const { brokenEntries } = await import('../install/repair.ts')
  return brokenEntries(machine).map(({ host, file, gone }) => ({
    what: 'MCP entry',
    state: 'missing',
    detail: `${host.title} starts ${gone}, which is gone (${file})`,
    remedy: 'Run `ix install --repair`.',
  }))
}

/** What a system needs besides what the daemon's platforms report themselves. */
const systemFindings: { readonly [platform: string]: () => Finding[] } = {
  linux: () => {
    const { DISPLAY, WAYLAND_DISPLAY, DBUS_SESSION_BUS_ADDRESS } = process.env
    const display = WAYLAND_DISPLAY || DISPLAY
    const parts = [
      display ? `display ${display}` : 'no display',
      DBUS_SESSION_BUS_ADDRESS ? 'session bus' : 'no session bus',
    ]
    return [{ what: 'desktop', state: 'note', detail: parts.join(', ') }]
  },
}

function nodeFinding(): Finding {
  const major = Number(process.versions.node.split('.', 1)[0])
  const fit = major >= 20
  return {
    what: 'ix',
    state: fit ? 'ok' : 'missing',
    detail: `version ${ownVersion()} on Node ${process.versions.node}`,
    ...(!fit && { remedy: 'Install Node 20 or newer.' }),
  }
}

function folderFinding(): Finding {
  const what = 'runtime folder'
  const folder = runtimeFolder()
  try {
    const detail = isRuntimeFolder(folder) ? folder : `${folder}, created when the daemon starts`
    return { what, state: detail === folder ? 'ok' : 'note', detail }
  } catch (error) {
    if (!(error instanceof NotOurs)) throw error
    return { what, state: 'missing', detail: error.message, remedy: error.hint }
  }
}

function platformFinding({ name, available, reason, remedy }: Status['platforms'][number]): Finding {
  return {
    what: name,
    state: available ? 'ok' : 'missing',
    detail: plain(reason ?? ''),
    remedy: available ? undefined : remedy,
  }
}

/** What the platform found in the system; may include names of applications. */
export function findingsOf({ findings = [] }: Status['platforms'][number]): Finding[] {
  return findings.map(({ what, state, detail, remedy }) => ({
    what: `  ${plain(what)}`,
    state,
    detail: plain(detail),
    remedy: remedy === undefined ? undefined : plain(remedy),
  }))
}

function headOf({ version, pid, uptimeMs, socket, url }: Status): string {
  const parts = [`version ${version}`, `pid ${pid}`, `up ${span(uptimeMs)}`, socket, url]
  return parts.filter(Boolean).join(', ')
}

function span(ms: number): string {
  const seconds = Math.round(ms / 1000)
  if (seconds < 120) return `${seconds} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`
}

/** The texts come from the system: they are made harmless before anything is painted. */
export function lineOf({ what, state, detail, remedy }: Finding): string {
  const { colour } = lookOf(process.stdout, process.env)
  const mark = { ok: 'ok', missing: '--', note: '  ' }[state].padEnd(4)
  const painted = colour && state !== 'note' ? dye(state === 'ok' ? 'green' : 'yellow', mark) : mark
  const hint = remedy === undefined ? '' : `\n${' '.repeat(20)}${remedy}`
  return painted + harmless(`${what.length < 16 ? what.padEnd(16) : `${what} `}${detail}${hint}`.trimEnd())
}
