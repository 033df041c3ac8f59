/** The browser that the daemon starts: nobody else can reach it, it ends with the daemon, and leaves nothing. */
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { CdpPlatform } from '../../../daemon/platform/cdp/cdp.ts'
import { openLog } from '../../../daemon/run/log.ts'
import { clientOf } from '../../e2e/client.ts'
import { type Home, makeHome, startDaemon, stopDaemon } from '../../fixtures/daemon/daemon.ts'
import { openWorld } from '../../fixtures/daemon/world.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'

if (!chromiumOrSkip(t)) process.exit(0)

/** Another user, of whom every system knows. */
const nobody = 65534
const linuxOnly = process.platform === 'linux' ? false : 'reads /proc, which only Linux has'

/** A folder for temporary files of the daemons of one test. */
function temporary(t: Test): string {
  const folder = mkdtempSync(join(tmpdir(), 'ix-tmp-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }))
  return folder
}

function homeIn(t: Test, folder: string): Home {
  const chromium = process.env.IX_CHROMIUM
  const home = makeHome({
    IX_PLATFORMS: 'cdp',
    TMPDIR: folder,
    ...(chromium !== undefined && { IX_CHROMIUM: chromium }),
  })
  t.teardown(() => home.remove())
  return home
}

async function started(t: Test, home: Home) {
  const daemon = await startDaemon(home)
  t.teardown(() => stopDaemon(daemon))
  return { daemon, ...clientOf(home) }
}

const profiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('ix-'))

interface Running {
  readonly pid: number
  readonly parent: number
  readonly command: string
}

function processes(): Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const [, parent] = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? []
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return [{ pid: Number(name), parent: Number(parent), command }]
    } catch {
      return []
    }
  })
}

/** All that it started, and what these did. */
function below(pid: number, all = processes()): Running[] {
  return all.filter(({ parent }) => parent === pid).flatMap((one) => [one, ...below(one.pid, all)])
}

const isThere = (pid: number) => processes().some((one) => one.pid === pid && one.command !== '')

/** Ports on which these processes listen. */
function portsOf(pids: readonly number[]): string[] {
  const sockets = new Set(
    pids.flatMap((pid) => {
      try {
        return readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
          try {
            return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
          } catch {
            return []
          }
        })
      } catch {
        return []
      }
    }),
  )
  return ['tcp', 'tcp6'].flatMap((table) => {
    if (!existsSync(`/proc/net/${table}`)) return []
    return readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .flatMap((words) => (words[3] === '0A' && sockets.has(words[9]!) ? [words[1]!] : []))
  })
}

t.test('nobody else can reach it', { skip: linuxOnly }, async (t) => {
  const folder = temporary(t)
  const { call, daemon } = await started(t, homeIn(t, folder))
  t.match(await call('navigate', { url: 'data:text/html,<title>Mine</title>' }), { title: 'Mine' })
  const all = below(daemon.pid!)
  t.ok(all.length > 2, 'the browser and its processes')
  t.ok(all.some(({ command }) => command.includes('--remote-debugging-pipe')))
  t.same(
    all.filter(({ command }) => command.includes('--remote-debugging-port')),
    [],
  )
  t.same(portsOf(all.map(({ pid }) => pid)), [], 'it listens nowhere')
  t.equal(portsOf([daemon.pid!]).length, 1, 'as the daemon does')
  const [name, ...others] = profiles(folder)
  t.match(name, /^ix-browser-/)
  t.same(others, [])
  t.equal(lstatSync(join(folder, name!)).mode & 0o777, 0o700)
  t.notOk(existsSync(join(folder, name!, 'data/DevToolsActivePort')))
  await stopDaemon(daemon)
  t.same(profiles(folder), [], 'the profile goes with it')
  await until(() => !all.some(({ pid }) => isThere(pid)), 'all processes have ended')
})

