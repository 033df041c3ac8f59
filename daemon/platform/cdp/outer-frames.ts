/** Tells of frames that live in other processes, at every level: each is a session of its own. */
import type { Session } from './connection.ts'

export interface FramesListener {
  attached(session: Session, frameId: string): void
  detached(sessionId: string): void
}

export function listenForFrames(parent: Session, to: FramesListener): void {
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
    if (targetInfo.type !== 'iframe') return
    const session = parent.connection.session(sessionId)
    listenForFrames(session, to)
    to.attached(session, targetInfo.targetId)
  })
  parent.on('Target.detachedFromTarget', ({ sessionId }) => to.detached(sessionId))
}
