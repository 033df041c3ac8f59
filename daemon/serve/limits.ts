/** Limits of one request, session and agent, and of all connections together. Times in ms. */
import type { ShareLimits } from './shares.ts'

export interface HttpLimits extends ShareLimits {
  readonly bodyBytes: number
  /** Bytes of a rejected body that are still read so that the rejection arrives; then the sender stalls. */
  readonly refusedBytes: number
  /** The same for an oversized body of an admitted caller. */
  readonly tooLargeBytes: number
  readonly headerBytes: number
  readonly headersMs: number
  /** Time to receive a request, from its first byte to its last. */
  readonly requestMs: number
  readonly checkMs: number
  readonly keepAliveMs: number
  readonly connections: number
}

export const httpLimits: HttpLimits = {
  bodyBytes: 256 * 1024,
  refusedBytes: 32 * 1024,
  tooLargeBytes: 8 * 1024 * 1024,
  headerBytes: 8 * 1024,
  headersMs: 3000,
  requestMs: 5000,
  checkMs: 1000,
  keepAliveMs: 5000,
  connections: 256,
  perSession: 64,
  perAgent: 192,
  perSecond: 1000,
  saved: 1000,
  atOnce: 1,
  atOnceAlone: 8,
}
