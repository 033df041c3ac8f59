/** What the project is announced and started with elsewhere, as far as no registry is needed; `package.test.ts` has the rest. */
import { spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { inCheckout, installLinks } from '../packaging/manifests.mjs'
import { noOtherUser, otherUid } from './fixtures/daemon/other-user.ts'
import { waylandOrSkip } from './fixtures/desktop/desktop.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const pkg = JSON.parse(read('package.json'))

t.test('what stands in the checkout is of this version, and names what is there', async (t) => {
  for (const [path, text] of Object.entries(inCheckout(pkg))) t.equal(read(path), text, `${path}: npm run gen`)
  const { skills } = JSON.parse(read('.claude-plugin/plugin.json'))
  const { contextFileName, mcpServers } = JSON.parse(read('gemini-extension.json'))
  t.ok(existsSync(join(root, skills, pkg.name, 'SKILL.md')))
  t.ok(existsSync(join(root, contextFileName)))
  t.ok(pkg.bin[mcpServers[pkg.name].args[1]], 'npx finds a command of the name of the package')
})

t.test('the links of the README lead to hosts that get what npx starts', async (t) => {
  for (const [host, link] of Object.entries(installLinks(pkg)))
    t.ok(read('README.md').includes(`[Add to ${host}](${link})`), `${host}: ${link}`)
  const { Cursor, 'VS Code': code } = installLinks(pkg)
  const config = Buffer.from(new URL(Cursor).searchParams.get('config')!, 'base64').toString()
  t.same(JSON.parse(config), { command: 'npx', args: ['-y', pkg.name, 'mcp'] })
  const [, entry] = new URL(code).searchParams.get('url')!.split('?')
  t.match(JSON.parse(decodeURIComponent(entry!)), { name: pkg.name, command: 'npx' })
})

t.test('a release is asked for what it lacks, and nothing is written', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'ix-packaging-'))
  t.teardown(() => rmSync(folder, { recursive: true }))
  const make = (...args: string[]) => {
    const all = ['packaging/make.mjs', '--out', join(folder, 'out'), ...args]
    return spawnSync(process.execPath, all, { cwd: root, encoding: 'utf8' })
  }
  const owned = ['--repository', 'https://github.com/someone/interface-explorer']
  for (const [args, said] of [
    [['--repository', 'https://example.com/x'], /--repository is https:\/\/example\.com\/x.*OWNER\/NAME/],
    [owned, /--tarball is not given.*npm pack/],
    [[...owned, '--tarball', 'none.tgz'], /--tarball is none\.tgz, and no such file/],
    [[...owned, '--tarball', 'package.json'], /--url is not given/],
  ] as const) {
    const { status, stderr } = make(...args)
    t.match(stderr, said)
    t.equal(status, 1)
  }
  t.notOk(existsSync(join(folder, 'out')))
})

t.test('the container copies what is there, and starts a desktop that ends with its command', async (t) => {
  const dockerfile = read('packaging/docker/Dockerfile')
  const copied = [...dockerfile.matchAll(/^COPY (?:--\S+ )*(\S+) /gm)].map(([, path]) => path!)
  t.match(copied, ['interface-explorer-*.tgz', 'packaging/docker/desktop.sh'])
  t.ok(existsSync(join(root, copied[1]!)))
  if (!waylandOrSkip(t)) return
  if (noOtherUser !== false) return t.pass('one user', { skip: noOtherUser })
  const home = mkdtempSync(join(tmpdir(), 'ix-desktop-sh-'))
  t.teardown(() => rmSync(home, { recursive: true, force: true }))
  chownSync(home, otherUid, otherUid)
  // sway refuses to run as root.
  const inDesktop = (script: string) =>
    spawnSync('sh', [join(root, 'packaging/docker/desktop.sh'), 'sh', '-c', script], {
      ...{ uid: otherUid, gid: otherUid, cwd: home, encoding: 'utf8', timeout: 60_000 },
      env: { PATH: process.env.PATH, HOME: home, TMPDIR: home, DESKTOP_SIZE: '900x700' },
    })
  const { status, stdout, stderr } = inDesktop('swaymsg -t get_outputs; echo "$DBUS_SESSION_BUS_ADDRESS"; exit 7')
  t.equal(status, 7, stderr)
  t.match(stdout, /"width": 900,\s*"height": 700/)
  t.match(stdout, /unix:/)
  t.same(
    readdirSync(home).filter((name) => name.startsWith('tmp.')),
    [],
    'nothing is left of it',
  )
})
