/** What any press brings proves none: what the pointer and the focus show, and layers that close by a press anywhere else. */
import t, { type Test } from 'tap'
import { chromiumOrSkip } from '../fixtures/web/chromium.ts'
import { openShown } from '../fixtures/web/shown.ts'

t.setTimeout(120_000)

if (!chromiumOrSkip(t)) process.exit(0)

const shown = await openShown(t)

const tip = (role = '') => `out.innerHTML = '<div class="tip" ${role}>Saves the document now</div>'`
const off = "out.innerHTML = ''"

/** What a page does at a button that does nothing. */
const atButton: { readonly [what: string]: string } = {
  'a tip under the pointer': `button.onmouseenter = () => { ${tip()} }; button.onmouseleave = () => { ${off} }`,
  'one that says that it is a tip': `button.onmouseenter = () => { ${tip('role="tooltip"')} }`,
  'a tip that is still coming when the button is pressed': `button.onmouseenter = () => { ${tip('role="tooltip" data-state="entering"')}; button.ariaDescription = 'Saves';
    button.addEventListener('mousedown', () => setTimeout(() => { out.firstChild.dataset.state = 'entered' }, 60)); button.onmouseleave = () => { ${off}; button.ariaDescription = null } }`,
  'a tip that goes by a press, some time after it': `button.onmouseenter = () => { ${tip('role="tooltip"')}; button.ariaDescription = 'Saves' };
    button.onmousedown = () => setTimeout(() => { ${off}; button.ariaDescription = null }, 80)`,
  'a tip after a while': `button.onmouseenter = () => setTimeout(() => { ${tip()} }, 400)`,
  'a tip of the whole page': `document.onmouseover = ({ target }) => { if (target === button) ${tip()}; else ${off} }`,
  'a tip with the focus': `button.onfocus = () => { ${tip()} }; button.onblur = () => { ${off} }`,
  'a tip some time after the focus': `button.onfocus = () => setTimeout(() => { ${tip()} }, 300)`,
  'a line that says what is under the pointer': "button.onmouseenter = () => { line.textContent = 'Saves' }",
  'a line that follows the pointer': "button.onmousemove = () => { line.textContent = 'Over Save' }",
  'its own words, with the focus': "button.onfocus = () => { button.textContent = 'Press now' }",
  'the label of a field that is left, drawn elsewhere': `line.innerHTML = '<input id=other aria-label=Street>'
    const label = (place) => { line.querySelector('span')?.remove(); out.replaceChildren(); place.insertAdjacentHTML('beforeend', '<span>Street</span>') }
    label(line); other.onfocus = () => label(out); other.onblur = () => label(line); other.focus()`,
  'a frame around what was chosen, until the page is pressed': `out.innerHTML = '<div role=group tabindex=-1 style="position: absolute; width: 50px; height: 20px"></div>'
    document.addEventListener('mousedown', () => { out.firstChild.style.left = '-9999px' })`,
  'its own label, with the focus': "button.onfocus = () => { button.ariaLabel = 'Press now' }",
  'words of what is left':
    "button.insertAdjacentHTML('afterend', '<button id=other>In use</button>'); other.focus(); other.onblur = () => { other.textContent = 'Left' }",
  'words of what is left, a moment later':
    "button.insertAdjacentHTML('afterend', '<button id=other>In use</button>'); other.focus(); other.onblur = () => setTimeout(() => { other.textContent = 'Left' }, 40)",
  'states of a bar whose text is left': `line.innerHTML = '<button id=bold aria-pressed=true>Bold</button><button id=other>Text</button>'; other.focus()
    other.onblur = () => { bold.ariaPressed = 'false' }`,
  'a control in the place of what is left': `line.innerHTML = '<button id=other>Text</button>'; other.focus(); other.onblur = () => { out.innerHTML = '<button>Edit</button>' }`,
  'a tip of what is left, heard like all presses': `line.innerHTML = '<button id=other aria-description=Saves>Other</button>'; other.focus()
    out.innerHTML = '<div class="tip" role="tooltip">Saves</div>'; const hear = (what) => (event) => what(event); document.addEventListener('click', hear(() => {}))
    other.addEventListener('focusout', hear(() => setTimeout(() => { ${off}; other.ariaDescription = null }, 120)))`,
  'what was chosen until the page is pressed': `line.innerHTML = '<table role=grid><tr><td aria-selected=true>1<td>2</table>'
    document.addEventListener('mousedown', () => line.querySelector('[aria-selected]')?.removeAttribute('aria-selected'))`,
  'another name, some time after the pointer has come':
    "button.onmouseenter = () => setTimeout(() => { button.textContent = 'Press on' }, 350); button.onmouseleave = () => { button.textContent = 'Press' }",
  'a card of controls, some time later': `let timer; button.onmouseenter = () => { clearTimeout(timer); timer = setTimeout(() => { out.innerHTML = '<div class="tip"><a href="#1">Ann</a><button>Follow</button></div>' }, 400) }
    button.onmouseleave = () => { clearTimeout(timer); timer = setTimeout(() => { ${off} }, 200) }`,
  'actions of its row, some time later': `line.innerHTML = 'Row <span id="acts"></span>'; line.prepend(button); line.onmouseenter = () => setTimeout(() => { acts.innerHTML = '<button>Edit</button><button>Remove</button>' }, 300)
    line.onmouseleave = () => { acts.innerHTML = '' }`,
  'a style of the focus, on the one of several that a class calls active, and a name at the pointer': `button.className = 'active';
    button.onmouseenter = () => setTimeout(() => { button.textContent = 'Press on' }, 350); button.onmouseleave = () => { button.textContent = 'Press' };
    button.insertAdjacentHTML('afterend', '<button>Two</button><button>Three</button><style>button:focus { background: red; outline: none }</style>')`,
  'a list of a field that is left, and what is said of it': `line.innerHTML = '<input role="combobox" aria-label="Flavour" aria-expanded="true" aria-activedescendant="one">'; const field = line.firstChild; field.focus();
    layer.innerHTML = '<div class="panel" role="listbox"><div role="option" id="one">Cherry</div></div>'; out.innerHTML = '<p>2 results are available.</p>'
    field.onblur = () => { layer.innerHTML = ''; out.innerHTML = ''; field.ariaExpanded = 'false'; field.removeAttribute('aria-activedescendant') }`,
  'a tip drawn by a style': "button.innerHTML = 'Press<span>Saves the document now</span>'",
  'its own name once more, with an arrow, by a style for the pointer and the focus': `button.ariaLabel = 'Press <Enter>'
    button.insertAdjacentHTML('afterend', '<style>#button:is(:hover, :focus)::before { content: ""; position: absolute; border: 5px solid } #button:is(:hover, :focus)::after { content: attr(aria-label); position: absolute; left: 99px; font-size: 12px }</style>')`,
  'actions of what is under the pointer':
    "out.onmouseenter = () => 0; button.onmouseenter = () => { out.innerHTML = '<button>Edit</button>' }",
}

