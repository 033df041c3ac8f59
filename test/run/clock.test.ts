/** A wall clock that is set while the daemon runs, by an hour, back by a day, past 2038: what it keeps lasts as long as it would have. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { clientOf } from '../e2e/client.ts'
import { makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { sessionOf } from '../soak/tabs.ts'

const source = fileURLToPath(new URL('../fixtures/clock/wall.c', import.meta.url))
const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).error === undefined)
const skip =
  process.platform !== 'linux'
    ? 'needs Linux, to stand before its C library'
    : compiler === undefined && process.env.CI !== 'true'
      ? 'needs a C compiler: install gcc'
      : false

const hour = 3600
const app = { scope: 'application', bundleId: 'replay.calculator' }

t.test('a clock that is set', { skip }, async (t) => {
  const home = makeHome()
  const library = join(home.folder, '..', 'wall.so')
  const clock = join(home.folder, '..', 'clock')
  const { status, stderr } = spawnSync(compiler!, ['-O1', '-fPIC', '-shared', source, '-o', library, '-ldl'], {
    encoding: 'utf8',
  })
  t.equal(status, 0, stderr)
  const set = (seconds: number) => writeFileSync(clock, String(seconds))
  set(0)
  Object.assign(home.env, { LD_PRELOAD: library, WALL_CLOCK: clock })
  let daemon = await startDaemon(home)
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
  })
  const mine = sessionOf(home, 'mine')
  const other = sessionOf(home, 'other')
  await mine('lease', { action: 'take', bundleId: 'replay.calculator', purpose: 'adding up', ttl: '10m' })
  const press = {
    find: { ...app, filter: { identifierContains: 'digit-8' } },
    action: 'click',
    idempotencyKey: 'once-and-no-more',
  }
  const pressed = await mine('interact', press)
  t.equal(pressed.error, undefined, JSON.stringify(pressed.error))
  const { revision } = await mine('explore', app)

  for (const seconds of [hour, -25 * hour, (2039 - 1970) * 365.25 * 24 * hour - Math.floor(Date.now() / 1000), 0]) {
    set(Math.round(seconds))
    const by = `by ${Math.round(seconds / hour)} h`
    const { cursor } = await mine('explore', { ...app, limit: 3 })
    const locked = await other('interact', { ...press, idempotencyKey: `other-${seconds}` })
    t.equal(locked.error?.data.name, 'locked', `a lease neither ends nor begins anew, ${by}`)
    t.strictSame(await mine('interact', press), pressed, `a key is still known, ${by}`)
    t.equal(
      (await mine('explore', { ...app, since: revision })).error,
      undefined,
      `what was seen is still known, ${by}`,
    )
    t.equal((await mine('explore', { ...app, cursor })).error, undefined, `a cursor goes on, ${by}`)
    const waited = await mine('wait', {
      ...app,
      until: 'present',
      filter: { titleContains: 'no such thing' },
      timeoutMs: 300,
    })
    t.equal(waited.error?.data.name, 'timeout', `a wait ends in its time, ${by}`)
  }

  const before = Number(/\[(\d+)\]/.exec(JSON.stringify(await mine('explore', { ...app, format: 'outline' })))?.[1])
  await stopDaemon(daemon)
  set(-25 * hour)
  daemon = await startDaemon(home)
  const { call, fail } = clientOf(home)
  const { data } = await fail('explore', { ...app, since: revision })
  t.equal(data.name, 'not_found', 'a view of the daemon before is none of this one')
  const after = await call('explore', { ...app, format: 'outline' })
  const ids = [...JSON.stringify(after).matchAll(/\[(\d+)\]/g)].map(([, id]) => Number(id))
  t.ok(ids.length > 0 && ids.every((id) => id > before), 'and no id is given twice')
})
