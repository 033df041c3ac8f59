import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { files, install, label, plistFor, start, status, stop, uninstall } from '../../clients/service/launchd.ts'
import { type Machine, stableNode } from '../../clients/service/machine.ts'
import { logs } from '../../clients/service/service.ts'

const odd = { home: '/Users/a & b', node: '/opt/<n>/node', path: '/usr/bin:/bin', run: '/Users/a & b/run' }

/** A launchd of the tests' own: what is loaded, and what it was told. */
function makeMachine(t: Test, home: string, code: (args: readonly string[]) => number = () => 0) {
  const told: string[] = []
  // A socket's path has to be short.
  const folder = mkdtempSync(join(tmpdir(), 'ix-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const run = join(folder, 'run')
  let loaded = false
  const machine: Machine = {
    ...odd,
    home,
    run,
    uid: 501,
    pause: async () => {
      told.push('pause')
    },
    manager: async (args) => {
      told.push(args.join(' '))
      const forced = code(args)
      if (forced !== 0) return { code: forced, said: 'Input/output error' }
      if (args[0] === 'bootstrap') loaded = true
      if (args[0] !== 'bootstrap' && !loaded) return { code: 113, said: 'Could not find service' }
      if (args[0] === 'bootout') loaded = false
      return { code: 0, said: '\tstate = running\n\tpid = 77\n\truns = 2\n\tlast exit code = 0\n' }
    },
  }
  return { machine, told }
}

t.test('the property list is one, with what launchd needs', async (t) => {
  const text = plistFor(odd)
  t.notMatch(text, /@[A-Z]+@|<!--/, 'nothing of the template is left')
  const script = 'import plistlib,json,sys;print(json.dumps(plistlib.loads(sys.stdin.buffer.read())))'
  const parsed = spawnSync('python3', ['-c', script], { input: text, encoding: 'utf8' })
  if (parsed.error !== undefined)
    return t.pass('no parser', { skip: 'no python3, whose plistlib reads property lists' })
  t.equal(parsed.status, 0, parsed.stderr)
  const plist = JSON.parse(parsed.stdout)
  t.match(plist, {
    Label: label,
    RunAtLoad: false,
    Sockets: { Listener: { SockPathName: `${odd.run}/ixd.sock`, SockPathMode: 0o600 } },
    KeepAlive: { SuccessfulExit: false, Crashed: true },
    ThrottleInterval: 10,
    ProcessType: 'Interactive',
    LimitLoadToSessionType: 'Aqua',
    EnvironmentVariables: { PATH: odd.path, IX_RUNTIME_DIR: odd.run },
    StandardErrorPath: files(odd.home).log,
  })
  t.equal(plist.ProgramArguments[0], odd.node)
  for (const path of plist.ProgramArguments) t.ok(isAbsolute(path), path)
  t.match(plist.ProgramArguments[1], /daemon\/platform\/ax\/launchd\/launchd-job\.js$/)
})

t.test('installed, looked at, stopped, started and removed', async (t) => {
  const home = t.testdir()
  const { machine, told } = makeMachine(t, home)
  const { plist, log } = files(home)
  t.same(await status(machine), { ok: true, text: 'not installed' })
  t.match(await start(machine), { ok: false, text: /service install/ })
  const long = join(home, 'x'.repeat(100))
  t.match(await install({ ...machine, run: long }), { ok: false, text: /too long for a socket/ })
  t.match(await install(machine), { ok: true, text: new RegExp(odd.node) })
  t.equal(statSync(machine.run).mode & 0o777, 0o700)
  t.equal(statSync(plist).mode & 0o777, 0o644)
  t.equal(readFileSync(plist, 'utf8'), plistFor(machine))
  t.match(told.at(-1), `bootstrap gui/501 ${plist}`)
  t.match(await status(machine), { text: /^running, pid 77, started 2 times, last exit code 0\n/ })
  t.match(await stop(machine), { ok: true })
  t.equal(told.at(-1), `kill SIGTERM gui/501/${label}`)
  t.match(await start(machine), { ok: false, text: /<n>\/node.* is gone.*service install/ }, 'an upgrade took it')
  const kept = { ...machine, node: process.execPath }
  t.match(await install(kept), { ok: true })
  t.match(await start(kept), { ok: true })
  t.equal(told.at(-1), `kickstart gui/501/${label}`)
  t.match(await install(machine), { ok: true }, 'again, in place of itself')
  t.match(logs(files(machine.home).log, 2), { text: new RegExp(log) })
  t.match(await uninstall(machine), { ok: true })
  t.notOk(existsSync(plist))
  t.same(await uninstall(machine), { ok: true, text: 'It was not installed.' })
  t.same(await stop(machine), { ok: true, text: 'It was not running.' })
})

t.test('what launchd refuses is told', async (t) => {
  const { machine } = makeMachine(t, t.testdir(), (args) => (args[0] === 'bootstrap' ? 5 : 0))
  t.match(await install(machine), { ok: false, text: /launchd rejected .*: Input\/output error/ })
})

t.test('an agent that still ends is waited for, and loaded again where launchd is not ready', async (t) => {
  const left = { print: 3, bootstrap: 2 }
  const home = t.testdir()
  const { machine, told } = makeMachine(t, home, ([word]) => {
    if (word === 'bootout') return 36
    if (word === 'print') return left.print-- > 0 ? 0 : 113
    return word === 'bootstrap' && left.bootstrap-- > 0 ? 5 : 0
  })
  const loaded = {
    ...machine,
    manager: async (args: readonly string[]) => {
      const answer = await machine.manager(args)
      return args[0] === 'print' && left.print >= 0 ? { code: 0, said: '' } : answer
    },
  }
  t.match(await install(loaded), { ok: true })
  const words = told.map((line) => line.split(' ')[0])
  t.same(words, [
    ...['bootout', 'print', 'pause', 'print', 'pause', 'print', 'pause', 'print'],
    ...['bootstrap', 'pause', 'bootstrap', 'pause', 'bootstrap'],
  ])
})

t.test('a path of node is preferred that outlives its upgrades', async (t) => {
  const home = t.testdir({ Cellar: { node: { '22.1.0': { node: '' } } }, bin: {}, other: { node: '' } })
  const real = join(home, 'Cellar/node/22.1.0/node')
  const link = join(home, 'bin/node')
  symlinkSync(real, link)
  t.equal(stableNode(real, `relative:${home}/none:${home}/other:${dirname(real)}:${home}/bin`), link)
  t.equal(stableNode(real, `${home}/other`), real, 'only if there is none')
})

t.test('what is called at a socket of launchd that nothing can serve is told at once', async (t) => {
  const home = t.testdir()
  const { machine } = makeMachine(t, home)
  t.match(await install(machine), { ok: true })
  const server = createServer().listen(join(machine.run, 'ixd.sock'))
  t.teardown(() => server.close())
  await once(server, 'listening')
  const module = fileURLToPath(new URL('../../clients/reach/start-daemon.ts', import.meta.url))
  const code = `import(${JSON.stringify(module)}).then((m) => m.startDaemon()).catch((e) => console.log(e.message))`
  const { stdout } = spawnSync(process.execPath, [...process.execArgv, '-e', code], {
    env: { ...process.env, HOME: home, IX_RUNTIME_DIR: machine.run },
    encoding: 'utf8',
  })
  t.match(stdout, /launchd cannot start the daemon: .*<n>\/node.* is gone\. Run `ix service install`/)
})

t.test('the log is told by its end', async (t) => {
  const home = t.testdir({ Library: { Logs: { ix: { 'ixd.log': 'a\nb\nc\n' } } } })
  t.equal(logs(files(home).log, 2).text, 'b\nc')
})

t.test('the command says what it is for', async (t) => {
  const { service } = await import('../../clients/service/service.ts')
  await t.rejects(service(['restart']), { message: /^Usage: ix service install/ })
  await t.rejects(service(['start', 'now']), { message: /^Usage/ })
})
