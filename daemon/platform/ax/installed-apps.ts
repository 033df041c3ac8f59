/** The applications that are installed: bundles in the folders where macOS and its people put them. */
import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, resolve } from 'node:path'
import { bundleInfo } from './info-plist.ts'

export interface InstalledApp {
  readonly path: string
  /** Of its folder, without the extension. */
  readonly name: string
  readonly bundleId?: string
  /** As its person sees it, where that is another. */
  readonly title?: string
}

const extension = '.app'
const mostApps = 2000

/** Folders before others go first. Never throws: what cannot be read is not there. */
export async function installedApps(folders: readonly string[]): Promise<InstalledApp[]> {
  const paths = (await Promise.all(folders.map((folder) => bundlesIn(folder, 1)))).flat()
  return await Promise.all([...new Set(paths)].slice(0, mostApps).map(appAt))
}

async function bundlesIn(folder: string, deeper: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (extname(entry.name) === extension) return [path]
    return entry.isDirectory() && deeper > 0 ? await bundlesIn(path, deeper - 1) : []
  })
  return (await Promise.all(found)).flat()
}

async function appAt(path: string): Promise<InstalledApp> {
  const content = await readFile(join(path, 'Contents/Info.plist')).catch(() => undefined)
  const { bundleId, name: title } = content === undefined ? {} : bundleInfo(content)
  const name = basename(path, extension)
  return {
    path,
    name,
    ...(bundleId !== undefined && { bundleId }),
    ...(title !== undefined && title !== name && { title }),
  }
}

/** By bundle id, path, or name; case does not count in those that are no path. */
export function findInstalled(asked: string, apps: readonly InstalledApp[]): InstalledApp | undefined {
  if (isAbsolute(asked)) return apps.find(({ path }) => path === resolve(asked))
  const plain = (text: string | undefined) => text?.normalize('NFKC').toLowerCase()
  const word = plain(asked.endsWith(extension) ? asked.slice(0, -extension.length) : asked)
  return (
    apps.find(({ bundleId }) => plain(bundleId) === plain(asked)) ??
    apps.find(({ name }) => plain(name) === word) ??
    apps.find(({ title }) => plain(title) === word)
  )
}