t.test('a daemon that is killed', { skip: linuxOnly }, async (t) => {
  const folder = temporary(t)
  const other = await started(t, homeIn(t, folder))
  await other.call('navigate', { url: 'data:text/html,<title>Other</title>' })
  const [othersProfile] = profiles(folder)
  const busy = 'setTimeout(() => { for (;;); })'
  const states: { readonly [state: string]: string | undefined } = { idle: undefined, busy }
  for (const [state, script] of Object.entries(states)) {
    await t.test(`${state} page: the browser ends, and the next start removes the profile`, async (t) => {
      const home = homeIn(t, folder)
      const { daemon, call, fail } = await started(t, home)
      await call('navigate', { url: 'data:text/html,<title>Left</title><button>b</button>' })
      if (script !== undefined) {
        await call('evaluate', { script })
        t.match(await fail('evaluate', { script: '1' }), { data: { name: 'unresponsive' } })
      }
      const all = below(daemon.pid!)
      t.ok(all.length > 2)
      daemon.kill('SIGKILL')
      await once(daemon, 'exit')
      await until(() => !all.some(({ pid }) => isThere(pid)), 'all processes have ended')
      t.equal(profiles(folder).length, 2)
      const next = await started(t, home)
      await until(() => profiles(folder).length === 1, 'the profile is removed')
      t.same(profiles(folder), [othersProfile], "and not that of another's")
      await stopDaemon(next.daemon)
    })
  }
  await t.test('and that is started again before the browser has ended', async (t) => {
    const home = homeIn(t, folder)
    const { daemon, call } = await started(t, home)
    await call('navigate', { url: 'data:text/html,<title>Left</title>' })
    const [browser] = below(daemon.pid!)
    process.kill(browser!.pid, 'SIGSTOP')
    daemon.kill('SIGKILL')
    await once(daemon, 'exit')
    const next = await started(t, home)
    t.match(await next.call('navigate', { url: 'data:text/html,<title>Next</title>' }), { title: 'Next' })
    await until(() => !isThere(browser!.pid), 'one that hangs is killed')
    await until(() => profiles(folder).length === 2, 'its profile is removed')
  })
  t.match(await other.call('tabs'), { tabs: [{ title: 'Other' }] }, 'the other is untouched')
})

t.test('what is not provably left by a daemon stays', { skip: linuxOnly }, async (t) => {
  const folder = temporary(t)
  const kept = join(folder, 'kept')
  const names = [
    'ix-browser-aaaaaa',
    'ix-browser-bbbbbb',
    'ix-browser-cccccc',
    'ix-browser-dddddd',
    'ix-browser-7 long',
  ]
  const [linked, open, file, living, strange] = names.map((name) => join(folder, name)) as [string, ...string[]]
  mkdirSync(kept, { mode: 0o700 })
  symlinkSync(kept, linked)
  mkdirSync(open!, { mode: 0o755 })
  writeFileSync(file!, '')
  mkdirSync(living!, { mode: 0o700 })
  mkdirSync(strange!, { mode: 0o700 })
  const owner = createServer()
  owner.listen(join(living!, 'owner'))
  await once(owner, 'listening')
  t.teardown(() => owner.close())
  const left = join(folder, 'ix-browser-eeeeee')
  mkdirSync(join(left, 'data'), { recursive: true, mode: 0o700 })
  if (process.getuid?.() === 0) {
    const anothers = join(folder, 'ix-browser-ffffff')
    names.push('ix-browser-ffffff')
    mkdirSync(anothers, { mode: 0o700 })
    chownSync(anothers, nobody, nobody)
  } else t.comment("another user's folder: needs root")
  await started(t, homeIn(t, folder))
  await until(() => !existsSync(left), 'the one that is left is removed')
  t.same(readdirSync(folder).sort(), [...names, 'kept'].sort())
})

t.test('it ends by itself: the daemon notices, and starts another', { skip: linuxOnly }, async (t) => {
  const folder = temporary(t)
  const { call, daemon } = await started(t, homeIn(t, folder))
  await call('navigate', { url: 'data:text/html,<title>First</title>' })
  const all = below(daemon.pid!)
  const [before] = profiles(folder)
  process.kill(all[0]!.pid, 'SIGKILL')
  await until(() => !all.some(({ pid }) => isThere(pid)), 'all processes have ended')
  await until(() => !existsSync(join(folder, before!)), 'the profile is removed')
  t.same((await call('tabs')).tabs, [])
  t.match(await call('navigate', { url: 'data:text/html,<title>Second</title>' }), { title: 'Second' })
  t.equal((await call('tabs')).tabs.length, 1)
})

t.test('it cannot be started', async (t) => {
  const before = process.env.IX_CHROMIUM
  t.teardown(() => {
    if (before === undefined) delete process.env.IX_CHROMIUM
    else process.env.IX_CHROMIUM = before
  })
  const broken = join(t.testdir(), 'broken')
  writeFileSync(broken, '#!/bin/sh\necho "no display here" >&2\nexit 3\n', { mode: 0o755 })
  process.env.IX_CHROMIUM = broken
  const world = openWorld(t, [new CdpPlatform({ urls: [], headless: true, log: openLog('silent') })])
  t.match(await world.fail('navigate', { url: 'about:blank' }), {
    name: 'unresponsive',
    message: /it ended with 3: no display here\.$/,
  })
  t.same((await world.call('tabs')).tabs, [])
})
