/** What an element that stays is taken for: the same thing that has changed, or another one in its place. */
import t from 'tap'
import { Witness } from '../../../daemon/tree/identity/evidence.ts'
import type { Nest } from '../../../daemon/tree/identity/nest.ts'
import { button, group, link, page, type Tiny, text, tiny } from '../../fixtures/tiny-tree.ts'

function nest(top: Tiny): Nest {
  const tree = tiny(top)
  return {
    node: (key) => tree.node(key),
    parent: (key) => tree.node(key)?.parent ?? 0,
    children: (key) => tree.node(key)?.children ?? [],
  }
}

/** Is the element with the key 100 the same in both? */
function holds(was: Tiny, now: Tiny, lists = new Set<number>()): boolean {
  const evidence = new Witness(nest(was), lists).take(100)
  return new Witness(nest(now), lists).holds(evidence)
}

const box = (more: Partial<Tiny> = {}): Tiny => ({ role: 'AXCheckBox', key: 100, is: ['checkable'], ...more })
const list = (...rows: Tiny[]): Tiny => page('List', { role: 'AXList', key: 2, in: rows })
/** Rows keep their keys by their place. */
const row = (place: number, ...inner: Tiny[]): Tiny => ({
  role: 'AXRow',
  subrole: 'AXListItem',
  key: 10 + place,
  in: inner.map((one, at) => ({ ...one, key: one.key ?? 200 + 10 * place + at })),
})
const at = (place: number, ...words: string[]) => row(place, ...words.map(text))
const mine = (place: number, ...words: string[]) => row(place, box(), ...words.map(text))

t.test('an item that has changed in place', async (t) => {
  t.ok(holds(list(mine(0, 'rent'), at(1, 'milk')), list(mine(0, 'rent', 'done'), at(1, 'milk'))), 'it is done')
  t.ok(
    holds(list(mine(0, 'ACME', '45.30'), at(1, 'BOLT', '7')), list(mine(0, 'ACME', '46.10'), at(1, 'BOLT', '8'))),
    'its price ticks',
  )
  t.ok(
    holds(
      list(mine(0, 'ann', 'hello', '2 min ago'), at(1, 'bob', 'hi', '9 min ago')),
      list(mine(0, 'ann', 'hello', '3 min ago'), at(1, 'bob', 'hi', '10 min ago')),
    ),
    'time goes on',
  )
  t.ok(holds(list(mine(0, 'Inbox (3)'), at(1, 'Sent')), list(mine(0, 'Inbox (2)'), at(1, 'Sent'))), 'a counter')
  t.ok(
    holds(
      list(mine(0, '12'), at(1, '17')),
      list(row(0, box(), text('12'), { ...text('hint'), is: ['hidden'] }), at(1, '17')),
    ),
    'a number beside which words come',
  )
  t.ok(
    holds(
      list(mine(0, 'rent', 'stopped'), at(1, 'milk', 'running')),
      list(mine(0, 'rent', 'running'), at(1, 'milk', 'running')),
    ),
    'a state that others have too',
  )
  t.ok(
    holds(list(at(1, 'milk'), mine(0, 'rent')), list(mine(0, 'rent'), at(1, 'milk'), at(2, 'book'))),
    'the list was sorted',
  )
  t.ok(holds(list(mine(0, 'rent'), at(1, 'milk')), list(mine(0, 'rent'))), 'the others went')
})

t.test('an item with many parts out of sight, before those in sight', async (t) => {
  const tiles = (from: number, to: number, more: Partial<Tiny> = {}) =>
    Array.from({ length: to - from }, (_, place) => ({ ...text(`tile ${from + place}`), ...more }))
  const map = (...seen: Tiny[]) => list(row(0, ...tiles(0, 14, { is: ['hidden'] }), box(), ...seen), at(1, 'legend'))
  t.ok(holds(map(...tiles(20, 30)), map(...tiles(20, 30))), 'it is as it was')
  t.notOk(holds(map(...tiles(20, 30)), map(...tiles(40, 50))), 'it shows something else')
})

t.test('an item whose menu opens and closes', async (t) => {
  const opener: Tiny = { ...button('Reports'), key: 100 }
  const link = (title: string, isHidden: boolean): Tiny => ({
    role: 'AXLink',
    title,
    ...(isHidden && { is: ['hidden'] }),
  })
  const links = (isHidden: boolean) => [link('Daily', isHidden), link('Weekly', isHidden)]
  const other = row(1, button('People'), link('Ann', true))
  const closed = list(row(0, opener, ...links(true)), other)
  const open = list(row(0, opener, ...links(false)), other)
  const rows = list(
    row(0, opener, { role: 'AXList', in: links(false).map((one, place) => row(5 + place, one)) }),
    other,
  )
  t.ok(holds(closed, open) && holds(open, closed), 'entries beside it')
  t.ok(holds(closed, rows) && holds(rows, closed), 'entries in rows of their own')
  const others = list(row(0, { ...opener, title: 'Bills' }, ...links(true)), other)
  t.notOk(holds(closed, others) || holds(rows, others), 'of another name, with the same entries')
})

