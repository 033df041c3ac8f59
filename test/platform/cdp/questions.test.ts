// Small questions about a page, against a real browser: what a selector finds, and whether an element can be seen.
import t from 'tap'
import type { Visibility } from '../../../daemon/platform/tab/page.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { until } from '../../fixtures/until.ts'
import { page as pageOf } from '../../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

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

const style = `<style>
  body { margin: 0 } button { width: 100px; height: 30px; padding: 0; border: 0 }
  .at { position: absolute } .sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0, 0, 0, 0) }
</style>`

/** Each case in a place of its own, 60 pixels below the one before. */
const seen = pageOf(`${style}<div style="height:1500px">
<div class="at" style="top:0"><button id="plain">Plain</button></div>
<div class="at" style="top:60px"><button id="covered">Covered</button></div><div id="cookies" role="dialog" aria-label="Cookies" class="at" style="top:50px;width:200px;height:50px;background:#eee">We use cookies</div>
<div class="at" style="top:120px"><button id="half-covered">Half</button></div><div id="flap" class="at flap top" style="top:120px;left:52px;width:100px;height:30px;background:#eee">Flap</div>
<div class="at" style="top:180px"><div id="frame-of-half" style="width:50px;height:30px;overflow:hidden"><button id="half-clipped">Clipped</button></div></div>
<div class="at" style="top:240px"><div id="list" role="group" aria-label="List" style="width:150px;height:40px;overflow:auto"><div style="height:200px"></div><button id="scrolled-out">Out</button></div></div>
<div class="at" style="top:300px"><div style="overflow:hidden;width:10px;height:10px"><button id="escapes" style="position:fixed;top:300px">Escapes</button></div></div>
<div class="at" style="top:360px"><div style="overflow:hidden;width:10px;height:10px"><div style="position:absolute"><button id="free">Free</button></div></div></div>
<div class="at" style="top:420px"><button id="turned" style="transform:rotate(45deg) scale(.5)">Turned</button></div>
<div class="at" style="top:480px"><button id="flat" style="transform:scale(0)">Flat</button></div>
<div class="at" style="top:480px;left:200px"><div id="accordion" style="height:0;overflow:hidden"><button id="folded">Folded</button></div></div>
<div class="at" style="top:480px;left:400px"><span id="hint" class="sr-only"><button id="unread">Unread</button></span></div>
<div class="at" style="top:480px;left:600px"><button id="cut" style="clip-path:inset(50%)">Cut</button></div>
<div class="at" style="top:540px"><div id="clear" style="opacity:0"><button id="see-through">See-through</button></div></div>
<div class="at" style="top:540px;left:200px"><div style="visibility:hidden"><div id="veil" style="visibility:hidden"><button id="veiled">Veiled</button><button id="unveiled" style="visibility:visible">Unveiled</button></div></div></div>
<div class="at" style="top:540px;left:500px"><details id="more"><summary id="summary">More</summary><button id="in-details">In details</button></details></div>
<div class="at" style="top:600px"><div id="panel" class="tab" style="display:none"><div style="display:none"><button id="unrendered">Unrendered</button></div></div></div>
<div class="at" style="top:600px;left:200px"><button id="with-attribute" hidden>Attribute</button><dialog id="shut-dialog"><button id="in-dialog">In dialog</button></dialog><div id="shut-popover" popover><button id="in-popover">In popover</button></div></div>
<div class="at" style="top:600px;left:400px"><div id="skipped" style="content-visibility:hidden"><button id="in-skipped">Skipped</button></div></div>
<div class="at" style="top:660px;left:-900px"><div id="away"><button id="never">Never</button></div></div>
<div id="tray" style="position:fixed;left:100%;top:0;width:200px;height:60px"><button id="in-tray">In tray</button></div>
<div class="at" style="top:660px"><div id="idle" inert><button id="out-of-use">Idle</button></div></div><div class="at" style="top:660px;left:200px"><div id="unheard" aria-hidden="true"><button id="unannounced">Unannounced</button></div></div>
<div class="at" style="top:660px;left:400px"><button id="no-press" style="pointer-events:none">No press</button><div id="lid" class="at" style="inset:0;background:#eee">Lid</div></div>
<div class="at" style="top:660px;left:600px"><button id="no-press-free" style="pointer-events:none">No press</button></div>
<label class="at" style="top:720px;width:50px;height:20px;background:#eee"><input type="checkbox" id="custom" style="opacity:0;width:20px;height:20px"></label>
<label class="at" style="top:720px;left:200px">Boxed <input type="checkbox" id="boxed" style="width:20px;height:20px"><i class="at" style="inset:0"></i></label>
<div class="at" style="top:720px;left:400px"><select id="pick"><option id="first">One</option></select><p id="text-only" style="margin:0;width:200px">Some words</p></div>
<div class="at" style="top:1300px"><button id="below">Below</button></div>
<div class="at" style="top:calc(100vh - 15px);left:100px"><button id="at-edge">At edge</button></div>
<div class="at" style="top:720px;left:700px" id="closed-host"></div><div class="at" style="top:740px;left:700px;width:50px;height:40px;background:#eee" id="over-shadow">Over</div>
<form id="order" class="at" hidden style="top:0"><input name="id"><input name="hidden"><input name="className" id="in-form"></form>
<div class="at" style="top:0;left:200px"><button id="under-form">Under form</button></div><form id="form-over" class="at" style="top:0;left:200px;width:100px;height:30px;background:#eee"><input name="id" style="width:0;height:0;border:0;padding:0"><input name="classList" type="hidden"></form>
</div><script>closedHost = document.getElementById('closed-host'); closedHost.attachShadow({ mode: 'closed' }).innerHTML = '<button id="in-shadow" style="width:100px;height:30px;padding:0;border:0">In shadow</button><div id="shadow-panel" style="display:none"><button id="hidden-in-shadow">x</button></div>'</script>`)

