/** README and docs hold: marked blocks run and print what stands below them; links, file names and settings exist. */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import t, { type Test } from 'tap'
import { localCommands } from '../api-schema/cli/local-commands.ts'
import { commandNamed } from '../api-schema/cli/usage.ts'
import { configSchema, usage } from '../daemon/config.ts'
import { exitOf, type Home, ix, ixdFile, ixFile, makeHome } from './fixtures/daemon/daemon.ts'
import { desktopOrSkip } from './fixtures/desktop/desktop.ts'
import { findChromium } from './fixtures/find-chromium.mjs'
import { chromiumOrSkip } from './fixtures/web/chromium.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const markdown = (folder: string) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const pages = [
  ...markdown('.'),
  ...markdown('docs'),
  ...markdown('docs/decisions'),
  ...markdown('examples/recordings'),
  ...markdown('skills/interface-explorer'),
]

interface Block {
  readonly heading: string
  /** Words of the marker `<!-- run: … -->`: `chromium`, `curl`, `desktop`, `exit N`. */
  readonly needs: string
  readonly script: string
  readonly output: string
}

/** A marker, a block of commands, and the block of what they print. */
function blocksOf(page: string): Block[] {
  const marked = /<!-- run(?::([^>]*))? -->\n```sh\n(.*?)\n```\n\n```text\n(.*?)\n?```/gs
  return [...page.matchAll(marked)].map(({ 1: needs = '', 2: script = '', 3: output = '', index }) => ({
    heading: /.*\n## ([^\n]*)/s.exec(page.slice(0, index))?.[1] ?? '',
    needs: needs.trim(),
    script,
    output,
  }))
}

