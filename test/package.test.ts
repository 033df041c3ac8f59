/** `npm pack` in a fresh copy of the checkout, and what a person has who installs that package in an empty place. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import { copyOfCheckout, isOffline, npmSettings } from './fixtures/checkout.ts'
import { exitOf, makeHome, type Ran, stateOf } from './fixtures/daemon/daemon.ts'
import { ready } from './fixtures/daemon/folder.ts'
import { programOrSkip } from './fixtures/program-or-skip.ts'

// Packages are fetched, twice.
t.setTimeout(600_000)

const root = fileURLToPath(new URL('..', import.meta.url))

async function runs(command: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), exitOf(child)])
  return { code, out, err }
}

/** What all files take on a disk, blocks that are not full included. */
const mostBytes = 35 * 2 ** 20

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)).blocks * 512)
    .reduce((sum, bytes) => sum + bytes, 0)
}

/** In an empty folder, with an empty home: the one line of the README, and what a host starts. */
async function answersByNpx(t: Test, tarball: string, version: string, env: NodeJS.ProcessEnv): Promise<void> {
  const empty = mkdtempSync(join(tmpdir(), 'ix-npx-'))
  t.teardown(() => rmSync(empty, { recursive: true, force: true }))
  const npx = ['-y', '-p', tarball, 'interface-explorer']
  const said = await runs('npx', [...npx, '--version'], empty, env)
  t.match(said, { code: 0, out: `${version}\n` }, said.err)
  const client = new Client({ name: 'test', version: '1' })
  const started = { command: 'npx', args: [...npx, 'mcp'], cwd: empty, stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport({ ...started, env: env as { [name: string]: string } }))
  t.match(await client.listTools(), { tools: [{ name: 'explore' }] })
  await client.close()
  const installed = await runs('npx', [...npx, 'install', 'cursor', '--print'], empty, env)
  const { mcpServers } = JSON.parse(installed.out.slice(installed.out.indexOf('{')))
  t.same(
    mcpServers['interface-explorer'].args.slice(-2),
    ['interface-explorer', 'mcp'],
    'not a file in a cache that npm empties',
  )
  t.match(mcpServers['interface-explorer'].command, /\/npx$/)
  await runs('npx', [...npx, 'stop'], empty, env)
}

/** All that a release is announced with, made of the tarball, each tried by its own tool. */
async function isAnnounced(t: Test, clone: string, tarball: string, env: NodeJS.ProcessEnv): Promise<void> {
  const repository = 'https://github.com/someone/interface-explorer'
  const args = ['packaging/make.mjs', '--tarball', tarball, '--url', 'https://example.com/package.tgz']
  const made = await runs(process.execPath, [...args, '--repository', repository], clone, env)
  t.equal(made.code, 0, made.err)
  const out = join(clone, 'packaging/out')
  const { version } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))

  const server = JSON.parse(readFileSync(join(out, 'server.json'), 'utf8'))
  t.match(server, {
    name: 'io.github.someone/interface-explorer',
    version,
    packages: [{ registryType: 'npm', version }],
  })
  t.ok(server.description.length <= 100, 'the registry takes one hundred characters')

  const sum = createHash('sha256')
    .update(readFileSync(join(clone, tarball)))
    .digest('hex')
  for (const [file, program, ...flags] of [
    ['interface-explorer.rb', 'ruby', '-c'],
    ['PKGBUILD', 'bash', '-n'],
  ] as const) {
    t.match(readFileSync(join(out, file), 'utf8'), sum, file)
    if (!programOrSkip(t, program)) continue
    const checked = await runs(program, [...flags, join(out, file)], out, env)
    t.equal(checked.code, 0, checked.err)
  }

  t.ok(existsSync(join(out, `interface-explorer-${version}.mcpb`)), 'its own tool has checked the manifest, and packed')
  const { server: bundled } = JSON.parse(readFileSync(join(out, 'bundle/manifest.json'), 'utf8'))
  const started = bundled.mcp_config.args.map((arg: string) => arg.replace(/\$\{__dirname\}/, join(out, 'bundle')))
  const client = new Client({ name: 'test', version: '1' })
  const transport = { command: process.execPath, args: started, cwd: out, stderr: 'ignore' as const }
  await client.connect(new StdioClientTransport({ ...transport, env: env as { [name: string]: string } }))
  t.match(await client.listTools(), { tools: [{ name: 'explore' }] }, 'the bundle starts by itself')
  await client.close()
  await runs(process.execPath, [started[0], 'stop'], out, env)
}

