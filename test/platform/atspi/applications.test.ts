/** Applications as wholes: what is installed, started, brought forward, hidden and ended, on a real desktop. */
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import top, { type Test } from 'tap'
import {
  commandOf,
  type DesktopEntry,
  entryOf,
  localesOf,
  takes,
  wordsOf,
} from '../../../daemon/platform/atspi/apps/desktop-entry.ts'
import { DesktopFiles, findEntry, namesOf, notInstalled } from '../../../daemon/platform/atspi/apps/desktop-files.ts'
import { launchEnvironment } from '../../../daemon/platform/atspi/apps/launch.ts'
import { XServer } from '../../../daemon/platform/atspi/x11/server.ts'
import { XWindows } from '../../../daemon/platform/atspi/x11/windows.ts'
import { type Desktop, desktopOrSkip, startDesktop, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { largeApplications, python } from '../../fixtures/find-desktop.mjs'
import { until } from '../../fixtures/until.ts'

const editor = `# Made by hand
[Desktop Entry]
Type = Application
Name=Notes
Name[de]=Notizen
Name[de_AT]=Merkzettel
Exec=notes --title "my \\\\"notes\\\\"" %i %U
Icon=org.example.Notes
Path=/var/tmp
[Desktop Action new]
Name=New note
Exec=notes --new
`

top.test('a desktop entry', async (t) => {
  const of = (text: string, locales: readonly string[] = []) =>
    entryOf(text, 'org.example.Notes', '/x.desktop', locales)
  t.match(of(editor), {
    id: 'org.example.Notes',
    name: 'Notes',
    words: ['notes', '--title', 'my "notes"', '%i', '%U'],
    folder: '/var/tmp',
    hidden: false,
  })
  t.equal(of(editor, localesOf({ LANG: 'de_DE.UTF-8' }))?.name, 'Notizen')
  t.equal(of(editor, localesOf({ LANG: 'de_AT.UTF-8@euro' }))?.name, 'Merkzettel')
  t.equal(of(editor, localesOf({ LANG: 'fr_FR' }))?.name, 'Notes')
  t.equal(of(editor, localesOf({ LANG: 'de_DE' }))?.plainName, 'Notes')
  t.same(localesOf({ LC_ALL: 'C', LANG: 'de_DE' }), [])
  t.same(localesOf({ LANG: 'sr_RS@latin' }), ['sr_RS@latin', 'sr_RS', 'sr@latin', 'sr'])
  for (const [what, text] of Object.entries({
    'a link': editor.replace('= Application', '=Link'),
    'without a name': editor.replace(/^Name=.*$/m, ''),
    'without a command': editor.replace(/^Exec=notes --title.*$/m, ''),
    'with a quote that does not end': editor.replace(/^Exec=notes --title.*$/m, 'Exec=notes "%U'),
    'with a code that is none': editor.replace('%U', '%q'),
    'of another group': editor.replace('[Desktop Entry]', '[Else]'),
    'no text': '\0\u0001',
  }))
    t.equal(of(text), undefined, what)
})

top.test('a command of an entry', async (t) => {
  t.same(wordsOf('a  "b c" d\\ e'), ['a', 'b c', 'd e'])
  t.same(wordsOf('a "\\$x \\`y\\` \\n" ""'), ['a', '$x `y` \\n', ''])
  t.same(wordsOf('sh -c \'a "$1"\' --name=%f'), ['sh', '-c', 'a "$1"', '--name=%f'])
  const entry = entryOf(editor, 'org.example.Notes', '/x.desktop')!
  const of = (words: readonly string[], files: readonly string[] = []) => commandOf({ ...entry, words }, files)
  const files = ['/a b/ü.txt', '/c;rm -rf $HOME']
  t.same(of(entry.words, files), [
    'notes',
    '--title',
    'my "notes"',
    '--icon',
    'org.example.Notes',
    'file:///a%20b/%C3%BC.txt',
    'file:///c;rm%20-rf%20$HOME',
  ])
  t.same(of(['n', '%F'], files), ['n', ...files])
  t.same(of(['n', '%f', '--as=%u', '%c', '%k', '100%%', '%m', '']), ['n', '--as=', 'Notes', '/x.desktop', '100%', ''])
  t.same(
    [['%F'], ['%u'], ['--x=%f'], ['%c', '%%']].map((words) => takes({ ...entry, words: ['n', ...words] })),
    ['many', 'one', 'one', 'none'],
  )
})

top.test('what an application is started with', async (t) => {
  const env = {
    DISPLAY: ':7',
    PATH: '/bin',
    IX_TOKEN: 'x',
    IX_RUNTIME_DIR: '/x',
    NODE_OPTIONS: '--x',
    AT_SPI_BUS_ADDRESS: 'unix:x',
    NO_AT_BRIDGE: '1',
    LISTEN_FDS: '1',
    SOME_API_KEY: 'x',
    GITHUB_TOKEN: 'x',
    nothing: undefined,
  }
  t.same(launchEnvironment(env), {
    DISPLAY: ':7',
    PATH: '/bin',
    QT_LINUX_ACCESSIBILITY_ALWAYS_ON: '1',
    GNOME_ACCESSIBILITY: '1',
  })
})

/** An entry as a file has it. */
const entryText = (name: string, exec: string, more = '') =>
  `[Desktop Entry]\nType=Application\nName=${name}\nExec=${exec}\n${more}\n`

top.test('what is installed', async (t) => {
  const folder = t.testdir({
    own: { applications: { 'gone.desktop': entryText('Gone', 'gone', 'Hidden=true') } },
    system: {
      applications: {
        'gone.desktop': entryText('Gone', 'gone'),
        'org.example.Notes.desktop': entryText('Notes', 'notes --title x %U', 'GenericName=Note Taker'),
        'lines.desktop': entryText('Lines', 'lines', 'GenericName=Note Taker\nTerminal=true'),
        'no-program.desktop': entryText('Absent', 'absent', 'TryExec=/nowhere/notes'),
        'parts.desktop': entryText('Parts', 'notes --parts of it %U', 'NoDisplay=true'),
        kde: { 'kalk.desktop': entryText('Kalk', 'kalk %f') },
        'two.desktop': entryText('Twice', 'two'),
        'three.desktop': entryText('Twice', 'three'),
        'carried.desktop': entryText('Carried', 'sh -c "x %f"'),
        'notes.txt': 'no entry',
      },
    },
  })
  const entries = await new DesktopFiles({ XDG_DATA_HOME: `${folder}/own`, XDG_DATA_DIRS: `${folder}/system` }).read()
  t.same(entries.map(({ id }) => id).sort(), [
    'carried',
    'kde-kalk',
    'lines',
    'org.example.Notes',
    'parts',
    'three',
    'two',
  ])
  const idOf = (asked: string) => findEntry(entries, asked)?.id
  for (const asked of ['org.example.Notes', 'ORG.EXAMPLE.NOTES', 'org.example.Notes.desktop', 'notes', 'Notes'])
    t.equal(idOf(asked), 'org.example.Notes', asked)
  t.equal(idOf('Kalk'), 'kde-kalk')
  t.equal(idOf('note taker'), 'org.example.Notes', 'by its kind; what runs in a terminal comes last')
  t.equal(idOf('sh'), undefined, 'it is a program of many')
  t.equal(idOf('notes --title'), undefined, 'no command')
  t.equal(idOf('/bin/sh'), undefined, 'no program that is not installed as an application')
  t.throws(() => findEntry(entries, 'twice'), { name: 'app_not_found', data: { near: ['three', 'two'] } })
  const near = notInstalled(entries, 'Nots')
  t.match(near, {
    name: 'app_not_found',
    message: /org\.example\.Notes \(Notes\)/,
    data: { near: ['org.example.Notes'] },
  })
  t.same(notInstalled(entries, 'zzzzzzzzz').data, { near: [] })
  const named = (words: readonly string[]) => namesOf({ ...(entries[0] as DesktopEntry), id: 'a.B', words })
  t.same(named(['/usr/bin/b', '%U']), ['a.B', 'B', 'b'])
  t.same(named(['b', '--preferences']), ['a.B', 'B'], 'a part of another')
  t.same(named(['/usr/bin/python3', '%U']), ['a.B', 'B'], 'what carries it has a name of its own')
  t.same(await new DesktopFiles({ XDG_DATA_HOME: '/nowhere', XDG_DATA_DIRS: 'relative' }).read(), [])
})

top.test('without X', async (t) => {
  for (const [env, message, launches] of [
    [{}, /DISPLAY is set/, false],
    [{ WAYLAND_DISPLAY: 'wayland-0' }, /Wayland compositor/, true],
  ] as const) {
    const { platform } = openDesktopWorld(t, env)
    const { signal } = new AbortController()
    const target = { kind: 'application', platform: 'atspi', id: 'x', name: 'x' } as const
    const { applications: apps } = platform
    for (const call of [
      ...(launches ? [] : [() => apps.launch('mousepad', [], signal)]),
      () => apps.activate(target, signal),
      () => apps.hide(target, signal),
      () => apps.quit(target, signal),
    ])
      await t.rejects(async () => void (await call()), {
        name: 'unsupported_here',
        message,
        hint: /explore|person|menu|desktop session/,
      })
  }
})

const form = fileURLToPath(new URL('../../fixtures/desktop/form.py', import.meta.url))
let shared: Desktop | undefined

/** The one desktop with a daemon's inside on it, of an environment that holds what nobody else is to have. */
async function onDesktop(t: Test) {
  shared ??= await startDesktop(top)
  const desktop = shared
  const env = { ...process.env, HOME: join(desktop.folder, 'home'), IX_TOKEN: 'a secret' }
  const world = openDesktopWorld(t, env)
  const launched = new Set<number>()
  t.teardown(async () => {
    for (const pid of launched) end(pid)
    for (const application of [...desktop.applications]) await application.end()
    await until(() => ![...launched].some((pid) => existsSync(`/proc/${pid}`)), 'what was launched is gone')
  })
  const apps = async (action: string, bundleId?: string, files?: readonly string[]) => {
    const answer = await world.call('apps', { action, ...(bundleId && { bundleId }), ...(files && { files }) })
    for (const { pid, platform } of answer.apps) if (pid !== undefined && platform === 'atspi') launched.add(pid)
    return answer
  }
  return { desktop, world, apps }
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}

function folderOf({ folder }: Desktop, name: string): string {
  const own = join(folder, name)
  mkdirSync(own, { recursive: true })
  return own
}

top.test('a calculator: launched, hidden, brought back, ended', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad'])) return
  const { world, apps } = await onDesktop(t)
  const { apps: came } = await apps('launch', 'Calculator')
  t.match(came, [{ bundleId: 'org.gnome.Calculator', platform: 'atspi', focused: true }], 'by its visible name')
  const { bundleId, pid } = came[0]!
  t.match(await world.outline(bundleId), /button: 7/, 'it can be explored')
  await apps('launch', 'mousepad')
  t.match((await apps('list')).apps[0], { bundleId: 'org.xfce.mousepad', focused: true }, 'a new one is in front')

  t.match((await apps('launch', 'gnome-calculator')).apps, [{ pid, focused: true }], 'one that runs is brought forward')
  await apps('activate', 'mousepad')
  t.match((await apps('list')).apps[0], { bundleId: 'org.xfce.mousepad' })
  await apps('hide', 'org.gnome.Calculator')
  t.match((await world.fail('screenshot', { bundleId })).message, /minimised/)
  await apps('hide', 'org.gnome.Calculator')
  t.match((await apps('activate', bundleId)).apps, [{ pid, focused: true }], 'back from where it was hidden')

  t.same(await apps('quit', bundleId), { apps: [], ended: 'org.gnome.Calculator' })
  t.notOk((await apps('list')).apps.some((one) => one.bundleId === bundleId))
  t.match(await world.fail('apps', { action: 'quit', bundleId }), { name: 'app_not_found' })
})

