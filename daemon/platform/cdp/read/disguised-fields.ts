/** Finds fields that are secure without their markup saying so, and has them reread as such. */
import { disguisedScript } from '../injected/disguised-fields.ts'
import type { Place, TabAccess } from '../wire/access.ts'
import type { Session } from '../wire/connection.ts'
import { askIn, contextOf, innerContextsOf, isGone, unlessGone } from '../wire/world.ts'
import type { DomMirror } from './dom-mirror.ts'

interface Frame {
  readonly session: Session
  readonly dom: DomMirror
  markWhole(): void
}

/** Call before reporting anything that was read. */
export async function hideDisguised(access: TabAccess, frames: readonly Frame[], signal: AbortSignal): Promise<void> {
  await Promise.all(frames.map((frame) => hideIn(access, frame, signal)))
}

async function hideIn(access: TabAccess, frame: Frame, signal: AbortSignal): Promise<void> {
  const { dom, session } = frame
  if (!dom.takeFieldsStale()) return
  try {
    const found = await disguisedFields(access, session, dom.hasOpenRoots, signal)
    const fresh = found.filter((backendNodeId) => dom.makeSecure(backendNodeId))
    await Promise.all(fresh.map((backendNodeId) => access.reread(access.key({ session, backendNodeId }), signal)))
  } catch (error) {
    // A frame in another process may go away while it is asked.
    if (session !== access.session && session.hasEnded) return
    frame.markWhole()
    throw error
  }
}

/** Backend ids, in the session's document and the frames below it. */
async function disguisedFields(
  access: TabAccess,
  session: Session,
  hasShadows: boolean,
  signal: AbortSignal,
): Promise<number[]> {
  const inner = await innerContextsOf(access, session, signal).catch((error) => unlessGone(error) ?? [])
  const contexts = [await contextOf(access, session, signal), ...inner]
  const found = contexts.map((contextId) =>
    askIn<Place[]>(access, session, contextId, disguisedScript, signal, [hasShadows]),
  )
  const all = found.map((one) => one.catch((error) => (isGone(error) ? [] : Promise.reject(error))))
  return (await Promise.all(all)).flat().map(({ backendNodeId }) => backendNodeId)
}
