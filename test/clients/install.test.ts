/** `ix install`: what it writes is read by other parsers, and started as a host would start it. */
import { execFileSync } from 'node:child_process'
import { existsSync, lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import t, { type Test } from 'tap'
import ts from 'typescript'
import type { Method } from '../../api-schema/method.ts'
import { methods } from '../../api-schema/methods.ts'
import { understand } from '../../api-schema/understood.ts'
import { hosts } from '../../clients/install/hosts.ts'
import { checkOf } from '../../daemon/validate.ts'
import { type Home, ix, makeHome } from '../fixtures/daemon/daemon.ts'
import { python } from '../fixtures/find-desktop.mjs'

const name = 'interface-explorer'

/** What other programs wrote there before. */
const before = {
  json: '// of mine\n{\n\t"theme": "dark", // stays\n\t"mcpServers": {"other": {"command": "x"}},\n\t"servers": {},\n}\n',
  toml: '# of mine\nmodel = "best"\n\n[mcp_servers.other]\ncommand = "x"\n\n[mcp_servers.other.env]\nA = "1"\n',
}

type Values = { readonly [name: string]: unknown }

/** By TypeScript's and Python's readers. */
function read(file: string, format: 'json' | 'toml'): Values {
  if (format === 'json') {
    const { config, error } = ts.parseConfigFileTextToJson(file, readFileSync(file, 'utf8'))
    if (error) throw new Error(ts.flattenDiagnosticMessageText(error.messageText, '\n'))
    return config
  }
  const script = 'import json, sys, tomllib; print(json.dumps(tomllib.load(open(sys.argv[1], "rb"))))'
  return JSON.parse(execFileSync(python, ['-c', script, file], { encoding: 'utf8' }))
}

function homeWith(t: Test): Home {
  const home = makeHome()
  t.teardown(() => home.remove())
  return home
}

function fileOf(host: string, { env }: Home): string {
  return hosts[host]!.file({ home: env.HOME!, platform: process.platform, env: {} })
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text, { mode: 0o640 })
}

for (const [host, { format, list }] of Object.entries(hosts))
  t.test(host, async (t) => {
    if (format === 'toml' && !existsSync(python)) return t.comment(`skipped: needs ${python} to read TOML`)
    const home = homeWith(t)
    const file = fileOf(host, home)
    const entryIn = (values: Values) => (values[list[0]!] as Values)[name] as { command: string; args: string[] }
    const shown = await ix(home, 'install', host, '--print')
    t.match(shown.out, name)
    t.notOk(existsSync(file), '--print writes nothing')

    t.equal((await ix(home, 'install', host)).code, 0)
    t.equal(statSync(file).mode & 0o777, 0o600, 'a new file is private')
    const { command, args } = entryIn(read(file, format))
    t.ok(command.startsWith('/'))

    write(file, before[format])
    const was = read(file, format)
    const first = await ix(home, 'install', host, '--read-only', '--groups', 'page')
    t.match(first.out, `entered in ${file}`)
    t.same(entryIn(read(file, format)).args.slice(-3), ['--read-only', '--groups', 'page'])
    t.match((await ix(home, 'install', host)).out, 'entered in', 'other flags replace it')
    t.same(entryIn(read(file, format)).args, args)
    const whole = readFileSync(file, 'utf8')
    t.match(whole, /of mine/)
    t.match((await ix(home, 'install', host)).out, 'entered already')
    t.equal(readFileSync(file, 'utf8'), whole)
    t.match((await ix(home, 'install', host, '--remove')).out, 'removed from')
    const left = read(file, format)
    const { [list[0]!]: servers, ...others } = left
    const { [list[0]!]: ownBefore = {}, ...othersBefore } = was
    t.same(others, othersBefore)
    t.same(servers, ownBefore)
    t.match(readFileSync(file, 'utf8'), /of mine/)
    t.match((await ix(home, 'install', host, '--remove')).out, 'was not entered')
    t.equal(hosts[host]!.skills !== undefined && existsSync(join(home.env.HOME!, `.${host}/skills/${name}`)), false)

    started ??= start(t, home, command, args)
    t.same([command, args], await started, 'what was written is what starts')
  })

/** Once: what all hosts are to start is the same. */
let started: Promise<[string, string[]]> | undefined

async function start(t: Test, home: Home, command: string, args: string[]): Promise<[string, string[]]> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StdioClientTransport({ command, args, env: home.env, stderr: 'ignore' }))
  t.match(await client.listTools(), { tools: [{ name: 'explore' }] })
  await client.close()
  await ix(home, 'stop')
  return [command, args]
}

