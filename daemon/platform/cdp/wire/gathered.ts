/** Makes of what is written in one turn of the event loop one write to the system: with many callers those are the dearest part. */
import type { Writable } from 'node:stream'

/** To be called before each write. */
export function gathering(stream: Writable): () => void {
  let isHeld = false
  return () => {
    if (isHeld) return
    isHeld = true
    stream.cork()
    setImmediate(() => {
      isHeld = false
      stream.uncork()
    })
  }
}
