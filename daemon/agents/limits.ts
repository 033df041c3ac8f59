/** What an agent may see and use under its rights: applications, pages, files. */
import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { domainToASCII } from 'node:url'
import { verbatim } from '../../api-schema/advice.ts'
import { fitsGlob } from '../../api-schema/glob.ts'
import type { Scope } from '../../api-schema/method.ts'
import type { Rights } from '../../api-schema/rights.ts'
import { Problem } from '../problem.ts'
import { type Agent, owner } from './agents.ts'
import { isPasswordApp, isPasswordHost } from './password-managers.ts'

/** The flag and value with which the owner would grant a missing right; `undefined` if nothing is missing. */
export type Lack = string | undefined

export function isUnlimited({ scope }: Rights): boolean {
  return scope === 'admin'
}

/** Limited to some applications or sites, and so without the screen and the clipboard, which belong to all. */
export function isNarrow(rights: Rights): boolean {
  return !isUnlimited(rights) && (rights.apps !== undefined || rights.sites !== undefined)
}

/** `names`: every name of the application, its id first. */
export function lackOfApp(rights: Rights, names: readonly string[]): Lack {
  if (isUnlimited(rights)) return undefined
  if (isPasswordApp(names) && !rights.allow?.includes('password_managers')) return '--allow password_managers'
  if (!isNarrow(rights)) return undefined
  const isNamed = rights.apps?.some((glob) => names.some((name) => fitsGlob(glob, name))) === true
  return isNamed ? undefined : `--apps ${names[0]}`
}

type Address =
  | { readonly kind: 'web'; readonly host: string; readonly port: string }
  | { readonly kind: 'blank' | 'data' | 'file' | 'browser' }

/** The url of an empty tab, and of a page that failed to load. */
const blank = /^(?:$|about:(?:blank|srcdoc)\b|chrome-error:|(?:chrome|edge|brave):\/\/(?:newtab|new-tab-page)\b)/i

/** `isOwn`: the asking session opened the tab, so while blank it holds nothing of others. */
export function lackOfAddress(rights: Rights, url: string, isOwn: boolean): Lack {
  if (isUnlimited(rights)) return undefined
  const address = addressOf(url)
  if (address.kind === 'file') return rights.allow?.includes('file_pages') ? undefined : '--allow file_pages'
  if (address.kind === 'browser') return rights.allow?.includes('browser_pages') ? undefined : '--allow browser_pages'
  if (address.kind !== 'web') return !isNarrow(rights) || (address.kind === 'blank' && isOwn) ? undefined : '--sites'
  const { host, port } = address
  if (isPasswordHost(host) && !rights.allow?.includes('password_managers')) return '--allow password_managers'
  if (!isNarrow(rights)) return undefined
  const isNamed = rights.sites?.some((glob) => fitsSite(glob, host, port)) === true
  return isNamed ? undefined : `--sites ${host}`
}

/** `*` in a url is any text; a host with it fits if all hosts that it can match do. Without a host: all sites. */
export function lackOfPattern(rights: Rights, pattern: string): Lack {
  if (!isNarrow(rights)) return /[*]/.test(pattern) ? undefined : lackOfAddress(rights, pattern, false)
  const [, name, port = ''] = /^(?:https?|\*):\/\/([^/?#@:]+)(?::(\d+|\*))?\//i.exec(pattern) ?? []
  if (name === undefined) return '--sites *'
  const host = name.replace(/\.$/, '').toLowerCase()
  return rights.sites?.some((glob) => fitsSite(glob, host, port)) === true ? undefined : `--sites ${host}`
}

/** Pages inside another scheme, such as view-source: or blob:, are judged by the inner address. */
function addressOf(url: string): Address {
  const shown = url.trim().replace(/^(?:(?:view-source|filesystem|blob):)+/i, '')
  if (blank.test(shown)) return { kind: 'blank' }
  const parsed = URL.canParse(shown) ? new URL(shown) : undefined
  const protocol = parsed?.protocol
  if (protocol === 'http:' || protocol === 'https:') return { kind: 'web', host: hostOf(parsed!), port: parsed!.port }
  if (protocol === 'file:') return { kind: 'file' }
  return { kind: protocol === 'data:' || shown.startsWith('null') ? 'data' : 'browser' }
}

/** A trailing dot names the same host. */
function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '')
}

