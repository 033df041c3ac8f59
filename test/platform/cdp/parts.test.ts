/** What a control is drawn with is no control of its own, whatever the pointer or a listener says of it. */
import t from 'tap'
import { Flag } from '../../../daemon/platform/flags.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

t.setTimeout(120_000)

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

if (chromiumOrSkip(t))
  t.test('parts of controls', async (t) => {
    const { origin } = await serve(t, { pages: { '/': page } })
    const open = await openTab(t, await launchChromium(t))
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
