/** The browser platform on real Chromium: the contract, warm = cold under random changes. */
import t, { type Test } from 'tap'
import { CdpPlatform } from '../../../daemon/platform/cdp/cdp.ts'
import { Connection } from '../../../daemon/platform/cdp/wire/connection.ts'
import { Flag } from '../../../daemon/platform/element/flags.ts'
import type { Key, Row } from '../../../daemon/platform/element/row.ts'
import type { Target } from '../../../daemon/platform/platform.ts'
import { Warm } from '../../../daemon/tree/warm/sync.ts'
import type { WarmTree } from '../../../daemon/tree/warm/warm-tree.ts'
import { serve } from '../../fixtures/daemon/serve.ts'
import { random } from '../../fixtures/random.ts'
import { until } from '../../fixtures/until.ts'
import { chromiumOrSkip, launchChromium } from '../../fixtures/web/chromium.ts'
import { settledLaw, tell, turns } from '../../laws/law.ts'
import { contract } from '../contract.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const log = { info() {}, warn() {} }
const chromium = await launchChromium(t, ['--site-per-process'])
const canary = 'tr0ub4dor-canary'

const scenePage = `<!doctype html><title>Scene</title><main>
<h1 id=title>Scene</h1>
<button id=press onclick="document.getElementById('out').textContent='pressed '+(++window.n)">Press me</button>
<p id=out role=status>nothing yet</p>
<label><input id=check type=checkbox> Agree</label>
<label>Name <input id=field></label>
<button disabled>Not now</button>
<label>Locked <input readonly value=fixed></label>
<label>Volume <input id=volume type=range min=0 max=10 value=5></label>
<label>Colour <select id=colour><option>Red<option>Green<option>Blue</select></label>
<label>Password <input id=secret type=password value="${canary}"></label>
<button id=later onclick="setTimeout(()=>document.getElementById('late').innerHTML='<button>Arrived</button>',30)">Fetch</button>
<div id=late></div>
<div style="position:relative;height:30px"><button id=under style="position:absolute;left:0;top:0">Under</button>
<div id=cover role=dialog aria-label=Cover style="position:absolute;left:0;top:0;width:300px;height:30px;background:#eee;display:none">cover</div></div>
<button id=hide onclick="document.getElementById('cover').style.display='block'">Cover it</button>
<ul id=list><li>one<li>two</ul>
</main><script>window.n=0</script>`

const pages: { [path: string]: string } = {
  '/scene.html': scenePage,
}
const site = await serve(t, { pages })

interface Opened {
  readonly platform: CdpPlatform
  readonly target: Target
  readonly run: (script: string) => Promise<unknown>
}

/** A tab of its own, with a second connection to change the page behind the platform's back. */
let opened = 0

async function openPage(t: Test, path: string): Promise<Opened> {
  const url = `${site.origin}${path}?${++opened}`
  const platform = new CdpPlatform({ urls: [chromium.httpUrl], headless: true, log })
  t.teardown(() => platform.close())
  const signal = AbortSignal.timeout(20_000)
  const target = await platform.openTab({ url, session: 's1', context: 'shared' }, signal)
  const other = await Connection.open(chromium.wsUrl, signal)
  t.teardown(() => other.close())
  const look = async () => (await other.root.send('Target.getTargets', {})).targetInfos.find((one) => one.url === url)
  const info = await until(look, 'the tab is listed')
  const { sessionId } = await other.root.send('Target.attachToTarget', { targetId: info.targetId, flatten: true })
  const session = other.session(sessionId)
  const run = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }
  // The tab begins with a blank document.
  const isLoaded = async () => (await run('location.href')) === url && (await run('document.readyState')) === 'complete'
  await until(isLoaded, `${url} is loaded`)
  return { platform, target: (await platform.targets(signal)).find((one) => one.id === target.id)!, run }
}

const named = (title: string) => (row: Row) => row.title === title
const identified = (id: string) => (row: Row) => row.identifier === id

