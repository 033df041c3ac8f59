/** Brings an application to the front, only for what cannot be done while it stays in the background. */

import { until } from '../../acting/polling.ts'
import { unsupported } from '../../acting/problems.ts'
import { type AppAccess, isTrue } from '../read/access.ts'
import { isGone } from '../wire/faults.ts'
import type { Ref } from '../wire/raw-element.ts'
import { canSet, tried } from './attempt.ts'

/** Milliseconds. An activation takes a tenth of a second or more, and until it is over input goes to another application. */
const comeMs = 1500
const lookMs = 20

/** False if it was there already, with this window above its others. Throws unsupported_here if it does not come. */
export async function bringToFront(app: AppAccess, window: Ref | undefined): Promise<boolean> {
  const wasBehind = window !== undefined && !(await isTrue(app, window, 'AXMain'))
  if (wasBehind) await tried(app, window, 'AXRaise')
  const wasInFront = await isInFront(app)
  if (!wasInFront && !(await comes(app)))
    throw unsupported(
      `${app.name} does not come to the front. Nothing was done.`,
      'A dialog may block it: call {explore}.',
    )
  return wasBehind || !wasInFront
}

/** Does it end up in front, by its own account? That changes when the activation is over. */
export async function comes(app: AppAccess): Promise<boolean> {
  const isThere = () => until(() => isInFront(app), { ms: comeMs, everyMs: lookMs, signal: app.signal })
  app.mark(app.mirror.root, 'self')
  if ((await canSet(app, app.mirror.root, 'AXFrontmost', true)) && (await isThere())) return true
  const { done } = await app.call('application', { pid: app.pid, action: 'activate' }).catch((error) => {
    if (isGone(error)) throw error
    return { done: false }
  })
  return done && (await isThere()) === true
}

async function isInFront(app: AppAccess): Promise<boolean> {
  return await isTrue(app, app.mirror.root, 'AXFrontmost')
}
