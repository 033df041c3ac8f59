/** What a tab does beyond its elements: navigation, its text and HTML, dialogs. */
import { LRUCache } from 'lru-cache'
import { Problem } from '../../../problem.ts'
import type { Key } from '../../element/row.ts'
import type { Capture, Picture } from '../../picture.ts'
import { dialogWords, isUnseen, type OpenDialog } from '../../tab/dialog.ts'
import type {
  Arrival,
  Beside,
  Besides,
  Brought,
  FieldText,
  Filled,
  Found,
  Origins,
  Page,
  Printing,
  Visibility,
} from '../../tab/page.ts'
import type { PendingNavigation } from '../../tab/pending-navigation.ts'
import { asksForFiles } from '../act/choosers.ts'
import { broughtByDrag, leftByDrag } from '../act/dragged.ts'
import { openerOf } from '../act/opener.ts'
import { isDrawnByAct, originsOf } from '../act/origins.ts'
import { capture } from '../capture/capture.ts'
import { print } from '../capture/print.ts'
import { ConsoleFeed } from '../feeds/console.ts'
import { DownloadFeed } from '../feeds/downloads.ts'
import { RequestFeed } from '../feeds/requests.ts'
import { visibility } from '../geometry/visibility.ts'
import { boxesAroundScript } from '../injected/boxes-around.ts'
import { fieldTextScript } from '../injected/drawn.ts'
import type { Sent } from '../injected/sent.ts'
import { contentScript, frameTextScript, pageHtmlScript, pageTextScript } from '../injected/text.ts'
import {
  hasShutScript,
  isAsideScript,
  isAtPointerScript,
  isBesideScript,
  isLooseScript,
} from '../injected/witness/besides.ts'
import { leave } from '../input/pointer.ts'
import { rememberSecure } from '../read/secure-memory.ts'
import { TabScripts } from '../scripts/scripts.ts'
import { filled, isFilling } from '../watch/filled.ts'
import { disarm, isUnanswered } from '../watch/quiet.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import { CommandError } from '../wire/connection.ts'
import { dismissUnseen } from '../wire/unseen-dialog.ts'
import { callOn, evaluate, evaluateInFrames, type Held, placeOf, withNode } from '../wire/world.ts'
import { navigate, type WaitFor, type Where } from './navigate.ts'
import { query } from './query.ts'
import { TabTools } from './tools.ts'

const dialogMs = 5000
/** How many elements found by selectors to remember. */
const mostFound = 200

type Asking<Answer> = readonly [
  keys: readonly Key[],
  script: Sent<Answer>,
  argumentsOf: (key: Key) => readonly (boolean | string)[],
  signal: AbortSignal,
]

export class TabPage implements Page {
  readonly #access: TabAccess
  readonly #select: () => Promise<void>
  /** Elements found by a selector, which may not be in the tree. */
  readonly #found = new LRUCache<Key, Place>({ max: mostFound })

  readonly console: Page['console']
  readonly network: Page['network']
  readonly downloads: DownloadFeed
  readonly scripts: Page['scripts']
  readonly tools: TabTools

