/**
 * What appeared at the pointer may be there for the pointer alone: then it disappears when the pointer leaves, which no
 * effect of a press does.
 */
import { withoutBesides } from './besides.ts'
import { causeOf } from './cause.ts'
import type { Inquiry } from './inquiry.ts'
import { withNews } from './news.ts'
import { changesBefore, undefinedIfFailed } from './read.ts'
import { settle } from './settle.ts'
import { doubtOf } from './verdict.ts'

/** How long a page may keep showing something after the pointer has left. */
const goneMs = 500

export const atPointer: Inquiry = {
  why: 'what the pointer has brought goes with it',
  isFor: ({ isAtPointer, marked }, doubt, { hasLeft }) =>
    doubt === undefined && isAtPointer === true && marked !== true && !hasLeft,
  find: async (known, reading) => {
    const { warm, options, read } = reading
    const { late, aside, loose, hasShut } = known
    const { caused, foreign } = known
    if (causeOf(withoutBesides(withNews(known))) === 'task') return undefined
    await undefinedIfFailed(warm.source.page?.leave(options.signal), options.signal)
    reading.hasLeft = true
    const end = performance.now() + goneMs
    const stays = async () => doubtOf({ ...(await read(late)), caused, foreign, aside, loose, hasShut }) === undefined
    let isThere = await stays()
    while (isThere && (await changesBefore(end, reading))) {
      reading.seen = (await settle(warm, options)).seen
      isThere = await stays()
    }
    reading.begun = performance.now()
    return isThere ? undefined : { hasLeftWithPointer: true }
  },
}
