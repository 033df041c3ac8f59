/** Items of trees are expanded and collapsed, and not chosen by that where another way is. The DOM is the truth. */
import t from 'tap'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openShown } from '../../fixtures/web/shown.ts'

/** By what a tree listens to: what has to come of it. */
const cases = {
  'keys open it, a press chooses it': { keys: true, press: 'choose', focusable: true, chosen: false },
  'a press opens it, it has no keys': { keys: false, press: 'turn', focusable: true, chosen: false },
  'it takes no focus': { keys: true, press: 'turn', focusable: false, chosen: false },
} as const

const pageOf = ({ keys, press, focusable }: (typeof cases)[keyof typeof cases]) => `<!doctype html><title>Tree</title>
<ul role="tree" aria-label="Files"><li role="treeitem" aria-expanded="false" aria-selected="false" ${focusable ? 'tabindex="-1"' : ''} id="item"><span>Docs</span><ul role="group" id="group" hidden><li role="treeitem">Letter</li></ul></li></ul>
<script>
  const turn = (isOpen) => { item.ariaExpanded = String(isOpen); group.hidden = !isOpen }
  item.onclick = () => ${press === 'choose' ? "{ item.ariaSelected = 'true' }" : "turn(item.ariaExpanded === 'false')"}
  ${keys ? "item.onkeydown = ({ key }) => { if (key === 'ArrowRight') turn(true); if (key === 'ArrowLeft') turn(false) }" : ''}
</script>`

if (!chromiumOrSkip(t)) process.exit(0)

const { outside, tab, call, show } = await openShown(t)

for (const [name, tree] of Object.entries(cases))
  t.test(name, async (t) => {
    await show(pageOf(tree))
    const find = { scope: 'tab', tab, includeNonInteractable: true, filter: { identifierContains: 'item' } }
    for (const [action, is] of [
      ['expand', 'true'],
      ['collapse', 'false'],
    ]) {
      t.match(await call('interact', { find, action }), { effect: 'confirmed' })
      t.equal(await outside.evaluate('item.ariaExpanded'), is)
    }
    t.equal(await outside.evaluate("item.ariaSelected === 'true'"), tree.chosen)
  })
