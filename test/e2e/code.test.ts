/** `includeCode`: each line is JavaScript, finds the same element alone, and does the same to the page. */
import t from 'tap'
import { linesApart } from '../../api-schema/text/shared-lines.ts'
import { type Server, serve } from '../fixtures/daemon/serve.ts'
import { chromiumOrSkip, launchChromium } from '../fixtures/web/chromium.ts'
import { type Inside, openInside } from '../fixtures/web/inside.ts'
import { isFew } from '../laws/law.ts'
import { idOn } from './client.ts'
import { ScriptPlayer } from './script-player.ts'

if (!chromiumOrSkip(t)) process.exit(0)

const shared = `<script>
  window.notes = []
  window.nameOf = (element) => element.id || element.textContent.trim()
  window.note = (text) => (window.top === window ? window.notes : window.top.notes).push(text)
  addEventListener('click', (event) => note('click ' + nameOf(event.composedPath()[0])), true)
  window.state = () => JSON.stringify({ notes, fields: [...document.querySelectorAll('input, select, textarea, [contenteditable]')].map((one) =>
    [one.id, one.type === 'checkbox' || one.type === 'radio' ? one.checked : one.isContentEditable ? one.textContent : one.value]) })
</script>`
const odd = `It's "odd" \\\\ </script> new`
const page = `<!doctype html><meta charset="utf-8"><title>Actions</title>${shared}
<button id="plain">Plain</button><button id="odd"></button><script>document.getElementById('odd').textContent = "${odd.replaceAll('"', '\\"').replace('</script>', '<\\/script>')}"</script>
<a id="link" href="#there">Docs</a><button id="menu" aria-haspopup="listbox">Choice</button>
<ul><li><button id="buy1" class="buy-first">Buy</button><li><button id="buy2">Buy</button></ul>
<button hidden>Alone</button><button id="alone">Alone</button>
<div id="box" role="button" tabindex="0">Box</div><div id="bare" onclick="1" style="cursor:pointer">Bare</div>
<label><input id="check" type="checkbox"> Check</label><label><input id="done" type="checkbox" checked> Done</label>
<label><input id="red" type="radio" name="r"> Red</label>
<input id="name" aria-label="Name" value="old"><textarea id="notes" aria-label="Notes">old</textarea>
<input id="search" type="search" aria-label="Search"><input id="mail" type="email" aria-label="Mail">
<input id="number" type="number" aria-label="Number" value="1"><input id="range" type="range" aria-label="Range" min="0" max="9" value="3">
<input id="date" type="date" aria-label="Date"><div id="rich" contenteditable role="textbox" aria-label="Rich">old</div>
<input id="pin" type="password" aria-label="PIN"><input id="code" autocomplete="one-time-code" aria-label="Code">
<select id="size" aria-label="Size"><option>Small<option value="l">Large</select>
<details id="more"><summary id="summary">More</summary>Inner</details><button id="expands" aria-expanded="false" onclick="this.ariaExpanded = 'true'">Expands</button>
<button id="ask" onclick="prompt('How many?')">Ask</button>
<div id="drop" role="group" aria-label="Drop" style="height:40px">Drop</div>
<iframe id="inner" title="Inner" src="/inner"></iframe><div id="open"></div><div id="closed"></div>
<script>
  document.getElementById('open').attachShadow({ mode: 'open' }).innerHTML = '<button id="shadow">In shadow</button><span class="deep" onclick="1" style="cursor:pointer">Deep</span>'
  document.getElementById('closed').attachShadow({ mode: 'closed' }).innerHTML = '<div class="shut" onclick="1" style="cursor:pointer">Shut</div>'
</script>`
const inner = `<!doctype html><title>Inner</title>${shared}<button id="plain">Plain</button><i class="mark" onclick="1" style="cursor:pointer">Mark</i>
<iframe title="Innermost" srcdoc="&lt;script&gt;nameOf = parent.nameOf; note = top.note; addEventListener('click', (event) => note('click ' + nameOf(event.target)), true)&lt;/script&gt;&lt;button id='last'&gt;Plain&lt;/button&gt;"></iframe>`

let server: Server
let inside: Inside
let player: ScriptPlayer

t.before(async () => {
  const browser = await launchChromium(t)
  server = await serve(t, { pages: { '/actions': page, '/inner': inner } })
  inside = await openInside(t, browser)
  await go()
  player = await ScriptPlayer.attach(t, browser, `${server.origin}/actions`)
})

