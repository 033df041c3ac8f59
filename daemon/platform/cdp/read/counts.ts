/** How much there is to read of a page. */
import type { Session } from '../wire/connection.ts'

/** What is read in a hurry of a page that is mostly deeper; the rest follows. */
export const firstLevels = 4
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
