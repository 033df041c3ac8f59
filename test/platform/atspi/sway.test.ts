/** A desktop on sway: keys, pointer, pictures, clipboard and windows. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import {
  type Compositor,
  chooses,
  closes,
  copies,
  holds,
  onX,
  openOn,
  points,
  presses,
  qt,
  types,
} from '../../fixtures/desktop/compositor.ts'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../../fixtures/desktop/desktop.ts'
import { answerThat } from '../../fixtures/until.ts'

const run = promisify(execFile)
const never = new AbortController().signal

const sway: Compositor = {
  options: { wayland: 'sway' },
  minimizes: false,
  findings: [{ what: 'session', detail: /^Wayland: sway; it asks nobody's consent/ }],
  input: 'virtual keyboard and pointer',
}

t.test('what is typed and pressed reaches the program', async (t) => {
  if (!desktopOrSkip(t) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const opened = await holds(t, sway)
  const { desktop, world } = opened
  await t.test('presses land at every scale', async (t) => {
    for (const [scale, toolkit] of [
      [1.25, qt],
      [1.5, 'gtk3'],
      [2, 'gtk4'],
    ] as const) {
      await run('swaymsg', ['output', '*', 'scale', String(scale)], { env: { ...process.env, ...desktop.env } })
      await presses(t, opened, toolkit)
      t.match(await world.call('screenshot', { screen: true }), { width: 1920, height: 1200 }, 'all of its pixels')
    }
  })

  await t.test('presses land in windows that draw their own shadow', async (t) => {
    for (const scale of ['1', '2']) {
      await run('swaymsg', ['output', '*', 'scale', scale], { env: { ...process.env, ...desktop.env } })
      for (const toolkit of ['gtk3', 'gtk4']) await presses(t, opened, toolkit, { modes: ['headed'] })
    }
  })

  await t.test('entries of menus are pressed at every scale', async (t) => {
    for (const [scale, ...entries] of [
      [1, 'Print', 'Open'],
      [1.5, 'Close', 'Save'],
    ] as const) {
      await run('swaymsg', ['output', '*', 'scale', String(scale)], { env: { ...process.env, ...desktop.env } })
      await chooses(t, opened, qt, ...entries)
    }
  })

  await t.test('entries of menus are pressed where the window is behind another', async (t) => {
    const { app, lines, end } = await opened.start('pointed', qt, 'popups')
    const window = await opened.one(app, { role: 'AXWindow' })
    const other = await opened.start('pointed', 'gtk4')
    const over = 'resize set width 100 ppt height 100 ppt, move position 0 0'
    await run('swaymsg', [over], { env: { ...process.env, ...desktop.env } })
    t.match(await opened.act(window, { action: 'menu', path: 'File > Save' }), { route: 'pointer' })
    await answerThat(lines, (all) => all.at(-1) === 'chose Save')
    await other.end()
    await end()
  })

  await t.test('presses land on a second monitor, of another scale', async (t) => {
    const sway = (...words: string[]) => run('swaymsg', words, { env: { ...process.env, ...desktop.env } })
    await sway('output', 'HEADLESS-1', 'scale', '1')
    await sway('create_output')
    await sway('output', 'HEADLESS-2', 'mode', '1600x1200', 'position', '1920', '0', 'scale', '2')
    for (const toolkit of ['gtk3', 'gtk4', qt]) await presses(t, opened, toolkit, { place: { x: 2000, y: 100 } })
    t.match(await world.call('screenshot', { screen: true }), { width: 5440, height: 2400 }, 'both, in the finer scale')
  })
})

t.test('windows of the X server beside it', async (t) => {
  if (!desktopOrSkip(t, ['Xwayland']) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const opened = await openOn(t, { ...sway, options: { ...sway.options, xserver: true } })
  const { world, start } = opened
  // Native ones beside them, and in the way until they are raised.
  const beside = await start('pointed', 'gtk4')
  for (const toolkit of ['gtk3', 'gtk4']) {
    await t.test(`presses, ${toolkit}`, (t) => points(t, onX(opened), toolkit))
    await t.test(`keys, ${toolkit}`, async (t) => {
      const running = await types(t, onX(opened), toolkit)
      await closes(t, opened, running)
    })
  }
  await t.test('copies', (t) => copies(t, onX(opened), 'gtk3'))
  t.strictSame(
    beside.lines().filter((line) => line.startsWith('press')),
    [],
  )
  await points(t, opened, 'gtk4')
  t.match(await world.platform.findings(never), [{}, {}, {}, { what: 'session', detail: /sway/ }])
})
