/** Lists that make their rows only when they are scrolled to: what is not made is said, and scrolling by their name makes it. */
import t from 'tap'
import { serve } from '../../fixtures/daemon/serve.ts'
import { chromiumOrSkip } from '../../fixtures/web/chromium.ts'
import { openPage } from '../../fixtures/web/inside.ts'

interface Case {
  /** What the list is written as, and each row in it. */
  readonly list: string
  readonly row: string
  /** How the rows that are made are put to where they belong. */
  readonly place: 'top' | 'transform' | 'padding' | 'spacers'
  /** Of how many rows, how many are made at a time; a sizer may have text that nobody sees. */
  readonly total: number
  readonly made: number
  readonly sizer?: string
  readonly says: RegExp | undefined
}

const cases: { readonly [name: string]: Case } = {
  'a list box that counts its options': {
    ...{ list: 'role=listbox aria-label=People', row: 'role=option aria-setsize=5000', place: 'top' },
    ...{ total: 5000, made: 10, says: /4990 more rows of list \d+ "People" are made when scrolled/ },
  },
  'a grid that counts its rows': {
    ...{ list: 'role=grid aria-label=People aria-rowcount=900', row: 'role=row', place: 'transform' },
    ...{ total: 900, made: 12, says: /888 more rows of table \d+ "People" are made/ },
  },
  'plain boxes': {
    ...{ list: '', row: '', place: 'top', total: 3000, made: 12, sizer: '<i style="visibility: hidden">.</i>' },
    says: /2988 more rows of (?:the list around link|group) \d+/,
  },
  'a list between two spacers': {
    ...{ list: 'role=list aria-label=People', row: 'role=listitem', place: 'spacers', total: 400, made: 12 },
    says: /388 more rows of list \d+ "People"/,
  },
  'rows moved by a padding': {
    ...{ list: 'role=list aria-label=People', row: 'role=listitem', place: 'padding', total: 400, made: 12 },
    says: /388 more rows of list \d+ "People"/,
  },
  'all rows are made': {
    ...{ list: 'role=list aria-label=People', row: 'role=listitem', place: 'top', total: 60, made: 60 },
    says: undefined,
  },
}

function pageOf({ list, row, place, total, made, sizer = '' }: Case): string {
  return `<!doctype html><meta charset="utf-8"><title>Pool</title><h1>List</h1>
<div id="list" ${list} style="height: 200px; width: 300px; overflow-y: auto"><div id="all" style="position: relative"></div></div>
<script>
  const place = '${place}'
  const draw = () => {
    const first = Math.max(0, Math.min(${total - made}, Math.floor(list.scrollTop / 24)))
    const at = (index) => place === 'top' ? 'position: absolute; top: ' + index * 24 + 'px' : place === 'transform' ? 'position: absolute; top: 0; transform: translateY(' + index * 24 + 'px)' : ''
    const rows = Array.from({ length: ${made} }, (_, i) => '<div ${row} style="height: 24px; overflow: hidden;' + at(first + i) + '"><a href="#p">Person ' + (first + i) + '</a></div>').join('')
    const [above, below] = [first * 24, (${total - made} - first) * 24]
    all.style.cssText = 'position: relative; ' + (place === 'padding' ? 'padding: ' + above + 'px 0 ' + below + 'px' : place === 'spacers' ? '' : 'height: ${total * 24}px')
    all.innerHTML = place === 'spacers' ? '<div style="height: ' + above + 'px"></div>' + rows + '<div style="height: ' + below + 'px"></div>' : rows + '${sizer && '<b style="position: absolute; bottom: 0">'}${sizer}${sizer && '</b>'}'
  }
  list.onscroll = draw
  draw()
</script>`
}

/** Its rows come after it was scrolled, one a frame, and pressing one does nothing. */
const late = `<!doctype html><meta charset="utf-8"><title>Late rows</title>
<div id="list" style="height: 200px; width: 300px; overflow-y: auto"><div id="all" style="position: relative; height: 9600px"></div></div>
<script>
  let [next, pressed] = [0, '']
  const draw = () => {
    const row = document.createElement('button')
    row.style.cssText = 'position: absolute; height: 24px; top: ' + next * 24 + 'px'
    row.textContent = 'Late ' + next++
    row.onclick = () => (pressed = row.textContent)
    all.append(row)
  }
  const more = () => {
    draw()
    if (next % 12 > 0) requestAnimationFrame(more)
  }
  list.onscroll = () => next % 12 === 0 && requestAnimationFrame(more)
  while (next < 12) draw()
</script>`

if (chromiumOrSkip(t)) {
  const names = Object.keys(cases)
  const server = await serve(t, {
    pages: { ...Object.fromEntries(names.map((name, at) => [`/${at}`, pageOf(cases[name]!)])), '/late': late },
  })
  const { outside, tab, ...world } = await openPage(t, `${server.origin}/0`)
  for (const [at, name] of names.entries()) {
    t.test(name, async (t) => {
      const { says, list } = cases[name]!
      await world.call('navigate', { tab, url: `${server.origin}/${at}` })
      const { hint = '' } = await world.call('explore', { scope: 'tab', tab })
      if (says === undefined) return t.notMatch(hint, /made when scrolled/)
      t.match(hint, says)
      const last = () => outside.evaluate<string>("[...document.querySelectorAll('a')].at(-1).textContent")
      const before = await last()
      const find = {
        scope: 'tab' as const,
        tab,
        includeNonInteractable: true,
        filter: { anyFieldContains: list === '' ? 'Person 5' : 'People' },
      }
      const act = { action: 'scroll' as const, value: 'down' }
      const { effect, ...told } = await world.call('interact', { find, ...act })
      const after = await last()
      t.equal(effect, 'confirmed')
      t.not(after, before)
      t.match(JSON.stringify(told), after, 'says which rows came')
      const miss = await world.call('explore', { scope: 'tab', tab, filter: { anyFieldContains: 'Person 399 ' } })
      t.match(miss.hint, /made when scrolled/)
    })
  }

  t.test('rows that come as one is scrolled to are no effect of its press', async (t) => {
    await world.call('navigate', { tab, url: `${server.origin}/late` })
    const find = { scope: 'tab' as const, tab, filter: { titleContains: 'Late 11' } }
    const { effect, why } = await world.call('interact', { find, action: 'click' })
    t.same([effect, await outside.evaluate('pressed')], ['unverified', 'Late 11'], why ?? '')
    t.ok(await outside.evaluate("document.body.innerText.includes('Late 16')"), 'they have come')
  })
}
