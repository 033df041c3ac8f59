/** Warm = cold in the first moments of a document, when Chromium does not yet tell what changes without an event. */
import { setTimeout as delay } from 'node:timers/promises'
import t from 'tap'
import { Flag } from '../../daemon/platform/element/flags.ts'
import { Warm } from '../../daemon/tree/warm/sync.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { random } from '../fixtures/random.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { openTab } from '../fixtures/web/tab.ts'
import { minutes, settledLaw, tell, turns } from './law.ts'

t.setTimeout(300_000 + 120_000 * minutes)
if (!chromiumOrSkip(t)) process.exit(0)

/** Chromium begins within 250 ms after it was first asked for a document's elements. */
const youthMs = 600
const boxes = 30
/** Without other text; with so much that the tree is a large one; with a frame of the same site. */
const kinds = { small: '', large: '<p>Text <b>in</b> parts</p>'.repeat(700), framed: '<iframe src="/inner"></iframe>' }

const box = (at: number | string) => `<div><p><label>Box ${at} <input type="checkbox" id="b${at}"></label></p></div>`
/** Nothing tells of a tick that a script sets at a box that is not drawn: it is known once the page changes. */
const acts = `{
  tick: (box) => { if (box.checkVisibility({ visibilityProperty: true })) box.checked = !box.checked },
  name: (box, n) => { box.parentNode.firstChild.data = 'Name ' + n },
  label: (box, n) => { box.setAttribute('aria-label', 'Label ' + n) },
  disable: (box) => { box.disabled = !box.disabled },
  hide: (box) => { box.style.display = box.style.display ? '' : 'none' },
  rule: (box) => { document.styleSheets[0].insertRule('#' + box.id + ' { visibility: hidden }') },
  move: (box) => { document.body.append(box.closest('div')) },
  add: (box, n) => { document.body.insertAdjacentHTML('beforeend', (${box})(n)) },
  remove: (box) => { box.closest('div').remove() },
  focus: (box) => { box.focus() },
}`
const script = `<style></style><script>
const acts = ${acts}
const all = () => [...document.querySelectorAll('input')]
// Often the one that came last: it may have come when nothing was told yet.
function act(kind, at, n) { acts[kind](at % 3 ? all()[at % all().length] : all().at(-1), n); return state() }
function nameOf(box) {
  const isDrawn = box.checkVisibility({ visibilityProperty: true })
  return (isDrawn && box.ariaLabel) || box.parentNode.firstChild.data.trim()
}
function state() {
  // The label of a box that is not drawn is pressed in its place, and says what it is.
  return all().filter((box) => box.parentNode.checkVisibility({ visibilityProperty: true }))
    .map((box) => [box.id, nameOf(box), box.checked, box.disabled].join(' '))
}
</script>`
const names = [...acts.matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name!)

const body = `${script}${Array.from({ length: boxes }, (_, at) => box(at)).join('')}`
const pages = {
  ...Object.fromEntries(Object.entries(kinds).map(([kind, more]) => [`/${kind}`, `<!doctype html>${body}${more}`])),
  '/inner': `<!doctype html>${body}`,
}

t.test('what a script changes in a new document is known by the answer', async (t) => {
  const { origin } = await serve(t, { pages })
  const open = await openTab(t, await launchChromium(t))
  const dice = random()
  const { below, oneOf } = dice
  const warm = new Warm(open.tab)
  const wrong: string[] = []
  let cases = 0
  for (const turn of turns(t, 6, dice)) {
    const kind = Object.keys(kinds)[turn % 3]!
    await open.tab.page.navigate({ url: `${origin}/${kind}?n=${turn}` }, 'load', open.signal)
    const end = performance.now() + youthMs
    for (let n = 0; performance.now() < end; n++) {
      const name = oneOf(names)
      const call = `act('${name}', ${below(1000)}, 'x${turn}x${n}')`
      const inFrame = kind === 'framed' && below(3) > 0
      const told = await open.page<string[]>(inFrame ? `frames[0].${call}` : call)
      const frame = inFrame || kind !== 'framed' ? [] : await open.page<string[]>('frames[0].state()')
      const outer = inFrame ? await open.page<string[]>('state()') : []
      const { settled } = await warm.freshen({
        freshness: 'auto',
        signal: open.signal,
        deadline: performance.now() + 30_000,
      })
      if (!settled) continue
      cases++
      const expected = [...told, ...frame, ...outer].sort()
      const found = boxesOf(warm).sort()
      const differing = [
        ...expected.filter((one) => !found.includes(one)),
        ...found.filter((one) => !expected.includes(one)),
      ]
      if (differing.length > 0 || expected.length !== found.length)
        wrong.push(
          `${kind}, ${name}, ${Math.round(youthMs - (end - performance.now()))} ms: ${differing.slice(0, 4).join('; ')}`,
        )
    }
  }
  tell(t, { law: settledLaw, on: 'new documents', cases, wrong })
})

t.test('what came in the first moments is watched from then on', async (t) => {
  const { origin } = await serve(t, { pages })
  const open = await openTab(t, await launchChromium(t))
  const warm = new Warm(open.tab)
  const freshen = () => warm.freshen({ freshness: 'auto', signal: open.signal, deadline: performance.now() + 30_000 })
  for (const kind of Object.keys(kinds)) {
    await open.tab.page.navigate({ url: `${origin}/${kind}?watched` }, 'load', open.signal)
    await freshen()
    await open.page(`act('add', 0, 'Late')`)
    await freshen()
    await delay(youthMs)
    await freshen()
    const told = await open.page<string[]>(`act('tick', 0, '')`)
    const { settled } = await freshen()
    t.ok(settled, kind)
    t.ok(boxesOf(warm).includes('bLate Box Late true false'), kind)
    t.ok(told.includes('bLate Box Late true false'), kind)
  }
})

function boxesOf(warm: Warm): string[] {
  return [...warm.tree.walk()].flatMap(({ role, identifier, title = '', flags }) =>
    role === 'AXCheckBox' && (flags & Flag.hidden) === 0
      ? [[identifier, title, (flags & Flag.checked) !== 0, (flags & Flag.disabled) !== 0].join(' ')]
      : [],
  )
}
