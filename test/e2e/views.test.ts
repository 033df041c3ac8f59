/** What a view of a page holds: looks, what it leaves out, composed components, positions that a call takes. */
import t from 'tap'
import { apart } from '../../api-schema/text/shared-lines.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'

const drawn = '<path d="M0 0h9v9z"/>'
/** As icon sets write them. */
const icons: readonly (readonly [html: string, look: string])[] = [
  ['<button><i class="fa fa-trash"></i></button>', 'button: icon “fa-trash”'],
  ['<button><i class="fas fa-sync-alt fa-fw text-danger"></i></button>', 'button: icon “fa-sync-alt”'],
  [
    '<a class="text-primary" href="#1"><i class="fas fa-square"></i></a>',
    'link: icon “fa-square”, class “text-primary”',
  ],
  ['<a class="text-danger" href="#2"><i class="fas fa-square"></i></a>', 'link: icon “fa-square”, class “text-danger”'],
  ['<button class="btn glyphicon-star"></button>', 'button: class “btn glyphicon-star”'],
  ['<button><svg><use href="/sprite.svg#gear"/></svg></button>', 'button: icon “gear”'],
  ['<button><svg><use xlink:href="#bell"/></svg></button>', 'button: icon “bell”'],
  [
    `<button class="css-1x2y3z"><svg data-testid="DeleteIcon" class="MuiSvgIcon-root css-q7mezt">${drawn}</svg></button>`,
    'button: icon “DeleteIcon”',
  ],
  [`<button><span><svg class="lucide lucide-pencil">${drawn}</svg></span></button>`, 'button: icon “lucide-pencil”'],
  [`<button><svg data-icon="play" class="svg-inline--fa">${drawn}</svg></button>`, 'button: icon “play”'],
  ['<a href="/cart?id=7"><img src="/img/cart-icon.png?v=3" width="9" height="9"></a>', 'link: picture “cart-icon.png”'],
  [
    '<div tabindex="0" class="close-button" style="width:9px;height:9px" onclick="0"></div>',
    'group: class “close-button”',
  ],
  ['<button class="css-1x2y3z"><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" width="9"></button>', 'button'],
  ['<button class="danger">Delete</button>', 'button: Delete'],
  ['<input class="search-query">', 'textfield: class “search-query”'],
  ['<input type="password" class="secret-class">', 'password'],
]

const text = 'Twelve words of text that say nothing which anybody could ever use. '

/** Its parts grow for a second, as components do that fetch what they are made of, and then have their button. */
const parts = `<!doctype html><title>Parts</title><own-part></own-part><script>
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
const placed = Array.from({ length: 12 }, (_, at) => {
  const place = `left: ${40 + (at % 4) * 130}px; top: ${30 + Math.floor(at / 4) * 90}px; width: ${60 + at}px`
  return `<button style="position: absolute; ${place}">B${at}</button>`
})

t.test('views', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const rows = Array.from({ length: 57 }, (_, at) => `<tr><td>${at}<td>row ${at}`).join('')
  const used = '<table><tr><td><button>In a table</button><tr><td>b</table>'
  const pages = {
    '/icons': pageOf(icons.map(([html]) => `<p>${html}</p>`).join('\n')),
    '/texts': pageOf(
      `<h1>${text}</h1><button>${text}</button><div id="said">${text.repeat(10)}</div><table id="data">${rows}</table>${used}`,
    ),
    '/off': pageOf('<button>On</button><button disabled>Off</button>'),
    '/short': pageOf('<p>Short.</p><button>Only</button>'),
    '/own': parts,
    '/placed': pageOf(placed.join('')),
  }
  const server = await serve(t, { pages })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/icons`)
  const linesOf = async () => {
    const { outline = '' } = await call('explore', { scope: 'tab', tab, format: 'outline' })
    return outline
      .split('\n')
      .slice(1)
      .flatMap(apart)
      .map((line) => line.trim().replace(/^\[\d+\] /, ''))
  }
  const looks = icons.map(([, look]) => look)

  await t.test('each is shown with its icon, its picture or its class', async (t) => {
    t.same((await linesOf()).slice(-looks.length), looks)
  })

  await t.test('what changes its looks is shown with the new ones', async (t) => {
    await outside.evaluate(`document.querySelector('[data-icon]').dataset.icon = 'pause'`)
    const now = looks.map((look) => look.replace('“play”', '“pause”'))
    t.same((await linesOf()).slice(-looks.length), now)
  })

  await t.test('text and tables that are left out are counted', async (t) => {
    await call('navigate', { tab, url: `${server.origin}/texts` })
    const { skipped } = await call('explore', { scope: 'tab', tab })
    const characters = await outside.evaluate<number>(
      `[...document.querySelectorAll('#said, td:not(:has(button))')].map((one) => one.innerText.trim().length).reduce((a, b) => a + b)`,
    )
    t.same(skipped, { characters, tables: 1, rows: 57 })
    const filtered = await call('explore', { scope: 'tab', tab, filter: { titleContains: 'table' } })
    t.notOk('skipped' in filtered, 'not in a search')
  })

  await t.test('little text is not worth a word', async (t) => {
    await call('navigate', { tab, url: `${server.origin}/short` })
    t.notOk('skipped' in (await call('explore', { scope: 'tab', tab })))
  })
  await t.test('what is disabled is counted, by a navigation too', async (t) => {
    t.match(await call('navigate', { tab, url: `${server.origin}/off` }), { disabled: 1 })
    t.match(await call('explore', { scope: 'tab', tab }), { disabled: 1 })
    t.notOk('disabled' in (await call('explore', { scope: 'tab', tab, includeDisabled: true })))
  })

  await t.test('the first view holds what the components of a page draw', async (t) => {
    for (const round of [1, 2, 3]) {
      const { outline } = await call('navigate', { tab, url: `${server.origin}/own?${round}`, format: 'outline' })
      t.match(outline, /button: Composed/)
    }
  })

  await t.test('positions of a tab are page pixels', async (t) => {
    await call('navigate', { tab, url: `${server.origin}/placed` })
    const asked = { scope: 'tab', tab, elementTypes: ['button'], format: 'list', showCoordinates: true }
    const { outline = '', positions } = await call('explore', asked)
    t.equal(positions, 'page')
    const lines = [...outline.matchAll(/^\[(\d+)\] button: (B\d+) .*@(\d+),(\d+) (\d+)x(\d+)$/gm)]
    t.equal(lines.length, placed.length)
    for (const [, id, name, ...numbers] of lines) {
      const [x, y, width, height] = numbers.map(Number) as [number, number, number, number]
      const box = await outside.evaluate(
        `(({ x, y, width, height }) => [x, y, width, height].map(Math.round))([...document.querySelectorAll('button')].find((one) => one.textContent === '${name}').getBoundingClientRect())`,
      )
      t.same(box, [x, y, width, height], `${name} is there`)
      const { elements } = await call('explore', { scope: 'position', tab, x: x + width / 2, y: y + height / 2 })
      t.match(elements, [{ id }], `${name} is found there`)
    }
  })
})
