/** Tests whether the process behind a socket is alive: the system closes a listening socket when its process dies. */
import { connect } from 'node:net'

/** Only a refused connection proves death; any other failure may be a stopped daemon or a full queue. */
export function isListening(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT'))
  })
}
