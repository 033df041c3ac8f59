/** What of a name a person sees. */
import t from 'tap'
import { seenText } from '../../daemon/platform/element/unseen.ts'

t.test('characters that nobody sees', (t) => {
  const cases: { readonly [text: string]: string | undefined } = {
    ' Save ': 'Save',
    '/\u200baccount/\u200b{id}': '/account/{id}',
    '\ue001': undefined,
    '\ue001 Delete': 'Delete',
    '\u{f0415} Add': 'Add',
    'hy\u00adphen': 'hyphen',
    '\u202aleft\u202c': 'left',
    '\ufffc': undefined,
    '\u200d': undefined,
    'a\u200d': 'a',
  }
  for (const [text, seen] of Object.entries(cases)) t.equal(seenText(text), seen, JSON.stringify(text))
  t.end()
})

t.test('joiners that decide how a word or a picture looks', (t) => {
  for (const text of [
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻',
    '🏳️\u200d🌈',
    'naïve',
    '日本語',
    'Ωmega',
    '5 €',
    '→',
    '★',
  ])
    t.equal(seenText(text), text, text)
  t.end()
})
