/** Where a tool is, in its newest version: installed when it is first measured, into a folder that git ignores. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { install, npmEnv, root } from '../../test/fixtures/npm-packages.ts'
import { marked } from './processes.ts'

export interface Place {
  readonly program: string
  readonly browser: string
  /** For the files that it writes; removed with it. */
  readonly folder: string
  readonly env: { readonly [name: string]: string }
}

/**
 * Whatever a page would fetch from elsewhere fails at once in each tool's browser: otherwise it is awaited, now and
 * then for 5 s.
 */
export const onlyHere = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

/** A program that starts this browser so that it reaches only this machine. */
export function closedBrowser(browser: string): string {
  const folder = join(root, '.peers')
  const path = join(folder, 'browser')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path, `#!/bin/sh\nexec '${browser}' '${onlyHere}' "$@"\n`, { mode: 0o755 })
  return path
}

/** Asked of the registry at each run. */
export function newestOf(name: string): string {
  const { status, stdout, stderr } = spawnSync('npm', ['view', name, 'version'], { encoding: 'utf8', env: npmEnv() })
  const version = stdout?.trim() ?? ''
  if (status === 0 && /^\d/.test(version)) return version
  throw new Error(
    /E404/.test(stderr ?? '') ? 'the registry has no package of this name' : 'the registry did not answer',
  )
}

/** The package's folder. What its installation would fetch, such as a browser, is not fetched. */
export function fetched(name: string, version: string): string {
  const folder = `.peers/${name.replaceAll(/[@/]/g, '')}-${version}`
  const reason = install(join(root, folder), { [name]: version })
  if (reason !== undefined) throw new Error(reason)
  return join(root, folder, 'node_modules', name)
}

/** Its program by the name that the package gives it. */
export function programIn(folder: string): string {
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const [path] = typeof bin === 'string' ? [bin] : Object.values<string>(bin)
  return join(folder, path!)
}

/** For packages with machine code, which their installation links to. */
export function nativeIn(folder: string): string {
  const program = join(folder, 'bin', `agent-browser-${process.platform}-${process.arch}`)
  if (!existsSync(program))
    throw new Error(`no program for this machine among ${readdirSync(join(folder, 'bin')).join(', ')}`)
  chmodSync(program, 0o755)
  return program
}

export function placeOf(program: string, browser: string, mark: string): Place & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'ix-peer-'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const env = { PATH: process.env.PATH ?? '', HOME: home, TMPDIR: folder, ...marked(mark) }
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  return { program, browser, folder, env, remove }
}
