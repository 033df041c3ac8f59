/** `npm start`: from a fresh clone to a running daemon and a first look at what is on screen. Plain JavaScript. */
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync, watch } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const cli = join(root, 'dist/clients/cli.js')
const quiet = process.env.IX_LOG_LEVEL ? [] : ['--log-level', 'warn']

let daemon
/** npm, while it works. */
let worker
let stopping = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)

try {
  await prepare()
  if (!stopping) await show()
} catch (error) {
  if (!stopping) {
    console.error(error.message)
    process.exitCode = 1
    daemon?.kill('SIGTERM')
  }
}

/** Packages and build, each only when something changed since. */
async function prepare() {
  if (Number(process.versions.node.split('.', 1)[0]) < 20)
    throw new Error(`Node 20 or newer is needed; this is ${process.version}.`)
  if (!installed()) {
    // npm empties what a link leads to, which belongs to somebody else.
    if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
      throw new Error(
        'node_modules is a link, and what it leads to does not fit package-lock.json. Remove the link first.',
      )
    }
    await step('installing packages', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  }
  const sources = ['api-schema', 'daemon', 'clients', 'tsconfig.json', 'tsconfig.build.json'].map(newest)
  if (Math.max(...sources) > newest('dist/clients/cli.js')) await step('building', 'npm', ['run', '--silent', 'build'])
}

/** Is every package there in the version of the lock file? Times tell nothing: a checkout or a copy changes them. */
function installed() {
  const there = packagesOf('node_modules/.package-lock.json')
  return Object.entries(packagesOf('package-lock.json')).every(
    ([path, { version, optional, devOptional }]) =>
      path === '' || optional || devOptional || (there[path]?.version === version && existsSync(join(root, path))),
  )
}

function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages
  } catch {
    return {}
  }
}

async function show() {
  const { findDaemon } = await built('place.js')
  const { canConnect } = await built('start-daemon.js')
  const found = findDaemon()
  const runs = found !== undefined && (found.socket === undefined || (await canConnect(found.socket)))
  if (runs) console.log('A daemon already runs; this shows what it sees.\n')
  else await startDaemon()
  await ix('status')
  console.log('\n$ ix explore')
  const seen = await ix('explore')
  if (seen !== 0) await ix('apps')
  examples(await buttonToTry())
  if (daemon) console.log('\nCtrl-C stops the daemon.')
}

/** In a process group of its own: Ctrl-C reaches this program alone, which passes it on once. */
async function startDaemon() {
  const { readState, runtimeFolder } = await built('place.js')
  daemon = spawn(process.execPath, [join(root, 'dist/daemon/main.js'), ...quiet], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const folder = resolve(runtimeFolder())
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await new Promise((ready, fail) => {
    const look = () => readState(folder)?.pid === daemon.pid && ready()
    const watcher = watch(folder, look)
    look()
    daemon.once('exit', (code) => {
      watcher.close()
      fail(new Error(`The daemon ended with code ${code} before it was ready.`))
      process.exitCode = stopping ? 0 : (code ?? 1)
    })
  })
  daemon.removeAllListeners('exit')
  daemon.once('exit', (code) => process.exit(stopping ? 0 : (code ?? 1)))
}

/** There only after the build. */
function built(name) {
  return import(new URL(`../dist/clients/${name}`, import.meta.url).href)
}

/** Element to try the examples on: a button that the first exploration shows, at best a digit, which does no harm. */
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

/** Runs a long command; shows that it goes on, also where the output is no terminal. */
async function step(what, command, args) {
  const start = Date.now()
  console.log(`${what} …`)
  const timer = setInterval(() => console.log(`  ${what}, ${Math.round((Date.now() - start) / 1000)} s`), 5000)
  worker = spawn(command, args, { cwd: root, stdio: 'inherit' })
  const code = await ended(worker).finally(() => clearInterval(timer))
  if (stopping) throw new Error('stopped')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with code ${code}.`)
}

function ended(child) {
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done(code ?? 1))
  })
}

/** Time of the last change of a file, or of any TypeScript below a folder; 0 when there is none. */
function newest(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false })
  if (stats === undefined) return 0
  if (!stats.isDirectory()) return stats.mtimeMs
  const inside = readdirSync(join(root, path), { withFileTypes: true })
  const sources = inside.filter((entry) => entry.isDirectory() || entry.name.endsWith('.ts'))
  return Math.max(0, ...sources.map(({ name }) => newest(join(path, name))))
}

/** The first signal lets the daemon end in order; its exit ends this program. */
function stop() {
  if (daemon && daemon.exitCode === null) {
    daemon.kill('SIGTERM')
    if (!stopping) console.log('\nstopping …')
  } else {
    worker?.kill('SIGTERM')
    process.exit(0)
  }
  stopping = true
}
