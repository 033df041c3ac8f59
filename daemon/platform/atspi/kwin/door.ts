/**
 * A program of our own, run by the copy of Node that the person has allowed: KWin grants rights to the program that
 * opens a connection. It opens what the daemon asks for, passes that on, and stays as long as the daemon does.
 */
import { connected, type Handle } from '../wire/fd-socket.ts'

process.on('message', ({ id, path }: { readonly id: number; readonly path: string }) => {
  connected(path, 'SOCKET').then(
    // From then on the daemon has the only copy.
    (handle) => send({ id }, handle, () => handle.close()),
    ({ message }: Error) => send({ id, failed: message }),
  )
})
process.on('disconnect', () => process.exit())

function send(answer: object, handle?: Handle, done: () => void = () => {}): void {
  process.send!(answer, handle as never, {}, done)
}
