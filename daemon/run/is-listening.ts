/** Proof that the process behind a socket lives: the system closes a listening socket when its process dies. */
import { connect } from 'node:net'

/** Anything but a refused connection may be a daemon that is stopped or has a full queue. */
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
