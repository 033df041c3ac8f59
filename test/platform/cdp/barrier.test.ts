/** What a question to a page that is kept true costs, and that it misses nothing for being cheap. */
import t from 'tap'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import type { Key, Row } from '../../../daemon/platform/element/row.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import type { WarmTree } from '../../../daemon/tree/warm/warm-tree.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { type OpenTab, openTab } from '../../fixtures/web/tab.ts'

t.setTimeout(120_000)

if (!chromiumOrSkip(t)) process.exit(0)
const chromium = await launchChromium(t)

const page = `<!doctype html><title>Form</title>
<input id="name"><input id="city"><input id="agree" type="checkbox"><button id="send">Send</button>`

t.test(
  'an unchanged page is only asked what has the focus, and what changed before is known by the answer',
  async (t) => {
    const { origin } = await serve(t, { pages: { '/form': page } })
    const open = await openTab(t, chromium)
    await open.go(`${origin}/form`)
    const copy = await Copy.of(open)
    const { connection } = open.tab.session
    const cost = async () => {
      const before = connection.sent
      await open.tab.settle(open.signal)
      return connection.sent - before
    }
    await until(async () => (await cost()) === 1, 'the page is watched; it has the focus itself')

    for (const id of ['name', 'city', 'agree']) {
      await open.page(`document.getElementById('${id}').focus()`)
      t.strictSame(await copy.focused(), [id])
      t.equal(await cost(), 2, `the page and ${id} have the focus`)
    }

    for (const where of ['send', 'city']) {
      await open.page(`document.getElementById('${where}').focus()`)
      await copy.update()
      // No event of the document tells of this.
      await open.page(`document.getElementById('agree').checked ^= true`)
      t.equal(await copy.isChecked('agree'), await open.page(`document.getElementById('agree').checked`))
      await open.page(`document.getElementById('${where}').remove(); document.getElementById('agree').checked ^= true`)
      t.equal(await copy.isChecked('agree'), await open.page(`document.getElementById('agree').checked`))
    }
  },
)

const framed = `<!doctype html><title>Outer</title><p>Before</p><div id="place"></div>`
const inner = `<!doctype html>${Array.from({ length: 40 }, (_, at) => `<label>Box ${at}<input id="box${at}" type="checkbox"></label>`).join('')}`
/** Changes are made until the frame is so old: Chromium tells them late when a document is new, and at once later. */
const frameAgeMs = 900

t.test('what no event of a document tells is known by the answer also in a frame that came later', async (t) => {
  const { origin } = await serve(t, { pages: { '/outer': framed, '/inner': inner } })
  const open = await openTab(t, chromium)
  await open.go(`${origin}/outer`)
  const copy = await Copy.of(open)
  for (let round = 0; round < 2; round++) {
    await open.page(`new Promise((loaded) => {
        const frame = Object.assign(document.createElement('iframe'), { id: 'frame', src: '/inner', onload: loaded })
        place.replaceChildren(frame)
      }).then(() => 1)`)
    const end = performance.now() + frameAgeMs
    for (let change = 0; performance.now() < end; change++) {
      const id = `box${change % 40}`
      const isChecked = await open.page<boolean>(
        `document.getElementById('frame').contentDocument.getElementById('${id}').checked ^= true`,
      )
      t.equal(await copy.isChecked(id), Boolean(isChecked), `change ${change} of ${id}`)
    }
  }
})

const pool = `<!doctype html><title>Pool</title><div id="rows"></div>`
/** As pools of rows are made: inserted empty, and filled and filled again later. */
const fillScript = (words: string) => `
  while (rows.children.length < 3) {
    const row = rows.appendChild(document.createElement('div'))
    row.addEventListener('click', () => {})
  }
  ;[...rows.children].forEach((row, at) => {
    while (row.children.length < 2) row.append(document.createElement('span'))
    row.children[1].textContent = '${words} ' + at
  })`

t.test('what is filled after it was inserted is known, and known again when it is filled otherwise', async (t) => {
  const { origin } = await serve(t, { pages: { '/pool': pool } })
  const open = await openTab(t, chromium)
  await open.go(`${origin}/pool`)
  const copy = await Copy.of(open)
  for (const words of ['first', 'second', 'third']) {
    await open.page(fillScript(words))
    const texts = await copy.texts()
    t.strictSame(
      [0, 1, 2].filter((at) => !texts.includes(`${words} ${at}`)),
      [],
      words,
    )
  }
})

