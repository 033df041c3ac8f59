/** Settings: which layer wins, what is refused, and what a person reads then. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Config, configSchema, loadConfig, parseFlags, usage } from '../daemon/config.ts'
import { exitCodes, type Refusal } from '../daemon/run/refusal.ts'
import { thrownBy } from './fixtures/thrown.ts'

const folder = t.testdir()

function load(argv: readonly string[] = [], env: NodeJS.ProcessEnv = {}, file?: unknown): Config {
  const path = join(folder, 'config.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file ?? {}))
  return loadConfig(parseFlags(argv).settings, { IX_CONFIG: path, HOME: folder, ...env })
}

const refusalOf = thrownBy<Refusal>

t.test('defaults', async (t) => {
  const config = load()
  t.same(config, {
    attach: false,
    tcp: true,
    port: 4733,
    headed: false,
    context: 'shared',
    sessionSeconds: 86_400,
    answerSeconds: 120,
    logLevel: 'info',
    maxElements: 150_000,
  })
  t.ok(Object.isFrozen(config))
  t.same(loadConfig({}, { HOME: folder }), config, 'a missing file is no fault')
})

t.test('flags over environment over file over defaults', async (t) => {
  const file = { port: 1, logLevel: 'warn', headed: true }
  t.equal(load([], {}, file).port, 1)
  t.equal(load([], { IX_PORT: '2' }, file).port, 2)
  t.equal(load(['--port', '3'], { IX_PORT: '2' }, file).port, 3)
  t.match(load(['--port=3'], { IX_PORT: '2' }, file), { logLevel: 'warn', headed: true })
  t.equal(load([], { IX_HEADED: '0', IX_TCP: 'false' }, file).headed, false)
  t.equal(load([], { IX_PORT: '' }, file).port, 1, 'an empty variable is none')
})

t.test('every setting has a way in', async (t) => {
  const argv = ['--runtime-dir', '/r', '--platforms', 'replay, cdp', '--port', '0', '--no-tcp', '--replay', '/f.json']
  argv.push(
    '--cdp',
    'http://127.0.0.1:9222',
    '--cdp',
    'shop=wss://host/?token=a=b',
    '--headed',
    '--context',
    'own',
    '--answer-seconds',
    '30',
    '--session-seconds',
    '60',
    '--enhanced-app=com.google.*',
    '--enhanced-app=company.thebrowser.Browser',
  )
  argv.push('--attach', '--webdriver', 'http://hub:4444', '--webdriver-capabilities', '{"a":1}', '--log-level', 'debug')
  const expected = {
    runtimeDir: '/r',
    platforms: ['replay', 'cdp'],
    port: 0,
    tcp: false,
    replay: '/f.json',
    cdp: ['http://127.0.0.1:9222', 'shop=wss://host/?token=a=b'],
    attach: true,
    webdriver: 'http://hub:4444',
    webdriverCapabilities: { a: 1 },
    headed: true,
    context: 'own',
    sessionSeconds: 60,
    answerSeconds: 30,
    enhancedApps: ['com.google.*', 'company.thebrowser.Browser'],
    logLevel: 'debug',
  }
  t.match(load(argv), expected)
  const env = {
    IX_RUNTIME_DIR: '/r',
    IX_PLATFORMS: 'replay,cdp',
    IX_PORT: '0',
    IX_TCP: '0',
    IX_REPLAY: '/f.json',
    IX_CDP: 'http://127.0.0.1:9222 shop=wss://host/?token=a=b',
    IX_ENHANCED_APPS: 'com.google.* company.thebrowser.Browser',
    IX_ATTACH: '1',
    IX_WEBDRIVER: 'http://hub:4444',
    IX_WEBDRIVER_CAPABILITIES: '{"a":1}',
    IX_HEADED: '1',
    IX_CONTEXT: 'own',
    IX_SESSION_SECONDS: '60',
    IX_ANSWER_SECONDS: '30',
    IX_LOG_LEVEL: 'debug',
    IX_MAX_ELEMENTS: '5000',
  }
  t.same(load([], env), { ...expected, maxElements: 5000 })
  t.same(load([], {}, { ...expected, maxElements: 5000 }), { ...expected, maxElements: 5000 })
  for (const key of Object.keys(configSchema.properties)) t.match(usage, key, 'the help names it')
})

t.test('paths are taken from where they are written', async (t) => {
  t.equal(load([], {}, { replay: 'app.json' }).replay, join(folder, 'app.json'))
  t.equal(load(['--replay', 'app.json']).replay, join(process.cwd(), 'app.json'))
})

t.test('a wrong command line: exit code 2 and the way out', async (t) => {
  const table: readonly [argv: string[], text: RegExp][] = [
    [['--prot', '5'], /Unknown option '--prot'.* Did you mean --port\?[\s\S]*Usage: ixd/],
    [['--port'], /--port.*argument missing[\s\S]*Usage/],
    [['--port', '70000'], /the command line: port: expected a number <= 65535, found the number 70000/],
    [['--port', 'ten'], /port: expected a whole number/],
    [['--port=-1'], /port: expected a whole number/],
    [['--platforms', 'cpd'], /platforms\[0\]: expected one of ax, .*perhaps cdp.*found "cpd"/],
    [['--platforms', ''], /platforms\[0\]/],
    [['--log-level', 'loud'], /logLevel: expected one of/],
    [['--cdp', 'localhost:9222'], /cdp\[0\]: expected a text that matches/],
    [['--headed=1'], /--headed/],
    [['serve'], /Unexpected argument 'serve'/],
  ]
  for (const [argv, text] of table) {
    const refusal = refusalOf(() => parseFlags(argv))
    t.equal(refusal.exitCode, exitCodes.usage, argv.join(' '))
    t.match(refusal.message, text)
    t.match(refusal.message, /^ixd: /)
    t.notMatch(refusal.message, /at .*\.ts:/)
  }
})

t.test('a wrong file or environment: exit code 78, and which it is', async (t) => {
  const table: readonly [env: NodeJS.ProcessEnv, file: unknown, text: RegExp][] = [
    [{}, { prot: 1 }, /config\.json: .*unknown name "prot"\. Did you mean port\?/],
    [{}, { port: '4733' }, /config\.json: port: expected a whole number, found a text/],
    [{}, { 'no-tcp': true }, /unknown name "no-tcp"/],
    [{}, '{"port": 1,}', /config\.json is not valid JSON/],
    [{}, 'null', /config\.json: .*expected an object, found null/],
    [{}, [], /expected an object, found a list/],
    [{ IX_CONFIG: '/nowhere/config.json' }, {}, /\/nowhere\/config\.json cannot be read \(ENOENT\)/],
    [{ IX_CONFIG: folder }, {}, /is a folder/],
    [{ IX_PORT: 'x' }, {}, /the environment \(IX_…\): port: expected a whole number/],
    [{ IX_TCP: 'maybe' }, {}, /tcp: expected true or false/],
  ]
  for (const [env, file, text] of table) {
    const refusal = refusalOf(() => load([], env, file))
    t.equal(refusal.exitCode, exitCodes.configuration, String(text))
    t.match(refusal.message, text)
  }
})

t.test('help and version need no valid rest', async (t) => {
  t.match(parseFlags(['--help']), { help: true, version: false })
  t.match(parseFlags(['-h']), { help: true })
  t.match(parseFlags(['--version']), { version: true })
})
