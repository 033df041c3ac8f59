/** Iterates over one array in a large JSON reply without parsing the whole, which would cost five times its bytes. */

/** Yields to the event loop after this many ms. */
const sliceMs = 8

const listOfNodes = '"nodes":['

/**
 * Calls `visit(start, end)` with the byte range of each object in the first array called nodes, in order. Yields to
 * the event loop now and then. Bytes must be valid JSON, as a browser sends it.
 */
export async function eachNodeRange(message: Buffer, visit: (start: number, end: number) => void): Promise<void> {
  const head = message.indexOf(listOfNodes)
  if (head < 0) return
  let at = head + listOfNodes.length
  let until = performance.now() + sliceMs
  let count = 0
  while (at < message.length) {
    const byte = message[at]
    if (byte === 0x5d) return
    if (byte !== 0x7b) {
      at++
      continue
    }
    const end = endOfObject(message, at)
    visit(at, end)
    at = end
    if ((++count & 63) === 0 && performance.now() > until) {
      await new Promise((resolve) => setImmediate(resolve))
      until = performance.now() + sliceMs
    }
  }
}

/** Offset after the object that starts at `at`. */
function endOfObject(message: Buffer, at: number): number {
  let depth = 0
  for (let i = at; i < message.length; i++) {
    const byte = message[i]
    if (byte === 0x22) {
      i++
      while (message[i] !== 0x22) {
        if (message[i] === 0x5c) i++
        i++
      }
    } else if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return i + 1
  }
  return message.length
}
