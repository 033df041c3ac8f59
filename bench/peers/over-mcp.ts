/** A tool that is driven over MCP, by the official client, through its standard input and output. */
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Line, lineFor } from './lines.ts'
import { callMs, type Exchange, type Peer, type Task, within } from './peer.ts'

type Arguments = { readonly [name: string]: unknown }

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly env: { readonly [name: string]: string }
}

export abstract class McpPeer implements Peer {
  abstract readonly name: string
  abstract readonly viewIs: string
  abstract readonly leanIs: string
  readonly log: Exchange[] = []
  #client: Client | undefined

  abstract start(): Promise<void>
  abstract open(url: string): Promise<void>
  abstract view(): Promise<string>
  abstract lines(view: string): readonly Line[]
  abstract act(ref: string, task: Task): Promise<void>
  abstract lean(task: Task): Promise<void>

  async tools(): Promise<readonly object[]> {
    return (await this.#connected().listTools()).tools
  }

  async ping(): Promise<void> {
    await this.#connected().ping()
  }

  async close(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await within(10_000, `${this.name}: to end`, client?.close() ?? Promise.resolve())
  }

  protected async connect({ file, args, env }: Command): Promise<void> {
    this.#client = new Client({ name: 'bench', version: '1' })
    const transport = new StdioClientTransport({ command: file, args: [...args], env: { ...env }, stderr: 'ignore' })
    await within(callMs, `${this.name}: to start`, this.#client.connect(transport))
  }

  /** A tool's refusal is an answer like any other: it has to be paid for. */
  protected async call(name: string, args: Arguments = {}): Promise<string> {
    const start = performance.now()
    const result = await this.#connected().callTool({ name, arguments: args }, { timeout: callMs })
    const ms = performance.now() - start
    const parts = result.content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`))
    const answer = parts.join('\n')
    const isRefused = result.isError === true
    this.log.push({ asked: JSON.stringify({ name, arguments: args }), answer, ms, isRefused })
    return answer
  }

  /** The id of the task's control in a view. Throws if there is none. */
  protected idIn(view: string, task: Task): string {
    const found = lineFor(task, this.lines(view))
    if (found === undefined) throw new Error(`${this.name}: the view has no ${task.role} “${task.text}”`)
    return found.ref
  }

  #connected(): Client {
    if (this.#client === undefined) throw new Error(`${this.name} is not connected`)
    return this.#client
  }
}
