/** The fake application answers as an AT-SPI application does, and notices what no client may ask. */
import { Message, type MessageBus, sessionBus } from '@jellybrick/dbus-next'
import t, { type Test } from 'tap'
import { desktopOrSkip, startDesktop } from '../../fixtures/desktop/desktop.ts'
import { sheetWindow, startFake } from '../../fixtures/desktop/fake-application.ts'

function client(t: Test, busAddress: string): MessageBus {
  const bus = sessionBus({ busAddress })
  bus.on('error' as never, (() => {}) as never)
  t.teardown(() => bus.disconnect())
  return bus
}

t.test('the fake application', async (t) => {
  if (!desktopOrSkip(t)) return
  const desktop = await startDesktop(t)
  const fake = await startFake(t, desktop, { windows: [sheetWindow()] })
  const bus = client(t, desktop.accessibilityBus)
  const root = '/org/a11y/atspi/accessible/root'
  const ask = async (
    destination: string,
    path: string,
    of: string,
    member: string,
    signature = '',
    body: unknown[] = [],
  ) => (await bus.call(new Message({ destination, path, interface: of, member, signature, body })))!.body

  const accessible = 'org.a11y.atspi.Accessible'
  const [applications] = (await ask('org.a11y.atspi.Registry', root, accessible, 'GetChildren')) as [[string, string][]]
  t.equal(applications.length, 1, 'the registry lists it')
  const [name, path] = applications[0]!
  const [items] = (await ask(name, '/org/a11y/atspi/cache', 'org.a11y.atspi.Cache', 'GetItems')) as [unknown[][]]
  t.match(
    items.map((item) => item[6]),
    ['fake', 'Book', 'Press', '', 'Sheet'],
  )
  const sheet = (items[4]![0] as string[])[1]!
  t.same(await ask(name, sheet, 'org.a11y.atspi.Component', 'GetAccessibleAtPoint', 'iiu', [250, 85, 0]), [
    [name, `${sheet}_22`],
  ])
  t.match(await ask(name, `${sheet}_22`, 'org.freedesktop.DBus.Properties', 'Get', 'ss', [accessible, 'Name']), [
    { value: 'C3' },
  ])
  t.same((await fake.told()).violations, [])
  await ask(name, sheet, accessible, 'GetChildren')
  await ask(name, path, 'org.freedesktop.DBus.Introspectable', 'Introspect').catch(() => {})
  await ask(name, path, 'org.freedesktop.DBus.Properties', 'GetAll', 's', [accessible]).catch(() => {})
  t.equal((await fake.told()).violations.length, 3)
})