/** Each with what a change is made to. No two have to be told in the same way. */
const kinds = {
  'a checkbox': ['<input id=check type=checkbox>', `check.checked = true`],
  'a slider': ['<input id=slider type=range value=3>', `slider.value = 7`],
  'a choice': ['<select id=choice><option>One<option>Two</select>', `choice.selectedIndex = 1`],
  'a rule': [
    '<style id=style>#ruled{}</style><p id=ruled>Ruled</p>',
    `style.sheet.insertRule('#ruled { display: none }')`,
  ],
  'a class': ['<style>.off{display:none}</style><p>Before <span id=off>Hidden</span></p>', `off.className = 'off'`],
  'a label': ['<span id=term>Term</span><input aria-labelledby=term>', `term.firstChild.data = 'Other term'`],
  'content made by a style': [
    '<style>.two::before{content:"Two"}</style><button id=made>Made</button>',
    `made.className = 'two'`,
  ],
  'what is kept from screen readers': [
    '<div id=kept><button>One</button><div><button>Two</button></div></div>',
    `kept.ariaHidden = 'true'`,
  ],
  'what is inert': ['<div id=inert><button>One</button></div>', `inert.inert = true`],
  'a group that is off': ['<fieldset id=group><button>In it</button></fieldset>', `group.disabled = true`],
  'a table that becomes one': [
    '<table id=table><tr><td>1<td>2<tr><td>3<td>4</table>',
    `table.rows[0].cells[0].outerHTML = '<th>Head</th>'`,
  ],
  'what was skipped': [
    '<div id=skipped style="content-visibility:hidden"><button>In it</button></div>',
    `skipped.style.contentVisibility = 'visible'`,
  ],
  'a popover': [
    '<button popovertarget=over>Open</button><div id=over popover><button>In it</button></div>',
    `over.showPopover()`,
  ],
  'what an element says of itself': ['<own-box id=own></own-box>', `own.inner.ariaChecked = 'true'`],
} as const
/** The age of a page, in ms, from which Chromium does not hold back what it tells. */
const toldAfterMs = 600
const ownBox = `<script>customElements.define('own-box', class extends HTMLElement {
  inner = Object.assign(this.attachInternals(), { role: 'checkbox', ariaLabel: 'Own', ariaChecked: 'false' })
})</script>`
const boxPage = `<!doctype html><title>Box</title><h1>Boxes of a page</h1>${kinds['what an element says of itself'][0]}${ownBox}`
const kindsPage = `<!doctype html><title>Kinds</title><main>${Object.values(kinds)
  .map(([part]) => part)
  .join('\n')}</main>${ownBox}`

t.test('every kind of change is known by the answer, and to all elements that it is one for', async (t) => {
  const { origin } = await serve(t, { pages: { '/kinds': kindsPage } })
  const open = await openTab(t, chromium)
  await open.tab.page.navigate({ url: `${origin}/kinds` }, 'load', open.signal)
  const warm = new Warm(open.tab)
  const read = async (freshness: 'auto' | 'fresh') => {
    await warm.freshen({ freshness, signal: open.signal, deadline: performance.now() + 30_000 })
    return told(warm.tree)
  }
  await read('auto')
  await until(() => open.page(`performance.now() > ${toldAfterMs}`), 'Chromium tells at once')
  t.strictSame(await read('auto'), await read('fresh'), 'nothing has changed')
  for (const [kind, [, change]] of Object.entries(kinds)) {
    await read('auto')
    await open.page(`new Promise((done) => setTimeout(() => { ${change}; done(1) }))`)
    t.strictSame(await read('auto'), await read('fresh'), kind)
  }
})

t.test('what is not rendered is known however old the page is', async (t) => {
  const body = `<title>Old</title><style>.unseen { visibility: hidden; position: absolute } .gone { display: none }</style>
    <label><input class=unseen type=checkbox role=switch id=sw>Wi-Fi</label><input class=gone type=radio id=ra><label for=ra>Large</label>`
  const { origin } = await serve(t, { pages: { '/old': `<!doctype html>${body}` } })
  const open = await openTab(t, chromium)
  await open.tab.page.navigate({ url: `${origin}/old` }, 'load', open.signal)
  const warm = new Warm(open.tab)
  const checked = async () => {
    await warm.freshen({ freshness: 'auto', signal: open.signal, deadline: performance.now() + 30_000 })
    return [...warm.tree.walk()].flatMap(({ title, flags }) => ((flags & Flag.checked) !== 0 ? title : []))
  }
  // Until then a page is looked through again by its age alone.
  const oldMs = 8500
  await until(() => open.page(`performance.now() > ${oldMs}`), 'it is old')
  t.strictSame(await checked(), [])
  await open.page('sw.checked = true')
  t.strictSame(await checked(), ['Wi-Fi'])
  await open.page('ra.checked = true')
  t.strictSame(await checked(), ['Wi-Fi', 'Large'])
  await open.page('sw.checked = false')
  t.strictSame(await checked(), ['Large'])
})

