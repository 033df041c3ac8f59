/** What changed is told whole: random changes of a page, each of which has to be told. The page itself says what it did. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 240_000 * minutes)
const changes = 60

/** Elements that take the focus, and turns in which none has it. */
const focusTurns = 11

/** `change(n)` makes one change and returns the words that tell it, all of which must be told. */
const page = `<!doctype html><title>Order saved list of fruit moved</title>
<main><ul id="list">${['Apple', 'Pear', 'Plum', 'Quince', 'Cherry'].map((one) => `<li><button>${one}</button></li>`).join('')}</ul>
<table><tbody id="rows">${[3, 1, 2].map((one) => `<tr><td>Row ${one}</td><td>${one * 10}</td></tr>`).join('')}</tbody></table>
<section aria-label="Left" id="left"><button>Card</button></section><section aria-label="Right" id="right"></section>
<p id="note"></p><div id="place"></div><input aria-label="First"><input aria-label="Second"><button id="named">Go</button></main>
<script>
const words = ['Saved', 'Order', 'fruit', 'moved', 'list', 'Nothing', 'Tea time']
const by = (id) => document.getElementById(id)
const turns = [
  (n) => { const list = by('list'); const one = list.children[n % 4]; list.append(one); return [one.textContent, 'order'] },
  (n) => { const rows = by('rows'); rows.append(rows.firstElementChild); return ['order', 'Row 1', 'Row 2', 'Row 3'] },
  (n) => { const all = [...by('list').children].reverse(); by('list').append(...all); return ['order', ...all.map((one) => one.textContent)] },
  (n) => { const card = document.querySelector('section button'); const to = card.parentElement.id === 'left' ? 'right' : 'left'; by(to).append(card); return ['Card', 'Left', 'Right'] },
  (n) => { const old = by('note').textContent; const text = words.filter((one) => one !== old)[n % 6]; by('note').textContent = text; return [text] },
  (n) => { const text = words[n % 7]; const line = document.createElement('span'); line.textContent = text; by('place').replaceChildren(document.createElement('hr'), line); return by('place').was === text ? [] : [by('place').was = text] },
  (n) => { const text = 'Go ' + n; by('named').textContent = text; return [text] },
]
function change(n) { return turns[n % turns.length](Math.floor(n / turns.length)) }
</script>`

t.test('every change that can be seen is told', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const server = await serve(t, { pages: { '/changes': page } })
  const browser = await launchChromium(t)
  const url = `${server.origin}/changes`
  const { call, tab, outside } = await openBoth(t, browser, url)
  let { revision } = await call('explore', { scope: 'tab', tab })
  const missed: string[] = []
  let cases = 0
  for (const _ of turns(t, changes)) {
    cases++
    const wanted = await outside.evaluate<string[]>(`change(${dice.below(7000)})`)
    const answer = await call('explore', { scope: 'tab', tab, since: revision, format: 'outline' })
    for (const word of wanted)
      if (!(answer.outline ?? '').includes(word)) missed.push(`${wanted.join()}: ${answer.outline}`)
    revision = answer.revision
  }
  tell(t, {
    law: 'Every change that can be seen is told.',
    on: 'lists, tables and texts of a page',
    cases,
    wrong: missed,
  })
})

t.test('the focus is where the page has it, and nowhere else', async (t) => {
  if (!chromiumOrSkip(t)) return
  const dice = random()
  const server = await serve(t, { pages: { '/changes': page } })
  const browser = await launchChromium(t)
  const url = `${server.origin}/changes`
  const { call, tab, outside } = await openBoth(t, browser, url)
  await call('explore', { scope: 'tab', tab })
  const wrong: string[] = []
  let cases = 0
  for (const _ of turns(t, changes)) {
    cases++
    const has = await outside.evaluate<string>(`(() => {
      const all = [...document.querySelectorAll('button, input')]
      const n = ${dice.below(focusTurns)}
      if (n < all.length) all[n].focus(); else document.activeElement.blur()
      const one = document.activeElement
      return one === document.body ? '' : (one.ariaLabel ?? one.textContent)
    })()`)
    const answer = await call('explore', { scope: 'tab', tab, format: 'list' })
    const focused = (answer.outline ?? '')
      .split('\n')
      .filter((line) => /\(.*\bfocused/.test(line) && !/\] page/.test(line))
    const isRight = has === '' ? focused.length === 0 : focused.length === 1 && focused[0]!.includes(has)
    if (!isRight) wrong.push(`${has}: ${focused.join(' | ')}`)
  }
  tell(t, {
    law: 'The focus is where the page has it, and nowhere else.',
    on: 'buttons and fields of a page',
    cases,
    wrong,
  })
})
