/** How two boxes lie to each other: some by hand, and laws for any. */
import fc from 'fast-check'
import t from 'tap'
import type { Frame } from '../../api-schema/element.ts'
import { alignmentText, edgeWords } from '../../api-schema/methods/alignment.ts'
import { alignmentOf } from '../../daemon/methods/alignment.ts'
import { holds } from '../fixtures/cases.ts'

const box = (x: number, y: number, width = 100, height = 30): Frame => ({ x, y, width, height })

t.test('by hand', async (t) => {
  const cases: readonly (readonly [
    what: string,
    a: Frame,
    b: Frame,
    tolerance: number,
    expected: object,
    text: string,
  ])[] = [
    [
      'the same place',
      box(0, 0),
      box(0, 0),
      0,
      { aligned: edgeWords, overlap: { width: 100, height: 30 } },
      'x: left, center, right aligned (0, 50, 100)\ny: top, center, bottom aligned (0, 15, 30)\noverlap 100x30, same size',
    ],
    [
      'beside',
      box(220, 10),
      box(328, 22),
      1,
      {
        aligned: [],
        offsets: { left: 108, centerX: 108, right: 108, top: 12, centerY: 12, bottom: 12 },
        gap: { right: 8 },
      },
      'x: left, center, right off by +108\ny: top, center, bottom off by +12\ngap 8 px to the right, same size',
    ],
    [
      'across the corner, smaller',
      box(100, 100, 50, 50),
      box(0, 0, 20, 40),
      1,
      {
        aligned: [],
        offsets: { left: -100, centerX: -115, right: -130, top: -100, centerY: -105, bottom: -110 },
        gap: { left: 80, above: 60 },
        size: { width: -30, height: -10 },
      },
      'x: left off by -100; center off by -115; right off by -130\ny: top off by -100; center off by -105; bottom off by -110\ngap 80 px to the left and 60 px above, the other 30 px narrower, 10 px shorter',
    ],
    [
      'within, with padding',
      box(0, 0, 100, 100),
      box(10, 10, 80, 80),
      1,
      {
        aligned: ['centerX', 'centerY'],
        offsets: { left: 10, right: -10, top: 10, bottom: -10 },
        overlap: { width: 80, height: 80 },
        inside: 'other',
        size: { width: -20, height: -20 },
      },
      'x: center aligned (50); left off by +10; right off by -10\ny: center aligned (50); top off by +10; bottom off by -10\nthe other inside it, the other 20 px narrower, 20 px shorter',
    ],
    [
      'touching, nearly in line',
      box(0, 0),
      box(1, 30),
      1,
      { aligned: ['left', 'centerX', 'right'], offsets: { top: 30, centerY: 30, bottom: 30 }, gap: { below: 0 } },
      'x: left, center, right aligned (0, 50, 100)\ny: top, center, bottom off by +30\ngap 0 px below, same size',
    ],
  ]
  for (const [what, a, b, tolerance, expected, text] of cases) {
    const found = alignmentOf(a, b, tolerance)
    t.same(found, expected, what)
    t.equal(alignmentText({ ...found, frame: a, otherFrame: b }), text, what)
  }
})

const coordinate = fc.integer({ min: -2000, max: 2000 })
const length = fc.integer({ min: 1, max: 2000 })
const frame = fc.record({ x: coordinate, y: coordinate, width: length, height: length })
const tolerance = fc.integer({ min: 0, max: 20 })
const negated = (values: object | undefined) =>
  values && Object.fromEntries(Object.entries(values).map(([name, value]) => [name, 0 - value]))

t.test('the other way round everything is mirrored', async (t) => {
  await holds(
    t,
    fc.property(frame, frame, tolerance, (a, b, within) => {
      const there = alignmentOf(a, b, within)
      const back = alignmentOf(b, a, within)
      const { left, right, above, below } = there.gap ?? {}
      const gap = Object.entries({ left: right, right: left, above: below, below: above }).filter(
        ([, px]) => px !== undefined,
      )
      const inside = there.inside && { inside: there.inside === 'other' ? 'element' : 'other' }
      const expected = {
        ...there,
        ...(there.offsets && { offsets: negated(there.offsets) }),
        ...(there.size && { size: negated(there.size) }),
        ...(there.gap && { gap: Object.fromEntries(gap) }),
        ...inside,
      }
      return same(back, expected)
    }),
  )
})

t.test('moved together nothing changes; moved by itself each offset does by as much', async (t) => {
  await holds(
    t,
    fc.property(frame, frame, coordinate, coordinate, (a, b, dx, dy) => {
      const moved = (one: Frame) => ({ ...one, x: one.x + dx, y: one.y + dy })
      return same(alignmentOf(moved(a), moved(b), 1), alignmentOf(a, b, 1))
    }),
  )
  await holds(
    t,
    fc.property(frame, coordinate, coordinate, (a, dx, dy) => {
      const b = { ...a, x: a.x + dx, y: a.y + dy }
      const { aligned, offsets = {}, size } = alignmentOf(a, b, 0)
      const expected = { left: dx, centerX: dx, right: dx, top: dy, centerY: dy, bottom: dy }
      return (
        size === undefined && edgeWords.every((edge) => (aligned.includes(edge) ? 0 : offsets[edge]) === expected[edge])
      )
    }),
  )
})

t.test('gap, overlap and what is aligned agree with the pixels', async (t) => {
  const small = fc.record({
    x: fc.integer({ min: 0, max: 12 }),
    y: fc.integer({ min: 0, max: 12 }),
    width: fc.integer({ min: 1, max: 8 }),
    height: fc.integer({ min: 1, max: 8 }),
  })
  const covers = ({ x, y, width, height }: Frame, px: number, py: number) =>
    px >= x && px < x + width && py >= y && py < y + height
  await holds(
    t,
    fc.property(small, small, tolerance, (a, b, within) => {
      let shared = 0
      for (let x = 0; x < 20; x++) for (let y = 0; y < 20; y++) if (covers(a, x, y) && covers(b, x, y)) shared++
      const { gap, overlap, aligned, offsets = {} } = alignmentOf(a, b, within)
      if ((gap === undefined) === (overlap === undefined)) return false
      if (Object.values(gap ?? {}).some((px) => px < 0)) return false
      const isSplit = edgeWords.every((edge) => aligned.includes(edge) !== edge in offsets)
      const isOff = Object.values(offsets).every((offset) => Math.abs(offset) > within)
      return isSplit && isOff && (overlap === undefined ? 0 : overlap.width * overlap.height) === shared
    }),
  )
})

function same(a: unknown, b: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([name, inner]) => [name, sorted(inner)]),
        )
      : value
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b))
}
