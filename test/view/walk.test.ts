/** What of a tree is shown: filters, context, runs, limits, pages, what comes first, and near misses. */
import fc from 'fast-check'
import t from 'tap'
import { fold } from '../../daemon/tree/index/fold.ts'
import type { Node } from '../../daemon/tree/model/node.ts'
import type { Shown } from '../../daemon/view/fold/shown.ts'
import type { Answer, Query } from '../../daemon/view/select/query.ts'
import { walk } from '../../daemon/view/select/walk.ts'
import { holds } from '../fixtures/cases.ts'
import { button, group, link, page, type Tiny, text, tiny } from '../fixtures/tiny-tree.ts'

const plain: Query = {
  terms: [],
  filtered: false,
  includeHidden: false,
  includeDisabled: false,
  includeNonInteractable: false,
  maxDepth: 10,
  limit: 100,
}

/** One word an element: its name or role, with `(…)` for context, and what is in it. */
function sketch(shown: readonly Shown[]): string {
  return shown
    .map(({ node, context, text: words, rest, options, children, more }) => {
      const name = rest ?? node.title ?? node.description ?? words ?? node.value ?? node.role
      const inner = children.length === 0 ? '' : `[${sketch(children)}]`
      const closed = options === undefined ? '' : `{${options}}`
      return `${context ? `(${name})` : name}${closed}${inner}${more === undefined ? '' : ` +${more.count} ${more.role}`}`
    })
    .join(' ')
}

const pressed = (...inner: Tiny[]): Tiny => ({ ...group(...inner), is: ['clickable'] })
const landmark = (subrole: string, ...inner: Tiny[]): Tiny => ({ ...group(...inner), subrole })
const headed = (title: string): Tiny => ({
  role: 'AXGroup',
  subrole: 'AXApplicationDialog',
  title: 'D',
  in: [{ role: 'AXHeading', title }, button('A')],
})
const term = (title: string, ...inner: Tiny[]): Tiny => ({ ...group(...inner), subrole: 'AXTerm', title })
const option = (title: string): Tiny => ({ role: 'AXOption', title, is: ['selectable', 'clickable'] })
const dropdown = (...is: NonNullable<Tiny['is']>): Tiny => ({
  role: 'AXPopUpButton',
  title: 'S',
  is,
  in: [{ role: 'AXList', in: [option('One'), option('Two')] }],
})

const has =
  (needle: string) =>
  ({ title, value, description }: Node) =>
    [title, value, description].some((one) => one !== undefined && fold(one).includes(fold(needle)))

