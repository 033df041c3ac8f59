/** What a person sees and the markup does not say: which layer is in front, and what the words on a page are called for. */
import t, { type Test } from 'tap'
import { daemonHome } from '../fixtures/daemon/daemon.ts'
import { serve } from '../fixtures/daemon/serve.ts'
import { lending, type Person } from '../fixtures/daemon/typed.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'

const page = (body: string) => `<!doctype html><meta charset="utf-8"><title>Seen</title>${body}<p id="out"></p>`
const style = `<style>body { margin: 0; min-height: 900px }
  .dim { position: fixed; inset: 0; background: rgb(0 0 0 / 0.4) } .middle { display: grid; place-items: center }
  .panel { background: #fff; width: 300px; padding: 20px } .drawer { position: fixed; right: 0; top: 0; bottom: 0; z-index: 2 }
  .faint { background: none }</style>`
const asks = `<div class="panel"><h2>Delete Ann?</h2><p>It cannot be undone.</p>
  <button onclick="layers.innerHTML = ''">Cancel</button>
  <button onclick="layers.innerHTML = ''; out.textContent = 'Ann is gone'">Delete</button></div>`
const layers: { readonly [name: string]: string } = {
  around: `<div class="dim middle">${asks}</div>`,
  beside: `<div><div class="dim"></div><div style="position: relative; z-index: 1">${asks}</div></div>`,
  drawer: `<div class="dim"></div>${asks.replace('panel', 'panel drawer')}`,
  'held by what covers all': `<i><div class="middle" style="position: fixed; inset: 0; z-index: 5">${asks}</div></i><div class="dim" style="z-index: 4"></div>`,
}
const none: { readonly [name: string]: string } = {
  'a whole page that is laid out so': `<div style="position: fixed; inset: 0; background: #fff">${asks}</div>`,
  'what catches a press beside a menu': `<div class="dim faint"></div>${asks.replace('panel', 'panel drawer')}`,
  'mere words over a page that is dimmed': '<div class="dim middle"><div class="panel">Loading</div></div>',
  'a tint that nothing is kept from': `<div class="dim" style="pointer-events: none"></div>${asks}`,
}
const opening = (layer: string) =>
  page(`${style}<h1>Clients</h1><button onclick="layers.innerHTML = layer.innerHTML">Open</button><button>Delete</button>
    <template id="layer">${layer}</template><div id="layers"></div>`)
const icon = '<svg width="16" height="16"><circle cx="8" cy="8" r="6"></svg>'
const say = (words: string) => `onclick="out.textContent = '${words}'"`

