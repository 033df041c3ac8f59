/** While a page is read as a whole, what was known of it stays known: actions on its elements go on meanwhile. */
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

if (!chromiumOrSkip(t)) process.exit(0)

t.setTimeout(120_000)
const browser = await launchChromium(t)

const page = `<!doctype html><title>Long</title><input id="pin" name="pin" type="password" value="7391">
${Array.from({ length: 1000 }, (_, at) => `<button>Row ${at}</button>`).join('')}`

t.test('no element is gone and no field less secure because the page is being read', async (t) => {
  const { origin } = await serve(t, { pages: { '/long': page } })
  const { tab, signal, go, read, find, page: inPage } = await openTab(t, browser)
  await go(`${origin}/long`)
  await inPage(`document.getElementById('pin').type = 'text'`)
  const key = await find('Row 7', 'AXButton')
  const rows = await read()
  t.equal(tab.formerlySecure().length, 1, 'it was a password field')
  for (let round = 0; round < 5; round++) {
    let isReading = true
    const again = tab.read('all', { signal, deadline: performance.now() + 30_000 }).finally(() => {
      isReading = false
    })
    let looks = 0
    const missed = new Set<string>()
    for (; isReading; looks++) {
      if (tab.place(key) === undefined) missed.add('the place of an element')
      if (tab.row(key)?.title !== 'Row 7') missed.add('its row')
      if (tab.formerlySecure().length !== 1) missed.add('a field that was secure')
      if (!tab.secureNames().includes('pin')) missed.add('the name of that field')
      await setImmediate()
    }
    t.ok(looks > 0)
    t.strictSame([...missed], [])
    t.equal((await again).rows.length, rows.length)
  }
})

const row = '<li><button>Open</button> <a href="/item">Item</a></li>'
const rows = (count: number) => `<ul>${row.repeat(count)}</ul>`

t.test('a large page is not read twice: its first levels help once, and only where most is below them', async (t) => {
  const { origin } = await serve(t, {
    pages: {
      '/flat': `<!doctype html><title>Flat</title>${rows(150)}`,
      '/deep': `<!doctype html><title>Deep</title><h1>Shop</h1>${'<section aria-label="Part">'.repeat(8)}${rows(150)}`,
    },
  })
  const { tab, signal, page: inPage } = await openTab(t, browser)
  const inNoTime = () => tab.read('all', { signal, deadline: performance.now() })
  const buttons = ({ rows }: { readonly rows: readonly { readonly role: string }[] }) =>
    rows.filter(({ role }) => role === 'AXButton').length
  await tab.page.navigate({ url: `${origin}/flat` }, 'load', signal)
  const flat = await inNoTime()
  t.match(flat, { whole: true, complete: true }, 'almost all of it would be read anyway')
  t.equal(buttons(flat), 150)
  await tab.page.navigate({ url: `${origin}/deep` }, 'load', signal)
  const first = await inNoTime()
  t.match(first, { whole: true, complete: false, reason: /first 4 levels/ })
  const second = await inNoTime()
  t.match(second, { whole: true, complete: true }, 'whoever asks next reads the rest, however short the time')
  t.equal(buttons(second), 150)
  t.ok(first.rows.length < second.rows.length)
  await inPage(`document.querySelector('ul').innerHTML = ${JSON.stringify(row.repeat(300))}`)
  const replaced = await inNoTime()
  t.match(replaced, { whole: true, complete: true }, 'what was known of the document is an answer till then')
  t.equal(buttons(replaced), 300)
})
