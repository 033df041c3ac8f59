/** A page of controls that work, and of others that only look so. Its `look(name)` says what one of them has become, once nothing is pending. */
import type { Random } from '../fixtures/random.ts'

/** What the page says of a control. */
export interface Tried {
  readonly state: string
  /** How often what it is for was done. */
  readonly done: number
}

export interface Control {
  readonly name: string
  /** What becomes of what is done to it. */
  readonly how: string
  readonly html: string
  readonly action: string
  valueOf(dice: Random): string | undefined
  isDone(before: Tried, after: Tried, value: string | undefined): boolean
}

const words = ['tea', 'Grüße', 'two words', '日本語', 'e\u0301', '👩‍🚀 up', '1,234.50', 'UPPER', '  spaced  out']
const noValue = () => undefined
const isOther = (before: Tried, after: Tried) => before.state !== after.state
const isDoneOnce = (before: Tried, after: Tried) => after.done > before.done
const isAsked = (_: Tried, after: Tried, value: string | undefined) => after.state === value

function togglesOf(): Control[] {
  const ways: { readonly [how: string]: string } = {
    works: '',
    'is held back': 'onclick="event.preventDefault()"',
    'is undone at once': 'onchange="this.checked = !this.checked"',
    'is undone a moment later': 'onchange="later(() => { this.checked = !this.checked }, 20)"',
  }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Option ${at}${at}`,
    how,
    html: `<label><input type="checkbox" ${script}> Option ${at}${at}</label>`,
    action: 'toggle',
    valueOf: noValue,
    isDone: isOther,
  }))
}

function switchesOf(): Control[] {
  const turn = "this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')"
  const ways = {
    works: turn,
    'does nothing': '',
    'counts and does not turn': 'bump(this)',
    'is made anew for its new state': 'renew(this, true)',
    'is made anew as it was': 'renew(this, false)',
  }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Switch ${at}${at}`,
    how,
    html: `<button role="switch" aria-checked="false" onclick="${script}">Switch ${at}${at}</button>`,
    action: 'toggle',
    valueOf: noValue,
    isDone: isOther,
  }))
}

function fieldsOf(): Control[] {
  const ways: { readonly [how: string]: string } = {
    works: '',
    'empties itself': `oninput="this.value = ''"`,
    'writes in capitals': 'oninput="this.value = this.value.toUpperCase()"',
    'takes four letters': 'maxlength="4"',
    'keeps digits alone': `oninput="this.value = this.value.replace(/\\D/g, '')"`,
    'puts back what it had a moment later': `onfocus="this.was ??= this.value" oninput="later(() => { this.value = this.was }, 20)"`,
  }
  return ['set_value', 'type'].flatMap((action, kind) =>
    Object.entries(ways).map(([how, script], at) => ({
      name: `Field ${kind}${at}${at}`,
      how,
      html: `<label>Field ${kind}${at}${at} <input ${script}></label>`,
      action,
      valueOf: (dice) => dice.oneOf(words),
      isDone: (before, after, value = '') =>
        action === 'set_value'
          ? after.state === value
          : after.state.split(value).length > before.state.split(value).length,
    })),
  )
}

/** Fields of cells, which go once they have a text. */
function cellsOf(): Control[] {
  const ways = { 'shows what it has taken': 'cellOf(this, this.value)', 'shows what it had': "cellOf(this, 'before')" }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Cell ${at}${at}`,
    how,
    html: `<div class="cell"><input aria-label="Cell ${at}${at}" onchange="${script}"></div>`,
    action: 'set_value',
    valueOf: (dice) => dice.oneOf(words),
    isDone: isAsked,
  }))
}

function listsOf(): Control[] {
  const options = ['Red', 'Green', 'Blue', 'Light green']
  const ways = { works: '', 'puts the first back': 'onchange="this.selectedIndex = 0"' }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Choice ${at}${at}`,
    how,
    html: `<label>Choice ${at}${at} <select ${script}>${options.map((one) => `<option>${one}</option>`).join('')}</select></label>`,
    action: 'select',
    valueOf: (dice) => dice.oneOf(options),
    isDone: isAsked,
  }))
}

