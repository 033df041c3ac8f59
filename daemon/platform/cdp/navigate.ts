/** Takes a tab to an address, back, forward or round again, and waits until the new document is as far as asked. */
import type { Protocol } from 'devtools-protocol'
import { Problem } from '../../problem.ts'
import type { TabAccess } from './access.ts'
import { reasonOf, type Session } from './connection.ts'
import { watchOf } from './watch.ts'
import { evaluate, isDialog } from './world.ts'

export type Where = { readonly url: string } | 'back' | 'forward' | 'reload'
export type WaitFor = 'load' | 'domcontentloaded' | 'networkidle'

/** The protocol's names of how far a document is. */
const stages = { load: 'load', domcontentloaded: 'DOMContentLoaded', networkidle: 'networkIdle' } as const
/** An error page that has not come by then is not waited for. */
const errorPageMs = 500
const schemes = new Set(['http:', 'https:', 'file:', 'about:', 'data:', 'blob:'])

/** How far the outermost document of a session is. One for the life of the session. */
class Progress {
  frameId = ''
  /** Present document, and the stages that it has reached. */
  loader = ''
  readonly reached = new Set<string>()
  /** Rises with each new document, and with each move within one. */
  commits = 0
  moves = 0
  /** The last document came from the browser's memory of past pages, whole. */
  restored = false
  unreachable = false
  /** Documents that came since the last question for one. */
  readonly came = new Set<string>()
  /** Loads begun, and whether the last of them goes on. */
  starts = 0
  loading = false
  changed: () => void = () => {}

  constructor(session: Session) {
    session.on('Page.frameNavigated', ({ frame, type }) => {
      if (frame.parentId !== undefined) return
      this.frameId = frame.id
      this.#begin(frame.loaderId)
      this.commits++
      this.came.add(frame.loaderId)
      this.restored = type === 'BackForwardCacheRestore'
      this.unreachable = frame.unreachableUrl !== undefined
      this.changed()
    })
    session.on('Page.lifecycleEvent', ({ frameId, loaderId, name }) => {
      if (frameId !== this.frameId) return
      this.#begin(loaderId)
      this.reached.add(name)
      this.changed()
    })
    session.on('Page.navigatedWithinDocument', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.moves++
      this.changed()
    })
    session.on('Page.frameStartedLoading', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.starts++
      this.loading = true
    })
    session.on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId !== this.frameId) return
      this.loading = false
      this.changed()
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
 * Answers the title, where a new document came. Throws invalid_params (no address, a scheme that is not for pages),
 * not_found (cannot be reached, nothing to go back to; `data.reason` download, no_content, unreachable, no_history),
 * dialog_open, or the signal's reason.
 */
export async function navigate(
  access: TabAccess,
  to: Where,
  waitFor: WaitFor,
  signal: AbortSignal,
): Promise<string | undefined> {
  const url = typeof to === 'string' ? undefined : addressOf(to.url)
  if (access.dialog !== undefined) throw dialogProblem(access)
  const progress = await progressOf(access, signal)
  progress.came.clear()
  if (url !== undefined) return await goTo(access, progress, url, waitFor, signal)
  const { commits, moves, starts } = progress
  if (to === 'reload') await access.send(access.session, 'Page.reload', {}, signal)
  else await goInHistory(access, to as 'back' | 'forward', signal)
  const arrived = () => progress.moves > moves || (progress.commits > commits && isAsFar(progress, waitFor))
  // An answer without a page (204, a download) stops the loading and leaves the old document.
  const nothing = () =>
    progress.commits === commits && progress.moves === moves && progress.starts > starts && !progress.loading
  while (!arrived()) {
    await until(access, progress, () => arrived() || nothing(), signal)
    // A commit that was on its way comes before this answer.
    await access.send(access.session, 'Page.getFrameTree', undefined, signal)
    if (nothing()) throw unreachable(access.url, { errorText: 'net::ERR_ABORTED' })
  }
  if (progress.unreachable) throw unreachable(access.url, { errorText: 'it cannot be reached' })
  return await answers(access, signal)
}

async function goTo(
  access: TabAccess,
  progress: Progress,
  url: string,
  waitFor: WaitFor,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { loaderId, errorText, isDownload } = await access.send(access.session, 'Page.navigate', { url }, signal)
  // The document itself: one that an earlier navigation brings in late does not count.
  const hasCome = () => loaderId !== undefined && progress.came.has(loaderId)
  if (errorText !== undefined) {
    // The browser's own page about it takes the old one's place, unless the old one stays.
    const patience = AbortSignal.any([signal, AbortSignal.timeout(errorPageMs)])
    if (!errorText.includes('ERR_ABORTED')) await until(access, progress, hasCome, patience).catch(() => undefined)
    throw unreachable(url, { errorText, ...(isDownload !== undefined && { isDownload }) })
  }
  // Without a loader it was a move within the document.
  if (loaderId === undefined) return undefined
  await until(access, progress, () => hasCome() && isAsFar(progress, waitFor), signal)
  return await answers(access, signal)
}

