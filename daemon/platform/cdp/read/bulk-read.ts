/** Bulk reads of a session: one call for the DOM, one for each frame's accessibility tree, in parallel. */
import type { Session } from '../wire/connection.ts'
import { eachNodeRange } from '../wire/json-items.ts'
import type { AxMirror } from './ax-mirror.ts'
import type { AxNode } from './ax-row.ts'
import type { DomMirror } from './dom-mirror.ts'
import { type Pressables, pressables } from './pressables.ts'

export interface Extent {
  /** Ids of the frames below the outermost one. */
  readonly frames: Iterable<string>
  /** How many levels to read; all if undefined. */
  readonly depth: number | undefined
}

/** Fills empty mirrors. Returns what `AxMirror.finish` needs. */
export async function readBulk(
  session: Session,
  dom: DomMirror,
  ax: AxMirror,
  { frames, depth }: Extent,
  signal: AbortSignal,
): Promise<Pressables> {
  const domReply = session.sendRaw('DOM.getFlattenedDocument', { depth: -1, pierce: true }, signal)
  const axReplies = askForTrees(session, { frames, depth }, signal)
  const loaded = domReply.then((reply) => dom.load(reply))
  const uses = loaded.then(() => pressables(session, dom, signal))
  void Promise.allSettled([...axReplies, uses])
  await loaded
  for await (const tree of axReplies) if (tree !== undefined) await putNodes(ax, tree)
  return await uses
}

/** Rereads only the accessibility trees, into a mirror that events keep up to date but for changes not yet reported. */
export async function rereadTrees(
  session: Session,
  ax: AxMirror,
  frames: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const replies = askForTrees(session, { frames, depth: undefined }, signal)
  for await (const tree of replies) if (tree !== undefined) await updateNodes(ax, tree)
}

/** The outermost document's tree comes first. A frame below that does not answer is left out. */
function askForTrees(session: Session, { frames, depth }: Extent, signal: AbortSignal): Promise<Buffer | undefined>[] {
  const limit = depth === undefined ? {} : { depth }
  const ask = (frameId?: string) =>
    session.sendRaw('Accessibility.getFullAXTree', { ...limit, ...(frameId && { frameId }) }, signal)
  return [ask(), ...[...frames].map((frameId) => ask(frameId).catch(() => undefined))]
}

/** How many nodes are compared with the known ones at a time: a large tree never exists as parsed objects. */
const batch = 500

/** Into an empty mirror. */
async function putNodes(ax: AxMirror, message: Buffer): Promise<void> {
  await eachNode(message, (node) => ax.put(node))
}

/** Into a mirror that knows most of them; only differences count as changes. */
async function updateNodes(ax: AxMirror, message: Buffer): Promise<void> {
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
  await eachNodeRange(message, (start, end) => {
    // Most nodes of a text page are line boxes: recognised by their first bytes and never parsed.
    if (message.toString('latin1', start, Math.min(start + 110, end)).includes('"InlineTextBox"')) return
    visit(JSON.parse(message.toString('utf8', start, end)) as AxNode)
  })
}