function expandersOf(): Control[] {
  const turn =
    "this.setAttribute('aria-expanded', this.getAttribute('aria-expanded') !== 'true'); this.nextElementSibling.hidden = this.getAttribute('aria-expanded') !== 'true'"
  const ways = { works: turn, 'does nothing': '', 'counts and does not open': 'bump(this)' }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Part ${at}${at}`,
    how,
    html: `<button aria-expanded="false" onclick="${script}">Part ${at}${at}</button><p hidden>What is in it</p>`,
    action: 'expand',
    valueOf: noValue,
    isDone: isOther,
  }))
}

/** They open when the press begins, over themselves or not, and hide the rest of the page from the tree or not. */
function menusOf(): Control[] {
  const ways = {
    'opens at the press': `unfold(this, '')`,
    'opens at the press, over itself': `unfold(this, 'inset: 0')`,
    'opens at the press, over a hidden page': `unfold(this, 'inset: 0', true)`,
    'is covered at the press': 'shade()',
  }
  return Object.entries(ways).flatMap(([how, script], at) =>
    ['button', 'combobox'].map((role) => ({
      name: `Menu ${role} ${at}${at}`,
      how,
      html: `<button role="${role}" aria-haspopup="${role === 'button' ? 'menu' : 'listbox'}" aria-expanded="false" aria-label="Menu ${role} ${at}${at}" onmousedown="${script}">more</button>`,
      action: 'click',
      valueOf: noValue,
      isDone: isDoneOnce,
    })),
  )
}

function buttonsOf(): Control[] {
  const ways: { readonly [how: string]: string } = {
    'writes beside itself': 'bump(this)',
    'writes far away': 'far(this)',
    'writes a little later': 'later(() => bump(this), 60)',
    'adds a line': 'grow(this)',
    'does nothing': '',
    'does nothing again': 'void 0',
    'does nothing beside a clock': '',
    'is hidden from readers, and writes beside itself': 'bump(this)',
    'is hidden from readers, and does nothing': '',
    'is drawn otherwise': "this.classList.toggle('on'); this.style.color = 'red'",
    'draws another otherwise': "document.getElementById('far').className = 'on' + Date.now()",
    'changes the address': "history.pushState(null, '', '#' + note(this))",
    'adds what is hidden': "document.body.insertAdjacentHTML('beforeend', '<p hidden>Nothing to see</p>')",
    'adds an empty box': "document.body.insertAdjacentHTML('beforeend', '<div></div>')",
    'is made anew as it was, and does nothing': 'this.replaceWith(this.cloneNode(true))',
    'makes the list beside it anew, as it was': 'rowOf(this).append(listOf(this))',
    'makes the list beside it anew, one line longer': 'note(this), rowOf(this).append(listOf(this))',
    'spreads a wave, and does nothing':
      "rowOf(this).insertAdjacentHTML('beforeend', '<span class=wave style=display:block></span>')",
    'notes the pointer among its states, and does nothing': "this.dataset.state = 'open hover focus'",
    'begins to note the pointer, and does nothing': "this.dataset.state = 'hover focus'",
    'gets an id with the focus, and does nothing': "this.id = 'made-' + Date.now()",
    'marks that it has the focus, and does nothing': "this.className = 'focused'; this.dataset.focusVisible = 'true'",
  }
  return Object.entries(ways).map(([how, script], at) => ({
    name: `Button ${at}${at}`,
    how,
    html: `<button ${attributesOf(how)} onclick="${script}">Button ${at}${at}</button><output></output>${how.endsWith('a clock') ? '<b>Ticks:</b> <i class="clock"></i>' : ''}`,
    action: 'click',
    valueOf: noValue,
    // What can be used was replaced, though nobody sees a difference.
    isDone: how.endsWith('anew, as it was') ? () => true : isDoneOnce,
  }))
}

function attributesOf(how: string): string {
  if (how.startsWith('notes')) return 'data-state="open"'
  return how.startsWith('is hidden') ? 'aria-hidden="true"' : ''
}

export const controls: readonly Control[] = [
  ...togglesOf(),
  ...switchesOf(),
  ...fieldsOf(),
  ...cellsOf(),
  ...listsOf(),
  ...expandersOf(),
  ...menusOf(),
  ...buttonsOf(),
]

export function pageOf(some: readonly Control[]): string {
  const rows = some.map(({ name, html }) => `<div class="row" data-of="${name}">${html}</div>`).join('\n')
  return `<!doctype html><title>Controls</title>
<p>It is <span id="clock"></span>, and <b id="count">0</b> have come.</p>
<main>${rows}</main>
<ul id="lines"></ul><p id="far"></p>
<script>
const done = {}
const rowOf = (element) => element.closest('.row')
const note = (element) => { const name = rowOf(element).dataset.of; return done[name] = (done[name] ?? 0) + 1 }
function bump(element) { const out = rowOf(element).querySelector('output'); const count = note(element); if (out) out.textContent = 'pressed ' + count }
function far(element) { document.getElementById('far').textContent = 'pressed ' + note(element) + ' times' }
function grow(element) { const line = document.createElement('li'); line.textContent = 'Line ' + note(element); document.getElementById('lines').append(line) }
function renew(element, turns) {
  const next = element.cloneNode(true)
  const isOn = turns !== (element.ariaChecked === 'true')
  next.ariaChecked = String(isOn)
  next.ariaLabel = element.textContent + (isOn ? ' on' : ' off')
  element.replaceWith(next)
}
function cellOf(input, text) { input.parentNode.fields = input; input.parentNode.replaceChildren(text) }
function listOf(element) {
  const row = rowOf(element)
  row.querySelector('ul')?.remove()
  const list = document.createElement('ul')
  for (let at = 0; at <= (done[row.dataset.of] ?? 0); at++) list.innerHTML += '<li>Item ' + at + ' <a href="#">Open</a></li>'
  return list
}
function shade() { const sheet = document.createElement('div'); sheet.className = 'sheet'; sheet.style = 'position: fixed; inset: 0'; document.body.append(sheet); return sheet }
function unfold(element, place, hides) {
  note(element)
  element.setAttribute('aria-expanded', 'true')
  const menu = shade()
  if (place === '') menu.style = 'margin-top: 8px'
  const [list, item] = element.role === 'button' ? ['menu', 'menuitem'] : ['listbox', 'option']
  menu.innerHTML = '<div role="' + list + '"><div role="' + item + '" tabindex="0">First</div><div role="' + item + '" tabindex="0">Second</div></div>'
  if (hides) for (const one of document.querySelectorAll('body > :not(.sheet)')) one.ariaHidden = 'true'
}
for (const row of document.querySelectorAll('.row')) if (row.innerHTML.includes('listOf')) row.append(listOf(row.firstChild))
function shut() {
  for (const one of document.querySelectorAll('.sheet')) one.remove()
  for (const one of document.querySelectorAll('body > [aria-hidden]')) one.ariaHidden = null
  for (const one of document.querySelectorAll('[aria-haspopup]')) one.ariaExpanded = 'false'
  for (const one of document.querySelectorAll('.cell')) if (one.fields) one.replaceChildren(one.fields)
}
let pending = Promise.resolve()
function later(work, ms) { const end = new Promise((resolve) => setTimeout(() => { work(); resolve() }, ms)); pending = pending.then(() => end) }
async function look(name) {
  await pending
  const row = document.querySelector('.row[data-of="' + name + '"]')
  const element = row.querySelector('input, select, button')
  if (element === null) return { state: row.textContent, done: done[name] ?? 0 }
  const { type, value, checked } = element
  const aria = element.getAttribute('aria-checked') ?? element.getAttribute('aria-expanded')
  const state = aria ?? (type === 'checkbox' ? String(checked) : element.localName === 'select' ? element.selectedOptions[0]?.text : value)
  return { state, done: done[name] ?? 0 }
}
let ticks = 0
setInterval(() => {
  document.getElementById('clock').textContent = new Date().toLocaleTimeString()
  document.getElementById('count').textContent = String(++ticks)
  document.querySelector('.clock').textContent = String(ticks)
}, 250)
</script>`
}
