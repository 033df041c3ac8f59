/** Applications as wholes over the imitation of AX; `open` is a program of the test's own, run as the system's would be. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { bundleInfo } from '../../../daemon/platform/ax/apps/installed-apps.ts'
import { AxPlatform } from '../../../daemon/platform/ax/ax.ts'
import type { MacPrograms } from '../../../daemon/platform/ax/wire/programs.ts'
import type { Target } from '../../../daemon/platform/platform.ts'
import type { Problem } from '../../../daemon/problem.ts'
import { buildOther, buildStub, hostFile, type StubParts, noCompiler as skip } from '../../fixtures/ax/stub.ts'
import { type AxWorldOptions, simulate } from '../../fixtures/ax/world.ts'
import { again, until } from '../../fixtures/until.ts'

const { signal } = new AbortController()
/** No number of a process. */
const nobody = 99_999_999
const absent = {
  open: '/none',
  screencapture: '/none',
  osascript: '/none',
  pbcopy: '/none',
  pbpaste: '/none',
  applications: [],
}

const quitting = `app pid=${nobody} bundle=com.example.notes title=Notes front
  AXWindow as=notes title=Note sub=AXStandardWindow main AXMinimized=false at=0,30,400,300
    AXButton title=OK at=10,40,80,20
    AXButton sub=AXCloseButton press=remove:notes at=7,36,14,16
  AXMenuBar at=0,0,1440,24
    AXMenuBarItem title=Apple at=10,0,34,24
      AXMenu
        AXMenuItem title="Shut Down…" press=refuse
    AXMenuBarItem title=Notizen at=44,0,60,24
      AXMenu
        AXMenuItem title="Über Notizen"
        AXMenuItem title="Notizen beenden" AXMenuItemCmdChar=Q AXMenuItemCmdModifiers=0 press=die
        AXMenuItem title="Alle beenden" AXMenuItemCmdChar=Q AXMenuItemCmdModifiers=2 press=refuse
` as const

/** Its menu has no such entry, it asks before it closes, and nothing of itself can be set. */
const asking = `app pid=${nobody - 1} bundle=com.example.draft title=Draft fixed
  AXWindow as=draft title=Draft sub=AXStandardWindow main AXMinimized=false at=0,30,400,300
    AXButton as=close sub=AXCloseButton press=show:ask at=7,36,14,16
    AXSheet as=ask away at=0,60,300,100
      AXButton title=Save at=10,70,60,20
` as const

function failure(work: Promise<unknown>): Promise<Problem> {
  return work.then(
    () => Promise.reject(new Error('it worked')),
    (error) => error,
  )
}

function world(
  t: Test,
  options: AxWorldOptions,
  more: { readonly programs?: Partial<MacPrograms>; readonly env?: NodeJS.ProcessEnv; readonly parts?: StubParts } = {},
) {
  const { env, control, remove } = simulate({ ...options, stub: buildStub(more.parts) })
  const log = { warn: (fields: object, message: string) => t.comment(message, JSON.stringify(fields)) }
  const programs = { ...absent, ...more.programs }
  const platform = new AxPlatform({ log, env: { ...process.env, ...env, ...more.env }, programs, hostFile })
  t.teardown(async () => {
    await platform.close()
    remove()
  })
  const target = async (id: string): Promise<Target> =>
    (await platform.targets(signal)).find((one) => one.id === id) ?? Promise.reject(new Error(`no ${id}`))
  return { platform, control, target, ids: async () => (await platform.targets(signal)).map(({ id }) => id) }
}

t.test('brought forward and hidden by their own attributes', { skip }, async (t) => {
  const { platform, control, target } = world(t, { worlds: ['calculator', 'textedit'] })
  const { applications } = platform
  await control.run('set document AXMinimized true')
  await applications.activate(await target('com.apple.TextEdit'), signal)
  t.match(await platform.targets(signal), [{ id: 'com.apple.TextEdit', focused: true }, { id: 'com.apple.calculator' }])
  t.equal(await control.run('get document AXMinimized'), '0', 'with a window to be seen')
  const calculator = await target('com.apple.calculator')
  await applications.hide(calculator, signal)
  const source = await platform.open(calculator, signal)
  const root = async () => (await source.detail((await whole()).root, signal)).attributes
  const whole = () => source.read('all', { signal, deadline: performance.now() + 5000 })
  t.match(await root(), { AXHidden: 'true' })
  await applications.activate(calculator, signal)
  t.match(await root(), { AXHidden: 'false', AXFrontmost: 'true' })
  await source.close()

  await control.run('hang 102 1')
  t.match(await failure(applications.activate(await target('com.apple.TextEdit'), signal)), {
    name: 'unresponsive',
    message: /TextEdit does not come to the front: it does not answer/,
  })
})

