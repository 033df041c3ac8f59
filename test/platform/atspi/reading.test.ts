/** Reading real applications of a Linux desktop: the bulk read with its repairs equals a walk over every element. */
import t from 'tap'
import { AtspiPlatform } from '../../../daemon/platform/atspi/atspi.ts'
import type { Application } from '../../../daemon/platform/atspi/source.ts'
import { redacted } from '../../../daemon/platform/element/flags.ts'
import type { Key } from '../../../daemon/platform/element/row.ts'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { role, startFake, state } from '../../fixtures/desktop/fake-application.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { asWalked, fullWalk, inOrderOf, linesOf, rootsOn } from '../../fixtures/full-walk.ts'

const names = ['gnome-calculator', 'mousepad', 'gtk3-widget-factory', 'gtk4-widget-factory', 'kcalc']
if (!desktopOrSkip(t, names)) process.exit(0)

const signal = new AbortController().signal
const log = { info() {}, warn() {} }
const desktop = await startDesktop(t, names)
const platform = new AtspiPlatform({ log })
t.teardown(() => platform.close())

for (const name of names) {
  t.test(`${name}: a cold read is the tree`, async (t) => {
    const target = (await platform.targets(signal)).find((one) => one.name === name)!
    const { bus, roots } = await rootsOn(desktop.accessibilityBus)
    t.teardown(() => bus.close())
    // The first reading makes GTK 4 list elements that it had not thought of before; the second one finds them listed.
    for (const which of ['first', 'second']) {
      const source = (await platform.open(target, signal)) as Application
      const reading = await source.read('all', { signal, deadline: Number.POSITIVE_INFINITY })
      t.equal(reading.complete, true)
      const tree = asWalked(
        source.root,
        (key) => source.facts(key),
        (key) => source.row(key),
      )
      const read = linesOf(tree)
      const walked = linesOf(inOrderOf(await fullWalk(bus, roots.get(name)!), tree))
      t.same(
        {
          missing: walked.filter((line) => !read.includes(line)),
          ghosts: read.filter((line) => !walked.includes(line)),
        },
        { missing: [], ghosts: [] },
        `the ${which} reading`,
      )
      t.equal(read.join('\n'), walked.join('\n'), 'in the same order')
      await source.close()
    }
  })
}

t.test('a grid of GTK 3, which is listed from the end, is read from the beginning', async (t) => {
  if (!toolkitsOrSkip(t)) return
  const program = new URL('../../fixtures/desktop/controls.py', import.meta.url).pathname
  const { pid } = await desktop.start(python, program, 'gtk3')
  const target = (await platform.targets(signal)).find((one) => one.pid === pid)!
  const source = (await platform.open(target, signal)) as Application
  t.teardown(() => source.close())
  await source.read('all', { signal, deadline: Number.POSITIVE_INFINITY })
  const labels = (key: Key): string[] => {
    const { role, title = '', children } = source.row(key)!
    return [...(role === 'AXStaticText' ? [title] : []), ...children.flatMap(labels)]
  }
  t.same(
    labels(source.root).filter((one) => ['Fruit', 'Number', 'Share'].includes(one)),
    ['Fruit', 'Number', 'Share'],
  )
})

t.test('the text of a password field is asked for by nobody', async (t) => {
  const canary = 'tr0ub4dor-canary'
  const passwordText = 40
  const fake = await startFake(t, desktop, {
    name: 'safe',
    windows: [
      {
        role: role.frame,
        name: 'Safe',
        children: [
          {
            role: passwordText,
            name: 'Secret',
            text: canary,
            value: 42,
            states: [state.editable, state.focusable],
            children: [{ role: role.label, name: canary, text: canary }],
          },
        ],
      },
    ],
  })
  const target = (await platform.targets(signal)).find((one) => one.name === 'safe')!
  const source = await platform.open(target, signal)
  const { rows } = await source.read('all', { signal, deadline: Number.POSITIVE_INFINITY })
  const field = rows.find(({ title }) => title === 'Secret')!
  t.match(field, { role: 'AXTextField', subrole: 'AXSecureTextField', value: redacted, children: [] })
  const detail = await source.detail(field.key, signal)
  const check = await source.check(field.key, { action: 'click' }, signal)
  t.notMatch(JSON.stringify([rows, detail, check]), canary)
  const { calls, violations } = await fake.told()
  for (const call of ['GetText', 'Get CharacterCount', 'Get CurrentValue']) t.equal(calls[call], undefined, call)
  t.same(violations, [])
  await source.close()
})

t.test('a part is better than nothing, when there is no time for all', async (t) => {
  const rows = Array.from({ length: 40 }, (_, at) => ({
    role: role.panel,
    name: `Panel ${at}`,
    children: Array.from({ length: 20 }, (_, inner) => ({ role: role.button, name: `Button ${at} ${inner}` })),
  }))
  await startFake(t, desktop, {
    name: 'large',
    toolkit: 'Qt',
    cache: false,
    windows: [{ role: role.frame, name: 'Large', children: rows }],
  })
  const target = (await platform.targets(signal)).find((one) => one.name === 'large')!
  const source = await platform.open(target, signal)
  const part = await source.read('all', { signal, deadline: performance.now() + 100 })
  t.match(part, { whole: true, complete: false, reason: /time/ })
  const listed = part.rows.flatMap(({ children }) => children)
  t.same(
    listed.filter((key) => !part.rows.some((row) => row.key === key)),
    [],
    'and holds together',
  )
  const all = await source.read('all', { signal, deadline: Number.POSITIVE_INFINITY })
  t.match(all, { whole: true, complete: true })
  t.equal(all.rows.length, 1 + 1 + 40 + 800)
  const late = await platform.open(target, signal)
  const least = await late.read('all', { signal, deadline: performance.now() })
  t.match(least, { whole: true, complete: false, root: 1 }, 'at the very least, the application itself')
  await late.close()
  await source.close()
})
