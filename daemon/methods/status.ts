/** `status`: the daemon's state, and what its platforms have and lack. */
import type { Config } from '../config.ts'
import type { Handler } from '../dispatch.ts'
import type { FindingsOptions, Platform } from '../platform/platform.ts'
import { version } from '../version.ts'

export const status: Handler<'status'> = async (params, call, world) => {
  const { rss, heapUsed, external } = process.memoryUsage()
  return {
    version: version(),
    pid: process.pid,
    uptimeMs: Math.round(performance.now() - world.startedAt),
    ...world.endpoint,
    platforms: await Promise.all(world.platforms.map((platform) => platformOf(platform, params, call.signal))),
    trees: world.trees.open.map(({ target, tree }) => ({
      kind: target.kind,
      id: target.id,
      platform: target.platform,
      elements: tree.size,
      revision: tree.revision,
      complete: tree.complete,
    })),
    memory: { rss, heapUsed, external },
    config: configOf(world.config),
  }
}

async function platformOf(platform: Platform, wish: FindingsOptions, signal: AbortSignal) {
  const findings = (await platform.findings?.(signal, wish)) ?? []
  return { ...platform.status(), ...(findings.length > 0 && { findings }) }
}

/** Strips what could give a reader access to a browser: an endpoint's path can act as a key. */
function configOf(config: Config): { readonly [key: string]: unknown } {
  const { cdp, ...rest } = config
  return { ...rest, ...(cdp !== undefined && { cdp: URL.canParse(cdp) ? new URL(cdp).host : 'set' }) }
}
