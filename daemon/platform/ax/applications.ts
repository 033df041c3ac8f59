/**
 * Applications as wholes: started by the system's `open`; brought forward, hidden and ended by their own accessibility
 * attributes and menus, and by the system's workspace where there is one.
 */
import { stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { nearNames } from '../../../api-schema/near-names.ts'
import { Problem } from '../../problem.ts'
import type { Applications, Target } from '../platform.ts'
import type { AppAccess } from './access.ts'
import { canSet, tried } from './attempt.ts'
import { hasEnded, isGone, isSilence } from './faults.ts'
import { findInstalled, type InstalledApp, installedApps } from './installed-apps.ts'
import { isThere, type MacPrograms, run } from './mac-programs.ts'
import type { Calls } from './messages.ts'
import type { RawElement, Ref } from './raw-element.ts'
import { numberOf, truthOf } from './values.ts'
import { elementIn, valuesOf, windowsOf } from './visit.ts'

/** What the platform lends. */
export interface AppDesk {
  readonly programs: MacPrograms
  running(signal: AbortSignal): Promise<readonly Target[]>
  /** By the workspace, which also reaches those that hang. False where there is none, or it did not take the call. */
  bySystem(pid: number, action: Calls['application']['params']['action'], signal: AbortSignal): Promise<boolean>
  visit<T>(target: Target, signal: AbortSignal, work: (app: AppAccess) => Promise<T>): Promise<T>
  isProcess(pid: number): boolean
  /** Nobody is to wait for it any more. */
  ended(pid: number): void
}

/** Milliseconds: for an application to come up, and from then on for its first window. */
const comeMs = 20_000
const windowMs = 2000
const openMs = 10_000
const frontMs = 800
const quitMs = 1500
/** Neither windows nor ends of applications are told to those who do not read them. */
const lookAgainMs = 50

export class AxApplications implements Applications {
  readonly #desk: AppDesk

  constructor(desk: AppDesk) {
    this.#desk = desk
  }

  async launch(name: string, files: readonly string[], signal: AbortSignal): Promise<Target> {
    const { programs } = this.#desk
    const before = await this.#desk.running(signal)
    const running = before.find(calledLike([name]))
    if (running !== undefined && files.length === 0 && (await this.#isBroughtForward(running, signal))) return running
    if (!isThere(programs.open))
      throw new Problem('unsupported_here', {
        message: `There is no ${programs.open} of macOS here, which starts applications.`,
        hint: 'Start it by hand, then call apps for its bundleId.',
      })
    await checkFiles(files)
    const installed = await installedApps(programs.applications)
    const app = findInstalled(name, installed) ?? (running && findInstalled(running.id, installed))
    // What lies elsewhere the system knows by its name; a path could be of any program.
    if (app === undefined && /[/\p{Cc}]/u.test(name)) throw notInstalled(name, installed, before)
    const which = app !== undefined ? ['-a', app.path] : [/^[\w-]+(?:\.[\w-]+)+$/.test(name) ? '-b' : '-a', name]
    const { code, said } = await run(programs.open, [...which, ...files], { signal, ms: openMs })
    if (code !== 0) {
      if (app === undefined) throw notInstalled(name, installed, before)
      throw new Problem('unresponsive', {
        message: `macOS did not start ${app.name}: ${said || `open ended with ${code}`}.`,
        hint: 'Start it by hand to see why, then call apps.',
      })
    }
    return await this.#cameUp(name, app, before, signal)
  }

  async activate(target: Target, signal: AbortSignal): Promise<void> {
    // By its own attribute: the system leaves it to the application in front whether it gives way to what a program asks for.
    const byItself = this.#desk.visit(target, signal, async (app) => {
      await canSet(app, app.mirror.root, 'AXHidden', false, signal)
      await showWindow(app, signal)
      return await isMade(app, 'AXFrontmost', signal)
    })
    const came = await byItself.catch(ifSilent)
    if (came === 'so' || (await this.#desk.bySystem(target.pid!, 'activate', signal))) return
    throw refused(target, 'come to the front', came)
  }

  async hide(target: Target, signal: AbortSignal): Promise<void> {
    const byItself = this.#desk.visit(target, signal, (app) => isMade(app, 'AXHidden', signal))
    const went = await byItself.catch(ifSilent)
    if (went === 'so' || (await this.#desk.bySystem(target.pid!, 'hide', signal))) return
    throw refused(target, 'hide', went)
  }

  async quit(target: Target, signal: AbortSignal): Promise<boolean> {
    const pid = target.pid!
    const wasProcess = this.#desk.isProcess(pid)
    const isAtEnd = async () => wasProcess && !this.#desk.isProcess(pid)
    const isGone = (await this.#desk.bySystem(pid, 'quit', signal))
      ? await until(isAtEnd, quitMs, signal)
      : await this.#desk.visit(target, signal, async (app) => {
          const witness = await askToQuit(app, signal)
          return await until(async () => (await isAtEnd()) || (await isDead(app, witness, signal)), quitMs, signal)
        })
    if (isGone) this.#desk.ended(pid)
    return isGone
  }

  /** False where it has ended by now. */
  async #isBroughtForward(target: Target, signal: AbortSignal): Promise<boolean> {
    try {
      await this.activate(target, signal)
      return true
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      if (error.name === 'app_not_found') return false
      // It runs, and can be explored where it is.
      if (error.name === 'unsupported_here') return true
      // A list of applications that was given from outside has those, too, that do not run yet.
      if (error.name === 'unresponsive' && !this.#desk.isProcess(target.pid!)) return false
      throw error
    }
  }

  /** Until it can be read and shows a window, or has none after a while. */
  async #cameUp(
    name: string,
    app: InstalledApp | undefined,
    before: readonly Target[],
    signal: AbortSignal,
  ): Promise<Target> {
    const end = performance.now() + comeMs
    const { bundleId } = app ?? {}
    const isIt = calledLike(bundleId !== undefined ? [bundleId] : [name, app?.name, app?.title])
    const isNew = ({ pid }: Target) => bundleId === undefined && before.every((one) => one.pid !== pid)
    let readable: number | undefined
    for (;;) {
      const now = await this.#desk.running(signal)
      const target = now.find(isIt) ?? now.find(isNew)
      const windows =
        target && (await this.#desk.visit(target, signal, (app) => windowsOf(app, signal)).catch(ifSilent))
      if (windows !== undefined) readable ??= performance.now()
      const isThere = readable !== undefined && performance.now() > readable + windowMs
      if (target !== undefined && (isThere || (windows?.length ?? 0) > 0)) return target
      if (performance.now() > end)
        throw new Problem('unresponsive', {
          message: `${app?.name ?? name} was started, and cannot be explored after ${comeMs / 1000} s.`,
          hint: 'Call apps to see whether it is there by now.',
        })
      await pause(lookAgainMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  }
}

/** It does not answer, or has not begun to. */
function ifSilent(error: unknown): undefined {
  if (error instanceof Problem && (error.name === 'unresponsive' || error.name === 'app_not_found')) return undefined
  throw error
}

function refused({ name }: Target, what: string, how: Made | undefined): Problem {
  if (how === 'impossible')
    return new Problem('unsupported_here', {
      message: `${name} cannot be made to ${what}: it does not let it be set, and there is no NSWorkspace here.`,
      hint: 'Call interact with action raise, minimize or close on one of its windows.',
    })
  return new Problem('unresponsive', {
    message: `${name} does not ${what}${how === undefined ? ': it does not answer' : ''}.`,
    hint: 'Call explore for what it shows: a dialog may hold it.',
  })
}

type Made = 'so' | 'not so' | 'impossible'

/** Of the application itself; it takes a moment. */
async function isMade(app: AppAccess, attribute: string, signal: AbortSignal): Promise<Made> {
  const { root } = app.mirror
  if (!(await canSet(app, root, attribute, true, signal))) return 'impossible'
  const isSo = async () => truthOf((await valuesOf(app, root, [attribute], signal))[attribute]) === true
  return (await until(isSo, frontMs, signal)) ? 'so' : 'not so'
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
    hint: 'Pass the bundle id, the name or the path of an installed application; no command.',
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
        hint: 'Pass absolute paths of files that are there.',
        data: { path: `params.files[${index}]` },
      })
  }
}

async function until(isSoNow: () => Promise<boolean>, ms: number, signal: AbortSignal): Promise<boolean> {
  for (const end = performance.now() + ms; ; ) {
    if (await isSoNow()) return true
    if (performance.now() > end) return false
    await pause(lookAgainMs, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

/** Where all its windows are minimised, the first one comes back, as after a click on its picture in the Dock. */
async function showWindow(app: AppAccess, signal: AbortSignal): Promise<void> {
  const windows = await windowsOf(app, signal)
  for (const ref of windows)
    if (truthOf((await valuesOf(app, ref, ['AXMinimized'], signal)).AXMinimized) !== true) return
  if (windows[0] !== undefined) await canSet(app, windows[0], 'AXMinimized', false, signal)
}

/** By the entry for ⌘Q of its own menu, in whatever language; else by closing its windows. Answers what lives as long as it does. */
async function askToQuit(app: AppAccess, signal: AbortSignal): Promise<Ref> {
  const bar = elementIn((await valuesOf(app, app.mirror.root, ['AXMenuBar'], signal)).AXMenuBar)
  const found = bar === undefined ? undefined : await app.readUnder(bar, { depth: 3, menus: true }, signal)
  // The first menu is the system's own, and has no end of this application in it.
  const own = found?.get(found.get(bar!)?.children?.[1] ?? 0)
  const entry = own && [...under(own, found!)].find(isQuit)
  const windows = await windowsOf(app, signal)
  if (entry !== undefined) await pressed(app, entry.ref, signal)
  else
    for (const window of windows) {
      const { AXCloseButton: close } = await valuesOf(app, window, ['AXCloseButton'], signal)
      const button = elementIn(close)
      if (button !== undefined) await pressed(app, button, signal)
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

/** What ends with the press answers as if it were gone. */
async function pressed(app: AppAccess, ref: Ref, signal: AbortSignal): Promise<void> {
  try {
    await tried(app, ref, 'AXPress', signal)
  } catch (error) {
    if (!isGone(error) && !hasEnded(error)) throw error
  }
}

/** One that does not answer may only be busy with its end. */
async function isDead(app: AppAccess, witness: Ref, signal: AbortSignal): Promise<boolean> {
  try {
    await valuesOf(app, witness, ['AXRole'], signal)
    return false
  } catch (error) {
    if (isGone(error) || hasEnded(error)) return true
    if (isSilence(error)) return false
    throw error
  }
}