t.test('what is shown', (t) => {
  const cases: readonly (readonly [name: string, tree: Tiny, is: string, query?: Partial<Query>])[] = [
    ['controls without their wrappers', page('P', group(group(button('A')), group()), text('x')), '(P)[A]'],
    ['a named group keeps its place', page('P', { ...group(button('A'), button('B')), title: 'G' }), '(P)[(G)[A B]]'],
    [
      'what a tab holds is its page, and no part of what is pressed',
      page('P', {
        role: 'AXRadioButton',
        subrole: 'AXTabButton',
        title: 'T',
        in: [{ role: 'AXUnknown', is: ['reactive'] }],
      }),
      '(P)[T[AXUnknown]]',
    ],
    [
      'what a switch is drawn on goes',
      page('P', { role: 'AXRadioButton', title: 'R', in: [{ role: 'AXGroup', is: ['reactive'] }] }),
      '(P)[R]',
    ],
    ['a named group that holds nothing goes', page('P', { ...group(text('x')), title: 'G' }, button('A')), '(P)[A]'],
    [
      'a group that says the same as the only one in it goes',
      page('P', { ...group(button('Send all')), title: 'send' }),
      '(P)[Send all]',
    ],
    [
      'landmarks divide what is shown',
      page('P', landmark('AXLandmarkNavigation', button('A'), button('B')), button('C')),
      '(P)[(AXGroup)[A B] C]',
    ],
    [
      'a landmark of one element divides nothing',
      page('P', landmark('AXLandmarkSearch', group(button('A'))), button('B')),
      '(P)[A B]',
    ],
    [
      'a landmark of everything divides nothing',
      page('P', text('x'), landmark('AXLandmarkMain', button('A'), button('B'))),
      '(P)[A B]',
    ],
    [
      'a heading is told before a landmark, too',
      page('P', { role: 'AXHeading', title: 'H' }, landmark('AXLandmarkMain', button('A'), button('B')), link('C')),
      '(P)[(H) (AXGroup)[A B] C]',
    ],
    [
      'a term says what its links do not',
      page('P', term('abs, Functions, Types', link('Functions'), link('Types'))),
      '(P)[(abs)[Functions Types]]',
    ],
    [
      'a term whose links say all of it goes',
      page('P', term('Functions, Types', link('Functions'), link('Types')), term('abs, abs', link('abs'))),
      '(P)[Functions Types abs]',
    ],
    [
      'words inside a name stay',
      page('P', term('hash (see index)', link('index')), term(':: of Casts, Casts', link('Casts'))),
      '(P)[(hash (see index))[index] (:: of Casts)[Casts]]',
    ],
    [
      'the options of a closed list are counted',
      page('P', dropdown('expandable'), dropdown('expandable', 'expanded'), button('A')),
      '(P)[S{2} S[One Two] A]',
    ],
    ['a list that does not say whether it is closed shows its options', page('P', dropdown()), '(P)[S[One Two]]'],
    [
      'options of closed lists are found',
      page('P', dropdown('expandable')),
      '(P)[Two]',
      { filtered: true, terms: [has('two')] },
    ],
    ['an empty page is still told', page('P'), '(P)'],
    [
      'a page with nothing to use: what it says, a paragraph a line, without tables',
      page(
        'P',
        { role: 'AXHeading', title: 'Thank you' },
        group(text('Order '), group(text('123')), text(' was placed.')),
        group(text('one')),
        { role: 'AXTable', in: [{ role: 'AXRow', in: [text('cell')] }] },
        { ...group(text('unseen')), is: ['hidden'] },
      ),
      '(P)[(Thank you) (Order 123 was placed.) (one)]',
    ],
    ['not of a page with something to use', page('P', group(text('Order placed.')), button('Back')), '(P)[Back]'],
    [
      'of a long one its first texts',
      page('P', ...Array.from({ length: 9 }, () => group(text('x'.repeat(250))))),
      `(P)[${Array.from({ length: 3 }, () => `(${'x'.repeat(250)})`).join(' ')}]`,
    ],
    [
      'the heading of a dialog that says its name goes, another stays',
      page('P', headed('D'), headed('Sure')),
      '(P)[(D)[A] (D)[(Sure) A]]',
    ],
    [
      'a dialog is told with what it says',
      page('P', { role: 'AXGroup', subrole: 'AXApplicationDialog', title: 'D', in: [text('wait')] }),
      '(P)[(D)[(wait)]]',
    ],
    [
      'a heading with something after it',
      page('P', { role: 'AXHeading', title: 'H' }, group(button('A'))),
      '(P)[(H) A]',
    ],
    [
      'a heading with nothing before the next',
      page('P', { role: 'AXHeading', title: 'H' }, text('x'), { role: 'AXHeading', title: 'I' }, button('A')),
      '(P)[(I) A]',
    ],
    ['a heading that is a link', page('P', { role: 'AXHeading', title: 'H', in: [link('H')] }), '(P)[H]'],
    [
      'a live region with text',
      page('P', { role: 'AXGroup', subrole: 'AXApplicationStatus', in: [text('Saved')] }),
      '(P)[(Saved)]',
    ],
    ['a silent live region', page('P', { role: 'AXGroup', subrole: 'AXApplicationStatus' }), '(P)'],
    [
      'an unnamed control by the text in it',
      page('P', { role: 'AXButton', in: [group(text('Go')), text('on')] }),
      '(P)[Go on]',
    ],
    [
      'an unnamed field by the label before it',
      page('P', group(text('Name')), { role: 'AXTextField' }),
      '(P)[near “Name”]',
    ],
    [
      'an unnamed check box by the label after it',
      page('P', text('no'), { role: 'AXCheckBox', is: ['checkable'] }, text('Yes')),
      '(P)[near “Yes”]',
    ],
    [
      'a nested control is not part of a name',
      page('P', { role: 'AXGroup', is: ['clickable'], in: [text('Card'), button('Buy')] }),
      '(P)[Card[Buy]]',
    ],
    [
      'a row of a table tells what its buttons are for',
      page(
        'P',
        { role: 'AXRow', in: [group(text('Ann')), button('Edit')] },
        { role: 'AXRow', in: [text('Bob'), button('Edit')] },
      ),
      '(P)[(Ann)[Edit] (Bob)[Edit]]',
    ],
    [
      'an item that holds a link does not',
      page('P', { role: 'AXRow', subrole: 'AXListItem', in: [link('L'), text('about it')] }),
      '(P)[L]',
    ],
    [
      'a box that switches what takes the keyboard in it, and what it is only drawn with',
      page('P', {
        role: 'AXCheckBox',
        title: 'Proxy',
        is: ['checkable'],
        in: [
          { role: 'AXGroup', is: ['reactive', 'focusable'] },
          { role: 'AXGroup', is: ['reactive'] },
        ],
      }),
      '(P)[Proxy[AXGroup]]',
    ],
    ['disabled ones are out', page('P', button('A', { is: ['disabled'] }), button('B')), '(P)[B]'],
    ['disabled ones on request', page('P', button('A', { is: ['disabled'] })), '(P)[A]', { includeDisabled: true }],
    ['all that is in something hidden is out', page('P', { ...group(button('A')), is: ['hidden'] }), '(P)'],
    [
      'a control without the wrappers around it that can be pressed',
      page('P', pressed(text('Small'), pressed({ role: 'AXRadioButton', title: 'Small' }))),
      '(P)[Small]',
    ],
    [
      'nor one whose table draws its edge',
      page('P', pressed(...Array.from({ length: 9 }, () => group(group(text(' ')))), group(button('Add')))),
      '(P)[Add]',
    ],
    [
      'a wrapper that says more, that has two controls, or none',
      page(
        'P',
        pressed(text('Oslo'), button('City')),
        pressed(button('A'), button('B')),
        pressed({ role: 'AXImage', title: 'Shoes', attributes: { alt: 'Shoes' } }, button('Like')),
        pressed(text('Card')),
      ),
      '(P)[Oslo[City] AXGroup[A B] Shoes[Like] Card]',
    ],
    [
      'a row that can be used, without the words of its cells',
      page('P', {
        role: 'AXRow',
        title: 'Select 7 Ann Lee late',
        is: ['clickable'],
        in: [
          { role: 'AXCell', title: 'Select 7', is: ['clickable'], in: [button('Select')] },
          { role: 'AXCell', title: 'Ann Lee', is: ['clickable'] },
        ],
      }),
      '(P)[late[7[Select] Ann Lee]]',
    ],
    [
      'the words of an item that a wrapper in it repeats',
      page('P', {
        role: 'AXRow',
        subrole: 'AXOutlineRow',
        title: 'Fruit',
        is: ['clickable'],
        in: [{ role: 'AXGroup', title: 'Fruit', is: ['clickable'] }],
      }),
      '(P)[Fruit[Fruit]]',
    ],
    ['hidden ones on request', page('P', { ...group(button('A')), is: ['hidden'] }), '(P)[A]', { includeHidden: true }],
    [
      'texts on request, but each once',
      page('P', group(text('x')), button('A', { in: [text('A')] })),
      'P[x A]',
      { includeNonInteractable: true },
    ],
    [
      'filtered: only matches and what holds them',
      page(
        'P',
        { ...group(button('Save'), button('A')), title: 'G' },
        { role: 'AXGroup', subrole: 'AXApplicationStatus', in: [text('y')] },
      ),
      '(P)[(G)[Save]]',
      { filtered: true, terms: [has('sav')] },
    ],
    [
      'headings by their role',
      page('P', { role: 'AXHeading', title: 'H' }, button('A')),
      '(P)[H]',
      { filtered: true, includeNonInteractable: true, terms: [({ role }) => role === 'AXHeading'] },
    ],
    ['nothing matched', page('P', button('A')), '', { filtered: true, terms: [has('x')] }],
    [
      'from an element on',
      page('P', { key: 70, role: 'AXGroup', in: [button('A')] }, button('B')),
      '(AXGroup)[A]',
      { from: 70 },
    ],
    [
      'levels of matches',
      page('P', button('1', { in: [group(button('2', { in: [button('3')] }))] })),
      '(P)[1[2]]',
      { maxDepth: 2 },
    ],
  ]
  for (const [name, tree, is, query] of cases) t.equal(sketch(walk(tiny(tree), { ...plain, ...query }).shown), is, name)
  t.end()
})

