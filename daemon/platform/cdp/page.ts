/** What a tab has beyond its elements: navigation, its text and HTML, dialogs. */
import { Problem } from '../../problem.ts'
import type { Found, OpenDialog, Page, Visibility } from '../page.ts'
import type { Capture, Picture } from '../picture.ts'
import type { Key } from '../platform.ts'
import type { Place, TabAccess } from './access.ts'
import { capture } from './capture.ts'
import { CommandError } from './connection.ts'
import { ConsoleFeed } from './console.ts'
import { DownloadFeed } from './downloads.ts'
import { navigate, type WaitFor, type Where } from './navigate.ts'
import { query } from './query.ts'
import { RequestFeed } from './requests.ts'
import { TabScripts } from './scripts.ts'
import { htmlScript, textScript } from './text-scripts.ts'
import { visibility } from './visibility.ts'
import { evaluate, evaluateInFrames, placeOf, withNode } from './world.ts'

const dialogMs = 5000
/** Places of elements that selectors found last. */
const mostFound = 200

export class TabPage implements Page {
  readonly #access: TabAccess
  readonly #select: () => Promise<void>
  /** Elements that a selector found, which the tree may not have. */
  readonly #found = new Map<Key, Place>()

  readonly console: Page['console']
  readonly network: Page['network']
  readonly downloads: DownloadFeed
  readonly scripts: Page['scripts']

  constructor(access: TabAccess, select: () => Promise<void>) {
    this.#access = access
    this.#select = select
    this.console = new ConsoleFeed(access)
    this.network = new RequestFeed(access)
    this.downloads = new DownloadFeed(access)
    this.scripts = new TabScripts(access)
  }

  get url(): string {
    return this.#access.url
  }

  get title(): string {
    return this.#access.title
  }

  get dialog(): OpenDialog | undefined {
    return this.#access.dialog
  }

  navigate(to: Where, waitFor: WaitFor, signal: AbortSignal): Promise<string | undefined> {
    return navigate(this.#access, to, waitFor, signal)
  }

  /** Of the page: with the frames that its scripts cannot see after it. */
  async text(key: Key | undefined, signal: AbortSignal): Promise<string> {
    if (key !== undefined) return await this.#ofElement(key, textScript, signal)
    const access = this.#access
    const own = await evaluate<string>(access, access.session, ofDocument(textScript), signal)
    const frames = access.sessions.map(async (session) => [
      ...(session === access.session ? [] : [await evaluate<string>(access, session, ofDocument(textScript), signal)]),
      ...(await evaluateInFrames<string>(access, session, ifUnseen(textScript), signal)),
    ])
    // A frame may go while it is read; the page's own text is what counts.
    const others = (await Promise.allSettled(frames)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    return [own, ...others].filter((text) => typeof text === 'string' && text !== '').join('\n\n')
  }

  async html(key: Key | undefined, signal: AbortSignal): Promise<string> {
    if (key !== undefined) return await this.#ofElement(key, htmlScript, signal)
    return await evaluate<string>(this.#access, this.#access.session, ofDocument(htmlScript), signal)
  }

  async query(selector: string, signal: AbortSignal): Promise<Found | undefined> {
    const result = await query(this.#access, selector, signal)
    if (result === undefined) return undefined
    const { key, place, inTree } = result
    this.#found.delete(key)
    this.#found.set(key, place)
    for (const oldest of this.#found.keys()) {
      if (this.#found.size <= mostFound) break
      this.#found.delete(oldest)
    }
    return { key, inTree }
  }

  visibility(key: Key, signal: AbortSignal): Promise<Visibility> {
    return visibility(this.#access, this.#placeOf(key), signal)
  }

  async answerDialog(accept: boolean, text: string | undefined): Promise<OpenDialog> {
    const { dialog, session } = this.#access
    const none = () =>
      new Problem('not_found', { message: 'No dialog is open.', hint: 'Call explore for what is there.' })
    if (dialog === undefined) throw none()
    const answer = { accept, ...(text !== undefined && { promptText: text }) }
    try {
      await this.#access.send(session, 'Page.handleJavaScriptDialog', answer, AbortSignal.timeout(dialogMs), true)
    } catch (error) {
      // The page, or its person, was quicker.
      if (error instanceof CommandError && /No dialog/i.test(error.message)) throw none()
      throw error
    }
    return dialog
  }

  capture(wish: Capture, signal: AbortSignal): Promise<Picture> {
    return capture(this.#access, (key) => this.#placeOf(key), wish, signal)
  }

  select(): Promise<void> {
    return this.#select()
  }

  /** The tab is let go. */
  close(): void {
    this.downloads.close()
  }

  async #ofElement(key: Key, script: string, signal: AbortSignal): Promise<string> {
    const text = await withNode(this.#access, this.#placeOf(key), signal, (held) =>
      held.call<string | null>(whileConnected(script), [], signal),
    )
    if (text === null) throw new Problem('element_gone')
    return text
  }

  #placeOf(key: Key): Place {
    return this.#access.place(key) ?? this.#found.get(key) ?? placeOf(this.#access, key)
  }
}

/** What was taken out of the document may live on in the page's scripts. */
const whileConnected = (script: string) => `function () { return this.isConnected ? (${script}).call(this) : null }`
const ofDocument = (script: string) => `(${script}).call(document)`

/** Nothing where the document above can see into the frame: its text holds this one's. */
const ifUnseen = (script: string) => `(() => {
  try {
    if (window.frameElement) return ''
  } catch {}
  return ${ofDocument(script)}
})()`
