/** `ix doctor` and `ix status`: what is found and what is missing, each with its remedy. */
import { statSync } from 'node:fs'
import type { Result } from '../api-schema/methods.ts'
import { plain } from '../api-schema/plain.ts'
import { type CallOptions, call } from './call.ts'
import { NoDaemon } from './no-daemon.ts'
import { dye, lookOf } from './paint.ts'
import { findDaemon, isRemote, ownVersion, runtimeFolder } from './place.ts'

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
    json ? JSON.stringify(result) : [headOf(result), ...result.platforms.map(platformFinding).map(lineOf)].join('\n'),
  )
  return 0
}

export interface DoctorWish {
  readonly json: boolean
  /** The system may ask its person for permissions; it never does without. */
  readonly prompt: boolean
}

/** Exit code 3 when no daemon can be had; what is missing for a platform is no failure. */
export async function doctor({ json, prompt }: DoctorWish, options: CallOptions): Promise<number> {
  const findings = [...localFindings()]
  const reached = await daemonFindings(prompt, options)
  findings.push(...reached.findings)
  console.log(json ? JSON.stringify(findings) : findings.map(lineOf).join('\n'))
  return reached.ok ? 0 : 3
}

async function daemonFindings(
  prompt: boolean,
  options: CallOptions,
): Promise<{ readonly ok: boolean; readonly findings: readonly Finding[] }> {
  const ran = findDaemon() !== undefined
  try {
    const result = (await call('status', { probe: true, ...(prompt && { prompt }) }, options)) as Status
    const detail = `${ran ? '' : 'started now, '}${headOf(result)}`
    const platforms = result.platforms.flatMap((platform) => [platformFinding(platform), ...findingsOf(platform)])
    return { ok: true, findings: [{ what: 'daemon', state: 'ok', detail }, ...platforms] }
  } catch (error) {
    if (!(error instanceof NoDaemon)) throw error
    const remedy = isRemote() ? 'Check IX_URL, and that the daemon runs there.' : 'Run `ixd` in a terminal to see why.'
    const detail = [error.message, error.said].filter(Boolean).join('\n')
    return { ok: false, findings: [{ what: 'daemon', state: 'missing', detail, remedy }] }
  }
}

/** What can be seen without the daemon, in the order in which it would get in the way. */
function localFindings(): Finding[] {
  return [nodeFinding(), folderFinding(), ...(systemFindings[process.platform]?.() ?? [])]
}

/** What a system needs beside what the daemon's platforms tell by themselves. */
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
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) return { what, state: 'note', detail: `${folder}, made when the daemon starts` }
  if (found.uid !== process.getuid?.())
    return {
      what,
      state: 'missing',
      detail: `${folder} belongs to another user`,
      remedy: 'Set IX_RUNTIME_DIR to a folder of your own.',
    }
  if ((found.mode & 0o077) !== 0)
    return { what, state: 'missing', detail: `${folder} is open to others`, remedy: `chmod 700 ${folder}` }
  return { what, state: 'ok', detail: folder }
}

function platformFinding({ name, available, reason, remedy }: Status['platforms'][number]): Finding {
  return {
    what: name,
    state: available ? 'ok' : 'missing',
    detail: plain(reason ?? ''),
    remedy: available ? undefined : remedy,
  }
}

/** What the platform found in the system; names of applications are in it. */
function findingsOf({ findings = [] }: Status['platforms'][number]): Finding[] {
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

function lineOf({ what, state, detail, remedy }: Finding): string {
  const { colour } = lookOf(process.stdout, process.env)
  const mark = { ok: 'ok', missing: '--', note: '  ' }[state].padEnd(4)
  const painted = colour && state !== 'note' ? dye(state === 'ok' ? 'green' : 'yellow', mark) : mark
  const hint = remedy === undefined ? '' : `\n${' '.repeat(20)}${remedy}`
  return `${painted}${what.length < 16 ? what.padEnd(16) : `${what} `}${detail}${hint}`.trimEnd()
}
