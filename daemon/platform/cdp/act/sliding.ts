/** Sliders that only the pointer moves: taken, and led along until they state the number. */
import { byPointer } from '../../acting/performed.ts'
import type { Performed } from '../../platform.ts'
import type { Ends } from '../injected/act/fields.ts'
import { trackScript } from '../injected/act/track.ts'
import { oneFrameScript } from '../injected/frames.ts'
import { send } from '../input/pointer.ts'
import { evaluate, type Held } from '../wire/world.ts'
import { sightOf } from './press.ts'

/** Each comes nearer, unless the slider goes by steps that miss the number. */
const mostMoves = 10
/** Time for the release if the caller gives up meanwhile: the button must not stay down. */
const releasedMs = 2000

/** Undefined if there is nothing that it could be led along. `read`: the number that it states. */
export async function slideTo(
  held: Held,
  wanted: number,
  { least = 0, most = 100 }: Ends,
  read: () => Promise<number>,
  signal: AbortSignal,
): Promise<Performed | undefined> {
  const { access, session } = held
  let now = await read()
  const track = most > least ? await held.call(trackScript, [(now - least) / (most - least)], signal) : undefined
  if (track === undefined) return undefined
  const place = await held.place(signal)
  const mark = { access, place, held, action: 'drag', ...(track.spot && { spot: track.spot }) } as const
  const start = (await sightOf(mark, true, signal))?.point
  if (start === undefined) return undefined
  let part = 0
  const pointAt = () => ({ x: start.x + track.way.x * part, y: start.y + track.way.y * part })
  const down = { button: 'left', buttons: 1 } as const
  const isTold = async () => {
    await evaluate(access, session, oneFrameScript, signal)
    now = await read()
    return now === wanted || Number.isNaN(now) || access.dialog !== undefined
  }
  await send(
    access,
    session,
    [
      { type: 'mouseMoved', ...start },
      { type: 'mousePressed', ...start, ...down, clickCount: 1 },
    ],
    signal,
  )
  try {
    for (let moves = 0; moves < mostMoves && !(await isTold()); moves++) {
      part += (wanted - now) / (most - least)
      await send(access, session, [{ type: 'mouseMoved', ...pointAt(), ...down }], signal)
    }
  } finally {
    const released = { type: 'mouseReleased', ...pointAt(), button: 'left', buttons: 0, clickCount: 1 } as const
    await send(access, session, [released], AbortSignal.timeout(releasedMs))
  }
  return (await isTold()) ? byPointer : { ...byPointer, refused: `The pointer moved it to ${now}, not to ${wanted}.` }
}
