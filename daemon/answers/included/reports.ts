/** What a page logged and downloaded during a call. */
import { cut } from '../../../api-schema/cut.ts'
import { type Expectation, reportedLevels } from '../../../api-schema/expectation.ts'
import type { ConsoleReport, DownloadReport } from '../../../api-schema/included.ts'
import type { Call, World } from '../../dispatch.ts'
import type { ConsoleEntry, DownloadEntry, Feed } from '../../platform/tab/page.ts'
import { previewLength } from '../content/preview.ts'

/** A feed's position before the call, or the call's start time if the feed did not answer. */
export interface Mark {
  readonly seq: number | undefined
  /** ms since 1970. */
  readonly at: number
}

const usualMessages = 10
/** Messages are cut no shorter than this. */
const shortestCut = 100
const longestSource = 200

type Entry = { readonly seq: number; readonly at: number }

export async function consoleReport(
  feed: Feed<ConsoleEntry>,
  mark: Mark,
  { levels = reportedLevels, maxMessages = usualMessages }: NonNullable<Expectation['consoleOptions']>,
  call: Call,
  world: World,
): Promise<ConsoleReport> {
  const { entries, lost } = await since(feed, mark, call.signal)
  const asked = entries.filter(({ level }) => levels.some((one) => one === level))
  const newest = maxMessages === 0 ? [] : asked.slice(-maxMessages)
  const { messages, ...cut } = brief(newest, call, world)
  const more = asked.length - messages.length
  return { messages, ...(more > 0 && { more }), ...(lost > 0 && { lost }), ...cut }
}

export async function downloadReports(
  feed: Feed<DownloadEntry>,
  mark: Mark,
  { signal }: Call,
): Promise<readonly DownloadReport[]> {
  const { entries } = await since(feed, mark, signal)
  // For a download that made progress, its current state.
  const last = new Map(entries.map((entry) => [entry.url + entry.name, entry]))
  return [...last.values()].map(({ name, url, path, state, bytes, totalBytes }) => ({
    name,
    url,
    ...(path !== undefined && { path }),
    state,
    bytes,
    ...(totalBytes !== undefined && { totalBytes }),
  }))
}

async function since<T extends Entry>(feed: Feed<T>, { seq, at }: Mark, signal: AbortSignal) {
  const { entries, lost } = await feed.since(seq ?? 0, signal)
  if (seq !== undefined) return { entries, lost }
  return { entries: entries.filter((entry) => entry.at >= at), lost: 0 }
}

/** Fits long texts into the limit: shortens the longest first, then drops the oldest. The whole is kept behind a token. */
function brief(entries: readonly ConsoleEntry[], { session }: Call, { sessions }: World): ConsoleReport {
  const lengths = entries.map(({ text }) => text.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  if (total <= previewLength) return { messages: entries.map((entry) => messageOf(entry, previewLength)) }
  const { first, most, shownLength } = fitting(lengths)
  return {
    messages: entries.slice(first).map((entry) => messageOf(entry, most)),
    totalLength: total,
    shownLength,
    truncated: true,
    confirmToken: sessions.keep(session, entries.map(({ level, text }) => `${level}: ${text}`).join('\n')),
  }
}

function messageOf({ level, text, source }: ConsoleEntry, most: number): ConsoleReport['messages'][number] {
  return {
    level,
    text: cut(text, most),
    ...(source !== undefined && { source: cut(source, longestSource) }),
  }
}

/** Which texts fit: those from `first` on, each cut to `most` characters. */
export function fitting(lengths: readonly number[]): { first: number; most: number; shownLength: number } {
  const most = Math.max(shortestCut, shareOf(lengths))
  let room = previewLength
  let first = lengths.length
  while (first > 0 && room >= Math.min(most, lengths[first - 1]!)) room -= Math.min(most, lengths[--first]!)
  return { first, most, shownLength: previewLength - room }
}

/** The cut length at which all texts fit; short texts leave their share to longer ones. */
function shareOf(lengths: readonly number[]): number {
  let room = previewLength
  const rising = [...lengths].sort((a, b) => a - b)
  for (const [at, length] of rising.entries()) {
    const share = Math.floor(room / (rising.length - at))
    if (length > share) return share
    room -= length
  }
  return previewLength
}
