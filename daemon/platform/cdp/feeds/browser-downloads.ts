/** All of a browser's downloads, from its own session: of tabs, their frames, and windows they open. */

import type { Protocol } from 'devtools-protocol'
import { cut, longestTold } from '../../../../api-schema/cut.ts'
import { getOrCreate } from '../../basics/get-or-create.ts'
import { Listeners } from '../../basics/listeners.ts'
import type { DownloadEntry } from '../../tab/page.ts'
import type { Connection, Session } from '../wire/connection.ts'
import { SavedFiles, safeName } from './saved-files.ts'
import { publicUrl } from './secrets.ts'

type Progress = Protocol.Browser.DownloadProgressEvent

const most = 500
const longestUrl = 4000

export class Download {
  readonly guid: string
  /** The frame it began in and, if that was a window opened only for it, the tab that opened it. */
  readonly frames: readonly string[]
  /** Its state: replaced as it progresses. */
  about: Omit<DownloadEntry, 'seq'>
  hasEnded = false
  /** Pending work on its files. Never rejects. */
  work: Promise<void> = Promise.resolve()

  constructor(guid: string, frames: readonly string[], about: Omit<DownloadEntry, 'seq'>) {
    this.guid = guid
    this.frames = frames
    this.about = about
  }
}

export class BrowserDownloads {
  readonly #root: Session
  readonly #downloads = new Map<string, Download>()
  readonly #changes = new Listeners<Download>()
  /** Windows that another tab opened, by their first frame. */
  readonly #opened = new Map<string, { readonly opener: string; url: string }>()
  /** Each context must be set separately. */
  readonly #contexts = new Set<string>()
  #files: SavedFiles | undefined
  #isListening = false

  constructor(connection: Connection) {
    const { root } = connection
    this.#root = root
    root.on('Target.targetCreated', ({ targetInfo: { targetId, openerId, url } }) => {
      if (openerId !== undefined) this.#opened.set(targetId, { opener: openerId, url })
    })
    root.on('Target.targetInfoChanged', ({ targetInfo: { targetId, url } }) => {
      const opened = this.#opened.get(targetId)
      if (opened !== undefined) opened.url = url
    })
    root.on('Target.targetDestroyed', ({ targetId }) => this.#opened.delete(targetId))
    root.on('Browser.downloadWillBegin', ({ guid, frameId, url, suggestedFilename }) => {
      if (!this.#downloads.has(guid)) this.#begin(guid, frameId, url, safeName(suggestedFilename))
    })
    root.on('Browser.downloadProgress', (event) => {
      const download = this.#downloads.get(event.guid)
      if (download !== undefined && !download.hasEnded) this.#goOn(download, event)
    })
    connection.onClose(() => {
      for (const { guid, about, hasEnded } of this.#downloads.values())
        if (!hasEnded) void this.#files?.drop(guid, about.path)
    })
  }

  get all(): readonly Download[] {
    return [...this.#downloads.values()]
  }

  /** Called whenever one begins, progresses or ends. Returns a function that removes the listener. */
  listen(listener: (download: Download) => void): () => void {
    return this.#changes.add(listener)
  }

  get isListening(): boolean {
    return this.#isListening
  }

  /** Sets the folder for new downloads. Only for a private browser. */
  async saveTo(folder: string, signal: AbortSignal): Promise<void> {
    this.#files = await SavedFiles.open(folder)
    await this.begin(signal)
  }

  /** Keeps the folder that was set. Undoes what another client may have set for tabs without their own context. */
  async begin(signal: AbortSignal): Promise<void> {
    await Promise.all([undefined, ...this.#contexts].map((context) => this.#tell(context, signal)))
    this.#isListening = true
  }

  /** Adds a context of the daemon's own, whose downloads are treated like all others. */
  async enter(browserContextId: string, signal: AbortSignal): Promise<void> {
    this.#contexts.add(browserContextId)
    if (this.#isListening) await this.#tell(browserContextId, signal)
  }

  leave(browserContextId: string): void {
    this.#contexts.delete(browserContextId)
  }

  async #tell(browserContextId: string | undefined, signal: AbortSignal): Promise<void> {
    const files = this.#files
    const where =
      files === undefined
        ? ({ behavior: 'default' } as const)
        : ({ behavior: 'allowAndName', downloadPath: files.path } as const)
    const how = { ...where, eventsEnabled: true, ...(browserContextId !== undefined && { browserContextId }) }
    await this.#root.send('Browser.setDownloadBehavior', how, signal)
  }

  /** Returns when the files of everything reported so far are done. */
  async settled(): Promise<void> {
    await Promise.all(this.all.map(({ work }) => work))
  }

  #begin(guid: string, frameId: string, url: string, name: string): void {
    const about = {
      url: cut(publicUrl(url), longestUrl),
      name: cut(name, longestTold),
      state: 'inProgress',
      bytes: 0,
      at: Date.now(),
    } as const
    const download = new Download(guid, this.#framesOf(frameId), about)
    this.#downloads.set(guid, download)
    for (const { guid: oldest, hasEnded } of this.all) {
      if (this.#downloads.size <= most) break
      if (hasEnded) this.#downloads.delete(oldest)
    }
    const files = this.#files
    if (files === undefined) this.#changes.emit(download)
    else this.#then(download, async () => ({ ...download.about, path: await files.promise(name) }))
  }

  #goOn(download: Download, { state, receivedBytes: bytes, totalBytes, filePath }: Progress): void {
    download.hasEnded = state !== 'inProgress'
    const size = { bytes, ...(totalBytes > 0 && { totalBytes }) }
    const files = this.#files
    if (!download.hasEnded || files === undefined) {
      const path = filePath === undefined || filePath === '' ? {} : { path: filePath }
      download.about = { ...download.about, ...size, ...path, state }
      this.#changes.emit(download)
      return
    }
    this.#then(download, async () => {
      const { path: promised, ...about } = download.about
      const ended = { ...about, ...size, state }
      if (state === 'completed') return { ...ended, ...(await files.keep(download.guid, promised ?? about.name)) }
      await files.drop(download.guid, promised)
      return ended
    })
  }

  /** Runs the steps on its files one after the other. */
  #then(download: Download, step: () => Promise<Download['about']>): void {
    download.work = download.work.then(step).then(
      (about) => {
        download.about = about
        this.#changes.emit(download)
      },
      () => undefined,
    )
  }

  /** A link may open a window that never shows a page, only to download. */
  #framesOf(frameId: string): string[] {
    const frames = [frameId]
    for (let frame = this.#opened.get(frameId); frame !== undefined; frame = this.#opened.get(frame.opener)) {
      if ((frame.url !== '' && frame.url !== 'about:blank') || frames.includes(frame.opener)) break
      frames.push(frame.opener)
    }
    return frames
  }
}

const logs = new WeakMap<Connection, BrowserDownloads>()

/** A browser's downloads, for as long as it is connected. */
export function downloadsOf(connection: Connection): BrowserDownloads {
  return getOrCreate(logs, connection, () => new BrowserDownloads(connection))
}
