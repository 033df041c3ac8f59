/** Boxes without a role or listener, which only the pointer shows to be usable: the page hears of a press far above. */
import t from 'tap'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openTab } from '../fixtures/web/tab.ts'
import { minutes, pressLaw, tell, turns } from './law.ts'

t.setTimeout(300_000 + 120_000 * minutes)
if (!chromiumOrSkip(t)) process.exit(0)

const displays = ['block', 'inline-block', 'flex', 'inline-flex', 'grid', 'table', 'list-item', 'flow-root']
const around = [...displays, 'contents', 'inline']
const contents: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `<i style="display: inline-block; width: 8px"></i> ${name}`,
  (name) => `<span>${name}</span>`,
  (name) => `<div style="display: flex"><div>${name}</div></div>`,
]
const siblings = ['', '<input>', '<b>Text</b>', '<div>Block</div>']
const boxes = 12

t.test('a box that only the pointer shows to be usable is pressed', async (t) => {
  const { below, oneOf } = random()
  const html = () => {
    const one = (at: number) =>
      `<div style="display: ${oneOf(around)}; position: relative">${oneOf(siblings)}<div class="box" data-at="${at}" style="display: ${oneOf(displays)}${below(2) ? '; user-select: none' : ''}">${oneOf(contents)(`Box ${at}`)}</div></div>`
    return `<!doctype html><title>none</title><style>.box { cursor: pointer; padding: 4px }</style>${Array.from({ length: boxes }, (_, at) => one(at)).join('')}
<script>addEventListener('click', ({ target }) => { const box = target.closest('.box'); if (box) document.title = box.dataset.at })</script>`
  }
  const pages: { [path: string]: string } = {}
  const { origin } = await serve(t, { pages })
  const open = await openTab(t, await launchChromium(t))
  const boxOf = async (key: number) => {
    const { session, backendNodeId } = open.tab.place(key)!
    const { object } = await session.send('DOM.resolveNode', { backendNodeId })
    const functionDeclaration =
      'function () { return (this.closest ? this : this.parentElement).closest(".box")?.dataset.at }'
    return (await session.send('Runtime.callFunctionOn', { objectId: object.objectId!, functionDeclaration })).result
      .value
  }
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 4)) {
    pages[`/${turn}`] = html()
    await open.go(`${origin}/${turn}`)
    const rows = await open.read()
    for (let at = 0; at < boxes; at++) {
      cases++
      const shown = rows.filter(({ flags }) => (flags & Flag.clickable) !== 0).map(({ key }) => key)
      const style = await open.page<string>(`document.querySelector('[data-at="${at}"]').parentNode.outerHTML`)
      const before = await open.page<string>('document.title')
      let reason: string | undefined = 'is not shown'
      for (const key of shown) {
        if ((await boxOf(key)) !== `${at}`) continue
        reason = (await open.act(key, { action: 'click' })).check.reason
        if (reason === undefined && (await open.page<string>('document.title')) === `${at}`) break
        reason ??= `the page was told of ${await open.page('document.title')} after ${before}`
      }
      if (reason !== undefined) wrong.push(`${reason}: ${style}`)
    }
  }
  tell(t, { law: pressLaw, on: 'boxes without a role', cases, wrong })
})
