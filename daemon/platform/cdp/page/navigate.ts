/** Takes a tab to an address, back, forward or through a reload, and waits until it has loaded as far as asked. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../../problem.ts'
import { withTimeLimit } from '../../../time-limit.ts'
import { dialogOpen } from '../../acting/problems.ts'
import { Listeners } from '../../basics/listeners.ts'
import type { Arrival } from '../../tab/page.ts'
import { titleScript } from '../injected/frames.ts'
import { filled, forgetFilling } from '../watch/filled.ts'
import { arm, disarm } from '../watch/quiet.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { withoutCredentials } from '../wire/credentials.ts'
import { evaluate, isDialog } from '../wire/world.ts'
import { addressOf } from './address.ts'

export type Where = { readonly url: string } | 'back' | 'forward' | 'reload' | 'stop'
/** Default: until the page can be used. */
export type WaitFor = 'load' | 'domcontentloaded' | 'networkidle' | undefined
export interface Patience {
  readonly signal: AbortSignal
  /** When the caller must have its answer, as `performance.now()`. */
  readonly deadline: number | undefined
}

/** The protocol's names for loading stages. */
const stages = { load: 'load', domcontentloaded: 'DOMContentLoaded', networkidle: 'networkIdle' } as const
/** A page that does not answer for this long is in an endless loop. */
const stuckMs = 4000
const inUrl = 'put them into the url, https://name:password@host/. They are not shown again.'
const signIn = [
  `The server asks for a name and a password. Call {route} with action add, the site, username and password; or ${inUrl}`,
  `The server asks for a name and a password: ${inUrl}`,
]
/** Time for embedded resources once the markup is there; they may never arrive. */
const embeddedMs = 1500
/** Time for the markup once the document has arrived. */
const markupMs = 4000
/** Share of the caller's time reserved for reading the page. */
const readMs = 1000
/** How long to wait for an error page. */
const errorPageMs = 500

/** Loading progress of a session's outermost document. One per session, for its lifetime. */
class Progress {
  frameId = ''
  /** Current document, and the stages it has reached. */
  loader = ''
  readonly reached = new Set<string>()
  /** Counts new documents, and moves within one. */
  commits = 0
  moves = 0
  /** The last document was restored whole from the back/forward cache. */
  restored = false
  unreachable = false
  /** Documents that arrived since the last navigation. */
  readonly came = new Set<string>()
  /** Loads begun, and whether the last is still in progress. */
  starts = 0
  loading = false
  readonly changes = new Listeners()

  constructor(session: Session) {
    session.on('Page.frameNavigated', ({ frame, type }) => {
      if (frame.parentId !== undefined) return
      this.frameId = frame.id
      this.#begin(frame.loaderId)
      this.commits++
      this.came.add(frame.loaderId)
      this.restored = type === 'BackForwardCacheRestore'
      this.unreachable = frame.unreachableUrl !== undefined
      this.changes.emit()
    })
    session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
      if (frameId !== this.frameId) return
      this.#begin(loaderId)
      this.reached.add(name)
      this.changes.emit()
    })
    session.on('Page.navigatedWithinDocument', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.moves++
      this.changes.emit()
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.starts++
      this.loading = true
    })
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.loading = false
      this.changes.emit()
    })
  }

  #begin(loader: string): void {
    if (this.loader === loader) return
    this.loader = loader
    this.reached.clear()
  }
}

const progresses = new WeakMap<Session, Progress>()

async function progressOf(access: TabAccess, signal: AbortSignal): Promise<Progress> {
  const { session } = access
  let progress = progresses.get(session)
  if (progress === undefined) {
    progress = new Progress(session)
    progresses.set(session, progress)
    const [{ frameTree }] = await Promise.all([
      access.send(session, 'Page.getFrameTree', undefined, signal),
      access.send(session, 'Page.setLifecycleEventsEnabled', { enabled: true }, signal),
    ])
    progress.frameId = frameTree.frame.id
  }
  return progress
}

/**
 * Returns when the page has arrived and is as far as asked, or as far as it gets in time. Throws invalid_params (no
 * address, a scheme not meant for pages), not_found (unreachable, no history; `data.reason` download, no_content,
 * unreachable, no_history), dialog_open, timeout (its server has not answered), or the signal's reason.
 */
