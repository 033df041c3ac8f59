/** What an element of a page is called that has no name: its own words, or words that are only near it. */
import t from 'tap'
import { labelOf, labelWords, ownWords } from '../../../daemon/tree/naming/labels.ts'
import { group, link, page, type Tiny, text, tiny } from '../../fixtures/tiny-tree.ts'

const it = (more: Partial<Tiny> = {}): Tiny => ({ role: 'AXTextField', identifier: 'it', ...more })
const box = () => it({ role: 'AXCheckBox', is: ['checkable'] })
const label = (...inner: Tiny[]): Tiny => ({ role: 'AXGroup', subrole: 'AXLabelText', in: inner })
/** Two parts with a field each. */
const beside = (one: Tiny, other: Tiny) => group(group(it(), one), group(field, other))
const row = (...inner: Tiny[]) => group(group(...inner))
const field: Tiny = { role: 'AXTextField' }
const list: Tiny = { role: 'AXPopUpButton' }
const time = (said: string): Tiny => ({ role: 'AXGroup', subrole: 'AXTime', in: [text(said)] })
const prose = (word: string, of: Tiny) =>
  group(group(...Array.from({ length: 10 }, (_, at) => text(`${word} ${at}th`)), group(of)))
const card = (one: string | Tiny, other: string, of: Tiny = field) =>
  group(group(...[one, other].map((said) => (typeof said === 'string' ? text(said) : said))), group(group(of)))
const linked = (title: string, one: Tiny = field) => group(link(title), one)
const bar = (value: string): Tiny => ({ role: 'AXScrollBar', value })

t.test('words for what has no name', async (t) => {
  const cases: readonly (readonly [what: string, tree: Tiny, label: string | undefined, own?: string])[] = [
    ['its text', page('P', it({ role: 'AXButton', in: [text('Go')] })), 'Go', 'Go'],
    ['no text of a field', page('P', it({ in: [text('typed')] })), undefined],
    ['the label around it', page('P', label(text('Port'), group(it()))), 'Port', 'Port'],
    ['a label around two', page('P', label(text('Port'), it(), { role: 'AXButton', title: 'x' })), 'near “Port”'],
    ['the label before its block', page('P', label(text('Port')), group(group(it()))), 'near “Port”'],
    ['a label before an ornament', page('P', label(text('Port')), group(), it()), 'near “Port”'],
    ['the text before it', page('P', text('Port'), it()), 'near “Port”'],
    ['not the text after it', page('P', it(), text('Port')), undefined],
    ['no text of a column', page('P', text('A'), text('B'), it(), field), undefined],
    ['the last of texts, where one alone has a field', page('P', text('A'), text('B'), it()), 'near “B”'],
    ['no caption of the field before', page('P', field, text('A'), it(), text('B')), undefined],
    ['its own where texts and fields alternate', page('P', text('A'), field, text('B'), it()), 'near “B”'],
    ['the text after a box', page('P', text('A'), box(), text('B')), 'near “B”'],
    ['the text before the last box', page('P', text('A'), box()), 'near “A”'],
    ['a link that is its label', page('P', label(link('Port')), it()), 'near “Port”'],
    ['a link in its label, with a mark', page('P', label(link('Port'), text('*')), it()), 'near “Port”'],
    ['the link before it, as before others', page('P', linked('Port', it()), linked('Host')), 'near “Port”'],
    ['in blocks of their own', page('P', row(link('Port')), row(it()), row(link('Host')), row(field)), 'near “Port”'],
    ['as before the one before', page('P', link('Port'), field, link('Host'), it()), 'near “Host”'],
    ['not the one link before it', page('P', linked('Home', it())), undefined],
    [
      'a link of its card, not a date',
      page('P', card(link('Plan'), 'Jul 1, 2025', it()), card(link('Map'), 'Jul 2, 2025')),
      'near “Plan”',
    ],
    ['not the first words of prose', page('P', prose('a', it()), prose('b', field)), 'near “a 9th”'],
    ['a heading, its texts', page('P', it({ role: 'AXHeading', in: [text('News')] })), 'News', 'News'],
    [
      'a row of a tree, too',
      page('P', it({ role: 'AXRow', subrole: 'AXOutlineRow', in: [text('src')] })),
      'src',
      'src',
    ],
    ['what may be pressed for a box', page('P', box(), { ...group(text('Port')), is: ['clickable'] }), 'near “Port”'],
    ['a date, where its card says no more', beside(text('Jul 1, 2025'), text('Jul 2, 2025')), 'near “Jul 1, 2025”'],
    [
      'what its card is called',
      page('P', card('Jul 1, 2025', 'Plan', it()), card('Jul 2, 2025', 'Map')),
      'near “Plan”',
    ],
    ['no time of its card', page('P', card(time('Noon'), 'Plan', it()), card(time('Eve'), 'Map')), 'near “Plan”'],
    [
      'no link beside which others are',
      page('P', row(link('A'), link('B')), row(it()), row(link('Host')), row(field)),
      undefined,
    ],
    ['no prose', page('P', text('It is gone. It was here.'), it()), undefined],
    ['a label before its hint', page('P', label(text('Port')), group(it({ placeholder: '80' }))), 'near “Port”'],
    ['no label that says its hint', page('P', label(text('Port')), group(it({ placeholder: 'A port' }))), undefined],
    ['what its platform found', group(it({ attributes: { nearText: 'Port' } })), 'near “Port”'],
    ['nothing by its order outside of pages', group(text('Port'), it()), undefined],
    ['what its part alone says', beside(text('Rome'), text('Oslo')), 'near “Rome”'],
    [
      'what its part alone says, where others have a field of another kind',
      group(...[it(), { role: 'AXTextArea' }].map((one, at) => group(text(['Rome', 'Oslo'][at]!), list, one))),
      'near “Rome”',
    ],
    ['not how far its part is scrolled', beside(bar('757'), bar('2007')), undefined],
    ['nothing where it has a name', page('P', text('Port'), it({ title: 'Server' })), undefined],
  ]
  for (const [what, top, shown, own] of cases) {
    const tree = tiny(top)
    const node = tree.all().find(({ identifier }) => identifier === 'it')!
    t.equal(labelOf(tree, node), shown, what)
    t.equal(ownWords(tree, node), own, `${what}: its own`)
    t.equal(labelWords(tree, node), shown?.replace(/near “|”/g, ''), `${what}: as it is searched`)
  }
})