/** Revisions follow the clock. */
const steady = (printed: string) => printed.trimEnd().replace(/(revision"?[ :])\d+/g, '$1N')

/** Ids of the page and of this run, each in its place. */
const shownId = /\[(\d+)(?=[\] ]|$)|"id":"(\d+)"/
const shownInCommand = /\bix [a-z-]+(?: \d+)+\b|"elementId":"\d+"/g

/** `…` stands for anything within a line, and alone on a line for any lines. Ids may be others: they are captured. */
function patternOf(output: string): { readonly pattern: RegExp; readonly ids: readonly string[] } {
  const ids: string[] = []
  const lines = steady(output)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:[^\\n]*\\n)*?' : `${patternOfLine(line, ids)}\n`))
  return { pattern: new RegExp(`^${lines.join('')}$`), ids }
}

function patternOfLine(line: string, ids: string[]): string {
  return line
    .split(/(\[\d+(?=[\] ])|"id":"\d+"|…)/)
    .map((part) => {
      if (part === '…') return '[^\\n]*'
      const id = shownId.exec(part)?.slice(1).find(Boolean)
      if (id !== undefined) ids.push(id)
      return id === undefined ? literal(part) : literal(part).replace(id, '(\\d+)')
    })
    .join('')
}

function literal(words: string): string {
  return words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** The page's ids → those of this run: one for one, however often they are shown. */
class Ids {
  readonly #here = new Map<string, string>()

  learn(t: Test, ids: readonly string[], found: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      const known = this.#here.get(id)
      if (known === undefined) t.notOk([...this.#here.values()].includes(found[index]!), `${id} is a new one`)
      else t.equal(found[index], known, `${id} is the same as before`)
      this.#here.set(id, found[index]!)
    }
  }

  /** A script with the ids that its commands take here. */
  put(script: string): string {
    return script.replaceAll(shownInCommand, (call) => call.replace(/\d+/g, (id) => this.#here.get(id) ?? id))
  }
}

/** What a person has who installed the package and is in its folder: `ix` and `ixd` on the path, and the examples. */
function install(home: Home): string {
  const folder = join(home.env.HOME ?? '', 'here')
  mkdirSync(folder)
  symlinkSync(join(root, 'examples'), join(folder, 'examples'))
  for (const [name, file] of Object.entries({ ix: ixFile, ixd: ixdFile })) {
    const script = `#!/bin/sh\nexec '${process.execPath}' '${file}' "$@"\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  home.env.PATH = `${folder}:${dirname(process.execPath)}:${home.env.PATH}`
  return folder
}

async function runBlock(t: Test, { needs, script, output }: Block, cwd: string, home: Home, ids: Ids): Promise<void> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `exec 2>&1\n${ids.put(script)}`], { cwd, env: home.env })
  const [printed, code] = await Promise.all([text(child.stdout), exitOf(child)])
  t.equal(code, Number(/exit (\d+)/.exec(needs)?.[1] ?? 0))
  const expected = patternOf(output)
  const found = expected.pattern.exec(`${steady(printed)}\n`)
  if (found === null) t.equal(steady(printed), steady(output), 'prints what stands below it, … and ids aside')
  else ids.learn(t, expected.ids, found.slice(1))
}

const onDesktop = ({ needs }: Block) => needs.startsWith('desktop')

// Each page has a home and a daemon of its own, and waits for most of its time.
t.jobs = 3
for (const page of pages) {
  const all = blocksOf(read(page))
  const blocks = all.filter((block) => !onDesktop(block))
  if (blocks.length > 0)
    t.test(`the blocks of ${page} print what it says`, { buffered: true }, (t) => runPage(t, blocks))
}

/** In their order and in one session: each block goes on where the one before ended. Their commands start the daemon. */
async function runPage(t: Test, blocks: readonly Block[]): Promise<void> {
  const browser = findChromium()
  const home = makeHome({ IX_PLATFORMS: 'cdp', ...(browser !== undefined && { IX_CHROMIUM: browser }) })
  const cwd = install(home)
  t.teardown(async () => {
    await ix(home, 'stop')
    home.remove()
  })
  const noCurl = spawnSync('curl', ['--version']).status === 0 ? false : 'needs curl'
  const ids = new Ids()
  for (const block of blocks) {
    const skip = block.needs === 'curl' && noCurl
    await t.test(`${block.heading}: ${block.script.split('\n', 1)[0]}`, { skip }, async (t) => {
      if (block.needs.startsWith('chromium') && !chromiumOrSkip(t)) return
      await runBlock(t, block, cwd, home, ids)
    })
  }
}

t.test('the moving picture of the README shows what its commands print', async (t) => {
  if (spawnSync('script', ['--version']).status !== 0)
    return t.pass('no terminal', { skip: 'needs script of util-linux' })
  const folder = t.testdir()
  const made = spawnSync(process.execPath, [join(root, 'test/pictures/terminal.mjs'), folder], { encoding: 'utf8' })
  t.equal(made.status, 0, made.stderr)
  const still = (svg: string) => steady(svg).replace(/\(pid \d+\)/, '(pid N)')
  t.equal(still(readFileSync(join(folder, 'terminal.svg'), 'utf8')), still(read('docs/terminal.svg')))
})

t.test('every marker stands before its two blocks', async (t) => {
  for (const page of pages) t.equal(blocksOf(read(page)).length, [...read(page).matchAll(/^<!-- run/gm)].length, page)
})

t.test('what is copied from the README holds on every machine: its commands name no ids', async (t) => {
  const blocks = blocksOf(read('README.md'))
  t.not(blocks.length, 0)
  for (const { script } of blocks) t.equal(script.search(shownInCommand), -1, script)
})

/** The command that the page gives for another terminal: runs until the test ends. Answers what it tells to export. */
async function desktopOf(page: string, t: Test, home: Home): Promise<{ readonly [name: string]: string }> {
  const [, command = ''] = /<!-- start: desktop -->\n```sh\n(npm run desktop[^\n]*)\n```/.exec(read(page)) ?? []
  const options = { cwd: root, env: home.env, detached: true } as const
  const child = spawn('bash', ['-c', `exec ${command}`], { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
  t.teardown(async () => {
    const ended = exitOf(child)
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  })
  const env: { [name: string]: string } = {}
  for await (const line of createInterface({ input: child.stdout })) {
    const [, name, value] = /^export (\w+)='(.*)'$/.exec(line) ?? []
    if (name !== undefined && value !== undefined) env[name] = value
    if (line.startsWith('unset ')) return env
  }
  throw new Error(`${command} ended`)
}

t.test('the blocks of docs/linux.md, on the desktop that it starts', async (t) => {
  const page = 'docs/linux.md'
  const blocks = blocksOf(read(page)).filter(onDesktop)
  t.not(blocks.length, 0)
  if (!desktopOrSkip(t, ['gnome-calculator', 'mousepad'])) return
  const home = makeHome()
  const cwd = install(home)
  t.teardown(() => home.remove())
  const { IX_RUNTIME_DIR: _1, IX_PLATFORMS: _2, IX_REPLAY: _3, ...env } = home.env
  const desktop = { ...home, env: { ...env, ...(await desktopOf(page, t, home)) } }
  const ids = new Ids()
  for (const block of blocks)
    await t.test(block.script.split('\n', 1)[0]!, (t) => runBlock(t, block, cwd, desktop, ids))
})

t.test('links lead somewhere', async (t) => {
  for (const page of [...pages, 'llms.txt']) {
    for (const [target] of withoutCode(read(page)).matchAll(/(?<=\]\()[^)\s]+(?=\))|(?<=\bsrc(?:set)?=")[^"]+/g)) {
      if (/^https?:/.test(target)) continue
      const [path = '', anchor] = target.split('#')
      const file = path === '' ? page : join(dirname(page), path)
      t.ok(existsSync(join(root, file)), `${page}: ${target}`)
      if (anchor !== undefined) t.ok(anchorsOf(read(file)).has(anchor), `${page}: ${target}`)
    }
  }
})

function withoutCode(page: string): string {
  return page.replace(/^```.*?^```/gms, '')
}

/** As GitHub makes them. */
function anchorsOf(page: string): Set<string> {
  const headings = withoutCode(page).matchAll(/^#+ (.*)$/gm)
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^a-z0-9_ -]/g, '')
        .replaceAll(' ', '-'),
    ),
  )
}

t.test('files that are named exist', async (t) => {
  const folders = /^(?:api-schema|bench|clients|daemon|docs|examples|test)\//
  for (const page of pages) {
    for (const [, name = ''] of withoutCode(read(page)).matchAll(/`([^`\n]+)`/g)) {
      if (!folders.test(name) || /[\s]|NAME/.test(name)) continue
      const path = name.replace(/\/\*\.ts$/, '')
      t.ok(existsSync(join(root, path)), `${page}: ${name}`)
    }
  }
})

t.test('commands that are named exist', async (t) => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const page of pages) {
    const code = [...read(page).matchAll(/`[^`\n]+`|^```sh\n.*?^```/gms)].join('\n')
    for (const [, name = ''] of code.matchAll(/(?:^|[`\s|(])ix ([a-z][a-z-]*)/gm)) {
      t.ok(commandNamed(name) ?? localCommands[name], `${page}: ix ${name}`)
    }
    for (const [, name = ''] of code.matchAll(/\bnpm run ([a-z:-]+)/g)) t.ok(scripts[name], `${page}: npm run ${name}`)
  }
})

