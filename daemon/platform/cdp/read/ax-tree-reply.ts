/** Takes in an accessibility tree from the bytes of its reply. */

import { eachItem } from '../wire/json-items.ts'
import type { AxMirror } from './ax-mirror.ts'
import type { AxNode } from './ax-row.ts'

/** Nodes that are compared with the known ones at a time: a large tree never exists as parsed objects. */
const batch = 500

/** Into an empty mirror. */
export async function putNodes(ax: AxMirror, message: Buffer): Promise<void> {
  await eachNode(message, (node) => ax.put(node))
}

/** Into one that knows most of them; only what differs counts as changed. */
export async function updateNodes(ax: AxMirror, message: Buffer): Promise<void> {
  let nodes: AxNode[] = []
  await eachNode(message, (node) => {
    nodes.push(node)
    if (nodes.length < batch) return
    ax.update(nodes)
    nodes = []
  })
  ax.update(nodes)
}

async function eachNode(message: Buffer, visit: (node: AxNode) => void): Promise<void> {
  await eachItem(message, 'nodes', (start, end) => {
    // Most nodes of a text page are line boxes: recognised by their first bytes and never parsed.
    if (message.toString('latin1', start, Math.min(start + 110, end)).includes('"InlineTextBox"')) return
    visit(JSON.parse(message.toString('utf8', start, end)) as AxNode)
  })
}
