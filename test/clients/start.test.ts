/** `npm start` on a built checkout and in an empty home: what it shows, whom it serves, and how it ends. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { exitOf, ix, makeHome, run, stateOf } from '../fixtures/daemon.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

t.test('npm start', async (t) => {
  // Without npm in reach: a test must neither install nor build under the feet of others.
  const home = makeHome({ PATH: '' })
  delete home.env.IX_REPLAY
  t.teardown(() => home.remove())
  const child = spawn(process.execPath, [join(root, 'clients/start.mjs')], {
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
  t.match(out, /ok +replay/, err)
  t.match(out, /window: Calculator/)
  const advice = /npx ix explore --any (\d)\n +npx ix expand (\d+)\n +npx ix click (\d+)\n/
  const [, digit = '', expanded = '', clicked = ''] = advice.exec(out) ?? []
  t.match((await ix(home, 'explore', '--any', digit)).out, `[${expanded}] button: ${digit}`)
  t.match((await ix(home, 'expand', expanded)).out, 'actions: AXPress')
  t.match((await ix(home, 'click', clicked)).out, `~ [10] textarea ="" → =${digit}`, 'what it advises works')
  t.match((await ix(home, 'apps')).out, /Calculator/, 'other terminals reach it')
  const second = await run(join(root, 'clients/start.mjs'), [], home)
  t.match(second.out, /already runs.*window: Calculator/s)
  t.equal(second.code, 0)
  child.kill('SIGINT')
  t.equal(await ended, 0)
  t.equal(stateOf(home), undefined, 'the daemon is gone')
})
