/** Lines of script: literals that no text breaks out of, and each action in Playwright's words. */
import fc from 'fast-check'
import t from 'tap'
import { roleInHtml, rolesBehind } from '../../api-schema/aria-role.ts'
import { actionLine, literal, locator, type Subject } from '../../api-schema/playwright.ts'
import { scriptAsText } from '../../daemon/answers/included/script-code.ts'
import { holds } from '../fixtures/cases.ts'

const button: Subject = {
  spot: { frames: [], role: 'button', name: 'Go' },
  tag: 'button',
  type: 'submit',
  checked: false,
}
const go = "page.getByRole('button', { name: 'Go', exact: true })"

t.test('literals', async (t) => {
  const unit = fc.constantFrom('a', "'", '"', '`', '\\', '\n', '\r', '\t', '\0', '\u2028', '\u202e', '${', '</script>')
  await holds(
    t,
    fc.property(fc.array(fc.oneof(unit, fc.string({ unit: 'binary' }))), (parts) => {
      const text = parts.join('')
      const written = literal(text)
      return new Function(`return ${written}`)() === text && !/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(written)
    }),
  )
  t.pass('each is the text again, on one line')
  t.equal(literal("it's\n"), "'it\\'s\\n'")
})

t.test('locators', async (t) => {
  t.equal(locator({ frames: [], selector: '#a' }), "page.locator('#a')")
  t.equal(
    locator({ frames: ['#outer', "[name='in']"], selector: 'a', first: true }),
    "page.frameLocator('#outer').frameLocator('[name=\\'in\\']').locator('a').first()",
  )
})

t.test('actions', async (t) => {
  const cases: [object, string | undefined][] = [
    [{ action: 'click' }, `await ${go}.click()`],
    [{ action: 'focus' }, `await ${go}.focus()`],
    [{ action: 'show_menu' }, `await ${go}.click({ button: 'right' })`],
    [{ action: 'toggle' }, `await ${go}.click()`],
    [{ action: 'decrement' }, `await ${go}.press('ArrowDown')`],
    [
      { action: 'upload', files: ['/a b', "it's"] },
      `const chooser = page.waitForEvent('filechooser'); await ${go}.click(); await (await chooser).setFiles(['/a b', 'it\\'s'])`,
    ],
    [{ action: 'scroll', value: 'down' }, `await ${go}.hover(); await page.mouse.wheel(0, 600)`],
    [{ action: 'key', keys: 'Shift+a' }, `await ${go}.press('Shift+a')`],
    [{ action: 'key', keys: 'cmd+S' }, `await ${go}.press('Meta+s')`],
    [{ action: 'key', keys: 'Control++' }, `await ${go}.press('Control++')`],
    [
      { action: 'key', keys: 'esc f5 ö' },
      `await ${go}.press('Escape'); await ${go}.press('F5'); await ${go}.press('ö')`,
    ],
    [{ action: 'key', keys: 'constructor' }, `await ${go}.press('constructor')`],
    [{ action: 'select', value: 'Berlin' }, `await ${go}.getByRole('option', { name: 'Berlin', exact: true }).click()`],
    [{ action: 'resize', to: { x: 1, y: 2 } }, undefined],
  ]
  for (const [deed, line] of cases)
    t.equal(actionLine({ secure: false, action: '', ...deed }, button), line, JSON.stringify(deed))
  const field = { spot: { frames: [], selector: '#file' }, tag: 'input', type: 'file', checked: false }
  t.equal(
    actionLine({ action: 'upload', files: ['/a'], secure: false }, field),
    "await page.locator('#file').setInputFiles(['/a'])",
  )
  const untargeted: [object, string | undefined][] = [
    [{ action: 'type', value: "it's" }, "await page.keyboard.type('it\\'s')"],
    [{ action: 'type', value: 'hunter22', secure: true }, "await page.keyboard.type('…')"],
    [{ action: 'key', keys: 'Enter' }, "await page.keyboard.press('Enter')"],
    [{ action: 'scroll', to: { x: 0, y: -20 } }, 'await page.mouse.wheel(0, -20)'],
    [{ action: 'click' }, undefined],
  ]
  for (const [deed, line] of untargeted)
    t.equal(actionLine({ secure: false, action: '', ...deed }, undefined), line, JSON.stringify(deed))
})

t.test('roles', async (t) => {
  const inHtml: [string, { readonly [name: string]: string }, string | undefined][] = [
    ['a', { href: '#' }, 'link'],
    ['a', {}, undefined],
    ['div', { role: 'presentation BUTTON' }, 'button'],
    ['div', { role: 'nonsense' }, undefined],
    ['input', {}, 'textbox'],
    ['input', { type: 'SUBMIT' }, 'button'],
    ['input', { type: 'text', list: 'teas' }, 'combobox'],
    ['input', { type: 'password' }, undefined],
    ['input', { type: 'constructor' }, undefined],
    ['select', {}, 'combobox'],
    ['select', { multiple: '' }, 'listbox'],
    ['select', { size: '4' }, 'listbox'],
    ['img', { alt: '' }, undefined],
    ['h3', {}, 'heading'],
    ['summary', {}, undefined],
  ]
  for (const [tag, attributes, role] of inHtml)
    t.equal(roleInHtml(tag, attributes), role, `${tag} ${JSON.stringify(attributes)}`)
  t.same(rolesBehind('AXButton', 'AXToggle'), ['button'])
  t.same(rolesBehind('AXTextField', 'AXSecureTextField'), [])
  t.same(rolesBehind('AXGroup', undefined), [])
  t.same(rolesBehind('constructor', undefined), [])
})

t.test('scripts', async (t) => {
  const cases: [script: string, hasElement: boolean, text: string][] = [
    ['document.title;', false, 'document.title'],
    ['() => 1', false, '() => 1'],
    ['async function f() { return 1 }', false, 'async function f() { return 1 }'],
    ['(el) => el.id', true, '(el) => el.id'],
    ['el => el.id', true, 'el => el.id'],
    ['element.id', true, 'async (element) => (element.id\n)'],
    ['(element.children).map((one) => one.id)', true, 'async (element) => ((element.children).map((one) => one.id)\n)'],
    ['let a = 1; a + 1', false, 'let a = 1; a + 1'],
    ['return 1', false, 'async (element) => {return 1\n}'],
    ["await fetch('/')", false, "async (element) => (await fetch('/')\n)"],
    ['const a = element; return a.id', true, 'async (element) => {const a = element; return a.id\n}'],
    ['this is no script', false, 'async (element) => {this is no script\n}'],
  ]
  for (const [script, hasElement, text] of cases) t.equal(scriptAsText(script, hasElement), text, script)
})
