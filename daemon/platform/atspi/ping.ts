/**
 * Whether an application has taken all the input that was sent to it: window managers ask so whether it hangs
 * (`_NET_WM_PING`), and the answer comes after what came before the question.
 */
import { eventMask, numbersOf, type XConnection, type XEvent } from './x11.ts'

const patienceMs = 700
let count = 0

/** False when it did not answer in time, or knows no such question. */
export async function hasTaken(connection: XConnection, window: number, signal: AbortSignal): Promise<boolean> {
  const [protocols, ping] = await Promise.all([connection.atom('WM_PROTOCOLS'), connection.atom('_NET_WM_PING')])
  // The answer goes to the root window, for the window manager; Qt sends it as one of another kind.
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
 * Returns when the window manager has taken all events so far: until then presses that it grabs, to bring a window to
 * the front, do not get to applications. At once where it knows no such question.
 */
export async function managerHasTaken(connection: XConnection, window: number, signal: AbortSignal): Promise<void> {
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
