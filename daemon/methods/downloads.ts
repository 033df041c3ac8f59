/** `downloads`: where a tab's files were saved. */
import { pageOf } from '../answers/where/scope.ts'
import type { Handler } from '../dispatch.ts'

export const downloads: Handler<'downloads'> = async ({ tab, since = 0, limit }, call, world) => {
  const page = await pageOf(tab, 'it downloads nothing', call, world)
  const { isListening } = page.downloads
  const { entries, lost } = await page.downloads.since(since, call.signal)
  const shown = entries.slice(-limit)
  const more = entries.length - shown.length
  return {
    downloads: shown.map(({ seq: _, from: _from, ...entry }) => ({ ...entry, at: Math.round(entry.at) })),
    last: entries.at(-1)?.seq ?? since,
    ...(more > 0 && { more }),
    ...(lost > 0 && { lost }),
    ...(!isListening && { hint: 'Listening started with this call: only downloads from now on are reported.' }),
  }
}
