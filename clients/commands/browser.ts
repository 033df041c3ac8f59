/** `ix browser install`: fetches Chrome for Testing for those who have no browser. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../../api-schema/cli/usage-error.ts'
import { harmless } from '../../api-schema/harmless.ts'
import { browserLink, browsersDir } from '../../api-schema/paths.ts'
import { CallError } from '../reach/call.ts'
import { isRemote } from '../reach/place.ts'
import { localArguments } from '../terminal/local-arguments.ts'
import { exit } from '../terminal/told.ts'

/**
 * The packages that download and unpack; the second is for systems without unzip. npm installs them next to the
 * download, for its duration.
 */
const packages = ['@puppeteer/browsers@3.2.6', 'yauzl@3.4.0']
/** Where Google lists the versions; a mirror has the same file next to its folders. */
const versionsUrl = 'https://googlechromelabs.github.io/chrome-for-testing'
const versionsFile = 'last-known-good-versions.json'
const versionForm = /^\d+(\.\d+){3}$/
const answerMs = 30_000
const signals = ['SIGINT', 'SIGTERM'] as const

interface Fetched {
  readonly path: string
  readonly executablePath: string
}

/** The part of `@puppeteer/browsers` that is used. */
interface Downloader {
  install(wish: {
    readonly browser: string
    readonly buildId: string
    readonly cacheDir: string
    readonly baseUrl?: string
    readonly downloadProgressCallback: (bytes: number, of: number) => void
  }): Promise<Fetched>
}

export async function installBrowser(rest: readonly string[]): Promise<number> {
  const { typed, words } = localArguments(rest, 'browser install', [], ['from'])
  const [asked, ...more] = words
  if (more.length > 0) throw new UsageError('Usage: ix browser install [VERSION] [--from URL]')
  if (isRemote())
    throw new UsageError('The daemon is on another machine (IX_URL), and the browser would be on this one.')
  if (asked !== undefined && !versionForm.test(asked))
    throw new UsageError(
      `A version has four numbers, such as 150.0.7871.46; ${asked} has not. Without one it is the newest.`,
    )
  const from = mirrorOf(typed.from)
  const version = asked ?? (await newest(from))
  const folder = browsersDir({ env: process.env, platform: process.platform, home: homedir() })
  const place = join(folder, version)
  const isThere = existsSync(join(place, browserLink))
  if (!isThere) await fetchBrowser(version, from, place)
  requireStart(place, version)
  process.stdout.write(
    `Chrome for Testing ${version} ${isThere ? 'is already' : 'is'} in ${place}. ix navigate URL starts it where no other browser is installed.\n`,
  )
  return exit.done
}

function mirrorOf(given: unknown): string | undefined {
  if (given === undefined) return undefined
  const url = String(given)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new UsageError(`--from needs an address that starts with https:// or http://; it was ${url}.`)
  return url.replace(/\/+$/, '')
}

async function newest(from = versionsUrl): Promise<string> {
  const url = `${from}/${versionsFile}`
  const hint = 'ix browser install VERSION asks for one by its number; --from URL names a mirror.'
  const failed = (why: string) =>
    new CallError('failed', `Which version is the newest is not known: ${url} ${why}.`, { hint })
  const response = await fetch(url, { signal: AbortSignal.timeout(answerMs) }).catch((error: Error) => {
    throw failed(`cannot be reached (${(error.cause as Error | undefined)?.message ?? error.message})`)
  })
  if (!response.ok) throw failed(`answers ${response.status}`)
  const { channels } = ((await response.json().catch(() => undefined)) ?? {}) as {
    channels?: { Stable?: { version?: unknown } }
  }
  const version = channels?.Stable?.version
  if (typeof version !== 'string' || !versionForm.test(version)) throw failed('names no stable version')
  return version
}

/** Downloads next to the final place and then moves: what is there is always whole. */
async function fetchBrowser(version: string, from: string | undefined, place: string): Promise<void> {
  mkdirSync(dirname(place), { recursive: true })
  const unfinished = mkdtempSync(join(dirname(place), 'fetching-'))
  const clear = () => rmSync(unfinished, { recursive: true, force: true, maxRetries: 10 })
  const stop = () => {
    clear()
    process.exit(exit.failed)
  }
  for (const signal of signals) process.once(signal, stop)
  try {
    const { path: whole, executablePath } = await downloaded(version, from, unfinished)
    symlinkSync(relative(whole, executablePath), join(whole, browserLink))
    rmSync(place, { recursive: true, force: true })
    renameSync(whole, place)
  } finally {
    for (const signal of signals) process.off(signal, stop)
    clear()
  }
}

async function downloaded(version: string, from: string | undefined, folder: string): Promise<Fetched> {
  const why = await installed(folder)
  if (why !== undefined)
    throw new CallError(
      'failed',
      `${packages[0]}, which fetches the browser, cannot be had from npm: ${harmless(why)}.`,
    )
  const main = join(folder, 'node_modules/@puppeteer/browsers/lib/main.js')
  const { install } = (await import(pathToFileURL(main).href)) as Downloader
  const wish = { browser: 'chrome', buildId: version, cacheDir: folder, downloadProgressCallback: progress(version) }
  return await install({ ...wish, ...(from !== undefined && { baseUrl: from }) }).catch((error: Error) => {
    const reasons = error.message.split('\n').map((line) => line.replace(/^\s*- \w+: /, ''))
    throw new CallError('failed', `Chrome for Testing ${version} was not fetched: ${harmless(reasons.at(-1)!)}`, {
      hint: '--from URL names a mirror, where URL/VERSION/PLATFORM/chrome-PLATFORM.zip is.',
    })
  })
}

/** Prints a line for each tenth. */
function progress(version: string): (bytes: number, of: number) => void {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  let shown = -1
  return (bytes, of) => {
    const tenth = Math.floor((bytes / Math.max(of, 1)) * 10)
    if (of === 0 || tenth === shown) return
    shown = tenth
    process.stderr.write(`Fetching Chrome for Testing ${version}: ${megabytes(bytes)} of ${megabytes(of)} MB\n`)
  }
}

/** Installs the packages into the folder; returns why not, or undefined. */
async function installed(folder: string): Promise<string | undefined> {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm?.endsWith('npm-cli.js') ? [process.execPath, npm] : ['npm']
  const quiet = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error']
  const args = [...first, 'install', '--prefix', folder, '--ignore-scripts', '--engine-strict=false', ...quiet]
  const child = spawn(command!, [...args, ...packages], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<string | undefined>((resolve) => {
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`))
  })
  const [said, why] = await Promise.all([text(child.stderr), ended])
  return why && (/npm error (?!code|errno)(.*)/.exec(said)?.[1] ?? why)
}

/** Checks that it is the requested version, and that the system has what it needs. */
function requireStart(place: string, version: string): void {
  const program = realpathSync(join(place, browserLink))
  const { status, stdout, stderr, error } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: answerMs })
  if (status === 0 && stdout.includes(version)) return
  if (status === 0) {
    rmSync(place, { recursive: true })
    throw new CallError(
      'failed',
      `What was fetched is not ${version}: it says ${harmless(stdout.trim())}. It is removed again.`,
    )
  }
  const list = join(dirname(program), 'deb.deps')
  throw new CallError(
    'failed',
    `Chrome for Testing ${version} is in ${place}, but does not start: ${harmless(error?.message ?? stderr.trim())}.`,
    existsSync(list) ? { hint: `What it needs on Debian, as root: apt-get satisfy "$(paste -sd, '${list}')"` } : {},
  )
}
