/**
 * The file that `ix trace` writes and `ix view FILE` shows: JSON lines with a head first, then calls as they ended and
 * looks at what they were about; then an end, if the file was full. Anybody may have written it, so readers trust
 * nothing in it.
 */
import type { CallEvent } from './call-event.ts'
import type { Element } from './element.ts'

export const traceFormat = 'interface-explorer-trace'
export const traceVersion = 1

export interface TraceHead {
  readonly format: typeof traceFormat
  readonly version: typeof traceVersion
  readonly at: string
  /** Letters and digits of all texts are masked, and there are no pictures. */
  readonly masked?: true
}

export interface TracePicture {
  readonly format: string
  readonly width: number
  readonly height: number
  readonly scale?: number
  /** As base64. */
  readonly data: string
}

/** What a target showed after the preceding call. */
export interface TraceLook {
  readonly target: string
  readonly kind: 'tab' | 'application'
  readonly at: string
  /** As an agent gets it, with the line about what it leaves out. */
  readonly outline: string
  readonly tokens: number
  readonly matched: number
  readonly elements: readonly Element[]
  readonly picture?: TracePicture
}

/** The last line of a trace that had no room for the next entry. */
export interface TraceEnd {
  readonly at: string
  /** How many bytes it was allowed. */
  readonly most: number
}

export type TraceEntry = { readonly call: CallEvent } | { readonly look: TraceLook }

export interface Trace {
  readonly head: TraceHead
  readonly entries: readonly TraceEntry[]
  /** Set if something came after these that is not in the file. */
  readonly end?: TraceEnd
}

/** In MB: room for hundreds of pictures, and no more than a page can show. */
export const usualMegabytes = 100
/** In MB: readers still get it as one text. */
export const mostMegabytes = 400
export const bytesInMegabyte = 1_000_000

/** `undefined` if the text is not a trace. A last line that was cut off is left out: the writer may have been killed. */
export function readTrace(text: string): Trace | undefined {
  const [first = '', ...rest] = text.split('\n')
  const head = parsed(first) as Partial<TraceHead> | undefined
  if (head?.format !== traceFormat || head.version !== traceVersion) return undefined
  const lines = rest.map(parsed)
  const end = lines.map(endIn).find((one) => one !== undefined)
  return { head: head as TraceHead, entries: lines.filter(isEntry), ...(end !== undefined && { end }) }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function endIn(value: unknown): TraceEnd | undefined {
  const { end } = (value ?? {}) as { readonly end?: Partial<TraceEnd> }
  return typeof end?.at === 'string' && typeof end.most === 'number' ? (end as TraceEnd) : undefined
}

function isEntry(value: unknown): value is TraceEntry {
  if (typeof value !== 'object' || value === null) return false
  const { call, look } = value as { readonly call?: Partial<CallEvent>; readonly look?: Partial<TraceLook> }
  if (call !== undefined) return typeof call?.method === 'string' && typeof call.params === 'object'
  return typeof look?.outline === 'string' && Array.isArray(look.elements)
}