/** The title. A dialog that the document's load handlers opened is known no sooner than such an answer is due. */
async function answers(access: TabAccess, signal: AbortSignal): Promise<string | undefined> {
  try {
    const title = await evaluate<unknown>(access, access.session, 'document.title', signal)
    return typeof title === 'string' ? title : undefined
  } catch (error) {
    if (isDialog(error) || signal.aborted) throw error
    return undefined
  }
}

function isAsFar(progress: Progress, waitFor: WaitFor): boolean {
  return progress.restored || progress.unreachable || progress.reached.has(stages[waitFor])
}

async function goInHistory(access: TabAccess, to: 'back' | 'forward', signal: AbortSignal): Promise<void> {
  const { entries, currentIndex } = await access.send(access.session, 'Page.getNavigationHistory', undefined, signal)
  const entry = entries[currentIndex + (to === 'back' ? -1 : 1)]
  if (entry === undefined) {
    throw new Problem('not_found', {
      message: `There is no page to go ${to} to; the tab is at ${currentIndex + 1} of ${entries.length}.`,
      hint: 'Call navigate with a url.',
      data: { reason: 'no_history' },
    })
  }
  await access.send(access.session, 'Page.navigateToHistoryEntry', { entryId: entry.id }, signal)
}

function addressOf(text: string): string {
  const trimmed = text.trim()
  let url: URL
  try {
    url = new URL(trimmed)
  } catch {
    const guess = /^[\w-]+(\.[\w-]+)+([:/?#]|$)|^localhost([:/]|$)/.test(trimmed)
      ? ` Did you mean https://${trimmed}?`
      : ''
    throw badAddress(`${JSON.stringify(trimmed.slice(0, 200))} is not an address.${guess}`)
  }
  if (!schemes.has(url.protocol)) throw badAddress(`Addresses of the scheme ${url.protocol} cannot be opened.`)
  return url.href
}

function badAddress(message: string): Problem {
  return new Problem('invalid_params', {
    message,
    hint: 'Pass url with http:, https:, file: or about:blank.',
    data: { path: 'url' },
  })
}

function unreachable(url: string, { errorText = '', isDownload }: Partial<Protocol.Page.NavigateResponse>): Problem {
  const why = /ERR_ABORTED/.test(errorText) ? (isDownload ? 'download' : 'no_content') : 'unreachable'
  const said = {
    download: 'it is a download; the tab stays where it was',
    no_content: 'it answered without a page (nothing to show, or a download); the tab stays where it was',
    unreachable: errorText,
  }
  const next = {
    download: 'Call downloads to see where it went.',
    no_content: 'Call explore for what the tab shows, or downloads.',
    unreachable: 'Correct the url, or see that its server runs.',
  }
  return new Problem('not_found', {
    message: `${url} did not open: ${said[why]}.`,
    hint: next[why],
    data: { reason: why, ...(errorText !== '' && { error: errorText }) },
  })
}

function dialogProblem(access: TabAccess): Problem {
  const { type, message } = access.dialog ?? { type: 'dialog', message: '' }
  return new Problem('dialog_open', {
    message: `A dialog (${type}) is open: ${JSON.stringify(message)}.`,
    data: { dialog: { type, message } },
  })
}

/** Waits for the events; ends with a dialog's opening, with the tab and with the signal. */
async function until(access: TabAccess, progress: Progress, holds: () => boolean, signal: AbortSignal): Promise<void> {
  const done = new Promise<void>((resolve) => {
    progress.changed = () => {
      if (holds()) resolve()
    }
    progress.changed()
  })
  const ends = new AbortController()
  const aborted = new Promise<never>((_, reject) => {
    const abort = () => reject(reasonOf(signal))
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true, signal: ends.signal })
  })
  try {
    await Promise.race([done, aborted, blocked(access, AbortSignal.any([signal, ends.signal]))])
  } finally {
    ends.abort()
    progress.changed = () => {}
  }
}

/** Rejects when a dialog opens or the tab goes: a question that the page never answers is raced with both already. */
async function blocked(access: TabAccess, signal: AbortSignal): Promise<never> {
  const watch = watchOf(access.session)
  while (!signal.aborted) {
    if (access.dialog !== undefined) throw dialogProblem(access)
    try {
      await evaluate(access, access.session, 'new Promise(() => {})', signal)
    } catch (error) {
      if (signal.aborted) break
      if (error instanceof Problem && (error.name === 'dialog_open' || error.name === 'tab_not_found')) throw error
      // Its document was replaced: the next one is asked when something has happened.
      await watch.next(signal)
    }
  }
  return await new Promise<never>(() => {})
}
