/** `apps`: what can be explored. */
import type { Handler } from '../dispatch.ts'

export const apps: Handler<'apps'> = async (_params, { signal }, { trees }) => {
  const targets = await trees.targets(signal)
  return {
    apps: targets
      .filter((target) => target.kind === 'application')
      .map(({ id, name, pid, platform, focused }) => {
        const tabs = targets.filter((target) => target.app === id).length
        return {
          bundleId: id,
          name,
          ...(pid !== undefined && { pid }),
          platform,
          ...(focused && { focused }),
          ...(tabs > 0 && { tabs }),
        }
      }),
  }
}
