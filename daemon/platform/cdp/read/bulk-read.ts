/** Reads a whole session: one bulk call for the DOM, one for each frame's accessibility tree, in parallel. */
import type { Session } from '../wire/connection.ts'
import type { AxMirror } from './ax-mirror.ts'
import { putNodes } from './ax-tree-reply.ts'
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
  const limit = depth === undefined ? {} : { depth }
  const domReply = session.sendRaw('DOM.getFlattenedDocument', { depth: -1, pierce: true }, signal)
  const axReplies = [undefined, ...frames].map((frameId) =>
    session.sendRaw('Accessibility.getFullAXTree', { ...limit, ...(frameId && { frameId }) }, signal),
  )
  const loaded = domReply.then((reply) => dom.load(reply))
  const uses = loaded.then(() => pressables(session, dom, signal))
  void Promise.allSettled([...axReplies, uses])
  await loaded
  for (const [index, reply] of axReplies.entries()) {
    const message = await reply.catch((error) => (index === 0 ? Promise.reject(error) : undefined))
    if (message !== undefined) await putNodes(ax, message)
  }
  return await uses
}
