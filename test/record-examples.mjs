/**
 * `npm run recordings`: makes `examples/recordings/` again, by the commands that anybody would use: `ix record start`,
 * real actions, `ix record stop --out FILE`. With names only these: `npm run recordings -- calculator`. Needs a build,
 * Chromium for the page, and for the rest what `npm test` needs for its desktops. The applications run on a desktop of
 * their own with an empty home; a file that tells of this machine is not written. The README and pages of docs/ show what
 * they answer, and test/docs.test.ts says where these have to follow a new recording.
 */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { homedir, hostname } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findChromium } from './fixtures/find-chromium.mjs'
import { missingPrograms } from './fixtures/find-desktop.mjs'
import { openDesktop } from './fixtures/open-desktop.mjs'

const run = promisify(execFile)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'examples/recordings')
const documents = '/usr/share/doc/python3-doc/html'
/** A fixed one: it is in the address of the page, and so in the recording. */
const port = 8080

const button = (title) => ['click', '--type', 'button', '--title', title]
const any = (text) => ['click', '--type', 'button', '--any', text]
const menuItem = (title) => ['click', '--role', 'menu item', '--title', title]
const zeroes = ['toggle', '--type', 'checkbox', '--title', 'Trailing zeroes']
const textarea = ['--role', 'textarea']

/** What is recorded: the program or page, its name for `--app` or `--tab`, and what is done with it. */
const subjects = {
  calculator: {
    program: ['gnome-calculator'],
    scope: ['--app', 'gnome-calculator'],
    steps: [
      ...sums(),
      any('Primary menu'),
      menuItem('Preferences'),
      zeroes,
      zeroes,
      ['key', '--role', 'window', '--title', 'Preferences', 'Escape'],
    ],
  },
  editor: {
    program: ['mousepad'],
    scope: ['--app', 'mousepad'],
    steps: [
      ['set', ...textarea, 'Tea at four.'],
      ['menu', '--role', 'window', 'Search > Find and Replace...'],
      button('Close'),
      ['menu', '--role', 'window', 'Search > Go To...'],
      button('Cancel'),
    ],
  },
  page: {
    url: `http://localhost:${port}/library/bisect.html`,
    scope: ['--tab', 't1'],
    steps: [
      ['click', '--type', 'link', '--any', 'previous chapter'],
      ['click', '--type', 'link', '--any', 'next chapter'],
    ],
  },
  spreadsheet: {
    program: ['localc'],
    scope: ['--app', 'org.libreoffice'],
    steps: [
      ['click', '--role', 'cell', '--title', 'C9'],
      ['type', '--role', 'cell', '--title', 'C9', '14'],
      ['key', '--role', 'cell', '--title', 'C9', 'Return'],
      ['click', '--role', 'cell', '--title', 'D9'],
    ],
  },
}

/** Every sum of two digits, the larger one first, each from an empty display: the presses of one in one call. */
function* sums() {
  const press = (filter) => {
    const find = { scope: 'application', bundleId: 'gnome-calculator', elementTypes: ['button'], filter }
    return { action: 'click', find }
  }
  const titled = (titleContains) => press({ titleContains })
  const told = (descriptionContains) => press({ descriptionContains })
  for (const sign of ['+', '−', '×', '÷']) {
    for (let first = 1; first <= 9; first++) {
      for (let second = 1; second <= first; second++) {
        const presses = [
          titled(`${first}`),
          titled(sign),
          titled(`${second}`),
          told('Calculate'),
          told('Clear Display'),
        ]
        yield ['call', 'interact', JSON.stringify({ steps: presses, format: 'outline' })]
      }
    }
  }
}

const names = process.argv.slice(2)
const wanted = Object.entries(subjects).filter(([name]) => names.length === 0 || names.includes(name))
const missing = missingPrograms(wanted.flatMap(([, { program }]) => program?.[0] ?? []))
if (wanted.some(([, { url }]) => url !== undefined)) {
  if (findChromium() === undefined) missing.push('Chromium')
  if (!existsSync(documents)) missing.push(`${documents}, of the Debian package python3-doc`)
}
if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`)
for (const [name, subject] of wanted) await record(name, subject)

async function record(name, { program, url, scope, steps }) {
  const desktop = await openDesktop({ size: '1280x800x24' })
  const server = url === undefined ? undefined : await serveDocuments()
  try {
    const home = join(desktop.folder, 'home')
    const own = Object.entries(process.env).filter(
      ([name]) => !/^(?:IX_|WAYLAND_DISPLAY$|AT_SPI_BUS_ADDRESS$)/.test(name),
    )
    const env = {
      ...Object.fromEntries(own),
      ...desktop.env,
      HOME: home,
      XDG_STATE_HOME: join(desktop.folder, 'state'),
      IX_PORT: '0',
      IX_PLATFORMS: url === undefined ? 'atspi' : 'cdp',
      IX_CHROMIUM: findChromium() ?? '',
    }
    const ix = async (...args) => {
      const command = [join(root, 'dist/clients/cli.js'), ...args]
      return (await run(process.execPath, command, { env, cwd: home })).stdout
    }
    // The daemon is there before the application, as it usually is.
    await ix('status')
    if (url !== undefined) await ix('navigate', url)
    else await desktop.start(...program)
    // A large application is busy with itself for a while after its window came.
    await ix('explore', ...scope, '--timeout-ms', '30000')
    await ix('record', 'start', ...scope)
    for (const [action, ...rest] of steps) {
      const words = action === 'call' ? [action, ...rest] : [action, ...scope, ...rest]
      console.log(`ix ${words.join(' ')}\n${await ix(...words)}`)
    }
    const file = join(desktop.folder, `${name}.json`)
    console.log(await ix('record', 'stop', ...scope, '--out', file))
    const text = readFileSync(file, 'utf8')
    const traces = [basename(desktop.folder), homedir(), resolve(root), hostname()].filter((trace) =>
      new RegExp(`(?<![\\w-])${trace.replace(/\W/g, '\\$&')}(?![\\w-])`).test(text),
    )
    if (traces.length > 0) throw new Error(`${name} tells of this machine: ${traces.join(', ')}`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${name}.json`), text)
  } finally {
    server?.close()
    server?.closeAllConnections()
    await desktop.end()
  }
}

/** The pages of Debian's package python3-doc, as a web site. */
async function serveDocuments() {
  const types = {
    '.html': 'text/html; charset=utf-8',
    '.css': 'text/css',
    '.js': 'text/javascript',
    '.svg': 'image/svg+xml',
  }
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    try {
      const body = readFileSync(join(documents, pathname))
      response.setHeader('Content-Type', types[extname(pathname)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await once(server.listen(port, 'localhost'), 'listening')
  return server
}
