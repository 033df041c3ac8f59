/** What a tab's session is sent on attaching and on release. */
import type { Law } from '../../law.ts'
import type { Connection, Session } from './connection.ts'

/** Frames in other processes come as sessions of their own; under a law they wait for what they are sent first. */
export async function attachFrames(session: Session, law: Law | undefined, signal: AbortSignal): Promise<void> {
  const asked = { autoAttach: true, waitForDebuggerOnStart: law !== undefined, flatten: true }
  await session.send('Target.setAutoAttach', asked, signal)
}

/** Time for the last commands to a browser that may be gone. */
const partingMs = 1000

export async function prepare(session: Session, law: Law | undefined, signal: AbortSignal): Promise<void> {
  await Promise.all([
    attachFrames(session, law, signal),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }, signal),
    // A crashed page answers nothing else; this reports the crash.
    session.send('Inspector.enable', undefined, signal),
  ])
}

/** Ends focus emulation, which is only for explored tabs. Never throws. */
export async function releaseSession(session: Session): Promise<void> {
  await session
    .send('Emulation.setFocusEmulationEnabled', { enabled: false }, AbortSignal.timeout(partingMs))
    .catch(() => {})
  await detach(session)
}

/** Runs the work in a session of its own with the target, which ends with the work. */
export async function inOwnSession<T>(
  connection: Connection,
  targetId: string,
  signal: AbortSignal,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const { sessionId } = await connection.root.send('Target.attachToTarget', { targetId, flatten: true }, signal)
  try {
    return await work(connection.session(sessionId))
  } finally {
    connection.root.send('Target.detachFromTarget', { sessionId }).catch(() => undefined)
    connection.dropSession(sessionId)
  }
}

export async function detach({ id, connection }: Session): Promise<void> {
  const asked = { sessionId: id! }
  await connection.root.send('Target.detachFromTarget', asked, AbortSignal.timeout(partingMs)).catch(() => {})
}
