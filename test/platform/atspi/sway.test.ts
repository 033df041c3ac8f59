/** A desktop on sway: keys, pointer, pictures, clipboard and windows, with programs that say what reached them. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import t from 'tap'
import type { Element } from '../../../api-schema/element.ts'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat, until } from '../../fixtures/until.ts'

const never = new AbortController().signal
const run = promisify(execFile)
const programs = (name: string) => fileURLToPath(new URL(`../../fixtures/desktop/${name}.py`, import.meta.url))
const toolkits = ['gtk3', 'gtk4', 'qt5'] as const
const strange = 'héllo ✓ 日本 Ünïcode {}€'

async function onSway(t: Parameters<typeof setUpHands>[0]) {
  const hands = await setUpHands(t, [], undefined, { wayland: 'sway', size: '1920x1200x24' })
  return { ...hands, start: (name: string, toolkit: string) => hands.start(python, programs(name), toolkit) }
}

t.test('what is typed and pressed reaches the program', async (t) => {
  if (!desktopOrSkip(t) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const { desktop, world, start, all, act, one, fails } = await onSway(t)

  for (const toolkit of toolkits)
    await t.test(toolkit, async (t) => {
      const { app, pid, held, end } = await start('texts', toolkit)
      const lines = (value: string) => answerThat(held, ({ Line }) => Line === value)
      const line = (await all(app, {})).find((element) => nameOf(element) === 'Line' && element.role === 'AXTextField')!
      t.match(await act(line, { action: 'key', keys: 'a b Shift+c' }), { effect: 'confirmed', route: 'keys' })
      await lines('abC')
      t.match(await act(line, { action: 'key', keys: 'Control+A Delete' }), { effect: 'confirmed', route: 'keys' })
      await lines('')
      t.match(await act(line, { action: 'type', value: strange }), { effect: 'confirmed' })
      await lines(strange)
      const [window] = await all(app, { role: 'AXWindow' })
      t.ok(window?.id)
      t.match(await fails(window!, { action: 'minimize' }), { name: 'unsupported_here', message: /minimise/ })
      t.match(await act(window!, { action: 'move', to: { x: 300, y: 200 } }), { effect: 'confirmed' })
      t.match(await act(window!, { action: 'close' }), { route: 'native' })
      const swaymsg = () => run('swaymsg', ['-t', 'get_tree', '-r'], { env: { ...process.env, ...desktop.env } })
      await until(async () => !(await swaymsg()).stdout.includes(`"pid": ${pid}`), 'sway has no window of it')
      await end()
    })

  for (const toolkit of toolkits)
    await t.test(`presses, ${toolkit}`, async (t) => {
      const { app, lines, end } = await start('pointed', toolkit)
      const element = (name: string) => one(app, { titleContains: name })
      const reached = (line: string) => answerThat(lines, (all) => all.includes(line))
      for (const name of ['Alpha', 'Epsilon', 'Iota']) {
        const found: Element = await element(name)
        t.match(await act(found, { action: 'double_click' }), { route: 'pointer' }, name)
        await reached(`press ${name} 1`)
      }
      t.match(await act(await element('Beta'), { action: 'hover' }), { route: 'pointer' })
      await reached('enter Beta')
      await end()
    })
  await t.test('windows come to the front, and are seen', async (t) => {
    const [below, above] = [await start('texts', 'gtk3'), await start('texts', 'gtk4')]
    for (const { app, pid } of [below, above, below]) {
      await world.call('apps', { action: 'activate', bundleId: app })
      const { apps } = await world.call('apps')
      t.match(apps[0], { pid, focused: true })
    }
    const [{ frame } = {}] = await all(below.app, { role: 'AXWindow' }, { showCoordinates: true })
    const { width, height } = await world.call('screenshot', { bundleId: below.app })
    t.ok(width >= frame!.width && height >= frame!.height, 'the picture shows the whole window')
    t.match(await world.call('screenshot', { screen: true }), { width: 1920, height: 1200 })
    t.match(await world.call('apps', { action: 'quit', bundleId: below.app }), { apps: [] })
    await below.end()
    await above.end()
  })

  await t.test('the clipboard goes both ways, with texts and files', async (t) => {
    const env = { ...process.env, ...desktop.env }
    await world.call('clipboard', { action: 'write', text: strange })
    t.equal((await run('wl-paste', ['-n'], { env })).stdout, strange)
    const files = ['/tmp/a b.txt', '/tmp/ü']
    await world.call('clipboard', { action: 'write', files })
    t.match((await run('wl-paste', ['-n', '-t', 'text/uri-list'], { env })).stdout, /^file:\/\/\/tmp\/a%20b.txt\r\n/)
    t.match(await world.call('clipboard', { action: 'read' }), { files })
    const large = 'é日'.repeat(200_000)
    await world.call('clipboard', { action: 'write', text: large })
    t.equal((await run('wl-paste', ['-n'], { env, maxBuffer: 1e8 })).stdout, large)
    // It goes on serving what it copied.
    const copying = execFile('wl-copy', ['--foreground', `from another ${strange}`], { env })
    t.teardown(() => copying.kill())
    await answerThat(
      () => world.call('clipboard', { action: 'read' }),
      ({ text }) => text === `from another ${strange}`,
    )
  })

  await t.test('what is in an open list is chosen, or refused, and never pressed where it may not be', async (t) => {
    for (const toolkit of toolkits) {
      const { app, held, end } = await start('controls', toolkit)
      const fruit = () => held().Fruit
      const combo = (await all(app, {})).find((element) => /AXPopUpButton|AXComboBox/.test(element.role ?? ''))!
      const done = await world
        .call('interact', { elementId: combo.id, action: 'select', value: 'Cherry' })
        .catch((error: Error) => error)
      if (done instanceof Error) t.match([done.name, fruit()], ['unsupported_here', 'Apple'], toolkit)
      else await answerThat(fruit, (now) => now === 'Cherry')
      await end()
    }
  })

  t.match(await world.platform.findings(never), [
    ...[{ what: 'session bus' }, { what: 'accessibility bus' }, { what: 'accessibility' }],
    { what: 'session', detail: /^Wayland: sway; it asks nobody's consent/ },
    ...['input', 'screenshots', 'windows', 'clipboard'].map((what) => ({ what, state: 'ok' })),
  ])
  t.equal((await world.call('status')).platforms[0]!.detail?.input, 'virtual keyboard and pointer')

  await t.test('presses land at every scale', async (t) => {
    for (const [scale, toolkit] of [
      [1.25, 'qt5'],
      [1.5, 'gtk3'],
      [2, 'gtk4'],
    ] as const) {
      await run('swaymsg', ['output', '*', 'scale', String(scale)], { env: { ...process.env, ...desktop.env } })
      const { app, lines, end } = await start('pointed', toolkit)
      for (const name of ['Alpha', 'Iota']) {
        t.match(await act(await one(app, { titleContains: name }), { action: 'double_click' }), { route: 'pointer' })
        await answerThat(lines, (all) => all.includes(`press ${name} 1`))
      }
      t.match(await world.call('screenshot', { screen: true }), { width: 1920, height: 1200 }, 'all of its pixels')
      await end()
    }
  })
})
