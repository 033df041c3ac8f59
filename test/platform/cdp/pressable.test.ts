/** What on a page can be pressed: also what listens long after it has loaded, and no part that a control is drawn with. */
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { answerThat } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

if (!chromiumOrSkip(t)) process.exit(0)

t.setTimeout(120_000)
const browser = await launchChromium(t)

const cards = `<!doctype html><title>Cards</title><div id="letter">Letter</div><div id="plain">Plain</div>
<script>function hydrate() { letter.addEventListener('click', () => {}); return 1 }</script>`
const pages = { '/cards': cards, '/framed': '<!doctype html><title>Framed</title><iframe src="/cards"></iframe>' }

// No event tells of them.
t.test('listeners that come late', async (t) => {
  const { origin } = await serve(t, { pages })
  const open = await openTab(t, browser)
  for (const [path, hydrate] of [
    ['/cards', 'hydrate()'],
    ['/framed', 'frames[0].hydrate()'],
    ['/cards?again', 'hydrate()'],
  ] as const) {
    await open.tab.page.navigate({ url: `${origin}${path}` }, 'load', open.signal)
    const warm = new Warm(open.tab)
    const pressable = async () => {
      await warm.freshen({ freshness: 'auto', signal: open.signal, deadline: performance.now() + 30_000 })
      return [...warm.tree.walk()].flatMap(({ flags, identifier }) => (flags & Flag.clickable ? identifier : []))
    }
    t.strictSame(await pressable(), [], `${path}: nothing listens yet`)
    // By then Chromium tells what changes, and it is not read again for not telling.
    await setTimeout(500)
    t.strictSame(await pressable(), [], `${path}: nor now`)
    t.equal(await open.page(hydrate), 1)
    t.strictSame(await answerThat(pressable, (found) => found.length > 0), ['letter'], path)
  }
})

const page = `<!doctype html><title>Parts</title><style>.hand { cursor: pointer }</style>
<x-host></x-host><x-button></x-button>
<div role="checkbox" aria-checked="false" tabindex="0" style="cursor: default"><i class="hand" style="display: inline-block; width: 9px; height: 9px"></i> Box</div>
<div role="button" tabindex="0">Chip <i id="remove" style="display: inline-block; width: 9px; height: 9px"></i></div>
<script>
const within = (element, html) => { element.attachShadow({ mode: 'open' }).innerHTML = html; return element.shadowRoot }
within(document.querySelector('x-host'), '<style>:host { display: block; cursor: pointer }</style><span>Start</span><b><slot></slot></b><p>End</p>')
for (const part of within(document.querySelector('x-button'), '<button><span></span><span>Press</span><span></span></button>').querySelectorAll('span')) part.addEventListener('click', () => {})
document.getElementById('remove').addEventListener('click', () => {})
</script>`

/** Whatever the pointer or a listener says of them. */
t.test('parts of controls', async (t) => {
  const { origin } = await serve(t, { pages: { '/': page } })
  const open = await openTab(t, browser)
  await open.go(`${origin}/`)
  const usable = (await open.read()).filter(({ flags }) => (flags & (Flag.clickable | Flag.reactive)) !== 0)
  const names = await Promise.all(
    usable.map(async ({ key }) => {
      const { session, backendNodeId } = open.tab.place(key)!
      const { node } = await session.send('DOM.describeNode', { backendNodeId })
      return [node.localName, ...(node.attributes ?? []).filter((one) => one === 'remove')].join('#')
    }),
  )
  t.strictSame(names.sort(), ['button', 'div', 'div', 'i#remove', 'x-host'])
})
