/**
 * Has an application processed all input sent to it? Window managers use the same request to detect a hang
 * (`_NET_WM_PING`): the reply comes after everything sent before.
 */
import { eventMask, numbersOf, type XConnection, type XEvent } from './connection.ts'

const patienceMs = 700
let count = 0

/** False if it did not reply in time, or does not support the request. */
export async function hasProcessedInput(
  connection: XConnection,
  window: number,
  signal: AbortSignal,
): Promise<boolean> {
  const [protocols, ping, supported] = await Promise.all([
    connection.atom('WM_PROTOCOLS'),
    connection.atom('_NET_WM_PING'),
    connection.property(window, 'WM_PROTOCOLS'),
  ])
  if (!numbersOf(supported).includes(ping)) return false
  // The reply goes to the root window, for the window manager; Qt sends it as another kind of event.
  connection.watch(connection.root, eventMask.propertyChange | eventMask.substructureNotify | eventMask.structureNotify)
  count = (count % 0x7fffffff) + 1
  const mark = count
  let answered = false
  const stop = connection.listen(({ name, message_type, data }: XEvent) => {
    if (name === 'ClientMessage' && message_type === protocols && data?.[0] === ping && data[1] === mark)
      answered = true
  })
  try {
    await connection.message(window, window, 'WM_PROTOCOLS', [ping, mark, window, 0, 0], 0)
    return await connection.until(async () => answered, patienceMs, signal)
  } finally {
    stop()
  }
}

const managerMs = 5000

/**
 * Returns when the window manager has processed all events so far; before that, presses it grabs to raise a window do
 * not reach applications. Returns at once if it does not support the request.
 */
export async function managerHasProcessed(connection: XConnection, window: number, signal: AbortSignal): Promise<void> {
  const [extents, request, supported] = await Promise.all([
    connection.atom('_NET_FRAME_EXTENTS'),
    connection.atom('_NET_REQUEST_FRAME_EXTENTS'),
    connection.property(connection.root, '_NET_SUPPORTED', 4096),
  ])
  if (!numbersOf(supported).includes(request)) return
  let answered = false
  const stop = connection.listen(({ name, wid, atom }: XEvent) => {
    if (name === 'PropertyNotify' && wid === window && atom === extents) answered = true
  })
  try {
    await connection.message(connection.root, window, '_NET_REQUEST_FRAME_EXTENTS', [0, 0, 0, 0, 0])
    await connection.until(async () => answered, managerMs, signal)
  } finally {
    stop()
  }
}