/** Its elements bear the name of the frame. */
const framedContent = pageOf(`${style}<script>
  const name = location.search.slice(1)
  const put = (what, top) => document.body.insertAdjacentHTML('beforeend', '<button class="at" style="top:' + top + 'px;left:0" id="' + name + '-' + what + '">' + what + '</button>')
  put('top', 0)
  put('middle', 40)
  put('low', 500)
</script>`)

const around = (kinds: { readonly [kind: string]: string }) =>
  pageOf(
    `${style}<style>iframe { border: 5px solid; padding: 3px }</style>${Object.entries(kinds)
      .map(([kind, url], index) => {
        const frame = (name: string) =>
          `<iframe id="frame-${name}" src="${url}?${name}" width="150" height="90"></iframe>`
        const at = (top: number) => `class="at" style="left:${index * 200}px;top:${top}px"`
        return `<div ${at(0)}>${frame(kind)}</div><div class="at" id="over-${kind}" style="left:${index * 200}px;top:48px;width:180px;height:30px;background:#eee"></div>
<div id="off-${kind}" style="display:none">${frame(`hidden-${kind}`)}</div>
<div ${at(200)}><div id="clip-${kind}" style="height:58px;overflow:hidden">${frame(`clipped-${kind}`)}</div></div>
<div class="at" style="left:${index * 200}px;top:calc(100vh - 23px)">${frame(`edge-${kind}`)}</div>`
      })
      .join('')}`,
  )

