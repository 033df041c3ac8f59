/** Finds an installed Chromium browser. */
import { accessSync, constants, readdirSync, realpathSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { browserLink, browsersDir } from '../../../../api-schema/paths.ts'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]
/** Where packages install it without a link on the path. */
const linuxPlaces = [
  '/usr/bin/chromium',
  '/usr/lib/chromium/chromium',
  '/snap/bin/chromium',
  '/opt/google/chrome/google-chrome',
  '/opt/microsoft/msedge/microsoft-edge',
]
const macApplications = ['Chromium', 'Google Chrome', 'Google Chrome Canary', 'Microsoft Edge']

/** What to do if there is none. */
export const howToGetOne =
  'Run `ix browser install`, or install Chromium (Debian: apt install chromium), or set IX_CHROMIUM to its path, or attach to one with ixd --cdp http://127.0.0.1:9222.'

/** Only `IX_CHROMIUM` if that is set; otherwise `CHROME_PATH`, the path, the usual places, and fetched browsers. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env, usual = usualPlaces()): string | undefined {
  const configured = env.IX_CHROMIUM
  if (configured !== undefined && configured !== '') return isProgram(configured) ? configured : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [env.CHROME_PATH ?? '', ...onPath, ...usual].find(isProgram) ?? fetched(env)
}

/** The newest browser that `ix browser install` has fetched. */
function fetched(env: NodeJS.ProcessEnv): string | undefined {
  const folder = browsersDir({ env, platform: process.platform, home: homedir() })
  const links = versionsIn(folder).map((version) => join(folder, version, browserLink))
  const link = links.find(isProgram)
  // A Mac's program looks for its other parts relative to the path by which it is started.
  return link && realpathSync(link)
}

function versionsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
  } catch {
    return []
  }
}

function usualPlaces(): string[] {
  if (process.platform !== 'darwin') return linuxPlaces
  return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    macApplications.map((name) => join(folder, `${name}.app/Contents/MacOS/${name}`)),
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
