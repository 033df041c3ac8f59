/** Finds an installed Chromium browser. */
import { accessSync, constants, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

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

/** Only `IX_CHROMIUM` if that is set; otherwise `CHROME_PATH`, the path, and the usual places. */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const configured = env.IX_CHROMIUM
  if (configured !== undefined && configured !== '') return isProgram(configured) ? configured : undefined
  const folders = (env.PATH ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [env.CHROME_PATH ?? '', ...onPath, ...usualPlaces()].find(isProgram)
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