async function go(includeSnapshot = true): Promise<string> {
  const url = `${server.origin}/actions`
  const params = { tab: inside.tab, url, format: 'outline', maxTokens: 10_000 }
  const { outline = '' } = await inside.call('navigate', {
    ...params,
    ...(!includeSnapshot && { expectation: { includeSnapshot } }),
  })
  return outline
}

/** `on` is the end of the line on which the element's id stands. What the player cannot do as a person does is only noted by it. */
type Case = readonly [on: RegExp, act: object, code: string, noted?: string]

const role = (word: string, name: string) => `page.getByRole('${word}', { name: '${name}', exact: true })`
const cases: readonly Case[] = [
  [/button: Plain$/, { action: 'click' }, `await ${role('button', 'Plain')}.click()`],
  [
    /It's/,
    { action: 'click' },
    `await page.getByRole('button', { name: 'It\\'s "odd" \\\\ </script> new', exact: true }).click()`,
  ],
  [/link: Docs/, { action: 'click' }, `await ${role('link', 'Docs')}.click()`],
  [/Choice/, { action: 'click' }, `await ${role('button', 'Choice')}.click()`],
  [/button: Alone$/, { action: 'click' }, `await ${role('button', 'Alone')}.click()`],
  [/button: Box$/, { action: 'click' }, `await ${role('button', 'Box')}.click()`],
  [/button: Buy$/, { action: 'click' }, "await page.locator('.buy-first').click()"],
  [/checkbox: Check$/, { action: 'click' }, `await ${role('checkbox', 'Check')}.click()`],
  [/checkbox: Check$/, { action: 'toggle' }, `await ${role('checkbox', 'Check')}.check()`],
  [/checkbox: Done/, { action: 'toggle' }, `await ${role('checkbox', 'Done')}.uncheck()`],
  [/checkbox: Done/, { action: 'toggle', value: 'on' }, `await ${role('checkbox', 'Done')}.check()`],
  [/checkbox: Done/, { action: 'set_value', value: 'false' }, `await ${role('checkbox', 'Done')}.uncheck()`],
  [/radio: Red/, { action: 'select' }, `await ${role('radio', 'Red')}.check()`],
  [
    /: Name/,
    { action: 'set_value', value: "green 'tea'\n" },
    `await ${role('textbox', 'Name')}.fill('green \\'tea\\'\\n')`,
  ],
  [/: Notes/, { action: 'set_value', value: 'a\nb' }, `await ${role('textbox', 'Notes')}.fill('a\\nb')`],
  [/: Search/, { action: 'set_value', value: 'tea' }, `await ${role('searchbox', 'Search')}.fill('tea')`],
  [/: Mail/, { action: 'set_value', value: 'a@b.c' }, `await ${role('textbox', 'Mail')}.fill('a@b.c')`],
  [/: Number/, { action: 'set_value', value: '7' }, `await ${role('spinbutton', 'Number')}.fill('7')`],
  [/: Range/, { action: 'set_value', value: '8' }, `await ${role('slider', 'Range')}.fill('8')`],
  [/: Rich/, { action: 'set_value', value: 'new' }, `await ${role('textbox', 'Rich')}.fill('new')`],
  [/: Size/, { action: 'set_value', value: 'Large' }, `await ${role('combobox', 'Size')}.selectOption('Large')`],
  [/: Size/, { action: 'select', value: 'Large' }, `await ${role('combobox', 'Size')}.selectOption('Large')`],
  [/: Name/, { action: 'type', value: ' tea' }, `await ${role('textbox', 'Name')}.pressSequentially(' tea')`],
  [/: Expands/, { action: 'expand' }, `await ${role('button', 'Expands')}.click()`],
  [/: In shadow/, { action: 'click' }, `await ${role('button', 'In shadow')}.click()`],
  [/Deep/, { action: 'click' }, "await page.locator('.deep').first().click()"],
  [/Mark/, { action: 'click' }, "await page.frameLocator('#inner').locator('.mark').click()"],
]
const noted: readonly Case[] = [
  [/button: Plain$/, { action: 'double_click' }, '.dblclick()', 'dblclick plain'],
  [/button: Plain$/, { action: 'right_click' }, ".click({ button: 'right' })", 'contextmenu plain'],
  [/button: Plain$/, { action: 'hover' }, '.hover()', 'hover plain'],
  [/: Name/, { action: 'key', keys: 'ctrl+A Enter' }, ".press('Control+a'); await ", 'press Enter name'],
  [/: Number/, { action: 'increment' }, ".press('ArrowUp')", 'press ArrowUp number'],
  [/button: Plain$/, { action: 'scroll' }, '.scrollIntoViewIfNeeded()', 'scroll to plain'],
  [
    /button: Plain$/,
    { action: 'scroll', to: { x: 0, y: 50 } },
    '.hover(); await page.mouse.wheel(0, 50)',
    'wheel 0,50',
  ],
  [/button: Plain$/, { action: 'drag', to: { x: 5, y: 6 } }, 'page.mouse.move(5, 6)', 'up'],
]

