/** The only place that names every platform: creates those the configuration asks for. */
import type { Config } from '../config.ts'
import { Problem } from '../problem.ts'
import type { Log } from '../run/log.ts'
import type { Platform, PlatformName } from './platform.ts'

type Settings = Pick<Config, 'platforms' | 'cdp' | 'webdriver' | 'webdriverCapabilities' | 'replay' | 'headed'> &
  Partial<Pick<Config, 'attach'>> &
  Pick<Config, 'downloads' | 'profile' | 'proxy' | 'browserArgs' | 'enhancedApps'>
type Opener = (settings: Settings, log: Log) => Promise<Platform>

/** Each is loaded only when needed. The target in front is looked for in this order. */
const openers: { readonly [name in PlatformName]?: Opener } = {
  cdp: async (settings, log) => {
    const { cdp: urls = [], webdriver: url, webdriverCapabilities: capabilities, headed, downloads } = settings
    const { profile, proxy, browserArgs = [] } = settings
    const { CdpPlatform } = await import('./cdp/cdp.ts')
    const { removeLeftProfiles } = await import('./cdp/browser/profile.ts')
    // Runs in the background.
    void removeLeftProfiles(log)
    const webdriver =
      url === undefined ? {} : { webdriver: { url, ...(capabilities !== undefined && { capabilities }) } }
    const platform = new CdpPlatform({
      urls,
      ...webdriver,
      headless: !headed,
      start: { ...(profile && { profile }), ...(proxy && { proxy }), args: browserArgs },
      log,
      ...(downloads !== undefined && { downloads }),
    })
    if (settings.attach) void platform.attachAtStart()
    return platform
  },
  ax: async ({ enhancedApps: enhanced = [] }, log) => new (await import('./ax/ax.ts')).AxPlatform({ log, enhanced }),
  atspi: async (_, log) => new (await import('./atspi/atspi.ts')).AtspiPlatform({ log }),
  replay: async ({ replay }) => {
    const { ReplayPlatform } = await import('./replay/replay.ts')
    return ReplayPlatform.load(replay === undefined ? [] : [replay])
  },
}

/** A recording is opened when named, and then alone unless other platforms are named too. */
function isWanted(name: string, { platforms, replay }: Settings): boolean {
  if (name === 'replay') return replay !== undefined || platforms?.includes(name) === true
  if (platforms !== undefined) return platforms.some((one) => one === name)
  return replay === undefined && isUsual(name)
}

/** Opened by default; others only when named. */
function isUsual(name: string): boolean {
  if (name === 'ax') return process.platform === 'darwin'
  return name !== 'atspi' || process.platform === 'linux'
}

/** The caller owns the platforms and closes them. Throws Problem for a requested platform that is not available. */
export async function openPlatforms(settings: Settings, log: Log): Promise<Platform[]> {
  for (const name of settings.platforms ?? []) {
    if (openers[name] !== undefined) continue
    throw new Problem('unsupported_here', {
      message: `The platform ${name} is not part of this version.`,
      hint: `Choose from ${Object.keys(openers).join(', ')} in --platforms, or omit it.`,
    })
  }
  const platforms: Platform[] = []
  try {
    for (const [name, open] of Object.entries(openers)) {
      if (isWanted(name, settings)) platforms.push(await open(settings, log))
    }
  } catch (error) {
    for (const platform of platforms) await platform.close()
    throw error
  }
  return platforms
}
