/** What a page attaches to its elements long after it has loaded makes them pressable, though no event tells of it. */
import { setTimeout } from 'node:timers/promises'
import t from 'tap'
import { Flag } from '../../../daemon/platform/flags.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { answerThat } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openTab } from '../../fixtures/web/tab.ts'

t.setTimeout(120_000)

const cards = `<!doctype html><title>Cards</title><div id="letter">Letter</div><div id="plain">Plain</div>
<script>function hydrate() { letter.addEventListener('click', () => {}); return 1 }</script>`
const pages = { '/cards': cards, '/framed': '<!doctype html><title>Framed</title><iframe src="/cards"></iframe>' }

if (chromiumOrSkip(t))
  t.test('listeners that come late', async (t) => {
    const { origin } = await serve(t, { pages })
    const open = await openTab(t, await launchChromium(t))
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