top.test('an editor: files, unsaved text, what it inherits', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const { desktop, world, apps } = await onDesktop(t)
  const folder = folderOf(desktop, 'Notizen für später; $(touch x)')
  const [first, second] = [join(folder, 'grüner Tee.txt'), join(folder, '%f 100%.txt')]
  writeFileSync(first, 'sencha')
  writeFileSync(second, 'gyokuro')
  const [came] = (await apps('launch', 'org.xfce.mousepad', [first])).apps
  const { bundleId, pid = 0 } = came!
  t.match(await world.settled(bundleId, { includeNonInteractable: true }), /sencha/)

  const environment = readFileSync(`/proc/${pid}/environ`, 'utf8')
  t.notMatch(environment, /\0IX_|a secret/)
  t.match(environment, new RegExp(`DISPLAY=${desktop.env.DISPLAY}\\b`))
  t.equal(readlinkSync(`/proc/${pid}/cwd`), join(desktop.folder, 'home'))
  const ours = new Set(descriptorsOf(process.pid).filter((one) => /^socket:/.test(one)))
  t.same(
    descriptorsOf(pid).filter((one) => ours.has(one)),
    [],
    'no descriptor of the daemon',
  )
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [, , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  t.equal(Number(session), pid, 'a session of its own')

  const handed = await apps('launch', 'mousepad', [second])
  t.match(handed.apps, [{ bundleId, pid, focused: true }], 'the one that runs opens the next file')
  t.match(await world.settled(bundleId, { includeNonInteractable: true }), /gyokuro/)
  t.notOk(existsSync(join(folder, 'x')) || existsSync(join(desktop.folder, 'home', 'x')), 'no shell read the name')

  const entries = folderOf(desktop, 'home/.local/share/applications')
  const stays = 'sh -c "mousepad \\"\\$1\\"; exec sleep 5" sh %f'
  writeFileSync(join(entries, 'stays.desktop'), entryText('Stays', stays, 'StartupWMClass=mousepad'))
  t.match((await apps('launch', 'stays', [first])).apps, [{ bundleId, pid }], 'its own program stays behind')
  t.match(await world.settled(bundleId, { includeNonInteractable: true }), /sencha/)
  await apps('launch', 'mousepad', [second])

  await world.call('interact', {
    find: { scope: 'application', bundleId, filter: { valueContains: 'gyokuro' }, includeNonInteractable: true },
    action: 'set_value',
    value: 'not saved',
  })
  const asked = await apps('quit', bundleId)
  t.match(asked, { apps: [{ bundleId }], hint: /explore/ })
  t.equal('ended' in asked, false)
  t.match(await world.settled(bundleId), /Don't Save|Don’t Save/, 'it asks')
  const find = { scope: 'application', bundleId, filter: { anyFieldContains: "Don't Save" }, elementTypes: ['button'] }
  await world.call('interact', { find, action: 'click' })
  await world.again(async () => {
    if ((await apps('list')).apps.length > 0) throw new Error('it is still there')
  })
  t.equal(readFileSync(second, 'utf8'), 'gyokuro')
})

function descriptorsOf(pid: number): string[] {
  return readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
    try {
      return [readlinkSync(`/proc/${pid}/fd/${name}`)]
    } catch {
      return []
    }
  })
}

