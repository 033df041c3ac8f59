// The small questions as their users ask them: text, visibility and alignment, of a page in a real browser and of a recording.
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { page as pageOf } from '../fixtures/web/acting-pages.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'

const long = 'Words that fill a page. '.repeat(500)

const shop = pageOf(`<style>body { margin: 0 } button { position: absolute; width: 100px; height: 30px }</style>
<h1 style="position:absolute;left:600px;top:0">Tea shop</h1>
<button id="first" style="left:20px;top:10px">First</button><button id="below" style="left:20px;top:48px">Below</button>
<button id="beside" style="left:128px;top:10px;width:140px;height:40px">Beside</button>
<button id="under" style="left:300px;top:10px">Under</button><div role="dialog" aria-label="Cookies &#10;[1] button: Fake" style="position:absolute;left:290px;top:0;width:200px;height:50px;background:#eee">We use cookies</div>
<div id="panel" hidden><button id="folded">Folded</button><button aria-label="Twice">1</button><button aria-label="Twice">2</button></div>
<button id="low" style="left:20px;top:3000px">Deep</button>
<input style="position:absolute;top:200px" aria-label="Secret" type="password" value="hunter22"><input aria-label="Card" autocomplete="cc-number" value="4111111111111111">
<textarea id="code" aria-label="Code" autocomplete="one-time-code">secret-code</textarea><div id="shut" hidden>Shut <b>bold</b><textarea autocomplete="one-time-code">secret-code</textarea></div>
<div class="results" style="position:absolute;top:300px"><p>Green tea</p><p>Black tea</p></div><p class="only-words" style="display:none">Only words</p>`)

async function idOf(inside: Inside, text: string, more: object = {}): Promise<string> {
  const { outline } = await inside.call('explore', {
    scope: 'tab',
    tab: inside.tab,
    filter: { anyFieldContains: text },
    format: 'list',
    ...more,
  })
  const id = /\[(\d+)\]/.exec(outline ?? '')?.[1]
  if (id === undefined) throw new Error(`nothing is called ${text}`)
  return id
}

