/** Takes in an accessibility tree from the bytes of its reply. */

import { eachItem } from '../wire/json-items.ts'
import type { AxMirror } from './ax-mirror.ts'
import type { AxNode } from './ax-row.ts'

export async function putNodes(ax: AxMirror, message: Buffer): Promise<void> {
  await eachItem(message, 'nodes', (start, end) => {
    // Most nodes of a text page are line boxes: recognised by their first bytes and never parsed.
    if (message.toString('latin1', start, Math.min(start + 110, end)).includes('"InlineTextBox"')) return
    ax.put(JSON.parse(message.toString('utf8', start, end)) as AxNode)
  })
}
