import { fileURLToPath } from 'node:url'
import t from 'tap'
import { leastShifted, onScreen, placementOf } from '../../../daemon/platform/atspi/geometry/placement.ts'
import { desktopOrSkip, toolkitsOrSkip } from '../../fixtures/desktop/desktop.ts'
import { setUpHands } from '../../fixtures/desktop/hands.ts'
import { python } from '../../fixtures/find-desktop.mjs'
import { answerThat } from '../../fixtures/until.ts'

const program = fileURLToPath(new URL('../../fixtures/desktop/pointed.py', import.meta.url))
const frame = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

t.test('a window tells the scale of its units, and what they count from', async (t) => {
  const cases = [
    ['its border is part of it', frame(353, 173, 254, 253), frame(708, 367, 504, 480), frame(707, 347, 506, 505), 2],
    ['each border is rounded up', frame(206, 32, 254, 249), frame(621, 116, 756, 720), frame(620, 96, 758, 745), 3],
    ['counted from the screen', frame(629, 317, 278, 338), frame(786, 396, 348, 423), frame(785, 376, 350, 448), 1.25],
    ['counted from itself', frame(0, 0, 252, 236), frame(708, 371, 504, 472), frame(707, 351, 506, 497), 2],
    ['counted from its monitor', frame(1010, 50, 300, 200), frame(1060, 100, 600, 400), frame(1059, 80, 602, 425), 2],
    ['it draws its own border', frame(0, 0, 310, 210), frame(640, 380, 640, 440), frame(640, 380, 640, 440), 2],
    ['it draws its own shadow', frame(0, 0, 600, 400), frame(90, 80, 1260, 880), frame(120, 110, 1200, 800), 2],
    ['it is square', frame(0, 0, 300, 300), frame(10, 10, 620, 620), frame(10, 10, 620, 620), 2],
    ['by dots per inch', frame(100, 50, 480, 320), frame(115, 57, 550, 367), frame(114, 37, 552, 392), 550 / 480],
    ['nothing is scaled', frame(833, 467, 254, 265), frame(834, 487, 252, 240), frame(833, 467, 254, 265), 1],
  ] as const
  for (const [what, box, inner, outer, scale] of cases) {
    const at = placementOf(box, { frame: inner, outer })
    t.equal(at?.scale, scale, what)
    const { x, y, width, height } = onScreen(box, at!)
    const isOne = (of: typeof inner) =>
      [x - of.x, y - of.y, width - of.width, height - of.height].every((apart) => Math.abs(apart) <= 12 * scale)
    t.ok(isOne(inner) || isOne(outer), `${what}: ${JSON.stringify({ x, y, width, height })}`)
  }
  const box = frame(10, 10, 300, 200)
  t.equal(placementOf(box, { frame: frame(0, 0, 900, 300), outer: frame(0, 0, 902, 325) }), undefined, 'or none fits')
})

t.test('a window that says that it is elsewhere than its contents is where they are', async (t) => {
  const window = { outer: frame(469, 232, 1024, 768), frame: frame(470, 252, 1022, 743) }
  const own = placementOf(frame(888, 469, 1024, 768), window)
  const contents = placementOf(frame(470, 252, 1022, 743), window)
  t.same(leastShifted(own, contents), { scale: 1, x: 0, y: 0 })
  t.same(leastShifted(own, undefined), own)
  const elsewhere = placementOf(frame(470, 252, 1024, 768), window)
  t.same(leastShifted(contents, elsewhere), contents)
})

t.test('the presses of a double click come one after the other', async (t) => {
  if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
  const { start, one, act } = await setUpHands(t, [])
  const { app, lines, end } = await start(python, program, 'gtk3', 'timed')
  await act(await one(app, { role: 'AXButton', titleContains: 'Theta' }), { action: 'double_click' })
  const times = async () =>
    lines()
      .filter((line) => line.startsWith('at '))
      .map((line) => Number(line.slice(3)))
  const [first, second] = await answerThat(times, (all) => all.length >= 2)
  t.not(first, second, 'as from a hand: programs take two at one instant for one')
  await end()
})

for (const [toolkit, scale] of [
  ['gtk3', 'GDK_SCALE=2'],
  ['qt6', 'QT_SCALE_FACTOR=1.5'],
] as const) {
  t.test(`${toolkit}, ${scale}`, async (t) => {
    if (!desktopOrSkip(t, [python]) || !toolkitsOrSkip(t)) return
    const hands = await setUpHands(t, [])
    const { app, lines: said } = await hands.start('env', scale, python, program, toolkit)
    const button = await hands.one(app, { role: 'AXButton', titleContains: 'Theta' })

    await t.test('what a minimised window holds is reached once it is back', async (t) => {
      await hands.act(button, { action: 'minimize' })
      await hands.act(button, { action: 'hover' })
      await answerThat(said, (lines) => lines.at(-1) === 'enter Theta')
      await hands.act(button, { action: 'minimize' })
      await hands.act(button, { action: 'right_click' })
      t.ok(await answerThat(said, (lines) => lines.at(-1) === 'press Theta 3'))
    })

    await t.test('what is beyond the edge of the screen is said to be there', async (t) => {
      await hands.act(button, { action: 'move', to: { x: 300, y: 1150 } })
      const before = said().length
      for (const action of ['right_click', 'hover'] as const) {
        const { name, message, data } = await hands.fails(button, { action })
        t.equal(name, 'element_changed')
        t.match(message, /beyond the edge of the screen, at \d+,1[23]\d\d of 1920x1200\. Nothing was done/)
        t.equal(data.reason, 'outside')
      }
      t.equal(said().length, before)
    })
  })
}
