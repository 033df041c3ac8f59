/** A page of components is read when they are composed: what it shows at first is not what it is. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'

/** Its parts grow for a second, as components do that fetch what they are made of, and then have their button. */
const page = `<!doctype html><title>Parts</title><own-part></own-part><script>
  const part = document.querySelector('own-part')
  const root = part.attachShadow({ mode: 'open' })
  let grown = 0
  const timer = setInterval(() => {
    part.className += 'x'
    if (++grown < 16) return
    clearInterval(timer)
    root.innerHTML = '<button>Composed</button>'
  }, 60)
  customElements.define('own-part', class extends HTMLElement {})
</script>`

t.test('the first view holds what the components of a page draw', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/own': page } })
  const { call, tab } = await openInside(t, browser)
  for (const round of [1, 2, 3]) {
    const { outline } = await call('navigate', { tab, url: `${server.origin}/own?${round}`, format: 'outline' })
    t.match(outline, /button: Composed/)
  }
})
