/** The line of the log for each action. */
import type { Call, World } from '../../dispatch.ts'
import type { Warm } from '../../tree/warm/sync.ts'

export interface Audited {
  readonly warm: Warm
  readonly role: string | undefined
  readonly action: string
  /** The effect, or the name of the error. */
  readonly effect: string
}

/** Logs what was done, where and by whom; never a text of the screen, a value or a key. */
export function audit({ warm, role, action, effect }: Audited, { agent, session }: Call, { log }: World): void {
  const { app, id } = warm.target
  log.info({ agent: agent.name, session: session.name, app, target: id, role, action, effect }, 'action')
}
