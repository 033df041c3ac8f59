/** Two sessions of one daemon that download files of the same name at once: each gets its own, and none is overwritten. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { byRpc } from './callers.ts'
import { daemonFor } from './client.ts'

const rounds = 3

t.test('the files of two sessions', async (t) => {
  if (!chromiumOrSkip(t)) return
  const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` })
  const { origin } = await serve(t, {
    pages: {
      '/': `<!doctype html><title>Files</title><script>const who = location.hash.slice(1)
for (let n = 0; n < ${rounds}; n++) document.write('<p><a href="/file?' + who + n + '">Save ' + n + '</a>')</script>`,
      '/file': ({ url = '' }, response) => {
        const head = attached(url.endsWith('0') ? '../../.ssh' : 'same name.txt')
        response.writeHead(200, head).end(`file of ${url.split('?')[1]}`)
      },
    },
  })
  const folder = join(t.testdir(), 'saved')
  mkdirSync(folder, { mode: 0o700 })
  writeFileSync(join(folder, 'same name.txt'), 'was here')
  const { home, call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp', IX_DOWNLOADS: folder })
  await call('agents', { action: 'add', name: 'elsewhere', permissionScope: 'read', sites: ['example.com'] })

  const names = ['Ann', 'Ben']
  const asked = async (session: string, method: string, params: object = {}) => {
    const { text } = await byRpc(home, { session })(method, params)
    return JSON.parse(text).result
  }
  const tabs = await Promise.all(
    names.map(async (name) => (await asked(name, 'navigate', { url: `${origin}/#${name}` })).tab as string),
  )
  t.not(tabs[0], tabs[1])
  for (const name of names) await asked(name, 'downloads')
  for (let n = 0; n < rounds; n++)
    await Promise.all(
      names.map((name, at) =>
        asked(name, 'interact', {
          find: { tab: tabs[at], filter: { anyFieldContains: `Save ${n}` } },
          action: 'click',
        }).then((acted) => t.match(acted, { effect: 'confirmed', downloads: [{ url: `${origin}/file?${name}${n}` }] })),
      ),
    )
  const saved = await Promise.all(
    names.map((name) =>
      until(async () => {
        const { downloads } = await asked(name, 'downloads')
        const paths = downloads.filter(({ state }: { state: string }) => state === 'completed')
        return paths.length === rounds && paths.map(({ path }: { path: string }) => path)
      }, `the files of ${name}`),
    ),
  )
  for (const [at, paths] of saved.entries()) {
    const wanted = Array.from({ length: rounds }, (_, n) => `file of ${names[at]}${n}`)
    t.same(paths.map((path: string) => readFileSync(path, 'utf8')).sort(), wanted, 'its own, and nobody else’s')
    for (const path of paths) {
      t.equal(dirname(path), folder, 'no name leads out of the folder')
      t.match(basename(path), /^(same name \(\d+\)\.txt|_[^/]*\.ssh( \(\d+\))?)$/, 'nor hides the file')
      t.equal(statSync(path).mode & 0o777, 0o600)
    }
  }
  t.equal(new Set(saved.flat()).size, names.length * rounds)
  t.equal(readFileSync(join(folder, 'same name.txt'), 'utf8'), 'was here', 'what was there before stays')
  t.equal(readdirSync(folder).length, 1 + names.length * rounds, 'and nothing is left beside them')

  const elsewhere = await byRpc(home, { agent: 'elsewhere' })('downloads', { tab: tabs[0] })
  t.ok(
    elsewhere.name !== undefined && !elsewhere.text.includes('same name'),
    'who may not see the tab sees no file of it',
  )
})
