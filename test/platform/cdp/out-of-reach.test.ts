/** What no pointer reaches by itself: pressed as a person would, or refused with what has to go first. The DOM is the truth. */
import t from 'tap'
import { linesApart } from '../../../api-schema/text/shared-lines.ts'
import { Problem } from '../../../daemon/problem.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

const unseen = `<!doctype html><meta charset="utf-8"><title>Unseen</title>
<style>
  .clipped { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0); white-space: nowrap }
  #sheet { position: fixed; inset: 300px 0 0; background: #ccc }
</style>
<main style="padding: 20px"><p>Words</p><button class="clipped">Skip</button><div class="clipped"><button>Dismiss</button></div></main>
<div style="position: absolute; top: 400px"><button class="clipped">Below</button></div><div id="sheet">Sheet</div>
<script>const pressed = []; onclick = ({ target }) => pressed.push(target.textContent)</script>`

const passing = `<!doctype html><meta charset="utf-8"><title>Passing</title>
<style>my-tab, section { display: inline-block; width: 120px } #both button, #bare { pointer-events: none }</style>
<my-tab>First</my-tab><my-tab>Second</my-tab>
<section id="both" onclick="press('both')"><button>One</button><button>Other</button></section>
<section onclick="press('around')"><button id="bare">Alone</button></section>
<script>
  const pressed = []
  const press = (name) => pressed.push(name)
  customElements.define('my-tab', class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<button role="tab" style="pointer-events: none"><slot></slot></button>'
      this.onclick = () => press(this.textContent)
    }
  })
</script>`

const openList = `<!doctype html><meta charset="utf-8"><title>Open</title>
<button id="save">Save</button> <button onclick="unfold()">Town</button>
<div id="over" hidden style="position: fixed; top: 200px; pointer-events: auto"><div role="listbox" aria-label="Towns"><div role="option" tabindex="0">Oslo</div></div></div>
<script>
  let saved = 0
  save.onclick = () => saved++
  const unfold = () => { over.hidden = false; document.body.style.pointerEvents = 'none' }
  over.onclick = onkeydown = () => { over.hidden = true; document.body.style.pointerEvents = '' }
</script>`

const labels = `<!doctype html><meta charset="utf-8"><title>Labels</title><style>.gone { display: none } .unseen { visibility: hidden; position: absolute }</style>
<fieldset><legend>Size</legend><input class="gone" type="radio" name="size" id="s"><label for="s">Small</label><input class="gone" type="radio" name="size" id="l"><label for="l">Large</label></fieldset>
<label><input class="unseen" type="checkbox" role="switch" id="w">Wi-Fi</label>
<label><input hidden type="checkbox" id="off" disabled>Locked</label>
<input hidden type="checkbox" aria-label="x" id="star"><label for="star" aria-label="Star it">★</label>
<label class="gone"><input type="checkbox">Unseen</label>
<label for="town">Town</label><select class="gone" id="town"><option>Oslo</option></select>`

const skipped = `<!doctype html><meta charset="utf-8"><title>Skipped</title><style>.far { content-visibility: auto; contain-intrinsic-size: 300px }</style>
<div style="height: 4000px">Tall</div>
<section class="far"><h2>Payment</h2><label>Holder <input id="holder"></label><input type="password" aria-label="PIN" value="1234"><a href="#terms">Terms</a>
<div class="far">Few words</div><p aria-hidden="true">Unsaid</p><p style="display: none">Unsaid</p><button style="display: none">Never</button><div onclick="paid = holder.value" style="cursor: pointer">Pay</div></section>
<div style="height: 4000px">Tall</div><div class="far"><p>Last words</p></div><script>let paid</script>`

const onHover = `<!doctype html><meta charset="utf-8"><title>Hover</title>
<style>p:not(:hover) b { display: block } div:is(.x:hover, .y) i { display: block } .tools { display: none } tr:hover .tools { display: inline } .menu { visibility: hidden } li:focus-within > .menu, li:hover > .menu { visibility: visible } .shut { display: none } .shut.open { display: block }
.row { overflow: hidden; position: relative } .faint { opacity: 0; pointer-events: none } .row:hover .faint { opacity: 1; pointer-events: auto } .aside { float: right; transform: translateX(99px) } .row:hover > .aside { transform: none } .flat { max-height: 0; overflow: hidden } .row:hover .flat { max-height: 50px }
.slit { position: absolute; inset: 0 0 auto auto; width: 0; opacity: 0; display: flex; overflow: hidden; justify-content: center } .slit i { flex: auto; padding: 0 1px; height: 15px } .row:hover .slit { width: 80px; opacity: 1 }
#away { position: absolute; top: -9000px } #away ul { position: absolute; left: -9000px } #away li:hover > ul { left: 90px }
.nested { .tool { visibility: hidden } &:hover .tool { visibility: visible } } .either .tool { display: none } .either:is(:hover, :focus-within) .tool { display: inline } .without:not(:hover) .tool { visibility: hidden } .pale:not(:hover) .tool { opacity: 0; pointer-events: none }</style>
${['nested', 'either', 'without', 'pale'].map((name) => `<div class="${name}">Row ${name} <button class="tool" onclick="done.push('${name}')">Drop ${name}</button></div>`).join('')}
${['faint', 'aside', 'flat'].map((name) => `<div class="row">Row ${name}<div class="${name}"><button onclick="done.push('${name}')">Drop ${name}</button></div></div>`).join('')}
<div class="row">Row <div class="slit"><i role="button" aria-label="Drop slit" onmousedown="done.push('slit')"></i></div></div>
<table><tr><td>Ann <span class="tools"><button onclick="done.push('Ann')">Remove</button></span></td></tr><tr><td>Bob <span class="tools"><button onclick="done.push('Bob')">Remove</button></span></td></tr></table>
<ul><li>File<div class="menu"><a href="#new" onclick="done.push('New')">New</a></div></li></ul>
<ul id="away"><li><a href="#x">Nowhere either</a><ul><li><a href="#x">Nowhere within</a></li></ul></li></ul>
<div class="shut"><button>Nowhere</button></div><script>const done = []</script>`