t.test('runs of like siblings', (t) => {
  const links = (count: number, from = 0) => Array.from({ length: count }, (_, i) => group(link(`link${from + i}`)))
  const names = (letter: string, count: number) => Array.from({ length: count }, (_, i) => `${letter}${i}`).join(' ')
  const many = tiny(page('P', ...links(41), button('A'), ...links(3, 50)))
  t.equal(walk(many, plain).count, 45, 'whole where there is room')
  const answer = walk(many, { ...plain, limit: 30 })
  t.equal(sketch(answer.shown), `(P)[${names('link', 26)} +15 link A link50 link51 link52]`, 'as short as is needed')
  t.match(answer, { matched: 45, count: 30, cut: 'limit', left: [[26, 41]] })
  const groups = Array.from({ length: 50 }, (_, i) => ({ ...group(link(`part${i}`)), title: `part${i}` }))
  t.equal(
    sketch(walk(tiny(page('P', ...groups)), { ...plain, limit: 30 }).shown),
    `(P)[${names('part', 30)} +20 link]`,
    'also after collapsing',
  )
  const rows = Array.from({ length: 30 }, (_, i) => ({ role: 'AXRow', in: [text(`r${i}`), button('X'), button('Y')] }))
  const table = walk(tiny(page('P', ...rows)), { ...plain, limit: 20 })
  t.match(sketch(table.shown), / \(r8\)\[X Y\] \+21 row\]$/, 'also of context')
  t.match(table, { matched: 60, count: 18 })
  t.notMatch(
    sketch(walk(tiny(page('P', ...links(50))), { ...plain, limit: 1 }).shown),
    /\+/,
    'no number where not all was counted',
  )
  const digits = Array.from({ length: 50 }, (_, i) => button(`${i}`))
  t.notMatch(sketch(walk(tiny(page('P', ...digits, link('end'))), { ...plain, limit: 30 }).shown), /\+/, 'not of keys')
  const heading: Tiny = { role: 'AXHeading', title: 'H' }
  const parts = walk(tiny(page('P', ...links(40), heading, ...links(40, 40))), { ...plain, limit: 50 })
  t.equal(
    sketch(parts.shown),
    `(P)[${names('link', 30)} +10 link (H) ${Array.from({ length: 20 }, (_, i) => `link${40 + i}`).join(' ')} +20 link]`,
    'not over a heading',
  )
  t.same(
    [...parts.lost].map(([place, count]) => [place?.title, count]),
    [
      ['H', 20],
      ['P', 10],
    ],
  )
  t.equal(
    walk(tiny(page('P', ...links(50))), { ...plain, filtered: true, terms: [has('l')] }).count,
    50,
    'not when filtered',
  )
  t.end()
})