/** What a press on the same button does, that a person would see. */
const done: { readonly [what: string]: string } = {
  'a text': "button.onclick = () => { line.textContent = 'Saved' }",
  'a text, with a tip': `button.onmouseenter = () => { ${tip()} }; button.onclick = () => { line.textContent = 'Saved' }`,
  'another tip': `button.onmouseenter = () => { ${tip()} }; button.onclick = () => { out.firstChild.textContent = 'Copied' }`,
  'a tip of a timer': `button.onclick = () => setTimeout(() => { ${tip('role="tooltip"')} }, 150)`,
  'a tip of a promise, where a line follows the pointer': `button.onmousemove = () => { line.textContent = 'Over' }; button.onclick = async () => { await new Promise((done) => setTimeout(done, 150)); ${tip()} }`,
  'a dialog, some time later':
    "button.onclick = () => setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<dialog open>Sure?<button>Yes</button></dialog>'), 200)",
  'a layer with entries': `button.onclick = () => { out.innerHTML = '<div class="tip"><button>One</button></div>' }`,
  'a name, of a timer, where another is left that says so':
    "button.insertAdjacentHTML('afterend', '<button id=other>In use</button>'); other.focus(); other.onblur = () => { other.textContent = 'Left' }; button.onclick = () => setTimeout(() => { button.textContent = 'Pressed' }, 120)",
  'a name, of a timer': "button.onclick = () => setTimeout(() => { button.textContent = 'Pressed' }, 120)",
  'a menu of a timer, beside a tip': `button.onmouseenter = () => { ${tip()} }; button.onclick = () => setTimeout(() => { out.innerHTML = '<div class="tip"><button>One</button></div>' }, 150)`,
  'a dialog of a task that a microtask leaves': `button.onclick = () => queueMicrotask(() => setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<dialog open>Sure?<button>Yes</button></dialog>')))`,
  'what was chosen': `line.innerHTML = '<table role=grid><tr><td aria-selected=true>1<td>2</table>'
    button.onclick = () => line.querySelector('[aria-selected]').removeAttribute('aria-selected')`,
  'a message at the bottom': `button.onclick = () => setTimeout(() => { out.innerHTML = '<div class="message">Saved</div>' }, 50)`,
}

