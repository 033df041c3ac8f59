/** sway's own socket: queries, commands and window events. */

import { connect, type Socket } from 'node:net'
import type { Frame } from '../../../../api-schema/element.ts'
import { Problem } from '../../../problem.ts'
import { Ending } from '../../basics/ending.ts'
import { Listeners } from '../../basics/listeners.ts'

const magic = 'i3-ipc'
const headLength = magic.length + 8
const kinds = { command: 0, subscribe: 2, tree: 4 } as const
const isEvent = 0x80000000
const answerMs = 2000

/** A part of the screen: monitors hold workspaces, which hold containers, which hold windows. */
export interface SwayNode {
  readonly id: number
  readonly type: string
  readonly name: string | null
  readonly rect: Frame
  /** The area of the window's content inside it. */
  readonly window_rect: Frame
  /** The area of its title. */
  readonly deco_rect: Frame
  readonly focused: boolean
  readonly fullscreen_mode?: number
  readonly pid?: number
  readonly visible?: boolean
  readonly app_id?: string | null
  /** Only for windows on sway's X server. */
  readonly window_properties?: { readonly class?: string; readonly instance?: string }
  readonly nodes: readonly SwayNode[]
  readonly floating_nodes: readonly SwayNode[]
}

interface Waiting {
  resolve(value: unknown): void
  reject(error: Error): void
}

export class SwayIpc {
  readonly #socket: Socket
  /** Answers come in the order of the queries. */
  readonly #waiting: Waiting[] = []
  readonly #events = new Listeners()
  readonly #ending = new Ending()
  #rest: Buffer = Buffer.alloc(0)
  #isClosed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (bytes) => this.#hear(bytes))
    socket.on('close', () => this.#end())
    socket.on('error', () => this.#end())
    socket.unref()
  }

  /** Undefined if nobody answers there. */
  static async open(path: string): Promise<SwayIpc | undefined> {
    const socket = connect(path)
    const isThere = await new Promise<boolean>((done) => {
      socket.once('connect', () => done(true)).once('error', () => done(false))
    })
    if (!isThere) return undefined
    const ipc = new SwayIpc(socket)
    try {
      await ipc.#ask(kinds.subscribe, '["window","workspace","output"]')
      return ipc
    } catch {
      ipc.close()
      return undefined
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  async tree(): Promise<SwayNode> {
    return (await this.#ask(kinds.tree, '')) as SwayNode
  }

  /** Returns sway's objection; undefined if the command was carried out. */
  async run(command: string): Promise<string | undefined> {
    const answers = (await this.#ask(kinds.command, command)) as { success: boolean; error?: string }[]
    const failed = answers.find(({ success }) => !success)
    return failed && (failed.error ?? 'sway refused')
  }

  /** Calls back at each event. Returns a function that stops this. */
  listen(listener: () => void): () => void {
    return this.#events.add(listener)
  }

  onClose(listener: () => void): () => void {
    return this.#ending.on(listener)
  }

  close(): void {
    this.#socket.destroy()
    this.#end()
  }

  async #ask(kind: number, content: string): Promise<unknown> {
    if (this.#isClosed) throw gone()
    const body = Buffer.from(content)
    const head = Buffer.alloc(headLength)
    head.write(magic, 'latin1')
    head.writeUInt32LE(body.length, magic.length)
    head.writeUInt32LE(kind, magic.length + 4)
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(new Problem('unresponsive', { message: `sway did not answer within ${answerMs} ms.` }))
      }, answerMs)
      const end = (done: () => void) => {
        clearTimeout(timer)
        done()
      }
      this.#waiting.push({
        resolve: (value) => end(() => resolve(value)),
        reject: (error) => end(() => reject(error)),
      })
      this.#socket.write(Buffer.concat([head, body]))
    })
  }

  #hear(bytes: Buffer): void {
    let left = this.#rest.length > 0 ? Buffer.concat([this.#rest, bytes]) : bytes
    while (left.length >= headLength) {
      const end = headLength + left.readUInt32LE(magic.length)
      if (left.length < end) break
      const kind = left.readUInt32LE(magic.length + 4)
      const body = left.toString('utf8', headLength, end)
      left = left.subarray(end)
      if (kind >= isEvent) this.#events.emit()
      else this.#waiting.shift()?.resolve(JSON.parse(body))
    }
    this.#rest = Buffer.from(left)
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    for (const { reject } of this.#waiting.splice(0)) reject(gone())
    this.#events.clear()
    this.#ending.end()
  }
}

function gone(): Problem {
  return new Problem('unresponsive', { message: 'sway is gone.' })
}