t.test('an item in the place of another', async (t) => {
  const all = list(mine(0, 'rent'), at(1, 'milk'), at(2, 'book'))
  t.notOk(holds(all, list(mine(0, 'milk'), at(1, 'book'))), 'the list was filtered')
  t.notOk(holds(all, list(mine(0, 'book'))), 'one is left')
  t.notOk(holds(list(mine(0, 'rent')), list(mine(0, 'milk'))), 'there was never more than one')
  t.notOk(holds(all, list(mine(0, 'car'), at(1, 'dog'), at(2, 'sofa'))), 'never seen before')
  t.notOk(
    holds(list(mine(0, 'rent', 'home'), at(1, 'milk', 'work')), list(mine(0, 'door', 'home'), at(1, 'milk', 'work'))),
    'with the same tag',
  )
  t.notOk(
    holds(list(mine(0, 'rent'), at(1, 'milk')), list(mine(0, 'rent'), at(1, 'rent'), at(2, 'milk'))),
    'a second one of the same text',
  )
})

t.test('twins are what they were as long as there are the same ones', async (t) => {
  const twins = list(at(0, 'rent'), mine(1, 'milk'), at(2, 'milk'))
  t.ok(holds(twins, list(mine(1, 'milk'), at(2, 'milk'))))
  t.notOk(holds(twins, list(at(0, 'milk'), mine(1, 'milk'))))
  t.ok(
    holds(twins, list(at(0, 'rent'), mine(1, 'milk', 'Browse'), at(2, 'milk'))),
    'it says more, as under the pointer',
  )
  const longer = list(at(0, 'rent'), mine(1, 'milk'), at(2, 'milk', 'two'), at(3, 'book'))
  t.notOk(holds(longer, list(at(0, 'rent'), mine(1, 'milk', 'two'), at(2, 'book'))), 'what it says more was in another')
})

t.test('plain containers that repeat are items, also when one is left', async (t) => {
  const line = (place: number, control: Tiny, words: string): Tiny => ({
    ...group(control, { ...text(words), key: 300 + place }),
    key: 10 + place,
  })
  const lines = (...inner: Tiny[]) => page('List', { ...group(...inner), key: 2 })
  const lists = new Set<number>()
  const other = { role: 'AXCheckBox', key: 101, is: ['checkable'] } as const
  const two = lines(line(0, box(), 'rent'), line(1, other, 'milk'))
  t.notOk(holds(two, lines(line(0, box(), 'milk')), lists))
  t.notOk(holds(lines(line(0, box(), 'milk')), lines(line(0, box(), 'car')), lists))
  t.ok(holds(two, lines(line(0, box(), 'rent')), lists))
})

t.test('what is in no list stays what it is, whatever it is called', async (t) => {
  const bar = (...names: string[]) =>
    page('Player', { role: 'AXToolbar', key: 2, in: names.map((name, at) => button(name, { key: 100 + at })) })
  t.ok(holds(bar('Play', 'Next'), bar('Pause', 'Next')), 'a button that toggles')
  t.ok(holds(bar('Save', 'Open'), bar('Speichern', 'Öffnen')), 'another language')
  t.notOk(holds(bar('1', '2', '3'), bar('2', '3', '4')), 'names that move along')
  const field = (label: string, value: string) => page('Form', text(label), { role: 'AXTextField', key: 100, value })
  t.ok(holds(field('Name', 'ann'), field('Nom', 'bob')), 'a field')
})

t.test('a part of a window is what it was, whatever is shown in it', async (t) => {
  const words = (name: string, count: number) =>
    Array.from({ length: count }, (_, at) => text(`${name} ${'abcdefgh'[at]}`))
  const window = (title: string, chosen: number, ...panel: Tiny[]): Tiny => {
    const tab = (name: string, at: number): Tiny => ({
      ...link(name),
      key: 30 + at,
      is: ['selectable', ...(chosen === at ? (['selected'] as const) : [])],
    })
    const strip = { ...group(...['Speed', 'Access', 'Folders'].map(tab)), key: 22 }
    const foot = { ...group(button('Keep', { key: 100 })), key: 24 }
    const inner = [{ ...group(text(title)), key: 21 }, strip, { ...group(...panel), key: 23 }, foot]
    const beside = { ...group(text('Start'), text('Help')), key: 20 }
    return page('App', beside, { ...group(...inner), key: 25 })
  }
  const [speed, access] = [words('speed', 6), words('access', 8)]
  t.ok(holds(window('Options', 0, ...speed), window('Options', 1, ...access)), 'another tab is chosen')
  t.notOk(holds(window('Ann', 0, ...speed), window('Bob', 0, ...access)), 'the same tab of somebody else')
  t.ok(holds(window('Ann', 0, ...speed), window('Ann', 0, ...speed.slice(3), ...access)), 'much has come, little gone')
  t.notOk(holds(window('Ann', 0, ...speed), window('Ann', 0, ...access)), 'all of it is something else')

  const many = (name: string) => Array.from({ length: 100 }, (_, at) => ({ ...text(`${name} ${at}`), key: 1000 + at }))
  t.ok(holds(window('Options', 0, ...many('a')), window('Options', 0, ...many('b'))), 'too large to be an item')
  t.notOk(holds(window('Ann', 0, ...many('a')), window('Bob', 0, ...many('b'))), 'of another name')
})