top.test('all names that an application goes by', async (t) => {
  const names = {
    'org.gnome.Calculator': ['gnome-calculator', 'Calculator', 'ORG.GNOME.CALCULATOR'],
    'org.xfce.mousepad': ['mousepad', 'Mousepad'],
    kcalc: ['KCalc', 'org.kde.kcalc'],
  }
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad', 'kcalc'])) return
  const { desktop, world, apps } = await onDesktop(t)
  for (const id of Object.keys(names)) await apps('launch', id)
  const { signal } = new AbortController()
  for (const [id, others] of Object.entries(names))
    for (const name of [id, ...others]) t.equal((await world.trees.app(name, signal)).id, id, name)
  t.match(await world.fail('explore', { scope: 'application', bundleId: 'Calculater' }), {
    name: 'app_not_found',
    message: /Near: .*org\.gnome\.Calculator/,
    data: { near: ['org.gnome.Calculator'] },
  })
  t.match(await world.fail('explore', { scope: 'application', bundleId: 'mousepat' }), {
    data: { near: ['org.xfce.mousepad'] },
  })
  t.same((await world.fail('explore', { scope: 'application', bundleId: 'zzzzzzzz' })).data.near, [])

  const second = await desktop.start('mousepad')
  const found = (await apps('list')).apps.filter(({ bundleId }) => bundleId.startsWith('org.xfce.mousepad'))
  t.same(found.map(({ bundleId }) => bundleId).sort(), ['org.xfce.mousepad', 'org.xfce.mousepad-2'])
  t.equal(found.find(({ bundleId }) => bundleId.endsWith('-2'))?.pid, second.pid, 'the later one has a number')
  t.equal('ended' in (await apps('quit', 'org.xfce.mousepad-2')), true)
  t.equal((await apps('quit', 'mousepad')).ended, 'org.xfce.mousepad')
})

