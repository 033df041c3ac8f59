/** The units of `ix service` on Linux, read by systemd itself, and a daemon on the socket that systemd opened. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Machine } from '../../clients/service/machine.ts'
import {
  brokenService,
  files,
  install,
  start,
  status,
  stop,
  uninstall,
  unitFor,
} from '../../clients/service/systemd.ts'
import { exitOf, ix, ixdFile, makeHome, stateOf } from '../fixtures/daemon/daemon.ts'
import { programOrSkip } from '../fixtures/program-or-skip.ts'
import { until } from '../fixtures/until.ts'

const units = ['ixd.socket', 'ixd.service'] as const

/** A manager of the tests' own, that notes what it is told. */
function makeMachine(t: Test, code: (args: readonly string[]) => number = () => 0) {
  const base = mkdtempSync(join(tmpdir(), 'ix-'))
  t.teardown(() => rmSync(base, { recursive: true }))
  const told: string[] = []
  const home = join(base, 'a home & 100% $more')
  mkdirSync(home)
  const machine: Machine = {
    home,
    uid: process.getuid?.() ?? 0,
    run: join(base, 'run'),
    node: process.execPath,
    path: '/usr/bin:/bin',
    pause: async () => {},
    manager: async (args) => {
      told.push(args.join(' '))
      const forced = code(args)
      const said = args[0] === 'show' ? 'ActiveState=active\nMainPID=77\nNRestarts=2\nResult=success' : 'Access denied'
      return { code: forced, said }
    },
  }
  return { machine, told }
}

t.test('systemd finds nothing wrong with the units, whatever the paths are', async (t) => {
  if (!programOrSkip(t, 'systemd-analyze')) return
  const folder = mkdtempSync(join(tmpdir(), 'ix-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const plain = { home: '/home/a', node: process.execPath, path: '/usr/bin:/bin', run: '/run/user/7/ix' }
  const odd = { ...plain, home: '/home/a b', path: '/usr/bin:/opt/100%/"q"/$HOME', run: '/home/a b/100%/run' }
  for (const machine of [plain, odd]) {
    for (const unit of units) {
      const text = unitFor(unit, machine)
      t.notMatch(text, /@[A-Z]+@/, 'nothing of the template is left')
      writeFileSync(join(folder, unit), text)
    }
    const paths = units.map((unit) => join(folder, unit))
    const { status, stderr } = spawnSync('systemd-analyze', ['--user', 'verify', '--man=no', ...paths], {
      encoding: 'utf8',
      env: { ...process.env, XDG_RUNTIME_DIR: folder },
    })
    const ours = stderr.split('\n').filter((line) => line.includes('ixd.'))
    t.same(ours, [], `systemd-analyze ends with ${status}`)
  }
})

t.test('installed, started, stopped and removed', async (t) => {
  const { machine, told } = makeMachine(t)
  const { folder, log } = files(machine.home)
  t.match(await status(machine), { ok: true, text: 'not installed' })
  t.match(await start(machine), { ok: false, text: /not installed/ })
  t.match(await install(machine), { ok: true, text: /installed: .*ixd\.socket/ })
  t.same(told, ['daemon-reload', 'enable --now ixd.socket'])
  for (const unit of units) t.ok(existsSync(join(folder, unit)))
  t.equal(statSync(machine.run).mode & 0o777, 0o700)
  t.ok(existsSync(join(log, '..')))
  t.equal(brokenService(machine), undefined)
  t.match(await start(machine), { ok: true, text: 'started' })
  t.match(await status(machine), { ok: true, text: /^active, pid 77, started again 2 times after a crash\n/ })
  t.match(await stop(machine), { ok: true, text: /next call/ })
  t.equal(told.at(-1), 'stop ixd.service')
  t.match(await install(machine), { ok: true }, 'again')
  t.match(await uninstall(machine), { ok: true, text: /removed/ })
  for (const unit of units) t.notOk(existsSync(join(folder, unit)))
  t.match(await uninstall(machine), { ok: true, text: 'It was not installed.' })
})

t.test('what goes wrong is said', async (t) => {
  const { machine } = makeMachine(t, ([word]) => (word === 'enable' ? 1 : 0))
  t.match(await install(machine), { ok: false, text: /systemctl --user refused: Access denied/ })
  const file = join(files(machine.home).folder, 'ixd.service')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ExecStart=\S+/m, 'ExecStart="/gone 100%%/node"'))
  t.match(brokenService(machine), /\/gone 100%\/node, which .* is gone/)
  t.match(await start(machine), { ok: false, text: /is gone.*ix service install/s })
  t.equal(brokenService({ ...machine, run: '/elsewhere' }), undefined, 'a service of another folder is not in the way')
})

t.test('a daemon on a socket that systemd opened', async (t) => {
  if (!programOrSkip(t, 'systemd-socket-activate')) return
  const home = makeHome()
  t.teardown(() => home.remove())
  const socket = join(home.folder, 'ixd.sock')
  const variables = Object.keys(home.env).map((name) => `--setenv=${name}`)
  const listener = spawn('systemd-socket-activate', [`--listen=${socket}`, ...variables, process.execPath, ixdFile], {
    env: home.env,
    stdio: 'ignore',
  })
  const ended = exitOf(listener)
  t.teardown(() => listener.kill('SIGKILL'))
  await until(() => existsSync(socket), 'it listens')
  t.equal(stateOf(home), undefined, 'nothing runs before the first call')
  t.match(await ix(home, 'apps'), { code: 0, out: /Calculator/ })
  t.equal(stateOf(home)?.pid, listener.pid, 'the process that systemd started serves')
  t.match(await ix(home, 'stop'), { code: 0, out: /stopped/ })
  t.equal(await ended, 0)
})