t.test('small questions', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t, ['--site-per-process', '--window-size=1280,1000'])
  // Another port is another origin of the same site, and shares the process.
  const beside = await serve(t, {
    pages: { '/frame': pageOf('<button class="both in-beside">Beside</button>'), '/content': framedContent },
  })
  const server = await serve(t, {
    pages: {
      '/query': () => framed('/frame-same', `${beside.origin}/frame`, `${server.otherOrigin}/frame-other`),
      '/seen': seen,
      '/content': framedContent,
      '/around': () =>
        around({
          same: '/content',
          beside: `${beside.origin}/content`,
          other: `${server.otherOrigin}/content`,
          nested: `${server.otherOrigin}/nesting`,
        }),
      '/nesting': (request) =>
        `<body style="margin:0"><iframe style="border:0;display:block" width="150" height="90" src="${server.origin}/content?${request.url!.split('?')[1]}"></iframe>`,
      '/frame-same': pageOf('<button class="both in-same">Same</button>'),
      '/frame-other': pageOf('<button class="both in-other">Other</button>'),
    },
  })
  const { tab, signal, go, read, joined, page } = await openTab(t, browser)
  const goFramed = async (path: string) => {
    await go(`${server.origin}${path}`)
    await joined(1)
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
    for (const wrong of [
      'div[',
      '',
      '//b',
      'text=Own',
      ':nonsense',
      'div:is(',
      '[class',
      '[class="own',
      'div /*',
      'div\\',
    ])
      await t.rejects(
        tab.page.query(wrong, signal),
        { name: 'invalid_params', message: /is not a CSS selector/ },
        wrong,
      )
    const found = (await tab.page.query('.wrapper', signal))!
    await page('document.querySelector(".wrapper").remove()')
    await t.rejects(tab.page.text(found.key, signal), { name: 'element_gone' })
  })

  await t.test('visibility', async (t) => {
    await go(`${server.origin}/seen`)
    await page('document.documentElement.style.overflow = "hidden"; innerHeight')
    const of = async (id: string) => {
      const found = await tab.page.query(`#${id}`, signal)
      if (found === undefined) throw new Error(`nothing is ${id}`)
      return plain(await tab.page.visibility(found.key, signal))
    }
    const known = (key: number | undefined) => key !== undefined && tab.row(key)?.identifier
    const plain = ({ clippedBy, coveredBy, hiddenBy, ...rest }: Visibility) => ({
      ...rest,
      ...(clippedBy && { clippedBy: clippedBy.text }),
      ...(coveredBy && {
        coveredBy: known(coveredBy.key) ? `${coveredBy.text} #${known(coveredBy.key)}` : coveredBy.text,
      }),
      ...(hiddenBy && { hiddenBy: hiddenBy.text }),
    })
    const whole = { visible: true, shownPercent: 100 }
    const hidden = (reason: string, hiddenBy?: string) => ({
      visible: false,
      shownPercent: 0,
      reason,
      ...(hiddenBy && { hiddenBy }),
    })
    const cases: { readonly [id: string]: object } = {
      plain: whole,
      covered: { ...whole, coveredPercent: 100, coveredBy: 'dialog "Cookies" #cookies' },
      'half-covered': { ...whole, coveredPercent: 40, coveredBy: 'div#flap.at.flap "Flap" #flap' },
      'half-clipped': { visible: true, shownPercent: 50, clippedBy: 'div#frame-of-half' },
      'scrolled-out': { visible: true, shownPercent: 0, clippedBy: 'div#list' },
      escapes: whole,
      free: whole,
      turned: whole,
      flat: hidden('zero size'),
      folded: hidden('zero size', 'div#accordion'),
      unread: hidden('clip', 'span#hint.sr-only'),
      hint: hidden('clip'),
      cut: hidden('clip'),
      'see-through': hidden('opacity:0', 'div#clear'),
      veiled: hidden('visibility:hidden', 'div'),
      unveiled: whole,
      summary: whole,
      'in-details': hidden('details closed', 'details#more'),
      unrendered: hidden('display:none', 'div#panel.tab'),
      'with-attribute': hidden('hidden attribute'),
      'in-dialog': hidden('dialog closed', 'dialog#shut-dialog'),
      'in-popover': hidden('popover closed', 'div#shut-popover'),
      'in-skipped': hidden('content-visibility:hidden', 'div#skipped'),
      never: hidden('off-screen', 'div.at'),
      'in-tray': hidden('off-screen', 'div#tray'),
      'out-of-use': { ...whole, reason: 'inert', hiddenBy: 'div#idle' },
      unannounced: { ...whole, reason: 'aria-hidden', hiddenBy: 'div#unheard' },
      'no-press': { ...whole, coveredPercent: 100, coveredBy: 'div#lid.at "Lid" #lid' },
      'no-press-free': whole,
      custom: { ...hidden('opacity:0'), hasLabel: true },
      boxed: whole,
      first: whole,
      'text-only': whole,
      'at-edge': { visible: true, shownPercent: 50 },
      'in-form': hidden('hidden attribute', 'form#order.at'),
      'under-form': { ...whole, coveredPercent: 100, coveredBy: 'form#form-over.at #form-over' },
      below: { visible: true, shownPercent: 0 },
      'in-shadow': { ...whole, coveredBy: 'div#over-shadow.at "Over" #over-shadow', coveredPercent: 16 },
      'hidden-in-shadow': hidden('display:none', 'div#shadow-panel'),
    }
    for (const [id, expected] of Object.entries(cases)) t.same(await of(id), expected, id)
  })

  await t.test('visibility through frames', async (t) => {
    await go(`${server.origin}/around`)
    const of = async (id: string): Promise<object> => {
      const found = await until(async () => {
        await read()
        return await tab.page.query(`#${id}`, signal)
      }, `#${id} is there`)
      const { frame, clippedBy, coveredBy, hiddenBy, ...rest } = await tab.page.visibility(found.key, signal)
      t.match(frame, /\/content\?/, 'its frame is named')
      return { ...rest, by: (clippedBy ?? coveredBy ?? hiddenBy)?.text }
    }
    for (const kind of ['same', 'beside', 'other', 'nested']) {
      const shown = (shownPercent: number, by?: string) => ({ visible: true, shownPercent, by })
      const frame = kind === 'nested' ? 'iframe' : `iframe#frame-${kind}`
      t.same(await of(`${kind}-top`), shown(100), kind)
      t.same(await of(`${kind}-middle`), { ...shown(100, `div#over-${kind}.at`), coveredPercent: 100 }, kind)
      t.same(await of(`${kind}-low`), shown(0, frame), kind)
      t.same(await of(`clipped-${kind}-top`), shown(100), kind)
      t.same(await of(`clipped-${kind}-middle`), shown(33, `div#clip-${kind}`), kind)
      t.same(await of(`edge-${kind}-top`), shown(50), kind)
      t.same(await of(`edge-${kind}-middle`), shown(0), kind)
      t.same(
        await of(`hidden-${kind}-top`),
        { visible: false, shownPercent: 0, reason: 'display:none', by: `div#off-${kind}` },
        kind,
      )
    }
  })

  await t.test('a dialog that opens is told', async (t) => {
    const told = new Promise((resolve) => {
      tab.listen((change) => change.kind === 'dialog' && resolve(change))
    })
    await page('void setTimeout(() => confirm("Sure?"))')
    t.same(await told, { kind: 'dialog', type: 'confirm' })
    await tab.page.answerDialog(false, undefined)
  })
})
