/**
 * MCP clients that agents are built with, as they are installed: each lists the tools of `ix mcp`, explores, and is
 * told of an error. They run on Node 22, which some of them need; the shim and the daemon on what runs these tests.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { tools } from '../../api-schema/mcp-tools.ts'
import { daemonHome, exitOf, ixFile } from '../fixtures/daemon/daemon.ts'
import { installedOrSkip } from '../fixtures/npm-packages.ts'
import { node22 } from './packages.ts'

const versions = {
  '@modelcontextprotocol/sdk': '1.32.2',
  '@modelcontextprotocol/inspector': '2.12.0',
  '@ai-sdk/mcp': '2.0.99',
  '@langchain/mcp-adapters': '1.1.4',
  '@langchain/core': '1.4.0',
  [node22.package]: node22.version,
}
/** The official client 2.x drives `ix mcp` in test/clients/mcp.test.ts. */
const scripts = ['official-1.mjs', 'ai-sdk.mjs', 'langchain.mjs']

const folder = installedOrSkip(t, '.hosts', versions)
if (folder !== undefined) {
  const { home } = await daemonHome(t)
  const node = join(folder, node22.package, 'bin', 'node')
  const shim = [process.execPath, ixFile, 'mcp']
  const run = async (args: readonly string[]) => {
    const child = spawn(node, args, { env: { ...process.env, ...home.env }, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk) => (out += chunk))
    child.stderr.on('data', (chunk) => (err += chunk))
    return { code: await exitOf(child), out, err }
  }

  for (const script of scripts)
    await t.test(script, async (t) => {
      const file = fileURLToPath(new URL(`hosts/${script}`, import.meta.url))
      const { out, err } = await run([file, folder, ...shim])
      const told = JSON.parse(out.trim().split('\n').at(-1) || JSON.stringify({ err }))
      t.match(told, { tools: tools(['core']).map(({ name }) => name), text: /window: Calculator/ })
      t.match(told, { failure: /element_gone: There is no element "999"/ })
    })

  await t.test('inspector', async (t) => {
    const program = join(folder, '@modelcontextprotocol/inspector/clients/launcher/build/index.js')
    const given = Object.entries(home.env).filter(([name]) => name.startsWith('IX_'))
    const env = given.flatMap(([name, value]) => ['-e', `${name}=${value}`])
    const ask = async (...words: string[]) => await run([program, '--cli', ...shim, ...env, ...words])
    const listed = await ask('--method', 'tools/list')
    t.match(listed.out, /"name": "explore"/, listed.err)
    const explored = await ask('--method', 'tools/call', '--tool-name', 'explore', '--tool-arg', 'scope=focused')
    t.match(explored.out, /window: Calculator/, explored.err)
  })
}
