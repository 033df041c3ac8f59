/** Holds the field index to its law: it answers what a walk over all nodes answers, after any changes, for any text. */
import fc from 'fast-check'
import t from 'tap'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { type Key, type Row, type RowFields, row } from '../../../daemon/platform/element/row.ts'
import { FieldIndex, textsOf } from '../../../daemon/tree/index/field-index.ts'
import { fold } from '../../../daemon/tree/index/fold.ts'
import { termsOf } from '../../../daemon/tree/index/terms.ts'
import { holds } from '../../fixtures/cases.ts'

function walk(nodes: Iterable<Row>, text: string): Key[] {
  const terms = termsOf({ anyFieldContains: text }, ['any'])
  return [...nodes].filter((node) => terms.every((term) => term(node))).map((node) => node.key)
}

const sorted = (keys: Iterable<Key>) => [...keys].sort((a, b) => a - b)

function indexOf(nodes: Iterable<Row>): FieldIndex {
  const index = new FieldIndex()
  for (const node of nodes) index.add(node)
  return index
}

/** The walk's keys, from the index: `undefined` when the set contradicts itself. */
function found(index: FieldIndex, text: string, known: Iterable<Key>): Key[] | undefined {
  const set = index.find(fold(text))
  const keys = sorted(set)
  const had = sorted([...known].filter((key) => set.has(key)))
  return set.size === keys.length && String(had) === String(keys) ? keys : undefined
}

const letter = fc.constantFrom(
  ...[
    'a',
    'A',
    'b',
    'e',
    'é',
    'e\u0301',
    '\u0301',
    '\u200b',
    '\u202e',
    '\u00ad',
    ' ',
    '\u00a0',
    '\n',
    'ß',
    's',
    'Σ',
    'ς',
  ],
  ...['Ａ', 'ﬁ', '設', '定', '한', '😀', '👩\u200d💻', '\ud83d', '\ude00', '1', '-', '𝐚', '\u0000', '\u061c', 'ı', 'İ'],
)
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: letter, maxLength: 12 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('Save', 'Save as…', 'Button', 'Réglages', 'Größe ändern', 'aaaaaaaaaaaaaaaaaaaaa'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
)
const maybe = fc.option(text, { nil: undefined, freq: 2 })
const key = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 2 ** 40, max: 2 ** 40 + 3 }))
const node: fc.Arbitrary<Row> = fc
  .record({
    key,
    role: fc.constantFrom('AXButton', 'AXTextField', 'AXStaticText', 'Weird', ''),
    subrole: fc.constantFrom(undefined, 'AXTabButton', 'AXSecureTextField'),
    title: maybe,
    value: maybe,
    description: maybe,
    identifier: maybe,
    placeholder: maybe,
    help: maybe,
    roleDescription: maybe,
    url: maybe,
    attributes: fc.option(fc.dictionary(fc.constantFrom('class', 'alt', '__proto__'), text, { maxKeys: 2 }), {
      nil: undefined,
    }),
    flags: fc.constantFrom(0, Flag.secure),
  })
  .map(row)
/** A row replaces the one with its key, a key alone removes it. */
const steps = fc.array(fc.oneof({ weight: 3, arbitrary: node }, { weight: 1, arbitrary: key }), { maxLength: 40 })

t.test('index answer = walk answer, on any rows and any text, after any changes', async (t) => {
  await holds(
    t,
    fc.property(steps, fc.array(text, { maxLength: 4 }), fc.infiniteStream(fc.nat(1000)), (steps, needles, numbers) => {
      const index = new FieldIndex()
      const nodes = new Map<Key, Row>()
      const number = () => numbers.next().value as number
      const check = (needle: string) => {
        const answer = found(index, needle, [...nodes.keys(), 777])
        return String(answer) === String(sorted(walk(nodes.values(), needle)))
      }
      const part = (whole: string) => {
        const start = number() % (whole.length + 1)
        return whole.slice(start, start + (number() % 8))
      }
      for (const step of steps) {
        const was = nodes.get(typeof step === 'number' ? step : step.key)
        if (typeof step === 'number') {
          index.remove(was ?? { key: step })
          nodes.delete(step)
        } else {
          if (was !== undefined && number() % 2 === 0) index.remove(was)
          index.add(step)
          nodes.set(step.key, step)
        }
        const texts = [...nodes.values(), ...(was === undefined ? [] : [was])].flatMap(textsOf)
        const picked = texts[number() % Math.max(1, texts.length)] ?? ''
        if (index.size !== nodes.size || !check(part(picked)) || !check(part(fold(picked)))) return false
      }
      return [...needles, '', 'save', 'a', 'button', 'redacted'].every(check)
    }),
    { numRuns: 1500 },
  )
  t.pass('for any run of changes')
})

