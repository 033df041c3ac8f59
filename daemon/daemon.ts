/** Assembles the daemon, and shuts it down in order. Has no effect when imported: `main.ts` calls `run`. */
import { methods } from '../api-schema/methods.ts'
import { openrpc } from '../api-schema/openrpc.ts'
import { demonstrationVariable, downloadsDir, logBytesVariable, runtimeDir, stateDir } from '../api-schema/paths.ts'
import { agentRecord } from '../api-schema/rights.ts'
import { Agents, owner } from './agents/agents.ts'
import { Leases } from './agents/leases.ts'
import { Questions } from './agents/questions.ts'
import type { Session } from './agents/session.ts'
import { Sessions } from './agents/sessions.ts'
import { Wishes } from './agents/wishes.ts'
import { clearUp } from './answers/where/clear-up.ts'
import { type Config, loadConfig, parseFlags, usage } from './config.ts'
import { type CallMade, Dispatcher, type World } from './dispatch.ts'
import { handlers } from './methods/table.ts'
import { Demonstration } from './platform/demonstration.ts'
import { openPlatforms } from './platform/open.ts'
import type { Platform } from './platform/platform.ts'
import { Problem } from './problem.ts'
import { AgentFiles } from './run/agent-files.ts'
import type { Claim } from './run/claim.ts'
import { HighWater } from './run/ids-file.ts'
import { faultOf, openLog, type RootLog } from './run/log.ts'
import { Collector, freeYoungSpace } from './run/memory.ts'
import { pictureFolder, removeLeftPictures, removeWrittenPictures } from './run/picture-files.ts'
import { exitCodes, Refusal } from './run/refusal.ts'
import { RuntimeDir, surroundings } from './run/runtime-dir.ts'
import { VitalSigns } from './run/vital-signs.ts'
import { startWatchdog } from './run/watchdog.ts'
import { callEvent } from './serve/call-events.ts'
import { Events } from './serve/events.ts'
import { Http } from './serve/http.ts'
import { inherited, listenTcp, listenUnix } from './serve/listen.ts'
import { createMcp } from './serve/mcp.ts'
import { Presences } from './serve/presences.ts'
import { Ids } from './tree/identity/ids.ts'
import { Recorder } from './tree/record/recorder.ts'
import { eventOf, Trees } from './tree/targets/trees.ts'
import { faultFinder } from './validate.ts'
import { version } from './version.ts'

const drainMs = 5000
/** A hanging shutdown is cut off after this, */
const endMs = drainMs + 3000
/** and a blocked event loop after this, by the watchdog. */
const lastMs = endMs + 2000
/** Time limit for browsers to list their tabs, where no caller waits for it. */
const listMs = 5000

/** Opened parts; closed last to first. */
interface Running {
  readonly log: RootLog
  readonly signs: VitalSigns
  folder?: RuntimeDir
  claim?: Claim
  http?: Http
  trees?: Trees
  platforms: readonly Platform[]
}

/** Makes this process the daemon: its command line, its signals and its exit code. */
export async function run(): Promise<void> {
  try {
    await runAsTold(process.argv.slice(2))
  } catch (error) {
    const { text, code } = explain(error)
    process.stderr.write(`${text}\n`)
    process.exit(code)
  }
}

async function runAsTold(words: readonly string[]): Promise<void> {
  const flags = parseFlags(words)
  if (flags.help || flags.version) {
    process.stdout.write(flags.help ? usage : `${version()}\n`)
    return
  }
  const config = loadConfig(flags.settings, process.env)
  const running: Running = {
    log: openLog(config.logLevel, { most: logBytes() }),
    signs: new VitalSigns(),
    platforms: [],
  }
  watchProcess(running)
  try {
    await start(config, running)
  } catch (error) {
    await stop(running, 0)
    throw error
  }
}

