/** What is hidden in a page: an answer names what opens it, where the markup or a style sheet says so, and pressing that does. */
import t from 'tap'
import { Problem } from '../../daemon/problem.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'

/** By what is hidden: what opens it. */
const openers = {
  'Apply filters': 'Filters',
  Ruler: 'More tools',
  'Dark theme': 'Settings',
  'Reset all': 'Advanced',
  'Help page': 'Menu',
  'Deep button': 'Second tab',
  'No opener': undefined,
} as const

const page = `<!doctype html><meta charset="utf-8"><title>Openers</title>
<style>#nav { display: none } #box:checked ~ #nav { display: block }</style>
<button aria-controls="filters" aria-expanded="false" onclick="filters.hidden = !filters.hidden">Filters</button><div id="filters" hidden><button>Apply filters</button></div>
<button popovertarget="tools">More tools</button><div id="tools" popover><button>Ruler</button></div>
<button commandfor="settings" command="show-modal">Settings</button><dialog id="settings"><button onclick="settings.close()">Dark theme</button></dialog>
<details><summary>Advanced</summary><section><button>Reset all</button></section></details>
<input type="checkbox" id="box" style="display: none"><label for="box">Menu</label><nav id="nav"><a href="#help">Help page</a></nav>
<div role="tablist"><button role="tab" aria-controls="two" onclick="two.hidden = false">Second tab</button></div><div id="two" role="tabpanel" hidden><button>Deep button</button></div>
<div hidden><button>No opener</button></div>`

if (chromiumOrSkip(t)) {
  const server = await serve(t, { pages: { '/': page } })
  const { tab, ...world } = await openPage(t, `${server.origin}/`)
  const find = (anyFieldContains: string, includeHidden = false) => ({
    ...{ scope: 'tab' as const, tab, includeHidden, filter: { anyFieldContains } },
  })
  const refusal = (text: string, includeHidden: boolean) =>
    world.call('interact', { find: find(text, includeHidden), action: 'click' }).then(
      () => t.fail(`${text} was pressed`),
      (error: unknown) => (error instanceof Problem ? String(error.message + error.advice) : Promise.reject(error)),
    )
  for (const [hidden, opener] of Object.entries(openers)) {
    t.test(hidden, async (t) => {
      const [notFound, refused] = [await refusal(hidden, false), await refusal(hidden, true)]
      if (opener === undefined) {
        t.notMatch(notFound, /opened by/)
        return t.match(refused, /Open what it is in, then/)
      }
      t.match(notFound, new RegExp(`opened by \\[\\d+\\] \\w+: ${opener}`))
      t.match(refused, new RegExp(`by this: \\[\\d+\\] \\w+: ${opener}`))
      await world.call('interact', { find: find(opener), action: 'click' })
      t.match(await world.call('interact', { find: find(hidden), action: 'click' }), { route: 'pointer' })
    })
  }
}
