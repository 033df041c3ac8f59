/**
 * The first lines of the README, in their order and on a terminal, as somebody sees them who has cloned the project onto a
 * machine with an empty home, no display and no browser. In `npm test` the clone has its packages and its build already;
 * `npm run test:all` installs and builds.
 */
import { type ChildProcess, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t from 'tap'
import { copyOfBuilt, copyOfCheckout, isOffline, npmSettings } from './fixtures/checkout.ts'
import { makeHome, stateOf } from './fixtures/daemon/daemon.ts'
import { endAll, startLines, type Typed, typed } from './fixtures/typed.ts'
import { until } from './fixtures/until.ts'
import { isFew } from './laws/law.ts'

// Packages are fetched, and the project is built.
t.setTimeout(900_000)

/** What nobody should have to read: escapes that were written out, traces of the program's own calls, its types' faults. */
const rubbish = /\\u00|\\x1b|\n\s+at .*:\d+:\d+|error TS\d+|not found\r?\n|Cannot find/

/** As `npm link` does. */
function linkAs(name: string, file: string): void {
  mkdirSync(dirname(name))
  chmodSync(file, 0o755)
  symlinkSync(file, name)
}

t.test('the first lines of the README', async (t) => {
  if (process.platform !== 'linux' || spawnSync('script', ['--version']).status !== 0)
    return t.pass('no `script`', { skip: 'needs `script` of util-linux' })
  const settings = npmSettings()
  if (settings === undefined) return t.pass('no npm', { skip: 'npm is not on the PATH' })
  const base = mkdtempSync(join(tmpdir(), 'ix-first-'))
  const home = makeHome()
  const clone = join(base, 'clone')
  const prefix = join(base, 'global')
  mkdirSync(join(prefix, 'lib'), { recursive: true })
  const { IX_PLATFORMS: _all, IX_REPLAY: _none, ...plain } = home.env
  const env = {
    ...plain,
    ...settings,
    PATH: `${join(prefix, 'bin')}:${plain.PATH}`,
    TERM: 'xterm-256color',
    npm_config_prefix: prefix,
    IX_CHROMIUM: join(base, 'no-browser'),
  }
  const running: ChildProcess[] = []
  t.teardown(async () => {
    await endAll(running)
    rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    home.remove()
  })
  if (isFew) copyOfBuilt(clone)
  else if (!copyOfCheckout(clone)) return t.pass('no checkout', { skip: 'needs git and a checkout' })
  const lines = startLines(join(clone, 'README.md'))
  const written = ['npm start', 'npm link', /^ix do 'open \S+' 'click ".+"' 'text main'$/, /^ix install \w+$/]
  t.match(lines, written, 'what the README has now is what is tried here')

  /** Types a line on a terminal of its own. */
  const type = (line: string, more: object = {}): Typed => {
    const one = typed(`exec ${line}`, { cwd: clone, env: { ...env, ...more } })
    running.push(one.child)
    return one
  }
  const answer = async (line: string, code = 0, more: object = {}) => {
    const { ended, shown } = type(line, more)
    t.equal(await ended, code, `${line}: ${shown()}`)
    t.notMatch(shown(), rubbish, line)
    return shown()
  }

  const first = type(lines[0]!)
  // It installs and builds, which takes as long as it takes.
  await Promise.race([first.ended, first.has('Ctrl-C stops')])
  if (first.child.exitCode !== null && isOffline(first.shown()))
    return t.pass('no packages', { skip: 'the registry cannot be reached' })
  t.match(first.shown(), /nothing open here.*\u001b\[32mok *\u001b\[0mreplay .*window: Calculator.*npx ix click \d+/s)
  t.notMatch(first.shown(), rubbish)
  t.match(await answer('npm start'), /already running.*window: Calculator/s, 'another terminal')

  if (isFew) linkAs(join(prefix, 'bin/ix'), join(clone, 'dist/clients/ix.js'))
  else await answer(lines[1]!)
  t.ok(existsSync(join(prefix, 'bin/ix')), 'ix is on the PATH')
  t.match(await answer('ix status'), /\u001b\[32mok *\u001b\[0mreplay/)
  t.match(
    await answer(lines[2]!, 1),
    /No Chromium browser was found.*ix browser install.*apt install chromium/s,
    'what is missing, and how to get it',
  )
  await until(() => first.shown().includes('The recording has ended'), 'it is said where it was shown')
  t.match(await answer('ix doctor'), /\u001b\[33m-- *\u001b\[0mcdp .*no Chromium/)
  t.match(await answer('ix click --any "Learn more"', 1), /Run ix navigate with a url/)
  t.match(await answer(lines[3]!), /Claude/)

  const view = type('ix view --print')
  const link = await until(() => /http:\/\/\S+/.exec(view.shown())?.[0], 'there is a page')
  const shell = await (await fetch(new URL('/', link))).text()
  const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(shell) ?? []
  t.match(await (await fetch(new URL(script, link))).text(), /^import /, 'and it is built')
  view.child.stdin!.write('\u0003')
  await view.ended
  first.child.stdin!.write('\u0003')
  t.equal(await first.ended, 0, 'Control+C')
  t.equal(stateOf(home), undefined)
  if (isFew) return
  t.equal(existsSync(join(clone, 'node_modules/tap')), false, 'nothing was installed that is only for development')

  const nowhere = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_cache: base, npm_config_fetch_retries: '0' }
  for (const script of ['check', 'pictures', 'bench'])
    t.match(await answer(`npm run ${script}`, 1, nowhere), /packages for development.*ECONNREFUSED/s, script)
  t.match(await answer('npm run build'), /installing the packages for development/)
})
