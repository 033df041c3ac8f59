/** The daemon's settings: defaults < file < environment < flags, checked by one schema. */
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { nearNames } from '../api-schema/near-names.ts'
import { contexts } from '../api-schema/params.ts'
import { configFile } from '../api-schema/paths.ts'
import type { Infer, ObjectSchema, Schema } from '../api-schema/schema.ts'
import { isObject } from './json.ts'
import { logLevels } from './run/log.ts'
import { exitCodes, Refusal } from './run/refusal.ts'
import { FileRefused, readRegularSync } from './run/regular-file.ts'
import { faultFinder } from './validate.ts'

const platformNames = ['ax', 'atspi', 'cdp', 'replay'] as const

const path = { type: 'string', minLength: 1, maxLength: 4096 } as const satisfies Schema

export const configSchema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    runtimeDir: { ...path, description: 'Folder of the socket, the token and state.json.' },
    platforms: {
      type: 'array',
      minItems: 1,
      maxItems: 4,
      items: { type: 'string', enum: platformNames },
      description: 'Platforms to run; default: those the system supports, or only the recording.',
    },
    tcp: { type: 'boolean', default: true, description: 'Also listen on 127.0.0.1.' },
    port: { type: 'integer', minimum: 0, maximum: 65535, default: 4733, description: '0 picks a free port.' },
    replay: { ...path, description: 'Recording to play.' },
    cdp: {
      type: 'array',
      maxItems: 20,
      items: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        pattern: '^([A-Za-z][\\w.-]{0,31}=)?(http|https|ws|wss)://',
      },
      description:
        'Browsers to attach to: addresses, each with a name before it or without, as in shop=wss://host/?token=….',
    },
    attach: {
      type: 'boolean',
      default: false,
      description: 'Ask the browser that the person has open to let it in, once, at the start.',
    },
    webdriver: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      pattern: '^https?://',
      description: 'WebDriver remote end (Selenium Grid, chromedriver) that gives each session a browser.',
    },
    webdriverCapabilities: {
      type: 'object',
      additionalProperties: {},
      description: 'What to ask of it besides Chrome, such as {"platformName":"linux"}.',
    },
    headed: { type: 'boolean', default: false, description: 'Show the browser that the daemon starts.' },
    profile: { ...path, description: 'Folder of its profile, which is kept; default: a new one each time.' },
    proxy: {
      type: 'string',
      minLength: 1,
      maxLength: 2048,
      pattern: '^((https?|socks[45]?)://)?[^/@\\s]+/?$',
      description: 'Its proxy, such as http://proxy.example.com:3128, without a name and password.',
    },
    browserArgs: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', minLength: 3, maxLength: 4096, pattern: '^--[a-z]' },
      description: 'More of its own flags, such as --lang=de.',
    },
    downloads: { ...path, description: 'Where it saves files.' },
    enhancedApps: {
      type: 'array',
      maxItems: 100,
      items: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[^\\s,]+$' },
      description: 'macOS: bundle ids, * for any text, whose AXEnhancedUserInterface is set while they are read.',
    },
    context: {
      type: 'string',
      enum: contexts,
      default: 'shared',
      description:
        "Where new tabs are opened: among the browser's own, or with cookies and storage of their session alone.",
    },
    sessionSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 31_536_000,
      default: 86_400,
      description: 'A session that has not called for so long has ended.',
    },
    answerSeconds: {
      type: 'integer',
      minimum: 1,
      maximum: 3600,
      default: 120,
      description: 'How long an agent waits when it has to ask the person; no answer is a no.',
    },
    logLevel: { type: 'string', enum: logLevels, default: 'info' },
    maxElements: {
      type: 'integer',
      minimum: 1000,
      maximum: 100_000_000,
      default: 150_000,
      description: 'Most elements kept in all warm trees together.',
    },
  },
} as const satisfies ObjectSchema

export type Config = Infer<typeof configSchema, 'out'>
type Settings = { [key: string]: unknown }

/** How a setting can be given outside the file. Its variable is named after its key: `IX_RUNTIME_DIR`. */
interface Way {
  readonly flag?: string
  /** Turns a text into the value; the text of a variable is never empty. */
  readonly read?: (text: string) => unknown
  /** The value that a flag without a text sets. */
  readonly sets?: boolean
  /** The flag is repeatable; the variable holds all values, separated by spaces. */
  readonly isList?: boolean
}

