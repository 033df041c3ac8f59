/** `ix browser install` from a mirror on this machine, whose Chrome for Testing starts the Chromium that is here. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { findBrowser } from '../../daemon/platform/cdp/browser/find-browser.ts'
import { isOffline, npmSettings } from '../fixtures/checkout.ts'
import { ix, makeHome } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { findChromium } from '../fixtures/find-chromium.mjs'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'

const version = '150.0.10.2'
const skip = process.platform === 'linux' ? false : 'the archive is that of Linux'

/** An archive as Google's is, with a script in it. */
function archive(file: string, platform: string, script: string): Buffer {
  const code = `import sys, zipfile
one = zipfile.ZipInfo('chrome-' + sys.argv[2] + '/chrome')
one.external_attr = 0o100755 << 16
with zipfile.ZipFile(sys.argv[1], 'w') as out: out.writestr(one, sys.argv[3])`
  execFileSync('python3', ['-c', code, file, platform, script])
  return readFileSync(file)
}

t.test('ix browser install', { skip }, async (t) => {
  if (!chromiumOrSkip(t)) return
  const settings = npmSettings()
  if (settings === undefined) return t.pass('no npm', { skip: 'npm is not on the PATH' })
  const home = makeHome({ IX_PLATFORMS: 'cdp', ...settings })
  t.teardown(() => home.remove())
  const folder = join(home.env.HOME!, '.cache/ix/browsers')
  const script = (says: string) =>
    `#!/bin/sh\n[ "$1" = --version ] && exec echo "Google Chrome for Testing ${says}"\nexec "${findChromium()}" "$@"\n`
  const file = join(t.testdir(), 'chrome.zip')
  const asked: string[] = []
  const zip = (name: string, says: string, cut = 0) => ({
    [name]: (request: { url?: string }, response: import('node:http').ServerResponse) => {
      asked.push(request.url ?? '')
      const data = archive(file, /chrome-([\w-]+)\.zip/.exec(name)![1]!, script(says))
      response.writeHead(200, { 'Content-Length': data.length }).write(data.subarray(0, data.length - cut))
      if (cut > 0) response.destroy()
      else response.end()
    },
  })
  const { origin } = await serve(t, {
    pages: {
      '/mirror/last-known-good-versions.json': JSON.stringify({ channels: { Stable: { version } } }),
      '/odd/last-known-good-versions.json': '{"channels":{"Stable":{"version":"../150"}}}',
      ...zip(`/mirror/${version}/linux64/chrome-linux64.zip`, version),
      ...zip('/mirror/9.0.0.1/linux64/chrome-linux64.zip', '9.0.0.1', 7),
      ...zip('/mirror/9.0.0.2/linux64/chrome-linux64.zip', '8.0.0.0'),
    },
  })
  const install = (...words: string[]) => ix(home, 'browser', 'install', ...words)
  const from = ['--from', `${origin}/mirror/`]

  const first = await install(...from)
  if (first.code !== 0 && isOffline(first.err)) return t.pass('no packages', { skip: 'the registry cannot be reached' })
  t.match(first, { code: 0, out: `Chrome for Testing ${version} is in ${join(folder, version)}.` }, first.err)
  t.match(first.err, /Fetching Chrome for Testing 150.*: 0\.0 of 0\.0 MB/, 'how far it is')
  t.same(readdirSync(folder), [version], 'nothing unfinished is left')
  t.match(await install(...from), { code: 0, out: /is already in/ })
  t.equal(asked.length, 1, 'fetched once')

  const program = findBrowser({ HOME: home.env.HOME!, XDG_CACHE_HOME: join(home.env.HOME!, '.cache') }, [])
  t.equal(program, join(folder, version, 'chrome-linux64/chrome'))
  home.env.IX_CHROMIUM = program!
  t.match(await ix(home, 'navigate', 'data:text/html,<title>Tea</title><button>Brew</button>'), {
    code: 0,
    out: /Brew/,
  })
  await ix(home, 'stop')

  await t.test('what goes wrong leaves nothing', async (t) => {
    t.match(await install('9.0.0.1', ...from), { code: 1, err: /9\.0\.0\.1 was not fetched: .*\n.*--from/ }, 'cut off')
    t.match(await install('--from', `${origin}/odd`), { code: 1, err: /names no stable version.*VERSION/s })
    t.match(await install('--from', `${origin}/none`), { code: 1, err: /answers 404/ })
    t.match(await install('--from', 'ftp://mirror'), { code: 2, err: /https:/ })
    t.match(await install('latest'), { code: 2, err: /four numbers/ })
    t.match(await install(version, 'more'), { code: 2, err: /Usage: ix browser install/ })
    t.match(await install('9.0.0.2', ...from), { code: 1, err: /is not 9\.0\.0\.2: it says .*8\.0\.0\.0/ })
    t.same(readdirSync(folder), [version])
    t.ok(existsSync(program!))
  })
})
