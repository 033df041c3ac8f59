/** Parts that a page builds again as they were: an effect of what made it do so, and none of a press beside them. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { openBoth } from '../../fixtures/web/inside.ts'

const page = `<!doctype html><meta charset="utf-8"><title>Redrawn</title>
<div id="app"></div><p><button>Dead</button><div id="poll"></div>
<script>
  const draw = () => {
    app.innerHTML = '<label>Value <input value="one"></label><button id="save">Save</button><button id="later">Later</button>'
    save.onclick = draw
    later.onclick = () => setTimeout(draw, 100)
  }
  draw()
  const ask = () => { poll.innerHTML = '<a href="#x">Latest</a>' }
  ask()
  if (location.search) setInterval(ask, 200)
</script>`

t.test('what is drawn again as it was', chromiumOrSkip, async (t) => {
  const browser = await launchChromium(t)
  const server = await serve(t, { pages: { '/': page } })
  const { call, tab } = await openBoth(t, browser, `${server.origin}/`)
  const click = async (title: string) =>
    call('interact', {
      find: { scope: 'tab', tab, filter: { anyFieldContains: title } },
      action: 'click',
      format: 'outline',
    })
  for (const [button, effect] of [
    ['Save', 'confirmed'],
    // Not by the task of the press: the page might have done it by itself.
    ['Later', 'unverified'],
  ] as const)
    t.match(await click(button), { effect, outline: /group#app was redrawn/ }, button)
  t.match(await click('Dead'), { effect: 'unverified' })
  await call('navigate', { tab, url: `${server.origin}/?polling` })
  for (let count = 0; count < 3; count++)
    t.match(await click('Dead'), { effect: 'unverified' }, 'beside a page that polls')
  t.match(await click('Save'), { effect: 'confirmed' })
})
