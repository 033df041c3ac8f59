/** Token estimates against the real encoding, and answers that keep to their budget. */
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import t from 'tap'
import { row } from '../../daemon/platform/row.ts'
import { type Form, fit } from '../../daemon/shape/budget.ts'
import { elementsOf } from '../../daemon/shape/json.ts'
import { outlineOf } from '../../daemon/shape/outline.ts'
import { tokens } from '../../daemon/shape/tokens.ts'
import type { Shape } from '../../daemon/shape/verbosity.ts'
import type { Shown } from '../../daemon/tree/view/shown.ts'
import { walk } from '../../daemon/tree/view/walk.ts'
import { holds } from '../fixtures/cases.ts'
import { button, group, link, page, type Tiny, tiny } from '../fixtures/tiny-tree.ts'
import { makeTables } from './token-table.ts'

const encoding = new Tiktoken(o200k)
const real = (text: string) => encoding.encode(text, [], []).length
const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }

t.test('the tables of tokens are current', (t) => {
  for (const [name, text] of Object.entries(makeTables())) {
    const file = new URL(`../../daemon/shape/${name}`, import.meta.url)
    t.ok(readFileSync(file, 'utf8') === text, `write what makeTables returns to daemon/shape/${name}`)
  }
  t.end()
})

const roles = ['button', 'link', 'textfield', 'heading', 'checkbox', 'menu item', 'tab', 'dialog', 'row']
const outlines = {
  English: [
    'Save changes',
    'Learn more about shipping',
    'Quarterly report',
    'Remember me',
    'Open recent files',
    'Settings',
    'Sign in with Google',
    'Add to cart',
    'View profile',
    'Terms of Service',
    'Next page',
    'Search products, brands and more',
    "What's new",
    'Download the latest version',
    'Skip to main content',
  ],
  German: [
    'Weiter',
    'Zurück zur Startseite',
    'Änderungen speichern',
    'Datenschutzerklärung',
    'Ich möchte den Newsletter erhalten',
  ],
  Chinese: ['保存', '返回首页', '使用条款和隐私政策', '请输入您的电子邮件地址', '購物車'],
  others: [
    'Сохранить изменения',
    'ログイン',
    '비밀번호를 잊으셨나요?',
    'تسجيل الدخول',
    'การตั้งค่า',
    'שמור',
    'Αποθήκευση',
  ],
  emoji: ['👍 Like', '❤️ 12', '👨‍👩‍👧 Family', '🎉🎉', '🇩🇪 Deutsch', '✅ Done →'],
  code: [
    'Array.prototype.map()',
    'std::vector<int>',
    '__init__',
    'git-log(1)',
    'sys.exc_info',
    '{"a": [1, 2]}',
    'x += y ?? z;',
  ],
  hex: [
    'a8f3e2b19c',
    '0x7fff5fbff8c0',
    '3f2504e0-4f89-11d3-9a0c-0305e82c3301',
    'sha256:9f86d081884c7d65',
    '1,234,567.89',
  ],
  base64: ['n4bQgYhMfWWaL+qgxVrQFaO/TxsrC4Is0V1sFbDwCgg=', 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUA'],
  urls: [
    'https://www.example.com/products/12345?utm_source=newsletter&ref=a8f3',
    '/support/index.html#top',
    'mailto:a.b@example.org',
  ],
}

function sample(names: readonly string[]): string {
  const lines = Array.from({ length: 90 }, (_, i) => {
    const name = names[i % names.length]!
    const states = i % 7 === 0 ? ' (disabled)' : i % 11 === 0 ? ' (focused, required)' : ''
    return `${'  '.repeat(i % 4)}[${i * 37 + 12}] ${roles[i % roles.length]}: ${name}${i % 9 === 0 ? ` =${name}` : ''}${states}`
  })
  return lines.join('\n')
}

t.test('estimates of outlines', (t) => {
  for (const [name, names] of Object.entries(outlines)) {
    const outline = sample(names)
    const over = tokens(outline) / real(outline)
    t.ok(over >= 1, `${name}: ${over.toFixed(2)} of the real count`)
    if (name === 'English') t.ok(over <= 1.25, 'close for English')
  }
  t.end()
})

t.test('never under the real count, and never over the bytes', async (t) => {
  const letters = (unit: string) => fc.string({ unit: fc.constantFrom(...unit), maxLength: 60 })
  const range = (min: number, max: number) =>
    fc.string({ unit: fc.integer({ min, max }).map((code) => String.fromCodePoint(code)), maxLength: 40 })
  const any = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    letters('abcdefghijklmnopqrstuvwxyz '),
    letters('aeiourstlnABCDEFT \'"-.'),
    letters(' \n\r\t/()[]{}<>=-+*.,:;!?"\'_#a1'),
    letters('äöüßéèàñçAabcdeinrst '),
    range(0x80, 0x2fff),
    range(0x3000, 0xd7a3),
    range(0x1f300, 0x1faff),
    fc
      .array(
        fc.constantFrom(
          ...Object.values(outlines).flat(),
          ' ',
          '\n',
          '\n  ',
          '[12] ',
          "don't",
          'HTMLElement',
          'iPhone',
          '("',
          '_id',
          'ƀ',
          '٣',
          '1٣',
          '12',
          '((Array',
          'İ',
          "'LL",
          '\u00a0',
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join('')),
  )
  await holds(
    t,
    fc.property(any, (text) => {
      const estimate = tokens(text)
      return estimate >= real(text) && estimate <= Buffer.byteLength(text)
    }),
    { numRuns: 6000 },
  )
})

const full = (tree: Tiny, limit = 10_000) =>
  walk(tiny(tree), {
    terms: [() => true],
    filtered: true,
    includeHidden: false,
    includeDisabled: true,
    includeNonInteractable: true,
    maxDepth: 1000,
    limit,
  }).shown

function render(shown: readonly Shown[], form: Form): string {
  return form === 'json' ? JSON.stringify(elementsOf(shown, shape)) : outlineOf(shown, shape, { flat: form === 'list' })
}

function flat(shown: readonly Shown[]): Shown[] {
  return shown.flatMap((one) => [one, ...flat(one.children)])
}

t.test('what fits stays as it is', (t) => {
  const shown = full(page('P', button('A'), button('B')))
  const { where, ...rest } = fit(shown, 2000, 'outline', shape)
  t.same([rest, where()], [{ shown, dropped: 0 }, []])
  t.end()
})

t.test('long runs are shortened first, as far as it takes', (t) => {
  const list: Tiny = {
    role: 'AXList',
    title: 'Results',
    in: Array.from({ length: 200 }, (_, i) => link(`Result ${i}`)),
  }
  const { shown, dropped, where } = fit(
    full(page('P', list, button('Next'), button('Previous page'))),
    500,
    'outline',
    shape,
  )
  const outline = render(shown, 'outline')
  t.match(outline, /\n {2}… \d+ more link\n \[\d+\] button: Next\n/)
  t.equal(flat(shown).length + dropped, 204)
  t.ok(dropped > 100 && dropped < 195)
  t.same(where(), [`[2] list "Results": ${dropped}`])
  t.ok(tokens(outline) > 250, 'the budget is used')
  t.end()
})

t.test('the least important goes first', (t) => {
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, i): Tiny => (i % 2 ? button(`Button number ${i}`) : { role: 'AXStaticText', value: `Text number ${i}` }),
    )
  const tree = page(
    'P',
    { ...group(...many(80)), title: 'Body' },
    { role: 'AXWindow', title: 'Front', is: ['focused'], in: many(10) },
  )
  const { shown, where } = fit(full(tree), 400, 'outline', shape)
  const kept = flat(shown)
  const front = kept.find(({ node }) => node.title === 'Front')!
  t.equal(front.children.length, 10, 'the focused window is whole')
  t.ok(kept.some(({ node }) => node.title === 'Button number 1'))
  t.notOk(
    kept.some(({ node, order }) => node.role === 'AXStaticText' && !front.children.some((one) => one.order === order)),
  )
  t.match(where(), [/^\[2\] group "Body": \d+$/])
  t.end()
})