/** Layers that are open when the button is pressed. */
const layers: { readonly [what: string]: string } = {
  'a panel of links': '<div class="panel"><a href="#1">Profile</a> <a href="#2">Log out</a></div>',
  'a calendar': '<div class="panel"><table role="grid"><tr><td>1<td>2<tr><td>3<td>4</table></div>',
  'a card of texts': '<div class="panel"><p>Ann Ray<p>Engineer</div>',
  'a dialog': '<div class="panel" role="dialog" aria-label="Filters"><label><input type="checkbox">New</label></div>',
  'a drawer': '<nav class="drawer"><a href="#1">Home</a><a href="#2">Cart</a></nav>',
  'a list without a style of its own':
    '<div style="position: relative"><i>Up</i><ul class="plain"><li><a href="#1">Profile</a></ul></div>',
  'entries that a component takes into its layer':
    '<x-menu><template shadowrootmode="open"><div class="panel" part="p" style="position: absolute; top: 200px; left: 300px"><slot></slot></div></template><a href="#1">Profile</a></x-menu>',
  'a popover of the browser': '<div popover id="pop"><button>One</button></div>',
}

const close: { readonly [how: string]: string } = {
  'taken out': 'layer.replaceChildren()',
  hidden: "if (layer.firstChild) layer.firstChild.style.display = 'none'",
  'taken out later': 'setTimeout(() => layer.replaceChildren(), 150)',
}

const page = (script: string, layer = '') => `<!doctype html><title>Page</title><style>
  .tip { position: absolute; top: 40px; left: 10px; background: #333; color: #fff }
  .message { position: fixed; bottom: 0; right: 0 } .panel { position: absolute; top: 200px; left: 300px; z-index: 9; background: #eee }
  .drawer { position: fixed; right: 0; top: 0; height: 100%; width: 200px; background: #cde }
  .plain { position: absolute; top: 100%; left: 0 } button span { display: none } button:hover span { display: inline }</style>
  <button id="button">Press</button> <p>Text</p><div id="out"></div><p id="line">Ready</p><div id="layer">${layer}</div>
  <script>document.querySelector('[popover]')?.showPopover()\n${script}</script>`

type Case = readonly [what: string, html: string, effect: 'confirmed' | 'unverified', act?: object]

async function hold(t: Test, cases: readonly Case[]): Promise<void> {
  await shown.each(cases, async ({ show, press }, [what, html, wanted, act]) => {
    await show(html)
    const { effect, changed, why } = await press('Press', act)
    t.equal(effect, wanted, `${what}: ${why ?? JSON.stringify(changed)}`)
  })
}

const byAny = (code: string) => `document.addEventListener('click', () => { ${code} })`
const shut = 'layer.replaceChildren()'
const links = layers['a panel of links']!

t.test('what the focus shows, and what any press closes, proves no key', async (t) => {
  const keys = { action: 'key', keys: 'Enter' }
  await hold(t, [
    ['idle', page("button.onfocus = () => { button.textContent = 'Press now' }"), 'unverified', keys],
    ['busy', page("button.onkeydown = () => { line.textContent = 'Saved' }"), 'confirmed', keys],
    ['a panel that any press closes', page(byAny(shut), links), 'unverified', keys],
    [
      'one that gives the focus back',
      page(`line.innerHTML = '<button id=opener>Open</button>'; ${byAny(`${shut}; opener.focus()`)}`, links),
      'unverified',
      keys,
    ],
    ['a panel that the button closes', page(`button.onclick = () => ${shut}`, links), 'confirmed', keys],
  ])
})

/** A bar that says what is selected, as an editor has, above two paragraphs. */
const following = (when: (code: string) => string, isEditor = false) => `<!doctype html><title>Page</title>
  <button id="bold" aria-pressed="false">Bold</button> <div id="text" ${isEditor ? 'contenteditable' : ''}><p>First</p><p id="last" onclick="0">Press</p></div>
  <script>${isEditor ? 'text.focus(); ' : ''}getSelection().selectAllChildren(text.firstChild)
  document.onselectionchange = () => { ${when("bold.ariaPressed = getSelection().containsNode(last, true) ? 'true' : 'mixed'")} }</script>`

