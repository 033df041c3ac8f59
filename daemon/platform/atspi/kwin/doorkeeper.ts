/** Gets connections from the allowed program, which opens them and runs as long as they are used. */
import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../../problem.ts'
import type { Handle } from '../wire/fd-socket.ts'

interface Answer {
  readonly id: number
  readonly failed?: string
}

interface Waiting {
  resolve(handle: Handle): void
  reject(error: Error): void
}

const file = fileURLToPath(new URL(`./door${extname(import.meta.url)}`, import.meta.url))

/** Time for it to start, on a slow machine. */
const answerMs = 15_000

export class Doorkeeper {
  readonly #child: ChildProcess
  readonly #waiting = new Map<number, Waiting>()
  #last = 0
  #ended: string | undefined

  constructor(program: string) {
    this.#child = fork(file, [], {
      execPath: program,
      env: {},
      // TypeScript has to be loaded there as it is here.
      execArgv: extname(file) === '.ts' ? process.execArgv.filter((flag) => !flag.startsWith('--inspect')) : [],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', ({ id, failed }: Answer, handle) => {
      const waiting = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (failed === undefined && handle) waiting?.resolve(handle as unknown as Handle)
      else waiting?.reject(new Error(failed ?? 'nothing was passed on'))
    })
    this.#child.once('error', ({ message }) => this.#end(message))
    this.#child.once('exit', () => this.#end('it ended'))
    this.#child.unref()
    this.#child.channel?.unref()
  }

  /** Why there can be no more connections. */
  get ended(): string | undefined {
    return this.#ended
  }

  /** A connection to a unix socket. Throws Problem `permission_denied` if the program does not run. */
  async open(path: string): Promise<Handle> {
    const id = ++this.#last
    const timer = setTimeout(() => this.#end('it does not answer'), answerMs)
    const opened = new Promise<Handle>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject })
      if (this.#ended !== undefined) return this.#end(this.#ended)
      this.#child.send({ id, path }, (error) => {
        if (error !== null) this.#end(error.message)
      })
    })
    return await opened.finally(() => clearTimeout(timer))
  }

  close(): void {
    this.#end('it is no longer needed')
    if (this.#child.connected) this.#child.disconnect()
  }

  #end(reason: string): void {
    this.#ended ??= reason
    for (const { reject } of this.#waiting.values()) reject(gone(this.#ended))
    this.#waiting.clear()
  }
}

function gone(reason: string): Problem {
  return new Problem('permission_denied', {
    message: `The program that the desktop lets in does not run: ${reason}.`,
    hint: 'The person can make it again: ix desktop allow.',
  })
}