t.test('what cannot be read is left alone', async (t) => {
  const home = homeWith(t)
  const broken: [string, string][] = [
    ['cursor', '{"mcpServers": {'],
    ['gemini', 'nothing'],
    ['codex', 'mcp_servers = { other = { command = "x" } }\n'],
  ]
  for (const [host, text] of broken) {
    const file = fileOf(host, home)
    write(file, text)
    const { err, code } = await ix(home, 'install', host)
    t.match(err, /cannot be read as (JSON|TOML).*Nothing was changed/)
    t.equal(code, 2)
    t.equal(readFileSync(file, 'utf8'), text)
  }
  t.match((await ix(home, 'install')).err, /Say where to install.*Cursor \(found here\)/s)
  t.match((await ix(home, 'install', 'emacs')).err, /no host "emacs"/)
})

t.test('an entry whose paths are gone is named by the doctor, and repaired with its flags', async (t) => {
  const home = homeWith(t)
  const installed = ['claude', 'cursor', ...(existsSync(python) ? ['codex'] : [])]
  for (const host of installed) await ix(home, 'install', host, '--read-only', '--groups', 'page')
  const texts = installed.map((host) => readFileSync(fileOf(host, home), 'utf8'))
  t.match((await ix(home, 'install', '--repair')).out, 'Nothing to repair')
  t.notMatch((await ix(home, 'doctor')).out, /MCP entry/)

  // As after an upgrade of node, and after the package was moved.
  const moved = [/"\/[^"]*node"/, /"\/[^"]*ix\.(?:js|ts)"/]
  for (const [at, host] of installed.entries())
    writeFileSync(fileOf(host, home), texts[at]!.replace(moved[at % 2]!, '"/opt/gone/it"'))
  write(fileOf('gemini', home), '{"mcpServers": {')
  const { out } = await ix(home, 'doctor')
  t.match(out, /MCP entry +Claude Code starts \/opt\/gone\/it, which is gone.*\n.*`ix install --repair`/)
  t.equal(out.match(/MCP entry/g)?.length, installed.length)

  t.match(
    (await ix(home, 'install', '--repair', 'cursor')).out,
    /^Cursor: repaired in .*; \/opt\/gone\/it was gone\.\n$/,
  )
  const rest = (await ix(home, 'install', '--repair')).out
  t.match(rest, /Claude Code: repaired in/)
  t.match(rest, /cannot be read as JSON.*Nothing was changed/, 'one that cannot be read keeps no other')
  t.same(
    installed.map((host) => readFileSync(fileOf(host, home), 'utf8')),
    texts,
    'as they were installed',
  )
  t.match((await ix(home, 'install', '--repair', 'emacs')).err, /no host "emacs"/)
  await ix(home, 'stop')
})

t.test('a link stays a link, with what it leads to changed', async (t) => {
  const home = homeWith(t)
  const real = join(home.env.HOME!, 'dotfiles.json')
  write(real, '{}')
  const file = fileOf('cursor', home)
  mkdirSync(dirname(file), { recursive: true })
  symlinkSync(real, file)
  t.equal((await ix(home, 'install', 'cursor')).code, 0)
  t.ok(lstatSync(file).isSymbolicLink())
  t.match(readFileSync(real, 'utf8'), name)
  t.equal(statSync(real).mode & 0o777, 0o640, 'its rights stay')
})

t.test('the skill', async (t) => {
  const home = homeWith(t)
  await ix(home, 'install', 'claude')
  const file = join(home.env.HOME!, '.claude/skills', name, 'SKILL.md')
  const text = readFileSync(file, 'utf8')
  t.equal(text, readFileSync(fileURLToPath(new URL(`../../skills/${name}/SKILL.md`, import.meta.url)), 'utf8'))
  t.match(text, /^---\nname: interface-explorer\ndescription: .{50,1024}\n---\n/)
  const own = join(dirname(file), 'mine.md')
  writeFileSync(own, 'mine')
  await ix(home, 'install', 'claude', '--remove')
  t.notOk(existsSync(file))
  t.ok(existsSync(own), "a person's own file stays")
  const calls = [...text.matchAll(/`([a-z]+) (\{.*?\})`/g)]
  t.ok(calls.length >= 12)
  for (const [, method = '', json = ''] of calls) {
    const params = JSON.parse(json)
    const known = (methods as { readonly [name: string]: Method })[method]!
    understand(known.params, params)
    t.doesNotThrow(() => checkOf(known)(params), `${method} ${json}`)
  }
})