const ways: { readonly [key in keyof Required<Config>]: Way } = {
  runtimeDir: { flag: 'runtime-dir', read: pathOf },
  platforms: { flag: 'platforms', read: (text) => text.split(',').map((name) => name.trim()) },
  port: { flag: 'port', read: numberOf },
  tcp: { flag: 'no-tcp', sets: false },
  replay: { flag: 'replay', read: pathOf },
  cdp: { flag: 'cdp', isList: true },
  attach: { flag: 'attach', sets: true },
  webdriver: { flag: 'webdriver' },
  webdriverCapabilities: { flag: 'webdriver-capabilities', read: jsonOf },
  headed: { flag: 'headed', sets: true },
  profile: { flag: 'profile', read: pathOf },
  proxy: { flag: 'proxy' },
  browserArgs: { flag: 'browser-arg', isList: true },
  downloads: { flag: 'downloads', read: pathOf },
  enhancedApps: { flag: 'enhanced-app', isList: true },
  context: { flag: 'context' },
  sessionSeconds: { flag: 'session-seconds', read: numberOf },
  answerSeconds: { flag: 'answer-seconds', read: numberOf },
  logLevel: { flag: 'log-level' },
  maxElements: { read: numberOf },
}

export const usage = `Usage: ixd [options]

The daemon of Interface Explorer. It keeps a warm copy of what is on screen and answers \`ix\`, MCP and JSON-RPC.

  --runtime-dir DIR   folder of the socket, the token and state.json   IX_RUNTIME_DIR
  --platforms LIST    some of ${platformNames.join(',')}; default: all live ones  IX_PLATFORMS
  --port N            port on 127.0.0.1 (4733); 0 takes a free one     IX_PORT
  --no-tcp            only the unix socket                             IX_TCP=0
  --replay FILE       recording to play, alone unless others are named IX_REPLAY
  --cdp [NAME=]URL    browser to attach to, http:// or ws://; repeatable  IX_CDP
  --attach            ask the browser that you have open to let it in  IX_ATTACH=1
  --webdriver URL     grid or chromedriver that gives the browsers     IX_WEBDRIVER
  --webdriver-capabilities JSON  what to ask of it                     IX_WEBDRIVER_CAPABILITIES
  --headed            show the browser that the daemon starts          IX_HEADED=1
  --profile DIR       its profile, which is kept; default: a new one   IX_PROFILE
  --proxy URL         its proxy                                        IX_PROXY
  --browser-arg=FLAG  more of its own flags; repeatable                IX_BROWSER_ARGS
  --downloads DIR     where it saves files                             IX_DOWNLOADS
  --enhanced-app=ID   macOS: whose AXEnhancedUserInterface may be set; repeatable  IX_ENHANCED_APPS
  --context CONTEXT   where new tabs are opened: shared (default) or own  IX_CONTEXT
  --session-seconds N end a session that was idle for so long (86400)  IX_SESSION_SECONDS
  --answer-seconds N  how long an agent waits for the person's yes (120)  IX_ANSWER_SECONDS
  --log-level LEVEL   ${logLevels.join(', ')}        IX_LOG_LEVEL
  --help, --version

The same settings can stand in the file $IX_CONFIG, else ~/.config/ix/config.json, as
runtimeDir, platforms, tcp, port, replay, cdp, attach, webdriver, webdriverCapabilities,
headed, profile, proxy, browserArgs, downloads, enhancedApps, context, sessionSeconds,
answerSeconds, logLevel, maxElements.
Flags come before the environment, the environment before the file.
`

export interface Flags {
  readonly help: boolean
  readonly version: boolean
  readonly settings: Settings
}

/** Parses the command line. Throws Refusal with exit code 2. */
export function parseFlags(argv: readonly string[]): Flags {
  const values = parse(argv)
  const settings: Settings = {}
  for (const [key, { flag = '', read, sets }] of Object.entries(ways)) {
    const value = values[flag]
    if (value === undefined) continue
    settings[key] = value === true ? sets : typeof value === 'string' && read !== undefined ? read(value) : value
  }
  check(settings, 'the command line', exitCodes.usage)
  return { help: values.help === true, version: values.version === true, settings }
}