t.test('npm pack', async (t) => {
  const base = mkdtempSync(join(tmpdir(), 'ix-pack-'))
  const home = makeHome()
  t.teardown(() => {
    rmSync(base, { recursive: true, force: true })
    home.remove()
  })
  const clone = join(base, 'clone')
  if (!copyOfCheckout(clone)) return t.pass('no checkout', { skip: 'needs git and a checkout' })
  const settings = npmSettings()
  if (settings === undefined) return t.pass('no npm', { skip: 'npm is not on the PATH' })
  const env = { ...process.env, ...home.env, ...settings }
  const packed = await runs('npm', ['pack', '--json'], clone, env)
  if (packed.code !== 0 && isOffline(packed.err))
    return t.pass('no packages', { skip: `the registry cannot be reached: ${packed.err.slice(0, 200)}` })
  t.equal(packed.code, 0, packed.err)
  const [tarball = ''] = readdirSync(clone).filter((name) => name.endsWith('.tgz'))

  const { files, bin } = JSON.parse(readFileSync(join(clone, 'package.json'), 'utf8'))
  for (const name of files.filter((name: string) => !name.startsWith('!')))
    t.ok(existsSync(join(clone, name)), `${name} of "files" exists`)

  const prefix = join(base, 'prefix')
  const install = ['install', '--global', `--prefix=${prefix}`, '--engine-strict', '--no-audit', '--no-fund']
  const installed = await runs('npm', [...install, join(clone, tarball)], base, env)
  t.equal(installed.code, 0, installed.err)
  t.notMatch(installed.err, /EBADENGINE/)

  const here = join(prefix, 'lib/node_modules/interface-explorer')
  for (const file of Object.values<string>(bin)) t.ok(existsSync(join(here, file)), file)
  for (const name of [
    'README.md',
    'SECURITY.md',
    'LICENSE',
    'THIRD-PARTY.md',
    'launchd',
    'systemd',
    'docs/methods.md',
    'dist/view/index.html',
    'api-schema/openrpc.json',
    'api-schema/library.d.ts',
  ])
    t.ok(existsSync(join(here, name)), name)
  for (const name of ['test', 'clients', 'daemon', 'bench']) t.notOk(existsSync(join(here, name)), `${name} stays here`)

  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { IX_REPLAY: _none, ...plain } = home.env
  await answersByNpx(t, join(clone, tarball), version, { ...plain, ...settings })
  await isAnnounced(t, clone, tarball, { ...plain, ...settings })
  const ix = (...args: string[]) => runs(join(prefix, 'bin/ix'), args, base, plain)
  t.same(await ix('--version'), { code: 0, out: `${version}\n`, err: '' })
  t.match(await ix('--help'), { code: 0, out: /ix explore/, err: '' })
  const user = join(base, 'user')
  mkdirSync(user)
  // Without it npm installs where the next one above is.
  writeFileSync(join(user, 'package.json'), '{}')
  t.equal((await runs('npm', ['install', '--no-audit', '--no-fund', join(clone, tarball)], user, env)).code, 0)
  const bytes = bytesIn(join(user, 'node_modules'))
  t.comment(`installed: ${(bytes / 2 ** 20).toFixed(1)} MiB`)
  t.ok(bytes < mostBytes, `${bytes} bytes installed`)
  t.notOk(existsSync(join(user, 'node_modules/sharp')), 'what is optional is not installed')
  const script = "import { connect } from 'interface-explorer'; console.log(typeof connect().explore)"
  const imported = await runs(process.execPath, ['--input-type=module', '-e', script], user, plain)
  t.same(imported, { code: 0, out: 'function\n', err: '' })
  const daemon = spawn(join(prefix, 'bin/ixd'), ['--platforms', 'replay'], {
    env: plain,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = exitOf(daemon)
  await ready(daemon, home)
  t.match(await ix('explore'), { code: 0, out: /window: Calculator/, err: '' })
  t.match(await ix('stop'), { code: 0, out: /^stopped/ })
  t.equal(await ended, 0)
  t.equal(stateOf(home), undefined)
  const recording = join(here, 'examples/recordings/editor.json')
  t.match(await ix('replay', recording), { code: 0, out: /^replaying/ })
  t.match(await ix('explore'), { code: 0, out: /window/ })
  t.match(await ix('stop'), { code: 0 })
})
