/** `ix` as it is shipped, against a daemon that replays a recording; and against servers that fail. */

import { spawn } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { paint } from '../../clients/terminal/paint.ts'
import { idOn } from '../e2e/client.ts'
import {
  daemonHome,
  exitOf,
  type Home,
  ix,
  ixFile,
  makeHome,
  run,
  startDaemon,
  stateOf,
} from '../fixtures/daemon/daemon.ts'
import { typed } from '../fixtures/daemon/typed.ts'

// Some sixty programs are started, one after the other.

const root = fileURLToPath(new URL('../../', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

t.test('with a daemon', async (t) => {
  const { home, daemon } = await daemonHome(t)

  t.test('apps, tabs, status, doctor', async (t) => {
    const apps = await ix(home, 'apps')
    t.match(apps.out, /Calculator \(replay/)
    t.equal(apps.err, '')
    t.equal(apps.code, 0)
    const listed = JSON.parse((await ix(home, 'apps', '--json')).out)
    t.match(listed.apps, [{ name: 'Calculator', platform: 'replay' }])
    t.same(JSON.parse((await ix(home, 'call', 'apps')).out), listed)
    t.equal((await ix(home, 'tabs')).out, 'No tabs.\n(recorded)\n')
    t.match((await ix(home, 'status')).out, new RegExp(`pid ${daemon.pid}.*ok +replay`, 's'))
    t.equal(JSON.parse((await ix(home, 'status', '--json')).out).pid, daemon.pid)
    const doctor = await ix(home, 'doctor')
    t.match(doctor.out, /ok +ix +version.*ok +runtime folder.*ok +daemon.*ok +replay/s)
    t.equal(doctor.code, 0)
  })

  t.test('what the application refuses is a failure', async (t) => {
    const find = { scope: 'focused', filter: { identifierContains: 'digit-8' } }
    const params = JSON.stringify({ find, action: 'double_click' })
    const raw = await ix(home, 'call', 'interact', params)
    t.match(JSON.parse(raw.out), { effect: 'refused' })
    t.equal(raw.code, 1)
    const eight = idOn((await ix(home, 'explore')).out, /button: 8$/)
    for (const more of [[], ['--json']]) {
      const ran = await ix(home, 'double-click', eight, ...more)
      t.match(ran.out, /refused/, 'the answer is told as ever')
      t.equal(ran.code, 1)
      t.equal(ran.err, '')
    }
  })

  t.test('explore, expand, act', async (t) => {
    const seen = await ix(home, 'explore')
    t.match(seen.out, /^ *\[\d+\] window: Calculator\n/m)
    t.match(seen.out, /\n +buttons: .*\[\d+ 7\]/)
    t.match(seen.out, /revision \d+\)\n$/)
    t.notMatch(seen.out, /\u001b/, 'no colours in a pipe')
    const found = await ix(home, 'explore', '--any', 'settings', '--type', 'button')
    const settings = idOn(found.out, /button: Settings/)
    t.notMatch(found.out, /button: 7/)
    t.match((await ix(home, 'expand', settings)).out, /Settings/)
    const json = JSON.parse((await ix(home, 'explore', '--json', '--any', 'settings')).out)
    t.ok(Array.isArray(json.elements))
    t.notOk('outline' in json)
    const seven = /\[(\d+) 7\]/.exec(seen.out)![1]!
    const clicked = await ix(home, 'click', seven)
    t.match(clicked.out, /^confirmed/)
    t.match(clicked.out, /^~ .*7/m, 'says what changed')
    t.equal(clicked.code, 0)
    const byName = await ix(home, 'click', '--any', 'Settings…')
    t.match(byName.out, /^\+ .*dialog: Settings/m)
    t.match((await ix(home, 'wait', '--any', 'Group digits')).out, /checkbox: Group digits/)
    t.match((await ix(home, 'explore', '--any', 'no such thing')).out, /nothing among \d+/)
  })

  t.test('what goes wrong is told, with what to do', async (t) => {
    const cases: [string[], number, RegExp][] = [
      [['expand', '999999999'], 1, /^ix: element_gone: .*\nhint: .*explore/s],
      [['click', '--any', 'digit'], 1, /element_ambiguous.*candidates: \[/s],
      [['click', '--any', 'no such thing'], 1, /not_found/],
      [['explore', '--app', 'Calcolator'], 1, /app_not_found/],
      [['call', 'expand', '{"elementId":true}'], 1, /invalid_params: .*elementId.*expected/s],
      [['call', 'exploer'], 1, /method_not_found.*explore/s],
      [['call', 'explore', '[broken'], 2, /JSON object/],
      [['call'], 2, /Usage: ix call/],
      [['exlpore'], 2, /Did you mean explore\?/],
      [['explore', '--ayn', 'x'], 2, /no flag --ayn.*--any/],
      [['click', '--name', 'x'], 2, /no flag --name\. Did you mean --title\?/],
      [['explore', '--text', 'x'], 2, /no flag --text\. Did you mean --any\?/],
      [['explore', '--limit', 'x'], 2, /^ix: --limit must be a whole number, not "x"/],
      [['set', '3', '-5'], 2, /after --: ix set/],
      [['click'], 2, /needs an ID/],
      [['click', 'Buy'], 1, /not_found.*Buy/],
      [['set', 'Buy', 'tea', '--tab', 't1'], 1, /tab_not_found/],
      [['download', 'x.csv'], 2, /ix download needs an ID/],
      [['click', '--any'], 2, /^ix: --any needs a value\./],
      [['explore', '--limit', '-1'], 2, /--limit needs a value; .*--limit=-1/],
      [['logs', '-n', '3'], 2, /There is no flag -n\..*ix logs takes --follow\./],
      [['tabs', 'list', '--url', 'x'], 2, /ix tabs list takes no --url; ix tabs open does/],
      [['accept', '--any', 'OK'], 2, /There is no flag --any\./],
      [['key', 'Enter', '--files', 'x'], 2, /There is no flag --files\. ix key takes .*--front/],
      [['--any', 'Buy', 'click'], 2, /--any goes after a command/],
      [['view', '/no/such/trace'], 1, /^ix: \/no\/such\/trace: there is no such file or folder \(ENOENT\)\.$/m],
      [['expand'], 1, /^ix: invalid_params: expected ID or --any and the like, found neither/],
      [['click', '--any', 'no such thing'], 1, /hint: .*Run ix explore|hint: .*similar/s],
      [['mcp', '--groups', 'nonsense'], 2, /Unknown group.*page/],
      [['status', 'now'], 2, /takes no arguments/],
      [['replay', 'no-such-file'], 2, /no file/],
      [['replay', join(root, 'package.json')], 2, /already running/],
      [['help', 'nonsense'], 2, /Unknown command/],
      [['dblclick', '3'], 2, /Did you mean double-click\?/],
      [['tab', 'new', 'https://a.example'], 2, /Did you mean tabs open\?/],
      [['tab-list'], 2, /Did you mean tabs\?/],
      [['go-back'], 2, /Did you mean navigate back\?/],
    ]
    for (const [args, code, said] of cases) {
      const ran = await typed(home, ...args)
      t.match(ran.err, said, args.join(' '))
      t.equal(ran.code, code, args.join(' '))
      t.equal(ran.out, '', 'errors go to stderr alone')
    }
  })

  t.test('help and version', async (t) => {
    for (const args of [[], ['help'], ['--help']]) t.match((await ix(home, ...args)).out, /ix explore .*Exit codes/s)
    for (const args of [
      ['help', 'explore'],
      ['explore', '--help'],
    ])
      t.match((await ix(home, ...args)).out, /--any TEXT/)
    t.equal((await ix(home, '--version')).out, `${version}\n`)
  })

  t.test('parameters from stdin', async (t) => {
    const ran = await run(ixFile, ['call', 'explore', '-'], home, '{"scope":"focused","format":"count"}')
    t.match(JSON.parse(ran.out), { matched: Number })
  })

  t.test('a text from stdin, which no other user can see', async (t) => {
    await ix(home, 'click', '--any', 'Settings…')
    const field = ['set', '--any', 'Currency', '--type', 'textfield']
    const ran = await run(ixFile, [...field, '--stdin'], home, 'USD\n')
    t.match(ran.out, /^confirmed/)
    t.match((await ix(home, 'explore', '--any', 'Currency', '--type', 'textfield')).out, /=USD/)
    t.equal((await run(ixFile, [...field, 'EUR', '--stdin'], home, 'USD')).code, 2, 'one text is enough')
    t.equal((await run(ixFile, ['click', '--any', 'Currency', '--stdin'], home, 'USD')).code, 2, 'a press takes none')
  })

  t.test('TCP with a token', async (t) => {
    const url = stateOf(home)?.url ?? ''
    const token = readFileSync(join(home.folder, 'token'), 'utf8').trim()
    const over = (IX_URL: string, IX_TOKEN: string): Home => ({ ...home, env: { ...home.env, IX_URL, IX_TOKEN } })
    t.match((await ix(over(url, token), 'apps')).out, /Calculator/)
    const refused = await ix(over(url, 'wrong'), 'apps')
    t.equal(refused.code, 4)
    t.match(refused.err, /not_allowed|token/)
    const nobody = await ix(over('http://127.0.0.1:1', token), 'apps')
    t.equal(nobody.code, 3)
    t.match(nobody.err, /No daemon answers at http:\/\/127\.0\.0\.1:1/)
  })

  t.test('a reader that has seen enough is no error', async (t) => {
    const child = spawn(process.execPath, [ixFile, 'explore'], { env: home.env, stdio: ['ignore', 'pipe', 'pipe'] })
    child.stdout.destroy()
    t.equal(await exitOf(child), 0)
  })

  t.test('a daemon of another version is told', async (t) => {
    const file = join(home.folder, 'state.json')
    const state = readFileSync(file, 'utf8')
    writeFileSync(file, state.replace(`"version":"${version}"`, '"version":"0.0.1"'))
    const ran = await ix(home, 'apps')
    writeFileSync(file, state)
    t.match(ran.err, /daemon is version 0\.0\.1/)
    t.equal(ran.code, 0)
  })
})

t.test('without a daemon', async (t) => {
  t.test('the first calls start one, and only one', async (t) => {
    const home = makeHome()
    t.teardown(() => home.remove())
    const first = await Promise.all(Array.from({ length: 4 }, () => ix(home, 'status', '--json')))
    t.same(
      first.map(({ code, err }) => ({ code, err })),
      Array(4).fill({ code: 0, err: '' }),
    )
    t.equal(new Set(first.map(({ out }) => JSON.parse(out).pid)).size, 1)
    const recording = join(home.folder, '..', 'made.json')
    t.match((await ix(home, 'record', '--out', recording)).out, /made\.json: \d+ elements/)
    t.match((await ix(home, 'stop')).out, /^stopped \(pid \d+\)\n$/)
    t.notOk(existsSync(join(home.folder, 'state.json')))
    const again = await ix(home, 'stop')
    t.equal(again.code, 3)
    t.match(
      (await ix(home, 'replay', recording)).out,
      /^replaying /,
      'a new one starts while the old one may still end',
    )
    t.match((await ix(home, 'explore')).out, /window: Calculator/)
    await ix(home, 'stop')
  })

  t.test('one that was killed is replaced', async (t) => {
    const home = makeHome()
    t.teardown(() => home.remove())
    const killed = await startDaemon(home)
    const gone = exitOf(killed)
    killed.kill('SIGKILL')
    await gone
    t.ok(stateOf(home), 'its state file is still there')
    const ran = await ix(home, 'status', '--json')
    t.equal(ran.code, 0)
    t.not(JSON.parse(ran.out).pid, killed.pid)
    await ix(home, 'stop')
  })

  t.test('one that takes long to start is waited for as long as it lives', async (t) => {
    // More than is waited for one of which nothing is known.
    const late = 'if (process.argv[1]?.endsWith("main.js")) await new Promise((resolve) => setTimeout(resolve, 11_000))'
    const home = makeHome({ NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(late)}` })
    t.teardown(() => home.remove())
    const ran = await ix(home, 'status', '--json')
    t.equal(ran.code, 0, ran.err)
    await ix(home, 'stop')
  })

  t.test('one that cannot start says why', async (t) => {
    const home = makeHome({ IX_PLATFORMS: 'nonsense' })
    t.teardown(() => home.remove())
    const ran = await ix(home, 'apps')
    t.equal(ran.code, 3)
    t.match(ran.err, /did not start.*nonsense.*ix doctor/s)
    const doctor = await ix(home, 'doctor')
    t.equal(doctor.code, 3)
    t.match(doctor.out, /-- +daemon .*nonsense/s)
    chmodSync(home.folder, 0o755)
    const open = await ix(home, 'doctor')
    t.equal(open.code, 4)
    t.match(open.out, /runtime folder .*others may enter \(mode 755\)\.\n +Run: chmod 700/)
  })
})

t.test('a connection that breaks', async (t) => {
  const home = makeHome()
  t.teardown(() => home.remove())
  let requests = 0
  const server = createServer((request) => {
    requests += 1
    request.resume().once('end', () => request.socket.destroy())
  })
  await listen(server, join(home.folder, 'ixd.sock'))
  t.teardown(() => server.close())
  const state = { pid: process.pid, version, socket: join(home.folder, 'ixd.sock'), platforms: [] }
  writeFileSync(join(home.folder, 'state.json'), JSON.stringify(state))
  const acted = await ix(home, 'click', '5')
  t.equal(acted.code, 1)
  t.match(acted.err, /unknown_outcome.*explore/is)
  t.equal(requests, 1, 'an action is not sent again')
  t.match((await ix(home, 'apps')).err, /unresponsive/)
})

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve) => server.listen(path, resolve))
}

t.test('on a terminal', async (t) => {
  const outline = [
    '[1] window: A',
    ' [2] group: B',
    '  [3] button: C (disabled)',
    ' [4] button: D',
    '(revision 1)',
  ].join('\n')
  t.equal(paint(outline, { colour: false, tree: false }), outline)
  t.same(paint(outline, { colour: false, tree: true }).split('\n'), [
    '[1] window: A',
    '├ [2] group: B',
    '│ └ [3] button: C (disabled)',
    '└ [4] button: D',
    '(revision 1)',
  ])
  const coloured = paint(outline, { colour: true, tree: true })
  t.match(coloured, '\u001b[36m[2]\u001b[0m group: B')
  t.match(coloured, '\u001b[33m (disabled)\u001b[0m')
  // biome-ignore lint/complexity/useRegexLiterals: a control character in a literal is refused
  t.equal(coloured.replace(new RegExp('\u001b\\[\\d+m', 'g'), ''), paint(outline, { colour: false, tree: true }))
  t.match(paint('+ [5] button: E', { colour: true, tree: false }), '\u001b[32m+ \u001b[0m')
})
