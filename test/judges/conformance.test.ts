/**
 * The conformance suite of MCP, on a real daemon, through a relay that adds the token. What it asks for and is not offered
 * stands in docs/conformance.md; everything else has to pass, and nothing of the list may.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { daemonHome, exitOf, type Home, stateOf } from '../fixtures/daemon/daemon.ts'
import { judgesOrSkip, node22 } from './packages.ts'

const revisions = ['2025-11-25', '2026-07-28']
const page = readFileSync(new URL('../../docs/conformance.md', import.meta.url), 'utf8')
/** The names in the first cell of each line: scenarios, and checks as `scenario: check`. */
const lines = page.slice(page.indexOf('| scenario or check |')).matchAll(/^\| (`.+?) \| \S/gm)
const leftOut = new Set([...lines].flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map((match) => match[1]!)))

const folder = judgesOrSkip(t)
if (folder !== undefined) {
  const { home } = await daemonHome(t)
  const passing = new Map<string, boolean>()
  for (const revision of revisions)
    await t.test(revision, async (t) => {
      const checks = await judged(t, folder, revision, home)
      let passed = 0
      for (const { scenario, id, status, errorMessage } of checks) {
        const name = `${scenario}: ${id}`
        const line = leftOut.has(name) ? name : scenario
        if (leftOut.has(line)) passing.set(line, (passing.get(line) ?? true) && status !== 'FAILURE')
        else {
          t.not(status, 'FAILURE', `${name} ${errorMessage ?? ''}`)
          if (status === 'SUCCESS') passed += 1
        }
      }
      t.comment(`${passed} checks of ${new Set(checks.map(({ scenario }) => scenario)).size} scenarios passed`)
      t.ok(passed >= 12, `${passed} passed`)
    })
  t.same(
    [...leftOut].filter((line) => !passing.has(line)),
    [],
    'the list only names what there is',
  )
  t.same(
    [...passing].filter(([, passes]) => passes).map(([line]) => line),
    [],
    'what passes is taken off the list',
  )
}

interface Check {
  readonly scenario: string
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | string
  readonly errorMessage?: string
}

/** All checks of what a revision requires. */
async function judged(t: Test, folder: string, revision: string, home: Home): Promise<Check[]> {
  const out = mkdtempSync(join(tmpdir(), 'ix-judged-'))
  t.teardown(() => rmSync(out, { recursive: true, force: true }))
  const isEnough = Number(process.versions.node.split('.')[0]) >= 22
  const node = isEnough ? process.execPath : join(folder, node22.package, 'bin/node')
  const suite = join(folder, '@modelcontextprotocol/conformance/dist/index.js')
  const args = [suite, 'server', '--url', `${await relay(t, home)}/mcp`, '--requirements', revision, '-o', out]
  const child = spawn(node, args, { stdio: 'ignore', env: { PATH: process.env.PATH, HOME: out } })
  await exitOf(child)
  return readdirSync(out).flatMap((name) => {
    const scenario = /^server-(.*)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1] ?? name
    const checks: Check[] = JSON.parse(readFileSync(join(out, name, 'checks.json'), 'utf8'))
    return checks.map((check) => ({ ...check, scenario }))
  })
}

/** The suite cannot send a token. Everything else passes as it came; only the relay's own host becomes the daemon's. */
async function relay(t: Test, home: Home): Promise<string> {
  const target = new URL(stateOf(home)!.url!)
  const authorization = `Bearer ${readFileSync(join(home.folder, 'token'), 'utf8')}`
  const server = createServer((asked, answered) => {
    const { port } = server.address() as AddressInfo
    const isOwn = asked.headers.host === `127.0.0.1:${port}` || asked.headers.host === `localhost:${port}`
    const headers = { ...asked.headers, authorization, ...(isOwn && { host: target.host }) }
    const { method, url: path } = asked
    const passed = request({ host: target.hostname, port: target.port, method, path, headers }, (response) => {
      answered.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answered)
    })
    passed.on('error', () => answered.destroy())
    answered.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => new Promise((closed) => server.close(closed).closeAllConnections()))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
