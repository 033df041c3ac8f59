/** Loading a file of the program does nothing: only those that are programs themselves run, and they load what they need. */
import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { exitOf, type Home, ix, ixFile, makeHome, run, startDaemon, stopDaemon } from './fixtures/daemon/daemon.ts'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const programs = new Set([
  'clients/cli.js',
  'clients/extension/host.js',
  'daemon/platform/atspi/kwin/door.js',
  'clients/ix.js',
  'clients/mcp/main.js',
  'daemon/ixd.js',
  'daemon/main.js',
  'daemon/platform/ax/host/host.js',
  'daemon/platform/ax/launchd/launchd-job.js',
  'daemon/run/watchdog-thread.js',
])

t.test('no file but a program keeps its process, says anything, writes anything or takes signals', async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  const files = ['api-schema', 'clients', 'daemon'].flatMap((folder) =>
    readdirSync(`${dist}${folder}`, { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file}`)
      .filter((file) => file.endsWith('.js') && !programs.has(file)),
  )
  t.ok(files.includes('daemon/daemon.js') && files.length > 500, 'all are there')
  const load = `
    const heard = () => process.eventNames().filter((name) => /^SIG|^disconnect$|^uncaught|^unhandled/.test(name))
    const kept = () => process.getActiveResourcesInfo().filter((name) => !/^(?:CloseReq|FSReq|FileHandleCloseReq)/.test(name))
    void [process.stdout.writable, process.stderr.writable]
    const own = kept().length
    for (const file of ${JSON.stringify(files)}) {
      await import(${JSON.stringify(dist)} + file)
      if (kept().length > own || heard().length > 0) { console.log(file, kept(), heard()); process.exit(1) }
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', load], { env: home.env, stdio: 'pipe' })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)])
  t.same({ out, err, code }, { out: '', err: '', code: 0 })
  t.same(readdirSync(home.folder), [], 'nothing was written')
})

/** What a program had loaded when it ended, without what Node brings: files of `dist/`, and packages by their name. */
async function loadedBy(t: Test, extra: { readonly [name: string]: string }, act: (home: Home) => Promise<unknown>) {
  const home = makeHome(extra)
  t.teardown(() => home.remove())
  const folder = join(home.folder, '..', 'coverage')
  await act({ ...home, env: { ...home.env, NODE_V8_COVERAGE: folder } })
  const urls = readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(readFileSync(join(folder, file), 'utf8'))
    return (result as readonly { readonly url: string }[]).map(({ url }) => url)
  })
  return urls
    .filter((url) => url.startsWith('file:'))
    .map(
      (url) => /node_modules\/((?:@[^/]+\/)?[^/]+)(?!.*node_modules)/.exec(url)?.[1] ?? url.replace(/^.*\/dist\//, ''),
    )
}

t.test('a daemon that starts loads its own platforms, and no package but ajv and lru-cache', async (t) => {
  const loaded = await loadedBy(t, { IX_PLATFORMS: 'cdp' }, async (home) => stopDaemon(await startDaemon(home)))
  t.ok(loaded.includes('daemon/platform/cdp/cdp.js'), 'what is asked for is there')
  const packages = new Set(loaded.filter((name) => !name.endsWith('.js')))
  t.same([...packages].sort(), ['ajv', 'fast-deep-equal', 'fast-uri', 'json-schema-traverse', 'lru-cache'])
  t.same(
    loaded.filter((name) => /^daemon\/platform\/(?:atspi|ax|replay)\/|script-forms|drawing-thread/.test(name)),
    [],
  )
})

t.test('a call loads its own command alone, and ix mcp no table of methods', async (t) => {
  const daemon = makeHome()
  t.teardown(() => daemon.remove())
  const running = await startDaemon(daemon)
  t.teardown(() => stopDaemon(running))
  const at = { IX_RUNTIME_DIR: daemon.folder }
  const status = await loadedBy(t, at, (home) => ix(home, 'status'))
  t.ok(status.includes('clients/commands/doctor.js'))
  t.same(
    status.filter(
      (name) => !/^(?:api-schema|clients\/(?:commands|reach|terminal)|daemon\/run)\/|^clients\/\w+\.js$/.test(name),
    ),
    [],
  )
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
  const mcp = await loadedBy(t, at, (home) => run(ixFile, ['mcp'], home, `${JSON.stringify(request)}\n`))
  t.ok(mcp.includes('clients/mcp/mcp.js'))
  t.notOk(mcp.some((name) => /^api-schema\/(?:cli|methods|text)|options|failure/.test(name)))
})
