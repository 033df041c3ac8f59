/**
 * Actions on whole applications: starts them by their desktop entries; shows, hides and closes their windows.
 */
import { stat } from 'node:fs/promises'
import { Problem } from '../../../problem.ts'
import { until } from '../../acting/polling.ts'
import { together } from '../../basics/listeners.ts'
import type { Applications, Target } from '../../platform.ts'
import type { Desktop } from '../desktop/desktop.ts'
import { type Missing, unsupportedBy } from '../desktop/missing.ts'
import type { DesktopWindow } from '../desktop/windows.ts'
import type { Environment } from '../wire/accessibility-bus.ts'
import { commandOf, type DesktopEntry, takes } from './desktop-entry.ts'
import { type DesktopFiles, findEntry, namesOf, notInstalled, programAt } from './desktop-files.ts'
import { type Launched, launch, sessionOf } from './launch.ts'
import { type Running, targetOf } from './registry.ts'

/** The visible applications, and news of their coming and going. */
export interface VisibleApplications {
  list(signal: AbortSignal): Promise<readonly Running[]>
  /** Is it still there, with or without windows if that can be known? */
  has(one: Running, signal: AbortSignal): Promise<boolean>
  /** Calls back when `list` may have changed; returns a function that stops this. */
  onChange(listener: () => void): () => void
}

/** Time for an application to come up: large ones need some on a busy machine. */
const comeMs = 20_000
/** Time for a running application to show what was handed to it. */
const handOverMs = 2000
/** Time for an application to quit, or to ask its user something. */
const quitMs = 1500
/** Time to quit for one that has closed its windows: a browser has a lot to save. */
const putAwayMs = 5000
const frontMs = 500
/** Not everything is announced: not a window's title, nor an element's state. */
const lookAgainMs = 100

export class DesktopApplications implements Applications {
  readonly #env: Environment
  readonly #session: (signal: AbortSignal) => Promise<Desktop>
  readonly #files: DesktopFiles
  readonly #visible: VisibleApplications
  /** The windows that `hide` has hidden, by owner. */
  readonly #hidden = new Map<number, Set<number>>()

  constructor(
    env: Environment,
    session: (signal: AbortSignal) => Promise<Desktop>,
    files: DesktopFiles,
    visible: VisibleApplications,
  ) {
    this.#env = env
    this.#session = session
    this.#files = files
    this.#visible = visible
  }

