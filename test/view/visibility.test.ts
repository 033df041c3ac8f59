/** What the tree tells where there is no page to ask: can an element be seen, and all texts in reading order. */
import t from 'tap'
import { Flag } from '../../daemon/platform/element/flags.ts'
import type { Check } from '../../daemon/platform/platform.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { textOf } from '../../daemon/view/name/texts.ts'
import { visibilityOf } from '../../daemon/view/select/visibility.ts'
import { type Fields, MemoryApp, MemorySource } from '../fixtures/memory-source.ts'

const { signal } = new AbortController()
const frame = (x: number, y: number, width: number, height: number) => ({ frame: { x, y, width, height } })

class Checked extends MemorySource {
  found: Check = {}

  override async check(): Promise<Check> {
    return this.found
  }
}

async function attach(app: MemoryApp): Promise<{ readonly warm: Warm; readonly source: Checked }> {
  const source = new Checked(app)
  const warm = new Warm(source)
  await warm.freshen({ freshness: 'auto', signal, deadline: performance.now() + 5000 })
  return { warm, source }
}

t.test('visibility', async (t) => {
  const app = new MemoryApp()
  const window = app.add(1, { role: 'AXWindow', title: 'Main', ...frame(0, 0, 400, 300) })
  const area = app.add(window, { role: 'AXScrollArea', ...frame(0, 100, 200, 100) })
  const put = (parent: number, fields: Partial<Fields>) => app.add(parent, { role: 'AXButton', title: 'B', ...fields })
  const shut = app.add(window, { role: 'AXGroup', title: 'Shut', flags: Flag.hidden })
  const inner = app.add(shut, { role: 'AXGroup', flags: Flag.hidden })
  const unplaced = app.add(1, { role: 'AXWindow', title: 'Unplaced', ...frame(0, 0, 0, 0) })
  const cases: readonly (readonly [what: string, key: number, expected: object])[] = [
    ['seen', put(window, frame(10, 10, 50, 20)), { visible: true, shownPercent: 100 }],
    ['without a place', put(window, {}), { visible: true, shownPercent: 100 }],
    [
      'scrolled out',
      put(area, frame(10, 250, 50, 20)),
      { visible: true, shownPercent: 0, clippedBy: { key: area, text: 'scroll area' } },
    ],
    [
      'partly scrolled out',
      put(area, frame(10, 190, 50, 20)),
      { visible: true, shownPercent: 50, clippedBy: { key: area, text: 'scroll area' } },
    ],
    [
      'out of the window',
      put(window, frame(390, 10, 100, 20)),
      { visible: true, shownPercent: 10, clippedBy: { key: window, text: 'window "Main"' } },
    ],
    ['in a window without a size', put(unplaced, frame(390, 10, 100, 20)), { visible: true, shownPercent: 100 }],
    ['of no size', put(window, frame(10, 10, 0, 20)), { visible: false, shownPercent: 0, reason: 'zero size' }],
    ['hidden', put(window, { flags: Flag.hidden }), { visible: false, shownPercent: 0, reason: 'hidden' }],
    [
      'hidden by the outermost',
      put(inner, {}),
      { visible: false, shownPercent: 0, reason: 'hidden', hiddenBy: { key: shut, text: 'group "Shut"' } },
    ],
  ]
  const { warm, source } = await attach(app)
  const of = (key: number) => visibilityOf(warm, warm.tree.node(key)!, signal)
  for (const [what, key, expected] of cases) t.same(await of(key), expected, what)
  const [, first] = cases[0]!
  source.found = { reason: 'covered', by: 'Sheet “Save”', byKey: area }
  t.same(await of(first), { visible: true, shownPercent: 100, coveredBy: { key: area, text: 'Sheet “Save”' } })
  source.found = { reason: 'hidden' }
  t.same(await of(first), { visible: false, shownPercent: 0, reason: 'hidden' }, 'what the platform knows better')
  source.found = { reason: 'outside' }
  t.match(await of(cases[1]![1]), { visible: true, shownPercent: 0 })
  await warm.close()
})

t.test('texts', async (t) => {
  const app = new MemoryApp()
  const window = app.add(1, { role: 'AXWindow', title: 'Main' })
  const button = app.add(window, { role: 'AXButton', title: 'Save all' })
  app.add(button, { role: 'AXStaticText', value: 'Save' })
  const row = app.add(window, { role: 'AXGroup' })
  app.add(row, { role: 'AXStaticText', value: ' Price ' })
  app.add(row, { role: 'AXTextField', title: 'Amount', value: '12' })
  app.add(row, { role: 'AXTextField', title: 'Pin', value: 'hunter22', flags: Flag.secure })
  app.add(row, { role: 'AXStaticText', value: 'hunter22', flags: Flag.secure })
  const shut = app.add(window, { role: 'AXGroup', title: 'Shut', flags: Flag.hidden })
  app.add(shut, { role: 'AXStaticText', value: 'Unseen' })
  app.add(window, { role: 'AXImage', description: 'A tree' })
  const { warm } = await attach(app)
  t.equal(textOf(warm.tree), 'Memory\nMain\nSave all\nPrice\nAmount: 12\nPin\nA tree')
  t.equal(textOf(warm.tree, row), 'Price\nAmount: 12\nPin')
  t.equal(textOf(warm.tree, 99_999), '')
  await warm.close()
})
