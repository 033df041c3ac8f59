/** Waits for the initial blank tab of a browser, which accepts connections before that is open. */
import { untilAborted, withTimeLimit } from '../../../time-limit.ts'
import type { Session } from '../wire/connection.ts'

/** How long to wait for the first tab of a browser that may not open one. */
const firstTabMs = 3000

export async function firstTab(root: Session, isThere: () => boolean, signal: AbortSignal): Promise<void> {
  let stop = () => {}
  const isKnown = new Promise<void>((resolve) => {
    if (isThere()) resolve()
    stop = root.on('Target.targetCreated', () => isThere() && resolve())
  })
  await untilAborted(isKnown, withTimeLimit(signal, firstTabMs)).catch(() => undefined)
  stop()
}
