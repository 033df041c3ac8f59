/** Messages over a websocket, to a browser with a debugging port. The only file that imports `ws`. */
import { corkWrites } from './corked-writes.ts'
import type { Transport } from './transport.ts'

/** Time for a browser to answer. */
const handshakeMs = 5000

/** `isPatient`: a person decides when the browser answers, until the signal aborts. */
export async function openWebSocket(url: string, signal: AbortSignal, isPatient = false): Promise<Transport> {
  // Loaded with the first websocket: the daemon's own browsers are reached through pipes and need none of it.
  const { WebSocket } = await import('ws')
  signal.throwIfAborted()
  // Compression of a loopback stream only costs time; a page's tree can be some 40 MB.
  const socket = new WebSocket(url, {
    perMessageDeflate: false,
    maxPayload: 512 * 1024 * 1024,
    ...(!isPatient && { handshakeTimeout: handshakeMs }),
  })
  const abort = () => socket.terminate()
  signal.addEventListener('abort', abort, { once: true })
  let cork = () => {}
  socket.once('upgrade', (response) => {
    cork = corkWrites(response.socket)
  })
  try {
    await new Promise<void>((resolve, reject) => {
      socket.once('open', () => resolve())
      socket.once('error', reject)
      socket.once('close', () => reject(new Error('closed before it was open')))
    })
  } finally {
    signal.removeEventListener('abort', abort)
  }
  return {
    isLocal: /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname),
    // The callback swallows the error of a closing socket, which is reported as its end.
    send: (message) => {
      cork()
      socket.send(message, () => {})
    },
    listen: ({ received, ended }) => {
      socket.on('message', (data: Buffer) => received(data))
      socket.on('close', () => ended('the connection to the browser ended'))
      socket.on('error', (error) => ended(error.message))
    },
    close: () => socket.terminate(),
  }
}
