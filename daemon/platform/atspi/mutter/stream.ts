/** Streams of Mutter's own screen cast: of an area of the screen, or of the window that has the keyboard. */

import { untilAborted } from '../../../time-limit.ts'
import type { Bus } from '../wire/bus.ts'
import { created, screenCast } from './session.ts'

/** Long enough for a machine that is busy drawing without a graphics card. */
const answerMs = 5000

export interface Recorded {
  readonly member: 'RecordArea' | 'RecordWindow'
  readonly signature: string
  readonly body: readonly unknown[]
}

/**
 * Runs `work` with the stream's number in PipeWire, and ends the stream with it. Throws CallError, and Error if none
 * begins.
 */
export async function withStream<T>(
  bus: Bus,
  recorded: Recorded,
  signal: AbortSignal,
  work: (node: number) => Promise<T>,
): Promise<T> {
  const unmatch = await bus.match(`type='signal',sender='${screenCast}',member='PipeWireStreamAdded'`, signal)
  const session = await created(bus, screenCast, [{}], signal)
  let stop = () => {}
  let timer: NodeJS.Timeout | undefined
  try {
    const [stream] = await bus.call({ ...session, ...recorded }, signal, answerMs)
    const begun = new Promise<number>((resolve, reject) => {
      stop = bus.onSignal(({ path, member, body }) => {
        if (path === stream && member === 'PipeWireStreamAdded') resolve(Number(body[0]))
      })
      timer = setTimeout(() => reject(new Error('its stream does not begin')), answerMs)
    })
    begun.catch(() => {})
    await bus.call({ ...session, member: 'Start' }, signal, answerMs)
    return await work(await untilAborted(begun, signal))
  } finally {
    clearTimeout(timer)
    stop()
    unmatch()
    if (bus.closed === undefined)
      bus.call({ ...session, member: 'Stop' }, new AbortController().signal, answerMs).catch(() => {})
  }
}