top.test('one with several windows', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const { world, apps } = await onDesktop(t)
  const { bundleId } = (await apps('launch', 'mousepad')).apps[0]!
  const text = { scope: 'application', bundleId, filter: { role: 'AXTextArea' } }
  await world.call('interact', { find: text, action: 'key', keys: 'Control+Shift+N' })
  const shown = async () => {
    const answer = await world.call('explore', { scope: 'application', bundleId, includeNonInteractable: true })
    return JSON.stringify(answer.elements).match(/"role":"AXWindow"/g)?.length ?? 0
  }
  const until = (count: number) =>
    world.again(async () => {
      const seen = await shown()
      if (seen !== count) throw new Error(`${seen} windows are shown`)
    })
  await until(2)
  await apps('hide', bundleId)
  await apps('hide', bundleId)
  const server = new XServer(process.env.DISPLAY!)
  t.teardown(() => server.close())
  const minimised = async () =>
    (await new XWindows(server).list(new AbortController().signal)).map((window) => window.minimized)
  t.same(await minimised(), [true, true], 'all are hidden')
  await apps('activate', bundleId)
  t.same(await minimised(), [false, false], 'and all are back')
  t.same(await apps('quit', bundleId), { apps: [], ended: bundleId })
})

top.test('one whose process goes on without windows', async (t) => {
  if (!desktopOrSkip(t) || !toolkitsOrSkip(t)) return
  const { world, apps, desktop } = await onDesktop(t)
  const { pid } = await desktop.start(python, form, 'gtk4', 'plain', '[]')
  const find = async () => (await apps('list')).apps.find((one) => one.pid === pid)
  const { bundleId } = (await world.again(async () => {
    const found = await find()
    if (found === undefined) throw new Error('it is not there yet')
    return found
  }))!
  const answer = await apps('quit', bundleId)
  t.match(answer, { apps: [], hint: /has closed its windows; its process still runs/ })
  t.notOk('ended' in answer)
})

