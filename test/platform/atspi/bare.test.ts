/** Applications without accessibility: windows of Tk and xterm, which say themselves what has reached them. */
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { BareApplications } from '../../../daemon/platform/atspi/apps/bare.ts'
import { DesktopFiles } from '../../../daemon/platform/atspi/apps/desktop-files.ts'
import { Names } from '../../../daemon/platform/atspi/apps/identity.ts'
import { keysymNamed } from '../../../daemon/platform/atspi/desktop/keysyms.ts'
import { unseen } from '../../../daemon/platform/atspi/findings.ts'
import { connect, fake } from '../../../daemon/platform/atspi/x11/connection.ts'
import { XDesktop } from '../../../daemon/platform/atspi/x11/desktop.ts'
import { heldModifiers } from '../../../daemon/platform/atspi/x11/held-keys.ts'
import { readKeymap } from '../../../daemon/platform/atspi/x11/keyboard.ts'
import { bareOrSkip, type Desktop, desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { findChromium } from '../../fixtures/find-chromium.mjs'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat, until } from '../../fixtures/until.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'

t.setTimeout(300_000)

interface Line {
  readonly text?: string
  readonly pressed?: string
  readonly chosen?: string
  readonly key?: string
  readonly canvas?: string
  readonly at?: readonly number[]
  readonly origin?: readonly [number, number]
  readonly menu?: readonly number[]
}

const program = new URL('../../fixtures/desktop/bare.py', import.meta.url).pathname