await contract(t, {
  scene: async (t) => {
    const { platform, target, run } = await openPage(t, '/scene.html')
    return {
      platform,
      target,
      button: {
        press: named('Press me'),
        changes: (row) => row.role === 'AXStaticText' && /^(nothing|pressed|poked)/.test(row.title ?? ''),
      },
      checkbox: identified('check'),
      field: identified('field'),
      disabled: named('Not now'),
      readonly: (row) => row.value === 'fixed' && row.role === 'AXTextField',
      adjustable: identified('volume'),
      dropdown: { find: identified('colour'), option: 'Green' },
      label: (row) => row.role === 'AXStaticText' && row.title === 'one',
      secure: { find: identified('secret'), canary },
      appears: { by: named('Fetch'), what: named('Arrived') },
      covered: { by: named('Cover it'), what: named('Under') },
      pokes: {
        text: async () => void (await run(`document.getElementById('out').textContent = 'poked ' + (++window.n)`)),
        insert: async () =>
          void (await run(
            `document.getElementById('list').insertAdjacentHTML('beforeend', '<li id=new><button>new</button></li>')`,
          )),
        remove: async () => void (await run(`document.getElementById('new').remove()`)),
        check: async () =>
          void (await run(`document.getElementById('check').checked = !document.getElementById('check').checked`)),
        value: async () => void (await run(`document.getElementById('field').value = 'v' + (++window.n)`)),
        hide: async () => void (await run(`document.getElementById('list').style.display = 'none'`)),
        show: async () => void (await run(`document.getElementById('list').style.display = ''`)),
        disable: async () =>
          void (await run(`document.getElementById('press').disabled = !document.getElementById('press').disabled`)),
        rename: async () => void (await run(`document.getElementById('title').textContent = 'Scene ' + (++window.n)`)),
      },
      replace: async () => void (await run(`void (location.href = '/scene.html?' + Date.now())`)),
      end: async () => void (await platform.closeTab(target, AbortSignal.timeout(5000))),
    }
  },
})

/** The tree as it would be told: nested, without keys, frames and what the pointer or clock does. */
function canonical(tree: WarmTree, key: Key = tree.root): unknown {
  const node = tree.node(key)
  if (node === undefined) return 'missing'
  const { key: _key, parent: _parent, frame: _frame, children, ...rest } = node
  return { ...rest, children: children.map((child) => canonical(tree, child)) }
}

async function warmOf(t: Test, platform: CdpPlatform, target: Target): Promise<Warm> {
  const warm = new Warm(await platform.open(target, AbortSignal.timeout(10_000)))
  t.teardown(() => warm.close())
  return warm
}

async function freshen(warm: Warm, freshness: 'auto' | 'fresh' = 'auto') {
  const deadline = performance.now() + 20_000
  return await warm.freshen({ freshness, signal: AbortSignal.timeout(20_000), deadline })
}

/** Waits, by asking, until the copy can promise to be settled. */
async function settled(warm: Warm): Promise<void> {
  await until(async () => (await freshen(warm)).settled, 'the copy is settled')
}

/** What pages do to themselves. `pick` gives a number below its argument. */
const changes: readonly ((pick: (below: number) => number) => string)[] = [
  (n) => `(e => e && (e.textContent = 'text ${n(1000)}'))(at('p,h1,h2,h3,td,button,a,li', ${n(1000)}))`,
  (n) =>
    `(e => e && e.setAttribute('aria-label', 'label ${n(1000)}'))(at('button,a,input,section,nav,table', ${n(1000)}))`,
  (n) => `(e => e && e.remove())(at('li,p,button,td', ${n(1000)}))`,
  (n) =>
    `(e => e && e.insertAdjacentHTML('beforeend', '<p>new <a href="#${n(100)}">link ${n(100)}</a> <button onclick="1">b</button></p>'))(at('div,section,main,td', ${n(1000)}))`,
  (n) =>
    `(e => e && (e.style.display = e.style.display ? '' : 'none'))(at('div,section,ul,table,p,button', ${n(1000)}))`,
  (n) =>
    `(e => e && (e.style.visibility = e.style.visibility ? '' : 'hidden'))(at('div,section,ul,table,p,button', ${n(1000)}))`,
  (n) => `(e => e && (e.checked = !e.checked))(at('input[type=checkbox],input[type=radio]', ${n(1000)}))`,
  (n) => `(e => e && (e.value = 'value ${n(1000)}'))(at('input[type=text],input:not([type]),textarea', ${n(1000)}))`,
  (n) => `(e => e && e.focus())(at('button,a,input,select,textarea', ${n(1000)}))`,
  (n) => `(e => e && (e.disabled = !e.disabled))(at('button,input,select', ${n(1000)}))`,
  (n) => `(e => e && (e.selectedIndex = ${n(3)}))(at('select', ${n(1000)}))`,
  (n) => `(e => e && (e.hidden = !e.hidden))(at('div,section,p,button', ${n(1000)}))`,
  (n) =>
    `((a, b) => a && b && !a.contains(b) && b.appendChild(a))(at('p,li,button', ${n(1000)}), at('div,section,main', ${n(1000)}))`,
  (n) =>
    `(e => e && e.setAttribute('aria-expanded', e.getAttribute('aria-expanded') === 'true' ? 'false' : 'true'))(at('button,a', ${n(1000)}))`,
  (n) => `(e => e && (e.className = 'c${n(4)}'))(at('div,p,li,button', ${n(1000)}))`,
  (n) =>
    `(s => { s.replaceSync('.c${n(4)} { display: none }'); document.adoptedStyleSheets = [s] })(new CSSStyleSheet())`,
  (n) =>
    `(e => e && e.insertAdjacentHTML('afterbegin', Array.from({length: ${n(40)}}, (_, i) => '<div><span>row ' + i + '</span><button>go</button></div>').join('')))(at('div,section,main', ${n(1000)}))`,
  (n) => `(e => e && (e.open = !e.open))(at('details', ${n(1000)}))`,
  (n) =>
    `(e => e && (e.innerHTML = '<label>in <input type=checkbox checked></label><details><summary>more</summary><p>inside</p></details>'))(at('div,section,p', ${n(1000)}))`,
  (n) =>
    `(e => e && e.setAttribute('role', ['button','link','group','heading','none'][${n(5)}]))(at('div,p,span', ${n(1000)}))`,
]