t.test('limit and pages', (t) => {
  const tree = tiny(page('P', ...Array.from({ length: 10 }, (_, i) => (i % 2 === 0 ? button(`b${i}`) : link(`l${i}`)))))
  const first = walk(tree, { ...plain, limit: 4 })
  t.match(first, { matched: 10, count: 4, left: [[4, 10]], cut: 'limit' })
  const second = walk(tree, { ...plain, limit: 4, only: first.left })
  t.equal(sketch(second.shown), '(P)[b4 l5 b6 l7]')
  const third = walk(tree, { ...plain, limit: 4, only: second.left })
  t.match(third, { matched: 10, count: 2, left: [], cut: undefined })
  const nested = tiny(page('P', button('a', { in: [button('b')] }), button('c')))
  t.equal(
    sketch(walk(nested, { ...plain, limit: 1, only: [[1, 3]] }).shown),
    '(P)[(a)[b]]',
    'a match of the page before is context',
  )
  t.end()
})

t.test('what a window behind a modal dialog has is one line', (t) => {
  const window = (title: string, ...is: NonNullable<Tiny['is']>): Tiny => ({
    role: 'AXWindow',
    title,
    is,
    in: [button(`In ${title}`)],
  })
  const shown = (...windows: Tiny[]) =>
    sketch(walk(tiny({ role: 'AXApplication', title: 'App', in: windows }), plain).shown)
  t.equal(shown(window('Main'), window('Ask', 'modal')), '(App)[(Main) (Ask)[In Ask]]')
  t.equal(shown(window('Ask', 'modal'), window('List')), '(App)[(Ask)[In Ask] (List)[In List]]', 'not what it opens')
  t.equal(shown(window('Main', 'focused'), window('Ask', 'modal')), '(App)[(Main)[In Main] (Ask)[In Ask]]')
  t.equal(shown(window('Main'), window('Ask', 'modal', 'hidden')), '(App)[(Main)[In Main]]')
  t.end()
})

