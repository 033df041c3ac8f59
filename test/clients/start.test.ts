/** `npm start` on a built checkout and in an empty home: what it shows, whom it serves, and how it ends. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { copyOfBuilt } from '../fixtures/checkout.ts'
import { exitOf, type Home, ix, makeHome, run, stateOf } from '../fixtures/daemon/daemon.ts'
import { findChromium } from '../fixtures/find-chromium.mjs'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { isFew } from '../laws/law.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Where it neither finds anything to build nor builds under the feet of others. */
const copy = mkdtempSync(join(tmpdir(), 'ix-copy-'))
copyOfBuilt(copy)
t.teardown(() => rmSync(copy, { recursive: true, force: true }))

interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<number | null>
  readonly out: () => string
  readonly err: () => string
}

/** Returns when it has shown all. Without npm in reach. */
async function start(home: Home): Promise<Started> {
  const child = spawn(process.execPath, [join(copy, 'clients/start.mjs')], {
    env: home.env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const ended = exitOf(child)
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      out += chunk
      if (out.includes('Ctrl-C stops')) resolve()
    })
    child.stdout.once('close', resolve)
  })
  return { child, ended, out: () => out, err: () => err }
}

function emptyHome(t: Test, env: { readonly [name: string]: string } = {}): Home {
  const home = makeHome({ PATH: '', ...env })
  delete home.env.IX_REPLAY
  if (env.IX_PLATFORMS === undefined) delete home.env.IX_PLATFORMS
  t.teardown(() => home.remove())
  return home
}

// Each has a home of its own, and waits for processes.
t.jobs = 3

t.test('what it builds is what npm run build writes', { buffered: true }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ix-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'clients/build/build.mjs'), folder], {
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'))
  t.ok(files.length > 300)
  for (const file of files)
    t.equal(readFileSync(join(folder, file), 'utf8'), readFileSync(join(root, 'dist', file), 'utf8'), file)
})

// What is open on a Mac is seen from any home.
const skip = process.platform === 'darwin' && 'needs a system where nothing is open'

t.test('npm start, where nothing is open', { skip, buffered: true }, async (t) => {
  const home = emptyHome(t)
  const { child, ended, ...said } = await start(home)
  const [out, err] = [said.out(), said.err()]
  t.match(out, /There is nothing open here.*a recording.*nothing in it is real/, err)
  t.match(out, /ok +replay +plays replay\.org\.gnome\.Calculator/, err)
  t.match(out, /window: Calculator/)
  t.match(out, /\(recorded, revision \d+\)/)
  const { platforms } = JSON.parse((await ix(home, 'call', 'status')).out)
  t.equal(platforms.length, 1, 'a recording stands alone')
  const advice = /npx ix explore --any (\d)\n +npx ix expand (\d+)\n +npx ix click (\d+)\n/
  const [, digit = '', expanded = '', clicked = ''] = advice.exec(out) ?? []
  t.match((await ix(home, 'explore', '--any', digit)).out, `[${expanded}] button: ${digit}`)
  t.match((await ix(home, 'expand', expanded)).out, 'actions: AXPress')
  const told = (await ix(home, 'click', clicked)).out
  t.equal(/~ \[\d+\] textarea ="" → =(\d)/.exec(told)?.[1], digit, `what it advises works: ${told}`)
  t.match((await ix(home, 'apps')).out, /Calculator/, 'other terminals reach it')
  const second = await run(join(copy, 'clients/start.mjs'), [], home)
  t.match(second.out, /already running.*window: Calculator/s)
  t.equal(second.code, 0)
  child.kill('SIGINT')
  t.equal(await ended, 0)
  t.equal(stateOf(home), undefined, 'the daemon is gone')
})

t.test('the recording gives way to the first page that is asked for', { skip, buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const home = emptyHome(t, { IX_CHROMIUM: findChromium()! })
  const started = await start(home)
  const shown = JSON.parse((await ix(home, 'explore', '--json')).out)
  t.match((await ix(home, 'doctor')).out, /demonstration .*something real/)
  const server = createServer((_, response) => response.end('<!doctype html><button>Real</button>')).listen(
    0,
    '127.0.0.1',
  )
  t.teardown(() => server.close())
  await once(server, 'listening')
  t.match(await ix(home, 'agent', 'add', 'guest', '--scope', 'interact'), { code: 0 })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const went = await ix(home, '--agent', 'guest', 'navigate', url)
  t.match(went, { code: 0, out: /button: Real/ }, 'also to who may not do everything')
  t.notMatch(went.out, /recorded/)
  await until(() => started.out().includes('The recording has ended'), 'it is said where it was shown')
  const { platforms } = JSON.parse((await ix(home, 'call', 'status')).out)
  t.notOk(platforms.some(({ name }: { name: string }) => name === 'replay'))
  t.match(stateOf(home), { platforms: platforms.map(({ name }: { name: string }) => name) })
  t.notMatch((await ix(home, 'apps')).out, /Calculator/)
  t.match((await ix(home, 'expand', shown.elements[0].id)).err, /element_gone/)
  started.child.kill('SIGINT')
  t.equal(await started.ended, 0)
})

