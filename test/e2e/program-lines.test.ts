/** What a program of `ix do` says: each thing once, where the person is, and before anything is done if a step is none. */
import t, { type Test } from 'tap'
import { daemonHome } from '../fixtures/daemon/daemon.ts'
import { type Answer, serve } from '../fixtures/daemon/serve.ts'
import { lending, type Person } from '../fixtures/daemon/typed.ts'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'

const page = (title: string, body: string) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><h1>${title}</h1>${body}`
const options = Array.from({ length: 20 }, (_, at) => `<option>Kind ${at}`).join('')
const fields = ['Size', 'Colour', 'Depth', 'Clay']
  .map(
    (name) =>
      `<tr><td>${name}<td><select aria-label="Kind of ${name}">${options}</select><td><input aria-label="${name} wanted">`,
  )
  .join('')
const buttons = Array.from({ length: 40 }, (_, at) => `<button>Tool ${at}</button>`).join('')

t.test('programs', async (t) => {
  if (!chromiumOrSkip(t)) return
  let pressed = 0
  const pages: { readonly [path: string]: string | Answer } = {
    '/list': page('List', '<a href="/late" target="_blank">backup</a><p>The old page</p>'),
    '/late': (_, response) =>
      void setTimeout(() => response.end(page('Backup', '<p>Copied 3 files</p><button>Again</button>')), 400),
    '/pressed': (_, response) => {
      pressed++
      response.end()
    },
    '/tables': page(
      'Tables',
      `<nav><a href="#a">plants</a></nav><table><tr><td><a href="#b">plants</a><td><a href="#c">Drop plants</a>
         <a href="#d" title="Empty plants">Empty plants</a><tr><td>people<td><a href="#e">Drop people</a></table>
         <a href="#f">House plants of today</a>`,
    ),
    '/form': page(
      'Form',
      `<nav>${buttons}</nav><label>Note <textarea id="note"></textarea></label><p>2 notes so far</p>
         <button onclick="fetch('/pressed'); out.innerHTML = '<h2>Done</h2><p>Note was kept for later</p><a href=#x>Open it</a>'">Keep</button>
         <div id="out"></div><textarea id="stringValue"></textarea>`,
    ),
    '/swap': page(
      'Swap',
      `<span id="version">1.5.30</span> <button>×</button><label>Password <input type="password"></label>
       <button onclick="version.before(version.nextElementSibling); done.textContent = 'Swapped'">Swap</button><p id="done">Not yet</p>`,
    ),
    '/apart': page(
      'Apart',
      `<nav><a href="#h">Home</a></nav><table><tr><th>Name<th>State<th>Do<tr><td>report-1<td>Running<td><button>Stop</button>
         <tr><td>report-2<td data-length="77">Idle<td><button>Start</button></table><form><div><span>Port</span><input value="80"></div>
         <div><span>Host</span><input value="h"></div><div><span>Port</span><input value="81"></div></form>
         <select aria-label="Kind"><option>INT<option>VARCHAR<optgroup label="String"><option>VARCHAR</optgroup></select>
         <a href="#few">Options</a> <a href="#more">Options...</a>
         <div><h3>Alpha</h3><p>Total</p><p>12</p><button>Buy</button></div><div><h3>Beta</h3><p>Sum</p><p>99</p></div>
         <footer><p style="margin-top: 900px">Saved at noon</p></footer>`,
    ),
    '/menus': page(
      'Menus',
      `<button onclick="out.textContent = 'of the page'">Settings</button>
       <button id="more" aria-expanded="false" onclick="list.hidden = !list.hidden; more.ariaExpanded = String(!list.hidden)">More</button>
       <ul id="list" hidden><li><a href="#s" onclick="out.textContent = 'of the menu'">Settings</a></ul>
       <button onclick="rows.innerHTML += '<li><button>Remove</button>'">Add</button><ul id="rows"><li><button>Remove</button></ul><p id="out"></p>`,
    ),
    '/chosen': page(
      'Chosen',
      `<select><option>Maintenance<option>Print Test Page</select><div role=tablist><div role=tab tabindex=0 aria-selected=true>New</div>
       <div role=tab tabindex=0>Old</div></div><a href="#a" title="Browse">people</a> <a href="#b" title="Browse">plants</a>
       <a href="#c"><img alt="Browse" width=9 height=9> Browse</a><div style="display:flex">${'<div class="hour" onclick="0"></div>'.repeat(24)}</div>
       <div>${[1, 2, 3, 4].map((day) => `<button>${day}</button>`).join('')}</div>`,
    ),
    '/ledger': page(
      'Ledger',
      `<button onclick="panel.innerHTML = 'Loading'; panel.ariaBusy = true; fetch('/entries').then((one) => one.text()).then((text) => {
         panel.ariaBusy = false; panel.innerHTML = text })">Open</button><div id="panel"></div>`,
    ),
    '/entries': (_, response) => void setTimeout(() => response.end('<button>Enter</button><p>12 loaves</p>'), 4500),
    '/tabs': page(
      'Tabs',
      `<input id="upload" aria-label="Upload" value="0"><button onclick="upload.remove(); other.hidden = false">Other</button>
       <p id="other" hidden>Other options</p>`,
    ),
    '/opens': page(
      'Opens',
      `<nav>${Array.from({ length: 40 }, (_, at) => `<p>${at}. <button>Part ${at} of the head of the page</button></p>`).join('')}</nav><button onclick="panel.hidden = false">Files</button>
       <div id="panel" hidden><div><button>Play</button><button>Stop</button></div>${Array.from({ length: 8 }, (_, at) => `<p><button>sunset-${at}.mp4</button> of ${at} bytes</p>`).join('')}</div>`,
    ),
    '/columns': page(
      'Columns',
      `<table><tr><th>Column<th>Type<th>Value<tr><td>id<td>int<td><input><tr><td>city<td>text<td><input></table><p>3 rows so far</p>`,
    ),
    '/inbox': page(
      'Inbox',
      `<ul>${['Bread', 'Lunch', 'Salt'].map((name) => `<li draggable=true style="width:9em"><a href="#" draggable=false>${name}</a></li>`).join('')}</ul><a href="#bills" id="bills">Bills</a>
       <p id="says" role="status"></p><script>let held
       for (const one of document.querySelectorAll('li')) one.ondragstart = () => { held = one }
       bills.ondragover = (event) => event.preventDefault()
       bills.ondrop = () => setTimeout(() => { if (held.innerText === 'Bread') held.remove(); says.textContent = 'All is done' }, 4000)</script>`,
    ),
    '/grid': page(
      'Grid',
      `<table>${['a', 'b', 'c'].map((name) => `<tr><td><input aria-label="${name}1"><td><input aria-label="${name}2">`).join('')}</table>
       <p>12 loaves</p><label>Sum <input value="12 loaves"></label><button>Keep</button>`,
    ),
    '/behind': page(
      'Behind',
      '<button>Publish</button><dialog id="tour" aria-label="Welcome"><button>Begin</button></dialog><script>tour.showModal()</script>',
    ),
    '/alerts': page(
      'Alerts',
      `<button onclick="alert('Kept 3 notes'); out.textContent = 'Kept'">Keep</button><p id="out"></p>
       <button onclick="out.textContent = confirm('Sure?') ? 'Gone' : 'Still there'">Drop</button>
       <button onclick="out.textContent = 'Next'">Next</button>`,
    ),
    '/unsaved': page(
      'Unsaved',
      '<input aria-label="Draft"><script>onbeforeunload = (event) => event.preventDefault()</script>',
    ),
    '/blocks': page(
      'Blocks',
      `<div id="blocks"><p contenteditable role="textbox" aria-label="Block"></p></div>
       <script>blocks.oninput = ({ target }) => {
         if (target.tagName !== 'P' || !/^## ?./.test(target.textContent)) return
         const heading = document.createElement('h2')
         Object.assign(heading, { contentEditable: true, role: 'textbox', ariaLabel: 'Heading' })
         heading.textContent = target.textContent.replace(/^## ?/, '')
         target.replaceWith(heading)
         heading.focus()
         getSelection().selectAllChildren(heading)
         getSelection().collapseToEnd()
       }</script>`,
    ),
    // What takes the focus as one types held the words already, or is not what was typed into.
    ...Object.fromEntries(
      Object.entries({
        dialog: `const made = document.createElement('dialog'); made.innerHTML = '<input aria-label=Name value="## July">';
                 field.remove(); document.body.append(made); made.showModal()`,
        next: `const made = document.createElement('input'); made.value = 'other'; field.replaceWith(made); made.focus()`,
        hidden: `field.remove(); kept.hidden = false; kept.focus()`,
      }).map(([name, script]) => [
        `/taken/${name}`,
        page(
          'Taken',
          `<div><p>Before</p><input id="field" aria-label="Field"></div><p>Between</p><div><input id="kept" hidden aria-label="Kept" value="## July"></div>
           <script>field.oninput = () => { if (field.value === '## July') { ${script} } }</script>`,
        ),
      ]),
    ),
    '/library': page(
      'Library',
      `<ul id="list"><li>old.txt</ul><button id="pick">Select Files</button><button id="again">Again</button>
       <script>
         const choose = (then) => { const field = document.createElement('input'); field.type = 'file'; field.onchange = () => { then(field.files[0].name); field.value = '' }; field.click() }
         pick.onclick = () => choose((name) => list.insertAdjacentHTML('beforeend', '<li>' + name + '</li>'))
         again.onclick = () => choose(() => { list.innerHTML = list.innerHTML })
       </script>`,
    ),
    '/asked': page(
      'Asked',
      `<button onclick="out.hidden = false">Ask</button><div id="out" hidden><p>Two things are asked</p>
       <table><tr><th>Town:<td><input><tr><th>Name:<td><input></table></div>`,
    ),
    '/shelf': page('Shelf', '<a href="/pots">New pot</a><a href="/users">Users</a>'),
    '/users': page(
      'Users',
      `<nav><a href="#1">Add</a> <a href="#2">Log</a></nav><p>bea was added</p><form><label for="login">Login:</label><input id="login">
         </form><table border="1"><tr><th>Name<th>Caps<th>Info<tr><td><a href="#3">ann</a><td>s<td>Boss<tr><td><a href="#4">bea</a><td>v<td>Cook</table>`,
    ),
    '/pots': page(
      'Pots',
      `${Array.from({ length: 30 }, (_, at) => `<a href="#${at}">Section ${at}</a> | `).join('')}<form><table>${fields}</table><p>4 things are asked</p></form>`,
    ),
  }
  const server = await serve(t, { pages })
  const { home } = await daemonHome(t, { IX_PLATFORMS: 'cdp' })
  const lent = lending(home, server.origin)
  // They wait for most of their time.
  t.jobs = 4
  const test = (name: string, work: (t: Test, person: Person) => Promise<void>) =>
    t.test(name, { buffered: true }, (t) => lent((person) => work(t, person)))

  // Alone: others press the same button.
  await t.test('all steps are checked before the first is done', (t) =>
    lent(async ({ program }) => {
      for (const [step, said] of [
        ['press Bogus', /STEP…\[2\].*"Bogus" in keys/],
        ['wait Done --nth 2', /STEP…\[2\].*near and nth/],
        ['expect Done --nth 2', /STEP…\[2\].*near and nth/],
        ['look button --near Note', /STEP…\[2\].*near and nth/],
        ['open "ht!tp://x y"', /STEP…\[2\].*is not a url/],
        ['click Keep --max-tokens 50', /STEP…\[2\].*takes no --max-tokens/],
      ] as const) {
        pressed = 0
        const { text, code } = await program('/form', 'click Keep', step)
        t.not(code, 0, step)
        t.match(text, said, step)
        t.notMatch(text, /there now/, step)
        t.equal(pressed, 0, `${step}: nothing was done`)
      }
    }),
  )

  test('what follows a press that opens a tab is in that tab', async (t, { program }) => {
    const { text } = await program('/list', 'click backup', 'text')
    t.match(text, /2 click "backup": confirmed · opened tab t\d+\n/)
    t.match(text, /\| Copied 3 files/)
    t.notMatch(text, /The old page/)
    const next = await program('/list', 'click backup', 'click Again', 'expect "Copied 3 files"')
    t.equal(next.code, 0, next.text)
  })

  test('a page that asks whether it may be left has not been left', async (t, { program, say }) => {
    const { text, code } = await program('/unsaved', 'type "Draft" = x', `goto ${server.origin}/list`, 'look')
    t.match(text, /3 goto [^ ]*: unverified · the page asks whether it may be left/)
    t.match(text, /1 step not begun/)
    t.equal(code, 1)
    t.equal((await say('dialog', 'accept')).code, 0)
  })

  test('what a modal dialog hides is told with the dialog', async (t, { program }) => {
    const { text } = await program('/behind', 'click Publish')
    t.match(text, /hint: The dialog "Welcome" is in front of what matches: answer or close it first\.$/m)
  })

  test('of another page, what it is about is told before the links around it', async (t, { program }) => {
    const { text } = await program('/shelf', 'click "New pot"')
    for (const name of ['Size', 'Colour', 'Depth', 'Clay']) t.match(text, `textfield: ${name} wanted`)
    t.match(text, /\+ \[\d+\] text: 4 things are asked/)
    t.notMatch(text, /options:|text: \|/, 'neither what a closed list holds, nor what stands between two links')
  })

  test('a field has its name, and the order of a text and a button is no news', async (t, { program }) => {
    const { text } = await program('/swap', 'look', 'click Swap')
    t.match(text, /password: Password/)
    t.match(text, /Not yet → Swapped/)
    t.notMatch(text, /order/)
  })

  test('of those with the words, the ones that are called so are named, each with its place', async (t, {
    program,
  }) => {
    const { text } = await program('/tables', 'click plants')
    t.match(text, /element_ambiguous: Step 2 of 2: 2 elements are called "plants"/)
    const [candidates = ''] = /candidates: .*/.exec(text) ?? []
    t.equal(candidates.split('; ').length, 2, candidates)
    t.equal(new Set(candidates.replaceAll(/\[\d+\]/g, '').split('; ')).size, 2, `told apart: ${candidates}`)
  })

  test('words beside which something is meant have to be there, also where only one thing could be', async (t, {
    program,
  }) => {
    const { text, code } = await program('/tables', 'click "Drop people" near Nowhere')
    t.equal(code, 1)
    t.match(text, /not_found: .*Nothing that matches "Drop people" is near "Nowhere"/)
    t.match(text, /near: \[\d+\] link: Drop people/)
    t.equal((await program('/tables', 'click "Drop people" near people')).code, 0)
  })

  test('what is in another row, another card or at the other end of the page is not near', async (t, { program }) => {
    for (const step of [
      'expect Running near report-1',
      'wait Running near report-1',
      'expect button "Stop" near report-1 is enabled',
      'expect not Running near report-2',
      'expect not "77"',
      'expect Running near State',
      'expect "12" near Alpha',
      'expect "12" near Total',
      'expect textfield near Host = h',
      'click "Stop" near report-1',
    ])
      t.equal((await program('/apart', step)).code, 0, step)
    const others = [
      'expect Running near report-2',
      'expect not Running near report-1',
      'expect button "Stop" near report-2 is enabled',
      'click "Stop" near report-2',
      'expect "12" near Beta',
      'expect "Saved at noon" near Home',
      'expect "Saved at noon" near Apart',
    ]
    await Promise.all(
      others.map((step) => lent(async ({ program }) => void t.equal((await program('/apart', step)).code, 1, step))),
    )
    const { text } = await program('/apart', 'expect Running near report-2')
    t.match(text, /Expected "Running" near "report-2" to be there, found it elsewhere: \[\d+\] cell: Running\./)
  })

  test('a field that only its column names is told with its row, and words that are no control are seen', async (t, {
    program,
  }) => {
    const set = await program('/columns', 'set "Value" in row "city" = Rome')
    t.match(set.text, /\n~ \[\d+\] textfield: near “Value” in row "?city"? ="" → =Rome/)
    t.notMatch(set.text, /~ .*cell/, 'its cell says no more')
    const { text } = await program('/columns', 'look "3 rows"', 'click "3 rows"')
    t.match(text, /2 look "3 rows"\npage: Columns\n \[\d+\] text: 3 rows so far\n/)
    t.match(text, /not_found: Step 3 of 3: Nothing that can be used matches/)
  })

  test('a field that is known by the words near it is found as it is shown, or by its number', async (t, {
    program,
  }) => {
    const shown = 'textfield: near “Host” =h'
    t.match((await program('/apart', 'look')).text, shown)
    for (const step of [`set ${shown} = k`, 'set near “Host” = k', 'set "near “Host”" = k'])
      t.match((await program('/apart', step)).text, /near “Host” =h → =k/, step)
    t.match((await program('/apart', 'set textfield "Port" --nth 2 = 82')).text, /near “Port” =81 → =82/)
    t.match((await program('/apart', 'click link "Options" --nth 2')).text, /#more/, 'of all that have the words')
    t.equal((await program('/apart', 'select "Kind" = VARCHAR', 'expect "Kind" = VARCHAR')).code, 0)
  })

  test('what the last look or text has shown is not told again', async (t, { program }) => {
    const plain = await program('/form', 'click Keep')
    t.match(plain.text, /\+ \[\d+\] text: Note was kept for later/)
    const read = await program('/form', 'click Keep', 'text')
    t.equal(read.text.match(/Note was kept for later/g)?.length, 1, read.text)
    const looked = await program('/form', 'click Keep', 'look')
    t.equal(looked.text.match(/link: Open it/g)?.length, 1, looked.text)
    const between = await program('/form', 'click Keep', 'look', 'set "Note" = x')
    t.equal(between.text.match(/link: Open it/g)?.length, 1, between.text)
    t.match(between.text, /\n~ \[\d+\] textarea: Note ="" → =x/, 'but what has changed since is')
    const after = await program('/form', 'look', 'click Keep', 'wait "Note was kept"')
    t.match(after.text, /\n\+ \[\d+\] link: Open it/)
    t.equal(after.text.match(/Note was kept for later/g)?.length, 1, 'what a wait has found is known')
    const asked = await program('/asked', 'click Ask', 'look')
    t.match(asked.text, /\n +row: Town:\n +\[\d+\] textfield/)
    t.notMatch(asked.text, /\n\+ +\[\d+\] (table|row: Town)/, 'nor what stands around it')
    t.match(asked.text, /\n\+ +\[\d+\] text: Two things are asked\n/)
  })

  test('of another page that is looked at, what the view leaves out is told: no control, no label, and rows whole', async (t, {
    program,
  }) => {
    const { text } = await program('/shelf', 'click Users', 'look')
    const told = text.split('\n').filter((line) => line.startsWith('+'))
    t.match(text, /links: .*\[\d+ Add\]\[\d+ Log\]/)
    t.match(text, /textfield: Login:/)
    t.notMatch(told.join('\n'), /page:|Add|Log\b|Login/)
    t.match(told.join('\n'), 'text: bea was added')
    t.match(told.join('\n'), /row: .*v.*\n\+ +\[\d+\] link: bea/)
  })

  test('that something is not there is confirmed without a word of what else is', async (t, { program }) => {
    const { text } = await program('/users', 'expect not "Logs"', 'expect not "beatrix"')
    t.match(text, /2 expect not "Logs": confirmed\n3 expect not "beatrix": confirmed\n/)
  })

  test('what is expected is not confirmed by other words that it is inside of', async (t, { program }) => {
    const { text, code } = await program('/users', 'expect link "ann"', 'expect not "oss"', 'expect "bea was"')
    t.equal(code, 0, text)
    const missed = await program('/users', 'expect "oss"')
    t.match(
      missed.text,
      /not_as_expected: .*Expected "oss" to be there, found the words only inside others, as in .*Boss/,
    )
    t.match(await program('/users', 'wait "Boss"', 'wait "oss" gone'), { code: 0 }, 'nor is what is waited for')
  })

  test('a look takes as many tokens as it is given', async (t, { program }) => {
    const { text } = await program('/form', 'look --max-tokens 60')
    t.match(text, /2 look: \d+ more follow.*: look at a part or with more tokens/)
    t.ok(text.length < 600, text)
  })

  test('what has no name is found as it is shown', async (t, { program }) => {
    for (const shown of ['#stringValue', 'textarea#stringValue']) {
      const { text, code } = await program('/form', `set ${shown} = x`, 'expect #stringValue = x')
      t.equal(code, 0, text)
    }
  })

  test('whether a field holds something is waited for and expected as a state', async (t, { program }) => {
    const lines = ['wait "Note" empty', 'set "Note" = x', 'wait "Note" filled', 'expect "Note" is not empty']
    const { text, code } = await program('/form', ...lines)
    t.equal(code, 0, text)
    const { text: still, code: failed } = await program('/form', 'expect "Note" is filled')
    t.not(failed, 0, 'and not said of an empty one')
    t.match(still, /not_as_expected/)
  })

  test('where words do not come, what the page says is told, and what was done before in lines of its own', async (t, {
    program,
  }) => {
    const { text } = await program('/form', 'click Keep', 'expect "Saved"')
    t.match(text, /not_as_expected: .*Step 3 of 3: .*\n1 goto .*: confirmed.*\n2 click "Keep": confirmed\n/)
    t.match(text, /\n\+ \[\d+\] text: Note was kept for later\n/)
    t.match(text, /\n\| 2 notes so far\n/)
    t.ok(text.split('\n').length < 18, text)
    t.equal(text.match(/Note was kept for later/g)?.length, 1, text)
  })

  test('the head says what the program did, where its last step was so already', async (t, { program }) => {
    const { text } = await program('/form', 'set "Note" = x', 'set "Note" = x')
    t.match(
      text,
      /^confirmed \(native\)[^\n]*\n1 goto [^\n]*\n2 set_value "Note": confirmed\n3 set_value "Note": noop\n/,
    )
    t.match((await program('/chosen', 'click "New"')).text, /^confirmed\n1 goto [^\n]*\n2 click "New": noop\n/)
  })

  test('an address in the page that is there loads nothing, and that is said', async (t, { program }) => {
    const [there, place] = [`${server.origin}/form`, `${server.origin}/form#note`]
    const { text } = await program('/form', 'set "Note" = x', `open ${place}`, `open ${place}`, `open ${there}`)
    t.match(text, /\n3 goto [^\n]*: confirmed · it is a place in the same page, which was not loaded again · /)
    t.match(text, /\n4 goto [^\n]*: noop · it is there already, and was not loaded again; reload does that · /)
    t.match(text, /\n5 goto [^\n]*: confirmed · tab/, 'without the place in it the page is loaded')
  })

  test('a box of the browser is in the line of its step, and the program goes on from it', async (t, {
    program,
    say,
  }) => {
    const read = await program('/alerts', 'click "Keep"', 'expect "Kept"', 'text main')
    t.equal(read.code, 0, read.text)
    t.match(read.text, /\n2 click "Keep": confirmed · alert answered with OK: Kept 3 notes\n3 expect "Kept": confirmed/)
    for (const [button, answer, said] of [
      ['Keep', 'click "OK"', 'Kept'],
      ['Keep', 'press Enter', 'Kept'],
      ['Drop', 'click "Cancel"', 'Still there'],
      ['Drop', 'accept', 'Gone'],
    ] as const) {
      const { text, code } = await program('/alerts', `click "${button}"`, answer, `expect "${said}"`)
      t.equal(code, 0, text)
      t.match(text, /\n2 click [^\n]* open: [^\n]*\n3 (accept|dismiss): confirmed\n/)
    }
    const { text } = await program('/alerts', 'click "Keep"', 'click "Next"')
    t.match(
      text,
      /1 step not begun\n[\s\S]*\n2 click "Keep": confirmed · alert open: Kept 3 notes\n/,
      'no act behind it',
    )
    t.equal(text.match(/Kept 3 notes/g)?.length, 1, text)
    await say('accept')
    t.match((await program('/alerts', 'click "Drop"', 'look')).text, /1 step not begun/, 'what asks is not answered')
    await say('dismiss')
  })

  test('files that a page has taken are confirmed by their names elsewhere, unless those were there', async (t, {
    program,
  }) => {
    const folder = t.testdir({ 'old.txt': 'old', 'bread.png': 'new' })
    const { text } = await program('/library', `upload "Select Files" "${folder}/bread.png"`)
    t.match(text, /2 upload "Select Files": confirmed/)
    for (const name of ['old.txt', 'bread.png']) {
      const { text } = await program('/library', `upload "Again" "${folder}/${name}"`)
      t.match(text, /2 upload "Again": unverified/, name)
    }
  })

  test('what the step before has opened is meant first, and what it has added is one of several', async (t, {
    program,
  }) => {
    const opened = await program('/menus', 'click "More"', 'click "Settings"', 'expect "of the menu"')
    t.equal(opened.code, 0, opened.text)
    t.match((await program('/menus', 'click "Settings"', 'expect "of the page"')).code, 0)
    t.match(
      (await program('/menus', 'click "More"', 'click "More"', 'click "Settings"', 'expect "of the page"')).code,
      0,
    )
    const added = await program('/menus', 'click "Add"', 'click "Remove"')
    t.match(added.text, /element_ambiguous: Step 3 of 3: 2 elements match "Remove"/)
  })

  test('what has the focus is typed into without naming it, from cell to cell', async (t, { program, say }) => {
    const cells = ['a1', 'a2', 'b1']
    const { text, code } = await program(
      '/grid',
      ...['click "a1"', 'type 1.5', 'key Tab', 'type = two', 'key Tab', 'type "3 of 4"'],
      ...cells.map((cell, at) => `expect "${cell}" = ${['1.5', 'two', '3 of 4'][at]}`),
    )
    t.equal(code, 0, text)
    const named = await program(
      '/grid',
      ...['click "a1"', 'set focused = 1.5', 'key Tab', 'type focused = two', 'look focused', 'expect focused = two'],
      ...['expect "a1" = 1.5', 'expect "a2" = two'],
    )
    t.equal(named.code, 0, named.text)
    t.match(named.text, /6 look \[\d+\]: \[\d+\] textfield: a2 =two \(focused\)/)
    const alone = await say('look', 'focused')
    t.match(
      alone,
      { code: 0, out: /^1 look \[\d+\]: \[\d+\] textfield: a2 =two \(focused\)\n/ },
      'a step, typed as a command',
    )
    const none = await program('/list', 'set focused = x')
    t.match(none.text, /not_found: Step 2 of 2: Nothing has the focus/)
    t.match(await say('set', 'focused', 'x'), { code: 1, err: /Nothing has the focus/ })
  })

  test('what is read after a press that loads is what it has brought', async (t, { program }) => {
    const { text, code } = await program('/ledger', 'click "Open"', 'look', 'text')
    t.equal(code, 0, text)
    t.match(text, /3 look\n[\s\S]*button: Enter\n4 text\n[\s\S]*12 loaves/)
  })

  test('a field that goes out of sight is not told with what it held', async (t, { program }) => {
    const { text } = await program('/tabs', 'set "Upload" = 250', 'click "Other"')
    t.match(text, /\n- (?:\[\d+\] )?textfield: Upload\n/)
    t.match(text, 'Other options')
  })

  test('where a step fails, what the steps before it have brought is told before the rest of the page', async (t, {
    program,
  }) => {
    const { text } = await program('/opens', 'click "Files"', 'expect "moonrise"')
    for (let at = 0; at < 8; at++) t.match(text, `sunset-${at}.mp4`)
    t.notMatch((await program('/opens', 'click "Files"', 'look')).text, /\n\+.*Play/, 'what a look has shown is known')
    t.ok(text.indexOf('sunset-7') < text.indexOf('there now:'), text)
  })

  test('what a drag has brought by the end is its outcome, and that nothing has come of it stays', async (t, {
    program,
  }) => {
    const moved = await program('/inbox', 'drag "Bread" to "Bills"', 'wait "All is done"')
    t.match(moved.text, /^confirmed/)
    t.match(moved.text, /2 drag "Bread": confirmed\n/)
    const left = await program('/inbox', 'drag "Lunch" to "Bills"', 'wait "All is done"')
    t.match(left.text, /^unverified/)
    t.match(left.text, /2 drag "Lunch": unverified · it has not moved\n/)
  })

  test('a list is meant by the option that it shows', async (t, { program }) => {
    const { text, code } = await program('/chosen', 'look', 'select "Maintenance" = "Print Test Page"')
    t.equal(code, 0, text)
    t.match(text, /3 select "Maintenance": confirmed/)
    t.match(text, /=Maintenance → ="?Print Test Page/)
    const option = await program('/chosen', 'select option "Maintenance" = "Print Test Page"')
    t.match(option.text, /2 select option "Maintenance": confirmed/)
  })

  test('a press on the tab that is chosen already is no failure, and what is seen wins over tooltips', async (t, {
    program,
  }) => {
    const { text, code } = await program('/chosen', 'click "New"', 'click link "Browse"', 'expect url = "*#c"')
    t.equal(code, 0, text)
    t.match(text, /2 click "New": noop\n3 click link "Browse": confirmed\n4 expect.*: confirmed/)
  })

  test('what differs in nothing is one line, and what stands side by side is one too', async (t, { program, say }) => {
    const { text } = await program('/chosen', 'look')
    const [, first, last] = /\n *groups: \[(\d+)–(\d+) class “hour”\]/.exec(text) ?? []
    t.equal(Number(last) - Number(first), 23, text)
    t.match(text, /\n *buttons: \[\d+ 1\]\[\d+ 2\]\[\d+ 3\]\[\d+ 4\]\n/)
    t.match(await say('do', `click ${Number(first) + 7}`), { code: 0, out: /\[\d+\] group/ })
  })

  test('a time alone is for the page to come to rest', async (t, { program, say }) => {
    const { text, code } = await program('/grid', 'wait 1500', 'sleep 1')
    t.equal(code, 0, text)
    t.match(await say('wait', '2s'), { code: 0 })
  })

  test('of a value that has more words, how to ask for the words', async (t, { program }) => {
    const { text } = await program('/grid', 'expect "Sum" = 12')
    t.match(text, /found "12 loaves": a value is all of it, and words in it are expected without one/)
  })

  test('what is still there when its time is over is said', async (t, { program, say }) => {
    await program('/grid')
    const { err } = await say('wait', '--any', 'Keep', '--until', 'absent', '--timeout-ms', '700')
    t.match(err, /timeout: Waited .* to be absent: \[\d+\] button: Keep is there/)
    t.notMatch(err, /busy/)
  })

  test('what is typed is confirmed in what took its place as it was typed, and in nothing else', async (t, {
    program,
  }) => {
    const { text, code } = await program('/blocks', 'type "Block" = "## July"', 'type " is here"')
    t.equal(code, 0, text)
    t.match(text, /2 type "Block": confirmed/)
    for (const name of ['dialog', 'next', 'hidden'])
      for (const step of ['type "Field" = "## July"', 'set "Field" = "## July"']) {
        const { text } = await program(`/taken/${name}`, step)
        t.match(text, /2 (type|set)\S* "Field": unverified/, `${name} ${step}`)
      }
  })
})
