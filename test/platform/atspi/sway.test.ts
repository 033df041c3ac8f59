/** A desktop on sway: keys, pointer, pictures, clipboard and windows. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { holds, presses } from '../../fixtures/desktop/compositor.ts'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../../fixtures/desktop/desktop.ts'

const run = promisify(execFile)

t.test('what is typed and pressed reaches the program', async (t) => {
  if (!desktopOrSkip(t) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const opened = await holds(t, {
    options: { wayland: 'sway' },
    minimizes: false,
    findings: [{ what: 'session', detail: /^Wayland: sway; it asks nobody's consent/ }],
    input: 'virtual keyboard and pointer',
  })
  const { desktop, world } = opened
  await t.test('presses land at every scale', async (t) => {
    for (const [scale, toolkit] of [
      [1.25, 'qt5'],
      [1.5, 'gtk3'],
      [2, 'gtk4'],
    ] as const) {
      await run('swaymsg', ['output', '*', 'scale', String(scale)], { env: { ...process.env, ...desktop.env } })
      await presses(t, opened, toolkit)
      t.match(await world.call('screenshot', { screen: true }), { width: 1920, height: 1200 }, 'all of its pixels')
    }
  })
})
