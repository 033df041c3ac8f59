/** Bulk reads of a session: one call for the DOM, one for each frame's accessibility tree, in parallel. */
import type { Session } from '../wire/connection.ts'
import type { AxMirror } from './ax-mirror.ts'
import { putNodes, updateNodes } from './ax-tree-reply.ts'
import type { DomMirror } from './dom-mirror.ts'
import { type Pressables, pressables } from './pressables.ts'

export interface Extent {
  /** Ids of the frames below the outermost. */
  readonly frames: Iterable<string>
  /** How many levels; all if undefined. */
  readonly depth: number | undefined
}

/** Fills empty mirrors. Returns what `finish` of the second needs. */
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

/** Reads the accessibility trees alone again, into a mirror that events keep true but for what they have not told yet. */
export async function rereadTrees(
  session: Session,
  ax: AxMirror,
  frames: Iterable<string>,
  signal: AbortSignal,
): Promise<void> {
  const replies = askForTrees(session, { frames, depth: undefined }, signal)
  for await (const tree of replies) if (tree !== undefined) await updateNodes(ax, tree)
}

/** The outermost document's first. What a frame below shows is left out where it does not answer. */
function askForTrees(session: Session, { frames, depth }: Extent, signal: AbortSignal): Promise<Buffer | undefined>[] {
  const limit = depth === undefined ? {} : { depth }
  const ask = (frameId?: string) =>
    session.sendRaw('Accessibility.getFullAXTree', { ...limit, ...(frameId && { frameId }) }, signal)
  return [ask(), ...[...frames].map((frameId) => ask(frameId).catch(() => undefined))]
}
