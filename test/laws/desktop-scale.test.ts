/** Programs whose units are larger than a pixel, at any scale: the pointer reaches what was meant, or nothing. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { AtspiPlatform } from '../../daemon/platform/atspi/atspi.ts'
import type { Row } from '../../daemon/platform/element/row.ts'
import type { Act } from '../../daemon/platform/platform.ts'
import { openLog } from '../../daemon/run/log.ts'
import { desktopOrSkip, startDesktop, toolkitsOrSkip } from '../fixtures/desktop/desktop.ts'
import { python } from '../fixtures/find-desktop.mjs'
import { type Random, random as seeded } from '../fixtures/random.ts'
import { again } from '../fixtures/until.ts'
import { minutes, pressLaw, tell, turns } from './law.ts'

const program = fileURLToPath(new URL('../fixtures/desktop/pointed.py', import.meta.url))
if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) process.exit(0)
t.setTimeout(600_000 + 900_000 * minutes)
const signal = new AbortController().signal
const desktop = await startDesktop(t)
const platform = new AtspiPlatform({ env: { ...process.env }, log: openLog('silent') })
t.teardown(() => platform.close())
const names = [
  ...['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta', 'Iota'],
  ...['Row one', 'Row two', 'Row three', 'Row four'],
]
const ofGtk = (scale: number) => `GDK_SCALE=${scale}`
const ofQt = (scale: number) => `QT_SCALE_FACTOR=${scale}`
const few = [
  ['gtk3', ofGtk(2)],
  ['gtk4', ofGtk(3)],
  ['qt5', ofQt(1.25)],
  ['qt6', ofQt(2)],
] as const
const many = [
  ...['gtk3', 'gtk4'].flatMap((toolkit) => [1, 2, 3].map((scale) => [toolkit, ofGtk(scale)] as const)),
  ...['qt5', 'qt6'].flatMap((toolkit) => [1, 1.25, 1.5, 2, 3].map((scale) => [toolkit, ofQt(scale)] as const)),
]
const least = 12
const toldMs = 5000
const [yes, no] = [() => true, () => false]

for (const [toolkit, scale] of minutes > 0 ? many : few) {
  t.test(`${toolkit}, ${scale}`, async (t) => {
    const started = await desktop.start('env', scale, python, program, toolkit)
    const target = (await platform.targets(signal)).find(({ pid }) => pid === started.pid)!
    const source = await platform.open(target, signal)
    t.teardown(() => source.close())
    const { rows: found } = await source.read('all', { signal, deadline: performance.now() + 30_000 })
    const called = (name: string) => found.filter(({ title }) => title === name)
    const elements = names.map((name) => called(name).find(({ role }) => role !== 'AXStaticText') ?? called(name)[0]!)
    const { key: window } = found.find(({ role, title }) => role === 'AXWindow' || title === `Pointed ${toolkit}`)!
    const said = () =>
      readFileSync(started.program.log, 'utf8')
        .split('\n')
        .filter((line) => /^(press|enter) /.test(line))
    const random = seeded()
    const wrong: string[] = []
    let done = 0

    const attempt = async ({ key, title }: Row, act: Act) => {
      const before = said().length
      const isPress = act.action !== 'hover'
      const wanted = isPress ? `press ${title} ${act.action === 'right_click' ? 3 : 1}` : `enter ${title}`
      const refused = await source.perform(key, act, signal).then(
        () => undefined,
        (error: Error) => error,
      )
      const what = `${title} ${JSON.stringify(act)} ${refused?.message ?? ''}`
      if (refused === undefined) done++
      else if (refused.name !== 'element_changed') wrong.push(what)
      // It is told a little later than it is done; where the pointer was already on it, nothing new is told.
      const count = act.action === 'double_click' ? 2 : 1
      const told = async () => {
        const so = said()
          .slice(before)
          .filter((line) => line === wanted).length
        const isOn = said().findLast((line) => line.startsWith('enter')) === wanted
        if (isPress ? so < count : !isOn) throw new Error('not told')
      }
      const isTold = refused !== undefined || (await again(told, toldMs).then(yes, no))
      const news = said().slice(before)
      if (!isTold || news.some((line) => line.startsWith('press') && line !== wanted)) wrong.push(`${what}: ${news}`)
    }

    let cases = 0
    for (const _ of turns(t, least, undefined, 3)) {
      if (cases % 4 === 0) await source.perform(window, { action: 'move', to: anywhere(random) }, signal)
      const element = random.oneOf(elements)
      const { width, height } = (await source.frames([element.key], signal)).get(element.key)!.frame
      const inside = (size: number) => Math.floor(size * (0.2 + random.below(60) / 100))
      const to = { x: inside(width), y: inside(height) }
      const action = random.oneOf(['right_click', 'double_click', 'hover', 'click'] as const)
      await attempt(element, random.below(2) === 0 || action === 'click' ? { action, to } : { action })
      cases++
    }
    t.ok(done > cases / 2, `${done} of ${cases} were done`)
    tell(t, { law: pressLaw, on: `${toolkit} where ${scale}`, cases, wrong })
    await started.end()
  })
}

const popping = [1, 2].flatMap((scale) => [['gtk3', ofGtk(scale)] as const, ['qt5', ofQt(scale)] as const])

for (const [toolkit, scale] of minutes > 0 ? [...popping, ['qt6', ofQt(1.5)] as const] : popping) {
  t.test(`menu and combo box of ${toolkit}, ${scale}`, async (t) => {
    const started = await desktop.start('env', scale, python, program, toolkit, 'popups')
    const target = (await platform.targets(signal)).find(({ pid }) => pid === started.pid)!
    const source = await platform.open(target, signal)
    t.teardown(() => source.close())
    const { rows: found } = await source.read('all', { signal, deadline: performance.now() + 30_000 })
    const window = found.find(({ role, title }) => role === 'AXWindow' || title === `Pointed ${toolkit}`)
    const [choice, narrow] = found.filter(({ role }) => role === 'AXComboBox' || role === 'AXPopUpButton')
    const said = () =>
      readFileSync(started.program.log, 'utf8')
        .split('\n')
        .filter((line) => /^(press|chose) /.test(line))
    const random = seeded()
    const wrong: string[] = []
    const asked: readonly (readonly [Row | undefined, Act])[] = [
      [window, { action: 'menu', path: `File > ${random.oneOf(['Open', 'Save', 'Print', 'Close'])}` }],
      [choice, { action: 'select', value: `Option ${2 + random.below(4)}` }],
      [narrow, { action: 'select', value: `Long 2, ${'and so on, '.repeat(2)}until it ends` }],
    ]
    let cases = 0
    for (const [element, act] of asked) {
      if (element === undefined) continue
      const before = said().length
      const wanted = `chose ${act.value ?? act.path!.split(' > ')[1]}`
      const refused = await source.perform(element.key, act, signal).then(
        () => undefined,
        (error: Error) => error,
      )
      const told = async () => {
        if (!said().slice(before).includes(wanted)) throw new Error('not told')
      }
      const isDone = refused === undefined && (await again(told, toldMs).then(yes, no))
      // The middle of such an option is beside the list: on a button.
      const isKept = refused?.name === 'element_changed' && element === narrow
      const news = said().slice(before)
      if ((!isDone && !isKept) || news.some((line) => line !== wanted))
        wrong.push(`${JSON.stringify(act)} ${refused?.message ?? ''}: ${news}`)
      cases++
    }
    tell(t, { law: pressLaw, on: `menu and combo box of ${toolkit} where ${scale}`, cases, wrong })
    await started.end()
  })
}

/** Some of a window there may be beyond the edge of the screen. */
function anywhere(random: Random) {
  return { x: random.below(1400), y: random.below(900) }
}
