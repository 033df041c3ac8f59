/** What several clients work on is killed under them: each is told by name, and is well again within half a minute. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { again } from '../fixtures/until.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

t.setTimeout(180_000)

const program = fileURLToPath(new URL('../fixtures/desktop/form.py', import.meta.url))
const fields = JSON.stringify([{ label: 'Here', kind: 'button', value: 'Here', how: 'none' }])
const soonMs = 30_000

/** The daemon's own browser: its child that is no helper of another. */
function browserOf(daemon: number): number {
  const found = readdirSync('/proc').find((pid) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      return parent === daemon && readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('--remote-debugging-pipe')
    } catch {
      return false
    }
  })
  return Number(found)
}

t.test('the own browser and the accessibility bus', async (t) => {
  if (!chromiumOrSkip(t) || !toolkitsOrSkip(t)) return
  const { origin } = await serve(t, { pages: { '/page': '<!doctype html><title>P</title><button>Here</button>' } })
  const desktop = await startDesktop(t)
  const client = await daemonFor(t, ['--platforms', 'cdp,atspi'], desktop.env)
  const start = () => desktop.start(python, program, 'gtk3', 'plain', fields)
  const application = await start()
  const failures: string[] = []
  const ask = async (method: string, params: object = {}) => {
    const { json } = await client.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = json as { readonly result?: object; readonly error?: { readonly data: { name: string } } }
    if (error === undefined) return result
    failures.push(`${method}: ${error.data.name}`)
    throw new Error(JSON.stringify(error))
  }
  const browse = () => ask('navigate', { url: `${origin}/page` })
  const clients: readonly (() => Promise<unknown>)[] = [
    browse,
    () => ask('tabs'),
    async () => {
      const { apps } = (await ask('apps')) as { readonly apps: readonly { bundleId: string; platform: string }[] }
      const found = apps.find(({ platform }) => platform === 'atspi')
      if (found === undefined) throw new Error('it is not listed')
      await ask('explore', { scope: 'application', bundleId: found.bundleId })
    },
  ]
  for (const work of clients) await again(work, soonMs)
  let isOver = false
  const working = clients.map(async (work) => {
    while (!isOver) await work().catch(() => new Promise((resolve) => setTimeout(resolve, 10)))
  })
  process.kill(browserOf((await client.call('status')).pid), 'SIGKILL')
  const { bus, launcher } = await desktop.accessibilityProcesses()
  for (const pid of [bus, launcher]) process.kill(pid, 'SIGKILL')
  await again(() => desktop.reopenAccessibility())
  await application.end()
  await start()
  for (const work of clients) await t.resolves(again(work, soonMs), 'it is well again')
  isOver = true
  await Promise.all(working)
  t.comment([...new Set(failures)])
  t.notMatch(failures.join(), /internal_error/)
})
