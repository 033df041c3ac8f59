/** Token estimates against the real encoding, and answers that keep to their budget. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { Tiktoken } from 'js-tiktoken/lite'
import o200k from 'js-tiktoken/ranks/o200k_base'
import t from 'tap'
import { row } from '../../daemon/platform/element/row.ts'
import { type Form, fit } from '../../daemon/view/fit/budget.ts'
import { tokens } from '../../daemon/view/fit/tokens.ts'
import type { Shown } from '../../daemon/view/fold/shown.ts'
import { walk } from '../../daemon/view/select/walk.ts'
import { elementsOf } from '../../daemon/view/write/json.ts'
import { outlineOf } from '../../daemon/view/write/outline.ts'
import type { Shape } from '../../daemon/view/write/verbosity.ts'
import { holds } from '../fixtures/cases.ts'
import { button, group, link, page, type Tiny, tiny } from '../fixtures/tiny-tree.ts'

const encoding = new Tiktoken(o200k)
const real = (text: string) => encoding.encode(text, [], []).length
const shape: Shape = { actions: false, all: false, idOf: ({ key }) => `${key}` }

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
    const share = tokens(outline) / real(outline)
    t.ok(share >= 0.95 && share <= 1.2, `${name}: ${share.toFixed(3)} of the real count`)
    if (name === 'English') t.ok(share <= 1.05, 'close for English')
  }
  t.end()
})

const answers = fileURLToPath(new URL('../fixtures/answers/', import.meta.url))

t.test('within 5 % on recorded outlines', (t) => {
  for (const file of readdirSync(answers)) {
    const texts = [...readFileSync(join(answers, file), 'utf8').matchAll(/"outline":("(?:[^"\\]|\\.)*")/g)]
    const long = texts.map(([, text]) => JSON.parse(text!) as string).filter((text) => text.length > 1000)
    const shares = long.map((text) => tokens(text) / real(text))
    const [least, most] = [Math.min(...shares), Math.max(...shares)]
    t.ok(least >= 0.95 && most <= 1.05, `${file}: ${long.length} outlines, ${least.toFixed(3)} to ${most.toFixed(3)}`)
  }
  t.end()
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

t.test('a cut view costs no more than 3 % above its budget, and uses most of it', (t) => {
  for (const [name, names] of Object.entries(outlines)) {
    const list = full(page('P', ...Array.from({ length: 600 }, (_, i) => button(`${names[i % names.length]} ${i}`))))
    for (const budget of [300, 2000]) {
      const { shown, where } = fit(list, budget, 'list', shape)
      const spent = real(render(shown, 'list')) + real(where().join('\n')) + Math.min(60, budget >> 1)
      t.ok(spent <= budget * 1.03, `${name}: ${spent} of ${budget}`)
      if (name === 'English') t.ok(spent >= budget * 0.84, `${name} uses the budget: ${spent} of ${budget}`)
    }
  }
  t.end()
})

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

t.test('a dialog that holds the focus keeps its room, modal or not', async (t) => {
  const rest = Array.from({ length: 30 }, (_, at) => (at % 2 === 0 ? button : link)(`Show the transactions of ${at}`))
  const dialog = (...focus: ('focused' | 'focusable')[]): Tiny => ({
    role: 'AXGroup',
    subrole: 'AXApplicationDialog',
    title: 'Add a transaction',
    in: [{ role: 'AXTextField', title: 'Amount', is: focus }, button('Add')],
  })
  const said = (one: Tiny) => {
    const { shown } = fit(full(page('P', ...rest, one)), 200, 'outline', shape)
    return outlineOf(shown, shape)
  }
  t.match(said(dialog('focused')), /Amount.*\n.*Add/)
  t.notMatch(said(dialog('focusable')), /Amount/, 'another one has none of its own')
})