  constructor(access: TabAccess, select: () => Promise<void>) {
    this.#access = access
    this.#select = select
    this.console = new ConsoleFeed(access)
    this.network = new RequestFeed(access)
    this.downloads = new DownloadFeed(access)
    this.scripts = new TabScripts(access)
    this.tools = new TabTools(access)
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

  get pendingNavigations(): readonly PendingNavigation[] {
    return this.#access.pendingNavigations
  }

  navigate(to: Where, waitFor: WaitFor, signal: AbortSignal, deadline?: number): Promise<Arrival> {
    return this.#access.leaving(() => navigate(this.#access, to, waitFor, { signal, deadline }))
  }

  async fills(signal: AbortSignal): Promise<Filled> {
    if (!this.isFilling && (await this.#access.isStill(signal))) return { hasWaited: false, loading: false }
    try {
      return await filled(this.#access, signal, 'all')
    } finally {
      disarm(this.#access)
    }
  }

  get isFilling(): boolean {
    return isFilling(this.#access) || isUnanswered(this.#access)
  }

  stay(key: Key, signal: AbortSignal): Promise<string | undefined> {
    const { session } = this.#access.place(key) ?? this.#access
    return this.#access.stay(session, false, signal)
  }

  /** Of the whole page, its text is followed by that of the frames its scripts cannot see. */
  async text(key: Key | undefined, signal: AbortSignal): Promise<string> {
    await rememberSecure(this.#access, signal)
    if (key !== undefined) return await this.#ofElement(key, 'text', signal)
    const access = this.#access
    const own = await evaluate(access, access.session, pageTextScript, signal)
    const frames = access.sessions.map(async (session) => [
      ...(session === access.session ? [] : [await evaluate(access, session, pageTextScript, signal)]),
      ...(await evaluateInFrames(access, session, frameTextScript, signal)),
    ])
    // A frame may go away while it is read: the page's own text is what matters.
    const others = (await Promise.allSettled(frames)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
    return [own, ...others].filter((text) => typeof text === 'string' && text !== '').join('\n\n')
  }

  async html(key: Key | undefined, signal: AbortSignal): Promise<string> {
    await rememberSecure(this.#access, signal)
    if (key !== undefined) return await this.#ofElement(key, 'html', signal)
    return await evaluate(this.#access, this.#access.session, pageHtmlScript, signal)
  }

  async fieldText(key: Key, signal: AbortSignal): Promise<FieldText | undefined> {
    await rememberSecure(this.#access, signal)
    const read = (held: Held) => held.call(fieldTextScript, [], signal)
    return (await withNode(this.#access, this.#placeOf(key), signal, read)) ?? undefined
  }

  async opener(key: Key, signal: AbortSignal): Promise<Key | undefined> {
    return await openerOf(this.#access, key, signal)
  }

  origins(keys: readonly Key[], others: ReadonlySet<Key>, signal: AbortSignal): Promise<Origins> {
    return originsOf(this.#access, keys, others, signal)
  }

  async besides({ target, keys, off, come, redrawn }: Beside, signal: AbortSignal): Promise<Besides> {
    const access = this.#access
    const shut = callOn(access, placeOf(access, target), hasShutScript, [], signal).catch(() => false)
    const those = (script: Sent<boolean>) => this.#those(keys, script, () => [], signal)
    const loose = (of: readonly Key[], how: 'turned' | 'come' | 'redrawn') =>
      this.#those(of, isLooseScript, () => [how], signal)
    const [aside, near, turned, back, again, hasShut] = await Promise.all([
      those(isAsideScript),
      those(isAtPointerScript),
      loose(off, 'turned'),
      loose(come, 'come'),
      loose(redrawn, 'redrawn'),
      shut,
    ])
    return {
      aside,
      loose: new Set([...turned, ...back, ...again]),
      hasShut: hasShut === true,
      isAtPointer: near.size > 0,
    }
  }

  leave(signal: AbortSignal): Promise<void> {
    return leave(this.#access, signal)
  }

  boxesAround(keys: readonly Key[], signal: AbortSignal): Promise<ReadonlyMap<Key, readonly string[]>> {
    return this.#answers(keys, boxesAroundScript, () => [], signal)
  }

  /** The keys for which the script answers yes. */
  async #those(...[keys, script, argumentsOf, signal]: Asking<boolean>): Promise<ReadonlySet<Key>> {
    const answers = await this.#answers(keys, script, argumentsOf, signal)
    return new Set(keys.filter((key) => answers.get(key)))
  }

  /** Leaves out elements that cannot be asked. */
  async #answers<Answer>(...[keys, script, argumentsOf, signal]: Asking<Answer>): Promise<ReadonlyMap<Key, Answer>> {
    const access = this.#access
    const answers = new Map<Key, Answer>()
    const ask = async (key: Key) =>
      answers.set(key, await callOn(access, placeOf(access, key), script, argumentsOf(key), signal))
    await Promise.allSettled(keys.map(ask))
    return answers
  }

  marked(key: Key, signal: AbortSignal): Promise<boolean> {
    return isDrawnByAct(this.#access, key, signal)
  }

  get asksForFiles(): Page['asksForFiles'] {
    return asksForFiles(this.#access)
  }

  async opened(keys: readonly Key[], signal: AbortSignal): Promise<boolean> {
    return (await this.#those(keys, isBesideScript, () => [], signal)).size > 0
  }

  brought(signal: AbortSignal): Promise<Brought | undefined> {
    return broughtByDrag(this.#access, signal)
  }

  leftByDrag(signal: AbortSignal): Promise<boolean> {
    return leftByDrag(this.#access, signal)
  }

  async query(selector: string, signal: AbortSignal): Promise<Found | undefined> {
    const result = await query(this.#access, selector, signal)
    if (result === undefined) return undefined
    const { key, place, inTree, matches } = result
    this.#found.set(key, place)
    return { key, inTree, matches }
  }

  visibility(key: Key, signal: AbortSignal): Promise<Visibility> {
    return visibility(this.#access, this.#placeOf(key), signal)
  }

  async answerDialog(accept: boolean, text: string | undefined): Promise<OpenDialog> {
    const { dialog, session } = this.#access
    const none = () =>
      new Problem('not_found', {
        message: 'No dialog of the browser is open.',
        hint: 'What the page itself shows as one is answered by its buttons, such as click "OK"; call {explore} for what is there.',
      })
    if (dialog === undefined) throw none()
    if (isUnseen(dialog)) return await this.#dismissUnseen(dialog, accept)
    const promptText = text ?? dialog.value
    const answer = { accept, ...(promptText !== undefined && { promptText }) }
    try {
      await this.#access.send(session, 'Page.handleJavaScriptDialog', answer, AbortSignal.timeout(dialogMs), true)
    } catch (error) {
      // The page, or the user, was quicker.
      if (error instanceof CommandError && /No dialog/i.test(error.message)) throw none()
      throw error
    }
    return dialog
  }

  async #dismissUnseen(dialog: OpenDialog, accept: boolean): Promise<OpenDialog> {
    if (accept)
      throw new Problem('unsupported_here', {
        message: `${dialogWords(dialog)} It can be dismissed, but not accepted. Nothing was done.`,
        hint: 'Call {interact} with action dismiss, which is all that an alert needs; or have it accepted in the browser by hand.',
      })
    await dismissUnseen(this.#access.session, AbortSignal.timeout(dialogMs))
    return dialog
  }

  async capture(request: Capture, signal: AbortSignal): Promise<Picture> {
    requireWhole(this.#access)
    return await capture(this.#access, (key) => this.#placeOf(key), request, signal)
  }

  async print(options: Printing, signal: AbortSignal): Promise<Buffer> {
    requireWhole(this.#access)
    return await print(this.#access, options, signal)
  }

  select(): Promise<void> {
    return this.#select()
  }

  /** Call when the tab is released. */
  close(): void {
    this.downloads.close()
  }

  async #ofElement(key: Key, what: 'text' | 'html', signal: AbortSignal): Promise<string> {
    const text = await withNode(this.#access, this.#placeOf(key), signal, (held) =>
      held.call(contentScript, [what], signal),
    )
    if (text === null) throw new Problem('element_gone')
    return text
  }

  #placeOf(key: Key): Place {
    return this.#access.place(key) ?? this.#found.get(key) ?? placeOf(this.#access, key)
  }
}

/** A picture shows everything drawn, so it is refused if a law withholds any of it. */
function requireWhole({ documents: { law, withheld } }: TabAccess): void {
  if (withheld.length > 0)
    throw law!.refusal('The page shows frames of sites that may not be used: no picture was made.')
}
