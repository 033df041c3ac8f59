/** How much there is to read in a page. */
import type { Session } from '../wire/connection.ts'

/** Levels read first when there is little time and most of the page is deeper; the rest follows. */
const firstLevels = 4
/** Measured time of a whole read per DOM node (2 cores, Chromium 156). */
const readMsPerElement = 0.08
const counts = '[document.querySelectorAll("*").length, document.querySelectorAll(":root>*>*>*>* *").length]'

/** `deep`: those below the first levels. NaN if the page has changed the functions that count. */
export interface ElementCount {
  readonly count: number
  readonly deep: number
}

export async function countElements(session: Session, signal: AbortSignal): Promise<ElementCount> {
  const { result } = await session.send('Runtime.evaluate', { expression: counts, returnByValue: true }, signal)
  return { count: Number(result.value?.[0]), deep: Number(result.value?.[1]) }
}

/** How many levels can be read in this time; undefined for all. */
export function depthWithin({ count, deep }: ElementCount, ms: number): number | undefined {
  return count * readMsPerElement >= ms && deep >= count / 2 ? firstLevels : undefined
}
