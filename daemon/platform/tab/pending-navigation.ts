/** A pending navigation: the server has not answered, and the previous page is still there. */
import { cut } from '../../../api-schema/cut.ts'

export interface PendingNavigation {
  /** Unique per navigation. */
  readonly id: string
  readonly url: string
  /** A frame navigates, not the page. */
  readonly isOfFrame: boolean
}

const longestUrl = 200
export const navigating = 'navigating'

/** Two sentences. */
export function pendingWords({ url, isOfFrame }: PendingNavigation, tab: string): string {
  const who = isOfFrame ? `A frame of tab ${tab}` : `Tab ${tab}`
  return `${who} is on its way to ${cut(url, longestUrl)}, whose server has not answered. What was there before is still there, and cannot be asked meanwhile.`
}

/** Whether a request failed only because of a pending navigation. */
export function isNavigating(error: unknown): error is Error {
  return error instanceof Error && (error as { data?: { reason?: unknown } }).data?.reason === navigating
}
