/** A desktop on Wayland, without an X server: applications are read, launched and used by their own actions. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { openDesktop } from '../../fixtures/open-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const wayland = { wayland: true } as const
const controls = fileURLToPath(new URL('../../fixtures/desktop/controls.py', import.meta.url))
const never = new AbortController().signal

t.test('applications are launched, read and used', async (t) => {
  if (!desktopOrSkip(t, ['mousepad', 'gnome-calculator', 'kcalc']) || !waylandOrSkip(t)) return
  const { desktop, world, one, all, act, fails, now } = await setUpHands(t, [], undefined, wayland)
  const launched = new Set<number>()
  t.teardown(() => {
    for (const pid of launched) if (existsSync(`/proc/${pid}`)) process.kill(pid, 'SIGKILL')
  })
  const launch = async (bundleId: string, ...files: readonly string[]) => {
    const answer = await world.call('apps', { action: 'launch', bundleId, ...(files.length > 0 && { files }) })
    for (const { pid } of answer.apps) launched.add(pid!)
    return answer.apps
  }
  const file = join(desktop.folder, 'notes.txt')
  writeFileSync(file, 'Tea: sencha')

  t.match(await launch('mousepad', file), [{ bundleId: 'org.xfce.mousepad' }])
  t.match(await launch('org.gnome.Calculator'), [{ bundleId: 'org.gnome.Calculator' }])
  t.match(await launch('KCalc'), [{ bundleId: 'org.kde.kcalc' }])
  t.equal(launched.size, 3)
  for (const pid of launched)
    t.notMatch(readFileSync(`/proc/${pid}/environ`, 'utf8'), /(^|\0)DISPLAY=/, 'there is no X server to be on')
  await launch('KCalc')
  t.equal(launched.size, 3, 'what runs is not started twice')
  const { apps } = await world.call('apps')
  t.same(apps.map(({ bundleId }) => bundleId).toSorted(), [
    'org.gnome.Calculator',
    'org.kde.kcalc',
    'org.xfce.mousepad',
  ])

  await t.test('GTK 3: a text, and the menu bar by its path', async (t) => {
    const app = 'org.xfce.mousepad'
    const text = await one(app, { role: 'AXTextArea' })
    t.equal(text.value, 'Tea: sencha')
    t.match(await act(text, { action: 'set_value', value: 'Tea: gyokuro' }), { effect: 'confirmed', route: 'native' })
    t.match(await act(text, { action: 'type', value: ', 2 cups ☕ 日本 🍵' }), { effect: 'confirmed', route: 'native' })
    t.match(await act(text, { action: 'menu', path: 'File > Save' }), { effect: 'confirmed', route: 'native' })
    t.equal(readFileSync(file, 'utf8').trim(), 'Tea: gyokuro, 2 cups ☕ 日本 🍵')
    // It tells of no entry whether it is chosen: nothing can be read back.
    t.match(await act(text, { action: 'menu', path: 'Document > Tab Size > 4' }), { effect: 'unverified' })
    t.match(await fails(text, { action: 'menu', path: 'Document > Tab Size > 5' }), { name: 'not_found' })
    t.notMatch(await world.settled(app), /menu item|selected\)\n.*menu/, 'nothing is left open')
    t.match(await act(text, { action: 'menu', path: 'Help > About' }), { changed: { added: [{}] } })
    t.match(await fails(text, { action: 'menu', path: 'File > Save' }), { data: { reason: 'covered' } })
    const about = await one(app, { role: 'AXWindow', titleContains: 'About' })
    t.match(await fails(about, { action: 'close' }), { name: 'unsupported_here', hint: /Close or Cancel button/ })
    const [close] = await all(app, { role: 'AXButton', titleContains: 'Close' })
    t.match(await act(close!, { action: 'click' }), { effect: 'confirmed', route: 'native' })
  })

  await t.test('GTK 4: buttons, and the menu of one', async (t) => {
    const app = 'org.gnome.Calculator'
    const press = async (name: string) => {
      const found = (await all(app, { role: 'AXButton' })).find((element) => nameOf(element) === name)
      t.match(await act(found!, { action: 'click' }), { effect: 'confirmed', route: 'native' }, name)
    }
    for (const key of ['7', '+', '7', '=']) await press(key)
    t.match(await one(app, { role: 'AXTextArea' }), { value: '14' })
    const window = await one(app, { role: 'AXWindow' })
    t.match(await fails(window, { action: 'menu', path: 'Mode selection > Nowhere' }), { name: 'not_found' })
    t.match(await act(window, { action: 'menu', path: 'Mode selection > Advanced' }), { effect: 'confirmed' })
    t.ok((await all(app, { role: 'AXButton' })).some((element) => nameOf(element) === 'Advanced'))
  })

  await t.test('Qt: buttons, and menus that do not stay open', async (t) => {
    const app = 'org.kde.kcalc'
    const window = await one(app, { role: 'AXWindow' })
    for (const path of ['Settings > Science Mode', 'Settings > Statistic Mode', 'Settings > Science Mode'])
      t.match(await act(window, { action: 'menu', path }), { effect: 'confirmed', route: 'native' }, path)
    const seven = (await all(app, { role: 'AXButton' })).find((element) => nameOf(element) === '7')!
    t.match(await act(seven, { action: 'click' }), {
      effect: 'confirmed',
      changed: { changed: [{ was: { name: '0' }, now: { name: '7' } }] },
    })
    t.match(await fails(window, { action: 'menu', path: 'Settings > Nowhere' }), {
      name: 'not_found',
      hint: /"Science Mode"/,
    })
    t.match(await act(window, { action: 'menu', path: 'Settings > Configure KCalc' }), { changed: { added: [{}] } })
  })

  await t.test('what cannot be done says so at once, and what can', async (t) => {
    const app = 'org.xfce.mousepad'
    const text = await one(app, { role: 'AXTextArea' })
    const window = await one(app, { role: 'AXWindow' })
    const seven = (await all('org.kde.kcalc', { role: 'AXButton' })).find((element) => nameOf(element) === '7')!
    const before = (await now(text)).value
    const denied = { name: 'unsupported_here', message: /Wayland/, hint: /explore|expand|interact|Close/ }
    for (const [element, wish] of [
      [text, { action: 'key', keys: 'Control+A Delete' }],
      [window, { action: 'key', keys: 'Enter' }],
      [text, { action: 'click' }],
      [text, { action: 'click', to: { x: 3, y: 3 } }],
      [text, { action: 'double_click' }],
      [text, { action: 'right_click' }],
      [text, { action: 'hover' }],
      [text, { action: 'drag', to: { x: 10, y: 10 } }],
      [window, { action: 'minimize' }],
      [window, { action: 'maximize' }],
      [window, { action: 'move', to: { x: 1, y: 1 } }],
      [window, { action: 'resize', to: { x: 500, y: 500 } }],
      [window, { action: 'close' }],
      [seven, { action: 'type', value: '5' }],
    ] as const)
      t.match(await fails(element, wish), denied, JSON.stringify(wish))
    t.equal((await now(text)).value, before, 'and nothing was done')
    t.match(await world.fail('screenshot', { screen: true }), denied)
    t.match(await world.fail('screenshot', { bundleId: app }), denied)
    t.match(await world.fail('screenshot', { elementId: text.id }), denied)
    t.match(await world.fail('explore', { scope: 'position', x: 10, y: 10 }), denied)
    t.match(await world.fail('clipboard', { action: 'read' }), denied)
    t.match(await world.fail('clipboard', { action: 'write', text: 'x' }), denied)
    for (const action of ['activate', 'hide', 'quit'] as const)
      t.match(await world.fail('apps', { action, bundleId: app }), { name: 'unsupported_here', message: /Wayland/ })
    const raised = await world
      .call('interact', { elementId: window.id, action: 'raise' })
      .catch(({ name }) => ({ name }))
    t.notMatch(raised, { effect: 'confirmed' }, 'nobody knows which window is in front')
    const shown = await all(app, {}, { showCoordinates: true })
    t.ok(shown.length > 10 && shown.every(({ frame }) => frame === undefined), 'no coordinates are made up')
    t.match((await world.call('status')).platforms, [{ name: 'atspi', detail: { input: /^none: This Wayland/ } }])
  })

  await t.test('what doctor says', async (t) => {
    const found = await world.platform.findings(never)
    t.match(found, [
      { what: 'session bus', state: 'ok' },
      { what: 'accessibility bus', state: 'ok' },
      { what: 'accessibility', state: 'ok' },
      { what: 'session', state: 'note', detail: /^Wayland: applications are read, and used by/ },
      { what: 'input', state: 'missing', detail: /Wayland/, remedy: /do themselves/ },
      { what: 'screenshots', state: 'missing', detail: /Wayland/ },
      { what: 'windows', state: 'missing', detail: /Wayland/ },
    ])
  })
})

t.test('controls of all kinds, beside an X server that does not know their windows', async (t) => {
  if (!desktopOrSkip(t, ['mousepad']) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const beside = await openDesktop()
  t.teardown(() => beside.end())
  const env = (all: NodeJS.ProcessEnv) => ({ ...all, DISPLAY: beside.env.DISPLAY })
  const { start, world, all, one, effects, fails } = await setUpHands(t, [], env, wayland)

  for (const toolkit of ['gtk3', 'gtk4', 'qt5'] as const)
    await t.test(toolkit, async (t) => {
      const { app: own, held, end } = await start(python, controls, toolkit)
      const combo = await world.again(async () => {
        const found = (await all(own, {})).find((element) => /AXPopUpButton|AXComboBox/.test(element.role ?? ''))
        if (found === undefined) throw new Error('no combo box')
        return found
      })
      if (toolkit === 'gtk3') {
        t.same(await effects(combo, { action: 'select', value: 'Cherry' }), ['confirmed native'])
        await answerThat(held, ({ Fruit }) => Fruit === 'Cherry')
      } else {
        t.match(await fails(combo, { action: 'select', value: 'Cherry' }), {
          name: 'unsupported_here',
          message: /pointer/,
        })
        t.equal(held().Fruit, 'Apple')
        const rows = await all(own, { titleContains: 'Banana' })
        t.ok(rows.every(({ state = [] }) => !state.includes('focused') && !state.includes('selected')))
      }
      const number = (await all(own, { role: 'AXIncrementor' })).find((element) => nameOf(element) === 'Number')!
      t.same(
        await effects(number, { action: 'set_value', value: '9' }, { action: 'increment' }, { action: 'decrement' }),
        ['confirmed native', 'confirmed native', 'confirmed native'],
      )
      await answerThat(held, (state) => state.Number === 9)
      t.match(await fails(number, { action: 'key', keys: 'ArrowUp' }), {
        name: 'unsupported_here',
        message: /Wayland/,
      })
      const window = await one(own, { role: 'AXWindow' })
      t.match(await fails(window, { action: 'double_click' }), { name: 'unsupported_here', message: /Wayland/ })
      t.equal((await one(own, { role: 'AXWindow' })).frame, undefined)
      await end()
    })
})