/** One line in so many is played in the short form. */
const playedOf = 3

t.test('actions', async (t) => {
  for (const [at, [on, act, code]] of cases.entries()) {
    await t.test(code, async (t) => {
      const outline = await go()
      const params = { elementId: idOn(outline, on), ...act, expectation: { includeCode: true } }
      const result = await inside.call('interact', params)
      t.equal(result.code, code)
      if (isFew && at % playedOf > 0) return
      const done = await player.page('state()')
      await go(false)
      await player.play(result.code!)
      t.same(withoutKeys(await player.page('state()')), withoutKeys(done as string), 'it does the same again')
    })
  }
  for (const [on, act, code, note] of noted) {
    await t.test(code, async (t) => {
      const outline = await go()
      const params = { elementId: idOn(outline, on), ...act, expectation: { includeCode: true } }
      const result = await inside.call('interact', params)
      t.ok(result.code?.includes(code), String(result.code))
      await go(false)
      await player.play(result.code!)
      t.equal((await player.page<string[]>('notes')).at(-1), note)
    })
  }
})

/** Clicks that only set a field are not to be compared: one may press where the other sets. */
function withoutKeys(state: string): object {
  const { notes, fields } = JSON.parse(state)
  const own = (notes as string[]).filter(
    (one) => !/^click (name|notes|search|mail|number|range|rich|size|check|done|red)$/.test(one),
  )
  return { notes: own, fields }
}

t.test('elements in frames, options, and steps', async (t) => {
  const outline = await go()
  const expectation = { includeCode: true }
  const inFrames = linesApart(outline).flatMap((line) => /\[(\d+)\] button: Plain$/.exec(line)?.[1] ?? [])
  t.equal(inFrames.length, 3)
  const wanted = [
    `await ${role('button', 'Plain')}.click()`,
    `await page.frameLocator('#inner').getByRole('button', { name: 'Plain', exact: true }).click()`,
    /^await page\.frameLocator\('#inner'\)\.frameLocator\('[^']+'\)\.getByRole\('button', \{ name: 'Plain', exact: true \}\)\.click\(\)$/,
  ]
  for (const [at, elementId] of inFrames.entries()) {
    const { code } = await inside.call('interact', { elementId, action: 'click', expectation })
    t.match(code, wanted[at])
    await player.page('notes.length = 0')
    await player.play(code!)
    t.same(await player.page('notes'), [at === 2 ? 'click last' : 'click plain'])
  }
  const dragged = await inside.call('interact', {
    elementId: idOn(outline, /button: Box$/),
    action: 'drag',
    to: { elementId: inFrames[0] },
    expectation,
  })
  t.equal(dragged.code, `await ${role('button', 'Box')}.dragTo(${role('button', 'Plain')})`)
  await player.play(dragged.code!)
  const { code } = await inside.call('interact', {
    steps: [
      { elementId: idOn(outline, /: Name/), action: 'set_value', value: 'one' },
      { find: { scope: 'tab', tab: inside.tab, filter: { titleContains: 'Check' } }, action: 'toggle' },
      { action: 'key', keys: 'Tab' },
    ],
    expectation,
  })
  t.equal(
    code,
    `await ${role('textbox', 'Name')}.fill('one')\nawait ${role('checkbox', 'Check')}.check()\nawait page.keyboard.press('Tab')`,
    'a line a step',
  )
  await player.play(code!)
  const options = {
    scope: 'tab',
    tab: inside.tab,
    filter: { role: 'option', titleContains: 'Large' },
    includeHidden: true,
  }
  const { outline: list } = await inside.call('explore', { ...options, format: 'outline' })
  const large = await inside.call('interact', { elementId: idOn(list, /Large/), action: 'click', expectation })
  t.equal(large.code, `await ${role('combobox', 'Size')}.selectOption('Large')`, 'an option is chosen in its list')
})

