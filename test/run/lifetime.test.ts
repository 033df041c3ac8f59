/** Real daemons: what they survive, and how they end. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { exitOf, type Home, ixdFile, makeHome, run, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { answerOf, get, halfRequest, ready } from '../fixtures/daemon/folder.ts'
import { noSmallDisk, smallDisk } from '../fixtures/small-disk.ts'
import { until } from '../fixtures/until.ts'

function home(t: Test, extra: { readonly [name: string]: string } = {}): Home {
  const made = makeHome(extra)
  t.teardown(() => made.remove())
  return made
}

t.test('stderr that is full, closed or stuck', async (t) => {
  const batch = JSON.stringify(
    Array.from({ length: 50 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'nothing_of_the_kind'.repeat(3) })),
  )
  const load = async (socketPath: string, batches: number) => {
    for (let i = 0; i < batches; i += 1) await answerOf({ socketPath, path: '/rpc', agent: false }, batch)
  }
  for (const [what, redirect, batches] of [
    ['full', '2>/dev/full', 5],
    ['closed', '2>&-', 5],
    ['stuck', '', 60],
  ] as const) {
    const at = home(t, { IX_LOG_LEVEL: 'debug' })
    const script = `exec "$0" "$1" ${redirect}`
    const stdio = ['ignore', 'ignore', 'pipe'] as const
    const child = spawn('/bin/sh', ['-c', script, process.execPath, ixdFile], { env: at.env, stdio: [...stdio] })
    t.teardown(() => child.kill('SIGKILL'))
    await ready(child, at)
    const path = join(at.folder, 'ixd.sock')
    await load(path, batches)
    const health = await get(path)
    t.equal(health.status, 200, what)
    if (what === 'full') t.ok((health.json.logDropped as number) > 0, 'lost lines are counted')
    const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
    child.kill('SIGTERM')
    t.match(await ended, what === 'stuck' ? /^(0|SIGKILL)$/ : /^0$/, `${what}: it ends`)
    t.notOk(existsSync(path))
  }
})

t.test(
  'too few files',
  { skip: process.platform !== 'linux' && 'only Linux tells how many there may be' },
  async (t) => {
    const at = home(t)
    for (const most of [64, 255]) {
      const script = `ulimit -n ${most}; exec "$0" "$1"`
      const child = spawn('/bin/sh', ['-c', script, process.execPath, ixdFile], {
        env: at.env,
        stdio: ['ignore', 1, 'pipe'],
      })
      const [said, code] = await Promise.all([text(child.stderr!), exitOf(child)])
      t.equal(code, 78)
      t.match(said, new RegExp(`^ixd: it may have only ${most} files open .*\\nRaise .*\\n$`))
    }
    const script = 'ulimit -n 256; exec "$0" "$1"'
    const child = spawn('/bin/sh', ['-c', script, process.execPath, ixdFile], {
      env: at.env,
      stdio: ['ignore', 1, 'pipe'],
    })
    t.teardown(() => child.kill('SIGKILL'))
    await ready(child, at)
    t.equal((await get(join(at.folder, 'ixd.sock'))).status, 200, 'the least it says is enough')
    t.equal(await stopDaemon(child), 0)
  },
)

t.test('the end', async (t) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const at = home(t)
    const child = await startDaemon(at)
    const ended = exitOf(child)
    const { socket, finish } = await halfRequest(at)
    child.kill(signal)
    await until(() => !existsSync(join(at.folder, 'state.json')), 'the state file is removed')
    t.equal(child.exitCode, null, 'it waits for what runs')
    finish()
    t.match(await text(socket), /^HTTP\/1\.1 200[\s\S]*"result"/, `${signal}: what ran was answered`)
    t.equal(await ended, 0)
  }
  const at = home(t)
  const child = await startDaemon(at)
  const ended = exitOf(child)
  const { socket } = await halfRequest(at)
  socket.on('error', () => {})
  child.kill('SIGTERM')
  await until(() => !existsSync(join(at.folder, 'state.json')), 'the state file is removed')
  child.kill('SIGTERM')
  t.equal(await ended, 1, 'a second signal does not wait')
  t.same(readdirSync(at.folder), ['run.1'])
})

t.test('what nobody caught ends it, cleanly and without telling texts', async (t) => {
  for (const plant of ['throw new TypeError("secret")', 'Promise.reject(new RangeError("secret"))']) {
    const at = home(t)
    const planted = `data:text/javascript,process.on("SIGUSR2",()=>{${encodeURIComponent(plant)}})`
    const child = spawn(process.execPath, ['--import', planted, ixdFile], {
      env: at.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const err = text(child.stderr!)
    await ready(child, at)
    const ended = exitOf(child)
    child.kill('SIGUSR2')
    t.equal(await ended, 1)
    t.match(await err, /"level":"error".*"type":"(TypeError|RangeError)"/)
    t.notMatch(await err, /secret"/)
    t.same(readdirSync(at.folder), ['run.1'], 'nobody is led to a dead daemon')
  }
})

t.test('a runtime folder that is full', { skip: noSmallDisk }, async (t) => {
  const disk = smallDisk('16k')
  if (disk === undefined) return t.comment('no file system can be mounted here')
  t.teardown(() => disk.remove())
  const at = home(t, { IX_RUNTIME_DIR: disk.folder })
  disk.fill()
  const { code, err } = await run(ixdFile, [], at)
  t.equal(code, 78)
  t.match(err, /cannot be written \(ENOSPC\)\.\nFree disk space/, 'a sentence, and what to do')
  t.notMatch(err, /\n {4}at /, 'no stack trace')
  t.same(readdirSync(disk.folder).sort(), ['ballast', 'run.1'], 'nothing half written is left')
  disk.free()
  const child = await startDaemon({ ...at, folder: disk.folder })
  disk.fill()
  t.equal((await get(join(disk.folder, 'ixd.sock'))).status, 200, 'one that runs goes on')
  t.equal(await stopDaemon(child), 0)
})