t.test('any tree keeps to any budget', async (t) => {
  const name = fc.oneof(
    fc.string({ maxLength: 30 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('Save', 'Search results', '保存'),
  )
  const spec = fc.array(
    fc.tuple(
      fc.constantFrom('AXButton', 'AXLink', 'AXGroup', 'AXStaticText', 'AXWindow'),
      name,
      fc.nat(4),
      fc.boolean(),
    ),
    { maxLength: 120 },
  )
  await holds(
    t,
    fc.property(
      spec,
      fc.integer({ min: 50, max: 1500 }),
      fc.constantFrom<Form>('outline', 'list', 'json'),
      (specs, budget, form) => {
        const top: Shown[] = []
        const path: Shown[] = []
        specs.forEach(([role, title, depth, context], i) => {
          path.length = Math.min(depth, path.length)
          const one: Shown = {
            node: row({ key: 100 + i, role, title }),
            context,
            children: [],
            order: context ? -1 : i,
          }
          ;((path.at(-1)?.children ?? top) as Shown[]).push(one)
          path.push(one)
        })
        const { shown, dropped, where } = fit(top, budget, form, shape)
        const spent =
          tokens(render(shown, form)) + where().reduce((sum, one) => sum + tokens(JSON.stringify(one)) + 1, 0)
        t.ok(spent + Math.min(60, budget >> 1) <= budget)
        const matches = (list: readonly Shown[]) => flat(list).filter(({ context }) => !context).length
        t.equal(matches(shown) + dropped, matches(top))
        t.ok(where().length <= 5)
      },
    ),
    { numRuns: 200 },
  )
})
