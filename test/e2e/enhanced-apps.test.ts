/** `ixd --enhanced-app`, over the imitation of AX: what a caller reads without it and with it, and that nothing stays behind. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { apps, noCompiler as skip } from '../fixtures/ax/stub.ts'
import { simulate } from '../fixtures/ax/world.ts'
import { exitOf, makeHome, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { again, until } from '../fixtures/until.ts'
import { clientOf } from './client.ts'

const { pid, bundleId } = apps.chromium
const browser = { scope: 'application', bundleId }

async function started(t: Test, args: readonly string[] = [], more: { readonly [name: string]: string } = {}) {
  const path = join(t.testdir(), 'Browser.app')
  const helpers = 'Contents/Frameworks/Browser Framework.framework/Versions/Current/Helpers'
  mkdirSync(join(path, helpers, 'Browser Helper (Renderer).app'), { recursive: true })
  const { env, enhanced, remove } = simulate({ worlds: ['chromium'], apps: `${pid}=${bundleId};${path}` })
  const home = makeHome({ IX_PLATFORMS: 'ax', ...env, ...more })
  const daemon = await startDaemon(home, ['--platforms', 'ax', '--no-tcp', ...args])
  t.teardown(async () => {
    await stopDaemon(daemon)
    home.remove()
    remove()
  })
  const client = clientOf(home)
  const look = () => again(() => client.call('explore', { ...browser, format: 'outline' }))
  return { ...client, daemon, enhanced, look }
}

t.test('without it, the answers name it', { skip }, async (t) => {
  const { daemon, look, fail, tool, enhanced } = await started(t)
  const { outline, hint } = await look()
  t.match(outline, /Address and search bar/)
  t.notMatch(outline, /Basket/)
  t.match(hint, /start ixd with --enhanced-app=com\.example\.browser/)
  const { text } = await tool('explore', { ...browser })
  t.match(text, /--enhanced-app=com\.example\.browser/)
  const find = { ...browser, filter: { anyFieldContains: 'Basket' } }
  t.match(await fail('interact', { find, action: 'click' }), {
    data: { name: 'not_found', hint: /--enhanced-app=com\.example\.browser/ },
  })
  await stopDaemon(daemon)
  t.same(enhanced(), [])
})

t.test('with it, until the daemon ends, whatever ends it', { skip }, async (t) => {
  const ways = {
    'a stop': { args: ['--enhanced-app', bundleId], env: {}, end: 'SIGTERM' },
    'a kill': { args: [], env: { IX_ENHANCED_APPS: 'org.example.other com.example.*' }, end: 'SIGKILL' },
  } as const
  for (const [name, { args, env, end }] of Object.entries(ways)) {
    const { daemon, look, call, enhanced } = await started(t, args, env)
    const { outline, hint } = await look()
    t.match(outline, /Basket/, name)
    t.equal(hint, undefined)
    const find = { ...browser, filter: { anyFieldContains: 'Buy' } }
    t.match(await call('interact', { find, action: 'click' }), { route: 'native' })
    t.same(enhanced(), [`${pid} 1`])
    const ended = exitOf(daemon)
    daemon.kill(end)
    await ended
    await until(() => enhanced().length > 1, 'it is put back')
    t.same(enhanced(), [`${pid} 1`, `${pid} 0`])
  }
})
