// Small questions about a page, against a real browser: what a selector finds, and whether an element can be seen.
import t from 'tap'
import { page as pageOf } from '../fixtures/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/chromium.ts'
import { serve } from '../fixtures/serve.ts'
import { openTab } from '../fixtures/tab.ts'

const framed = (...urls: readonly string[]) =>
  pageOf(`<h1 class="own">Top</h1>
<div class="wrapper"><div><button class="both">Own</button></div><p>Beside</p></div>
<div id="outer"></div><div id="shut"></div>
<div class="unseen" style="display:none"><b>Unseen</b></div>
<script>
  outer.attachShadow({ mode: 'open' }).innerHTML = '<div id="deeper"></div><i class="in-open">In open</i>'
  outer.shadowRoot.getElementById('deeper').attachShadow({ mode: 'open' }).innerHTML = '<i class="in-deeper">In deeper</i>'
  shut.attachShadow({ mode: 'closed' }).innerHTML = '<i class="in-closed">In closed</i>'
</script>
${urls.map((url) => `<iframe src="${url}" width="300" height="60"></iframe>`).join('')}`)

t.test('small questions', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process'])
  // Another port is another origin of the same site, and shares the process.
  const beside = await serve(t, { pages: { '/frame': pageOf('<button class="both in-beside">Beside</button>') } })
  const server = await serve(t, {
    pages: {
      '/query': (_, response) =>
        void response
          .setHeader('Content-Type', 'text/html')
          .end(framed('/frame-same', `${beside.origin}/frame`, `${server.otherOrigin}/frame-other`)),
      '/frame-same': pageOf('<button class="both in-same">Same</button>'),
      '/frame-other': pageOf('<button class="both in-other">Other</button>'),
    },
  })
  const { tab, signal, go, read, page } = await openTab(t, browser)
  const goFramed = async (path: string) => {
    await go(`${server.origin}${path}`)
    for (let tries = 0; tab.sessions.length < 2 && tries < 200; tries++)
      await page('new Promise((done) => setTimeout(done, 20))')
    await read()
  }

  await t.test('query', async (t) => {
    await goFramed('/query')
    const cases: readonly (readonly [selector: string, text: string])[] = [
      ['.own', 'Top'],
      ['.both', 'Own'],
      ['.wrapper', 'Own\n\nBeside'],
      ['body > .wrapper > p', 'Beside'],
      ['.in-open', 'In open'],
      ['.in-deeper', 'In deeper'],
      ['.in-closed', 'In closed'],
      ['.in-same', 'Same'],
      ['.in-beside', 'Beside'],
      ['.in-other', 'Other'],
      ['.unseen b', 'Unseen'],
    ]
    for (const [selector, text] of cases) {
      const found = await tab.page.query(selector, signal)
      t.equal(found && (await tab.page.text(found.key, signal)), text, selector)
    }
    const titles = async (selector: string) =>
      (await tab.page.query(selector, signal))?.inTree.map((key) => tab.row(key)?.title ?? tab.row(key)?.role)
    t.same(await titles('.both'), ['Own'], 'the tree has the element itself')
    t.same(await titles('.wrapper'), ['AXGroup', 'AXGroup'], 'or what is outermost in it')
    t.same(await titles('.unseen'), [], 'or nothing')
    t.match(await tab.page.html((await tab.page.query('.wrapper', signal))!.key, signal), /^<div class="wrapper">/)
    t.equal(await tab.page.query('.nowhere', signal), undefined)
    for (const wrong of ['div[', '', '//b', 'text=Own', ':nonsense'])
      await t.rejects(
        tab.page.query(wrong, signal),
        { name: 'invalid_params', message: /is not a CSS selector/ },
        wrong,
      )
    const found = (await tab.page.query('.wrapper', signal))!
    await page('document.querySelector(".wrapper").remove()')
    await t.rejects(tab.page.text(found.key, signal), { name: 'element_gone' })
  })
})