/** Size limit of the log file, as configured by whoever started the daemon. */
function logBytes(): number | undefined {
  return Number(process.env[logBytesVariable]) || undefined
}

async function start(config: Config, running: Running): Promise<void> {
  const { log } = running
  const place = surroundings(process.env)
  const folder = new RuntimeDir(config.runtimeDir ?? runtimeDir(place))
  const isRecord = faultFinder(agentRecord, 'agent')
  const agents = new Agents(new AgentFiles(stateDir(place), (value) => isRecord(value) === undefined))
  const startedAt = performance.now()
  const highWater = new HighWater(stateDir(place))
  const ids = new Ids({ reserve: (count) => highWater.reserve(count) })
  const platforms: Platform[] = []
  const collector = new Collector(() => running.http?.inFlight === 0)
  const questions = new Questions(config.answerSeconds)
  const events = new Events(
    (sight) => trees.open.filter(({ target }) => sight?.has(target) !== false).map((warm) => eventOf(warm, 'opened')),
    {},
    () => questions.list(),
  )
  questions.onChange(() => events.tellQuestions())
  questions.watchedBy(() => events.answers)
  const trees: Trees = new Trees(
    platforms,
    ids,
    { elements: config.maxElements },
    () => collector.soon(),
    (event, target) => events.readers > 0 && events.tell(event(), target()),
  )
  const leases = new Leases()
  const sessions = new Sessions({ idleMs: config.sessionSeconds * 1000 })
  sessions.alsoHeld((session) => leases.list().some((lease) => lease.session === session))
  const recorder = new Recorder()
  const world: World = {
    trees,
    ids,
    agents,
    leases,
    questions,
    wishes: new Wishes(),
    sessions,
    platforms,
    config,
    log,
    startedAt,
    endpoint: {},
    recorder,
  }
  sessions.whenCrowded(async () => {
    const browsers = platforms.filter(({ openTab }) => openTab !== undefined)
    const tabs = await Promise.all(browsers.map((one) => one.targets(AbortSignal.timeout(listMs))))
    return new Set(tabs.flat().map(({ id }) => id))
  })
  sessions.onEnded((session) => clearUp(session, world))
  const onCall = (made: () => CallMade, session: Session) =>
    events.tellCall(session, (number) => callEvent(made(), number, (id) => targetOf(ids, id)))
  const dispatcher = new Dispatcher(world, handlers, methods, onCall, (call) => running.signs.begin(call))
  const http = new Http({
    dispatcher,
    agents,
    log,
    mcp: createMcp(dispatcher, questions),
    events,
    presences: new Presences(sessions),
    health: () => healthOf(running, startedAt),
    openrpc: () => openrpc(version()),
  })
  running.http = http
  const newServer = (kind: 'unix' | 'tcp') => http.server(kind)
  // The folder comes first: a second daemon must not start browsers or touch the token.
  running.claim = await listenUnix(folder.path, newServer, inherited(process.env, process.pid), log)
  running.folder = folder
  running.trees = trees
  const settings = { ...config, downloads: config.downloads ?? downloadsDir(place) }
  const giveWay = async () => {
    const recorded = platforms.splice(0, platforms.length, ...(await openPlatforms(settings, log)))
    for (const platform of recorded) await platform.close()
    publish()
    // Tells the process that started the demonstration.
    process.send?.({ live: true })
    return platforms
  }
  const isDemonstration = Boolean(process.env[demonstrationVariable])
  // Keeps programs that the daemon starts from demonstrating as well.
  delete process.env[demonstrationVariable]
  if (isDemonstration) {
    const recorded = await openPlatforms({ ...settings, platforms: ['replay'] }, log)
    platforms.push(...recorded.map((one) => new Demonstration(one, giveWay)))
  } else platforms.push(...(await openPlatforms(settings, log)))
  running.platforms = platforms
  agents.add(owner, folder.writeToken())
  world.endpoint.socket = folder.socket
  await removeLeftPictures(pictureFolder(world))
  const url = config.tcp ? await listenTcp(config.port, newServer, log) : undefined
  if (url !== undefined) world.endpoint.url = url
  running.claim.publish()
  running.claim.onLost(() => {
    log.error({}, 'the socket was taken away: stopping')
    void end(running)
  })
  const publish = () =>
    folder.writeState({
      pid: process.pid,
      version: version(),
      socket: folder.socket,
      ...(url !== undefined && { url }),
      platforms: platforms.map((platform) => platform.name),
    })
  publish()
  startWatchdog(running.signs, log, { most: logBytes(), isSilent: config.logLevel === 'silent', endMs: lastMs })
  freeYoungSpace()
  http.open()
  const names = platforms.map((platform) => platform.name)
  log.info({ pid: process.pid, version: version(), socket: folder.socket, url, platforms: names }, 'ready')
}

