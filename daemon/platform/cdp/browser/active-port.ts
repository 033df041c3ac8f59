/** What a browser writes into its profile folder about its debugging port. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { configFolder as configFolderIn } from '../../../../api-schema/browser-makes.ts'

export const portFile = 'DevToolsActivePort'
export const isMac = process.platform === 'darwin'

export interface ActivePort {
  readonly port: number
  readonly path: string
}

/** Where browsers keep their profile folders. */
export function configFolder(): string {
  return configFolderIn({ env: process.env, platform: process.platform, home: homeFolder() })
}

export function homeFolder(): string {
  return process.env.HOME || homedir()
}

/** Undefined if there is no such file. The file stays when the browser ends. */
export function activePortIn(folder: string): ActivePort | { readonly reason: string } | undefined {
  let text: string
  try {
    const fd = openSync(join(folder, portFile), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    try {
      const stats = fstatSync(fd)
      if (!stats.isFile() || stats.uid !== process.getuid?.()) return { reason: 'it is not your file' }
      text = readFileSync(fd, 'utf8')
    } finally {
      closeSync(fd)
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ELOOP' ? { reason: 'it is a link' } : undefined
  }
  const [, port, path] = /^(\d{1,5})\n(\/devtools\/browser\/[\w-]+)\s*$/.exec(text) ?? []
  if (port === undefined || path === undefined) return { reason: 'it contains no browser port' }
  return { port: Number(port), path }
}

/** Whether the person allowed remote debugging at chrome://inspect: the browser asks about each connection. */
export function isAllowedBySwitch(folder: string): boolean {
  try {
    const { devtools } = JSON.parse(readFileSync(join(folder, 'Local State'), 'utf8'))
    return devtools?.remote_debugging?.['user-enabled'] === true
  } catch {
    return false
  }
}