async function startTk(desktop: Desktop, title: string, ...more: readonly string[]) {
  const log = join(desktop.folder, `${title}.log`)
  appendFileSync(log, '')
  const application = await desktop.startBare(python, program, log, title, ...more)
  const lines = () =>
    readFileSync(log, 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
  const told = (is: (line: Line) => boolean, from = 0) =>
    until(
      () => lines().slice(from).findLast(is),
      () => `${title} to tell it; it told ${JSON.stringify(lines().slice(from))}`,
    )
  await told(({ origin }) => origin !== undefined)
  return { application, lines, told }
}

t.test('windows without accessibility', async (t) => {
  if (!desktopOrSkip(t, ['mousepad']) || !bareOrSkip(t)) return
  const desktop = await startDesktop(t, ['mousepad'])
  const alpha = await startTk(desktop, 'Alpha')
  const beta = await startTk(desktop, 'Beta')
  const { call, platform } = openDesktopWorld(t, desktop.env)
  const list = async () => (await call('apps', { action: 'list' })).apps
  const idOf = async (title: string) => {
    const called = async () => (await list()).find(({ name }) => name.startsWith(title))
    return (await until(called, `an application called ${title}`)).bundleId
  }
  const view = async (bundleId: string) =>
    await call('explore', { scope: 'application', bundleId, format: 'json' } as const)
  const windowOf = async (title: string, bundleId: string) => {
    const found = await answerThat(
      async () => (await view(bundleId)).elements?.[0]?.children?.find(({ name }) => name === title),
      (one) => one !== undefined,
    )
    return found!.id
  }
  const first = await idOf('Alpha')
  const window = await windowOf('Alpha', first)

  await t.test('they are listed by what their windows tell', async (t) => {
    const apps = await list()
    t.equal(apps.length, 3)
    t.match(
      apps.map(({ bundleId }) => bundleId).sort(),
      ['org.xfce.mousepad', 'tk', 'tk #2'],
      'each by the name that it gives itself',
    )
    for (const { bundleId, pid } of apps) t.equal(pid === undefined, bundleId.startsWith('tk'), `${bundleId}: ${pid}`)
    const outlineOf = async () =>
      (await call('explore', { scope: 'application', bundleId: first, format: 'outline' })).outline!
    const outline = await answerThat(outlineOf, (text) => text.includes('Alpha two'))
    t.match(outline, /\] window: Alpha$/m)
    t.match(outline, /window: Alpha two/, 'all windows of one program are in one application')
    t.notMatch(outline, /Beta/)
  })

  await t.test('a view says that there is more than it shows, and what can be done', async (t) => {
    const { settled, reason } = await view(first)
    t.equal(settled, false)
    t.match(reason, /^"Alpha.*" has no accessibility: .*picture.*point.*keys.*text/)
    t.notMatch(reason, /\n/)
    const wait = { scope: 'application', bundleId: first, until: 'settled', timeoutMs: 500 } as const
    await t.rejects(call('wait', wait), { name: 'timeout', message: /"Alpha.*" has no accessibility/ })
  })

  await t.test('doctor names them', async (t) => {
    const found = (await platform.findings(new AbortController().signal)).filter(({ detail }) => detail === unseen)
    t.match(found.map(({ what }) => what).sort(), [/^Alpha/, /^Beta/])
    for (const { remedy } of found) t.match(remedy, /pictures.*clicks at points.*keys/)
  })

  /** A point of the window as its picture shows it, from one of the program's own drawing area. */
  const pointAt = async (x: number, y: number) => {
    const { frame } = (await call('expand', { elementId: window })).element!
    const { origin } = await alpha.told((line) => line.origin !== undefined)
    return { x: origin![0] + x - frame!.x, y: origin![1] + y - frame!.y }
  }
  const act = async (step: object) => {
    const from = alpha.lines().length
    const { effect, why, route } = await call('interact', { elementId: window, ...step } as never)
    return { from, effect, why, route }
  }
  const unread = { effect: 'unverified', why: 'nothing in its window can be read back' }

  await t.test('a press reaches the point that is named', async (t) => {
    const pressed = await act({ action: 'click', to: await pointAt(80, 90) })
    t.match(pressed, { ...unread, route: 'pointer' })
    t.ok(await alpha.told((line) => line.pressed === 'Press', pressed.from))
    for (const [action, event] of [
      ['click', '<Button-1>'],
      ['right_click', '<Button-3>'],
      ['double_click', '<Double-Button-1>'],
    ] as const) {
      const done = await act({ action, to: await pointAt(200 + 33, 70 + 44) })
      t.match(done, unread)
      t.same((await alpha.told((line) => line.canvas === event, done.from)).at, [33, 44])
    }
    await t.rejects(act({ action: 'click', to: { x: 5000, y: 5 } }), { name: 'element_changed' })
  })

  await t.test('text and keys arrive, and nothing is called confirmed', async (t) => {
    await act({ action: 'click', to: await pointAt(100, 35) })
    const typed = await act({ action: 'type', value: 'Grüße, 5 € ✓' })
    t.match(typed, { ...unread, route: 'keys' })
    t.ok(await alpha.told((line) => line.text === 'Grüße, 5 € ✓', typed.from))
    const keys = await act({ action: 'key', keys: 'Home Delete' })
    t.match(keys, unread)
    t.ok(await alpha.told((line) => line.text === 'rüße, 5 € ✓', keys.from))
    for (const step of [
      { action: 'set_value', value: 'x' },
      { action: 'menu', path: 'File > Open' },
      { action: 'toggle' },
    ])
      await t.rejects(act(step), { name: 'unsupported_here', message: /^"Alpha" has no accessibility/ })
    t.notOk(beta.lines().some(({ key, text }) => key !== undefined || text !== undefined))
  })

  await t.test('what is typed is right whatever keys are held or locked, and they stay so', async (t) => {
    const hand = await connect(desktop.env.DISPLAY!)
    t.teardown(() => hand.close())
    const codeOf = async (name: string) => (await readKeymap(hand)).find(keysymNamed(name))!.code
    const [shift, caps] = [await codeOf('Shift'), 66]
    const text = 'aZ äÄ ñÑ ß Привет'
    const typesIt = async () => {
      await act({ action: 'key', keys: 'End Shift+Home Delete' })
      const { from } = await act({ action: 'type', value: text })
      t.ok(await alpha.told((line) => line.text === text, from))
    }
    await act({ action: 'click', to: await pointAt(100, 35) })
    hand.fake(fake.keyPress, shift)
    await hand.sync()
    await typesIt()
    t.same(await heldModifiers(hand), [shift], 'Shift is held as before')
    hand.fake(fake.keyRelease, shift)
    for (const kind of [fake.keyPress, fake.keyRelease]) hand.fake(kind, caps)
    await hand.sync()
    t.ok((await readKeymap(hand)).locked)
    await typesIt()
    t.ok((await readKeymap(hand)).locked, 'Caps Lock is on as before')
    for (const kind of [fake.keyPress, fake.keyRelease]) hand.fake(kind, caps)
    await hand.sync()
  })

  await t.test('an entry of an open menu that sticks out of the window', async (t) => {
    const opened = await act({ action: 'click', to: await pointAt(60, 270) })
    const [x = 0, y = 0, width = 0, height = 0] = (await alpha.told(({ menu }) => menu !== undefined, opened.from))
      .menu!
    const { origin } = await alpha.told((line) => line.origin !== undefined)
    t.ok(y + height > origin![1] + 300, 'it sticks out')
    const { frame } = (await call('expand', { elementId: window })).element!
    const shot = await call('screenshot', { bundleId: first } as never)
    t.ok(shot.height > frame!.height, 'its picture shows it')
    const done = await act({
      action: 'click',
      to: { x: Math.round(x + width / 2 - frame!.x), y: Math.round(y + height * (5.5 / 6) - frame!.y) },
    })
    t.match(done, unread)
    t.ok(await alpha.told((line) => line.chosen === 'Six', done.from))
  })

  await t.test('pictures have the size of the window', async (t) => {
    const { frame } = (await call('expand', { elementId: window })).element!
    t.match(await call('screenshot', { elementId: window }), { width: frame!.width, height: frame!.height })
  })

  await t.test('applications come to the front, and their windows obey', async (t) => {
    await call('apps', { action: 'activate', bundleId: 'org.xfce.mousepad' })
    t.match((await list())[0], { bundleId: 'org.xfce.mousepad', focused: true })
    await call('apps', { action: 'activate', bundleId: first })
    t.match((await list())[0], { bundleId: first, focused: true })
    const other = await windowOf('Alpha two', first)
    t.match(await call('interact', { elementId: other, action: 'move', to: { x: 640, y: 400 } }), {
      effect: 'confirmed',
    })
    t.match((await call('expand', { elementId: other })).element!.frame, { x: 640, y: 400 })
    t.match(await call('interact', { elementId: other, action: 'raise' }), { effect: /confirmed|noop/ })
    t.match(await call('interact', { elementId: other, action: 'close' }), { effect: 'confirmed' })
    await t.rejects(call('interact', { elementId: other, action: 'raise' }), { name: 'element_gone' })
    const back = await call('interact', { elementId: window, action: 'key', keys: 'F5' })
    t.match(back, { effect: 'unverified' })
    t.ok(await alpha.told(({ key }) => key === 'F5'), 'keys bring their window to the front')
  })

  await t.test('what ends is gone', async (t) => {
    t.same(await call('apps', { action: 'quit', bundleId: first }), { apps: [], ended: first })
    await t.rejects(call('interact', { elementId: window, action: 'key', keys: 'A' }), { name: 'element_gone' })
    t.equal((await list()).length, 2)
    const gamma = await startTk(desktop, 'Gamma', 'Painter')
    t.equal(await idOf('Gamma'), 'painter')
    await gamma.application.end()
  })
})

