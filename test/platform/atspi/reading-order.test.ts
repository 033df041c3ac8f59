/** Grids of GTK 3 list what is in them backwards, by when it was put in: a person reads it where it stands. */
import t from 'tap'
import { inReadingOrder } from '../../../daemon/platform/atspi/read/reading-order.ts'

t.test('what stands on one line is read from the left, the lines from the top, what is not drawn last', (t) => {
  const box = (x: number, y: number, height = 20) => ({ x, y, width: 80, height })
  const boxes: { readonly [name: string]: ReturnType<typeof box> } = {
    'second field': box(100, 38, 24),
    'second label': box(0, 40),
    'first field': box(100, 8, 24),
    'first label': box(0, 10),
    note: box(0, 80, 100),
  }
  const listed = ['hidden', 'note', 'second field', 'second label', 'first field', 'first label', 'hidden too']
  t.same(
    inReadingOrder(listed, (name) => boxes[name]),
    ['first label', 'first field', 'second label', 'second field', 'note', 'hidden', 'hidden too'],
  )
  t.end()
})
