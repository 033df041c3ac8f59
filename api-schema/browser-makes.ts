/** The makes of browsers that people have, with the folders of their profiles. */
import type { Surroundings } from './paths.ts'

export type Make = readonly [profileFolder: string, name: string]

/** Known makes and their editions. Any other browser is recognised only by its switch for remote debugging. */
export function browserMakes(platform: string): readonly Make[] {
  return platform === 'darwin' ? ofMac : ofLinux
}

/** Where browsers keep their profile folders. */
export function configFolder({ env, platform, home }: Pick<Surroundings, 'env' | 'platform' | 'home'>): string {
  return platform === 'darwin' ? `${home}/Library/Application Support` : env.XDG_CONFIG_HOME || `${home}/.config`
}

const ofMac = [
  ...editions('Google/Chrome', 'Google Chrome', { ' Beta': 'Beta', ' Dev': 'Dev', ' Canary': 'Canary' }),
  ...editions('Chromium', 'Chromium', {}),
  ...editions('Microsoft Edge', 'Microsoft Edge', { ' Beta': 'Beta', ' Dev': 'Dev', ' Canary': 'Canary' }),
  ...editions('BraveSoftware/Brave-Browser', 'Brave', { '-Beta': 'Beta', '-Nightly': 'Nightly' }),
  ...editions('Vivaldi', 'Vivaldi', { ' Snapshot': 'Snapshot' }),
]

const ofLinux = [
  ...editions('google-chrome', 'Google Chrome', { '-beta': 'Beta', '-unstable': 'Dev', '-canary': 'Canary' }),
  ...editions('chromium', 'Chromium', {}),
  ...editions('microsoft-edge', 'Microsoft Edge', { '-beta': 'Beta', '-dev': 'Dev', '-canary': 'Canary' }),
  ...editions('BraveSoftware/Brave-Browser', 'Brave', { '-Beta': 'Beta', '-Nightly': 'Nightly' }),
  ...editions('vivaldi', 'Vivaldi', { '-snapshot': 'Snapshot' }),
]

function editions(folder: string, name: string, others: { readonly [suffix: string]: string }): Make[] {
  return [[folder, name], ...Object.entries(others).map(([end, edition]): Make => [folder + end, `${name} ${edition}`])]
}
