/** Which parts of the desktop work and which are missing, each with its remedy: for `ix doctor`. */

import { readFileSync } from 'node:fs'
import { firstOf } from '../../../api-schema/first-of.ts'
import type { Finding } from '../platform.ts'
import { browserEngineOf, mayComeLate } from './apps/toolkits.ts'
import type { Desktop } from './desktop/desktop.ts'
import type { DesktopWindow } from './desktop/windows.ts'
import type { Owner } from './wire/access.ts'
import { remedies } from './wire/accessibility-bus.ts'

/** What the platform knows about the accessibility bus. */
export interface BusFacts {
  /** Why there is no session bus. */
  readonly noSession?: string
  /** Why there is no accessibility bus. */
  readonly noBus?: string
  /** The switch that toolkits check: as found, or set by the daemon. */
  readonly accessibility: 'on' | 'set' | 'off'
  /** Processes that the registry lists. */
  readonly pids: ReadonlySet<number>
  /** Names of applications on the bus that have no window. */
  readonly windowless?: readonly string[]
}

/** Detail of the finding for an application with windows that is not on the bus. */
export const unseen = 'it has windows, but shows no elements'

export async function findings(bus: BusFacts, desktop: Desktop, signal: AbortSignal): Promise<Finding[]> {
  const found = [...busFindings(bus), ...(await desktop.findings(signal))]
  if (desktop.windows.missing !== undefined || bus.noBus !== undefined) return found
  const shown = await desktop.windows.list(signal).catch(() => [])
  return [...found, ...applicationFindings(shown, bus.pids)]
}

const most = 8
const fromTray =
  'They run and show nothing, so `ix apps` leaves them out. The icon of one in the tray is an element of the panel; many show a window when launched again.'

function* busFindings({ noSession, noBus, accessibility, windowless = [] }: BusFacts): Generator<Finding> {
  if (noSession !== undefined) {
    yield { what: 'session bus', state: 'missing', detail: noSession, remedy: remedies.session }
    return
  }
  yield { what: 'session bus', state: 'ok', detail: 'connected' }
  if (noBus !== undefined) {
    yield { what: 'accessibility bus', state: 'missing', detail: noBus, remedy: remedies.bus }
    return
  }
  yield { what: 'accessibility bus', state: 'ok', detail: 'connected' }
  if (accessibility === 'off') {
    const remedy = 'gsettings set org.gnome.desktop.interface toolkit-accessibility true'
    yield { what: 'accessibility', state: 'missing', detail: 'off and cannot be switched on', remedy }
    return
  }
  const detail = accessibility === 'on' ? 'on' : 'switched on by the daemon, and off again when it ends'
  yield { what: 'accessibility', state: 'ok', detail }
  if (windowless.length > 0) {
    const names = [...new Set(windowless)].sort()
    yield { what: 'no window', state: 'note', detail: firstOf(names, most), remedy: fromTray }
  }
}

/** Applications that have windows but no elements, or lack those that matter. */
function* applicationFindings(windows: readonly DesktopWindow[], pids: ReadonlySet<number>): Generator<Finding> {
  const listed = new Set<Owner>()
  for (const { owner, pid, wmClass, title } of windows) {
    if (listed.has(owner)) continue
    listed.add(owner)
    if (pid === undefined) {
      yield { what: title ?? wmClass ?? 'a window', state: 'note', detail: unseen, remedy: byPicture }
      continue
    }
    const what = wmClass ?? title ?? `process ${pid}`
    const engine = browserEngineOf(pid)
    if (engine === 'hidden') {
      const remedy =
        'Start it with --remote-debugging-port=9222 --user-data-dir=DIR, and ixd with --cdp http://127.0.0.1:9222.'
      yield { what, state: 'note', detail: 'built on Chromium: it shows its frame here, not its page', remedy }
    } else if (engine === undefined && !pids.has(pid)) {
      yield { what, state: 'note', detail: unseen, remedy: remedyOf(pid) }
    }
  }
}

const byPicture =
  'Its toolkit has no accessibility: use it by pictures of its windows, clicks at points in them, and keys.'

/** Why an application with windows may show no elements. */
function remedyOf(pid: number): string {
  const own = environmentOf(pid)
  const hides = ['NO_AT_BRIDGE', 'AT_SPI_BUS_ADDRESS'].find((name) => own.has(name))
  if (hides !== undefined) return `Start it again without ${hides} in its environment, which keeps it off the bus.`
  if (!mayComeLate(pid)) return byPicture
  return (
    'Restart it: many applications only check for accessibility when they start. ' +
    'If it still shows none, it has none: use it by pictures of its windows, clicks at points in them, and keys.'
  )
}

/** Its environment variables that are set; none if it is gone or another user's. */
function environmentOf(pid: number): ReadonlySet<string> {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
    return new Set(lines.flatMap((line) => /^(\w+)=(?!0?$)/.exec(line)?.[1] ?? []))
  } catch {
    return new Set()
  }
}
