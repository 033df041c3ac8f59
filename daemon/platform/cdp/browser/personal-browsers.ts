/**
 * Finds running browsers in which a person switched on remote debugging: any make, also as a snap or flatpak. They are only
 * listed; nothing is sent to them.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { activePortIn, configFolder, homeOf, isAllowedBySwitch } from './active-port.ts'
import { listenersOn } from './listeners.ts'

/** By their profile folders, such as `BraveSoftware/Brave-Browser`. */
export async function personalBrowsers(env: NodeJS.ProcessEnv = process.env): Promise<readonly string[]> {
  const found = (await Promise.all((await rootsOf(env)).map(personalIn))).flat()
  return [...new Set(found)].sort()
}

async function rootsOf(env: NodeJS.ProcessEnv): Promise<string[]> {
  const [snaps, flatpaks] = [join(homeOf(env), 'snap'), join(homeOf(env), '.var/app')]
  return [
    configFolder(env),
    ...(await foldersIn(snaps)).flatMap((name) => ['common', 'current/.config'].map((one) => join(snaps, name, one))),
    ...(await foldersIn(flatpaks)).map((name) => join(flatpaks, name, 'config')),
  ]
}

/** Profile folders are in it, or one deeper, in a folder of their maker. */
async function personalIn(root: string): Promise<string[]> {
  const first = await foldersIn(root)
  const second = await Promise.all(
    first.map(async (maker) => (await foldersIn(join(root, maker))).map((name) => join(maker, name))),
  )
  const names = [...first, ...second.flat()]
  const personal = await Promise.all(names.map((name) => isPersonal(join(root, name))))
  return names.filter((_, at) => personal[at])
}

async function isPersonal(folder: string): Promise<boolean> {
  const active = activePortIn(folder)
  if (active === undefined || 'reason' in active || !isAllowedBySwitch(folder)) return false
  return (await listenersOn(active.port)).some(({ uid }) => uid === process.getuid?.())
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
