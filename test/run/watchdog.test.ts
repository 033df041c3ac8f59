/** A daemon whose event loop stands still ends, and the next one starts; one that only waits for its machine lives on. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import t, { type Test } from 'tap'
import { ixdFile, makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { answerOf, get, ready } from '../fixtures/daemon/folder.ts'

t.setTimeout(300_000)
// Each waits for its own process.
t.jobs = 3

function begin(t: Test, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  t.teardown(() => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  return { child, ended, out: text(child.stdout!), err: text(child.stderr!) }
}

/** What `status` asks of the process never answers once it has been told to. */
const planted = `data:text/javascript,import{writeSync}from"node:fs";process.on("SIGUSR2",()=>{
  process.memoryUsage=()=>{writeSync(2,"now it stands\\n");for(;;);};writeSync(2,"planted\\n")})`

t.test('a loop that stands still', async (t) => {
  const at = makeHome()
  t.teardown(() => at.remove())
  const { child, ended, err } = begin(t, ['--import', planted, ixdFile], at.env)
  const says = (words: string) =>
    new Promise<void>((resolve) => child.stderr!.on('data', (part) => String(part).includes(words) && resolve()))
  await ready(child, at)
  const isPlanted = says('planted')
  child.kill('SIGUSR2')
  await isPlanted
  const socketPath = join(at.folder, 'ixd.sock')
  const headers = { 'content-type': 'application/json', 'ix-session': 'stuck-1' }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'status' })
  const stands = says('now it stands')
  const asked = t.rejects(answerOf({ socketPath, path: '/rpc', method: 'POST', agent: false, headers }, body))
  await stands
  child.kill('SIGTERM')
  t.equal(await ended, 'SIGVTALRM', 'it ends, told to or not')
  await asked
  const line = (await err).split('\n').find((one) => one.includes('stands still'))
  t.match(JSON.parse(line ?? '{}'), { level: 'error', calls: [{ method: 'status', session: 'stuck-1' }] })
  const next = await startDaemon(at)
  t.equal((await get(socketPath)).status, 200, 'what it left is in nobody’s way')
  t.equal(await stopDaemon(next), 0)
})

t.test('what does not compute is waited for', async (t) => {
  const module = (name: string) => JSON.stringify(pathToFileURL(join(ixdFile, '../run', name)).href)
  const script = `
    const { VitalSigns } = await import(${module('vital-signs.js')})
    const { startWatchdog } = await import(${module('watchdog.js')})
    const signs = new VitalSigns()
    startWatchdog(signs, console, { stillMs: 300, endMs: 60_000 })
    while (signs.beats < 2) await new Promise((resolve) => setTimeout(resolve, 20))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4000)
    process.stdout.write('it has waited', () => { for (;;); })`
  const { ended, out, err } = begin(t, ['--input-type=module', '-e', script], process.env)
  t.equal(await ended, 'SIGVTALRM')
  t.equal(await out, 'it has waited', await err)
})

t.test('a daemon that does not end when it is told to is ended', async (t) => {
  const at = makeHome()
  t.teardown(() => at.remove())
  const stuck = 'process.on("SIGTERM",()=>{Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)})'
  // After the daemon's own.
  const planted = `data:text/javascript,process.on("SIGUSR2",()=>{${stuck};process._rawDebug("planted")})`
  const { child, ended } = begin(t, ['--import', planted, ixdFile], at.env)
  await ready(child, at)
  const isPlanted = new Promise<void>((resolve) =>
    child.stderr!.on('data', (part) => String(part).includes('planted') && resolve()),
  )
  child.kill('SIGUSR2')
  await isPlanted
  child.kill('SIGTERM')
  t.equal(await ended, 'SIGVTALRM')
})
