/** Whole applications: started by `open`, else by their own attributes and menus, and the workspace if there is one. */
import { stat } from 'node:fs/promises'
import { isRunning } from '../../../../api-schema/is-running.ts'
import { nearNames } from '../../../../api-schema/near-names.ts'
import { Problem } from '../../../problem.ts'
import { until } from '../../acting/polling.ts'
import type { Applications, Target } from '../../platform.ts'
import { canSet, tried } from '../input/attempt.ts'
import { type AppAccess, attributeOf, isTrue } from '../read/access.ts'
import { elementIn, windowsOf } from '../read/visit.ts'
import { hasEnded, isGone, isSilence } from '../wire/faults.ts'
import type { Calls } from '../wire/messages.ts'
import { isThere, type MacPrograms, run } from '../wire/programs.ts'
import type { RawElement, Ref } from '../wire/raw-element.ts'
import { numberOf } from '../wire/values.ts'
import { findInstalled, type InstalledApp, installedApps } from './installed-apps.ts'

/** What the platform provides. */
export interface AppServices {
  readonly programs: MacPrograms
  running(signal: AbortSignal): Promise<readonly Target[]>
  /** Through the workspace, which also reaches hung applications. False if there is none, or it rejected the call. */
  bySystem(pid: number, action: Calls['application']['params']['action'], signal: AbortSignal): Promise<boolean>
  visit<T>(target: Target, signal: AbortSignal, work: (app: AppAccess) => Promise<T>): Promise<T>
  /** Stops waiting for it. */
  ended(pid: number): void
}

/** Milliseconds for an application to start, and then for its first window. */
const comeMs = 20_000
const windowMs = 2000
const openMs = 10_000
const frontMs = 800
const quitMs = 1500
/** Neither windows nor exits are announced to clients that are not reading the application, so poll. */
const lookAgainMs = 50

export class AxApplications implements Applications {
  readonly #services: AppServices

  constructor(services: AppServices) {
    this.#services = services
  }

