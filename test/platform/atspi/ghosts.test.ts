/** What takes up no room on the screen is not shown; once it does, it is, although nothing announces that. */
import { readFileSync } from 'node:fs'
import t from 'tap'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { openDesktopWorld } from '../../fixtures/desktop/world.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat, until } from '../../fixtures/until.ts'

t.setTimeout(300_000)
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)

const program = new URL('../../fixtures/desktop/ghosts.py', import.meta.url).pathname

t.test('ghosts', async (t) => {
  const desktop = await startDesktop(t)
  const { call, settled } = openDesktopWorld(t, desktop.env)
  const start = async (toolkit: string) => {
    const { pid, program: running, end } = await desktop.start(python, program, toolkit)
    const ours = async () => (await call('apps', { action: 'list' })).apps.find((app) => app.pid === pid)
    const { bundleId } = await until(ours, `an application of the process ${pid}`)
    const told = () => readFileSync(running.log, 'utf8').split('\n')
    const idOf = async (name: string) => new RegExp(`\\[(\\d+)\\] button: ${name}`).exec(await settled(bundleId))?.[1]
    const press = async (name: string) =>
      await call('interact', { elementId: (await idOf(name)) ?? `no ${name}`, action: 'click' })
    return { bundleId, told, idOf, press, end }
  }

  for (const toolkit of ['gtk4', 'qt5', 'qt6']) {
    await t.test(`a button without room in ${toolkit}`, async (t) => {
      const { bundleId, told, idOf, press, end } = await start(toolkit)
      t.equal(await idOf('Late'), undefined, 'is not shown')
      t.notMatch(
        await settled(bundleId, { includeNonInteractable: true }),
        /tab: Plan|Too late|Other|Parked/,
        'nor are tabs, texts, columns and what stands outside of the window',
      )
      t.match(await settled(bundleId, { includeHidden: true }), /button: Late \(.*hidden/, 'but where all is asked for')
      if (toolkit !== 'gtk4') {
        const find = { scope: 'application', bundleId, filter: { role: 'dropdown' } } as const
        t.notMatch(await settled(bundleId), /row: Large/, 'a closed combo box is one line')
        t.match(await call('interact', { find, action: 'select', value: 'Large' }), { effect: 'confirmed' })
        t.match(await call('interact', { find, action: 'expand' }), { effect: 'confirmed' })
        t.match(await settled(bundleId), /row: Small/)
        t.match(await call('interact', { find, action: 'collapse' }), { effect: 'confirmed' })
        t.notMatch(await settled(bundleId), /row: Small/)
      }
      const given = await call('interact', { elementId: (await idOf('Give'))!, action: 'click' })
      if (toolkit !== 'gtk4') t.match(JSON.stringify(given), /Parked/, 'its coming is a change')
      await answerThat(
        () => idOf('Late'),
        (id) => id !== undefined,
      )
      if (toolkit !== 'gtk4')
        await answerThat(
          () => settled(bundleId),
          (view) => view.includes('Other'),
        )
      else {
        t.match(await settled(bundleId), /\] \w+: Plan/)
        await answerThat(
          () => settled(bundleId, { includeNonInteractable: true }),
          (view) => view.includes('Too late'),
        )
      }
      await press('Late')
      await answerThat(told, (lines) => lines.includes('Late'))
      await end()
    })
  }

  await t.test('windows that GTK 3 has dragged with', async (t) => {
    const { bundleId, told, idOf, end } = await start('gtk3')
    const to = { elementId: (await idOf('Target'))! }
    await call('interact', { elementId: (await idOf('Source'))!, action: 'drag', to })
    await answerThat(told, (lines) => lines.includes('dragged'))
    t.match((await settled(bundleId, { includeNonInteractable: true })).match(/window.*/g), [/^window: Ghosts/])
    await end()
  })
})