top.test('one that hangs', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad'])) return
  const { world, apps } = await onDesktop(t)
  const [editor] = (await apps('launch', 'mousepad')).apps
  await apps('launch', 'Calculator')
  const { bundleId, pid = 0 } = editor!
  process.kill(pid, 'SIGSTOP')
  t.match((await apps('launch', 'mousepad')).apps, [{ bundleId, pid }], 'answered while it hangs')
  t.match((await apps('hide', bundleId)).apps, [{ bundleId }])
  t.match(await apps('quit', bundleId), { apps: [{ bundleId }], hint: /still running/ })
  process.kill(pid, 'SIGCONT')
  await world.again(async () => {
    if ((await apps('list')).apps.length > 1) throw new Error('it has not heard yet that it is to end')
  })
})

const noLarge = largeApplications.length === 2 ? false : 'in npm run test:desktop-full'
top.test('large applications, that hand over to one that runs', { skip: noLarge }, async (t) => {
  if (!desktopOrSkip(t)) return
  const { desktop, world, apps } = await onDesktop(t)
  const folder = folderOf(desktop, 'Blätter')
  const [sheet, page] = [join(folder, 'Tee 1.csv'), join(folder, 'Tee 2.html')]
  writeFileSync(sheet, 'green,3\n')
  writeFileSync(page, '<title>Gyokuro</title><button>Brew</button>')

  const [office] = (await apps('launch', 'LibreOffice Calc')).apps
  t.match(await world.outline(office!.bundleId), /LibreOffice Calc/)
  const asked = await apps('launch', 'libreoffice-calc', [sheet])
  t.match(asked.apps, [{ pid: office!.pid }], 'its starter waits for the answer to a dialog; the call does not')
  const dialog = { filter: { titleContains: 'Text Import' }, includeNonInteractable: true }
  t.match(await world.settled(office!.bundleId, dialog), /Text Import/)
  t.type((await apps('quit', office!.bundleId)).apps, Array)

  const [firefox] = (await apps('launch', 'firefox-esr')).apps
  t.match(firefox, { bundleId: 'firefox-esr', focused: true })
  t.match((await apps('launch', 'Firefox ESR', [page])).apps, [{ pid: firefox!.pid }])
  t.match(
    await world.call('wait', { scope: 'application', bundleId: 'firefox-esr', filter: { titleContains: 'Brew' } }),
    {
      elements: [{}],
    },
  )
  t.same(await apps('quit', 'Firefox'), { apps: [], ended: 'firefox-esr' })
})

