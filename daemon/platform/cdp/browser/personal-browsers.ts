/** Finds a person's open browsers, of any make, and whether they may be debugged remotely. Sends nothing to them. */
import { existsSync } from 'node:fs'
import { readdir, readlink } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { browserMakes } from '../../../../api-schema/browser-makes.ts'
import { isRunning } from '../../../../api-schema/is-running.ts'
import { activePortIn, configFolder, homeFolder, isAllowedBySwitch } from './active-port.ts'
import { listenersOn } from './listeners.ts'

export interface PersonalBrowser {
  /** What people call it; for an unknown make, its profile folder. */
  readonly name: string
  /** Its profile folder. */
  readonly folder: string
  /** Its address, if the switch is on. */
  readonly url?: string
}

const makes = browserMakes(process.platform)

/** A folder that holds profile folders, and how its browsers were installed. */
interface Root {
  readonly path: string
  readonly how?: 'snap' | 'flatpak'
}

/** The browsers that are open. */
export async function personalBrowsers(): Promise<readonly PersonalBrowser[]> {
  const found = (await Promise.all((await rootsOf()).map(personalIn))).flat()
  return found.sort((a, b) => a.name.localeCompare(b.name) || a.folder.localeCompare(b.folder))
}

async function rootsOf(): Promise<Root[]> {
  const [snaps, flatpaks] = [join(homeFolder(), 'snap'), join(homeFolder(), '.var/app')]
  return [
    { path: configFolder() },
    ...(await foldersIn(snaps)).flatMap((name) =>
      ['common', 'current/.config'].map((one) => ({ path: join(snaps, name, one), how: 'snap' as const })),
    ),
    ...(await foldersIn(flatpaks)).map((name) => ({ path: join(flatpaks, name, 'config'), how: 'flatpak' as const })),
  ]
}

/** Profile folders are directly inside, or one level deeper, in a folder of their vendor. */
async function personalIn(root: Root): Promise<PersonalBrowser[]> {
  const first = await foldersIn(root.path)
  const second = await Promise.all(
    first.map(async (maker) => (await foldersIn(join(root.path, maker))).map((name) => join(maker, name))),
  )
  const found = await Promise.all([...first, ...second.flat()].map((name) => personalAt(root, name)))
  return found.filter((one) => one !== undefined)
}

async function personalAt(root: Root, name: string): Promise<PersonalBrowser | undefined> {
  const folder = join(root.path, name)
  const url = isAllowedBySwitch(folder) ? await endpointIn(folder) : undefined
  const make = makes.find(([known]) => known === name)?.[1]
  if (url === undefined && (make === undefined || !(await isOpen(folder, root)))) return undefined
  const called = `${make ?? name}${root.how === undefined ? '' : ` (${root.how})`}`
  return { name: called, folder, ...(url !== undefined && { url }) }
}

/** The record of the port outlives the browser, and by then another user may have the port. */
async function endpointIn(folder: string): Promise<string | undefined> {
  const active = activePortIn(folder)
  if (active === undefined || 'reason' in active) return undefined
  const listeners = await listenersOn(active.port)
  const isOurs = listeners.length > 0 && listeners.every(({ uid }) => uid === process.getuid?.())
  return isOurs ? `ws://127.0.0.1:${active.port}${active.path}` : undefined
}

/** Judged by Chromium's own lock, a link to `host-pid`. In a flatpak, processes have other numbers. */
async function isOpen(folder: string, { how }: Root): Promise<boolean> {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(await readlink(join(folder, 'SingletonLock')).catch(() => '')) ?? []
  if (pid === undefined || host !== hostname()) return false
  return how === 'flatpak' ? existsSync(join(folder, 'Local State')) : isRunning(Number(pid))
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
