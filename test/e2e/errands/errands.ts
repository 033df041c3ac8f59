/** Errands as a person would say them, each one call of `ix do`, and what the server must know when it is over. */
import type { Answer } from '../../fixtures/daemon/serve.ts'

export interface Errand {
  readonly title: string
  /** After `open URL` of this path, unless the steps go there themselves. */
  readonly at: string
  readonly steps: readonly string[]
  readonly stdin?: string
  /** What the server was told, in order. */
  readonly done: readonly string[]
  /** In the answer. */
  readonly said?: RegExp
  /** 1 where a step does not come about. */
  readonly code?: number
}

const tell = "const tell = (what) => fetch('/told?' + encodeURIComponent(what))"
const page = (title: string, body: string) =>
  `<!doctype html><meta charset="utf-8"><title>${title}</title><script>${tell}</script><main><h1>${title}</h1>${body}</main>`
const order = (n: number) =>
  `<tr><td>Order ${n}</td><td><button onclick="tell('gone ${n}'); this.closest('tr').remove()">Delete</button></td></tr>`

/** Made by the server at each request, as most are: its sections, what it has to say, and its rows. */
function stock(item: string | null, word: string | null): string {
  const sections = ['Orders', 'Goods', 'People'].map((one) => `<a href="/${one}">${one}</a>`).join(' ')
  const rows = ['Apples', 'Pears', ...(item === null ? [] : [item])].filter((row) => row.includes(word ?? ''))
  const table = rows.map((row) => `<tr><td>${row}<td><a href="#">Edit</a> <a href="#">Drop</a>`).join('')
  return page(
    'Stock',
    `<nav>${sections}</nav>${item === null ? '' : '<div>Item has been added.</div>'}
     <form><label>Item <input name="item"></label><button onclick="tell('added')">Add</button></form>
     <form><label>Word <input name="word"></label><button onclick="tell('looked')">Word</button></form>
     ${table === '' ? '<p>Nothing was found.</p>' : `<table><tr><th>Name<th>Act</tr>${table}</table>`}`,
  )
}

/** Draws its whole list again at every change, also while a dialog is over it. */
const folders = page(
  'Folders',
  `<button onclick="asked.showModal()">Add</button>
   <dialog id="asked" aria-label="Add folder"><label>Label <input id="label"></label><label>Path <input value="/home"></label>
   <button onclick="names.push(label.value); tell('added ' + label.value); draw(); asked.close()">Save</button></dialog>
   <dialog id="sure" aria-label="Sure?"><button onclick="tell('gone ' + gone); drop(); sure.close()">Yes</button></dialog>
   <ul id="list"></ul><p id="last"></p><script>
   let names = ['Photos', 'Music', 'Films', 'Books'], gone
   const drop = () => { names = names.filter((one) => one !== gone); draw(); last.textContent = gone + ' is gone' }
   const draw = () => list.innerHTML = names.map((one) => '<li><b>' + one + '</b> <button onclick="gone = \\'' + one + '\\'; sure.showModal()">Remove</button>').join('')
   draw()</script>`,
)