top.test('what cannot be launched', async (t) => {
  if (!desktopOrSkip(t, ['gnome-calculator'])) return
  const { desktop, world } = await onDesktop(t)
  const own = folderOf(desktop, 'home/.local/share/applications')
  const install = (id: string, exec: string, more?: string) =>
    writeFileSync(join(own, `${id}.desktop`), entryText(id, exec, more))
  install('ended', 'false')
  install('quiet', 'true')
  install('absent', '/nowhere/program')
  install('shell', 'sh', 'Terminal=true')
  const launch = (bundleId: string, files?: readonly string[]) =>
    world.fail('apps', { action: 'launch', bundleId, ...(files && { files }) })
  const unknown = await launch('gnome-calculater')
  t.match(unknown, { name: 'app_not_found', message: /org\.gnome\.Calculator/, hint: /menu/ })
  const [nearest] = unknown.data.near as readonly string[]
  t.equal(nearest, 'org.gnome.Calculator', 'whatever else is installed')
  t.match(await launch('xterm -e id'), { name: 'app_not_found' })
  t.match(await launch('ended'), { name: 'unresponsive', message: /code 1/ })
  t.match(await launch('quiet'), { name: 'unresponsive', message: /without a window/ })
  t.match(await launch('absent'), { name: 'unresponsive', message: /does not exist/ })
  t.match(await launch('shell'), { name: 'unsupported_here', message: /terminal/ })
  t.match(await launch('org.gnome.Calculator', ['/etc/hostname']), { name: 'invalid_params', message: /no files/ })
  t.match(await launch('org.gnome.Calculator', ['notes.txt']), { name: 'invalid_params', message: /absolute/ })
  if (desktopOrSkip(t, ['mousepad']))
    t.match(await launch('mousepad', [join(own, 'none.txt')]), { name: 'invalid_params', message: /no file/ })
  const reader = { name: 'reader', scope: 'read' } as const
  t.same(await world.call('apps', {}, reader), { apps: [] }, 'who may read may list')
  for (const action of ['launch', 'activate', 'hide', 'quit'])
    t.match(await world.fail('apps', { action, bundleId: 'org.gnome.Calculator' }, reader), {
      name: 'not_allowed',
      message: new RegExp(`${action} needs the permission scope interact`),
    })
  t.same((await world.call('apps')).apps, [], 'nothing has come up')
})
