/**
 * Part of `npm run pictures`: makes `docs/view.png` and `docs/view-dark.png` again, from a real session: a page in a browser that
 * the daemon starts, two agents that use it, and `ix view` in another browser. Needs a build and Chromium.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { findChromium } from '../fixtures/find-chromium.mjs'
import { pictureBoth } from './both-schemes.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const ixFile = join(root, 'dist/clients/cli.js')
const folder = process.argv[2] ?? join(root, 'docs')

const goods = [
  ['Assam', 'Strong and malty', '8.50'],
  ['Darjeeling', 'First flush, flowery', '14.00'],
  ['Genmaicha', 'Green tea with roasted rice', '9.20'],
  ['Lapsang Souchong', 'Smoked over pine', '11.80'],
  ['Sencha', 'Steamed, fresh', '12.40'],
  ['White Peony', 'Light and sweet', '16.30'],
]

const shop = `<!doctype html><html lang="en"><title>Teas · Leaf & Kettle</title><style>
body { margin: 0; background: #faf8f4; color: #29251f; font: 16px/1.5 system-ui, sans-serif }
header { display: flex; align-items: center; gap: 24px; padding: 16px 40px; background: #2d4a3a; color: #fff }
header b { font-size: 20px } nav { display: flex; gap: 18px; flex: 1 } header a { color: #fff; text-decoration: none }
main { padding: 24px 40px } form { display: flex; gap: 16px; align-items: center; margin-bottom: 22px }
input[type=search] { width: 320px; padding: 9px 12px; border: 1px solid #c9c2b4; border-radius: 8px; font: inherit }
ul { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px; padding: 0; list-style: none }
li { padding: 20px; border: 1px solid #e4ddd0; border-radius: 12px; background: #fff }
h2 { margin: 0; font-size: 18px } li p { margin: 4px 0 14px; color: #6b6456 } li div { display: flex; justify-content: space-between; align-items: center }
button { padding: 8px 14px; border: 0; border-radius: 8px; background: #2d4a3a; color: #fff; font: inherit }
</style><header><b>Leaf &amp; Kettle</b><nav><a href="#teas">Teas</a><a href="#pots">Pots</a><a href="#about">About us</a></nav><a href="#basket" id="basket">Basket (0)</a></header>
<main><h1>Teas</h1><form onsubmit="return false"><input type="search" aria-label="Search teas" placeholder="Search teas"><label><input type="checkbox"> Organic only</label><label><input type="checkbox"> In stock</label></form>
<ul>${goods.map(([name, what, price]) => `<li><h2>${name}</h2><p>${what}</p><div><b>€ ${price}</b><button aria-label="Add ${name}">Add</button></div></li>`).join('')}</ul></main>
<script>let count = 0
for (const button of document.querySelectorAll('button')) button.onclick = () => { document.getElementById('basket').textContent = 'Basket (' + ++count + ')' }
document.querySelector('input').oninput = ({ target }) => { for (const item of document.querySelectorAll('li')) item.hidden = !item.textContent.toLowerCase().includes(target.value.toLowerCase()) }
</script>`

const program = findChromium()
if (program === undefined) throw new Error('There is no Chromium: install it, or set IX_CHROMIUM.')
const home = mkdtempSync(join(tmpdir(), 'ix-pictures-'))
const runtime = join(home, 'run')
mkdirSync(runtime, { mode: 0o700 })
const env = {
  PATH: process.env.PATH,
  HOME: home,
  IX_RUNTIME_DIR: runtime,
  XDG_STATE_HOME: join(home, 'state'),
  IX_PLATFORMS: 'cdp',
  IX_CHROMIUM: program,
}
const ix = (session, ...args) => run(process.execPath, [ixFile, '--session', session, ...args], { env })
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(shop)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
let view
let browser
try {
  const { stdout } = await ix('buyer', 'navigate', `http://127.0.0.1:${server.address().port}/`, '--json')
  const { tab } = JSON.parse(stdout)
  view = spawn(process.execPath, [ixFile, 'view', '--print', '--tab', tab], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [link] = await once(createInterface({ input: view.stdout }), 'line')
  browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 })
  page.on('console', (message) => console.error(`page: ${message.text()}`))
  page.on('pageerror', (error) => console.error(`page: ${error.stack}`))
  await page.goto(link)
  await page.getByRole('treeitem').first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await ix('reader', 'explore', '--tab', tab)
  await ix('buyer', 'find', 'organic', '--tab', tab)
  await ix('buyer', 'check', '--any', 'Organic only')
  await ix('buyer', 'click', '--any', 'Add Sencha')
  await ix('buyer', 'click', '--any', 'Add Genmaicha')
  await ix('reader', 'text', '--tab', tab)
  await page.getByRole('treeitem', { name: 'Basket (2)' }).waitFor()
  await page.getByRole('treeitem', { name: 'Add Genmaicha' }).click()
  await page.getByText('selectors', { exact: false }).first().waitFor()
  await pictureBoth(page, folder, 'view')
} finally {
  await browser?.close()
  view?.kill('SIGINT')
  if (view !== undefined && view.exitCode === null) await once(view, 'exit')
  await ix('buyer', 'stop').catch(() => {})
  server.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
