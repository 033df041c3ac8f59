/** `npm start`: from a fresh clone to a running daemon and a first look at what is on screen. Plain JavaScript. */
import { spawn } from 'node:child_process'
import { lstatSync, readdirSync, statSync, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { areInstalled } from './build/fetch-package.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cli = join(root, 'dist/clients/cli.js')
/** How often to check whether npm still exists. */
const parentMs = 250
const onceMs = 1000
/** Exit code of a daemon that found another one running. */
const alreadyRunning = 75
const quiet = process.env.IX_LOG_LEVEL ? [] : ['--log-level', 'warn']
const registryAdvice =
  'Packages come from the npm registry: `npm ping` says whether it can be reached from here. Then run npm start again.'

let daemon
/** npm, while it works. */
let worker
let stopping = false
let stoppedAt = Number.NEGATIVE_INFINITY
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
// npm passes on neither a hangup nor its own death; the script's `exec` makes npm the parent.
const parent = process.ppid
if (process.env.npm_lifecycle_event === 'start') {
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    stop()
  }, parentMs).unref()
}

try {
  await prepare()
  if (!stopping) await show()
} catch (error) {
  if (!stopping) {
    console.error([error.message, error.hint].filter(Boolean).join('\n'))
    process.exitCode = error.name === 'not_allowed' ? 4 : 1
    daemon?.kill('SIGTERM')
  }
}

/** Packages and build, each only if something has changed since. */
async function prepare() {
  if (Number(process.versions.node.split('.', 1)[0]) < 20)
    throw new Error(`Node 20 or newer is needed; this is ${process.version}.`)
  if (!areInstalled(root, { development: false })) {
    // npm would empty the folder that the link points to, which belongs to someone else.
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Error('node_modules is a link to packages that do not match package-lock.json. Remove the link first.')
    }
    await step('installing packages', 'npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], registryAdvice)
  }
  const sources = ['api-schema', 'daemon', 'clients', 'tsconfig.json', 'tsconfig.build.json'].map(newest)
  const built = ['dist/clients/cli.js', 'dist/view/index.html', 'dist/extension/manifest.json'].map(newest)
  if (Math.max(...sources) > Math.min(...built))
    await step('building', process.execPath, ['clients/build/build.mjs'], registryAdvice)
}

async function show() {
  const { findDaemon } = await built('reach/place.js')
  const { canConnect } = await built('reach/start-daemon.js')
  const found = findDaemon()
  const runs = found !== undefined && (found.socket === undefined || (await canConnect(found.socket)))
  if (!runs) await startDaemon()
  if (!daemon) console.log('A daemon is already running; this shows what it sees.\n')
  if (daemon && (await seesNothing())) await playRecording()
  if (stopping) return
  await ix('status')
  console.log('\n$ ix explore')
  const seen = await ix('explore')
  if (seen !== 0) await ix('apps')
  examples(await buttonToTry())
  if (daemon) console.log('\nCtrl-C stops the daemon.')
}

/** True if the daemon found nothing by itself. Explicit choices of its owner are not questioned. */
async function seesNothing() {
  const answers = await Promise.all(['status', 'apps', 'tabs'].map((method) => output(['call', method])))
  if (answers.includes('')) return false
  const [{ config }, { apps }, { tabs }] = answers.map((answer) => JSON.parse(answer))
  return !config.platforms && !config.replay && apps.length + tabs.length === 0
}

/** Replaces a daemon that sees nothing, since a recording never runs next to live targets. */
async function playRecording() {
  daemon.removeAllListeners('exit')
  const gone = ended(daemon)
  daemon.kill('SIGTERM')
  await gone
  if (stopping) return
  await startDaemon({ IX_DEMONSTRATION: '1' })
  daemon.on('message', () =>
    console.log('\nThe recording has ended: from here on, the daemon shows what is really there.'),
  )
  console.log(`There is nothing open here to explore. What follows is a recording of a calculator: nothing in it is real.
It ends by itself as soon as something real is opened: \`npx ix navigate URL\` opens a page, \`npx ix launch NAME\` an application.\n`)
}

