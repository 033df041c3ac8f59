/** Faults of a Linux desktop, by chance: applications that hang and die, the accessibility bus, the session bus, the X server. */
import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import { type Client, clientOf } from '../e2e/client.ts'
import { makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { type Desktop, desktopOrSkip, startDesktop } from '../fixtures/desktop/desktop.ts'
import { again } from '../fixtures/until.ts'
import { minutes } from '../laws/law.ts'
import { expect, soak, type Trial } from './trial.ts'

t.setTimeout(600_000 + 240_000 * minutes)

const calculator = { scope: 'application', bundleId: 'org.gnome.Calculator', limit: 5 }
const recorded = { scope: 'application', bundleId: 'replay.calculator', limit: 3 }

interface There extends Client {
  readonly desktop: Desktop
  readonly pid: number
}

/** A desktop and a daemon of its own: what is broken here stays broken. */
async function withDesktop(work: (there: There) => Promise<number>): Promise<number> {
  const desktop = await startDesktop(undefined, ['gnome-calculator'])
  const home = makeHome({ ...desktop.env, IX_PLATFORMS: 'replay,atspi' })
  const daemon = await startDaemon(home)
  try {
    const client = clientOf(home)
    await again(() => client.call('explore', calculator))
    const cases = await work({ ...client, desktop, pid: daemon.pid! })
    expect(daemon.exitCode === null && daemon.signalCode === null, 'it is the same daemon')
    return cases
  } finally {
    await stopDaemon(daemon)
    home.remove()
    await desktop.end()
  }
}

/** The program of this name that the test started. */
function startedHere(name: string): number {
  const found = readdirSync('/proc').find((pid) => {
    try {
      const { 1: parent } = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
      return Number(parent) === process.pid && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === name
    } catch {
      return false
    }
  })
  if (found === undefined) throw new Error(`no ${name} was started here`)
  return Number(found)
}

const named = new Set(['unresponsive', 'timeout', 'app_not_found', 'element_gone', 'unsupported_here', 'not_found'])

/** An application that is away is told by name, and what needs no desktop goes on. */
async function isTold({ fail, call }: Client): Promise<void> {
  const failed = fail('explore', { ...calculator, freshness: 'fresh', timeoutMs: 3000 })
  // Where it does not fail, that may be known before the others are done.
  failed.catch(() => {})
  for (let turn = 0; turn < 5; turn++) await call('explore', recorded)
  const { data } = await failed
  expect(named.has(data.name), 'it is named', data)
}

const trials: readonly Trial[] = [
  {
    rows: ['L1'],
    says: 'an application of the desktop hangs (SIGSTOP): told by name, others are read, and it is read when it goes on',
    attempt: () =>
      withDesktop(async (there) => {
        const [application] = there.desktop.applications
        application!.program.signal('SIGSTOP')
        try {
          await isTold(there)
        } finally {
          application!.program.signal('SIGCONT')
        }
        await again(() => there.call('explore', { ...calculator, freshness: 'fresh' }))
        return 1
      }),
  },
  {
    rows: ['L2', 'L3'],
    says: 'an application of the desktop is killed while it is read, and started again: old ids are gone, the new one is read',
    attempt: (dice) =>
      withDesktop(async (there) => {
        const { call, fail, desktop } = there
        const { outline = '' } = await call('explore', { ...calculator, format: 'outline' })
        const ids = [...outline.matchAll(/\[(\d+)\]/g)].map(([, id]) => id!)
        const [application] = desktop.applications
        const reading = call('explore', { ...calculator, freshness: 'fresh' }).catch(() => undefined)
        application!.program.signal('SIGKILL')
        await reading
        await application!.program.gone
        const { data } = await fail('interact', { elementId: dice.oneOf(ids), action: 'click' })
        expect(named.has(data.name), 'it is gone', data)
        await application!.end()
        await desktop.start('gnome-calculator')
        await again(() => call('explore', calculator))
        return 1
      }),
  },
  {
    rows: ['L17'],
    says: 'session bus or X server of the desktop is killed: told by name, and what needs no desktop goes on',
    attempt: (dice) =>
      withDesktop(async (there) => {
        process.kill(startedHere(dice.oneOf(['dbus-daemon', 'Xvfb'])), 'SIGKILL')
        // What runs on it ends a little later.
        await again(() => isTold(there))
        expect((await there.call('status')).pid === there.pid, 'the daemon lives')
        return 1
      }),
  },
]

t.test('a desktop', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator'])) return
  await soak(t, 'desktop', trials)
})