t.test('a modal dialog and the focused window come first', (t) => {
  const before = Array.from({ length: 9 }, (_, i) => (i % 2 === 0 ? button(`b${i}`) : link(`l${i}`)))
  const dialog: Tiny = {
    role: 'AXGroup',
    subrole: 'AXApplicationDialog',
    title: 'D',
    is: ['modal'],
    in: [button('OK'), link('why')],
  }
  const tree = tiny(page('P', ...before, dialog, button('end')))
  const answer = walk(tree, { ...plain, limit: 4 })
  t.equal(sketch(answer.shown), '(P)[b0 l1 (D)[OK why]]')
  t.same(answer.left, [
    [2, 9],
    [11, 12],
  ])
  t.match(answer, { matched: 12, count: 4 })
  const rest = walk(tree, { ...plain, limit: 100, only: answer.left })
  t.equal(sketch(rest.shown), '(P)[b2 l3 b4 l5 b6 l7 b8 (D) end]', 'no match is left out or shown twice')
  const windows = tiny({
    role: 'AXApplication',
    title: 'App',
    in: [
      { role: 'AXWindow', title: 'back', in: before },
      { role: 'AXWindow', title: 'front', in: [{ role: 'AXTextField', title: 'f', is: ['focused'] }] },
    ],
  })
  t.equal(sketch(walk(windows, { ...plain, limit: 2 }).shown), '(App)[(back)[b0] (front)[f]]')
  t.end()
})

