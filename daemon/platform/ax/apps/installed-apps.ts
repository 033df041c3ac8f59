/** Installed applications: bundles in the usual folders of macOS and its users. */
import { readdir } from 'node:fs/promises'
import { basename, extname, isAbsolute, join, resolve } from 'node:path'
import { readRegular } from '../../../run/regular-file.ts'

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
/** Read of a bundle's description of itself. */
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

interface BundleInfo {
  readonly bundleId?: string
  /** The display name if there is one. */
  readonly name?: string
}

const keys = ['CFBundleIdentifier', 'CFBundleDisplayName', 'CFBundleName'] as const

/** Empty if it is not a property list. */
export function bundleInfo(content: Buffer): BundleInfo {
  const texts = content.subarray(0, 6).toString('latin1') === 'bplist' ? binaryTexts(content) : xmlTexts(content)
  const [bundleId, display, plain] = keys.map((key) => texts.get(key) || undefined)
  const name = display ?? plain
  return { ...(bundleId !== undefined && { bundleId }), ...(name !== undefined && { name }) }
}

const token = /<key>([^<]*)<\/key>|<string>([^<]*)<\/string>|<(\/?)(?:dict|array)>|<[^?!/<][^<>]*>/g

/** Strings of the outermost dictionary, by key. */
function xmlTexts(content: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  let depth = 0
  let key: string | undefined
  for (const [, name, text, end] of content.toString('utf8').matchAll(token)) {
    if (end !== undefined) depth += end === '/' ? -1 : 1
    else if (name !== undefined && depth === 1) key = unescaped(name)
    else if (text !== undefined && depth === 1 && key !== undefined) found.set(key, unescaped(text))
    if (name === undefined && depth === 1) key = undefined
  }
  return found
}

const entities: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return entities[name] ?? whole
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}

/** `bplist00`, the objects, their offsets, and a 32-byte trailer that locates the offsets and gives their width. */
function binaryTexts(content: Buffer): Map<string, string> {
  const found = new Map<string, string>()
  try {
    const end = content.subarray(-32)
    const [offsetSize, refSize] = [end.readUInt8(6), end.readUInt8(7)]
    const [count, top, table] = [8, 16, 24].map((at) => Number(end.readBigUInt64BE(at)))
    const offsetOf = (object: number) => {
      if (object >= count!) throw new RangeError('no such object')
      return content.readUIntBE(table! + object * offsetSize, offsetSize)
    }
    /** Where an object's items begin, and how many there are. */
    const sizeAt = (at: number): readonly [number, number] => {
      const low = content.readUInt8(at) & 0xf
      if (low < 0xf) return [at + 1, low]
      const width = 1 << (content.readUInt8(at + 1) & 0xf)
      return [at + 2 + width, content.readUIntBE(at + 2, width)]
    }
    const textOf = (object: number): string | undefined => {
      const at = offsetOf(object)
      const kind = content.readUInt8(at) >> 4
      const [start, size] = sizeAt(at)
      if (kind === 5) return content.subarray(start, start + size).toString('latin1')
      return kind === 6
        ? Buffer.from(content.subarray(start, start + size * 2))
            .swap16()
            .toString('utf16le')
        : undefined
    }
    const at = offsetOf(top!)
    if (content.readUInt8(at) >> 4 !== 0xd) return found
    const [start, size] = sizeAt(at)
    for (let item = 0; item < size; item++) {
      const key = textOf(content.readUIntBE(start + item * refSize, refSize))
      if (!(keys as readonly (string | undefined)[]).includes(key)) continue
      const text = textOf(content.readUIntBE(start + (size + item) * refSize, refSize))
      if (text !== undefined) found.set(key!, text)
    }
  } catch {
    // Truncated, or in a form that no version of macOS writes.
  }
  return found
}