/** A site without a port covers every port of its host. */
function fitsSite(glob: string, host: string, port: string): boolean {
  const [, name = glob, wanted] = /^(.*?)(?::(\d+|\*))?$/.exec(glob) ?? []
  return fitsGlob(asciiOf(name), host) && (wanted === undefined || fitsGlob(wanted, port))
}

/** In the form browsers use: `*.münchen.de` is `*.xn--mnchen-3ya.de`. */
function asciiOf(glob: string): string {
  return glob
    .split('.')
    .map((label) => (/[^\0-\x7f]/.test(label) ? domainToASCII(label) || label : label))
    .join('.')
}

interface Somewhere {
  /** Addresses of the documents that the act is in. */
  readonly urls?: readonly string[]
  /** Every name of the application. */
  readonly names?: readonly string[]
}

/** The item of the agent's `ask` that covers acts in these pages or this application. */
export function askedIn(rights: Rights, { urls = [], names = [] }: Somewhere): string | undefined {
  const hosts = urls.map(addressOf).filter((one) => one.kind === 'web')
  const isOf = (item: string) =>
    hosts.some(({ host, port }) => fitsSite(item, host, port)) || names.some((name) => fitsGlob(item, name))
  return asksOf(rights).find(isOf)
}

/** Nothing for an agent with all rights. */
export function asksOf(rights: Rights): readonly string[] {
  return isUnlimited(rights) ? [] : (rights.ask ?? [])
}

/** The paths outside the agent's folders, each with where its links lead. */
export function outside(
  { folders = [], ...rights }: Rights,
  paths: readonly string[],
): readonly { readonly path: string; readonly at: string }[] {
  if (isUnlimited(rights)) return []
  const roots = folders.map(real)
  const found = paths.map((path) => ({ path, at: real(path) }))
  return found.filter(({ at }) => !roots.some((root) => isIn(root, at)))
}

/** A file named without a folder goes to the agent's first folder. */
export function pathFor({ folders = [] }: Rights, name: string): string {
  return isAbsolute(name) ? name : join(folders[0] ?? '', name)
}

function isIn(root: string, path: string): boolean {
  const way = relative(root, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith('../'))
}

/**
 * Resolves links as far as the path exists, since a new file lands where its folder leads. Where nothing can be looked
 * up (the browser may run on another machine) the path stays as it is.
 */
function real(path: string): string {
  try {
    // The non-native form resolves `..` by name, not from the link's target.
    return realpathSync.native(path)
  } catch {
    const folder = dirname(path)
    return folder === path ? path : join(real(folder), basename(path))
  }
}

/** `message` is a sentence about what was requested. */
export function notAllowed(agent: Agent, message: string, flag: string, data: object = {}): Problem {
  return new Problem('not_allowed', {
    message,
    hint: verbatim(howToAllow(agent, flag)),
    data: { needs: flag, ...data },
  })
}

/** What the owner must do; an agent cannot do it. */
function howToAllow({ name }: Agent, flag: string): string {
  const make = flag.startsWith('--scope')
    ? `ix agent revoke ${name}, then ix agent add ${name} with ${flag} besides what it has`
    : `ix agent allow ${name} ${flag}`
  return `The owner can allow it by ${name === owner.name ? `starting ix mcp with ${flag}` : make}.`
}

export function howToAllowScope(agent: Agent, needed: Scope): string {
  if (agent.name !== owner.name) return howToAllow(agent, `--scope ${needed}`)
  if (needed === 'interact') return 'The owner can allow it by starting ix mcp without --read-only.'
  if (needed === 'evaluate') return howToAllow(agent, '--groups scripts')
  return 'Only the owner may, in a shell, with ix.'
}

export function whoIs({ name }: Agent): string {
  return name === owner.name ? 'this MCP connection' : `the agent ${name}`
}
