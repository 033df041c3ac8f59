/** `status`: the daemon's state, and each platform's findings. */
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

/** Removes what could give access to a browser: an address may hold a key anywhere but in its host. */
function configOf(config: Config): { readonly [key: string]: unknown } {
  const { cdp, webdriver, webdriverCapabilities: capabilities, ...rest } = config
  return {
    ...rest,
    ...(cdp !== undefined && { cdp: cdp.map(publicPart).join(' ') }),
    ...(webdriver !== undefined && { webdriver: publicPart(webdriver) }),
    ...(capabilities !== undefined && { webdriverCapabilities: 'set' }),
  }
}

function publicPart(address: string): string {
  const [, name = '', url = ''] = /^([\w.-]+=)?(.*)$/s.exec(address) ?? []
  return `${name}${URL.canParse(url) ? new URL(url).host : 'set'}`
}