t.test('candidates restrict, and give what a walk over everything gives', async (t) => {
  const arbitrary = fc.letrec<{ tree: Tiny }>((tie) => ({
    tree: fc.record({
      role: fc.constantFrom(
        'AXGroup',
        'AXButton',
        'AXLink',
        'AXStaticText',
        'AXHeading',
        'AXRow',
        'AXWindow',
        'AXList',
      ),
      title: fc.option(fc.constantFrom('ab', 'bc', 'abc', 'x'), { nil: undefined }),
      is: fc.subarray(['disabled', 'hidden', 'modal', 'focused', 'clickable'] as const, { maxLength: 2 }),
      in: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('tree'), { minLength: 1, maxLength: 4 })),
    }) as fc.Arbitrary<Tiny>,
  })).tree
  await holds(
    t,
    fc.property(arbitrary, fc.boolean(), fc.boolean(), fc.nat(3), fc.nat(5), (top, all, hidden, skip, limit) => {
      const tree = tiny({ role: 'AXWebArea', title: 'P', in: [top, ...Array.from({ length: 20 }, () => group())] })
      const query = {
        ...plain,
        filtered: true,
        terms: [has('b')],
        includeNonInteractable: all,
        includeHidden: hidden,
        only: [[skip, 1000] as const],
        limit: limit + 1,
      }
      const candidates = new Set(
        tree
          .all()
          .filter(has('b'))
          .map(({ key }) => key),
      )
      const { near: _, ...walked } = walk(tree, query)
      const { near: __, ...asked } = walk(tree, { ...query, candidates })
      t.same({ ...asked, searched: 0 }, { ...walked, searched: 0 })
    }),
    { numRuns: 150 },
  )
})

t.test('any pages together show every match once, those of shortened runs too', async (t) => {
  const arbitrary = fc.array(fc.tuple(fc.constantFrom('AXButton', 'AXLink', 'AXGroup', 'AXHeading'), fc.nat(3)), {
    maxLength: 40,
  })
  await holds(
    t,
    fc.property(
      arbitrary,
      fc.integer({ min: 1, max: 30 }),
      fc.nat(39),
      fc.boolean(),
      (spec, limit, modalAt, filtered) => {
        const query = { ...plain, filtered, ...(filtered && { terms: [() => true] }) }
        const inner = spec.map(
          ([role, count], i): Tiny => ({
            role,
            title: `e${i}`,
            ...(i === modalAt && { subrole: 'AXApplicationDialog', is: ['modal' as const] }),
            in: Array.from({ length: count * 15 }, (_, n) => button(`e${i} ${n}`)),
          }),
        )
        const tree = tiny(page('P', ...inner))
        const seen: number[] = []
        let only: Answer['left'] | undefined
        while (only === undefined || only.length > 0) {
          const answer: Answer = walk(tree, { ...query, limit, only })
          const stack = [...answer.shown]
          const found: Shown[] = []
          for (let one = stack.pop(); one !== undefined; one = stack.pop()) {
            if (!one.context) found.push(one)
            stack.push(...one.children)
          }
          t.equal(found.length, answer.count)
          t.ok(answer.count <= limit)
          seen.push(...found.map(({ node }) => node.key))
          only = answer.left
        }
        t.equal(new Set(seen).size, seen.length)
        t.equal(seen.length, walk(tree, { ...query, limit: 1000 }).matched)
      },
    ),
    { numRuns: 60 },
  )
})

t.test('near misses', (t) => {
  const tree = tiny(
    page('P', button('Save document'), button('Safe mode', { is: ['disabled'] }), button('Print'), {
      role: 'AXGroup',
      is: ['hidden'],
      in: [button('Send')],
    }),
  )
  const ask = (needle: string) =>
    walk(tree, { ...plain, filtered: true, terms: [has(needle)], needle }).near.map(({ title }) => title)
  t.same(ask('Save documents'), ['Save document'])
  t.same(ask('safe mode'), ['Safe mode'], 'what fits but is disabled')
  t.same(ask('send'), ['Send'], 'what fits but is hidden')
  t.same(ask('qqq'), [])
  t.same(
    walk(tree, { ...plain, filtered: true, terms: [has('Prin')], needle: 'Prin' }).near,
    [],
    'none when something matched',
  )
  t.equal(
    walk(tree, { ...plain, filtered: true, terms: [has('x')] }).searched,
    tree.size - 1,
    'what is hidden is not searched',
  )
  t.end()
})

t.test('a very deep tree', (t) => {
  let deep: Tiny = button('bottom')
  for (let i = 0; i < 20_000; i++) deep = group(deep)
  t.equal(sketch(walk(tiny(page('P', deep)), plain).shown), '(P)[bottom]')
  t.end()
})
