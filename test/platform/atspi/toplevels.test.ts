import { fileURLToPath } from 'node:url'
import t from 'tap'
import { qt } from '../../fixtures/desktop/compositor.ts'
import { desktopOrSkip, toolkitsOrSkip, waylandOrSkip } from '../../fixtures/desktop/desktop.ts'
import { nameOf, setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat, until } from '../../fixtures/until.ts'

const programs = (name: string) => fileURLToPath(new URL(`../../fixtures/desktop/${name}.py`, import.meta.url))
const strange = 'héllo ✓ 日本 {}€'
const never = new AbortController().signal

t.test('a compositor that tells no places', async (t) => {
  if (!desktopOrSkip(t) || !waylandOrSkip(t) || !toolkitsOrSkip(t)) return
  const phoc = { wayland: 'phoc', size: '1280x800x24' } as const
  const { world, all, one, act, fails, ...hands } = await setUpHands(t, [], undefined, phoc)
  // Without a device it has no seat, which GTK does not get over: the daemon brings both.
  await world.call('apps')
  const start = (name: string, toolkit: string) => hands.start(python, programs(name), toolkit)

  for (const toolkit of ['gtk3', 'gtk4'] as const)
    await t.test(toolkit, async (t) => {
      const { app, pid: own, held, end } = await start('texts', toolkit)
      const line = (await all(app, {})).find((element) => nameOf(element) === 'Line' && element.role === 'AXTextField')!
      const holds = (value: string) => answerThat(held, ({ Line }) => Line === value)
      t.match(await act(line, { action: 'key', keys: 'a Shift+b' }), { effect: 'confirmed', route: 'keys' })
      await holds('aB')
      t.match(await act(line, { action: 'key', keys: 'Control+A Delete' }), { effect: 'confirmed', route: 'keys' })
      t.match(await act(line, { action: 'type', value: strange }), { effect: 'confirmed' })
      await holds(strange)
      const refused = { name: 'unsupported_here', message: /^Where this window is/, hint: /maximize/ }
      t.match(await fails(line, { action: 'double_click' }), refused)
      t.match(await world.fail('screenshot', { bundleId: app }), refused)
      const window = await one(app, { role: 'AXWindow' })
      t.equal(window.frame, undefined)
      t.match(await fails(window, { action: 'move', to: { x: 1, y: 1 } }), { name: 'unsupported_here' })
      t.match(await act(window, { action: 'close' }), { route: 'native' })
      await until(async () => {
        const { apps } = await world.call('apps')
        return apps.every(({ pid }) => pid !== own)
      }, 'it has no window')
      await end()
    })

  for (const toolkit of ['gtk4', qt])
    await t.test(`a window that fills the screen is pressed, ${toolkit}`, async (t) => {
      const { app, lines, end } = await start('pointed', toolkit)
      const window = await one(app, { role: 'AXWindow' })
      t.match(await act(window, { action: 'maximize' }), { effect: 'confirmed' })
      for (const name of ['Alpha', 'Iota']) {
        t.match(await act(await one(app, { titleContains: name }), { action: 'double_click' }), { route: 'pointer' })
        await answerThat(lines, (all) => all.includes(`press ${name} 1`))
      }
      const { width, height } = await world.call('screenshot', { screen: true })
      t.match(await world.call('screenshot', { bundleId: app }), { width, height })
      t.match(await act(window, { action: 'maximize', value: 'off' }), { effect: 'confirmed' })
      t.match(await fails(await one(app, { titleContains: 'Alpha' }), { action: 'double_click' }), {
        name: 'unsupported_here',
      })
      await act(window, { action: 'close' })
      await end()
    })

  await t.test('windows come to the front, and go', async (t) => {
    const [one, other] = [await start('texts', 'gtk3'), await start('texts', 'gtk4')]
    for (const { app, pid } of [one, other, one]) {
      await world.call('apps', { action: 'activate', bundleId: app })
      t.match((await world.call('apps')).apps[0], { pid, focused: true })
    }
    t.match(await world.call('apps', { action: 'quit', bundleId: one.app }), { apps: [] })
    await one.end()
    await other.end()
  })

  t.match((await world.platform.findings(never)).slice(3), [
    { what: 'session', detail: /^Wayland: a compositor of wlroots; it asks nobody's consent/ },
    { what: 'input', state: 'ok' },
    { what: 'screenshots', state: 'ok' },
    { what: 'windows', state: 'ok', detail: /fills its monitor/ },
    { what: 'clipboard', state: 'ok' },
  ])
})