t.test('what any press does to the selection proves none, and what a choice of text does is one', async (t) => {
  const double = { action: 'double_click' }
  const ways: { readonly [when: string]: (code: string) => string } = {
    'at once': (code) => code,
    'of a timer': (code) => `setTimeout(() => { ${code} }, 60)`,
    'in the next frame': (code) => `requestAnimationFrame(() => { ${code} })`,
  }
  for (const [when, way] of Object.entries(ways))
    await hold(t, [
      [`a mere press, ${when}`, following(way), 'unverified'],
      [`a word chosen, ${when}`, following(way), 'confirmed', double],
      [`the caret in another paragraph, ${when}`, following(way, true), 'confirmed'],
    ])
})

/** An entry of an open menu, without roles, that the pointer opens another menu beside. */
const submenu = (
  around: string,
) => `<!doctype html><title>Menu</title><style>.menu { position: absolute; z-index: 5; top: 50px }</style>
  <div class="${around}" style="left: 10px"><a href="#" id="button">Press</a><br><a href="#">Other</a></div>
  <script>button.onclick = (event) => event.preventDefault()
  button.onmouseenter = () => { document.body.insertAdjacentHTML('beforeend', '<div class="menu" style="left: 150px"><a href="#1">Inner</a></div>') }</script>`

t.test('a menu that the pointer opens is what an entry of a menu is pressed for', async (t) => {
  await hold(t, [
    ['in a menu', submenu('menu'), 'confirmed'],
    ['in the flow', submenu('line'), 'unverified'],
  ])
})

t.test('what the pointer or the focus shows proves no press', async (t) => {
  await hold(t, [
    ...Object.entries(atButton).map(([what, script]) => [what, page(script), 'unverified'] as const),
    ...Object.entries(done).map(([what, script]) => [what, page(script), 'confirmed'] as const),
  ])
})