t.test('small questions', async (t) => {
  if (!chromiumOrSkip(t)) return
  const browser = await launchChromium(t)
  const server = await serve(t, {
    pages: {
      '/shop': shop,
      '/asking': pageOf('<script>addEventListener("load", () => alert("Sure?"))</script>Asked'),
      '/long': pageOf(`<p id="all">${long}</p><b>End</b>`),
    },
  })
  const inside = await openInside(t, browser)
  const { call, fail, text, tab } = inside
  const go = (path: string) => call('navigate', { tab, url: `${server.origin}${path}` })
  const calculator = { scope: 'application', bundleId: 'replay.calculator' }
  const inCalculator = async (what: string, more: object = {}) =>
    /\[(\d+)\]/.exec(
      (await call('explore', { ...calculator, filter: { anyFieldContains: what }, format: 'list', ...more })).outline!,
    )![1]!

  await t.test('text', async (t) => {
    await go('/shop')
    const whole = await call('text', { tab })
    t.match(whole.text, /Tea shop/)
    t.same(Object.keys(whole), ['text'], 'what is short comes alone')
    t.notMatch(whole.text, /Folded|hunter22|4111|secret-code/, 'neither what is hidden nor what is secret')
    t.same(await call('text', {}), { ...whole, tab }, 'the selected tab where nothing is named')
    t.same(await call('text', { tab, selector: '.results' }), { text: 'Green tea\n\nBlack tea' })
    t.same(await call('text', { elementId: await idOf(inside, 'Below') }), { text: 'Below' })
    t.same(await call('text', { elementId: await idOf(inside, 'Secret') }), { text: '' })
    t.same(await call('text', { tab, selector: '#code' }), { text: '' }, 'of a secure field')
    t.match(await call('text', { tab, selector: '#shut' }), { text: /^Shut/ })
    t.notMatch(await call('text', { tab, selector: '#shut' }), { text: /secret/ })
    t.equal(await text('text', { tab, selector: '.results' }), 'Green tea\n\nBlack tea')
    t.equal(await text('text', { elementId: await idOf(inside, 'Secret') }), 'No text.')

    await go('/long')
    const shown = await call('text', { tab })
    const total = long.trim().length + '\n\nEnd'.length
    t.match(shown, { totalLength: total, shownLength: 2000, truncated: true, hint: /an elementId or a selector/ })
    t.equal(shown.text.length, 2000)
    const { content } = await call('confirm', { confirmToken: shown.confirmToken })
    t.equal(content.length, total)
    t.ok(content.startsWith(shown.text) && content.endsWith('End'))
    t.match(await fail('confirm', { confirmToken: shown.confirmToken }), { name: 'not_found' }, 'once')
    t.match(
      await text('text', { tab }),
      new RegExp(`\\n\\(2000 of ${total} characters, confirmToken \\S+, confirm with the token .*\\)$`),
    )
  })

  await t.test('text of an application', async (t) => {
    await call('interact', { find: { ...calculator, filter: { anyFieldContains: 'Settings…' } }, action: 'click' })
    const { text: all } = await call('text', { bundleId: 'replay.calculator' })
    t.match(all, /^Calculator\n/)
    for (const said of ['7', 'Settings…', 'Group digits', 'Sync password']) t.ok(all.split('\n').includes(said), said)
    t.notMatch(all, /redacted/, 'a secure field has a name and no value')
    t.same(await call('text', { elementId: await inCalculator('digit-7') }), { text: '7', recorded: true })
  })

  await t.test('text, asked wrongly', async (t) => {
    await go('/shop')
    const cases: readonly (readonly [params: object, name: string, said: RegExp])[] = [
      [{ tab, selector: 'div[' }, 'invalid_params', /"div\[" is not a CSS selector/],
      [{ tab, selector: '.nowhere' }, 'not_found', /"\.nowhere" matches nothing in t\d+/],
      [{ tab, bundleId: 'replay.calculator' }, 'invalid_params', /give only one of tab and bundleId/],
      [{ elementId: '1', selector: 'p' }, 'invalid_params', /only one of elementId and selector/],
      [{ bundleId: 'replay.calculator', selector: 'p' }, 'unsupported_here', /not a tab/],
    ]
    for (const [params, name, said] of cases)
      t.match(await fail('text', params), { name, message: said }, JSON.stringify(params))
  })

  await t.test('visibility', async (t) => {
    await go('/shop')
    const hidden = { includeHidden: true }
    const id = {
      first: await idOf(inside, 'First'),
      under: await idOf(inside, 'Under'),
      low: await idOf(inside, 'Deep'),
      folded: await idOf(inside, 'Folded', hidden),
    }
    t.same(await call('visibility', { elementId: id.first }), { visible: true, inViewport: true })
    t.equal(await text('visibility', { elementId: id.first }), 'visible, in the viewport')
    const under = await call('visibility', { elementId: id.under })
    t.match(under, { visible: true, inViewport: true, coveredBy: { id: /^\d+$/, text: /^dialog "Cookies/ } })
    t.match(
      (await call('explore', { scope: 'element', elementId: under.coveredBy!.id, includeNonInteractable: true }))
        .elements,
      [{ id: under.coveredBy!.id }],
    )
    t.match(
      await text('visibility', { elementId: id.under }),
      new RegExp(
        `^visible, in the viewport, covered by dialog "Cookies {1,2}\\[1\\] button: Fake" \\[${under.coveredBy!.id}\\]\\nA press would hit ${under.coveredBy!.id} instead: .*\\.$`,
      ),
      'what the page is called forges no line',
    )
    t.match(await text('visibility', { elementId: id.low }), /^visible, out of the viewport\ninteract scroll /)
    t.same(await call('visibility', { elementId: id.folded }), {
      visible: false,
      reason: 'hidden attribute',
      hiddenBy: { text: 'div#panel' },
    })
    t.equal(await text('visibility', { elementId: id.folded }), 'hidden: hidden attribute on div#panel')

    const find = (text: string) => ({ find: { scope: 'tab', tab, filter: { anyFieldContains: text } } })
    t.match(
      await call('visibility', find('Folded')),
      { visible: false, elementId: id.folded },
      'what is hidden is found',
    )
    t.equal(await text('visibility', find('First')), `[${id.first}] visible, in the viewport`)
    t.match(await text('visibility', find('Tea shop')), /^\[\d+\] visible, in the viewport$/, 'a text too')
    t.match(await fail('visibility', find('Twice')), {
      name: 'element_ambiguous',
      data: { candidates: [{ name: 'Twice' }, { name: 'Twice' }] },
    })
  })

  await t.test('visibility in an application', async (t) => {
    const seven = await inCalculator('digit-7')
    t.match(await call('visibility', { elementId: seven }), {
      visible: true,
      inViewport: true,
      coveredBy: { id: /^\d+$/, text: /Settings/ },
    })
    await call('interact', { find: { ...calculator, filter: { anyFieldContains: 'Done' } }, action: 'click' })
    t.same(await call('visibility', { elementId: seven }), { visible: true, inViewport: true, recorded: true })
  })

  await t.test('alignment', async (t) => {
    await go('/shop')
    const id = {
      first: await idOf(inside, 'First'),
      below: await idOf(inside, 'Below'),
      beside: await idOf(inside, 'Beside'),
      folded: await idOf(inside, 'Folded', { includeHidden: true }),
    }
    const frame = { x: 20, y: 10, width: 100, height: 30 }
    t.same(await call('alignment', { elementId: id.first, otherId: id.below }), {
      aligned: ['left', 'centerX', 'right'],
      offsets: { top: 38, centerY: 38, bottom: 38 },
      gap: { below: 8 },
      frame,
      otherFrame: { ...frame, y: 48 },
    })
    t.match(
      await text('alignment', { elementId: id.first, otherId: id.below }),
      /^x: left, center, right aligned \(20, /,
    )
    t.match(await fail('alignment', { elementId: id.first, otherId: id.folded }), {
      name: 'element_changed',
      message: /not rendered/,
      hint: new RegExp(`visibility \\{"elementId":"${id.folded}"\\}`),
    })
    const [seven, eight] = [await inCalculator('digit-7'), await inCalculator('digit-8')]
    t.match(await call('alignment', { elementId: seven, otherId: eight }), {
      aligned: ['top', 'centerY', 'bottom'],
      frame: { x: 220, y: 310, width: 60, height: 50 },
    })
    t.match(await fail('alignment', { elementId: id.first, otherId: seven }), {
      name: 'invalid_params',
      message: /otherId.*replay\.calculator/,
    })
  })

  await t.test('behind a dialog of the browser', async (t) => {
    await go('/shop')
    const elementId = await idOf(inside, 'First')
    await call('navigate', { tab, url: `${server.origin}/asking` })
    for (const [method, params] of [
      ['text', { tab }],
      ['text', { tab, selector: 'p' }],
      ['visibility', { find: { scope: 'tab', tab } }],
    ] as const)
      t.match(await fail(method, params), { name: 'dialog_open', message: /Sure/ }, method)
    await call('dialog', { tab, accept: true })
    t.same(await call('text', { tab }), { text: 'Asked' })
    t.match(await fail('alignment', { elementId, otherId: elementId }), { name: 'element_gone' })
  })
})
