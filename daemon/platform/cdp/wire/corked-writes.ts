/** Combines what one turn of the event loop writes into one write: with many callers those cost the most. */
import type { Writable } from 'node:stream'

/** Call the returned function before each write. */
export function corkWrites(stream: Writable): () => void {
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
