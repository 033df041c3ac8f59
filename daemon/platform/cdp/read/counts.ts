/** How much there is to read of a page. */
import type { Session } from '../wire/connection.ts'

/** What is read in a hurry of a page that is mostly deeper; the rest follows. */
const firstLevels = 4
/** Measured time of a whole read per DOM node (2 cores, Chromium 156). */
const readMsPerElement = 0.08
const counts = '[document.querySelectorAll("*").length, document.querySelectorAll(":root>*>*>*>* *").length]'

/** `deep`: those below the first levels. NaN where the page altered how they are counted. */
export interface ElementCount {
  readonly count: number
  readonly deep: number
}

export async function countElements(session: Session, signal: AbortSignal): Promise<ElementCount> {
  const { result } = await session.send('Runtime.evaluate', { expression: counts, returnByValue: true }, signal)
  return { count: Number(result.value?.[0]), deep: Number(result.value?.[1]) }
}

/** How many levels there is time to read; undefined for all. */
export function depthWithin({ count, deep }: ElementCount, ms: number): number | undefined {
  return count * readMsPerElement >= ms && deep >= count / 2 ? firstLevels : undefined
}
