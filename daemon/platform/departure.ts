/** A navigation that has begun and not arrived: its server has not answered, and the page before is still there. */
import { cut } from '../../api-schema/cut.ts'

export interface Departure {
  /** One navigation's own. */
  readonly id: string
  readonly url: string
  /** Of a frame in the page, not of the page. */
  readonly isOfFrame: boolean
}

const longestUrl = 200
export const departing = 'navigating'

/** Two sentences. */
export function departureWords({ url, isOfFrame }: Departure, tab: string): string {
  const who = isOfFrame ? `A frame of tab ${tab}` : `Tab ${tab}`
  return `${who} is on its way to ${cut(url, longestUrl)}, whose server has not answered. What was there before is still there, and cannot be asked meanwhile.`
}

/** Is this the error of what could not be asked for that reason alone? */
export function isDeparting(error: unknown): error is Error {
  return error instanceof Error && (error as { data?: { reason?: unknown } }).data?.reason === departing
}
