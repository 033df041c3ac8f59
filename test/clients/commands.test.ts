/** Commands of more than one call, and other tools' words for commands, in a real browser. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { isRunning } from '../../api-schema/is-running.ts'
import { daemonHome, exitOf, ixFile, makeHome, stateOf } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { typed } from '../fixtures/daemon/typed.ts'
import { until } from '../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'

const csv = 'tea,price\noolong,3\n'
const attached = { 'Content-Type': 'text/csv', 'Content-Disposition': 'attachment; filename="prices.csv"' }
const page = `<!doctype html><title>Prices</title><a href="/prices.csv">Download prices</a>
<a href="/slow.csv">Download slowly</a><button>Nothing</button>
<label>Search <input oninput="said.textContent = 'Looking for ' + value"></label>
<label><input type="checkbox"> Organic</label><p id="said" role="status"></p>`

t.test('in a browser', async (t) => {
  if (!chromiumOrSkip(t)) return
  const server = await serve(t, {
    pages: {
      '/': page,
      '/prices.csv': (_, response) => void response.writeHead(200, attached).end(csv),
      '/slow.csv': (_, response) => {
        response.writeHead(200, { ...attached, 'Content-Length': csv.length }).write(csv.slice(0, 5))
        setTimeout(() => response.end(csv.slice(5)), 500)
      },
    },
  })
  const browser = await launchChromium(t)
  const { home } = await daemonHome(t, { IX_PLATFORMS: 'cdp' }, ['--cdp', browser.httpUrl])
  t.match((await typed(home, 'open', `${server.origin}/`)).out, /Download prices/)

  await t.test("other tools' words", async (t) => {
    t.match((await typed(home, 'snapshot')).out, /checkbox: Organic/)
    t.match((await typed(home, 'find', 'Organic')).out, /checkbox: Organic/)
    t.match((await typed(home, 'fill', '--any', 'Search', 'green tea')).out, /^confirmed.*Looking for green tea/s)
    t.match((await typed(home, 'check', '--any', 'Organic')).out, /^confirmed.*on/s)
    t.match((await typed(home, 'check', '--any', 'Organic')).out, /^noop/)
    t.match((await typed(home, 'uncheck', '--any', 'Organic')).out, /^confirmed/)
    t.match((await typed(home, 'press', 'Tab')).out, /^(confirmed|unverified)/)
    t.match((await typed(home, 'expand', '--any', 'Download prices')).out, /prices\.csv/)
    t.match((await typed(home, 'text', '--any', 'Looking for')).out, /^Looking for green tea\n$/)
    t.equal((await typed(home, 'eval', '(el) => el.type', '--any', 'Search')).out, '"text"\n')
    const steps = ['{"action":"key","keys":"Tab"}', '[{"action":"key","keys":"Tab"}]'].flatMap((one) => [
      '--steps',
      one,
    ])
    t.match((await typed(home, 'interact', ...steps)).out, /^(confirmed|unverified)/)
  })

  await t.test('what is to be so afterwards is checked in the same call', async (t) => {
    const calls: readonly (readonly [words: readonly string[], code: number, said: RegExp])[] = [
      [
        ['set', '--any', 'Search', 'oolong', '--expect', 'Looking for oolong'],
        0,
        /expect "Looking for oolong": confirmed/,
      ],
      [
        ['check', '--any', 'Organic', '--expect', 'checkbox Organic is checked', '--expect', 'url = "*/"'],
        0,
        /\n2 expect checkbox .*\n3 expect: confirmed/,
      ],
      [['uncheck', '--any', 'Organic', '--expect', 'Organic = on'], 1, /Expected "Organic" to be "on", found "off"/],
      [['click', '--any', 'Nothing', '--expect', 'count "Download" = 3'], 1, /Expected 3 of "Download", found 2/],
      [['do', 'set Search = "green tea"', '--expect', '"Looking for milk"'], 1, /Expected .*milk/],
      [['click', '--any', 'Nothing', '--expect', 'tabs'], 0, /t\d+/],
      [['click', '--any', 'Nothing', '--expect', 'tab'], 2, /"tab" is no expect\. Known: snapshot.*tabs/],
    ]
    for (const [words, code, said] of calls) {
      const ran = await typed(home, ...words)
      t.equal(ran.code, code, `${words.join(' ')}: ${ran.out}${ran.err}`)
      t.match(`${ran.out}${ran.err}`, said, words.join(' '))
    }
    const id = /\[(\d+)\] checkbox: Organic/.exec((await typed(home, 'find', 'Organic')).out)![1]!
    const tab = /^(t\d+) .*selected/m.exec((await typed(home, 'tabs', 'open', 'about:blank')).out)![1]!
    const there = await typed(home, 'check', id, '--expect', 'checkbox Organic is checked')
    t.equal(there.code, 0, `it is looked for where the element is: ${there.out}${there.err}`)
    await typed(home, 'tabs', 'close', tab)
    await typed(home, 'uncheck', id)
  })

  await t.test('a value stands alone, for a shell to use', async (t) => {
    for (const [script, value] of [
      ['document.links.length', 2],
      ['[...document.links].map((one) => one.pathname)', ['/prices.csv', '/slow.csv']],
      ['document.querySelector("a").innerText', 'Download prices'],
      ['"(tab t1)\\n(tab t1)"', '(tab t1)\n(tab t1)'],
    ] as const) {
      const { out, err } = await typed(home, 'eval', script)
      t.equal(out, `${JSON.stringify(value)}\n`, err)
      const whole = JSON.parse((await typed(home, 'eval', script, '--json')).out)
      t.match(whole, { result: value, tab: /^t\d+$/ }, 'as JSON the answer is whole, as that of any other command')
    }
    const [, tab] = /tab (t\d+)/.exec((await typed(home, '--session', 'new', 'open', `${server.origin}/`)).out)!
    const { out, err } = await typed(home, '--session', 'new', 'eval', 'document.querySelector("a").innerText')
    t.equal(out, '"Download prices"\n')
    t.equal((await typed(home, '--session', 'new', 'tabs', 'close', tab!)).code, 0)
    t.match(err, /^Its text: ix text --tab t\d+ --selector a\n/, 'advice stands beside it, as a command')
    t.equal((await typed(home, 'eval-define-function', 'count', '() => document.links.length')).code, 0)
    t.equal((await typed(home, 'eval-call-function', 'count')).out, '2\n')
    const shell = `n=$("$0" "$1" eval-call-function count) && [ $((n + 1)) = 3 ]`
    t.equal(await exitOf(spawn('sh', ['-c', shell, process.execPath, ixFile], { env: home.env })), 0)
    const cut = (await typed(home, 'eval', '"x".repeat(9000)')).out
    t.match(cut, /^"x+"…\n\(\d+ of 9000 characters, confirmToken/, 'what is not the whole value cannot be taken for it')
  })

  await t.test('a download, to where it is wanted', async (t) => {
    const folder = t.testdir({ old: 'something longer than the prices' })
    const added = '<a href="/slow.csv" target="_blank">Fetch elsewhere</a>'
    await typed(home, 'eval', `document.body.insertAdjacentHTML('beforeend', '${added}')`)
    for (const [name, link] of [
      ['new', 'Download prices'],
      ['old', 'Download slowly'],
      ['tab', 'Fetch elsewhere'],
    ] as const) {
      const file = join(folder, name)
      const { out, err, code } = await typed(home, 'download', file, '--any', link)
      t.equal(code, 0, err)
      t.match(out, `${file}: prices.csv, ${csv.length} bytes`)
      t.equal(readFileSync(file, 'utf8'), csv)
    }
    const both = ['one', 'two'].map((name) => join(folder, name))
    const steps = both.map((file) => `download "Download prices" to ${file}`)
    const { out, code } = await typed(home, 'do', ...steps, 'expect "Download prices"')
    t.equal(code, 0, out)
    for (const [at, file] of both.entries()) {
      t.match(out, `${at + 1} download "Download prices": confirmed · prices.csv, ${csv.length} bytes · ${file}`)
      t.equal(readFileSync(file, 'utf8'), csv)
    }
    const nothing = await typed(home, 'do', `download "Search" to ${join(folder, 'none')}`, '--timeout-ms', '3000')
    t.match(nothing, { code: 1, err: /The press started no download/ })
    const nowhere = join(folder, 'no/such/folder')
    t.match((await typed(home, 'download', nowhere, '--any', 'Download prices')).err, /ENOENT/)
    const missing = await typed(home, 'download', join(folder, 'none'), '--any', 'Upload')
    t.match(missing.err, /not_found.*Upload/)
    t.notOk(existsSync(join(folder, 'none')))
    t.match((await typed(home, 'download')).err, /Usage: ix download/)
  })

  await t.test('changes as they come', async () => {
    const watching = spawn(process.execPath, [ixFile, 'watch', '--any', 'Looking', '--all'], { env: home.env })
    let seen = ''
    watching.stdout.setEncoding('utf8').on('data', (chunk) => {
      seen += chunk
    })
    await until(() => /Looking for green tea/.test(seen), 'what is there is shown first')
    for (const tea of ['oolong', 'assam']) {
      await typed(home, 'set', '--any', 'Search', tea)
      await until(() => new RegExp(`~.*Looking for ${tea}`).test(seen), `then ${tea}`)
    }
    const ended = exitOf(watching)
    watching.kill('SIGINT')
    await ended
  })
})

t.test('ix stop ends when the daemon has ended; its log stays', async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  const none = await typed(home, 'logs')
  t.match(none.err, /There is no log at .*no daemon has been started/)
  t.equal(none.code, 1)
  t.equal((await typed(home, 'apps')).code, 0)
  const { pid } = stateOf(home)!
  const { out } = await typed(home, 'stop')
  t.match(out, `stopped (pid ${pid})`)
  t.notOk(isRunning(pid))
  t.match((await typed(home, 'logs')).out, /"msg":"/)
  t.match((await typed(home, 'stop')).err, /No daemon is running/)
})
