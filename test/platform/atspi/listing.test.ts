/** An application is asked for the list of all its elements only where its toolkit is known to bear that. */
import t, { type Test } from 'tap'
import { type Desktop, desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { startFake } from '../../fixtures/desktop/fake-application.ts'
import { type DesktopWorld, openDesktopWorld } from '../../fixtures/desktop/world.ts'

interface Kind {
  /** As applications name themselves. */
  readonly name: string
  readonly toolkit: string
  readonly bears: boolean
}

const kinds: readonly Kind[] = [
  { name: 'plain', toolkit: 'gtk', bears: true },
  { name: 'newer', toolkit: 'GTK', bears: true },
  { name: 'kapp', toolkit: 'Qt', bears: false },
  { name: 'soffice', toolkit: 'gtk', bears: false },
  { name: 'LibreOffice', toolkit: 'VCL', bears: false },
  { name: 'java', toolkit: 'J2SE-access-bridge', bears: false },
  { name: 'libreoffice-to-come', toolkit: 'LibreOffice', bears: false },
]

t.test('what is not known to bear it is not asked for its list', async (t) => {
  if (!desktopOrSkip(t)) return
  const desktop = await startDesktop(t)
  const world = openDesktopWorld(t, desktop.env)
  for (const kind of kinds) {
    await t.test(`${kind.name}, of the toolkit ${JSON.stringify(kind.toolkit)}`, (t) => asked(t, desktop, world, kind))
  }
})

async function asked(t: Test, desktop: Desktop, world: DesktopWorld, { name, toolkit, bears }: Kind): Promise<void> {
  const fake = await startFake(t, desktop, { name, toolkit, cache: true })
  t.match(await world.again(() => world.settled(name)), /button: Press/, 'it is read')
  await fake.order({ do: 'change', name: 'Press', to: 'Push', event: true })
  t.match(await world.settled(name), /button: Push/, 'what it tells is read')
  await fake.order({ do: 'change', name: 'Push', to: 'Shove', event: false })
  t.match(await world.settled(name, { freshness: 'fresh' }), /button: Shove/, 'and it is read anew')
  const find = { scope: 'application', bundleId: name, filter: { titleContains: 'Shove' } }
  await world.call('interact', { find, action: 'click' })
  await fake.order({ do: 'storm', name: 'Label', perTurn: 200 })
  await world.outline(name)
  await fake.order({ do: 'storm', name: 'Label', perTurn: 0 })
  t.match(await world.settled(name), /button: Shove/, 'also when it told more than can be followed')
  const { calls, violations, pressed } = await fake.told()
  t.same(pressed, ['Shove'])
  t.same(violations, [])
  t.equal((calls.GetItems ?? 0) > 0, bears, `GetItems came ${calls.GetItems ?? 0} times`)
  await fake.end()
}