t.test('a terminal without accessibility', async (t) => {
  if (!desktopOrSkip(t) || !bareOrSkip(t)) return
  const desktop = await startDesktop(t)
  const log = join(desktop.folder, 'typed.txt')
  const read = 'while IFS= read -r line; do printf "%s\\n" "$line" >> "$0"; done'
  const { pid } = await desktop.startBare('xterm', '-u8', '-e', '/bin/sh', '-c', read, log)
  const { call } = openDesktopWorld(t, desktop.env)
  const list = async () => (await call('apps', { action: 'list' })).apps
  t.match(await answerThat(list, ({ length }) => length > 0), [{ bundleId: /xterm/, pid }])
  const find = { scope: 'focused' } as const
  const typed = 'grep -c "ä" ~/notes | tee /tmp/$X; # 5 €'
  const done = await call('interact', { find, action: 'type', value: `${typed}\nsecond line\n` })
  t.match(done, { effect: 'unverified', route: 'keys' })
  const file = await answerThat(
    () => readFileSync(log, { encoding: 'utf8', flag: 'a+' }),
    (text) => text.split('\n').length > 2,
  )
  t.equal(file, `${typed}\nsecond line\n`)
})

t.test('a browser whose pages are tabs is none', async (t) => {
  if (!desktopOrSkip(t) || !chromiumOrSkip(t)) return
  const desktop = await startDesktop(t, [], { accessibility: false })
  const start = async (name: string, ...more: readonly string[]) => {
    const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    // A keyring would ask for a password of its own.
    const quiet = ['--disable-gpu', '--no-first-run', '--disable-background-networking', '--password-store=basic']
    const flags = [...quiet, ...sandbox, ...more]
    return await desktop.start(findChromium()!, ...flags, `--user-data-dir=${desktop.folder}/${name}`, 'about:blank')
  }
  await start('open', '--remote-debugging-port=0')
  const { pid } = await start('closed')
  const onX = new XDesktop(desktop.env.DISPLAY!)
  t.teardown(() => onX.close())
  const bare = new BareApplications(new DesktopFiles(desktop.env), new Names())
  const { signal } = new AbortController()
  const listed = await answerThat(
    async () => bare.list(new Set(), await onX.windows.list(signal)),
    (applications) => applications.length > 0,
  )
  t.equal(new Set((await onX.windows.list(signal)).map(({ owner }) => owner)).size, 2)
  t.match(listed, [{ owner: pid }])
  t.equal(listed.length, 1)
})

t.test('an application that shows its elements later', async (t) => {
  if (!desktopOrSkip(t, ['mousepad'])) return
  const desktop = await startDesktop(t, [], { accessibility: false, env: { NO_AT_BRIDGE: '1' } })
  await desktop.start('mousepad')
  const { call } = openDesktopWorld(t, desktop.env)
  const list = async () => (await call('apps', { action: 'list' })).apps
  t.same(await list(), [], 'its toolkit has accessibility, and may need a moment')
  t.match(await answerThat(list, (apps) => apps.length > 0), [{ bundleId: 'org.xfce.mousepad' }])
})
