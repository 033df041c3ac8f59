/** While a page is read as a whole, what was known of it stays known: actions on its elements go on meanwhile. */
import { setImmediate } from 'node:timers/promises'
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

t.setTimeout(120_000)

const page = `<!doctype html><title>Long</title><input id="pin" name="pin" type="password" value="7391">
${Array.from({ length: 1000 }, (_, at) => `<button>Row ${at}</button>`).join('')}`

if (chromiumOrSkip(t))
  t.test('no element is gone and no field less secure because the page is being read', async (t) => {
    const { origin } = await serve(t, { pages: { '/long': page } })
    const { tab, signal, go, read, find, page: inPage } = await openTab(t, await launchChromium(t))
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
