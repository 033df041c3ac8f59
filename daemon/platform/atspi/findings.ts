/** What of the desktop works and what is missing, each with its remedy: for `ix doctor`. */
import { readFileSync } from 'node:fs'
import { Problem } from '../../problem.ts'
import type { Finding } from '../platform.ts'
import { browserEngineOf, mayComeLate } from './apps/toolkits.ts'
import type { Owner } from './wire/access.ts'
import { remedies } from './wire/accessibility-bus.ts'
import { numbersOf, type XConnection } from './x11/connection.ts'
import type { Environment, XServer } from './x11/server.ts'
import type { Windows, XWindow } from './x11/windows.ts'

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
  /** Names of applications that are on the bus and have no window. */
  readonly windowless?: readonly string[]
}

/** Detail of the finding for an application with windows that is not on the bus. */
export const unseen = 'it has windows, but shows no elements'

const useX11 = 'Log in to an X11 session (on the login screen: "on Xorg"), or use the elements\' own actions.'

const byOwnActions = 'applications are read, and used by what their elements can do themselves'
/** What the compositor keeps to itself. */
const deniedByWayland = {
  input: 'Wayland lets no program press keys or move the pointer for others',
  screenshots: 'Wayland lets no program see the screen',
  windows: 'Wayland lets no program move, raise or close windows of others',
}

export async function findings(
  bus: BusFacts,
  server: XServer,
  windows: Pick<Windows, 'list'>,
  signal: AbortSignal,
  env: Environment = process.env,
): Promise<Finding[]> {
  const found = [...busFindings(bus)]
  const problem = await server.open(signal).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  found.push(...displayFindings(server, problem, env))
  if (server.connected !== undefined && !server.isWayland)
    found.push(await managerFinding(server.connected).catch(silent))
  if (problem !== undefined || bus.noBus !== undefined) return found
  const shown = await windows.list(signal).catch(() => [])
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
    const shown =
      names.length > most ? `${names.slice(0, most).join(', ')} and ${names.length - most} more` : names.join(', ')
    yield { what: 'no window', state: 'note', detail: shown, remedy: fromTray }
  }
}

function* displayFindings(server: XServer, problem: string | undefined, env: Environment): Generator<Finding> {
  const isWayland = Boolean(env.WAYLAND_DISPLAY) || env.XDG_SESSION_TYPE === 'wayland'
  if (problem !== undefined) {
    const remedy = isWayland ? useX11 : 'Start ixd in the desktop session, or set DISPLAY.'
    const session = isWayland ? `Wayland: ${byOwnActions}` : 'no display'
    yield { what: 'session', state: 'note', detail: session }
    for (const [what, denied] of Object.entries(deniedByWayland))
      yield { what, state: 'missing', detail: isWayland ? denied : problem, remedy }
    return
  }
  const { connected } = server
  const session = isWayland ? `Wayland, with an X server ${env.DISPLAY} for some applications` : `X11 ${env.DISPLAY}`
  yield { what: 'session', state: 'note', detail: session }
  if (isWayland) {
    // XTEST and screenshots of the root window only reach X applications.
    const detail = 'only in applications that use the X server'
    for (const what of ['input', 'screenshots', 'windows']) yield { what, state: 'note', detail, remedy: useX11 }
    return
  }
  if (connected?.canFake === true) yield { what: 'input', state: 'ok', detail: 'keys and pointer by XTEST' }
  else {
    const remedy = 'Start the X server with its XTEST extension.'
    yield { what: 'input', state: 'missing', detail: 'the X server has no XTEST', remedy }
  }
  const { width, height } = connected?.size ?? { width: 0, height: 0 }
  yield { what: 'screenshots', state: 'ok', detail: `${width}×${height}` }
}

/** A server that stands still does not take the other findings with it. */
function silent(error: unknown): Finding {
  if (!(error instanceof Problem)) throw error
  return { what: 'windows', state: 'missing', detail: error.message, remedy: 'Try again later.' }
}

/** Without a window manager no window is in front and none can be minimised. */
async function managerFinding(connection: XConnection): Promise<Finding> {
  const what = 'windows'
  const supporting = '_NET_SUPPORTING_WM_CHECK'
  const [check] = numbersOf(await connection.property(connection.root, supporting))
  // A crashed window manager leaves its property behind, but not its window, which repeats it.
  const [own] = check === undefined ? [] : numbersOf(await connection.property(check, supporting))
  if (check === undefined || own !== check) {
    const remedy = 'Start one in this session, such as openbox.'
    return { what, state: 'missing', detail: 'there is no window manager', remedy }
  }
  const name = await connection.property(check, '_NET_WM_NAME')
  return { what, state: 'ok', detail: `managed by ${name?.data.toString('utf8') || 'a window manager without a name'}` }
}

/** Applications that have windows but lack elements, or those that matter. */
function* applicationFindings(windows: readonly XWindow[], pids: ReadonlySet<number>): Generator<Finding> {
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

/** Why an application with windows may show none. */
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