t.test('which tab of a scroller is selected is known once it has scrolled', async (t) => {
  const slides = `<!doctype html><title>Slides</title><style>
    #slides { display: flex; overflow-x: auto; width: 100px; scroll-marker-group: after }
    #slides > * { flex: 0 0 100px }
    #slides > *::scroll-marker { content: attr(title) }
  </style><div id=slides><p title=First>1<p title=Second>2<p title=Third>3</div>`
  const { origin } = await serve(t, { pages: { '/slides': slides } })
  const open = await openTab(t, chromium)
  await open.tab.page.navigate({ url: `${origin}/slides` }, 'load', open.signal)
  const warm = new Warm(open.tab)
  const selected = async () => {
    await warm.freshen({ freshness: 'auto', signal: open.signal, deadline: performance.now() + 30_000 })
    const tabs = [...warm.tree.walk()].filter(({ subrole }) => subrole === 'AXTabButton')
    return tabs.flatMap(({ title, flags }) => ((flags & Flag.selected) !== 0 ? title : []))
  }
  t.strictSame(await selected(), ['First'])
  await until(() => open.page(`performance.now() > ${toldAfterMs}`), 'Chromium tells at once')
  for (const [at, name] of ['First', 'Second', 'Third', 'First'].entries()) {
    await open.page(`new Promise((done) => {
      slides.scrollLeft = ${at % 3} * 100
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))
    })`)
    t.strictSame(await selected(), [name])
  }
})

t.test(
  'a page that has done nothing since it was read is known at once, and one that has done something is read again',
  async (t) => {
    const { origin } = await serve(t, { pages: { '/box': boxPage } })
    const open = await openTab(t, chromium)
    const { session } = open.tab
    const asked: string[] = []
    const send = session.sendRaw.bind(session)
    session.sendRaw = (method, ...rest) => {
      asked.push(method)
      return send(method, ...rest)
    }
    for (let round = 0; round < 5; round++) {
      await open.tab.page.navigate({ url: `${origin}/box?${round}` }, undefined, open.signal)
      const warm = new Warm(open.tab)
      const read = () => warm.freshen({ freshness: 'auto', signal: open.signal, deadline: performance.now() + 30_000 })
      await read()
      const before = asked.length
      t.match(await read(), { settled: true })
      t.strictSame(await open.tab.page.fills(open.signal), { hasWaited: false, loading: false })
      t.strictSame(asked.slice(before), [], 'nothing is read a second time')
      // No event tells of this, and nothing is styled by it.
      await open.page(`new Promise((done) => setTimeout(() => { own.inner.ariaChecked = 'true'; done(1) }))`)
      t.match(await read(), { settled: true })
      const own = [...warm.tree.walk()].find(({ title }) => title === 'Own')
      t.ok(own && own.flags & Flag.checked, 'it is read again')
    }
  },
)

function told(tree: WarmTree, key: Key = tree.root): unknown {
  const { key: _, parent: __, frame: ___, children, ...rest } = tree.node(key)!
  return { ...rest, children: children.map((child) => told(tree, child)) }
}

/** The rows of a tab, read again where the tab says that they may differ. */
class Copy {
  readonly #open: OpenTab
  readonly #rows = new Map<Key, Row>()
  #isDirty = false

  static async of(open: OpenTab): Promise<Copy> {
    const copy = new Copy(open)
    // A page that was just loaded is read as a whole a few times, until all of it is watched.
    await until(async () => !(await copy.update()), 'the page is quiet')
    return copy
  }

  private constructor(open: OpenTab) {
    this.#open = open
    open.tab.listen(() => {
      this.#isDirty = true
    })
  }

  /** True if something was to be read again. */
  async update(): Promise<boolean> {
    const { tab, signal } = this.#open
    this.#isDirty ||= this.#rows.size === 0
    await tab.settle(signal)
    if (!this.#isDirty) return false
    this.#isDirty = false
    const { rows, whole } = await tab.read(this.#rows.size === 0 ? 'all' : new Map(), {
      signal,
      deadline: performance.now() + 10_000,
    })
    if (whole) this.#rows.clear()
    for (const row of rows) this.#rows.set(row.key, row)
    return true
  }

  /** Besides the page. */
  async focused(): Promise<string[]> {
    await this.update()
    return this.#with(Flag.focused).flatMap(({ identifier }) => identifier ?? [])
  }

  async texts(): Promise<string[]> {
    await this.update()
    const texts = [...this.#rows.values()].filter(({ role }) => role === 'AXStaticText')
    return texts.flatMap(({ title, value }) => value ?? title ?? [])
  }

  async isChecked(id: string): Promise<boolean> {
    await this.update()
    return this.#with(Flag.checked).some(({ identifier }) => identifier === id)
  }

  #with(flag: number): Row[] {
    return [...this.#rows.values()].filter(({ flags }) => (flags & flag) !== 0)
  }
}