export async function navigate(access: TabAccess, to: Where, waitFor: WaitFor, patience: Patience): Promise<Arrival> {
  const { signal } = patience
  const url = typeof to === 'string' ? undefined : addressOf(to.url)
  const { dialog } = access
  if (dialog !== undefined) throw dialogOpen({ type: dialog.type, message: dialog.message })
  // A pending navigation blocks all requests to the page, except the browser's own stop.
  await access.stay(access.session, true, signal)
  if (to === 'stop') {
    await access.send(access.session, 'Page.stopLoading', undefined, signal)
    return {}
  }
  await endIfStuck(access, signal)
  const progress = await progressOf(access, signal)
  progress.came.clear()
  const comes = withTimeLimit(signal, leftOf(patience))
  arm(access, access.session)
  forgetFilling(access)
  try {
    const isNew = await (url === undefined
      ? goAlong(access, progress, to as Along, comes)
      : goTo(access, progress, url, comes))
    const isThere = !isNew || (await comesFar(access, progress, waitFor, patience))
    const left = withTimeLimit(signal, leftOf(patience))
    const isLoading = !isThere || (waitFor === undefined && (await filled(access, left, 'all')).loading)
    return {
      ...(isNew && { title: await titleOf(access, signal) }),
      ...(isLoading && { loading: true }),
      ...(!isNew && url !== undefined && { isWithin: true }),
    }
  } catch (error) {
    if (!comes.aborted || signal.aborted) throw error
    throw notAnswered(url ?? access.url)
  } finally {
    disarm(access)
  }
}

/** Waits for the new document; false if the navigation stayed within the current one. */
async function goAlong(access: TabAccess, progress: Progress, to: Along, signal: AbortSignal): Promise<boolean> {
  const { commits, moves, starts } = progress
  if (to === 'reload') await access.send(access.session, 'Page.reload', {}, signal)
  else await goInHistory(access, to, signal)
  const arrived = () => progress.moves > moves || progress.commits > commits
  // A response without a page (204, a download) stops loading and keeps the old document.
  const nothing = () =>
    progress.commits === commits && progress.moves === moves && progress.starts > starts && !progress.loading
  while (!arrived()) {
    await until(access, progress, () => arrived() || nothing(), signal)
    // A commit already in flight arrives before this reply.
    await access.send(access.session, 'Page.getFrameTree', undefined, signal)
    if (nothing()) throw unreachable(access.url, { errorText: 'net::ERR_ABORTED' })
  }
  if (progress.unreachable) throw unreachable(access.url, { errorText: 'it cannot be reached' })
  return progress.commits > commits
}

/**
 * Ends the endless loop of a page that does not answer; if that fails, crashes the page and throws. Must run before the
 * navigation: once that is pending, neither is possible.
 */
async function endIfStuck(access: TabAccess, signal: AbortSignal): Promise<void> {
  const { session } = access
  if (await answersSoon(access, signal)) return
  session.send('Runtime.terminateExecution').catch(() => undefined)
  if (await answersSoon(access, signal)) return
  session.send('Page.crash').catch(() => undefined)
  await ask(access, signal)
}

async function answersSoon(access: TabAccess, signal: AbortSignal): Promise<boolean> {
  const patience = withTimeLimit(signal, stuckMs)
  try {
    await ask(access, patience)
    return true
  } catch (error) {
    if (signal.aborted || !patience.aborted) throw error
    return false
  }
}

function ask(access: TabAccess, signal: AbortSignal): Promise<unknown> {
  return access.send(access.session, 'Runtime.evaluate', { expression: '1' }, signal)
}

async function goTo(access: TabAccess, progress: Progress, url: string, signal: AbortSignal): Promise<boolean> {
  const { loaderId, errorText, isDownload } = await access.send(access.session, 'Page.navigate', { url }, signal)
  // Only this document: one that an earlier navigation brings in late does not count.
  const hasCome = () => loaderId !== undefined && progress.came.has(loaderId)
  if (errorText !== undefined) {
    // The browser's error page replaces the old document, unless that one stays.
    const patience = withTimeLimit(signal, errorPageMs)
    if (!errorText.includes('ERR_ABORTED')) await until(access, progress, hasCome, patience).catch(() => undefined)
    throw unreachable(url, { errorText, ...(isDownload !== undefined && { isDownload }) })
  }
  // Without a loader it was a move within the document.
  if (loaderId === undefined) return false
  await until(access, progress, hasCome, signal)
  return true
}