  async launch(name: string, files: readonly string[], signal: AbortSignal): Promise<Target> {
    const { programs } = this.#services
    const before = await this.#services.running(signal)
    const running = before.find(calledLike([name]))
    if (running !== undefined && files.length === 0 && (await this.#isBroughtForward(running, signal))) return running
    if (!isThere(programs.open))
      throw new Problem('unsupported_here', {
        message: `macOS's ${programs.open}, which starts applications, is missing.`,
        hint: 'Start it by hand, then call {apps} for its bundleId.',
      })
    await checkFiles(files)
    const installed = await installedApps(programs.applications)
    const app = findInstalled(name, installed) ?? (running && findInstalled(running.id, installed))
    // Apps elsewhere are known to the system by name; a path could be any program.
    if (app === undefined && /[/\p{Cc}]/u.test(name)) throw notInstalled(name, installed, before)
    const which = app !== undefined ? ['-a', app.path] : [/^[\w-]+(?:\.[\w-]+)+$/.test(name) ? '-b' : '-a', name]
    const { code, stderr } = await run(programs.open, [...which, ...files], { signal, ms: openMs })
    if (code !== 0) {
      if (app === undefined) throw notInstalled(name, installed, before)
      throw new Problem('unresponsive', {
        message: `macOS did not start ${app.name}: ${stderr || `open ended with ${code}`}.`,
        hint: 'Start it by hand to see why, then call {apps}.',
      })
    }
    return await this.#cameUp(name, app, before, signal)
  }

  async activate(target: Target, signal: AbortSignal): Promise<void> {
    // Through its own attribute: macOS lets the frontmost application ignore another program's request.
    const byItself = this.#services.visit(target, signal, async (app) => {
      await canSet(app, app.mirror.root, 'AXHidden', false)
      await showWindow(app)
      return await isMade(app, 'AXFrontmost')
    })
    const came = await byItself.catch(ifSilent)
    if (came === 'so' || (await this.#services.bySystem(target.pid!, 'activate', signal))) return
    throw refused(target, 'come to the front', came)
  }

  async hide(target: Target, signal: AbortSignal): Promise<void> {
    const byItself = this.#services.visit(target, signal, (app) => isMade(app, 'AXHidden'))
    const went = await byItself.catch(ifSilent)
    if (went === 'so' || (await this.#services.bySystem(target.pid!, 'hide', signal))) return
    throw refused(target, 'hide', went)
  }

  async quit(target: Target, signal: AbortSignal): Promise<boolean> {
    const pid = target.pid!
    const wasProcess = isRunning(pid)
    const isAtEnd = async () => wasProcess && !isRunning(pid)
    const isGone = (await this.#services.bySystem(pid, 'quit', signal))
      ? await until(isAtEnd, { ms: quitMs, everyMs: lookAgainMs, signal })
      : await this.#services.visit(target, signal, async (app) => {
          const witness = await askToQuit(app)
          const isOver = async () => (await isAtEnd()) || (await isDead(app, witness))
          return await until(isOver, { ms: quitMs, everyMs: lookAgainMs, signal })
        })
    if (isGone === true) this.#services.ended(pid)
    return isGone === true
  }

  /** False if it has exited. */
  async #isBroughtForward(target: Target, signal: AbortSignal): Promise<boolean> {
    try {
      await this.activate(target, signal)
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.name === 'app_not_found') return false
      // It is running, and can be explored where it is.
      if (error.name === 'unsupported_here') return true
      // A list supplied from outside may name applications that are not running yet.
      if (error.name === 'unresponsive' && !isRunning(target.pid!)) return false
      throw error
    }
  }

  /** Waits until it can be read and has a window, or has had time to open one. */
  async #cameUp(
    name: string,
    app: InstalledApp | undefined,
    before: readonly Target[],
    signal: AbortSignal,
  ): Promise<Target> {
    const { bundleId } = app ?? {}
    const isIt = calledLike(bundleId !== undefined ? [bundleId] : [name, app?.name, app?.title])
    const isNew = ({ pid }: Target) => bundleId === undefined && before.every((one) => one.pid !== pid)
    let readable: number | undefined
    const look = async () => {
      const now = await this.#services.running(signal)
      const target = now.find(isIt) ?? now.find(isNew)
      const windows = target && (await this.#services.visit(target, signal, (app) => windowsOf(app)).catch(ifSilent))
      if (windows !== undefined) readable ??= performance.now()
      const isThere = readable !== undefined && performance.now() > readable + windowMs
      return isThere || (windows?.length ?? 0) > 0 ? target : undefined
    }
    const came = await until(look, { ms: comeMs, everyMs: lookAgainMs, signal })
    if (came !== undefined) return came
    throw new Problem('unresponsive', {
      message: `${app?.name ?? name} started, but cannot be explored after ${comeMs / 1000} s.`,
      hint: 'Call {apps} to see whether it is running by now.',
    })
  }
}

/** Undefined if it is not answering (yet); rethrows other errors. */
function ifSilent(error: unknown): undefined {
  if (error instanceof Problem && (error.name === 'unresponsive' || error.name === 'app_not_found')) return undefined
  throw error
}

function refused({ name }: Target, what: string, how: Made | undefined): Problem {
  if (how === 'impossible')
    return new Problem('unsupported_here', {
      message: `${name} cannot be made to ${what}: it does not allow this to be set, and there is no NSWorkspace here.`,
      hint: 'Call {interact} with action raise, minimize or close on one of its windows.',
    })
  return new Problem('unresponsive', {
    message: `${name} does not ${what}${how === undefined ? ': it does not answer' : ''}.`,
    hint: 'Call {explore} for what it shows: a dialog may block it.',
  })
}

type Made = 'so' | 'not so' | 'impossible'

/** Waits for an attribute the application sets itself, which takes a moment. */
async function isMade(app: AppAccess, attribute: string): Promise<Made> {
  const { root } = app.mirror
  if (!(await canSet(app, root, attribute, true))) return 'impossible'
  const isSo = () => isTrue(app, root, attribute)
  return (await until(isSo, { ms: frontMs, everyMs: lookAgainMs, signal: app.signal })) ? 'so' : 'not so'
}

function calledLike(names: readonly (string | undefined)[]): (target: Target) => boolean {
  const words = names.flatMap((name) => name?.normalize('NFKC').toLowerCase() ?? [])
  return ({ id, name }) => [id, name].some((one) => words.includes(one.normalize('NFKC').toLowerCase()))
}

function notInstalled(asked: string, installed: readonly InstalledApp[], running: readonly Target[]): Problem {
  const ids = new Map<string, string>()
  for (const { name, title, bundleId, path } of installed)
    for (const word of [name, title, bundleId]) if (word !== undefined) ids.set(word, bundleId ?? path)
  for (const { id, name } of running) for (const word of [id, name]) ids.set(word, id)
  const near = [...new Set(nearNames(asked, ids.keys()).map((name) => ids.get(name)!))]
  return new Problem('app_not_found', {
    message: `No application ${JSON.stringify(asked)} is installed.${near.length > 0 ? ` Near: ${near.join(', ')}.` : ''}`,
    hint: 'Pass the bundle id, the name or the path of an installed application, not a command.',
    data: { near },
  })
}

async function checkFiles(files: readonly string[]): Promise<void> {
  for (const [index, file] of files.entries()) {
    const isThere = await stat(file).then(
      () => true,
      () => false,
    )
    if (!isThere)
      throw new Problem('invalid_params', {
        message: `params.files: there is no ${file}.`,
        hint: 'Pass absolute paths of existing files.',
        data: { path: `params.files[${index}]` },
      })
  }
}

/** If all its windows are minimised, restores the first, as a click on its Dock icon would. */
async function showWindow(app: AppAccess): Promise<void> {
  const windows = await windowsOf(app)
  for (const ref of windows) if (!(await isTrue(app, ref, 'AXMinimized'))) return
  if (windows[0] !== undefined) await canSet(app, windows[0], 'AXMinimized', false)
}

/** By the ⌘Q item of its menu, in any language, else by closing its windows. Returns what lives as long as it does. */
async function askToQuit(app: AppAccess): Promise<Ref> {
  const bar = elementIn(await attributeOf(app, app.mirror.root, 'AXMenuBar'))
  const found = bar === undefined ? undefined : await app.readUnder(bar, { depth: 3, menus: true })
  // The first menu is the Apple menu, which has no Quit item for this application.
  const own = found?.get(found.get(bar!)?.children?.[1] ?? 0)
  const entry = own && [...under(own, found!)].find(isQuit)
  const windows = await windowsOf(app)
  if (entry !== undefined) await pressed(app, entry.ref)
  else
    for (const window of windows) {
      const button = elementIn(await attributeOf(app, window, 'AXCloseButton'))
      if (button !== undefined) await pressed(app, button)
    }
  return bar ?? windows[0] ?? app.mirror.root
}

function* under(raw: RawElement, all: ReadonlyMap<Ref, RawElement>): Generator<RawElement> {
  yield raw
  for (const child of raw.children ?? []) if (all.has(child)) yield* under(all.get(child)!, all)
}

function isQuit({ facts }: RawElement): boolean {
  return facts.AXMenuItemCmdChar === 'Q' && (numberOf(facts.AXMenuItemCmdModifiers) ?? 0) === 0
}

/** An element that dies with the press reports itself gone. */
async function pressed(app: AppAccess, ref: Ref): Promise<void> {
  try {
    await tried(app, ref, 'AXPress')
  } catch (error) {
    if (!isGone(error) && !hasEnded(error)) throw error
  }
}

/** If it does not answer, it may just be busy quitting. */
async function isDead(app: AppAccess, witness: Ref): Promise<boolean> {
  try {
    await attributeOf(app, witness, 'AXRole')
    return false
  } catch (error) {
    if (isGone(error) || hasEnded(error)) return true
    if (isSilence(error)) return false
    throw error
  }
}