t.test('asked to end by the entry of their own menu', { skip }, async (t) => {
  const { platform, control, target, ids } = world(t, {
    worlds: [asking, quitting],
    apps: `${nobody - 1}=com.example.draft,${nobody}=com.example.notes`,
  })
  const notes = await target('com.example.notes')
  const source = await platform.open(notes, signal)
  const closed = new Promise((resolve) => source.listen((change) => change.kind === 'closed' && resolve(change)))
  t.equal(await platform.applications.quit(notes, signal), true)
  await closed
  t.same(await ids(), ['com.example.draft'])
  t.match(await failure(platform.applications.activate(notes, signal)), { name: /^(app_not_found|unresponsive)$/ })

  for (const action of ['activate', 'hide'] as const)
    t.match(await failure(platform.applications[action](await target('com.example.draft'), signal)), {
      name: 'unsupported_here',
      hint: /raise, minimize or close/,
    })
  t.match(await platform.applications.launch('draft', [], signal), { id: 'com.example.draft' }, 'where it is')
  t.equal(await platform.applications.quit(await target('com.example.draft'), signal), false, 'it asks what to save')
  t.equal(await control.run('presses close'), '1', 'by the button of its window')
})

/** Takes its arguments down, one a line, and ends as it is told. */
function program(folder: string, name: string, ends = 'exit 0'): string {
  const file = join(folder, name)
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$@" > '${file}.new'\nmv '${file}.new' '${file}.log'\n${ends}\n`, {
    mode: 0o755,
  })
  return file
}

function bundle(folder: string, name: string, info: string | Buffer): string {
  const path = join(folder, `${name}.app`)
  mkdirSync(join(path, 'Contents'), { recursive: true })
  writeFileSync(join(path, 'Contents/Info.plist'), info)
  return path
}