t.test('a layer that any press closes proves none, and one that the target itself closes does', async (t) => {
  // Each layer closes in one way, the first in all of them.
  const ways = Object.entries(close)
  const closing = Object.entries(layers).flatMap(([what, layer], at) =>
    (at === 0 ? ways : [ways[at % ways.length]!]).flatMap(([how, code]): Case[] => {
      const own = `button.onclick = () => { layer.className = 'closing'; ${code} }`
      return [
        [`${what}, ${how}`, page(byAny(code), layer), 'unverified'],
        ...(what === 'a popover of the browser'
          ? []
          : [[`${what}, ${how} by the button`, page(own, layer), 'confirmed'] as const]),
      ]
    }),
  )
  const pressed = "line.innerHTML = '<button id=opener aria-pressed=true>Height</button>'"
  const unpressed = byAny(`opener.ariaPressed = 'false'; ${shut}`)
  const card = `button.onmouseenter = () => setTimeout(() => { out.innerHTML = '<div class="tip"><button>Follow</button></div>' }, 700); button.onmouseleave = () => { out.innerHTML = '' }`
  await hold(t, [
    ...closing,
    ['one whose button is in while it is open', page(`${pressed}; ${unpressed}; `, links), 'unverified'],
    ['and a card that comes later', page(`${pressed}; ${unpressed}; ${card}`, links), 'unverified'],
    [
      'one whose frame stays, though nothing is drawn in it',
      page(
        byAny('for (const one of layer.firstChild.children) one.style.display = "none"'),
        '<div class="panel"><p>Sure?<button>Yes</button></div>',
      ),
      'unverified',
    ],
    [
      'one of which a part was hidden before',
      page(
        byAny("layer.firstChild.style.display = 'none'"),
        '<div class="panel" role="group"><input aria-label="Name"><button>Ok</button><button style="display: none">Cancel</button></div>',
      ),
      'unverified',
    ],
    [
      'one that its button is called by, too',
      page(
        byAny("layer.querySelector('.panel').remove()"),
        '<div role="button" tabindex="0">Colour<div class="panel"><a href="#1">Red</a> <i role="button" tabindex="0">Ok</i></div></div>',
      ),
      'unverified',
    ],
    [
      'one that its button holds, and fields in it that stay, hidden',
      page(
        byAny("layer.querySelector('.panel').style.display = 'none'"),
        '<div role="button" tabindex="0">Colour<div class="panel"><i>Reset</i> <input type="range" aria-label="Red"></div></div>',
      ),
      'unverified',
    ],
    [
      'one whose holder says that it is open',
      page(
        byAny("holder.ariaExpanded = 'false'; holder.replaceChildren()"),
        '<x-tags id="holder" aria-expanded="true" tabindex="-1" aria-label="Tags"><div class="panel"><a href="#1">Profile</a></div></x-tags>',
      ),
      'unverified',
    ],
    [
      'one that the page cannot be reached behind',
      page(
        `const main = document.querySelector('main'); main.ariaHidden = 'true'; ${byAny('layer.replaceChildren(); main.ariaHidden = null')}`,
        '<div class="panel"><a href="#1">Profile</a></div>',
      ).replace('<p>Text</p>', '<main><h1>Orders</h1><button>New</button> <a href="#1">Open</a></main>'),
      'unverified',
    ],
    [
      'one whose words a style sheet draws',
      page(
        byAny("layer.firstChild.style.display = 'none'"),
        '<div class="panel"><style>.panel i::before { content: "Big" }</style><i role="button" tabindex="0"></i></div>',
      ),
      'unverified',
    ],
    [
      'a list that says in an attribute alone that it is open',
      page(
        `line.innerHTML = '<input id=field role=combobox aria-expanded=true aria-controls=those aria-label=Fruit><div id=those role=listbox aria-expanded=true aria-label=Fruit><div role=option tabindex=-1>Pear</div></div>'; ${byAny("for (const one of [field, those]) one.ariaExpanded = 'false'")}`,
        '',
      ),
      'unverified',
    ],
    [
      'one whose button says that it closes it',
      page(
        `line.innerHTML = '<button id=opener aria-haspopup=true aria-expanded=true aria-label="Close menu"></button>'; ${byAny("layer.replaceChildren(); opener.ariaExpanded = 'false'; opener.ariaLabel = 'Open menu'")}`,
        links,
      ),
      'unverified',
    ],
    [
      'one whose field is saved once it has closed',
      page(
        `out.innerHTML = '<ul><li>Notes</ul>'
        ${byAny(`if (layer.firstChild) queueMicrotask(() => setTimeout(() => { out.innerHTML = '<ul><li>Folder<li>Notes</ul>' }, 20)); ${shut}`)}`,
        '<div class="panel"><textarea aria-label="New folder">Folder</textarea></div>',
      ),
      'unverified',
    ],
    [
      'one that closes while the button writes elsewhere, beside what a style draws at the pointer',
      page(
        `${byAny(shut)}; button.insertAdjacentHTML('afterend', '<a href="#1">Edit</a><style>button + a { display: none } button:hover + a { display: inline }</style>');
        out.contentEditable = 'true'; out.ariaLabel = 'Answer'; out.role = 'textbox'; button.onclick = () => { out.textContent = '@Ann ' }`,
        links,
      ),
      'confirmed',
    ],
    [
      'one that closes while slides turn by themselves, and the button names another later',
      page(
        `${byAny(shut)}; line.innerHTML = '<button id=other>Menu 0</button><p id=one>One</p><p id=two hidden>Two</p>'
        setInterval(() => { one.hidden = !one.hidden; two.hidden = !one.hidden }, 300); button.onclick = () => setTimeout(() => { other.textContent = 'Menu 1' }, 400)`,
        links,
      ),
      'confirmed',
    ],
    ...[
      ['one that lies over what is transparent', '', 'unverified'],
      ['and the button shows something', 'button.onclick = () => { two.hidden = false }', 'confirmed'],
    ].map(
      ([what, script, effect]) =>
        [
          what,
          page(
            `line.innerHTML = '<p id=two hidden>Two</p><div style="position: absolute; left: 310px; top: 205px"><i role=img aria-label=Star style="opacity: 0">*</i></div>'; ${byAny(shut)}; ${script}`,
            links,
          ),
          effect,
        ] as Case,
    ),
    ['a list in the flow, cleared', page(byAny(shut), '<ul><li>One<li>Two</ul>'), 'confirmed'],
  ])
})

t.test('a list that opens as the button goes down, and holds back all else, is what was pressed for', async (t) => {
  const list =
    '<ul role="listbox"><li role="option" tabindex="-1" aria-selected="true">Apple<li role="option" tabindex="-1">Bean</ul>'
  const opens = `main.onmousedown = (event) => { event.preventDefault(); main.ariaHidden = 'true'; flavour.ariaExpanded = 'true'
    document.body.insertAdjacentHTML('beforeend', '<div style="position: fixed; inset: 0">${list}</div>')
    document.querySelector('[role=option]').focus() }`
  const box = '<div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" id="flavour">Apple</div>'
  const html = `<!doctype html><title>Page</title><main id="main">${box}</main><script>${opens}</script>`
  await shown.show(html)
  const find = { scope: 'tab', tab: shown.tab, filter: { anyFieldContains: 'flavour' } }
  const { effect, why } = await shown.call('interact', { find, action: 'click' })
  t.equal(effect, 'confirmed', why ?? '')
})
