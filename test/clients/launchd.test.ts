import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import t, { type Test } from 'tap'
import {
  files,
  install,
  label,
  logs,
  type Machine,
  plistFor,
  start,
  status,
  stop,
  uninstall,
} from '../../clients/launchd.ts'

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
    launchctl: async (args) => {
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
  t.match(plist.ProgramArguments[1], /daemon\/platform\/ax\/launchd-job\.js$/)
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
  t.match(await start(machine), { ok: true })
  t.equal(told.at(-1), `kickstart gui/501/${label}`)
  t.match(await install(machine), { ok: true }, 'again, in place of itself')
  t.match(logs(machine, 2), { text: new RegExp(log) })
  t.match(await uninstall(machine), { ok: true })
  t.notOk(existsSync(plist))
  t.same(await uninstall(machine), { ok: true, text: 'It was not installed.' })
  t.same(await stop(machine), { ok: true, text: 'It was not running.' })
})

t.test('what launchd refuses is told', async (t) => {
  const { machine } = makeMachine(t, t.testdir(), (args) => (args[0] === 'bootstrap' ? 5 : 0))
  t.match(await install(machine), { ok: false, text: /did not take .*: Input\/output error/ })
})

t.test('the log is told by its end', async (t) => {
  const home = t.testdir({ Library: { Logs: { ix: { 'ixd.log': 'a\nb\nc\n' } } } })
  t.equal(logs({ home }, 2).text, 'b\nc')
})

t.test('the command says what it is for', async (t) => {
  const { service } = await import('../../clients/service.ts')
  await t.rejects(service(['restart']), { message: /^Usage: ix service install/ })
  await t.rejects(service(['start', 'now']), { message: /^Usage/ })
  if (process.platform !== 'darwin') await t.rejects(service(['status']), { message: /systemd comes later/ })
})