t.test('npm start shows no recording where something is open', { buffered: true }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const { child, ended, ...said } = await start(emptyHome(t, { IX_CDP: browser.httpUrl }))
  const [out, err] = [said.out(), said.err()]
  t.match(out, /ok +cdp/, err)
  t.notMatch(out, /record|Calculator/)
  child.kill('SIGINT')
  t.equal(await ended, 0)
})

t.test('nor where its owner chose what to look at', { buffered: true }, async (t) => {
  const { child, ended, ...said } = await start(emptyHome(t, { IX_PLATFORMS: 'cdp' }))
  const [out, err] = [said.out(), said.err()]
  t.match(out, /Nothing is open|No applications/, err)
  t.notMatch(out, /record|Calculator/)
  child.kill('SIGINT')
  t.equal(await ended, 0)
})

interface Running {
  readonly npm: ChildProcess
  readonly start: number
  readonly daemon: number
}

/** A real `npm start`, and the processes that come of it. */
async function npmStart(t: Test, cwd: string, home: Home): Promise<Running> {
  const npm = spawn('npm', ['start'], { cwd, env: home.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  const ended = exitOf(npm)
  let said = ''
  npm.stderr.on('data', (chunk) => {
    said += chunk
  })
  const shown = new Promise<void>((resolve) => {
    npm.stdout.on('data', (chunk) => {
      said += chunk
      if (said.includes('Ctrl-C stops')) resolve()
    })
  })
  await Promise.race([shown, ended.then((code) => Promise.reject(new Error(`npm ended with ${code}: ${said}`)))])
  const daemon = stateOf(home)!.pid
  const start = Number(ps(daemon, 'ppid'))
  t.teardown(() => {
    // Only where the test has failed is one of them there still.
    for (const pid of [npm.pid!, start, daemon]) if (runs(pid)) process.kill(pid, 'SIGKILL')
  })
  t.match(ps(start, 'args'), /start\.mjs/)
  t.equal(Number(ps(start, 'ppid')), npm.pid, 'no shell stands between them')
  return { npm, start, daemon }
}

function ps(pid: number, what: string): string {
  return spawnSync('ps', ['-o', `${what}=`, '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
}

/** One that has ended and whose end nobody has asked for is dead, too. */
function runs(pid: number): boolean {
  return /^[^Z]/.test(ps(pid, 'stat'))
}

async function gone(pids: readonly number[]): Promise<number[]> {
  for (let tries = 0; tries < 300 && pids.some(runs); tries++) await pause(100)
  return pids.filter(runs)
}

t.test('whatever ends npm, or what it runs, ends everything', { buffered: true }, async (t) => {
  if (spawnSync('npm', ['--version']).status !== 0) return t.pass('no npm', { skip: 'npm is not on the PATH' })
  const ways: readonly (readonly ['npm' | 'start', NodeJS.Signals])[] = [
    ['npm', 'SIGHUP'],
    ['npm', 'SIGKILL'],
    ['start', 'SIGKILL'],
    ['npm', 'SIGTERM'],
    ['npm', 'SIGINT'],
    ['start', 'SIGTERM'],
  ]
  t.jobs = 2
  // What npm does not pass on, and what nobody can take, in every run.
  for (const [whom, signal] of isFew ? ways.slice(0, 3) : ways) {
    t.test(`${signal} to ${whom === 'npm' ? 'npm' : 'start.mjs'}`, { buffered: true }, async (t) => {
      const home = makeHome()
      t.teardown(() => home.remove())
      const { npm, start, daemon } = await npmStart(t, copy, home)
      process.kill(whom === 'npm' ? npm.pid! : start, signal)
      t.same(await gone([npm.pid!, start, daemon]), [], 'nothing is left')
      t.equal(stateOf(home), undefined, 'the daemon has ended in order')
    })
  }
  t.test('Ctrl-C, which reaches all but the daemon', { buffered: true }, async (t) => {
    const home = makeHome()
    t.teardown(() => home.remove())
    const { npm, start, daemon } = await npmStart(t, copy, home)
    const ended = exitOf(npm)
    process.kill(-npm.pid!, 'SIGINT')
    t.equal(await ended, 0, 'as the daemon does when it is not hurried')
    t.same(await gone([npm.pid!, start, daemon]), [])
  })
})
