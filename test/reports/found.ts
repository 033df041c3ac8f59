/** Reports of what was missing or had another name, and of what is in frames, menus and other places. */
import { click, type Report, set, wait } from './report.ts'

export const found: readonly Report[] = [
  {
    of: 'microsoft/playwright-mcp#833',
    kind: 'a frame with the cursor of a link',
    page: `<iframe src="inner" title="Ad" style="cursor:pointer;width:300px;height:80px"></iframe>`,
    inner: `<button onclick="parent.did('frame')">Learn more</button>`,
    steps: [{ shows: /Learn more/ }, click('Learn more')],
    right: ['log.join()', 'frame'],
  },
  {
    of: 'browserbase/stagehand#848',
    kind: 'a frame inside a closed shadow root inside another',
    page: `<div id="host"></div><script>
      const outer = host.attachShadow({ mode: 'open' }); outer.innerHTML = '<section><div></div></section>'
      const closed = outer.querySelector('div').attachShadow({ mode: 'closed' }); closed.innerHTML = '<iframe src="inner" width="300" height="100"></iframe>'
    </script>`,
    inner: `<label>Card number <input oninput="parent.card = this.value"></label><button onclick="parent.did('paid ' + parent.card)">Pay</button>`,
    steps: [set('Card number', '4242'), click('Pay')],
    right: ['log.join()', 'paid 4242'],
  },
  {
    of: 'microsoft/playwright#18245',
    kind: 'frames that are scaled, of this site and of another',
    page: `<div style="transform:scale(.5);transform-origin:0 0;margin:40px;width:600px;height:160px"><iframe src="inner" title="Near" style="width:400px;height:150px;border:10px solid"></iframe></div>
      <div style="zoom:1.5"><iframe src="OTHER/" title="Far" style="transform:rotate(2deg);width:300px;height:100px"></iframe></div>`,
    inner: `<p style="height:300px">Above</p><button onclick="parent.did('inner'); this.textContent = 'Pressed'">Inner button</button>`,
    steps: [click('Inner button')],
    right: ['log.join()', 'inner'],
    came: '“covered” by the page around the frame, as it was below the edge of its frame; nothing scrolled',
  },
  {
    of: 'microsoft/playwright#14752',
    kind: 'a cover outside of the frame that it covers',
    page: `<iframe src="inner" title="Shop" style="width:400px;height:200px"></iframe><div style="position:absolute;left:0;top:0;width:500px;height:400px;background:#fff8" role="dialog" aria-label="Sign up" onclick="did('cover')">Sign up first</div>`,
    inner: `<button onclick="parent.did('inner')">Buy now</button>`,
    steps: [click('Buy now', { says: 'element_changed' })],
    right: ['log.join()', ''],
  },
  {
    of: 'microsoft/playwright#12821',
    kind: 'a button of a component, in words that are given to it',
    page: `<x-button id="save">Save <i>all</i></x-button><script>
      customElements.define('x-button', class extends HTMLElement { constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<span><button><slot></slot></button></span>'; this.shadowRoot.querySelector('button').onclick = () => did('saved') } })
    </script>`,
    steps: [click({ filter: { anyFieldContains: 'Save' }, elementTypes: ['button'] })],
    right: ['log.join()', 'saved'],
  },
  {
    of: 'microsoft/playwright#37336',
    kind: 'a picture without a text that is pressed for another one',
    page: `<p>Type what you see: <img id="captcha" width="120" height="40" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E"></p><script>captcha.addEventListener('click', () => did('another'))</script>`,
    steps: [{ shows: /image|img|button/ }, click({ filter: { role: 'image' } })],
    right: ['log.join()', 'another'],
  },
  {
    of: 'microsoft/playwright#33644',
    kind: 'a name that is taken from an element which is not there',
    page: `<label for="second">Second field</label><input id="second" aria-labelledby="nowhere">`,
    steps: [{ shows: /Second field/ }, set('Second field', 'x')],
    right: ['second.value', 'x'],
  },
  {
    of: 'microsoft/playwright#35977',
    kind: 'a star in a style sheet that is not to be read',
    page: `<style>label::after { content: "*" / "" }</style><label for="mail">Mail address</label> <input id="mail">`,
    steps: [{ shows: /: Mail address(?!\*)/ }],
    right: ['mail.value', ''],
  },
  {
    of: 'testing-library/dom-testing-library#1372',
    kind: 'a name from a tooltip that is hidden',
    page: `<button aria-labelledby="tip" onclick="did('copy')"><svg width="16" height="16"><path d="M0 0h16v16H0z"/></svg></button><span id="tip" role="tooltip" aria-hidden="true"><span hidden>Copy link</span></span>`,
    steps: [{ shows: /button: Copy link/ }, click('Copy link')],
    right: ['log.join()', 'copy'],
  },
  {
    of: 'testing-library/dom-testing-library#618',
    kind: 'a star in a label that is kept from screen readers',
    page: `<label for="first">First name<span aria-hidden="true">*</span></label><input id="first" value="Ann">`,
    steps: [{ shows: /: First name(?!\*)/ }],
    right: ['first.value', 'Ann'],
  },
  {
    of: 'microsoft/playwright-mcp#514',
    kind: 'a field whose hidden name is not what stands at it',
    page: `<label for="terms">Terms of service</label><input id="terms" aria-label="String (text)">`,
    steps: [set('Terms of service', 'yes')],
    right: ['terms.value', 'yes'],
    came: 'not_found',
    todo: 'a visible label that another name overrules is not searched: the browser names it, but not when it changes',
  },
  {
    of: 'vercel-labs/agent-browser#1016',
    kind: 'a link without an address, which listens by a script',
    page: `<ul><li>Report 2024 <a class="dl">Download the table</a></li><li>Report 2025 <span>not yet</span></li></ul><script>document.querySelector('.dl').addEventListener('click', () => did('table'))</script>`,
    steps: [{ shows: /\[\w+\D*[^\n]*Download the table/ }, click('Download the table')],
    right: ['log.join()', 'table'],
  },
  {
    of: 'vercel-labs/agent-browser#434',
    kind: 'cards that are pressed as a whole, by a listener of the page',
    page: `<style>.card { cursor:pointer; border:1px solid; width:200px; margin:8px }</style><div id="root">${['Alpha', 'Beta'].map((one) => `<div class="card" data-name="${one}"><h3>${one} project</h3><span>0 pages</span></div>`).join('')}</div>
      <script>root.addEventListener('click', ({ target }) => { const card = target.closest('.card'); if (card) did(card.dataset.name) })</script>`,
    steps: [{ shows: /\[\w+\D*[^\n]*Beta project/ }, click('Beta project')],
    right: ['log.join()', 'Beta'],
  },
  {
    of: 'ChromeDevTools/chrome-devtools-mcp#561',
    kind: 'what comes by itself after a press, without a new page',
    page: `<button onclick="setTimeout(() => { list.innerHTML += '<li><button>Result 3</button></li>' }, 400)">Load more</button><ul id="list"><li><button>Result 1</button></li></ul>`,
    steps: [click('Load more', { says: ['confirmed', 'unverified'] }), wait('Result 3'), { shows: /Result 3/ }],
    right: ['list.children.length', 2],
  },
  {
    of: 'apireno/DOMShell#35',
    kind: 'a list that makes only the rows in sight, in a page that does not scroll',
    page: `<div id="list" role="list" aria-label="Conversations" tabindex="0" style="height:200px;overflow:auto;width:300px"><div id="all" style="height:8000px;position:relative"></div></div>
      <script>list.onscroll = () => { const first = Math.floor(list.scrollTop / 40); all.innerHTML = [0, 1, 2, 3, 4, 5].map((at) => '<div role="listitem" style="position:absolute;top:' + (first + at) * 40 + 'px"><button onclick="did(' + (first + at) + ')">Conversation ' + (first + at) + '</button></div>').join('') }; list.onscroll()</script>`,
    steps: [
      { on: 'Conversations', action: 'scroll', to: { y: 2400 } },
      wait('Conversation 61'),
      click({ filter: { titleContains: 'Conversation 61' } }),
    ],
    right: ['log.join()', '61'],
  },
  {
    of: 'microsoft/playwright#5481',
    kind: 'a menu in a menu, open for as long as the pointer is there',
    page: `<style>.sub { display:none; position:absolute; background:#fff; border:1px solid } li { position:relative; width:120px } li:hover > .sub { display:block } .sub .sub { left:118px; top:0 }</style>
      <nav><ul><li><a href="#p">Pricing</a><ul class="sub"><li><a href="#t">Team</a><ul class="sub"><li><a href="#y" onclick="did('yearly')">Yearly plan</a></li></ul></li></ul></li></ul></nav>`,
    steps: [
      { on: 'Pricing', action: 'hover' },
      { on: { filter: { titleContains: 'Team' } }, action: 'hover' },
      click('Yearly plan'),
    ],
    right: ['log.join()', 'yearly'],
  },
  {
    of: 'browser-use/browser-use#2471',
    kind: 'a menu of a column that opens by a press, and its part when the pointer enters',
    page: `<table><tr><th>ID <button aria-label="ID actions" onclick="menu.hidden = false">⋮</button><th>Name <button aria-label="Name actions">⋮</button></table>
      <ul id="menu" role="menu" hidden><li role="menuitem" tabindex="-1" id="filter">Filter<ul role="menu" id="more" hidden><li role="menuitem" tabindex="-1" onclick="did('equals')">Equals</li></ul></li></ul>
      <script>filter.onmouseenter = () => { more.hidden = false }; filter.onmouseleave = () => { more.hidden = true }</script>`,
    steps: [
      click('ID actions'),
      { on: { filter: { titleContains: 'Filter' }, nth: 1 }, action: 'hover' },
      click({ filter: { titleContains: 'Equals' }, nth: 1 }),
    ],
    right: ['log.join()', 'equals'],
  },
  {
    of: 'microsoft/playwright#34688',
    kind: 'a row that is dragged by the pointer, which counts its moves over a place',
    page: `<style>.row { height:40px; width:200px; background:#ddd; margin:4px; cursor:grab }</style><div id="rows">${['One', 'Two', 'Three'].map((one) => `<div class="row" tabindex="0" role="button">${one}</div>`).join('')}</div>
      <script>
        let held, moves = 0
        rows.onmousedown = (event) => { held = event.target; moves = 0 }
        onmousemove = (event) => { if (held && event.target !== held) moves++ }
        onmouseup = (event) => { if (held && moves > 1 && event.target.matches('.row') && event.target !== held) event.target.after(held); held = undefined }
      </script>`,
    steps: [{ on: 'One', action: 'drag', to: 'Three' }],
    right: ['rows.innerText.match(/\\w+/g).join()', 'Two,Three,One'],
  },
  {
    of: 'microsoft/playwright#17153',
    kind: 'a column that takes a card only after it was dragged over it',
    page: `<div style="display:flex;gap:20px"><div id="todo" style="width:160px"><div id="card" draggable="true" role="button" tabindex="0">Write text</div></div><div id="done" role="group" aria-label="Done" style="width:160px;height:120px;background:#efe"></div></div>
      <script>
        let overs = 0
        card.ondragstart = (event) => event.dataTransfer.setData('text', 'card')
        done.ondragover = (event) => { overs++; event.preventDefault() }
        done.ondrop = (event) => { event.preventDefault(); if (overs > 0 && event.dataTransfer.getData('text') === 'card') done.append(card) }
      </script>`,
    steps: [
      {
        on: 'Write text',
        action: 'drag',
        to: 'Done',
      },
    ],
    right: ['done.contains(card)', true],
  },
  {
    of: 'browser-use/browser-use#3810',
    kind: 'a menu that a component in a frame draws and opens',
    page: `<iframe src="inner" sandbox="allow-same-origin allow-scripts" width="400" height="200"></iframe>`,
    inner: `<x-menu></x-menu><script>
      customElements.define('x-menu', class extends HTMLElement { connectedCallback() {
        const root = this.attachShadow({ mode: 'open' })
        root.innerHTML = '<style>i { cursor: pointer; margin: 9px } div:not(.open) > p { display: none }</style>' + ['File', 'View'].map((one) => '<div><i>' + one + '</i><p><i>' + one + ' all</i></p></div>').join('')
        root.addEventListener('click', ({ target }) => target.closest('p') ? parent.did(target.textContent) : target.parentNode.classList.toggle('open'))
      } })
    </script>`,
    steps: [click({ filter: { anyFieldContains: 'View' } }), click('View all')],
    right: ['log.join()', 'View all'],
  },
  {
    of: 'browser-use/browser-use#2336',
    kind: 'buttons of one name, each inside of several components',
    page: `<script>
      const define = (name, html) => customElements.define(name, class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = html(this) } })
      define('x-press', (own) => '<button onclick="did(\\'ordered ' + own.getAttribute('of') + '\\')">Order now</button>')
      define('x-foot', (own) => '<footer><x-press of="' + own.getAttribute('of') + '"></x-press></footer>')
      define('x-card', (own) => '<article><h3>' + own.getAttribute('of') + '</h3><p>30 GB</p><x-foot of="' + own.getAttribute('of') + '"></x-foot></article>')
    </script>${['Basic', 'Plus', 'Max'].map((one) => `<x-card of="${one}"></x-card>`).join('')}`,
    steps: [
      click('Order now', { says: 'element_ambiguous' }),
      click({ filter: { anyFieldContains: 'Order now' }, near: 'Plus' }),
    ],
    right: ['log.join()', 'ordered Plus'],
  },
  {
    of: 'SeleniumHQ/selenium#9589',
    kind: 'a frame in a shadow tree',
    page: `<div id="host"></div><script>host.attachShadow({ mode: 'open' }).innerHTML = '<p>Help</p><iframe src="inner" width="300" height="80"></iframe>'</script>`,
    inner: `<button onclick="parent.did('went on'); this.textContent = 'Done'">Continue</button>`,
    steps: [click('Continue')],
    right: ['log.join()', 'went on'],
  },
  {
    of: 'microsoft/playwright#24394',
    kind: 'days of a calendar that is kept from screen readers, and that everybody sees',
    page: `<div aria-hidden="true"><table>${Array.from({ length: 5 }, (_, week) => `<tr>${Array.from({ length: 7 }, (_, day) => `<td><button aria-label="August ${week * 7 + day + 1}, 2023" onclick="did(${week * 7 + day + 1})">${week * 7 + day + 1}</button></td>`).join('')}</tr>`).join('')}</table></div>`,
    steps: [click('August 8, 2023'), click('August 31, 2023')],
    right: ['log.join()', '8,31'],
    came: 'none of the days was found: the part has more than twenty elements',
  },
  {
    of: 'microsoft/playwright#36296',
    kind: 'a part that is to be seen inside one that is not',
    page: `<div style="visibility:hidden"><button onclick="did('unseen')">Unseen</button><div style="visibility:visible"><button onclick="did('seen')">Seen</button></div></div>`,
    steps: [{ lacks: /Unseen/ }, click('Seen')],
    right: ['log.join()', 'seen'],
  },
  {
    of: 'microsoft/playwright-mcp#1690',
    kind: 'a button whose words are some levels down, beside an icon that is kept from screen readers',
    page: `<button onclick="did('added')"><span><span><svg focusable="false" tabindex="-1" aria-hidden="true" width="16" height="16"><path d="M0 0h16v16z"/></svg></span><span>Add New Item</span></span></button>`,
    steps: [{ shows: /button: Add New Item/ }, click('Add New Item')],
    right: ['log.join()', 'added'],
  },
]
