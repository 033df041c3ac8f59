/** What a person can press is shown, though hidden from screen readers; what is hidden as a whole is not. */
import t from 'tap'
import type { Element } from '../../api-schema/element.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openPage } from '../fixtures/web/inside.ts'
import { type ConcealedPage, concealedPage } from './concealed-page.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 120_000 * minutes)

t.test('icons hidden from screen readers alone can be used', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  let page: ConcealedPage = concealedPage(dice)
  const server = await serve(t, {
    pages: {
      '/': () => page.html,
    },
  })
  const url = `${server.origin}/`
  const { tab, outside, ...world } = await openPage(t, url)
  const wrong: string[] = []
  let cases = 0
  const view = { scope: 'tab', tab, format: 'json', limit: 1000, maxTokens: 50_000 } as const
  for (const turn of turns(t, 8)) {
    page = concealedPage(dice)
    await world.call('navigate', { tab, url })
    const { elements = [] } = await world.call('explore', view)
    const shown = new Map(all(elements).map((one) => [one.identifier, one]))
    for (const { id, usable, how } of page.icons) {
      cases++
      if (shown.has(id) !== usable) wrong.push(`${turn}: ${usable ? 'missing' : 'shown'}: ${how}`)
    }
    const target = dice.oneOf(page.icons.filter(({ id, usable }) => usable && shown.has(id)))
    await outside.evaluate('pressed.length = 0')
    await world.call('interact', { elementId: shown.get(target.id)!.id, action: 'click' })
    const pressed = await outside.evaluate<string[]>('pressed')
    cases++
    if (!pressed.includes(target.id))
      wrong.push(`${turn}: the press reached ${pressed.join() || 'nothing'}: ${target.how}`)
    // Shown and hidden again while the page stands.
    const other = dice.oneOf(page.icons.filter(({ usable }) => usable))
    for (const [style, isThere] of [
      ['none', false],
      ['', true],
    ] as const) {
      await outside.evaluate(`document.getElementById('${other.id}').style.display = '${style}'`)
      const again = await world.call('explore', view)
      cases++
      if (all(again.elements ?? []).some(({ identifier }) => identifier === other.id) !== isThere)
        wrong.push(`${turn}: ${isThere ? 'missing' : 'shown'} after display: ${style || 'as before'}: ${other.how}`)
    }
  }
  const law =
    'Nothing that can be used is missing for being hidden from screen readers alone, and nothing else comes in.'
  tell(t, { law, on: 'icons on pages made by chance', cases, wrong })
})

function all(elements: readonly Element[]): Element[] {
  return elements.flatMap((one) => [one, ...all(one.children ?? [])])
}