t.test('a part of a page is what it was, whichever of its panels is open', async (t) => {
  const radio = (name: string, key: number, isOn: boolean): Tiny => ({
    ...{ role: 'AXRadioButton', title: name, key },
    is: ['checkable', ...(isOn ? (['checked'] as const) : [])],
  })
  const choice = (isFirst: boolean, panel: number, ...words: string[]): Tiny => {
    const radios = group(radio('Yes', 100, isFirst), radio('No', 101, !isFirst))
    return page('Form', group(text('Start')), {
      ...group(radios, { ...group(...words.map(text)), key: panel }),
      key: 20,
    })
  }
  t.ok(holds(choice(true, 30, 'by post', 'by hand'), choice(false, 31, 'by mail')), 'another panel')
  t.notOk(
    holds(choice(true, 30, 'are you well?'), choice(false, 30, 'are you old?')),
    'the same panel with other words',
  )
  t.notOk(holds(choice(true, 30, 'by post'), choice(true, 31, 'by mail')), 'another panel that nothing chose')

  const fold = (name: string, key: number, words: string | undefined): Tiny => {
    const is = words === undefined ? [] : (['expanded'] as const)
    const head: Tiny = { role: 'AXDisclosureTriangle', title: name, key: key + 1, is: [...is] }
    return { ...group(head, ...(words === undefined ? [] : [text(words)])), key }
  }
  const folds = (first: string | undefined, second: string | undefined) =>
    page('Help', group(text('Start')), { ...group(fold('Costs', 99, first), fold('Returns', 50, second)), key: 20 })
  t.ok(holds(folds('two euros', undefined), folds(undefined, undefined)), 'folded')
  t.ok(holds(folds('two euros', undefined), folds(undefined, 'thirty days')), 'folded by the next')
})

t.test('a part that its author named is what it was, whatever in it was renamed', async (t) => {
  const named = (identifier: string, key: number, ...inner: Tiny[]) => ({ ...group(...inner), identifier, key })
  const node = (name: string, key: number) => ({ ...group(text(name), { ...button('Run'), key: key + 1 }), key })
  const filter: Tiny = { role: 'AXTextField', title: 'Filter', key: 100 }
  const palette = ['inject', 'debug', 'switch'].map((name) => group(text(name)))
  const window = (first: string, main = 'main', head: Tiny = button('+')): Tiny => {
    const canvas = { ...group(group(node(first, 60), node('Log', 70))), key: 50 }
    return page('Flow', named('bar-1', 20, text('Menu')), named(main, 21, head, canvas, group(...palette, filter)))
  }
  t.ok(holds(window('hello'), window('Hi')), 'the first of it')
  t.notOk(holds(window('hello', 'bar-2'), window('Hi', 'bar-2')), 'one of several places')
  t.notOk(holds(window('hello'), window('Hi', 'other')), 'it was given another name')
  const heading = (title: string): Tiny => ({ role: 'AXHeading', title })
  t.notOk(holds(window('a', 'main', heading('Ann')), window('a', 'main', heading('Bob'))), 'it has another heading')
  const details = (name: string, phone: string): Tiny => {
    const lines = [group(text('Phone'), text(phone)), group(text('City'), text('Rome')), group(text('Orders'))]
    const shown = named('details', 21, group(text(name)), ...lines, { ...button('Delete'), key: 100 })
    return page('People', named('list', 20, text('Ann'), text('Bob')), shown)
  }
  t.notOk(holds(details('Ann Miller', '12'), details('Bob Miller', '34')), 'it shows somebody else')
  const slides = (...shown: string[]): Tiny => {
    const around = [group(text('News')), group(text('Weather')), { ...button('Follow'), key: 100 }]
    return page(
      'Home',
      named('top', 20, text('Menu')),
      named('app', 21, ...around, group(...shown.map((one) => group(text(one))))),
    )
  }
  t.ok(holds(slides('One', 'Two'), slides('Three', 'Four')), 'as many of its texts have turned as have stayed')
  t.notOk(holds(slides('One', 'Two', 'Three'), slides('Four', 'Five', 'Six')), 'more of them')
})