function parse(argv: readonly string[]) {
  const options: NonNullable<ParseArgsConfig['options']> = {
    ...Object.fromEntries(
      Object.values(ways).flatMap(({ flag, sets, isList }) => {
        const type = sets === undefined ? 'string' : 'boolean'
        return flag === undefined ? [] : [[flag, { type, multiple: isList === true }] as const]
      }),
    ),
    help: { type: 'boolean', short: 'h' },
    version: { type: 'boolean' },
  }
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    const message = (error as Error).message.split(/\.\s|\n/, 1)[0]
    const asked = /'-*([^' =]+)/.exec(message ?? '')?.[1] ?? ''
    const near = nearNames(asked, Object.keys(options)).map((name) => `--${name}`)
    const hint = near.length > 0 && !(asked in options) ? ` Did you mean ${near.join(' or ')}?` : ''
    throw new Refusal(exitCodes.usage, `ixd: ${message}.${hint}\n\n${usage}`)
  }
}

/** All layers merged and frozen. Throws Refusal with exit code 78, naming the layer at fault. */
export function loadConfig(flags: Settings, env: NodeJS.ProcessEnv): Config {
  const merged = { ...fromFile(env), ...fromEnvironment(env), ...flags }
  return Object.freeze(check(merged, 'the configuration', exitCodes.configuration)) as unknown as Config
}

/** Size limit of the configuration file; a typical one has some hundred bytes. */
const mostBytes = 1024 * 1024

function fromFile(env: NodeJS.ProcessEnv): Settings {
  const file = configFile({ env, platform: process.platform, uid: 0, home: env.HOME || homedir(), tmp: '' })
  let text: string
  try {
    text = readRegularSync(file, mostBytes).toString()
  } catch (error) {
    if (error instanceof FileRefused) throw refused(`the configuration file ${file} ${error.message}.`)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !env.IX_CONFIG) return {}
    throw refused(`the configuration file ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  let settings: Settings
  try {
    settings = JSON.parse(text)
  } catch {
    throw refused(`the configuration file ${file} is not valid JSON.`)
  }
  check(settings, file, exitCodes.configuration)
  for (const [key, { read }] of Object.entries(ways)) {
    const value = settings[key]
    if (read === pathOf && typeof value === 'string') settings[key] = resolve(dirname(file), value)
  }
  return settings
}

function fromEnvironment(env: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {}
  for (const [key, { read = String, sets, isList }] of Object.entries(ways)) {
    const text = env[`IX_${key.replace(/[A-Z]/g, '_$&').toUpperCase()}`]
    if (text === undefined || text === '') continue
    settings[key] = sets !== undefined ? booleanOf(text) : isList ? text.trim().split(/\s+/) : read(text)
  }
  check(settings, 'the environment (IX_…)', exitCodes.configuration)
  return settings
}

const findFault = faultFinder(configSchema, 'config')

/** A copy of a layer's settings with defaults filled in. */
function check(settings: unknown, layer: string, exitCode: number): Settings {
  const copy = isObject(settings) ? { ...settings } : settings
  const fault = findFault(copy)
  if (fault === undefined) return copy as Settings
  const text = `ixd: ${fault.message.replace(/^config\b\.?/, `in ${layer}: `)}`
  throw new Refusal(exitCode, exitCode === exitCodes.usage ? `${text}\nixd --help lists the options.` : text)
}

function refused(text: string): Refusal {
  return new Refusal(exitCodes.configuration, `ixd: ${text}`)
}

function pathOf(text: string): string {
  return text && resolve(text)
}

/** Returns text that is not JSON unchanged, for the schema to reject. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Returns text that is not a number unchanged, for the schema to reject. */
function numberOf(text: string): unknown {
  return /^\d{1,9}$/.test(text) ? Number(text) : text
}

function booleanOf(text: string): unknown {
  const known: { readonly [word: string]: boolean } = { 1: true, true: true, 0: false, false: false }
  return Object.hasOwn(known, text) ? known[text] : text
}