/**
 * In its own process group: Ctrl-C reaches only this program, which passes it on once. The channel ends the daemon when
 * this program is killed, and reports when a demonstration has been replaced.
 */
async function startDaemon(more = {}) {
  const { ownFolder, readState } = await built('reach/place.js')
  const folder = ownFolder()
  daemon = spawn(process.execPath, [join(root, 'dist/daemon/main.js'), ...quiet], {
    env: { ...process.env, ...more },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await new Promise((ready, fail) => {
    const look = () => {
      try {
        if (readState(folder)?.pid === daemon.pid) ready()
      } catch (error) {
        fail(error)
      }
    }
    const watcher = watch(folder, look)
    look()
    daemon.once('exit', (code) => {
      watcher.close()
      // Another one was faster.
      if (code === alreadyRunning) {
        daemon = undefined
        return ready()
      }
      fail(new Error(`The daemon ended with code ${code} before it was ready.`))
      process.exitCode = stopping ? 0 : (code ?? 1)
    })
  })
  daemon?.removeAllListeners('exit')
  daemon?.once('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)))
}

/** Only exists after the build. */
function built(name) {
  return import(new URL(`../dist/clients/${name}`, import.meta.url).href)
}

/** Element to try the examples on: a button from the first exploration, preferably a digit, which does no harm. */
async function buttonToTry() {
  const answer = await output(['explore', '--type', 'button', '--limit', '50', '--json'])
  try {
    const buttons = flat(JSON.parse(answer).elements).filter(({ role }) => /Button/.test(role))
    return buttons.find(({ name }) => /^\d$/.test(name)) ?? buttons[0]
  } catch {
    return undefined
  }
}

function flat(elements = []) {
  return elements.flatMap((element) => [element, ...flat(element.children)])
}

function examples(button) {
  const name = button?.title ?? button?.name ?? button?.description ?? 'a'
  const word = /[\p{L}\p{N}]+/u.exec(name)?.[0] ?? 'a'
  const id = button?.id ?? 'ID'
  console.log(`\nTry in another terminal, in this folder:
  npx ix explore --any ${word}
  npx ix expand ${id}
  npx ix click ${id}`)
}

function ix(...args) {
  return ended(spawn(process.execPath, [cli, ...args], { stdio: 'inherit' }))
}

async function output(args) {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += chunk
  })
  await ended(child)
  return text
}

/** Runs a long command, showing that it is still running even if the output is not a terminal. */
async function step(what, command, args, advice) {
  const start = Date.now()
  console.log(`${what} …`)
  const timer = setInterval(() => console.log(`  ${what}, ${Math.round((Date.now() - start) / 1000)} s`), 5000)
  worker = spawn(command, args, { cwd: root, stdio: 'inherit' })
  const code = await ended(worker).finally(() => clearInterval(timer))
  if (stopping) throw new Error('stopped')
  if (code !== 0)
    throw new Error(`${what} failed, see above: ${command} ${args.join(' ')} ended with code ${code}.\n${advice}`)
}

function ended(child) {
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code ?? 1))
  })
}

/** Modification time of a file, or the latest of any source below a folder; 0 if there is none. */
function newest(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(join(root, path), { withFileTypes: true })
  const sources = inside.filter((entry) => entry.isDirectory() || /\.(tsx?|mjs|html|css|svg)$/.test(entry.name))
  return Math.max(0, ...sources.map(({ name }) => newest(join(path, name))))
}

/** The first signal lets the daemon stop in order, a second one at once; its exit ends this program. */
function stop() {
  // One Ctrl-C arrives twice, from the terminal and from npm.
  if (performance.now() - stoppedAt < onceMs) return
  stoppedAt = performance.now()
  if (daemon && daemon.exitCode === null) {
    daemon.kill('SIGTERM')
    if (!stopping) console.log('\nstopping …')
  } else {
    worker?.kill('SIGTERM')
    process.exit(0)
  }
  stopping = true
}
