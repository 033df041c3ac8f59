/** Takes an accessibility tree in from the bytes of its reply. */
import type { AxMirror } from './ax-mirror.ts'
import type { AxNode } from './ax-row.ts'
import { eachItem } from './json-items.ts'

export async function putNodes(ax: AxMirror, message: Buffer): Promise<void> {
  await eachItem(message, 'nodes', (start, end) => {
    // Most of a text page's nodes are line boxes: they are told by their first bytes and never parsed.
    if (message.toString('latin1', start, Math.min(start + 110, end)).includes('"InlineTextBox"')) return
    ax.put(JSON.parse(message.toString('utf8', start, end)) as AxNode)
  })
}
