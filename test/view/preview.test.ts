// A value of a page within 2,000 characters: small ones whole, large ones as a summary, no line that a page could forge.
import t from 'tap'
import type { Described, Summary } from '../../daemon/platform/tab/scripts.ts'
import { lessOf, shownOf } from '../../daemon/view/write/preview.ts'

const most = 2000
const value = (whole: string, more: Partial<Described> = {}): Described => ({
  type: 'object',
  plain: true,
  total: whole.length,
  whole,
  ...more,
})
const large = (summary: Summary, more: Partial<Described> = {}): Described => ({
  type: 'array',
  plain: true,
  total: 5000,
  whole: 'x'.repeat(5000),
  summary,
  ...more,
})

t.test('small values', async (t) => {
  t.same(shownOf(value('{"a":[1,null]}'), most), { result: { a: [1, null] }, isWhole: true })
  t.same(
    shownOf(value('5 = {"a"', { type: 'string' }), most),
    { result: '5 = {"a"', isWhole: true },
    'a string is itself',
  )
  t.same(shownOf(value('', { type: 'string' }), most), { result: '', isWhole: true })
  t.same(shownOf(value('null', { type: 'null' }), most), { result: null, isWhole: true })
  t.same(shownOf(value('123n', { type: 'bigint', plain: false }), most), { preview: '123n', isWhole: true })
  t.same(
    shownOf(value('{"a":\n(forged)', { plain: true }), most),
    { preview: '{"a":\\n(forged)', isWhole: true },
    'what is no JSON after all',
  )
  t.same(shownOf(value('[<b>\n<i>]', { plain: false }), most), { preview: '[<b>\\n<i>]', isWhole: true })
  const nodes = { name: 'NodeList', size: 2, items: ['<b> @ (1,2) 3x4', '<i id=#\n(forged)> @ (0,0) 0x0'], lines: true }
  t.same(shownOf(value('[<b>]', { plain: false, summary: nodes }), most), {
    preview: 'NodeList(2)\n<b> @ (1,2) 3x4\n<i id=#\\n(forged)> @ (0,0) 0x0',
    isWhole: true,
  })
})

t.test('large values', async (t) => {
  const preview = (summary: Summary, more: Partial<Described> = {}, length = most) => {
    const shown = shownOf(large(summary, more), length)
    t.equal(shown.isWhole, false)
    t.ok(shown.preview!.length <= length, `${shown.preview!.length} characters`)
    return shown.preview
  }
  t.equal(
    preview({ name: 'Array', size: 500, items: ['1', '"b"', '{"c":3}'], lines: false }),
    'Array(500) [1, "b", {"c":3}, … 497 more]',
  )
  t.equal(preview({ name: 'Array', size: 3, items: ['1', '2', '3'], lines: false }), 'Array(3) [1, 2, 3]')
  t.equal(
    preview({ name: 'Object', size: 3, keys: ['rows', 'next page', '日本'] }),
    'Object(3) {rows, "next page", 日本}',
  )
  t.equal(preview({ name: 'Object', size: 9, keys: ['a', 'b\n'] }), 'Object(9) {a, "b\\n", … 7 more}')
  t.equal(
    preview({
      name: 'Array',
      size: 4,
      items: [
        { name: 'Object', size: 2, keys: ['id', 'rows'] },
        { name: 'Map', size: 9, items: ['[1,2]'], lines: false },
      ],
      lines: false,
    }),
    'Array(4) [Object(2) {id, rows}, Map(9) [[1,2], … 8 more], … 2 more]',
  )
  const long = 'y'.repeat(900)
  t.match(
    preview({ name: 'Array', size: 9, items: [long, long, long], lines: false }),
    /^Array\(9\) \[y+, y+, … 7 more\]$/,
  )
  t.equal(preview({ name: 'Array', size: 9, items: [long.repeat(3)], lines: false }), 'Array(9) [… 9 more]')
  t.match(
    preview({ name: 'NodeList', size: 400, items: Array(50).fill('<a> @ (1,2) 3x4'), lines: true }, {}, 200),
    /^NodeList\(400\)\n(<a> @ \(1,2\) 3x4\n)+… 38\d more$/,
  )
  t.match(
    preview({ name: 'Object', size: 900, keys: Array.from({ length: 400 }, (_, i) => `key${i}`) }),
    /^Object\(900\) \{key0, .*, … \d+ more\}$/,
  )
  t.equal(preview(`${'a'.repeat(1999)}😀`, { type: 'string' }), 'a'.repeat(1999), 'no half characters')
  t.equal(preview('line\nnext', { type: 'string' }), 'line\nnext', 'a text is as it is')
  t.equal(shownOf({ type: 'string', plain: true, total: 5e7, summary: 'ab' }, most).preview, 'ab', 'without the whole')
})

t.test('how to ask for less', async (t) => {
  t.match(lessOf(large('a', { type: 'string' })), /slice\(0, 1000\)/)
  t.match(lessOf(large({ name: 'Array', size: 9, items: ['1'], lines: false })), /slice\(0, 20\)/)
  t.match(lessOf(large({ name: 'NodeList', size: 9, items: ['<a>'], lines: true })), /explore/)
  t.match(lessOf(large({ name: 'Object', size: 9, keys: ['a'] })), /keys/)
})
