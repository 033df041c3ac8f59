/** What looks alike is told apart by where it is, rightly: what is said of each is held against the page itself. */

import t from 'tap'
import { apart } from '../../api-schema/text/shared-lines.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { daemonFor } from './client.ts'

const cells = [
  'INV-1001',
  'Ann',
  'open',
  '12 €',
  'INV-1002',
  'Bob',
  'paid',
  '9 €',
  'Cid "the cat"',
  'Dora [4]',
  'draft',
]
const words = ['Edit', 'Delete', 'CSV', '×']

t.test('rows, cards and lists of pages made by chance', async (t) => {
  if (!chromiumOrSkip(t)) return
  const { oneOf: pick, below, seed } = random()
  t.comment(`seed ${seed}`)
  const control = () => pick([`<button>${pick(words)}</button>`, `<a href="#${below(100)}">${pick(words)}</a>`])
  const kinds = [
    () => {
      const rows = Array.from(
        { length: 4 },
        (_, i) => `<tr><td>${i} ${pick(cells)}<td>${pick(cells)}<td>${control()}${control()}</tr>`,
      )
      return `<table><tr><th>No<th>What<th>Do</tr>${rows.join('')}</table>`
    },
    () => `<ul>${Array.from({ length: 4 }, (_, i) => `<li>${i} ${pick(cells)} ${control()}</li>`).join('')}</ul>`,
    () =>
      Array.from(
        { length: 3 },
        (_, i) => `<div><h2>Card ${i} ${pick(cells)}</h2><p>${pick(cells)}</p>${control()}</div>`,
      ).join(''),
    () => Array.from({ length: 3 }, (_, i) => `<div><span>${i} ${pick(cells)}</span>${control()}</div>`).join(''),
  ]
  const pages = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [
      `/${i}`,
      `<!doctype html><meta charset="utf-8"><title>Page</title>${Array.from({ length: 2 }, () => pick(kinds)()).join('')}`,
    ]),
  )
  const server = await serve(t, { pages })
  const { call } = await daemonFor(t, [], { IX_PLATFORMS: 'cdp' })
  let told = 0
  for (const path of Object.keys(pages)) {
    const { tab } = await call('navigate', { url: `${server.origin}${path}` })
    for (const filter of [{}, ...words.map((word) => ({ anyFieldContains: word }))]) {
      const { outline = '' } = await call('explore', { scope: 'tab', tab, filter, format: 'outline', limit: 1000 })
      const lines = outline.split('\n').flatMap(apart)
      for (const line of lines) {
        const found = /\[(\d+)\] (?:button|link): .* (in row|near|under) "((?:[^"\\]|\\.)*)"/.exec(line)
        if (found === null) continue
        told += 1
        const [, elementId = '', how, quoted = ''] = found
        const text = JSON.parse(`"${quoted}"`)
        const script =
          how === 'under'
            ? `(el) => [...document.querySelectorAll('h2')].filter((h) => h.compareDocumentPosition(el) & 4).at(-1)?.textContent`
            : `(el) => el.closest('tr, li, div').textContent`
        const { result } = await call('evaluate', { script, elementId })
        t.ok(String(result).replace(/\s+/g, ' ').includes(text), `${path}: ${line}: ${result}`)
      }
    }
  }
  t.comment(`${told} cases: where a look-alike is, held against the page`)
  t.ok(told > 40)
})
