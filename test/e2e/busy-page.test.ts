/** An element that lives is never called gone, though its page makes parts of it anew without a pause. */
import t from 'tap'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openInside } from '../fixtures/web/inside.ts'
import { attachOutside, type Outside } from '../fixtures/web/outside.ts'
import { isFew } from '../laws/law.ts'
import { type Asking, askingInside, idOn } from './client.ts'

if (!chromiumOrSkip(t)) process.exit(0)

t.setTimeout(180_000)

const parts = 40
const rowsOfPart = 8
const clients = 8
const callsOfClient = isFew ? 10 : 60

/** Rows that live are moved, written anew and taken out and put back within one task; others come and go beside them. */
const page = `<!doctype html><meta charset="utf-8"><title>Board</title><main></main><script>
  const rows = []
  let made = 0
  const row = (name) => {
    const li = document.createElement('li')
    li.innerHTML = '<button>Open ' + name + '</button> <span>' + name + '</span> <input type="checkbox" aria-label="Pick ' + name + '"> <i>0</i>'
    li.querySelector('button').addEventListener('click', () => li.classList.toggle('open'))
    return li
  }
  for (let p = 0; p < ${parts}; p++) {
    const section = document.createElement('section')
    section.setAttribute('aria-label', 'Part ' + p)
    const list = section.appendChild(document.createElement('ul'))
    for (let r = 0; r < ${rowsOfPart}; r++) rows.push(list.appendChild(row('item ' + p + '-' + r)))
    document.querySelector('main').append(section)
  }
  const lists = [...document.querySelectorAll('ul')]
  let turns = 0
  function change() {
    turns++
    const list = lists[(turns * 7) % lists.length]
    const own = [...list.children].filter((li) => !li.passing)
    for (const li of list.children) if (li.passing) li.remove()
    const passing = row('guest ' + made++)
    passing.passing = true
    list.append(passing)
    list.append(own[turns % own.length])
    own[(turns + 3) % own.length].querySelector('i').textContent = turns
    if (turns % 5 === 0) list.replaceChildren(...own)
    if (turns % 50 === 0) document.querySelector('main').append(list.parentElement)
  }
  setInterval(change, 200)
</script>`

let client: Asking
let outside: Outside
let tab: string

t.before(async () => {
  const { origin } = await serve(t, { pages: { '/board': page } })
  const browser = await launchChromium(t)
  client = askingInside(await openInside(t, browser))
  tab = (await client.call('navigate', { url: `${origin}/board` })).tab!
  outside = await attachOutside(t, browser, `${origin}/board`)
})

t.test('an element that lives is never gone to anybody', async (t) => {
  const everything = { limit: 2000, maxTokens: 60_000, maxDepth: 100 }
  const { outline } = await client.call('explore', { scope: 'tab', tab, format: 'outline', ...everything })
  const buttons: string[] = []
  const boxes: string[] = []
  for (let p = 0; p < parts; p++)
    for (let r = 0; r < rowsOfPart; r++) {
      buttons.push(idOn(outline, new RegExp(`button: Open item ${p}-${r}$`)))
      boxes.push(idOn(outline, new RegExp(`checkbox: Pick item ${p}-${r}$`)))
    }
  const refusals = new Map<string, number>()
  let calls = 0
  const ask = async (method: string, params: object): Promise<{ revision?: number }> => {
    calls++
    const { json } = await client.post(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = json as { result?: object; error?: { message: string; data: { name: string } } }
    if (error !== undefined) {
      const words = `${method}: ${error.data.name}: ${error.message.replace(/\d+/g, 'n')}`
      refusals.set(words, (refusals.get(words) ?? 0) + 1)
    }
    return result ?? {}
  }
  const work = async (at: number) => {
    const draw = random(at + 1)
    let revision: number | undefined
    for (let call = 0; call < callsOfClient; call++) {
      const elementId = draw.oneOf(draw.below(2) === 0 ? buttons : boxes)
      const kind = draw.below(10)
      // Two of them have the page read as a whole again and again: what the others do meets that.
      if (at < 2) {
        const since = revision === undefined ? {} : { since: revision }
        revision = (await ask('explore', { scope: 'tab', tab, freshness: draw.oneOf(['fresh', 'auto']), ...since }))
          .revision
      } else if (kind < 4) await ask('expand', { elementId })
      else if (kind < 6) await ask('explore', { scope: 'element', elementId })
      else if (kind < 7) await ask('text', { elementId })
      else if (kind < 8) await ask('visibility', { elementId })
      else if (at === 2 && call % 8 === 0) await ask('interact', { action: 'focus', elementId })
      else await ask('expand', { elementId })
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, at) => work(at)))
  t.ok(calls >= clients * callsOfClient)
  t.ok(await outside.evaluate<boolean>('rows.every((li) => li.isConnected)'), 'all of them lived')
  t.comment(`${calls} calls`, Object.fromEntries(refusals))
  const gone = [...refusals].filter(([words]) => /element_gone|element_ambiguous|internal_error/.test(words))
  t.strictSame(gone, [])
})
