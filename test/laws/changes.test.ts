/** What changed is told whole: random changes of a page, each of which has to be told. The page itself says what it did. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openBoth } from '../fixtures/web/inside.ts'
import { minutes, tell, turns } from './law.ts'

t.setTimeout(600_000 + 240_000 * minutes)
if (!chromiumOrSkip(t)) process.exit(0)
const browser = await launchChromium(t)
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
  (n) => {
    const rows = by('rows'); const table = rows.parentElement; const place = table.nextSibling; const row = rows.firstElementChild
    table.remove()
    if (row.cells.length > 2) row.deleteCell(2)
    row.insertCell().textContent = 'Came ' + n
    place.before(table)
    return ['Came ' + n]
  },
]
function change(n) { return turns[n % turns.length](Math.floor(n / turns.length)) }
</script>`

t.test('every change that can be seen is told', async (t) => {
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const server = await serve(t, { pages: { '/changes': page } })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/changes`)
  let { revision } = await call('explore', { scope: 'tab', tab })
  const missed: string[] = []
  let cases = 0
  for (const _ of turns(t, changes, dice)) {
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

/** A dialog comes among so many other elements, in a way of its own. */
const openingPage = `<!doctype html><title>Opening</title><style>html { overflow-x: hidden } .held { overflow: hidden } .over { position: fixed; inset: 0; background: #fffc }
</style><div id="parts"></div><button id="go">Open</button><div id="kept" hidden></div><script>
const kinds = [(n) => '<button>Part ' + n + '</button>', (n) => '<p>Part ' + n + '</p>', (n) => '<div><input placeholder="Part ' + n + '"></div>', (n) => '<label><input type=checkbox>Part ' + n + '</label>', (n) => '<a href=#' + n + '>Part ' + n + '</a>']
const ask = (n) => '<section><h2>Really ' + n + '?</h2><input placeholder="Why ' + n + '"><button>Yes ' + n + '</button></section>'
const over = (n) => { const one = document.createElement('div'); one.className = 'over'; one.innerHTML = ask(n); return one }
const clear = () => { document.querySelector('.over, dialog')?.remove(); document.body.className = ''; kept.hidden = true; kept.innerHTML = ''; document.body.removeAttribute('aria-label') }
const ways = [
  (n) => { document.body.className = 'held'; document.body.append(over(n)) },
  (n) => { kept.innerHTML = ask(n); kept.hidden = false; document.body.className = 'held'; const one = over(n); one.replaceChildren(kept.firstChild); document.body.append(one) },
  (n) => { document.body.append(over(n)); const around = document.createElement('div'); around.role = 'group'; around.append(...document.body.childNodes); document.body.append(around) },
  (n) => { kept.innerHTML = ask(n); kept.hidden = false },
  (n) => { const one = document.createElement('dialog'); one.innerHTML = ask(n); document.body.append(one); one.showModal() },
  (n) => { document.body.setAttribute('aria-label', 'All'); document.body.prepend(over(n)) },
  (n) => { const around = document.createElement('form'); around.className = 'over'; around.append(...over(n).childNodes, ...parts.children); parts.append(around) },
]
function lay(many, way, n) { clear(); parts.innerHTML = Array.from({ length: many }, (_, at) => kinds[at % 5](at)).join(''); go.onclick = () => ways[way](n) }
</script>`
const manners = 7

t.test('what opens is told, however much it opens among', async (t) => {
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const server = await serve(t, { pages: { '/opening': openingPage } })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/opening`)
  const missed: string[] = []
  let cases = 0
  for (const turn of turns(t, 3 * manners, dice)) {
    cases++
    const many = dice.below(400)
    const way = turn % manners
    await outside.evaluate(`lay(${many}, ${way}, ${turn})`)
    const find = { scope: 'tab', tab, filter: { titleContains: 'Open' } } as const
    const { outline = '' } = await call('interact', { find, action: 'click', format: 'outline' })
    const lines = outline.split('\n')
    const untold = [`Really ${turn}?`, `Why ${turn}`, `Yes ${turn}`].filter((one) => !outline.includes(one))
    const what = `${turn}: way ${way} among ${many}`
    if (untold.length > 0) missed.push(`${what}: ${untold.join()} is not in ${outline.slice(0, 200)}`)
    if (lines.some((line) => /^\+.*Part \d/.test(line))) missed.push(`${what}: told as added: what was there`)
  }
  tell(t, { law: 'Every change that can be seen is told.', on: 'dialogs among other elements', cases, wrong: missed })
})

t.test('the focus is where the page has it, and nowhere else', async (t) => {
  const dice = random()
  const server = await serve(t, { pages: { '/changes': page } })
  const { call, tab, outside } = await openBoth(t, browser, `${server.origin}/changes`)
  await call('explore', { scope: 'tab', tab })
  const wrong: string[] = []
  let cases = 0
  for (const _ of turns(t, changes, dice)) {
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