export const pages: { readonly [path: string]: string | Answer } = {
  '/folders': folders,
  '/cards': page(
    'Cards',
    ['Ada', 'Bea', 'Cleo']
      .map((one) => `<div><h3>${one}</h3><p>Sends letters</p><button onclick="tell('to ${one}')">Write</button></div>`)
      .join('') +
      ['Dora', 'Elin', 'Fay']
        .map((one) => `<div><button onclick="tell('call ${one}')">Call</button><b>${one}</b></div>`)
        .join(''),
  ),
  '/slow': page(
    'Slow',
    `<button onclick="fetch('/answer').then(() => { tell('asked'); said.innerHTML = '<p>3 were found</p>' })">Ask</button>
     <button onclick="tell('begun'); setTimeout(() => said.innerHTML = '<p role=alert>Done at last</p>', 800)">Begin</button>
     <div id="said"></div>`,
  ),
  '/answer': (_, response) => void setTimeout(() => response.end('late'), 1300),
  '/stock': ({ url = '' }, response) => {
    const asked = new URL(url, 'http://stock.test').searchParams
    response.setHeader('content-type', 'text/html').end(stock(asked.get('item'), asked.get('word')))
  },
  '/login': page(
    'Login',
    `<form onsubmit="event.preventDefault(); tell('in ' + u.value + ' ' + p.value); setTimeout(() => location = '/orders', 300)">
     <label>User <input id="u"></label><label>Password <input id="p" type="password"></label><button>Sign in</button></form>`,
  ),
  '/orders': page(
    'Orders',
    `<a href="/login">Log out</a><table><tr><th>Order</th><th>Act</th></tr>${[5, 6, 7].map(order).join('')}</table>
     <button title="Keep all" onclick="tell('saved'); setTimeout(() => said.textContent = 'All saved', 300)">Save</button>
     <button onclick="if (confirm('Empty it?')) { tell('emptied'); said.textContent = 'Emptied' }">Empty</button>
     <button onclick="setTimeout(() => more.hidden = false, 400)">More</button>
     <div id="more" hidden><button onclick="tell('late'); said.textContent = 'Came late'">Late</button></div>
     <button>Idle</button><button disabled>Print</button><p id="said" role="status"></p>`,
  ),
  '/settings': page(
    'Settings',
    `<label>Name <input id="n" value="old" onchange="tell('name ' + value)"></label>
     <label>Country <select onchange="tell('country ' + value)"><option>Chile</option><option>Norway</option></select></label>
     <label><input type="checkbox" onchange="tell('mail ' + checked)"> Send mail</label>
     <label>Volume <input type="range" max="10" value="5" onchange="tell('volume ' + value)"></label>
     <label>Reply to <input onchange="tell('reply ' + value)"></label>
     <label>Photo <input type="file" onchange="tell('photo ' + files[0].name)"></label>
     <div role="button" tabindex="0" ondblclick="tell('opened'); textContent = 'Opened'">Folder</div>
     <input aria-label="Find" onkeydown="if (event.key === 'Enter') { tell('find ' + value); hits.textContent = '3 hits' }"><p id="hits"></p>
     <div style="height: 3000px"></div><button onclick="tell('bottom'); textContent = 'Reached'">At the bottom</button>`,
  ),
  '/files': page(
    'Files',
    `<ul role="tree"><li role="treeitem" tabindex="0" onclick="tell('at ' + event.target.tagName)"><a href="#c">Conversions</a></li></ul>
     <a href="#f" title="Rename">notes.txt</a><input aria-label="Old name" value="Rename"><button onclick="tell('rename')">Rename</button><button title="Rename">Edit</button>
     <table><tr><th>Name</th><th>Price</th><th>Pick</th></tr>
     ${['june.csv', 'july.csv'].map((name) => `<tr><td>${name}</td><td><input onchange="tell('price ${name} ' + value)"></td><td><input type="checkbox" onchange="tell('pick ${name} ' + checked)"></td></tr>`).join('')}</table>
     <div><div>Folder type</div><div><select onchange="tell('type ' + value)"><option>Send</option><option>Receive</option></select></div></div>
     ${['Stroke', 'Background'].map((name) => `<fieldset><legend>${name}</legend><button aria-label="#e03131" onclick="tell('${name}'); document.title = '${name}'"></button></fieldset>`).join('')}
     <div role="dialog" aria-label="Erase"><button onclick="tell('kept')">Keep</button></div>
     ${['Group', 'List', 'Button'].map((name) => `<label>${name} <input onchange="tell('${name} ' + value)"></label>`).join('')}`,
  ),
  '/board': page(
    'Board',
    `<div style="display: flex; gap: 40px">
     <ul id="todo" aria-label="To do"><li draggable="true" ondragstart="event.dataTransfer.setData('text', 'x')" id="card" tabindex="0">Write letter</li></ul>
     <ul aria-label="Done" style="width: 200px; height: 120px" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); this.append(card); tell('dropped')"><li>Buy tea</li></ul></div>`,
  ),
}

