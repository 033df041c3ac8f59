/** The daemon's settings: defaults < file < environment < flags, checked by one schema. */
import { homedir } from 'node:os'
import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
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

const options = {
  'runtime-dir': { type: 'string' },
  platforms: { type: 'string' },
  port: { type: 'string' },
  'no-tcp': { type: 'boolean' },
  replay: { type: 'string' },
  cdp: { type: 'string', multiple: true },
  attach: { type: 'boolean' },
  webdriver: { type: 'string' },
  'webdriver-capabilities': { type: 'string' },
  headed: { type: 'boolean' },
  profile: { type: 'string' },
  proxy: { type: 'string' },
  'browser-arg': { type: 'string', multiple: true },
  downloads: { type: 'string' },
  'enhanced-app': { type: 'string', multiple: true },
  context: { type: 'string' },
  'session-seconds': { type: 'string' },
  'answer-seconds': { type: 'string' },
  'log-level': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const

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
  const set = (key: string, value: unknown) => {
    if (value !== undefined) settings[key] = value
  }
  set('runtimeDir', values['runtime-dir'] && resolve(values['runtime-dir']))
  set(
    'platforms',
    values.platforms?.split(',').map((name) => name.trim()),
  )
  set('port', values.port === undefined ? undefined : numberOf(values.port))
  set('tcp', values['no-tcp'] ? false : undefined)
  set('replay', values.replay && resolve(values.replay))
  set('cdp', values.cdp)
  set('attach', values.attach)
  set('webdriver', values.webdriver)
  set('webdriverCapabilities', values['webdriver-capabilities'] && jsonOf(values['webdriver-capabilities']))
  set('headed', values.headed)
  set('profile', values.profile && resolve(values.profile))
  set('proxy', values.proxy)
  set('browserArgs', values['browser-arg'])
  set('downloads', values.downloads && resolve(values.downloads))
  set('enhancedApps', values['enhanced-app'])
  set('context', values.context)
  set('sessionSeconds', values['session-seconds'] === undefined ? undefined : numberOf(values['session-seconds']))
  set('answerSeconds', values['answer-seconds'] === undefined ? undefined : numberOf(values['answer-seconds']))
  set('logLevel', values['log-level'])
  check(settings, 'the command line', exitCodes.usage)
  return { help: values.help === true, version: values.version === true, settings }
}

function parse(argv: readonly string[]) {
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
  for (const key of ['runtimeDir', 'replay', 'profile', 'downloads']) {
    const value = settings[key]
    if (typeof value === 'string') settings[key] = resolve(dirname(file), value)
  }
  return settings
}

function fromEnvironment(env: NodeJS.ProcessEnv): Settings {
  const settings: Settings = {}
  const set = (name: string, key: string, read: (text: string) => unknown) => {
    const text = env[name]
    if (text !== undefined && text !== '') settings[key] = read(text)
  }
  set('IX_RUNTIME_DIR', 'runtimeDir', (text) => resolve(text))
  set('IX_PLATFORMS', 'platforms', (text) => text.split(',').map((name) => name.trim()))
  set('IX_PORT', 'port', numberOf)
  set('IX_TCP', 'tcp', booleanOf)
  set('IX_REPLAY', 'replay', (text) => resolve(text))
  set('IX_CDP', 'cdp', (text) => text.trim().split(/\s+/))
  set('IX_ATTACH', 'attach', booleanOf)
  set('IX_WEBDRIVER', 'webdriver', (text) => text)
  set('IX_WEBDRIVER_CAPABILITIES', 'webdriverCapabilities', jsonOf)
  set('IX_HEADED', 'headed', booleanOf)
  set('IX_PROFILE', 'profile', (text) => resolve(text))
  set('IX_PROXY', 'proxy', (text) => text)
  set('IX_BROWSER_ARGS', 'browserArgs', (text) => text.trim().split(/\s+/))
  set('IX_DOWNLOADS', 'downloads', (text) => resolve(text))
  set('IX_ENHANCED_APPS', 'enhancedApps', (text) => text.trim().split(/\s+/))
  set('IX_CONTEXT', 'context', (text) => text)
  set('IX_SESSION_SECONDS', 'sessionSeconds', numberOf)
  set('IX_ANSWER_SECONDS', 'answerSeconds', numberOf)
  set('IX_LOG_LEVEL', 'logLevel', (text) => text)
  set('IX_MAX_ELEMENTS', 'maxElements', numberOf)
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
