/** The browser as its owner wants it: what a server, a proxy and the file system saw of it. */
import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { ix, ixdFile, makeHome, run, startDaemon, stopDaemon } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { until } from '../fixtures/until.ts'
import { page } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { clientOf } from './client.ts'

t.test('a profile that is kept, for one browser at a time', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, { pages: { '/': page('Kept') } })
  const home = makeHome({ IX_PLATFORMS: 'cdp' })
  t.teardown(() => home.remove())
  const folder = join(home.env.HOME!, 'profile')
  const first = await startDaemon(home, ['--profile', folder])
  const { call } = clientOf(home)
  await call('navigate', { url: server.origin })
  const script = `document.cookie = 'kept=tea; max-age=9999'; localStorage.kept = 'tea'; [document.cookie, localStorage.kept]`
  t.match(await call('evaluate', { script }), { result: ['kept=tea', 'tea'] })
  const other = makeHome({ IX_PLATFORMS: 'cdp', IX_PROFILE: folder })
  const second = await startDaemon(other)
  t.teardown(async () => {
    await stopDaemon(second)
    other.remove()
  })
  const pid = readlinkSync(join(folder, 'SingletonLock')).split('-').at(-1)
  const refused = await clientOf(other).fail('navigate', { url: server.origin })
  t.match(refused, { message: new RegExp(`profile .* is used by another browser \\(process ${pid}\\)`) })
  t.match((await call('tabs')).tabs.length, 1, 'the one that uses it goes on')
  await stopDaemon(first)
  t.ok(existsSync(folder), 'it stays')
  const again = await startDaemon(home, ['--profile', folder])
  t.teardown(() => stopDaemon(again))
  const later = clientOf(home)
  await later.call('navigate', { url: server.origin })
  t.match(await later.call('evaluate', { script: '[document.cookie, localStorage.kept]' }), {
    result: ['kept=tea', 'tea'],
  })
  const file = join(home.env.HOME!, 'a-file')
  writeFileSync(file, '')
  await stopDaemon(second)
  const third = await startDaemon(other, ['--profile', file])
  t.teardown(() => stopDaemon(third))
  t.match(await clientOf(other).fail('navigate', { url: server.origin }), {
    message: /a-file (is no folder|cannot be made)/,
  })
})

t.test('a proxy, flags and a folder for files', async (t) => {
  if (!chromiumOrSkip(t)) return
  const asked: (string | undefined)[] = []
  const proxy = createServer(({ url, headers }, response) => {
    asked.push(url)
    const isFile = url?.endsWith('/file')
    response.writeHead(200, { 'content-type': isFile ? 'application/zip' : 'text/html' })
    response.end(isFile ? 'from the proxy' : page(`<a href="/file">File</a><p>${headers['accept-language']}`))
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  t.teardown(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const home = makeHome({ IX_PLATFORMS: 'cdp' })
  t.teardown(() => home.remove())
  const folder = join(home.env.HOME!, 'files')
  const args = [
    '--proxy',
    `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    '--browser-arg=--accept-lang=fr-CH',
    '--downloads',
    folder,
  ]
  const daemon = await startDaemon(home, args)
  t.teardown(() => stopDaemon(daemon))
  const { call } = clientOf(home)
  await call('navigate', { url: 'http://tea.example/' })
  t.ok(asked.includes('http://tea.example/'))
  t.match((await call('text')).text, /fr-CH/)
  t.equal((await ix(home, 'click', '--any', 'File')).code, 0)
  await until(() => existsSync(folder) && readdirSync(folder).includes('file.zip'), 'the file is there')
  await until(() => readFileSync(join(folder, 'file.zip'), 'utf8') === 'from the proxy', 'it is whole')
})

t.test('what would open the browser to others is refused at the start', async (t) => {
  const home = makeHome({ IX_PLATFORMS: 'cdp' })
  t.teardown(() => home.remove())
  const cases: readonly [string, RegExp][] = [
    ['--remote-debugging-port=9222', /not started with --remote-debugging-port.*\n.*--cdp/],
    ['--remote-debugging-address=0.0.0.0', /not started with --remote-debugging-address/],
    ['--remote-allow-origins=*', /not started with --remote-allow-origins/],
    ['--user-data-dir=/tmp/x', /not started with --user-data-dir.*\n.*--profile/],
    ['--type=renderer', /not started with --type/],
  ]
  for (const [flag, message] of cases)
    t.match(await run(ixdFile, [`--browser-arg=${flag}`], home), { code: 78, err: message }, flag)
  t.match(await run(ixdFile, ['--browser-arg=http://example.com'], home), { code: 2, err: /browserArgs/ })
  t.match(await run(ixdFile, ['--proxy', 'http://ann:secret@proxy:1'], home), {
    code: 2,
    err: /^((?!secret)[\s\S])*proxy((?!secret)[\s\S])*$/,
  })
})