t.test('what is not written down', async (t) => {
  const outline = await go()
  const expectation = { includeCode: true }
  for (const [name, selector] of [
    ['PIN', '#pin'],
    ['Code', 'textbox'],
  ] as const) {
    for (const action of ['set_value', 'type']) {
      const params = { elementId: idOn(outline, new RegExp(`: ${name}`)), action, value: 'hunter22', expectation }
      const answer = await inside.call('interact', params)
      t.notMatch(JSON.stringify(answer), /hunter22/, `${name} ${action}`)
      t.ok(answer.code?.includes(selector) && answer.code.endsWith("('…')"), String(answer.code))
    }
  }
  const typed = await inside.call('interact', { action: 'type', value: 'hunter22', expectation })
  t.equal(typed.code, "await page.keyboard.type('…')", 'what has the focus is a field for secrets')
  const shut = await inside.call('interact', { elementId: idOn(outline, /Shut/), action: 'click', expectation })
  t.match(shut, { effect: String, ignored: ['includeCode'] }, 'no script reaches into a closed root')
  t.notOk('code' in shut)
  const read = await inside.call('explore', { scope: 'tab', tab: inside.tab, expectation })
  t.match(read, { ignored: ['includeCode'] }, 'nothing was done that could be repeated')
  const failed = await inside.fail('interact', { elementId: '999999', action: 'click', expectation })
  t.equal(failed.name, 'element_gone')
})

t.test('other methods', async (t) => {
  const outline = await go()
  const { tab } = inside
  const expectation = { includeCode: true }
  const code = async (method: Parameters<Inside['call']>[0], params: object) =>
    (await inside.call(method, { ...params, expectation })).code
  const url = `${server.origin}/actions?it's`
  t.equal(await code('navigate', { tab, url }), `await page.goto('${server.origin}/actions?it\\'s')`)
  t.equal(
    await code('navigate', { tab, url: `${server.origin}/actions`, waitFor: 'networkidle' }),
    `await page.goto('${server.origin}/actions', { waitUntil: 'networkidle' })`,
  )
  t.equal(await code('navigate', { tab, action: 'back' }), 'await page.goBack()')
  t.equal(await code('navigate', { tab, action: 'forward' }), 'await page.goForward()')
  t.equal(await code('navigate', { tab, action: 'reload' }), 'await page.reload()')
  const scope = { scope: 'tab', tab }
  const plain = { ...scope, filter: { titleContains: 'Expands' } }
  t.equal(await code('wait', plain), `await ${role('button', 'Expands')}.waitFor()`)
  const gone = { ...scope, filter: { anyFieldContains: 'never there' }, until: 'absent' }
  t.equal(await code('wait', gone), "await page.getByText('never there').first().waitFor({ state: 'hidden' })")
  t.equal(await code('wait', { ...scope, until: 'settled' }), "await page.waitForLoadState('networkidle')")
  const now = await go()
  await inside.call('interact', { elementId: idOn(now, /: Ask/), action: 'click' })
  t.equal(
    await code('dialog', { tab, accept: true, text: "it's 3" }),
    "page.once('dialog', (dialog) => dialog.accept('it\\'s 3'))",
  )
  t.ok(outline)
  const opened = await code('tabs', { action: 'open', url: `${server.origin}/inner` })
  t.equal(opened, `const tab = await page.context().newPage(); await tab.goto('${server.origin}/inner')`)
  t.equal(await code('tabs', { action: 'select', tab }), 'await page.bringToFront()')
  t.equal(await code('tabs', {}), undefined)
  const elementId = idOn(await go(), /button: Plain$/)
  t.equal(await code('screenshot', { tab }), 'await page.screenshot()')
  t.equal(await code('screenshot', { tab, fullPage: true }), 'await page.screenshot({ fullPage: true })')
  t.equal(await code('screenshot', { elementId }), `await ${role('button', 'Plain')}.screenshot()`)
  t.equal(
    await code('evaluate', { tab, script: "document.title + '!'" }),
    "await page.evaluate('document.title + \\'!\\'')",
  )
  const onElement = await code('evaluate', { elementId, script: '(el) => note(el.id)' })
  t.equal(onElement, `await ${role('button', 'Plain')}.evaluate('(el) => note(el.id)')`)
  await player.page('notes.length = 0')
  await player.play(onElement!)
  await player.play((await code('evaluate', { elementId, script: 'note(element.id)' }))!)
  t.same(await player.page('notes'), ['plain', 'plain', 'plain'])
})