t.test('seen so', async (t) => {
  if (!chromiumOrSkip(t)) return
  const pages = {
    ...Object.fromEntries(Object.entries(layers).map(([name, layer]) => [`/${name}`, opening(layer)])),
    ...Object.fromEntries(Object.values(none).map((layer, at) => [`/none/${at}`, opening(layer)])),
    '/words': page(
      `<div tabindex="0" ${say('a formula')}><span>sum</span> <span>(</span> <span>amount</span> <span>)</span></div>
       <dl><dt>Homepage<dd><a href="#home">example.org</a><dt>Licence<dd><a href="#licence">MIT</a><dt>Owner<dd>Ann</dl>
       <div>Voucher <input placeholder="Code"></div><label>Search <input id="search"></label>
       <table id="rows">${Array.from({ length: 30 }, (_, at) => `<tr><td>#${at}<td>Bread ${at}<td>${at} loaves`).join('')}</table>
       <button disabled>Send</button><p>Total: <b>12</b> pieces</p><div><i>Order</i> <i>A-17</i></div><p>Paid</p><p>never</p>
       <script>rows.onclick = ({ target }) => { out.textContent = 'row ' + target.closest('tr').rowIndex }</script>`,
    ),
    '/files': page(
      `<div id="grid">${['Papers', 'report.pdf', 'notes.txt'].map((name) => `<p draggable="true"><span>${icon}</span> ${name}</p>`).join('')}</div>
       <div id="menu" style="display: none; position: absolute; background: #fff"><div ${say('renamed')}>Rename</div><div>Delete</div></div>
       <script>grid.onclick = () => {}
         grid.oncontextmenu = (event) => { event.preventDefault()
           menu.style.cssText = 'display: block; position: absolute; background: #fff; left:' + (event.pageX - 9) + 'px; top:' + (event.pageY - 9) + 'px' }
         grid.ondragstart = ({ target }) => { grid.held = target }
         grid.ondragover = (event) => event.preventDefault()
         grid.ondrop = ({ target }) => { out.textContent = grid.held.innerText.trim() + ' is in ' + target.innerText.trim(); grid.held.remove() }</script>`,
    ),
    '/mail': page(
      `<div id="mail">${['Ann Lunch', 'Bank Statement'].map((words) => `<div class="row" style="width: 600px">${words.replace(' ', '<b>')}</b> <span title="Archive">${icon}▣</span></div>`).join('')}</div>
       <script>mail.onclick = ({ target }) => { const row = target.closest('.row')
         out.textContent = (target.closest('[title]')?.title ?? 'Open') + ' ' + row.querySelector('b').textContent }
         for (const one of mail.children) one.onclick = () => {}</script>`,
    ),
    '/cells': page(
      `<label>Formula <input value="Tea"></label><div id="cells"><div>Item</div><div>Tea</div><div>Milk</div></div>
       <script>cells.onclick = ({ target }) => { out.textContent = 'cell ' + target.textContent }</script>`,
    ),
    '/days': page(
      `<div role="grid" aria-label="May">${[12, 13]
        .map((day) => `<button aria-label="May ${day}th, 2026" ${say(`day ${day}`)}>${day}</button>`)
        .join(
          '',
        )}</div><button aria-label="Close" ${say('closed')}>×</button><button aria-label="Twice" ${say('no')}>12</button>
        <label id="those">Pick</label><div role="combobox" tabindex="0" aria-labelledby="those" aria-expanded="false">None</div>`,
    ),
    '/hovered': page(
      `<style>nav i { display: none } nav:hover i { display: block }</style><nav>File <i ${say('made')}>New</i></nav><div ${say('a line')}>Line 1</div>`,
    ),
    '/boxes': page(
      `<button ${"onclick=\"out.textContent = confirm('Delete all?') ? 'Deleted' : 'Kept'\""}>Delete</button>
       <button onclick="setTimeout(() => { out.textContent = confirm('Sure?') ? 'Late' : 'Never' }, 300)">Later</button>`,
    ),
  }
  const server = await serve(t, { pages })
  const { home } = await daemonHome(t, { IX_PLATFORMS: 'cdp' })
  const lent = lending(home, server.origin)
  const test = (name: string, work: (t: Test, person: Person, done: Person['program']) => Promise<void>) =>
    t.test(name, { buffered: true }, (t) =>
      lent((person) =>
        work(t, person, async (at, ...steps) => {
          const ran = await person.program(at, ...steps)
          t.equal(ran.code, 0, ran.text)
          return ran
        }),
      ),
    )
  // They wait for most of their time.
  t.jobs = 4

  for (const name of Object.keys(layers))
    test(`a layer over a dimmed page is a dialog: ${name}`, async (t, _, done) => {
      const { text } = await done(`/${name}`, 'click "Open"', 'wait dialog', 'look dialog')
      t.match(text, /4 look dialog\n\[\d+\] dialog[^\n]* \(modal\)\n/)
      await done(`/${name}`, 'click "Open"', 'click "Delete"', 'expect "Ann is gone"', 'expect not dialog')
    })

  for (const [at, name] of Object.keys(none).entries())
    test(`${name} is no dialog`, async (_t, _, done) => {
      await done(`/none/${at}`, 'click "Open"', 'expect not dialog')
    })

  test('words find what they stand for', async (t, { program }, done) => {
    await done('/words', 'click "sum(amount)"', 'expect "a formula"')
    await done('/words', 'click "sum( amount )"', 'expect "a formula"')
    await done('/words', 'click "Homepage"', 'expect url = *#home')
    await done('/words', 'click link "Licence"', 'expect url = *#licence')
    await done('/words', 'set "Voucher" = TEA10', 'expect "Code" = TEA10')
    t.match(await program('/words', 'click "Owner"'), { text: /nothing has changed/ }, 'words without a link in them')
  })

  test('words are read in one go, whatever marks parts of them', async (t, { program }, done) => {
    await done('/words', 'expect "Total: 12 pieces"', 'wait "12 pieces"', 'expect "Order A-17"', 'expect "sum(amount)"')
    const { text } = await program('/words', 'expect not "Total: 12"')
    t.match(text, /not_as_expected/)
    await done(
      '/words',
      'expect not "Total: 13"',
      'expect not "otal: 12"',
      'expect not "Paid never"',
      'expect not "#1 Bread"',
    )
  })

  test('plain words are pressed where no control is called so', async (t, { program }, done) => {
    await done('/words', 'click "Bread 7"', 'expect "row 7"')
    await done('/words', 'click row "#9"', 'expect "row 9"')
    await done('/words', 'set "Search" = "Bread 5"', 'click "Bread 5"', 'expect "row 5"')
    await done(
      '/mail',
      'click "Archive" near "Statement"',
      'expect "Archive Statement"',
      'click "Statement"',
      'expect "Open Statement"',
    )
    await done('/cells', 'click "Tea"', 'expect "cell Tea"')
    t.match(await program('/words', 'click "Bread"'), { text: /not_found/ }, 'words inside others are not the ones')
    t.match(await program('/words', 'click "Send"'), { text: /disabled/ }, 'why a control cannot be used is told')
  })

  test('what shows these words alone is meant by them, whatever it is named', async (t, { program }, done) => {
    await done('/days', 'click "13"', 'expect "day 13"', 'click "×"', 'expect "closed"')
    t.match(await program('/days', 'click "12"'), { text: /element_ambiguous/ }, 'where two show them, none is guessed')
    t.match(await program('/days', 'click "3th"'), { text: /not_found/ }, 'a part of a name is none')
  })

  test('an option of a closed list is told to be selected at the list', async (t, { program }) => {
    const { text } = await program('/days', 'select "Bean" in "Pick"')
    t.match(text, /select it at the list: find "Pick", with the value "Bean"/)
  })

  test('words are hovered themselves, whatever stands next to them', async (t, { program }, done) => {
    await done('/hovered', 'hover "File"', 'click "New"', 'expect "made"')
    t.match(
      await program('/hovered', 'click "File"'),
      { text: /stands near these words/ },
      'what is pressed may be next to them',
    )
  })

  test('a menu that opens under the pointer takes nothing from the press', async (t, _, done) => {
    const { text } = await done('/files', 'right-click "notes.txt"', 'click "Rename"', 'expect "renamed"')
    t.match(text, /2 right_click "notes.txt": confirmed/)
  })

  test('a part that listens for all that is in it is not what is dragged, nor where to', async (t, _, done) => {
    const { text } = await done('/files', 'drag "report.pdf" to "Papers"', 'expect "report.pdf is in Papers"')
    t.match(text, /\n- [^\n]*report\.pdf\n/, 'what is gone is called by the words that were in it')
  })

  test('a box is read, waited at and answered later on', async (t, { program, say }, done) => {
    await done('/boxes', 'click "Delete"', 'expect "Delete all?"', 'accept', 'expect "Deleted"')
    await done('/boxes', 'click "Delete"', 'wait 100', 'click "Cancel"', 'expect "Kept"')
    await done('/boxes', 'click "Later"', 'accept', 'expect "Late"')
    const { text } = await program('/boxes', 'click "Delete"', 'expect "Kept"')
    t.match(text, /1 step not begun/, 'what it does not say is not there')
    await say('dismiss')
  })

  test('a text is typed into what is named after it', async (_t, _, done) => {
    await done('/words', 'type "Bread 5" in "Search"', 'key Home in "Search"', 'expect "Search" = "Bread 5"')
  })
})