const lawPage = `<!doctype html><title>Law</title><main>${Array.from(
  { length: 12 },
  (_, i) => `<section aria-label="part ${i}"><h2>Part ${i}</h2>
<p>Some text <b>bold</b> and <a href="/x${i}">a link</a>.</p><ul><li>one</li><li>two <button>b${i}</button></li></ul>
<label>text <input value="v${i}"></label><label><input type=checkbox> check</label><label><input type=radio name=r> radio</label>
<select><option>a<option>b<option>c</select><textarea>t</textarea>
<div><div><span>deep</span><div class=c1><p>deeper <button aria-pressed=false>toggle</button></p></div></div></div>
<table><tr><th>h<td>c</table><details><summary>sum</summary><p>body</p></details></section>`,
).join('')}</main>`
pages['/law.html'] = lawPage

t.test('warm = cold under random changes', async (t) => {
  const dice = random()
  t.comment(`seed ${dice.seed}`)
  const pick = dice.below
  const { platform, target, run } = await openPage(t, '/law.html')
  await run(`void (window.at = (s, n) => { const all = document.querySelectorAll(s); return all[n % all.length] })`)
  const warm = await warmOf(t, platform, target)
  await settled(warm)
  const wrong: string[] = []
  let cases = 0
  for (const round of turns(t, 40, dice)) {
    cases++
    const scripts = Array.from({ length: 1 + pick(4) }, () => changes[pick(changes.length)]!(pick))
    for (const script of scripts) await run(script)
    // The cold read comes first: it makes Chromium catch up on parts that it had put off, which it then tells.
    const cold = await warmOf(t, platform, target)
    await freshen(cold, 'fresh')
    await settled(warm)
    const kept = canonical(warm.tree)
    const what = `round ${round}: ${scripts.join(' ; ')}`
    if (!t.strictSame(kept, canonical(cold.tree), what)) wrong.push(what)
    await cold.close()
    if (wrong.length > 0) break
  }
  tell(t, { law: settledLaw, on: 'a page under random changes', cases, wrong })
})

t.test('bullets that are no password stay', async (t) => {
  pages['/bullets.html'] = `<!doctype html><title>Bullets</title><a href="#x">Sign in • Shop</a>
<input type=password aria-label=Word value="${canary}"><button aria-label="One • two">x</button>`
  const { platform, target } = await openPage(t, '/bullets.html')
  const warm = await warmOf(t, platform, target)
  await freshen(warm)
  const titles = [...warm.tree.walk()].map(({ title }) => title)
  for (const title of ['Sign in • Shop', 'One • two']) t.ok(titles.includes(title), titles.join())
})

t.test('what is clickable without a role', async (t) => {
  pages['/clickable.html'] =
    `<!doctype html><title>Clickable</title><div id=listener>by listener</div><div id=attribute onclick="1">by attribute</div>
<div id=pointer style="cursor:pointer"><span>by cursor</span></div><div id=plain>plain</div><div id=host></div>
<script>document.getElementById('listener').addEventListener('click',()=>{});document.body.addEventListener('click',()=>{})
const r=document.getElementById('host').attachShadow({mode:'closed'});r.innerHTML='<div id=shadowed>in a shadow</div>';r.getElementById('shadowed').addEventListener('mousedown',()=>{})</script>`
  const { platform, target } = await openPage(t, '/clickable.html')
  const warm = await warmOf(t, platform, target)
  await freshen(warm)
  const clickable = [...warm.tree.walk()].filter((row) => row.flags & Flag.clickable).map((row) => row.identifier)
  t.same(clickable.sort(), ['attribute', 'listener', 'pointer', 'shadowed'])
})
