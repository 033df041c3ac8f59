/** Holds folding to what it promises: what does not count is gone, folding twice changes nothing, parts stay parts. */
import fc from 'fast-check'
import t from 'tap'
import { fold } from '../../../daemon/tree/index/fold.ts'
import { holds } from '../../fixtures/cases.ts'

t.test('what does not count when texts are compared', async (t) => {
  const same: readonly (readonly [what: string, text: string, folded: string])[] = [
    ['nothing to do', 'save as', 'save as'],
    ['case', 'Save AS', 'save as'],
    ['case without ASCII', 'СОХРАНИТЬ', 'сохранить'],
    ['accents, one character', 'Réglages', 'reglages'],
    ['accents, combining', 'Re\u0301glages', 'reglages'],
    ['several marks in any order', 'e\u0323\u0302', 'e'],
    ['sharp s, small', 'Straße', 'strasse'],
    ['sharp s, capital', 'STRAẞE', 'strasse'],
    ['final sigma', 'ΟΔΌΣ', 'οδοσ'],
    ['Turkish letters', 'IŞIK ışık İ', 'isik isik i'],
    ['full width', 'Ｓａｖｅ　１２', 'save 12'],
    ['half width', 'ｶﾅ', 'カナ'],
    ['ligatures', 'ﬁle ﬄ', 'file ffl'],
    ['zero width space and joiners', 'sa\u200bv\u200ce\u200d', 'save'],
    ['byte order mark', '\ufeffsave', 'save'],
    ['soft hyphen', 'Über\u00adsicht', 'ubersicht'],
    ['direction marks', '\u202bשמור\u202c \u2066x\u2069\u200e', 'שמור x'],
    ['variation selectors', '❤\ufe0f', '❤'],
    ['runs of white space', ' a \t\r\n b  c', ' a b c'],
    ['white space around an invisible mark', 'a \u200b b', 'a b'],
    ['no-break and wide spaces', 'a\u00a0b\u2003\u3000c', 'a b c'],
    ['astral letters', '𝐒𝐚𝐯𝐞 😀', 'save 😀'],
    ['empty', '', ''],
    ['nothing that is seen', '\u200b\u0301', ''],
  ]
  for (const [what, text, folded] of same) t.equal(fold(text), folded, what)
})

t.test('folds every assigned code point once and for all, in any case and in any place', async (t) => {
  const wrong: string[] = []
  for (let code = 0; code < 0xe0200; code++) {
    if (code === 0x33480) code = 0xe0000 // nothing is assigned between
    const text = String.fromCodePoint(code)
    const folded = fold(text)
    const others = [fold(folded), fold(text.toUpperCase()), fold(text.toLowerCase()), fold(text.normalize('NFD'))]
    if (others.some((other) => other !== folded) || fold(`a${text}b`) !== `a${folded}b`) wrong.push(code.toString(16))
  }
  t.same(wrong, [])
})

t.test('a part of a text folds to a part of the folded text', async (t) => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
    fc.string({
      unit: fc.constantFrom('Σ', 'σ', ' ', '\n', '\u0301', '\u200b', 'é', 'ß', 'I', 'İ', '\u1100', '\u1161'),
    }),
  )
  await holds(
    t,
    fc.property(text, text, text, (before, part, after) => {
      const whole = fold(before + part + after)
      return whole.includes(fold(part)) && fold(whole) === whole
    }),
    { numRuns: 3000 },
  )
  t.pass('for any text')
})
