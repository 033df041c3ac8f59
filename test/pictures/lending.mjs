/**
 * Part of `npm run pictures`: makes `docs/lending.png` and `docs/lending-dark.png` again: the part of `ix view` on which a
 * person lends tabs of their own browser. Needs a build and Chromium.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
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

const titles = {
  'mail.example': 'Inbox (3) · Mail',
  'kettle.example': 'Teas · Leaf & Kettle',
  'bank.example': 'Accounts',
  'trains.example': 'Berlin to Prague, 14 May',
}

const program = findChromium()
if (program === undefined) throw new Error('There is no Chromium: install it, or set IX_CHROMIUM.')
const home = mkdtempSync(join(tmpdir(), 'ix-pictures-'))
mkdirSync(join(home, 'run'), { mode: 0o700 })
const env = {
  PATH: process.env.PATH,
  HOME: home,
  IX_RUNTIME_DIR: join(home, 'run'),
  XDG_STATE_HOME: join(home, 'state'),
  IX_PLATFORMS: 'cdp',
  IX_CHROMIUM: program,
}
const ix = (...args) => run(process.execPath, [ixFile, ...args], { env })
const server = createServer(({ headers }, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  response.end(`<!doctype html><title>${titles[headers.host] ?? ''}</title><p>${headers.host}</p>`)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
// As one in which its person has switched remote debugging on.
const profile = join(home, '.config/google-chrome')
mkdirSync(profile, { recursive: true })
writeFileSync(
  join(profile, 'Local State'),
  JSON.stringify({ devtools: { remote_debugging: { 'user-enabled': true } } }),
)
const own = await chromium.launchPersistentContext(profile, {
  executablePath: program,
  args: [
    '--no-sandbox',
    '--remote-debugging-port=0',
    `--host-resolver-rules=MAP *.example 127.0.0.1:${server.address().port}`,
  ],
})
let view
let browser
try {
  for (const host of Object.keys(titles)) await (await own.newPage()).goto(`http://${host}/`)
  await own.pages()[0].close()
  await ix('attach')
  view = spawn(process.execPath, [ixFile, 'view', '--print'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const [link] = await once(createInterface({ input: view.stdout }), 'line')
  browser = await chromium.launch({ executablePath: program, args: ['--no-sandbox'] })
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, deviceScaleFactor: 1.5 })
  await page.goto(link)
  await page.getByRole('button', { name: 'Tabs of Google Chrome' }).click()
  await page.getByRole('checkbox', { name: titles['kettle.example'] }).check()
  await page.getByRole('button', { name: 'Lend' }).click()
  await page.getByText('It is lent.').waitFor()
  await page.getByRole('checkbox', { name: titles['trains.example'] }).check()
  await page.locator('.lending .take:enabled').waitFor({ timeout: 5000 })
  await pictureBoth(page, folder, 'lending', async () => {
    const { x, y, width } = await page.locator('.timeline').boundingBox()
    return { x, y, width, height: 480 }
  })
} finally {
  await browser?.close()
  view?.kill('SIGINT')
  if (view !== undefined && view.exitCode === null) await once(view, 'exit')
  await ix('stop').catch(() => {})
  await own.close()
  server.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}