/** `undefined` if the element is gone. */
function targetOf(ids: Ids, id: string): string | undefined {
  try {
    return ids.home(id).warm.target.id
  } catch {
    return undefined
  }
}

function healthOf({ http, log, platforms }: Running, startedAt: number): object {
  const states = platforms.map((platform) => platform.status())
  return {
    // Few machines have all platforms, so a missing one is no fault.
    status: states.some((state) => state.available) ? 'ok' : 'degraded',
    version: version(),
    pid: process.pid,
    uptimeMs: Math.round(performance.now() - startedAt),
    platforms: states.map(({ name, available, reason }) => ({ name, available, reason })),
    inFlight: http?.inFlight ?? 0,
    logDropped: log.dropped,
  }
}

/** Names first, so that no new requests arrive; then running requests; then their dependencies. */
async function stop(running: Running, graceMs: number): Promise<void> {
  running.folder?.clear()
  running.claim?.release()
  const { log } = running
  const step = async (name: string, close: (() => Promise<void>) | undefined) => {
    try {
      await close?.()
    } catch (error) {
      log.error({ fault: faultOf(error) }, `${name} did not close`)
    }
  }
  await step('http', running.http && (() => running.http!.close(graceMs)))
  await step('trees', running.trees && (() => running.trees!.close()))
  for (const platform of running.platforms) await step(platform.name, () => platform.close())
  await step('pictures', removeWrittenPictures)
}

let ending = false

/** For the first signal. A second signal exits at once. */
async function end(running: Running): Promise<void> {
  if (ending) return
  ending = true
  running.signs.end()
  running.log.info({}, 'stopping')
  const cut = setTimeout(() => exit(running.log, 0), endMs)
  await stop(running, drainMs)
  clearTimeout(cut)
  await exit(running.log, 0)
}

async function exit(log: RootLog, code: number): Promise<void> {
  process.exitCode = code
  // A stuck reader of stderr would block a plain exit forever.
  if (await log.close()) process.exit(code)
  else process.kill(process.pid, 'SIGKILL')
}

function watchProcess(running: Running): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (ending) process.exit(exitCodes.failed)
      void end(running)
    })
  }
  // A parent that opened a channel wants the daemon to end with it, however it ends.
  process.once('disconnect', () => void end(running))
  if (process.connected === false) void end(running)
  const fail = (error: unknown) => {
    running.log.error({ fault: faultOf(error) }, 'unexpected: the daemon ends')
    running.folder?.clear()
    running.claim?.release()
    void exit(running.log, exitCodes.failed)
  }
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
}

/** The text shown when the daemon does not start: no stack trace if the fix is known. */
function explain(error: unknown): { readonly text: string; readonly code: number } {
  if (error instanceof Refusal) return { text: error.message, code: error.exitCode }
  if (error instanceof Problem) {
    return { text: `ixd: ${error.message}\n${error.hint}`, code: exitCodes.configuration }
  }
  return { text: `ixd: ${error instanceof Error ? error.stack : error}`, code: exitCodes.failed }
}