  async launch(name: string, files: readonly string[], signal: AbortSignal): Promise<Target> {
    await (await this.#session(signal)).open(signal)
    const entries = await this.#files.read()
    const entry = findEntry(entries, name)
    const before = await this.#visible.list(signal)
    const running = before.find((one) => isCalled(one, entry === undefined ? [name] : namesOf(entry)))
    if (running !== undefined && files.length === 0) return await this.#forward(running, signal)
    if (entry === undefined) throw notInstalled(entries, name)
    await this.#check(entry, files)
    return await this.#forward(await this.#start(entry, files, before, signal), signal)
  }

  async activate(target: Target, signal: AbortSignal): Promise<void> {
    const instead = "Nothing has to be in front for its elements' own actions: call {explore} with its bundleId."
    const desktop = await this.#withWindows(instead, signal)
    const running = await this.#running(target, signal)
    const windows = await ownWindows(desktop, running, signal)
    if (!(await this.#show(desktop, running, windows, signal))) throw ignored(`bring ${running.name} to the front`)
    await this.#isInFront(running, signal)
  }

  async hide(target: Target, signal: AbortSignal): Promise<void> {
    const desktop = await this.#withWindows('Leave it where it is: only the person can hide its windows.', signal)
    const running = await this.#running(target, signal)
    const windows = await ownWindows(desktop, running, signal)
    // A window takes its dialogs with it; window managers do not hide them separately.
    const isOfAnother = ({ transientFor }: DesktopWindow) => windows.some(({ id }) => id === transientFor)
    const ordered = [...windows].sort((a, b) => Number(isOfAnother(a)) - Number(isOfAnother(b)))
    const hidden = this.#hidden.get(running.owner) ?? new Set()
    this.#hidden.set(running.owner, hidden)
    for (const { id } of ordered) {
      const now = await desktop.windows.read(id, signal)
      if (now === undefined || now.minimized || isOfAnother(now)) continue
      if ((await desktop.manager.minimize(id, signal)) === 'ignored')
        throw ignored(`minimise a window of ${running.name}`)
      hidden.add(id)
    }
  }

  async quit(target: Target, signal: AbortSignal): Promise<boolean> {
    const instead = 'Choose Quit in its menu, or press what closes its window: {interact} with menu or click.'
    const { windows, manager } = await this.#withWindows(instead, signal)
    const running = await this.#running(target, signal)
    this.#hidden.delete(running.owner)
    // Topmost first: closing a dialog answers it like its close button, and lets its owner close.
    for (const { id } of await ownWindows({ windows }, running, signal)) {
      if ((await windows.read(id, signal)) !== undefined) await manager.close(id, signal)
    }
    const hasLeft = async () => ((await this.#visible.has(running, signal)) ? undefined : true)
    if (await this.#until(hasLeft, quitMs, signal)) return true
    if ((await windows.windowsOf(running.owner, signal)).length > 0) return false
    return (await this.#until(hasLeft, putAwayMs, signal)) === true
  }

  async #start(
    entry: DesktopEntry,
    files: readonly string[],
    before: readonly Running[],
    signal: AbortSignal,
  ): Promise<Running> {
    const windows = await this.#windowList(signal)
    const launched = launch(commandOf(entry, files), entry.folder, this.#env)
    const began = performance.now()
    let endedAt: number | undefined
    const look = async (): Promise<Running | undefined> => {
      const now = await this.#visible.list(signal)
      const own = now.find(({ owner }) => launched.pid !== 0 && sessionOf(owner) === launched.pid)
      const named = now.filter((one) => isCalled(one, namesOf(entry)))
      const isNewOne = (one: Running) => before.every(({ owner }) => owner !== one.owner)
      // Some toolkits report neither process nor name: then it is whatever came meanwhile without either.
      const came = own ?? named.find(isNewOne) ?? now.find((one) => one.owner < 0 && isNewOne(one))
      if (came !== undefined) return came
      const { ended } = launched
      if (ended !== undefined && !ended.well) throw failed(entry, `its program ended with ${ended.how}`)
      if (ended !== undefined) endedAt ??= performance.now()
      // The program handed over to a running instance, which shows something new. Some wait until that is closed again.
      const changed = (await this.#windowList(signal)).filter((window) => hasChanged(window, windows))
      const grew = (one: Running) => before.some(({ owner, windows }) => owner === one.owner && one.windows > windows)
      const shows = (one: Running) => grew(one) || changed.some((window) => window.owner === one.owner)
      const holder = named.find(shows) ?? (ended === undefined ? undefined : now.find(shows))
      const isNew = changed.some(({ id, owner }) => owner === holder?.owner && windows.every((one) => one.id !== id))
      const isLate = performance.now() - (endedAt ?? began) > handOverMs
      if (holder !== undefined && (ended !== undefined || isNew || isLate)) return holder
      if (ended === undefined || !isLate) return undefined
      if (named[0] === undefined) throw failed(entry, 'its program exited at once without a window')
      return named[0]
    }
    const found = await this.#until(look, comeMs, signal, launched)
    if (found === undefined) throw failed(entry, `it showed nothing within ${comeMs / 1000} s`)
    return found
  }

  /** Empty if applications may know only their own windows. */
  async #windowList(signal: AbortSignal): Promise<readonly DesktopWindow[]> {
    const desktop = await this.#session(signal)
    return whyNoWindows(desktop) === undefined ? await desktop.windows.list(signal) : []
  }

  /** Brings it to the front, as far as the window manager permits. */
  async #forward(running: Running, signal: AbortSignal): Promise<Target> {
    const desktop = await this.#session(signal)
    if (whyNoWindows(desktop) !== undefined) return targetOf(running)
    await this.#show(desktop, running, await desktop.windows.windowsOf(running.owner, signal), signal)
    return targetOf((await this.#isInFront(running, signal)) ?? running)
  }

  /** Shows the front window last, after those that `hide` has hidden. `windows`: topmost first. False if refused. */
  async #show(
    { manager }: Pick<Desktop, 'manager'>,
    { owner }: Running,
    windows: readonly DesktopWindow[],
    signal: AbortSignal,
  ): Promise<boolean> {
    const [front, ...others] = windows
    const hidden = this.#hidden.get(owner)
    this.#hidden.delete(owner)
    for (const { id, minimized } of others.reverse())
      if (minimized && hidden?.has(id)) await manager.activate(id, signal)
    return front !== undefined && (await manager.activate(front.id, signal)) !== 'ignored'
  }

  /** Toolkits report being in front a little after the window manager does. */
  async #isInFront(running: Running, signal: AbortSignal): Promise<Running | undefined> {
    const look = async () =>
      (await this.#visible.list(signal)).find(({ owner, active }) => active && owner === running.owner)
    return await this.#until(look, frontMs, signal)
  }

  async #running(target: Target, signal: AbortSignal): Promise<Running> {
    const found = (await this.#visible.list(signal)).find(({ identity }) => identity.id === target.id)
    if (found !== undefined) return found
    throw new Problem('app_not_found', { message: `The application ${target.id} is gone.` })
  }

  async #check(entry: DesktopEntry, files: readonly string[]): Promise<void> {
    if (entry.terminal) {
      throw new Problem('unsupported_here', {
        message: `${entry.name} runs in a terminal, and has no window of its own.`,
        hint: 'Launch a terminal instead, and type into it.',
      })
    }
    if (programAt(entry.words[0]!, this.#env) === undefined)
      throw failed(entry, `its program ${entry.words[0]} does not exist`)
    const most = { none: 0, one: 1, many: Number.POSITIVE_INFINITY }[takes(entry)]
    if (files.length > most)
      throw wrongFile(`${entry.name} opens ${most === 0 ? 'no files' : 'one file at a time'}.`, most)
    for (const [at, file] of files.entries()) {
      const found = await stat(file).then(
        () => true,
        () => false,
      )
      if (!found) throw wrongFile(`There is no file ${file}.`, at)
    }
  }

  /** The session's desktop, if it knows the windows of all applications. */
  async #withWindows(instead: string, signal: AbortSignal): Promise<Desktop> {
    const desktop = await this.#session(signal)
    const missing = whyNoWindows(desktop)
    if (missing !== undefined) throw unsupportedBy({ ...missing, remedy: instead })
    await desktop.open(signal)
    return desktop
  }

  /** Looks now and after every change, until something is found or time is up. */
  async #until<T>(
    look: () => Promise<T | undefined>,
    ms: number,
    signal: AbortSignal,
    launched?: Launched,
  ): Promise<T | undefined> {
    const desktop = await this.#session(signal)
    await desktop.open(signal)
    const subscribe = (listener: () => void) => {
      launched?.onEnd(listener)
      return together(this.#visible.onChange(listener), desktop.windows.watch(listener, listener))
    }
    return await until(look, { ms, everyMs: lookAgainMs, signal, subscribe })
  }
}

/** Topmost first, minimised ones last. Throws if there are none. */
async function ownWindows(
  { windows }: Pick<Desktop, 'windows'>,
  { owner, name }: Running,
  signal: AbortSignal,
): Promise<readonly DesktopWindow[]> {
  const own = await windows.windowsOf(owner, signal)
  if (own.length > 0) return own.toSorted((a, b) => Number(a.minimized) - Number(b.minimized))
  throw new Problem('unsupported_here', {
    message: `${name} has no window that the window system knows.`,
    hint: 'Call {explore} with its bundleId, and {interact} with what it shows.',
  })
}

function whyNoWindows({ partial, windows }: Desktop): Missing | undefined {
  return partial ?? windows.missing
}

function isCalled({ identity: { id, aliases }, name }: Running, names: readonly string[]): boolean {
  const words = new Set([id, ...aliases, name].map((one) => one.toLowerCase()))
  return names.some((one) => words.has(one.trim().toLowerCase()))
}

/** Is it new, or has it another title, or come to the front? */
function hasChanged({ id, title, active }: DesktopWindow, before: readonly DesktopWindow[]): boolean {
  const known = before.find((one) => one.id === id)
  return known === undefined || known.title !== title || (active && !known.active)
}

function failed({ id, name }: DesktopEntry, why: string): Problem {
  return new Problem('unresponsive', {
    message: `${name} (${id}) did not come up: ${why}.`,
    hint: 'Call {apps} to see what is running. If its window is open but not listed, run `ix doctor`.',
  })
}

function ignored(what: string): Problem {
  return new Problem('unresponsive', {
    message: `The window manager did not ${what}.`,
    hint: 'Call {screenshot} with screen true to see what is in the way.',
  })
}

function wrongFile(message: string, at: number): Problem {
  return new Problem('invalid_params', {
    message: `params.files: ${message}`,
    hint: 'Pass absolute paths of existing files.',
    data: { path: `params.files[${at}]` },
  })
}
