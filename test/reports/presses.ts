/** Reports of presses: where they land, and what is in their way. */
import { click, type Report, type } from './report.ts'

export const presses: readonly Report[] = [
  {
    of: 'microsoft/playwright#42625',
    kind: 'a page that scrolls smoothly',
    page: `<style>html { scroll-behavior: smooth }</style>
      <main>${[1, 2, 3, 4, 5, 6, 7, 8].map((one) => `<article style="height:420px"><h2>Order ${one}</h2><button onclick="did(${one})">Approve order ${one}</button></article>`).join('')}</main>`,
    steps: [click('Approve order 7'), click('Approve order 2')],
    right: ['log.join()', '7,2'],
  },
  {
    of: 'puppeteer/puppeteer#12726',
    kind: 'what stands under a sticky bar after scrolling',
    page: `<nav style="position:sticky;top:0;height:140px;background:#ddd;z-index:2" onclick="did('bar')">Shop</nav>
      <table style="width:100%">${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((one) => `<tr style="height:120px"><th>Lamp ${one}<td><a href="#lamp" onclick="did(${one})">Edit lamp ${one}</a>`).join('')}</table>
      <script>scrollTo(0, 330)</script>`,
    steps: [{ page: 'new Promise((done) => { scrollTo(0, 330); requestAnimationFrame(done) })' }, click('Edit lamp 3')],
    right: ['log.join()', '3'],
  },
  {
    of: 'microsoft/playwright#13470',
    kind: 'a checkbox between a fixed header and a fixed bar below',
    page: `<style>.bar { position:fixed; left:0; right:0; height:300px; background:#cde }</style>
      <div class="bar" style="top:0">News</div><div class="bar" style="bottom:0">We use cookies</div>
      <form style="padding:700px 0 900px"><label><input type="checkbox" id="agree"> I accept the terms</label></form>`,
    steps: [{ on: 'I accept the terms', action: 'toggle', value: 'on' }],
    right: ['agree.checked', true],
  },
  {
    of: 'microsoft/playwright#16048',
    kind: 'a list that unfolds while its item is pressed',
    page: `<style>ul { overflow:hidden; max-height:0; transition:max-height .6s; margin:0 } .open ul { max-height:400px }</style>
      <section id="box"><h3 tabindex="0" role="button" onclick="box.classList.toggle('open')">Colours</h3>
      <ul>${['Red', 'Green', 'Blue', 'Black', 'White'].map((one) => `<li style="height:60px;cursor:pointer" onclick="did('${one}')">${one}</li>`).join('')}</ul></section>`,
    steps: [click('Colours'), click('White')],
    right: ['log.join()', 'White'],
  },
  {
    of: 'microsoft/playwright#6238',
    kind: 'a section that comes late and moves what is below it',
    page: `<div style="height:1200px">Photos</div><div id="late"></div>
      <p><button onclick="did('agent')">Contact the agent</button></p>
      <p><a href="#a" onclick="did('search')">Popular searches</a></p><div style="height:1500px"></div>
      <script>new IntersectionObserver(([one]) => { if (one.isIntersecting) late.style.height = '260px' }).observe(late)</script>`,
    steps: [click('Contact the agent')],
    right: ['log.join()', 'agent'],
    came: '“covered” by what came to its place while the page moved',
  },
  {
    of: 'microsoft/playwright#1808',
    kind: 'a cover that leaves when the pointer comes: what is covered is said',
    page: `<style>#cover { position:absolute; inset:0; transition:transform .2s } #stage:hover #cover { transform:translateX(400px) }</style>
      <div id="stage" style="position:relative;width:200px;height:60px;overflow:hidden"><button style="width:200px;height:60px" onclick="did('go')">Get started</button><div id="cover" onclick="did('cover')"></div></div>`,
    steps: [click('Get started', { says: 'element_changed' })],
    right: ['log.join()', ''],
  },
  {
    of: 'microsoft/playwright#35666',
    kind: 'two panes that scroll by themselves, one of which snaps',
    page: `<div style="display:flex;height:300px"><div style="overflow:auto;width:200px"><div style="height:2000px">Orange</div></div>
      <div style="overflow:auto;width:300px;scroll-snap-type:y mandatory">${[1, 2, 3, 4, 5].map((one) => `<div style="height:290px;scroll-snap-align:start"><a href="#${one}" onclick="did(${one})">Chapter ${one}</a></div>`).join('')}</div></div>`,
    steps: [click('Chapter 4'), click('Chapter 1')],
    right: ['log.join()', '4,1'],
  },
  {
    of: 'vercel-labs/agent-browser#1044',
    kind: 'the same link twice, one of them far down',
    page: `<header><a href="#plans" onclick="did('top')">Plans</a></header><div style="height:4000px"></div>
      <footer><nav aria-label="Footer"><a href="#plans" onclick="did('foot')">Plans</a></nav></footer>`,
    steps: [click({ filter: { anyFieldContains: 'Plans' }, nth: 2 })],
    right: ['log.join()', 'foot'],
  },
  {
    of: 'lavague-ai/LaVague#592',
    kind: 'a link that breaks over two lines with nothing in its middle',
    page: `<p style="width:420px;font:20px/50px monospace">${'word '.repeat(6)}<a href="#x" onclick="did('link')">to the long report</a> ${'word '.repeat(6)}</p>`,
    steps: [click('to the long report')],
    right: ['log.join()', 'link'],
  },
  {
    of: 'puppeteer/puppeteer#4432',
    kind: 'a ring of SVG whose middle is something else',
    page: `<svg width="300" height="300"><circle cx="150" cy="150" r="50" fill="#c00" role="button" aria-label="Stop" onclick="did('stop')"/>
      <path role="button" aria-label="Ring road" fill="none" stroke="#06c" stroke-width="24" d="M150 40 A110 110 0 1 1 149 40 Z" onclick="did('ring')"/></svg>`,
    steps: [click('Ring road'), click('Stop')],
    right: ['log.join()', 'ring,stop'],
    came: '“covered” by what is in its middle',
  },
  {
    of: 'webdriverio/webdriverio#13859',
    kind: 'a thin curve between two boxes of a graph',
    page: `<svg width="500" height="300"><rect width="80" height="40" fill="#ccc"/><rect x="400" y="240" width="80" height="40" fill="#ccc"/>
      <g role="button" tabindex="0" aria-label="Feeds" onclick="did('line')"><path d="M80 20 C 390 20, 390 60, 400 240" fill="none" stroke="#333" stroke-width="3"/></g></svg>`,
    steps: [click('Feeds')],
    right: ['log.join()', 'line'],
  },
  {
    of: 'microsoft/playwright#34701',
    kind: 'words in a drawing that is scaled down',
    page: `<svg viewBox="0 0 600 400" width="600" height="400"><g transform="scale(.05)"><text x="3000" y="3000" font-size="500" style="cursor:pointer"><tspan id="stamp">Received</tspan></text></g></svg>
      <script>stamp.addEventListener('click', () => { stamp.textContent = 'Signed'; did('stamp') })</script>`,
    steps: [click('Received')],
    right: ['log.join()', 'stamp'],
  },
  {
    of: 'puppeteer/puppeteer#4147',
    kind: 'a part of an image map',
    page: `<map name="keys"><area shape="rect" coords="0,0,60,60" alt="One" href="#1" onclick="did(1)"><area shape="circle" coords="150,50,30" alt="Two" href="#2" onclick="did(2)"></map>
      <p style="height:900px"></p><img usemap="#keys" alt="Keypad" width="240" height="100" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='240' height='100'/%3E">`,
    steps: [click({ filter: { titleContains: 'Two' } })],
    right: ['log.join()', '2'],
  },
  {
    of: 'SeleniumHQ/selenium#1279',
    kind: 'controls without a box of their own',
    page: `<div style="position:relative;height:120px"><span role="button" tabindex="0" aria-label="Greet" onclick="did('greet')"><b style="position:absolute;left:200px;top:40px">Hi</b></span></div>
      <button style="display:contents" onclick="did('contents')"><i>Without a box</i></button>`,
    steps: [click('Greet'), click('Without a box')],
    right: ['log.join()', 'greet,contents'],
  },
  {
    of: 'cypress-io/cypress#1887',
    kind: 'words of a button that the pointer goes through',
    page: `<style>button > span { pointer-events:none }</style><button onclick="did('create')"><span>Create project</span></button>`,
    steps: [click('Create project')],
    right: ['log.join()', 'create'],
  },
  {
    of: 'cypress-io/cypress#698',
    kind: 'links that the pointer goes through: to a card, and to nothing',
    page: `<div style="width:300px;height:80px;background:#eee;cursor:pointer" onclick="did('card')"><a href="#next" style="pointer-events:none" onclick="did('next')">Open the offer</a></div>
      <nav>Page 9 <a href="#page10" style="pointer-events:none;color:#999">Next page</a></nav>`,
    steps: [
      click('Open the offer'),
      click('Next page', { says: ['unverified', 'element_changed', 'not_found', 'unsupported_here'] }),
    ],
    right: ['log.join() + location.hash', 'card'],
  },
  {
    of: 'cypress-io/cypress#28788',
    kind: 'words inside a button that is disabled',
    page: `<button disabled onclick="did('pay')"><span>Pay <b>now</b></span></button>`,
    steps: [
      click(
        { filter: { anyFieldContains: 'now' }, includeDisabled: true, includeNonInteractable: true, nth: 1 },
        { says: ['element_changed', 'unsupported_here', 'refused', 'unverified'] },
      ),
    ],
    right: ['log.join()', ''],
  },
  {
    of: 'microsoft/playwright#3105',
    kind: 'an item that a sticky header covers but for its lower edge',
    page: `<style>header { position: sticky; top: 0; height: 60px; background: #ccc } li { height: 40px; list-style: none; cursor: pointer }</style><header onclick="did('header')">Countries</header><ul id="list" style="margin:0">${Array.from({ length: 40 }, (_, at) => `<li tabindex="0" role="button" onclick="did(${at})">Country ${at}.</li>`).join('')}</ul><script>addEventListener('load', () => scrollTo(0, 430))</script>`,
    steps: [click('Country 10.')],
    right: ['log.join()', '10'],
  },
  {
    of: 'getgauge/taiko#2234',
    kind: 'a button in view below a sticky header, which scrolling would put under it',
    page: `<style>nav { position: sticky; top: 0; height: 100px; background: #99f }</style><nav></nav><div style="height:2000px"><button onclick="did('pressed ' + scrollY)">Click Me</button></div>`,
    steps: [click('Click Me')],
    right: ['log.join()', 'pressed 0'],
  },
  {
    of: 'testing-library/user-event#1048',
    kind: 'arrow keys within a group of radio buttons, past its end',
    page: ['One', 'Two', 'Three']
      .map((one) => `<label><input type="radio" name="n" onchange="did('${one}')">${one}</label>`)
      .join(''),
    steps: [
      click('Two'),
      { on: 'Two', action: 'key', keys: 'ArrowDown' },
      { on: 'Three', action: 'key', keys: 'ArrowRight' },
      { on: 'One', action: 'key', keys: 'ArrowUp' },
    ],
    right: ['log.join()', 'Two,Three,One,Three'],
  },
  {
    of: 'testing-library/user-event#441',
    kind: 'the Tab key into a group of radio buttons, and back out of it',
    page: `<input aria-label="Before"><input type="radio" name="n" aria-label="Low"><input type="radio" name="n" aria-label="High" checked><input aria-label="After"><script>onfocus = addEventListener('focusin', ({ target }) => did(target.ariaLabel))</script>`,
    steps: [
      { on: 'Before', action: 'key', keys: 'Tab' },
      { on: 'High', action: 'key', keys: 'Shift+Tab' },
    ],
    right: ['log.join()', 'Before,High,Before'],
  },
  {
    of: 'puppeteer/puppeteer#4135',
    kind: 'a page that folds its header when it is scrolled, and moves what is pressed',
    page: `<style>header { height: 200px; background: #ccd } .small header { height: 40px }</style><header>Shop</header><div style="height:2000px"></div><button onclick="did('bought')">Buy</button><button onclick="did('left')">Leave</button><div style="height:900px"></div><script>addEventListener('scroll', () => setTimeout(() => document.body.classList.toggle('small', scrollY > 100), 30))</script>`,
    steps: [click('Buy')],
    right: ['log.join()', 'bought'],
  },
  {
    of: 'browser-use/browser-use#1311',
    kind: 'a button that comes in the place of another as soon as something is typed',
    page: `<style>#bar { display: flex; width: 320px } input { flex: 1 } #clear { display: none } .filled #clear { display: block }</style><div id="bar"><input aria-label="What to find" oninput="bar.classList.toggle('filled', value !== '')"><button id="clear" onclick="did('cleared')">×</button><button onclick="did('found')">Go</button></div>`,
    steps: [type('What to find', 'shoes'), click('Go')],
    right: ['log.join() + document.querySelector("input").value', 'foundshoes'],
  },
  {
    of: 'webdriverio/webdriverio#1604',
    kind: 'a field that has to be filled in, said by the browser alone',
    page: `<form onsubmit="did('sent'); return false"><input name="q" placeholder="Looking for" required><button>Search</button></form>`,
    steps: [
      click('Search', { says: 'unverified' }),
      { on: 'Looking for', action: 'key', keys: 'Enter', says: 'unverified' },
      type('Looking for', 'lamp'),
      { on: 'Looking for', action: 'key', keys: 'Enter' },
    ],
    right: ['log.join()', 'sent'],
    came: '“only the focus has changed”, and not what the browser says',
  },
  {
    of: 'cypress-io/cypress#26643',
    kind: 'a password that is too short, which only a person’s own keys make wrong',
    page: `<form onsubmit="did('sent'); return false"><label>Password <input type="password" minlength="8" id="field"></label><button>Sign up</button></form>`,
    steps: [
      type('Password', 'seven77', { says: ['unverified', 'confirmed'] }),
      click('Sign up', { says: 'unverified' }),
      type('Password', '8', { says: ['unverified', 'confirmed'] }),
      click('Sign up'),
    ],
    right: ['log.join() + field.value.length', 'sent8'],
  },
  {
    of: 'cypress-io/cypress#1930',
    kind: 'a text that is too short, checked by a script',
    page: `<form><label>Name <input minlength="5" id="field"></label></form><button onclick="did(field.checkValidity())">Check</button>`,
    steps: [type('Name', 'Ann'), click('Check'), type('Name', 'ika'), click('Check')],
    right: ['log.join()', 'false,true'],
  },
  {
    of: 'angular/protractor#4495',
    kind: 'a drawing that is pressed by its own shape',
    page: `<svg width="60" height="60" aria-hidden="true"><path id="heart" d="M0 0H60V60H0Z" fill="red"/></svg>
      <script>heart.onpointerdown = () => did('heart')</script>`,
    steps: [{ shows: /\[\d+\] .*heart/ }, click({ filter: { identifierContains: 'heart' } })],
    right: ['log.join()', 'heart'],
  },
  {
    of: 'bartbutenaers/node-red-contrib-ui-svg#97',
    kind: 'a group of a drawing that hears the pointer go down',
    page: `<svg width="100" height="90"><g id="bulb"><rect y="10" width="65" height="65" fill-opacity="0"/><path d="M10 20H50V60H10Z"/></g></svg>
      <script>bulb.addEventListener('pointerdown', () => did('bulb'))</script>`,
    steps: [{ shows: /bulb/ }, click({ filter: { identifierContains: 'bulb' } })],
    right: ['log.join()', 'bulb'],
    came: 'it was in no view',
  },
]
