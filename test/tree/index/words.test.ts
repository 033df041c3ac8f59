/** Texts are compared by their words, however these are spaced. */
import t from 'tap'
import { holdsSpaced } from '../../../daemon/tree/index/words.ts'

t.test('words whose letters a page has set apart', async (t) => {
  const whole = 'Mir a Oak < mir a@example.com> $ 12 . 50'
  for (const part of ['Mira Oak', 'mira', 'mira@example.com', 'mira oak <mira@example.com>', '$12.50', 'a oak'])
    t.ok(holdsSpaced(whole, part), part)
  for (const part of ['mira o', 'ira Oak', 'Mira Elm', 'oak mira o', '12.5', 'aOa', ''])
    t.notOk(holdsSpaced(whole, part), part)
  t.notOk(holdsSpaced('Plan A B', 'AB'), 'so few letters may be two words')
  for (const sign of '\\^$.*+?()[]{}|/<>&~-') t.ok(holdsSpaced(`to ta l${sign} 12`, `total${sign} 12`), sign)
})
