/** Loading a file of the program does nothing: only those that are programs themselves run. */
import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { exitOf, makeHome } from './fixtures/daemon/daemon.ts'

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
