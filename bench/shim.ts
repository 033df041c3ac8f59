/** `ix mcp` with a daemon, driven by the official client as a host does it. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { ixFile } from '../test/fixtures/daemon/daemon.ts'

export class Shim {
  readonly pid: number
  readonly #client: Client

  private constructor(client: Client, pid: number) {
    this.#client = client
    this.pid = pid
  }

  static async start(env: { readonly [name: string]: string }): Promise<Shim> {
    const client = new Client({ name: 'bench', version: '1' })
    const args = [ixFile, 'mcp']
    const transport = new StdioClientTransport({ command: process.execPath, args, env: { ...env }, stderr: 'ignore' })
    await client.connect(transport)
    await client.listTools()
    return new Shim(client, transport.pid ?? 0)
  }

  async call(name: string, args: { readonly [name: string]: unknown }): Promise<string> {
    const { content } = await this.#client.callTool({ name, arguments: args }, { timeout: 60_000 })
    return content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  }

  async stop(): Promise<void> {
    await this.#client.close()
  }
}
