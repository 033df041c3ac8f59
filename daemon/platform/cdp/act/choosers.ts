/** File choosers that a page opens: they belong to the browser, and nothing but a person's hand reaches them. */
import type { Protocol } from 'devtools-protocol'
import type { Page } from '../../tab/page.ts'
import type { TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'

export type Chooser = Protocol.Page.FileChooserOpenedEvent & { readonly session: Session }

/** None is shown, in any frame, until the answer is called. Its commands go ahead of the next; none is awaited. */
export function holdBackChoosers({ sessions }: TabAccess, opened: (chooser: Chooser) => void): () => void {
  const unlisten = sessions.map((session) =>
    session.on('Page.fileChooserOpened', (event) => opened({ ...event, session })),
  )
  const set = (enabled: boolean) => {
    for (const session of sessions)
      if (!session.hasEnded) session.send('Page.setInterceptFileChooserDialog', { enabled }).catch(() => undefined)
  }
  set(true)
  return () => {
    for (const stop of unlisten) stop()
    set(false)
  }
}

interface Watch {
  asked: Page['asksForFiles']
  end(): void
}

/** In ms; longer than an upload waits for a chooser. */
const watchedMs = 5000
const watches = new WeakMap<TabAccess, Watch>()

/** Call before a press: `asksForFiles` then knows what became of it. */
export function watchForChooser(access: TabAccess): void {
  watches.get(access)?.end()
  const stop = holdBackChoosers(access, ({ backendNodeId }) => {
    watch.asked = backendNodeId === undefined ? 'picker' : 'field'
  })
  const ending = setTimeout(stop, watchedMs).unref()
  const watch: Watch = {
    asked: undefined,
    end: () => {
      clearTimeout(ending)
      stop()
    },
  }
  watches.set(access, watch)
}

/** What the page has opened since the last press. */
export function asksForFiles(access: TabAccess): Page['asksForFiles'] {
  return watches.get(access)?.asked
}
