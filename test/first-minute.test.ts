/**
 * From nothing to the first confirmed click: a bare Debian without display or browser, in which Node is installed, goes by
 * the README's own lines on a terminal, and does what answers tell it to do. Prints the seconds and what was downloaded.
 */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { copyOfCheckout, npmSettings } from './fixtures/checkout.ts'
import { endAll, startLines, typed } from './fixtures/typed.ts'

// A system is installed.
t.setTimeout(1_800_000)

const page = `<!doctype html><title>Example</title><main><h1>Example</h1><button onclick="this.after('Thank you')">Learn more</button></main>`

function megabytesIn(folder: string): number {
  if (!existsSync(folder)) return 0
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.reduce((sum, name) => sum + lstatSync(join(folder, name)).size, 0) / 2 ** 20
}

/** What is missing here for such a system, or undefined. */
function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid!() !== 0) return 'needs Linux, and root for chroot'
  const programs = ['debootstrap', 'unshare', 'script'].filter((one) => spawnSync('which', [one]).status !== 0)
  return programs.length === 0 ? undefined : `needs ${programs.join(', ')}`
}

t.test('the first minute', async (t) => {
  const why = missing() ?? (npmSettings() === undefined ? 'npm is not on the PATH' : undefined)
  if (why !== undefined) return t.pass('left out', { skip: why })
  const base = mkdtempSync(join(tmpdir(), 'ix-minute-'))
  const root = join(base, 'root')
  t.teardown(() => rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }))
  const made = spawnSync('debootstrap', ['--variant=minbase', 'bookworm', root], { encoding: 'utf8' })
  if (made.status !== 0) return t.pass('no Debian', { skip: `debootstrap: ${made.stdout.slice(-200)}` })

  // Node as its own archive brings it, and how this machine reaches the registry.
  const node = dirname(dirname(process.execPath))
  cpSync(process.execPath, join(root, 'usr/local/bin/node'))
  cpSync(join(node, 'lib/node_modules/npm'), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name))
  const { npm_config_userconfig: settings = '' } = npmSettings()!
  mkdirSync(join(root, 'person'))
  if (existsSync(settings)) cpSync(settings, join(root, 'person/.npmrc'))
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env
  if (certificates) cpSync(certificates, join(root, 'person/certificates.pem'), { dereference: true })
  for (const name of ['resolv.conf', 'hosts'])
    cpSync(join('/etc', name), join(root, 'etc', name), { dereference: true })
  mkdirSync(join(root, 'person/checkout'))
  if (!copyOfCheckout(join(root, 'person/checkout'))) return t.pass('no checkout', { skip: 'needs git and a checkout' })

  const trusted = { ...(certificates && { NODE_EXTRA_CA_CERTS: '/person/certificates.pem' }) }
  const running: ChildProcess[] = []
  /** Types a line on a terminal of that system; its mounts are seen by nobody else and end with it. */
  const type = (line: string, env: { readonly [name: string]: string } = {}) => {
    const inside = `cd /person/checkout; ${line}`
    const mounts = 'mount --rbind /dev "$0/dev"; mount -t proc proc "$0/proc"; exec chroot "$0" sh -c "$1"'
    const words = ['unshare', '--mount', 'sh', '-c', mounts, root, inside].map(
      (word) => `'${word.replaceAll("'", "'\\''")}'`,
    )
    const one = typed(words.join(' '), {
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        ...{ HOME: '/person', TERM: 'xterm' },
        ...trusted,
        ...env,
      },
    })
    running.push(one.child)
    return one
  }
  const answer = async (line: string, code = 0, env = {}) => {
    const { ended, shown } = type(line, env)
    t.equal(await ended, code, `${line}: ${shown().slice(-2000)}`)
    return shown()
  }
  t.teardown(() => endAll(running))
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  // What Node's archive needs of a system.
  await answer('apt-get update && apt-get install -y --no-install-recommends libstdc++6', 0, quiet)

  const server = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(page))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  const [start, link, first] = startLines(join(root, 'person/checkout/README.md'))
  const ours = first!.replace('https://example.com', `http://127.0.0.1:${port}/`)
  t.not(ours, first)

  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const daemon = type(start!)
  await Promise.race([daemon.ended, daemon.has('Ctrl-C stops')])
  t.equal(daemon.child.exitCode, null, daemon.shown().slice(-2000))
  await answer(link!)
  const refused = await answer(ours, 1)
  const [, install] = /(apt install [\w -]*\w)/.exec(refused) ?? []
  t.ok(install, `what to do is said: ${refused}`)
  t.comment(
    `${seconds()} s until what is missing is named, ${megabytesIn(join(root, 'person/.npm')).toFixed(0)} MiB of packages`,
  )
  await answer(install!.replace('install', 'install -y -o APT::Keep-Downloaded-Packages=true'), 0, quiet)
  t.match(await answer(ours), /confirmed.*Thank you/s)
  t.comment(`${seconds()} s to the first confirmed click on a page, with ${install}`)
  await answer('ix stop')
  await daemon.ended

  // A desktop, as a person has one.
  await answer('apt-get install -y --no-install-recommends xvfb xauth dbus at-spi2-core gnome-calculator', 0, quiet)
  const seen = 'until ix apps | grep -q gnome-calculator; do sleep 1; done'
  const session = `gnome-calculator & ${seen}; ix click --app gnome-calculator --any 7; ended=$?; ix stop; exit $ended`
  const clicked = await answer(`XDG_RUNTIME_DIR=$(mktemp -d) xvfb-run -a dbus-run-session -- sh -c '${session}'`)
  t.match(clicked, /confirmed.*button: 7/s)
  const fetched = megabytesIn(join(root, 'person/.npm')) + megabytesIn(join(root, 'var/cache/apt/archives'))
  t.comment(`${seconds()} s to one on an application; ${fetched.toFixed(0)} MiB were downloaded in all`)
})
