/** Reports of fields, lists and toggles: what they take and hold. */
import { click, type Report, select, set, type, wait } from './report.ts'

export const fields: readonly Report[] = [
  {
    of: 'cypress-io/cypress#30655',
    kind: 'a group that is enabled later',
    page: `<fieldset disabled id="group"><legend>Step 2</legend><button type="button" onclick="did('sent')">Send it</button></fieldset>
      <script>setTimeout(() => { group.disabled = false }, 700)</script>`,
    steps: [
      { waits: { filter: { anyFieldContains: 'Send it' }, until: 'state', state: 'enabled', includeDisabled: true } },
      click('Send it'),
    ],
    right: ['log.join()', 'sent'],
  },
  {
    of: 'cypress-io/cypress#5951',
    kind: 'a list in a disabled group, and a field in its legend, which is not disabled',
    page: `<fieldset disabled><legend><label>Reason <input id="reason"></label></legend><label>Version <select id="version"><option>1<option>2</select></label></fieldset>`,
    steps: [
      select({ filter: { anyFieldContains: 'Version' }, elementTypes: ['dropdown'], includeDisabled: true }, '2', {
        says: ['element_changed', 'unsupported_here', 'refused'],
      }),
      set('Reason', 'none'),
    ],
    right: ['[version.value, reason.value].join()', '1,none'],
  },
  {
    of: 'microsoft/playwright#31851',
    kind: 'a decimal comma in a number field',
    page: `<label>Diameter <input id="width" type="number" step="0.1" min="0.2"> cm</label>`,
    steps: [
      set('Diameter', '1,5', { says: ['invalid_params', 'element_changed', 'refused', 'unverified'] }),
      set('Diameter', '2.5'),
    ],
    right: ['width.value', '2.5'],
  },
  {
    of: 'ChromeDevTools/chrome-devtools-mcp#1001',
    kind: 'a text field that is a combo box for screen readers',
    page: `<textarea id="query" role="combobox" aria-label="Search" aria-expanded="false" aria-autocomplete="list" rows="1"></textarea>
      <label>City <input id="city" role="combobox" aria-expanded="false"></label>`,
    steps: [set('Search', "today's news"), set('City', 'Lyon')],
    right: ['[query.value, city.value].join()', "today's news,Lyon"],
  },
  {
    of: 'ChromeDevTools/chrome-devtools-mcp#1941',
    kind: 'an option of a closed list is pressed',
    page: `<label>Reservation <select id="kind" onchange="did(this.value)"><option value="in">Dine in<option value="out">Pickup<option value="far">Delivery</select></label>`,
    steps: [click({ filter: { titleContains: 'Pickup' }, includeHidden: true })],
    right: ['kind.value + log.join()', 'outout'],
  },
  {
    of: 'ChromeDevTools/chrome-devtools-mcp#2501',
    kind: 'an option whose value is empty, by its text',
    page: `<label>Region <select id="region" onchange="did(this.value || 'none')"><option value="">All regions<option value="n" selected>North<option value="s">South</select></label>`,
    steps: [select('Region', 'All regions')],
    right: ['region.selectedIndex + log.join()', '0none'],
  },
  {
    of: 'ChromeDevTools/chrome-devtools-mcp#185',
    kind: 'options by their text, where choosing in one list fills another',
    page: `<label>Country <select id="country"><option value="">-<option value="US">United States<option value="FR">France</select></label>
      <label>State <select id="state" disabled></select></label>
      <script>country.onchange = () => setTimeout(() => { state.innerHTML = country.value === 'US' ? '<option value=1>Ohio<option value=2>Oregon' : '<option value=3>Bretagne'; state.disabled = false }, 250)</script>`,
    steps: [
      select('Country', 'United States'),
      {
        waits: {
          filter: { titleContains: 'State' },
          elementTypes: ['dropdown'],
          until: 'state',
          state: 'enabled',
          includeDisabled: true,
        },
      },
      select({ filter: { titleContains: 'State' }, elementTypes: ['dropdown'] }, 'Oregon'),
    ],
    right: ['country.value + state.value', 'US2'],
  },
  {
    of: 'browser-use/browser-use#4143',
    kind: 'suggestions that come a while after the keys and leave with the focus',
    page: `<label>Nationality <input id="nation" autocomplete="off"></label><div id="box" role="listbox"></div>
      <script>
        let timer
        nation.onkeyup = () => { clearTimeout(timer); timer = setTimeout(() => { box.innerHTML = ['Finland', 'France', 'Fiji'].filter((one) => one.startsWith(nation.value)).map((one) => '<div role="option" tabindex="-1">' + one + '</div>').join('') }, 200) }
        nation.onblur = () => setTimeout(() => { box.innerHTML = '' }, 50)
        box.onmousedown = (event) => { event.preventDefault(); nation.value = event.target.textContent; nation.dataset.chosen = nation.value; box.innerHTML = '' }
      </script>`,
    steps: [type('Nationality', 'Fi'), wait('Finland'), click({ filter: { titleContains: 'Finland' } })],
    right: ['nation.dataset.chosen', 'Finland'],
  },
  {
    of: 'browser-use/browser-use#568',
    kind: 'the body of a mail, which is a document of its own that is edited',
    page: `<label>To <input id="to"></label><iframe id="mail" title="Message" style="width:400px;height:120px"></iframe>
      <script>mail.contentDocument.write('<body contenteditable="true" aria-label="Message body"><p><br></p></body>'); mail.contentDocument.close()</script>`,
    steps: [set({ filter: { titleContains: 'Message body' } }, 'Dear all'), set('To', 'a@b.test')],
    right: ['mail.contentDocument.body.innerText.trim() + to.value', 'Dear alla@b.test'],
  },
  {
    of: 'testing-library/user-event#281',
    kind: 'typing on at the end of what a limit lets in',
    page: `<textarea id="note" aria-label="Note" maxlength="10">123456</textarea>`,
    steps: [type('Note', '789', { says: 'confirmed' }), type('Note', 'abcdef', { says: ['unverified', 'refused'] })],
    right: ['note.value', '123456789a'],
  },
  {
    of: 'testing-library/user-event#418',
    kind: 'a limit of length that a number field does not heed',
    page: `<label>Code <input id="code" type="number" maxlength="3" value="123"></label>`,
    steps: [set('Code', '123456')],
    right: ['code.value', '123456'],
    came: 'the value was refused as too long',
  },
  {
    of: 'cypress-io/cypress#4603',
    kind: 'a rich editor in several blocks, the second of which is meant',
    page: `<div id="doc"><h2 contenteditable="true" aria-label="Heading" role="textbox">Old title</h2><blockquote contenteditable="true" aria-label="Quote" role="textbox"><p>Old <b>words</b></p></blockquote></div>`,
    steps: [set('Quote', 'New words'), type('Heading', '!')],
    right: ["doc.innerText.split('\\n').filter(Boolean).join('|')", 'Old title!|New words'],
  },
  {
    of: 'cypress-io/cypress#29397',
    kind: 'a heading that can be edited once it was pressed',
    page: `<h6 id="name" tabindex="0" style="cursor:text">Untitled</h6><p>Body</p>
      <script>name0 = document.getElementById('name'); name0.onclick = () => { name0.contentEditable = 'true'; name0.focus() }</script>`,
    steps: [
      click({ filter: { anyFieldContains: 'Untitled' }, includeNonInteractable: true, nth: 1 }),
      set('Untitled', 'Budget'),
    ],
    right: ['name0.innerText', 'Budget'],
  },
  {
    of: 'cypress-io/cypress#21230',
    kind: 'a calendar that comes with the first key and takes the focus for a moment',
    page: `<label>Date <input id="date"></label><div id="pop" tabindex="-1" hidden>June</div>
      <script>date.oninput = () => { if (!pop.hidden) return; pop.hidden = false; pop.focus(); setTimeout(() => date.focus(), 30) }</script>`,
    steps: [set('Date', '2024-06-15')],
    right: ['date.value', '2024-06-15'],
  },
  {
    of: 'cypress-io/cypress#1366',
    kind: 'a day and its time in one field',
    page: `<label>Meeting <input id="meeting" type="datetime-local" onchange="did(this.value)"></label><label>Week <input id="week" type="week"></label><label>Month <input id="month" type="month"></label>`,
    steps: [set('Meeting', '2025-04-30T13:05'), set('Week', '2025-W18'), set('Month', '2025-04')],
    right: [
      '[meeting.value, week.value, month.value, log.at(-1)].join()',
      '2025-04-30T13:05,2025-W18,2025-04,2025-04-30T13:05',
    ],
  },
  {
    of: 'puppeteer/puppeteer#1810',
    kind: 'a field whose owner puts its own value back when it is left',
    page: `<label>Street <input id="street" value="Main St 1"></label><button>Next</button>
      <script>let kept = street.value; street.oninput = (event) => { if (event.isTrusted) kept = street.value }; street.onblur = () => { street.value = kept }</script>`,
    steps: [set('Street', 'Oak Ave 2'), click('Next', { says: ['confirmed', 'unverified'] })],
    right: ['street.value', 'Oak Ave 2'],
  },
  {
    of: 'puppeteer/puppeteer#3094',
    kind: 'a field that groups its digits while they are typed',
    page: `<label>Price <input id="price" value="5" onfocus="this.setSelectionRange(0, 0)" oninput="const digits = this.value.replace(/\\D/g, ''); this.value = digits.replace(/\\B(?=(\\d{3})+$)/g, ',')"></label>`,
    steps: [set('Price', '1234567', { says: ['confirmed', 'unverified'] })],
    right: ['price.value', '1,234,567'],
  },
  {
    of: 'microsoft/playwright#13576',
    kind: 'radio buttons drawn by others, their own being transparent and hidden from screen readers',
    page: `<div role="radiogroup">${['Light', 'Dark'].map((one) => `<label role="radio" aria-checked="false" tabindex="0" style="display:block;position:relative"><span style="display:inline-block;width:14px;height:14px;border:1px solid;position:relative"><i></i><input type="radio" name="theme" value="${one}" aria-hidden="true" tabindex="-1" style="opacity:0;position:absolute;inset:0;z-index:-1;margin:0"></span> ${one}</label>`).join('')}</div>
      <script>addEventListener('change', () => { for (const one of document.querySelectorAll('label')) one.ariaChecked = String(one.querySelector('input').checked) })</script>`,
    steps: [click('Dark'), { shows: /Dark.*\((checked|selected)/ }],
    right: ["document.querySelector(':checked')?.value", 'Dark'],
  },
  {
    of: 'microsoft/playwright#26908',
    kind: 'a radio button that opens something, and is not chosen by it',
    page: `<label><input type="radio" id="custom"> Custom range</label><div id="panel" hidden><button>Pick days</button></div>
      <script>custom.onclick = (event) => { event.preventDefault(); panel.hidden = false }</script>`,
    steps: [
      { on: 'Custom range', action: 'toggle', value: 'on', says: ['unverified', 'refused'] },
      click('Custom range', { says: ['confirmed', 'unverified'] }),
    ],
    right: ['custom.checked + String(panel.hidden)', 'falsefalse'],
  },
  {
    of: 'DevExpress/testcafe#6949',
    kind: 'a link inside the label of a checkbox',
    page: `<label><input type="checkbox" id="agree"> I have read the <a href="#terms">terms of use</a> and agree</label>`,
    steps: [
      click({ filter: { anyFieldContains: 'terms of use' }, elementTypes: ['link'] }),
      { on: { elementTypes: ['checkbox'] }, action: 'toggle', value: 'on' },
    ],
    right: ['[agree.checked, location.hash].join()', 'true,#terms'],
  },
  {
    of: 'microsoft/playwright#35608',
    kind: 'a disabled list that is replaced by one that is enabled',
    page: `<p id="place"><select id="size" aria-label="Size" disabled><option>S<option>L</select></p>
      <script>setTimeout(() => { place.innerHTML = '<select id="size" aria-label="Size"><option>S<option>L</select>'; place.firstChild.onchange = () => did('change') }, 500)</script>`,
    steps: [
      {
        waits: {
          filter: { titleContains: 'Size' },
          elementTypes: ['dropdown'],
          until: 'state',
          state: 'enabled',
          includeDisabled: true,
        },
      },
      select({ filter: { titleContains: 'Size' }, elementTypes: ['dropdown'] }, 'L'),
    ],
    right: ["document.querySelector('select').value + log.join()", 'Lchange'],
  },
  {
    of: 'microsoft/playwright#29127',
    kind: 'several options of a list of many',
    page: `<label>Toppings <select id="tops" multiple size="4"><option>Olives<option>Basil<option selected>Cheese<option>Onion</select></label>`,
    steps: [select({ filter: { anyFieldContains: 'Toppings' } }, 'Basil'), { shows: /Basil/ }],
    right: ["[...tops.selectedOptions].some((one) => one.value === 'Basil')", true],
  },
  {
    of: 'jo-inc/camofox-browser#4164',
    kind: 'a drop zone that makes its file field only when it is pressed',
    page: `<div id="zone" role="button" tabindex="0" style="border:1px dashed;height:80px">Drop files here, or browse</div>
      <script>zone.onclick = () => { const field = document.createElement('input'); field.type = 'file'; field.onchange = () => { did(field.files[0].name); zone.textContent = field.files[0].name }; field.click() }</script>`,
    steps: [{ on: 'Drop files here', action: 'upload' }],
    right: ['log.join()', 'notes.txt'],
  },
  {
    of: 'cypress-io/cypress#19494',
    kind: 'the option that is chosen already',
    page: `<label>Flavour <select onchange="did('change')" oninput="did('input')"><option>Mint<option selected>Lemon</select></label>`,
    steps: [select('Flavour', 'Lemon', { says: 'noop' })],
    right: ['log.join()', ''],
  },
  {
    of: 'cypress-io/cypress#107',
    kind: 'an option that cannot be chosen, and a list that cannot be used',
    page: `<label>Fruit <select onchange="did(value)"><option>Apple<option disabled>Orange</select></label><label>Nut <select disabled onchange="did(value)"><option>Hazel<option>Pecan</select></label>`,
    steps: [
      select('Fruit', 'Orange', { says: 'element_changed' }),
      select({ filter: { anyFieldContains: 'Nut' }, includeDisabled: true }, 'Pecan', { says: 'element_changed' }),
    ],
    right: ['log.join()', ''],
  },
  {
    of: 'cypress-io/cypress#3959',
    kind: 'a check box of no size, which its label draws',
    page: `<style>.box input { position: absolute; width: 0; height: 0; appearance: none } .box label::before { content: '☐ ' } .box :checked + label::before { content: '☑ ' }</style><span class="box"><input type="checkbox" id="c" onchange="did(checked)"><label for="c">Keep me signed in</label></span>`,
    steps: [{ on: 'Keep me signed in', action: 'toggle', value: 'on' }],
    right: ['log.join()', 'true'],
  },
  {
    of: 'cypress-io/cypress#6077',
    kind: 'a box whose change lets another control be used',
    page: `<label><input type="checkbox" onchange="pay.disabled = !checked">Invoice 1</label><button id="pay" disabled onclick="did('paid')">Batch payment</button>`,
    steps: [
      click({ filter: { anyFieldContains: 'Batch payment' }, includeDisabled: true }, { says: 'element_changed' }),
      { on: 'Invoice 1', action: 'toggle', value: 'on' },
      click('Batch payment'),
    ],
    right: ['log.join()', 'paid'],
  },
  {
    of: 'testing-library/react-testing-library#1378',
    kind: 'Enter in the only text field of a form that has radio buttons, too',
    page: `<form onsubmit="event.preventDefault(); did('found ' + q.value)"><label>Search <input id="q"></label><label><input type="radio" name="g" value="a">A</label><label><input type="radio" name="g" value="b">B</label></form>`,
    steps: [type('Search', 'test'), { on: 'Search', action: 'key', keys: 'Enter' }],
    right: ['log.join()', 'found test'],
  },
  {
    of: 'microsoft/playwright#6057',
    kind: 'a box that is drawn by its label, in the middle of which is a link',
    page: `<style>[type=checkbox] { position: absolute; opacity: 0 } span { display: block; width: 300px; text-align: center; border: 1px solid }</style><label><input type="checkbox" onchange="did(checked)"><span>I have read <a href="#terms">the terms and conditions of this shop</a> now</span></label>`,
    steps: [{ on: { filter: { anyFieldContains: 'I have read', role: 'AXCheckBox' } }, action: 'toggle', value: 'on' }],
    right: ['log.join() + location.hash', 'true'],
  },
  {
    of: 'microsoft/playwright#32957',
    kind: 'an invisible button of a group over its own words, in a box that lets the pointer through',
    page: `<style>.outer { display: inline-flex; position: relative; pointer-events: none } input { appearance: none; opacity: 0; pointer-events: all; position: absolute; width: 100%; height: 100%; margin: 0 } .inner { pointer-events: auto; display: flex; height: 36px; cursor: pointer }</style>${['One', 'Two'].map((one) => `<span class="outer"><input name="n" aria-labelledby="${one}" type="radio" onchange="did('${one}')"><span id="${one}" class="inner">${one}</span></span>`).join('')}`,
    steps: [click({ filter: { anyFieldContains: 'Two', role: 'AXRadioButton' } })],
    right: ['log.join()', 'Two'],
  },
  {
    of: 'cypress-io/cypress#940',
    kind: 'a telephone number that gets its signs as it is typed',
    page: `<input type="tel" aria-label="Phone" oninput="mask(this)"><script>mask = (field) => { const all = field.value.replace(/\\D/g, '').slice(0, 10); field.value = all.length > 6 ? '(' + all.slice(0, 3) + ') ' + all.slice(3, 6) + '-' + all.slice(6) : all.length > 3 ? '(' + all.slice(0, 3) + ') ' + all.slice(3) : all; setTimeout(() => field.setSelectionRange(field.value.length, field.value.length)) }</script>`,
    steps: [type('Phone', '1234567890')],
    right: ["document.querySelector('input').value", '(123) 456-7890'],
  },
  {
    of: 'SeleniumHQ/selenium#1479',
    kind: 'a list that is narrower than its options',
    page: `<select aria-label="Kind" style="width:50px" onchange="did(value)"><option value="a">abc</option><option value="b">some long text here</option><option value="c">my option</option></select>`,
    steps: [select('Kind', 'my option')],
    right: ['log.join()', 'c'],
  },
  {
    of: 'testing-library/user-event#1197',
    kind: 'an editor that takes plain text only',
    page: `<div contenteditable="plaintext-only" role="textbox" aria-label="Note" style="border:1px solid">Hello</div>`,
    steps: [type('Note', ' you'), set('Note', 'Bye')],
    right: ["document.querySelector('[contenteditable]').textContent", 'Bye'],
  },
  {
    of: 'browser-use/browser-use#3380',
    kind: 'words that are proposed a while after some were typed, without a role; what is typed alone is not taken',
    page: `<input aria-label="Model" oninput="offer()" onblur="setTimeout(() => { if (!taken) value = '' }, 200)"><div id="list"></div><script>taken = false; offer = () => setTimeout(() => { list.innerHTML = ['deepseek-chat', 'deepseek-coder'].map((one) => '<div style="cursor:pointer" onmousedown="take(this)">' + one + '</div>').join('') }, 600); take = (one) => { taken = true; document.querySelector('input').value = one.textContent; list.innerHTML = '' }</script>`,
    steps: [type('Model', 'deep'), wait('deepseek-chat'), click('deepseek-chat')],
    right: ["document.querySelector('input').value", 'deepseek-chat'],
    came: 'the press was called unverified: what was pressed has no title of its own, and was gone with the button down',
  },
]
