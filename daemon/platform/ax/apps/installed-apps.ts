/** Installed applications: bundles in the usual folders of macOS and its users. */
import { readdir } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, resolve } from 'node:path'
import { readRegular } from '../../../run/regular-file.ts'
import { bundleInfo } from './info-plist.ts'

export interface InstalledApp {
  readonly path: string
  /** The bundle's file name without the extension. */
  readonly name: string
  readonly bundleId?: string
  /** The name shown to users, if different. */
  readonly title?: string
}

const extension = '.app'
const mostApps = 2000
/** Of what a bundle says about itself. */
const mostBytes = 1024 * 1024

/** Earlier folders come first. Never throws: unreadable bundles are skipped. */
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
  const content = await readRegular(join(path, 'Contents/Info.plist'), mostBytes).catch(() => undefined)
  const { bundleId, name: title } = content === undefined ? {} : bundleInfo(content)
  const name = basename(path, extension)
  return {
    path,
    name,
    ...(bundleId !== undefined && { bundleId }),
    ...(title !== undefined && title !== name && { title }),
  }
}

/** By bundle id, path or name; case matters only in paths. */
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