t.test('the law holds over many texts, long ones, and texts that come and go', async (t) => {
  const long = 'lorem ipsum dolor sit amet '.repeat(400)
  const texts = (at: number): RowFields => ({
    key: at,
    role: at % 3 === 0 ? 'AXLink' : 'AXStaticText',
    title: `Item ${at} of ${(at * 7919) % 1000}`,
    value: at % 500 === 0 ? `${long}${at}é` : undefined,
    description: at % 2 === 0 ? 'Ein Eintrag' : undefined,
  })
  const nodes = new Map<Key, Row>()
  const index = new FieldIndex()
  const put = (at: number, fields: Partial<RowFields> = {}) => {
    const now = row({ ...texts(at), ...fields })
    nodes.set(at, now)
    index.add(now)
  }
  const take = (at: number) => {
    index.remove(nodes.get(at)!)
    nodes.delete(at)
  }
  const needles = [
    'i',
    'é',
    'im',
    'item',
    'item 1',
    'of 99',
    'eintrag',
    'link',
    'lorem',
    'amet 1500',
    'dolor sit',
    'zzz',
    'zzzz',
    '',
  ]
  const agree = (when: string) => {
    for (const needle of [...needles, long, `${long}1500`]) {
      const answer = found(index, needle, nodes.keys())
      t.same(answer, sorted(walk(nodes.values(), needle)), `${needle.slice(0, 12)} (${needle.length}) ${when}`)
    }
  }
  for (let at = 0; at < 3000; at++) put(at)
  agree('after the build')
  for (let at = 0; at < 3000; at += 2) take(at)
  agree('after half was removed')
  for (let at = 0; at < 3000; at += 3) put(at, { title: `Eintrag zzz ${at}` })
  agree('after some came and some were replaced')
  const bytes = index.bytes
  for (let round = 0; round < 20; round++) {
    for (let at = 0; at < 3000; at += 3) put(at, { title: `Round ${round}, ${at}` })
  }
  agree('after many rounds')
  t.ok(index.bytes < bytes * 1.5, 'changing texts do not pile up')
  for (const at of [...nodes.keys()]) take(at)
  t.equal(index.size, 0)
  t.same([...index.find('')], [], 'nothing is left')
})

t.test('every text field of a node is searched, each for itself', async (t) => {
  const full = row({
    key: 7,
    role: 'AXRadioButton',
    subrole: 'AXTabButton',
    title: 'in title',
    value: 'in value',
    description: 'in description',
    identifier: 'in identifier',
    placeholder: 'in placeholder',
    help: 'in help',
    roleDescription: 'in roleDescription',
    url: 'https://in.url/',
    attributes: { keyboardShortcut: 'in shortcut', 'data-test': 'in data' },
    actions: ['AXPress'],
  })
  const index = indexOf([full, row({ key: 8, role: 'AXGroup' })])
  for (const text of textsOf(full)) t.same([...index.find(fold(text))], [7], text)
  t.equal(textsOf(full).length, 11)
  t.same([...index.find('tab')], [7], "the role's short word")
  t.same([...index.find('group')], [8])
  t.same([...index.find(fold('in titlein value'))], [], 'no text goes over into the next field')
  t.same([...index.find('axpress')], [], 'actions are no text')
})

t.test('secure values are not searched', async (t) => {
  const secret = { role: 'AXTextField', title: 'Password', value: 'hunter2' }
  const index = indexOf([
    row({ key: 1, ...secret, flags: Flag.secure }),
    row({ key: 2, ...secret, subrole: 'AXSecureTextField' }),
    row({ key: 3, ...secret }),
  ])
  t.same(sorted(index.find('hunter2')), [3])
  t.same(sorted(index.find('password')), [1, 2, 3])
})

t.test('what find returns holds each node once', async (t) => {
  const index = indexOf(
    [5, 6, 7].map((key) => row({ key, role: 'AXButton', title: key === 6 ? 'No' : 'Yes', value: 'yes' })),
  )
  t.same(new Set(index.find('yes')), new Set([5, 6, 7]), 'a node with it in two fields counts once')
  t.equal(index.find('yes').size, 3)
  const set = index.find('button')
  t.same(sorted(set), [5, 6, 7])
  t.notOk(set.has(4))
  t.ok(index.bytes > 0)
})
