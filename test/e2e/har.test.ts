/** What the network feed saw as a HAR file: valid for a validator of others, and without secrets. */
import { lstatSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import t from 'tap'
import { ix } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { installedOrSkip } from '../fixtures/npm-packages.ts'
import { until } from '../fixtures/until.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

interface Entry {
  readonly request: { readonly method: string; readonly url: string; readonly [part: string]: unknown }
  readonly response: { readonly status: number; readonly [part: string]: unknown }
  readonly [part: string]: unknown
}

t.test('requests as a HAR file', async (t) => {
  if (!chromiumOrSkip(t)) return
  const packages = installedOrSkip(t, '.har', { 'har-validator': '5.1.5' })
  if (packages === undefined) return
  const { har: validate } = createRequire(import.meta.url)(join(packages, 'har-validator', 'lib', 'promise.js'))
  const all = `<title>All</title><script>
    document.cookie = 'sid=cookie-secret'
    const done = Promise.allSettled([
      fetch('/api?q=green+tea&token=query-secret', { headers: { Authorization: 'Bearer header-secret' } }),
      fetch('/post', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"item":7,"password":"body-secret"}' }),
      fetch('/moved'), fetch('/missing'), fetch('http://127.0.0.1:9/closed'),
    ]).then(() => { document.title = 'Done' })
  </script>`
  const site = await serve(t, {
    pages: {
      '/': page(all),
      '/api': '{"a":1}',
      '/post': (_, response) => void response.writeHead(201, { 'set-cookie': 'sid=set-secret' }).end('ok'),
      '/moved': (_, response) => void response.writeHead(302, { location: '/api' }).end(),
    },
  })
  const { home, call, fail } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  await call('navigate', { url: site.origin })
  t.match(await call('network', { har: true }), { har: { log: { entries: [], pages: [] } }, hint: /from now on/ })
  await call('navigate', { url: site.origin })
  await until(async () => (await call('evaluate', { script: 'document.title' })).result === 'Done', 'all were asked')

  const file = join(home.env.HOME!, 'page.har')
  t.match(await ix(home, 'network', '--out', file), { code: 0, out: new RegExp(`^${file}: \\d+ requests`) })
  t.equal(lstatSync(file).mode & 0o777, 0o600)
  const text = readFileSync(file, 'utf8')
  const har = JSON.parse(text)
  await t.resolves(validate(har), 'valid for har-validator')
  const entries: readonly Entry[] = har.log.entries
  const told = entries.map(
    ({ request, response }) => `${request.method} ${new URL(request.url).pathname} ${response.status}`,
  )
  for (const one of [
    'GET / 200',
    'GET /api 200',
    'POST /post 201',
    'GET /moved 302',
    'GET /missing 404',
    'GET /closed 0',
  ])
    t.ok(told.includes(one), `${one} in ${told}`)
  t.match(
    entries.find(({ request }) => request.url.includes('?q=')),
    {
      request: {
        queryString: [
          { name: 'q', value: 'green tea' },
          { name: 'token', value: '[redacted]' },
        ],
      },
      response: { content: { mimeType: /octet-stream|text/ } },
      _resourceType: 'fetch',
    },
  )
  t.match(
    entries.find(({ request }) => request.method === 'POST'),
    {
      request: { postData: { mimeType: 'application/json', text: /"item":7/ } },
    },
  )
  t.match(
    entries.find(({ response }) => response.status === 302),
    { response: { redirectURL: '/api' } },
  )
  t.match(
    entries.find(({ response }) => response.status === 0),
    { _error: /ERR_CONNECTION_REFUSED|ERR_UNSAFE_PORT|ERR_/ },
  )
  for (const secret of ['cookie-secret', 'query-secret', 'header-secret', 'body-secret', 'set-secret'])
    t.notMatch(text, secret)
  const some = await call('network', { har: true, method: 'post' })
  t.equal((some.har as unknown as { log: { entries: unknown[] } }).log.entries.length, 1, 'filters hold')
  t.match(await fail('network', { har: true, id: 'r1' }), { data: { name: 'invalid_params', path: 'params.har' } })
})