/** Waits until the page has loaded as far as requested; false if time is up before. */
async function comesFar(access: TabAccess, progress: Progress, waitFor: WaitFor, patience: Patience): Promise<boolean> {
  const comes = async (stage: NonNullable<WaitFor>, ms = Number.POSITIVE_INFINITY) => {
    const limit = withTimeLimit(patience.signal, Math.min(ms, leftOf(patience)))
    try {
      await until(access, progress, () => isAsFar(progress, stage), limit)
      return true
    } catch (error) {
      if (!limit.aborted || patience.signal.aborted) throw error
      return false
    }
  }
  if (waitFor !== undefined) return await comes(waitFor)
  return (await comes('domcontentloaded', markupMs)) && (await comes('load', embeddedMs))
}

function leftOf({ deadline = Number.POSITIVE_INFINITY }: Patience): number {
  const left = deadline - performance.now()
  return Math.max(0, left - Math.min(readMs, left / 4))
}

function notAnswered(url: string): Problem {
  return new Problem('timeout', {
    message: `${withoutCredentials(url)} is still on its way: its server has not answered. The tab shows the page before.`,
    hint: 'Call {wait} for it, {navigate} elsewhere, or {navigate} with action "stop"; or again, with a longer timeoutMs.',
  })
}

/** The title. Only when this reply has arrived is it known whether the load handlers opened a dialog. */
async function titleOf(access: TabAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const title = await evaluate(access, access.session, titleScript, signal)
    return typeof title === 'string' ? title : undefined
  } catch (error) {
    if (isDialog(error) || signal.aborted) throw error
    return undefined
  }
}

function isAsFar(progress: Progress, waitFor: NonNullable<WaitFor>): boolean {
  return progress.restored || progress.unreachable || progress.reached.has(stages[waitFor])
}

type Along = 'back' | 'forward' | 'reload'

async function goInHistory(access: TabAccess, to: 'back' | 'forward', signal: AbortSignal): Promise<void> {
  const { entries, currentIndex } = await access.send(access.session, 'Page.getNavigationHistory', undefined, signal)
  const entry = entries[currentIndex + (to === 'back' ? -1 : 1)]
  if (entry === undefined) {
    throw new Problem('not_found', {
      message: `There is no page to go ${to} to; the tab is at ${currentIndex + 1} of ${entries.length}.`,
      hint: 'Call {navigate} with a url.',
      data: { reason: 'no_history' },
    })
  }
  const { law } = access.documents
  if (law?.has(entry.url) === false) throw law.refusal(`The page to go ${to} to may not be used.`)
  await access.send(access.session, 'Page.navigateToHistoryEntry', { entryId: entry.id }, signal)
}

function unreachable(url: string, { errorText = '', isDownload }: Partial<Protocol.Page.NavigateResponse>): Problem {
  const why = /ERR_ABORTED/.test(errorText) ? (isDownload ? 'download' : 'no_content') : 'unreachable'
  const reasons = {
    download: 'it is a download; the tab stays where it was',
    no_content: 'it answered without a page (nothing to show, or a download); the tab stays where it was',
    unreachable: errorText,
  }
  const next = {
    download: 'Call {downloads} to see where it went.',
    no_content: ['Call {explore} for what the tab shows, or {downloads}.', 'Call {explore} for what the tab shows.'],
    unreachable: 'Correct the url, or see that its server runs.',
  }
  const asksForPassword = /INVALID_AUTH_CREDENTIALS/.test(errorText)
  return new Problem('not_found', {
    message: `${withoutCredentials(url)} did not open: ${reasons[why]}.`,
    hint: asksForPassword ? signIn : next[why],
    data: { reason: why, ...(errorText !== '' && { error: errorText }) },
  })
}

/** Waits for the events; ends when a dialog opens, the tab goes away or the signal aborts. */
async function until(access: TabAccess, progress: Progress, holds: () => boolean, signal: AbortSignal): Promise<void> {
  await access.race(async (within) => {
    while (!holds()) {
      await progress.changes.next(within)
      within.throwIfAborted()
    }
  }, signal)
}
