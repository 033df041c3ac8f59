// What is kept of a session's scripts: remarks on them, and the functions that it has defined.
import t from 'tap'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { Functions, firstLine } from '../../daemon/agents/functions.ts'
import { fingerprintOf, Nudges, similarity } from '../../daemon/agents/nudges.ts'
import { checkOf } from '../../daemon/validate.ts'

const tab = 't1'

/** Each call that a tip names can be made as it stands. */
function examplesIn(tip: string): string[] {
  return [...tip.matchAll(/\b([a-z_]+) (\{.*?\})(?=$|, then )/gs)].map(([, name = '', json = '']) => {
    checkOf((methods as { readonly [name: string]: Method })[name]!)(JSON.parse(json))
    return name
  })
}

t.test('the first script of a session', async (t) => {
  const tipsFor = (script: string, elementId?: string) => new Nudges().tipsFor({ tab, script, elementId })
  const cases: readonly (readonly [script: string, ...methods: readonly string[]])[] = [
    ['document.querySelector("h1").innerText', 'text'],
    ['[...document.querySelectorAll("a")].map((a) => a.textContent)', 'explore', 'text'],
    ['document.getElementsByTagName("button").length', 'explore'],
    ['el.getBoundingClientRect().width > 0', 'visibility'],
    ['getComputedStyle(b).display !== "none"', 'visibility'],
    ['b.offsetParent === null', 'visibility'],
    ['a.getBoundingClientRect().left === b.getBoundingClientRect().left', 'alignment'],
    ['document.title', 'text'],
  ]
  for (const [script, ...expected] of cases) {
    const tips = tipsFor(script)
    t.same(tips.flatMap(examplesIn), expected, script)
    t.ok(tips.length <= 2 && tips.every((tip) => !tip.includes('\n')))
  }
  t.match(
    tipsFor('document.querySelector("h1 > b").innerText'),
    [/text \{"tab":"t1","selector":"h1 > b"\}$/],
    'with what the script asks for',
  )
  t.match(tipsFor('[...document.querySelectorAll("a[href]")]'), [/"elementTypes":\["link"\]/])
  t.match(tipsFor('(el) => el.innerText', '436'), [/text \{"elementId":"436"\}$/])
  t.match(tipsFor('document.querySelector("a\\"b\\n[1] button").innerText'), [/^[^\n]*$/])
})

t.test('scripts that are nearly the same', async (t) => {
  let now = 0
  const nudges = new Nudges(() => now)
  const tips = (script: string) => nudges.tipsFor({ tab, script })
  const script = (selector: string) =>
    `const rows = [...document.querySelectorAll(${selector})]\nrows.map((row) => row.dataset.price).slice(0, 5)`
  t.equal(tips(script('"tr"')).length, 1, 'the first one')
  t.match(tips(script('"tr"')), [/^You've run a similar script ×2: /])
  t.match(tips(script("'li.price'")), [/×3/], 'another selector makes no other script')
  t.match(tips(script('`tr`'))[0], /eval_define_function \{[^}]*"mine"\} with its body as source/, 'it has statements')
  t.same(tips('document.title'), [])
  t.match(tips(`${script('"tr"')} // once more`), [/×5/])
  t.same(
    tips(script('"tr"').replace('rows.map((row) => row.dataset.price).slice(0, 5)', 'rows.filter(Boolean).length')),
    [],
    'half of it is the same',
  )
  for (let i = 0; i < 20; i++) tips(`a${i}.b${i}(c${i}, d${i}) + e${i}`)
  t.same(tips(script('"tr"')), [], 'the ring holds the last 20')
  now = 31 * 60_000
  t.match(tips(script('"tr"'))[0], /explore/, 'after half an hour it is the first again')
  t.equal(similarity(fingerprintOf('1'), fingerprintOf('2')), 1)
  t.equal(similarity(fingerprintOf(''), fingerprintOf('a b c d')), 0)
})

t.test('a script that is run again is the source of the function to define', async (t) => {
  const cases: readonly (readonly [script: string, source: string | undefined, elementId?: string])[] = [
    ['document.querySelectorAll("a").length;', '() => document.querySelectorAll("a").length'],
    ['{ a: document.title }', '() => ({ a: document.title })'],
    ['(await fetch("/x")).status', 'async () => (await fetch("/x")).status'],
    ['(n) => n + 1', '(n) => n + 1'],
    ['async function () { return 1; }', 'async function () { return 1; }'],
    ['element.id', '(element) => element.id', '436'],
    ['const a = 1; a + 1', undefined],
    ['return 1', undefined],
    [`"${'x'.repeat(400)}"`, undefined],
  ]
  for (const [script, source, elementId] of cases) {
    const nudges = new Nudges()
    nudges.tipsFor({ tab, script, elementId })
    const tip = nudges.tipsFor({ tab, script, elementId })[0]!
    const json = /eval_define_function (\{.*\})(?=, then | with its body)/s.exec(tip)?.[1]
    t.equal(JSON.parse(json!).source, source, tip)
    if (source !== undefined) t.same(examplesIn(tip), ['eval_define_function', 'eval_call_function'], script)
    t.match(tip, elementId === undefined ? /"mine"\}$/ : /"elementId":"436"\}$/)
    t.notMatch(tip, /\n/)
  }
})

t.test('functions', async (t) => {
  const functions = new Functions('one', { tab: 3, all: 5 })
  const define = (name: string, source = '() => 1', more: { at?: string; replace?: boolean } = {}) => {
    const { at = tab, replace = false } = more
    const fn = functions.draft(at, name, source, replace)
    functions.define(at, fn)
    return fn
  }
  const first = define('add', '(a, b) => a + b')
  t.same(functions.get(tab, 'add'), { ...first, scope: 'one', tab })
  t.same(define('add', '(a, b) => a + b'), first, 'the same once more')
  t.throws(() => define('add', '() => 2'), {
    name: 'invalid_params',
    message: 'params.name: add is already used in tab t1 by (a, b) => a + b',
    hint: /replace/,
  })
  define('add', '() => 2', { replace: true })
  t.equal(functions.get(tab, 'add').source, '() => 2')
  define('prices')
  t.throws(() => functions.get(tab, 'adds'), {
    name: 'not_found',
    message: /no function adds in tab t1\. Defined: add, prices\./,
    data: { near: ['add'] },
  })
  t.throws(() => functions.get('t2', 'add'), {
    name: 'not_found',
    message: /Tab t1 has one/,
    data: { tabs: ['t1'] },
  })
  t.throws(() => new Functions('two').get(tab, 'add'), { name: 'not_found', message: /None is defined there/ })
  define('third')
  t.throws(() => define('fourth'), { name: 'limit_exceeded', hint: /eval_list_functions/ })
  t.same(
    functions.list(tab).map(({ name }) => name),
    ['add', 'prices', 'third'],
  )
  define('x', '() => 1', { at: 't2' })
  define('y', '() => 1', { at: 't2' })
  define('z', '() => 1', { at: 't3' })
  t.equal(functions.list(tab).length, 2, 'the oldest go when there are too many of all')
  t.equal(firstLine('\n(a) => {\n  return a\n}'), '(a) => { …')
  t.equal(firstLine('x'.repeat(100)), `${'x'.repeat(80)} …`)
})