/** How pages put away what they open: by place, by size, by what is drawn. */
const closings: Readonly<Record<string, readonly [closed: string, open: string, around?: string]>> = {
  left: ['position: fixed; left: -250px', 'left: 0'],
  right: ['position: fixed; right: 0; transform: translateX(100%); transition: transform .8s', 'transform: none'],
  folded: ['max-height: 0; overflow: hidden; transition: max-height .2s', 'max-height: 200px'],
  narrow: ['width: 0; overflow: hidden', 'width: 200px'],
  slide: ['transform: translateX(300px)', 'transform: none', 'width: 200px; overflow: hidden'],
  faint: ['opacity: 0; pointer-events: none', 'opacity: 1; pointer-events: auto'],
  cut: ['clip-path: inset(50%)', 'clip-path: none'],
  unseen: ['visibility: hidden', 'visibility: visible'],
  small: ['transform: scale(0)', 'transform: none'],
  far: ['position: absolute; left: -9999px', 'left: 300px'],
}
const closing = Object.entries(closings)
const put = `<!doctype html><meta charset="utf-8"><title>Put away</title><style>
${closing.map(([name, [closed, open, around = '']]) => `#${name} { ${closed} } #${name}.open { ${open} } .${name} { ${around} }`).join('\n')}
#byBox { position: fixed; bottom: 0; transform: translateY(100%) } :checked ~ #byBox { transform: none }</style>
${closing.map(([name]) => `<button onclick="${name}.classList.toggle('open')">Turn ${name}</button><div class="${name}"><div id="${name}"><a href="#x">What is ${name}</a></div></div>`).join('\n')}
<input type="checkbox" aria-label="Turn byBox"><div id="byBox"><a href="#x">What is byBox</a></div><div style="height: 3000px"></div><button>Below</button>`

const framed = (element: string) => `<!doctype html><title>Outer</title>${element}`
const inner = '<!doctype html><title>Inner</title><button onclick="this.textContent = `Pressed`">Innermost</button>'
const frames: Readonly<Record<string, string>> = {
  object: '<object data="/inner" type="text/html"></object>',
  embed: '<embed src="/inner" type="text/html">',
  frame: '<frameset cols="*"><frame src="/inner"></frameset>',
}

t.test('out of reach', async (t) => {
  if (!chromiumOrSkip(t)) return
  const framePages = Object.fromEntries(Object.entries(frames).map(([name, html]) => [`/${name}`, framed(html)]))
  const server = await serve(t, {
    pages: {
      '/unseen': unseen,
      '/passing': passing,
      '/open': openList,
      '/labels': labels,
      '/skipped': skipped,
      '/on-hover': onHover,
      '/put': put,
      '/inner': inner,
      ...framePages,
    },
  })
  const { call, tab, outside } = await openPage(t, `${server.origin}/unseen`)
  const click = (titleContains: string) =>
    call('interact', { find: { scope: 'tab', tab, filter: { titleContains } }, action: 'click', format: 'outline' })
  const refusalOf = async (titleContains: string) => {
    const error = await click(titleContains).catch((error: unknown) => error)
    if (!(error instanceof Problem)) throw new Error(`not refused: ${JSON.stringify(error)}`)
    return `${error.message} ${error.hint}`
  }
  const pressed = () => outside.evaluate<string>('pressed.join()')

  t.comment('a button that is there for keys and screen readers is pressed as they do, unless something lies over it')
  for (const name of ['Skip', 'Dismiss']) t.match(await click(name), { route: 'native' }, name)
  t.match(await refusalOf('Below'), /is covered by .*sheet/i)
  t.equal(await pressed(), 'Skip,Dismiss')

  t.comment('a control that lets the pointer through is pressed at what takes it, if that is there for it alone')
  await call('navigate', { tab, url: `${server.origin}/passing` })
  for (const name of ['First', 'Second', 'Alone']) t.match(await click(name), { route: 'pointer' }, name)
  for (const name of ['One', 'Other']) t.match(await refusalOf(name), /is covered by/, name)
  t.equal(await pressed(), 'First,Second,around')

  t.comment('a page that takes no pointer while a list is open: the refusal names the list')
  await call('navigate', { tab, url: `${server.origin}/open` })
  await click('Town')
  t.match(await refusalOf('Save'), /is covered by .*Towns.*\[\d+\] list: Towns/)
  t.equal(await outside.evaluate('saved'), 0)
  await click('Oslo')
  await click('Save')
  t.equal(await outside.evaluate('saved'), 1)

  const go = (path: string) => call('navigate', { tab, url: `${server.origin}${path}` })
  const seen = async () => {
    const { outline = '' } = await call('explore', {
      scope: 'tab',
      tab,
      format: 'outline',
      includeDisabled: true,
      limit: 1000,
    })
    return outline
  }

  t.comment('the visible label of a control that is not rendered is that control')
  await go('/labels')
  t.match(await seen(), /radios: .*Small.*Large.*switch: Wi-Fi.*checkbox: Locked \(disabled.*checkbox: Star it/s)
  t.notMatch(await seen(), /Unseen|dropdown/)
  for (const name of ['Large', 'Wi-Fi'])
    t.match(
      await call('interact', {
        find: { scope: 'tab', tab, filter: { titleContains: name } },
        action: 'toggle',
        value: 'on',
      }),
      { effect: 'confirmed', route: 'pointer' },
      name,
    )
  t.equal(await outside.evaluate('[s, l, w, off].map((one) => one.checked).join()'), 'false,true,true,false')
  t.match(await seen(), /Large \(checked.*Wi-Fi \((?:on|checked)/s)

  t.comment('what is rendered only near the viewport is there, and is reached by scrolling')
  await go('/skipped')
  t.match(await seen(), /textfield: Holder.*link: Terms.*Pay/s)
  t.notMatch(await seen(), /Never|1234/)
  t.match(await call('text', { tab }), { text: /Payment.*Holder.*Terms.*Last words/s })
  const read = async () =>
    (await call('explore', { scope: 'tab', tab, format: 'outline', includeNonInteractable: true })).outline ?? ''
  t.match(await read(), /heading: Payment.*text: Holder.*textfield.*text: Few words.*text: Last words/s)
  t.notMatch(await read(), /Unsaid|1234/)
  await call('interact', {
    find: { scope: 'tab', tab, filter: { titleContains: 'Holder' } },
    action: 'set_value',
    value: 'Ann',
  })
  const { outline = '' } = await click('Pay')
  t.match(outline, /Pay/)
  t.notMatch(outline, /Payment|words/, 'scrolling is neither coming nor going')
  t.equal(await outside.evaluate('paid'), 'Ann')

  t.comment('what hovering shows is told at its row, and pressed as a person does')
  await go('/on-hover')
  const elements = await seen()
  t.match(elements, /button: Remove.*button: Remove.*New/s)
  t.notMatch(elements, /Nowhere/)
  t.match(await refusalOf('Nowhere'), /not_found|matches/)
  const [, second] = [
    ...linesApart(elements)
      .join('\n')
      .matchAll(/\[(\d+)\] button: Remove/g),
  ]
  t.match(await call('interact', { elementId: second![1]!, action: 'click' }), { route: 'pointer' })
  const tools = ['faint', 'aside', 'flat', 'slit', 'nested', 'either', 'without', 'pale']
  for (const name of ['New', ...tools]) await click(name === 'New' ? name : `Drop ${name}`)
  t.equal(await outside.evaluate('done.join()'), ['Bob', 'New', ...tools].join())

  t.comment('what a page has put away is not in its view; its coming and going are changes, and scrolling is neither')
  await go('/put')
  t.notMatch(await seen(), /What is/)
  const turn = (name: string) =>
    call('interact', {
      find: { scope: 'tab', tab, filter: { titleContains: `Turn ${name}` } },
      action: 'click',
      format: 'outline',
    })
  for (const name of [...Object.keys(closings), 'byBox'])
    for (const sign of ['+', '-'] as const) {
      const { effect, outline = '' } = await turn(name)
      t.equal(effect, 'confirmed', name)
      // What moves for longer than an answer waits is told as soon as it has come to rest.
      if (name !== 'right') t.ok(outline.includes(`${sign} `) && outline.includes(`What is ${name}`), outline)
      const until = sign === '+' ? 'present' : 'absent'
      await call('wait', { scope: 'tab', tab, filter: { titleContains: `What is ${name}` }, until, timeoutMs: 20_000 })
    }
  const below = await call('interact', {
    find: { scope: 'tab', tab, filter: { titleContains: 'Below' } },
    action: 'click',
    format: 'outline',
  })
  t.notMatch(below.outline, /^[+-]/m)

  t.comment('each frame is part of the page, whatever element shows it')
  for (const name of Object.keys(frames)) {
    await go(`/${name}`)
    t.match(await call('text', { tab }), { text: /Innermost/ }, name)
    t.match(await click('Innermost'), { effect: 'confirmed' }, name)
    t.match(await seen(), /button: Pressed/, name)
  }
})