t.test('no page tells of the machine that it was written on', async (t) => {
  for (const page of pages) t.notMatch(read(page), /(?:^|[\s`"'(/])\/(?:work|root|home|Users|tmp|var\/folders)\//, page)
})

t.test('the figures of the README were measured', async (t) => {
  const readme = read('README.md')
  const measured = `${read('bench/results.md')}${read('bench/peers.md')}`
  const figures = readme.slice(0, readme.indexOf('## Start')).match(/\d[\d,.]+\d/g) ?? []
  t.not(figures.length, 0)
  for (const figure of figures) t.ok(new RegExp(`(?<![\\d,.])${literal(figure)}(?!\\d|[,.]\\d)`).test(measured), figure)
})

t.test('the table of settings is that of the daemon', async (t) => {
  const page = read('docs/configuration.md')
  const rows = new Map(
    [...page.matchAll(/^\| `(\w+)` \|(.*)\|(.*)\|(.*)\|(.*)\|$/gm)].map(([, key = '', ...cells]) => [
      key,
      cells.map((cell) => cell.trim()),
    ]),
  )
  for (const [key, schema] of Object.entries(configSchema.properties)) {
    const row = rows.get(key)
    t.ok(row, key)
    t.match(row?.[1], /^`IX_[A-Z_]+`$/, key)
    if ('default' in schema) t.equal(row?.[2], `\`${schema.default}\``, key)
  }
  const settings = page.slice(0, page.indexOf('## Files'))
  for (const [name] of usage.matchAll(/--[a-z][a-z-]+|IX_[A-Z_]+/g)) {
    if (name !== '--help' && name !== '--version') t.ok(settings.includes(name), name)
  }
})
