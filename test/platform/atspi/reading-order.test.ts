// In which order a person reads what a container holds, from boxes alone. The law desktop-order tries real toolkits.
import t from 'tap'
import type { Frame } from '../../../api-schema/element.ts'
import { inReadingOrder } from '../../../daemon/platform/atspi/read/reading-order.ts'

/** A letter for each element, drawn where it stands: a line of text is 10 units high, a character 10 wide. */
function boxesIn(drawing: string): ReadonlyMap<string, Frame> {
  const boxes = new Map<string, Frame>()
  drawing.split('/').forEach((line, row) => {
    for (const [column, letter] of [...line].entries()) {
      if (letter === ' ') continue
      const { x, y } = boxes.get(letter) ?? { x: column * 10, y: row * 10 }
      boxes.set(letter, { x, y, width: column * 10 + 10 - x, height: row * 10 + 10 - y })
    }
  })
  return boxes
}

const cases: readonly (readonly [what: string, drawing: string, listed: string, read: string])[] = [
  ['rows', 'ab/cd', 'dacb', 'abcd'],
  ['listed by rows', 'ab/cd', 'abcd', 'abcd'],
  ['listed by columns', 'ab/cd', 'acbd', 'acbd'],
  ['listed from the end', 'ab/cd', 'dcba', 'abcd'],
  ['by columns from the end', 'ab/cd', 'dbca', 'acbd'],
  ['a list of pages at the left', 'sab/scd', 'bdsca', 'sabcd'],
  ['a list of pages at the right', 'abs/cds', 'bdsca', 'abcds'],
  ['a bar above two columns', 'tt/ab/cb', 'bcta', 'tacb'],
  ['a form whose fields came first', 'af/bg/ch', 'fghabc', 'afbgch'],
  ['nothing that a line could part', 'aab/c b/cdd', 'dbca', 'dbca'],
]

t.test('the order in which boxes are read', (t) => {
  for (const [what, drawing, listed, read] of cases)
    t.equal(inReadingOrder([...listed], boxesIn(drawing)).join(''), read, what)
  t.end()
})

t.test('what has no box, and what lies over others, stays behind the one it is listed after', (t) => {
  const boxes = new Map([...boxesIn('ab/cd'), ['over', { x: 5, y: 5, width: 10, height: 10 }]])
  t.same(inReadingOrder(['first', 'd', 'hidden', 'a', 'over', 'c', 'b'], boxes), [
    ...['first', 'a', 'over', 'b', 'c', 'd', 'hidden'],
  ])
  t.end()
})
