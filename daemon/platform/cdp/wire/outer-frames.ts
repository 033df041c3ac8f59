/** Reports frames that live in other processes, at every level: each has its own session. */
import type { Session } from './connection.ts'

export interface FramesListener {
  attached(session: Session, frameId: string): void
  /** Also called when only the removal of the surrounding frame is announced. */
  detached(session: Session): void
}

export function listenForFrames(parent: Session, to: FramesListener): void {
  parent.on('Target.attachedToTarget', ({ sessionId, targetInfo, waitingForDebugger }) => {
    const session = parent.connection.session(sessionId, parent)
    if (targetInfo.type === 'iframe') {
      session.onEnd(() => to.detached(session))
      listenForFrames(session, to)
      to.attached(session, targetInfo.targetId)
    }
    // Workers wait as well.
    if (waitingForDebugger) session.send('Runtime.runIfWaitingForDebugger').catch(() => undefined)
  })
}
