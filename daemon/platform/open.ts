/** The only place that names all platforms: makes those that the configuration asks for. */
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { Problem } from '../problem.ts'
import type { Platform, PlatformName } from './platform.ts'

/** `downloads`: folder for what a browser of the daemon's own saves. */
type Settings = Pick<Config, 'platforms' | 'cdp' | 'replay' | 'headed'> & { readonly downloads?: string }
type Opener = (settings: Settings, log: Log) => Promise<Platform>

/**
 * Each is loaded when it is asked for, and no other.
 *
 * What is in front is looked for in this order: what is really there goes before recordings, which are always on,
 * so that there is something to try `ix` on.
 */
const openers: { readonly [name in PlatformName]?: Opener } = {
  cdp: async ({ cdp, headed, downloads }, log) => {
    const { CdpPlatform } = await import('./cdp/cdp.ts')
    const urls = cdp === undefined ? [] : [cdp]
    return new CdpPlatform({ urls, headless: !headed, log, ...(downloads !== undefined && { downloads }) })
  },
  ax: async (_, log) => new (await import('./ax/ax.ts')).AxPlatform({ log }),
  atspi: async (_, log) => new (await import('./atspi/atspi.ts')).AtspiPlatform({ log }),
  replay: async ({ replay }) => {
    const { ReplayPlatform } = await import('./replay/replay.ts')
    return ReplayPlatform.load(replay === undefined ? [] : [replay])
  },
}

/** Run where nothing is asked for; the others run only when they are named. */
function isUsual(name: string): boolean {
  if (name === 'ax') return process.platform === 'darwin'
  return name !== 'atspi' || process.platform === 'linux'
}

/** The caller owns the platforms and closes them. Throws Problem for what the owner asked for and cannot have. */
export async function openPlatforms(settings: Settings, log: Log): Promise<Platform[]> {
  const asked = settings.platforms
  for (const name of asked ?? []) {
    if (openers[name] !== undefined) continue
    throw new Problem('unsupported_here', {
      message: `The platform ${name} is not part of this version.`,
      hint: `Name some of ${Object.keys(openers).join(', ')} in --platforms, or leave it out.`,
    })
  }
  const platforms: Platform[] = []
  try {
    for (const [name, open] of Object.entries(openers)) {
      const wanted = asked === undefined ? isUsual(name) : asked.includes(name as PlatformName)
      if (wanted || (name === 'replay' && settings.replay !== undefined)) platforms.push(await open(settings, log))
    }
  } catch (error) {
    for (const platform of platforms) await platform.close()
    throw error
  }
  return platforms
}