export const errands: readonly Errand[] = [
  {
    title: 'sign in, and read the page that comes',
    at: '/login',
    steps: ['set "User" = admin', 'set "Password" from stdin', 'click "Sign in"', 'wait "Log out"', 'text main'],
    stdin: 's3cret',
    done: ['in admin s3cret'],
    said: /\n\| Order 5\tDelete\n/,
  },
  {
    title: 'delete the order in a row',
    at: '/orders',
    steps: ['click "Delete" near "Order 6"', 'expect not "Order 6"', 'expect count "Delete" = 2'],
    done: ['gone 6'],
  },
  {
    title: 'delete the third',
    at: '/orders',
    steps: ['click button Delete --nth 3', 'expect not "Order 7"'],
    done: ['gone 7'],
  },
  {
    title: 'one name is one thing: the element that is called so, and the inner one of two',
    at: '/files',
    steps: ['click Conversions', 'click Rename'],
    done: ['at A', 'rename'],
  },
  {
    title: 'controls by the words of their row, column and group',
    at: '/files',
    steps: [
      'click "checkbox in row july.csv"',
      'check checkbox "june.csv"',
      'set "Price in row july.csv" = 5',
      'click "#e03131 in Background"',
      'click "Stroke: #e03131"',
    ],
    done: ['pick july.csv true', 'pick june.csv true', 'price july.csv 5', 'Background', 'Stroke'],
  },
  {
    title: 'a list by the text before it, and fields that are called as a role is',
    at: '/files',
    steps: ['set "Folder type" = Receive', 'set "Group" = 1', 'set "List" = 2', 'set "Button" = 3', 'key Tab'],
    done: ['type Receive', 'Group 1', 'List 2', 'Button 3'],
  },
  {
    title: 'no other row than the one that is named',
    at: '/files',
    steps: ['click "checkbox in row may.csv"'],
    done: [],
    said: /not_found: Step 2 of 2/,
    code: 1,
  },
  {
    title: 'no other button of what is called so',
    at: '/files',
    steps: ['click button Erase'],
    done: [],
    said: /not_found: Step 2 of 2/,
    code: 1,
  },
  {
    title: 'words that were copied as they are shown',
    at: '/orders',
    steps: ['click button: Save "Keep all"', 'expect "All saved"', 'expect "button: Idle" is enabled'],
    done: ['saved'],
  },
  { title: 'save, and see that it was', at: '/orders', steps: ['click Save', 'expect "All saved"'], done: ['saved'] },
  {
    title: 'press what comes later',
    at: '/orders',
    steps: ['click More', 'click "Late"', 'wait "Came late"'],
    done: ['late'],
  },
  {
    title: 'answer the question',
    at: '/orders',
    steps: ['click Empty', 'accept', 'expect "Emptied"'],
    done: ['emptied'],
  },
  { title: 'decline it', at: '/orders', steps: ['click Empty', 'dismiss', 'expect not "Emptied"'], done: [] },
  {
    title: 'not go on from what did nothing',
    at: '/orders',
    steps: ['click Idle', 'look table', 'click "Save"'],
    done: [],
    said: /1 step not begun\n[\s\S]*\n3 look table\n[\s\S]*What step 2 did is not known/,
    code: 1,
  },
  {
    title: 'stop at what is not so, and say what is',
    at: '/settings',
    steps: ['set "Name" = Ann', 'expect "Name" = Bob', 'check "Send mail"'],
    done: ['name Ann'],
    said: /not_as_expected: Step 3 of 4: Expected "Name" to be "Bob", found "Ann"\.\n1 goto .*: confirmed.*\n2 set_value "Name": confirmed\n/,
    code: 1,
  },
  {
    title: 'stop at what is not there, with nothing done after it',
    at: '/settings',
    steps: ['set "Nickname" = Ann', 'check "Send mail"'],
    done: [],
    said: /not_found: Step 2 of 3: None of \d+ elements matches[\s\S]*there now:\npage: Settings/,
    code: 1,
  },
  {
    title: 'add a row, and be told what the next page says that this one did not',
    at: '/stock',
    steps: ['set "Item" = Figs', 'click "Add"'],
    done: ['added'],
    said: /\n\+ \[\d+] page: Stock\n\+ \[\d+] text: Item has been added\.\n\+ \[\d+] row: Figs\n.*Edit.*Drop.*\n\(/,
  },
  {
    title: 'add by a dialog, and be told the new row alone, though all are drawn again',
    at: '/folders',
    steps: ['click Add', 'look', 'set "Label" = Maps', 'click Save'],
    done: ['added Maps'],
    said: /\n\+ \[\d+] row: Maps\n.*Remove.*\n\(/,
  },
  {
    title: 'confirm a question, and be told what has gone behind it',
    at: '/folders',
    steps: ['click Remove near Music', 'click Yes'],
    done: ['gone Music'],
    said: /\n\+ \[\d+] text: Music is gone\n- row: Music\n\(/,
  },
  {
    title: 'press what belongs to some words in cards that are parts of nothing',
    at: '/cards',
    steps: ['click Write near Bea', 'expect Ada'],
    done: ['to Bea'],
    said: /2 click "Write" near "Bea": unverified/,
  },
  {
    title: 'press what stands before its words',
    at: '/cards',
    steps: ['click Call near Elin', 'expect Ada'],
    done: ['call Elin'],
  },
  {
    title: 'ask a slow server, and have its answer in this one',
    at: '/slow',
    steps: ['click Ask'],
    done: ['asked'],
    said: /^confirmed[\s\S]*\+ \[\d+] text: 3 were found\n/,
  },
  {
    title: 'begin what says only later that it is done',
    at: '/slow',
    steps: ['click Begin'],
    done: ['begun'],
    said: /^confirmed[\s\S]*\+ \[\d+] alert: Done at last\n/,
  },
  {
    title: 'look for what is not there by a field and a button of one name, and be told so',
    at: '/stock',
    steps: ['set "Word" = Kiwi', 'click "Word"'],
    done: ['looked'],
    said: /\n\+ \[\d+] page: Stock\n\+ \[\d+] text: Nothing was found\.\n\(/,
  },
  {
    title: 'fill in a form',
    at: '/settings',
    steps: [
      'set "Name" = "Ann Lee"',
      'select "Country" = Norway',
      'check "Send mail"',
      'set "Reply to" = a@b.example',
      'expect "Country" = Norway',
    ],
    done: ['name Ann Lee', 'country Norway', 'mail true', 'reply a@b.example'],
  },
  { title: 'set a slider', at: '/settings', steps: ['set "Volume" = 8', 'expect "Volume" = 8'], done: ['volume 8'] },
  {
    title: 'search by the keyboard',
    at: '/settings',
    steps: ['click "Find"', 'type "green tea"', 'press Enter', 'expect "3 hits"'],
    done: ['find green tea'],
  },
  {
    title: 'open by a double click',
    at: '/settings',
    steps: ['double-click "Folder"', 'expect "Opened"'],
    done: ['opened'],
  },
  { title: 'give a file', at: '/settings', steps: ['upload "Photo" = package.json'], done: ['photo package.json'] },
  {
    title: 'reach the bottom',
    at: '/settings',
    steps: ['scroll "At the bottom"', 'click "At the bottom"', 'expect "Reached"'],
    done: ['bottom'],
  },
  { title: 'drag a card', at: '/board', steps: ['drag "Write letter" to list "Done"'], done: ['dropped'] },
  {
    title: 'go there and back',
    at: '/login',
    steps: ['open /orders', 'expect url = /orders', 'back', 'expect url = /login', 'expect "Sign in"'],
    done: [],
  },
  {
    title: 'check states, and read what is there',
    at: '/orders',
    steps: [
      'expect "Print" is disabled',
      'expect "Save" is enabled',
      'expect "Save" is not disabled',
      'look --type button',
      'text "Nowhere"',
      'look table',
    ],
    done: [],
    said: /5 look button\n[\s\S]*Save[\s\S]*\n6 text "Nowhere": not_found: [\s\S]*\n7 look table\n/,
  },
]