const plist = (id: string, name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0"><dict>
  <key>LSUIElement</key><true/>
  <key>CFBundleURLTypes</key><array><dict><key>CFBundleIdentifier</key><string>com.example.wrong</string></dict></array>
  <key>CFBundleIdentifier</key>
  <string>${id}</string>
  <key>CFBundleName</key><string>${name}</string>
</dict></plist>`

t.test('started by what macOS starts them with', { skip }, async (t) => {
  const folder = t.testdir({ 'notes.txt': '', 'notes.axt': quitting })
  const open = program(folder, 'open', 'test "$1" = -a')
  const path = bundle(folder, 'Notes', plist('com.example.notes', 'Notes &amp; more'))
  const { platform, control, target } = world(
    t,
    { worlds: ['textedit'], apps: `102=com.apple.TextEdit,${nobody}=com.example.notes` },
    { programs: { open, applications: [folder] } },
  )
  const { applications } = platform
  const taken = () => readFileSync(`${open}.log`, 'utf8').trim().split('\n')
  t.equal((await applications.launch('textedit', [], signal)).pid, 102, 'one that runs only comes forward')
  t.notOk(existsSync(`${open}.log`))
  t.match(await target('com.apple.TextEdit'), { focused: true })

  const file = join(folder, 'notes.txt')
  const coming = applications.launch('Notes & more', [file], signal)
  await until(() => existsSync(`${open}.log`), 'open was called')
  await control.run(`load ${join(folder, 'notes.axt')}`)
  t.match(await coming, { id: 'com.example.notes', pid: nobody })
  t.same(taken(), ['-a', path, file])

  t.match(await failure(applications.launch('com.example.note', [], signal)), {
    name: 'app_not_found',
    data: { near: ['com.example.notes'] },
  })
  t.same(taken(), ['-b', 'com.example.note'], 'what lies elsewhere the system may know')
  for (const none of ['/bin/sh', path.toLowerCase(), 'Notes\0'])
    t.match(await failure(applications.launch(none, [], signal)), { name: 'app_not_found' }, JSON.stringify(none))
  t.equal((await applications.launch(path, [file], signal)).pid, nobody)
  t.match(await failure(applications.launch('-x', [`${folder}/none`], signal)), { name: 'invalid_params' })
})

t.test('what cannot be started', { skip }, async (t) => {
  const folder = t.testdir()
  const bare = world(t, { worlds: ['calculator'] })
  t.match(await failure(bare.platform.applications.launch('Notes', [], signal)), { name: 'unsupported_here' })
  t.notOk(bare.platform.clipboard)
  t.notOk(bare.platform.captureScreen)
  const open = program(folder, 'open', 'echo "The application cannot be opened" >&2; exit 1')
  bundle(folder, 'Broken', plist('com.example.broken', 'Broken'))
  const { platform } = world(t, { worlds: ['calculator'] }, { programs: { open, applications: [folder] } })
  // On a busy machine the host may take longer to start than one call waits for it.
  await again(() => platform.targets(signal))
  t.match(await failure(platform.applications.launch('broken', [], signal)), {
    name: 'unresponsive',
    message: /did not start Broken: The application cannot be opened/,
  })
  t.match(await failure(platform.applications.launch('calculater', [], signal)), {
    name: 'app_not_found',
    data: { near: ['com.apple.calculator'] },
  })
})

t.test('what a bundle says of itself', async (t) => {
  t.same(bundleInfo(Buffer.from(plist('com.example.notes', 'A &lt;&#x42;&#67; &quot;'))), {
    bundleId: 'com.example.notes',
    name: 'A <BC "',
  })
  for (const none of ['', 'bplist00', '<plist><dict></dict></plist>', 'bplist00'.padEnd(200, '\xff')])
    t.same(bundleInfo(Buffer.from(none, 'latin1')), {})
  const given = {
    ...Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`Key${at}`, { CFBundleIdentifier: `wrong ${at}` }])),
    CFBundleIdentifier: 'com.apple.calculator',
    CFBundleName: 'Calculator',
    CFBundleDisplayName: 'Rechner – 計算機, a name of more than fifteen letters',
  }
  const script =
    'import plistlib,json,sys;sys.stdout.buffer.write(plistlib.dumps(json.load(sys.stdin),fmt=plistlib.FMT_BINARY))'
  const made = spawnSync('python3', ['-c', script], { input: JSON.stringify(given) })
  if (made.error !== undefined)
    return t.pass('none', { skip: 'no python3, whose plistlib writes binary property lists' })
  t.same(bundleInfo(made.stdout), { bundleId: 'com.apple.calculator', name: given.CFBundleDisplayName })
  for (let length = 0; length < made.stdout.length; length += 97)
    t.doesNotThrow(() => bundleInfo(made.stdout.subarray(0, length)))
})

t.test('over a library that has next to nothing of it', { skip }, async (t) => {
  const { cf, ax } = buildOther()
  const env = { ...process.env, IX_CF_LIB: cf, IX_AX_LIB: ax, IX_AX_APPS: '4000077=org.example.ledger' }
  const platform = new AxPlatform({ log: { warn: () => {} }, env, programs: absent, hostFile })
  t.teardown(() => platform.close())
  const [ledger] = await platform.targets(signal)
  const { applications } = platform
  t.match(await failure(applications.activate(ledger!, signal)), { name: 'unsupported_here' })
  t.match(await failure(applications.hide(ledger!, signal)), { name: 'unsupported_here' })
  t.equal(await applications.quit(ledger!, signal), false)
  t.equal((await applications.launch('Ledger', [], signal)).id, 'org.example.ledger')
  const events = (await platform.findings(signal, { probe: true })).find(({ what }) => what === 'events')
  t.match(events, { state: 'note', detail: /does not report window moves/ })
})

t.test('one in the background that never answers ends one host, and is not asked again', { skip }, async (t) => {
  const agent = 'app pid=108 bundle=com.example.agent title=Agent\n' as const
  const apps = '101=com.apple.calculator,107=com.example.sync;agent,108=com.example.agent;agent'
  const worlds = ['calculator', 'menubar', agent] as const
  const { env, stick, remove } = simulate({ worlds, apps, sticky: true })
  const ends: object[] = []
  const log = { warn: (fields: object) => ends.push(fields) }
  const platform = new AxPlatform({ log, env: { ...process.env, ...env }, programs: absent, hostFile })
  t.teardown(async () => {
    await platform.close()
    remove()
  })
  stick(108)
  await again(() => platform.targets(signal))
  for (let turn = 0; turn < 10; turn++)
    t.same(
      (await again(() => platform.targets(signal))).map(({ id }) => id),
      ['com.apple.calculator', 'com.example.sync'],
    )
  t.match(ends, [{ pid: 108 }])
  t.equal(ends.length, 1)
})
