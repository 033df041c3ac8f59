/** The initial blank tab of a browser, which accepts connections before that is open. */
import { withTimeLimit } from '../../../time-limit.ts'
import type { Session } from '../wire/connection.ts'

/** How long to wait for the first tab of a browser that may not open one. */
const firstTabMs = 3000

export async function firstTab(root: Session, isThere: () => boolean, signal: AbortSignal): Promise<void> {
  const within = withTimeLimit(signal, firstTabMs)
  while (!isThere() && !within.aborted) {
    await new Promise<void>((resolve) => {
      const done = () => {
        unlisten()
        within.removeEventListener('abort', done)
        resolve()
      }
      const unlisten = root.on('Target.targetCreated', done)
      within.addEventListener('abort', done, { once: true })
    })
  }
}
