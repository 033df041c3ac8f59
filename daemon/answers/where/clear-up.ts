/** Removes what a session left in pages and browsers. */
import type { Session } from '../../agents/session.ts'
import type { World } from '../../dispatch.ts'

/** Never throws. */
export async function clearUp(session: Session, { trees, platforms, sessions }: World): Promise<void> {
  const { id } = session
  await Promise.all([
    ...trees.open.map(({ source }) => source.page?.scripts.forget(id)),
    ...platforms.map((platform) => platform.endSession?.(id, (tab) => sessions.isHeldByOther(session, tab))),
  ])
}
