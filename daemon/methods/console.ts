/** `console`: what a page logged. */
import { cut } from '../../api-schema/cut.ts'
import { consoleLine } from '../../api-schema/methods/console.ts'
import type { Result } from '../../api-schema/methods.ts'
import { guarded } from '../answers/content/preview.ts'
import { fitting } from '../answers/included/reports.ts'
import { pageOf } from '../answers/where/scope.ts'
import type { Handler } from '../dispatch.ts'
import type { ConsoleEntry } from '../platform/tab/page.ts'
import { fold } from '../tree/index/fold.ts'

type Message = Result<'console'>['messages'][number]

const longestSource = 200
const less = 'levels, textContains, since or maxMessages'

export const console: Handler<'console'> = async (params, call, world) => {
  const { tab, levels, textContains, since = 0, maxMessages } = params
  const page = await pageOf(tab, 'nothing was logged in it', call, world)
  const { entries, lost } = await page.console.since(since, call.signal)
  const needle = textContains === undefined ? '' : fold(textContains)
  const fits = ({ level, text, source = '' }: ConsoleEntry) =>
    levels.includes(level) && (needle === '' || fold(`${text}\n${source}`).includes(needle))
  const all = rowsOf(entries.filter(fits))
  const newest = all.slice(-maxMessages)
  const lines = newest.map(consoleLine)
  const { preview } = guarded(lines.join('\n'), { less }, call, world)
  const { first, most } = preview === undefined ? { first: 0, most: 0 } : fitting(lines.map(({ length }) => length + 1))
  const shown = preview === undefined ? newest : newest.slice(first).map((one) => cutTo(one, most - 1))
  const more = all.length - shown.length
  return {
    messages: shown,
    last: entries.at(-1)?.seq ?? since,
    ...(more > 0 && { more }),
    ...(lost > 0 && { lost }),
    ...(preview !== undefined && { ...preview, shownLength: shown.map(consoleLine).join('\n').length }),
  }
}

/** Shortens a message until its line fits. */
function cutTo(message: Message, most: number): Message {
  const besides = consoleLine({ ...message, text: '' }).length + 1
  return { ...message, text: cut(message.text, Math.max(0, most - besides)) }
}

/** Merges equal consecutive messages. */
function rowsOf(entries: readonly ConsoleEntry[]): Message[] {
  const rows: Message[] = []
  for (const { seq, level, text, at, source } of entries) {
    const row: Message = {
      ...{ seq, level, text, at: Math.round(at) },
      ...(source !== undefined && { source: cut(source, longestSource) }),
    }
    const last = rows.at(-1)
    if (last?.level !== level || last.text !== text || last.source !== row.source) rows.push(row)
    else rows[rows.length - 1] = { ...row, times: (last.times ?? 1) + 1 }
  }
  return rows
}
