/**
 * A unix socket that carries file descriptors, which Wayland needs for keymaps, pictures and the clipboard. Node has
 * this only for its own child processes and does not export it: this is the only file that uses the internal binding
 * behind it.
 */

/** A stream of libuv, as Node wraps it. */
export interface Handle {
  readonly fd: number
  pendingHandle?: Handle | undefined
  onread(bytes: ArrayBuffer | undefined): void
  open(fd: number): number
  connect(request: object, path: string): number
  readStart(): number
  writeBuffer(request: object, bytes: Buffer): number
  writeLatin1String(request: object, text: string, passed: Handle): number
  setBlocking(isBlocking: boolean): number
  close(): void
}

interface Bindings {
  pipe_wrap: {
    readonly Pipe: new (kind: number) => Handle
    readonly PipeConnectWrap: new () => { oncomplete?: (status: number) => void }
    readonly constants: { readonly SOCKET: number; readonly IPC: number }
  }
  stream_wrap: {
    readonly WriteWrap: new () => { oncomplete?: (status: number) => void; passed?: Handle }
    readonly streamBaseState: Int32Array
    readonly kReadBytesOrError: number
    readonly kLastWriteWasAsync: number
  }
}

function binding<Name extends keyof Bindings>(name: Name): Bindings[Name] {
  return (process as unknown as { binding(name: string): Bindings[Name] }).binding(name)
}

type Heard = (bytes: Buffer) => void
type Ended = (reason: string) => void

/**
 * A connection to a unix socket, not yet read; of kind `SOCKET` it carries no descriptors. Throws Error if nobody
 * listens.
 */
export async function connected(path: string, kind: 'SOCKET' | 'IPC'): Promise<Handle> {
  const { Pipe, PipeConnectWrap, constants } = binding('pipe_wrap')
  const handle = new Pipe(constants[kind])
  await new Promise<void>((resolve, reject) => {
    const request = new PipeConnectWrap()
    const finish = (status: number) => {
      if (status === 0) return resolve()
      handle.close()
      reject(new Error(`nobody listens at ${path}`))
    }
    request.oncomplete = finish
    const status = handle.connect(request, path)
    if (status !== 0) finish(status)
  })
  return handle
}

export class FdSocket {
  readonly #handle: Handle
  readonly #received: Handle[] = []

  private constructor(handle: Handle) {
    this.#handle = handle
  }

  /** `ended` is called with the reason, once. Throws Error if nobody listens. */
  static async connect(path: string, heard: Heard, ended: Ended): Promise<FdSocket> {
    return FdSocket.over(await connected(path, 'IPC'), heard, ended)
  }

  /** The same over a connection that another process has opened and passed on. */
  static adopt(passed: Handle, heard: Heard, ended: Ended): FdSocket {
    const { Pipe, constants } = binding('pipe_wrap')
    // The passed handle carries no descriptors. It is never closed: it has the same descriptor, which the new one
    // closes.
    const handle = new Pipe(constants.IPC)
    check(handle.open(passed.fd))
    return FdSocket.over(handle, heard, ended)
  }

  /** The same over a handle of kind `IPC` that nothing has read yet. */
  static over(handle: Handle, heard: Heard, ended: Ended): FdSocket {
    const { streamBaseState, kReadBytesOrError } = binding('stream_wrap')
    const socket = new FdSocket(handle)
    handle.onread = (bytes) => {
      const count = streamBaseState[kReadBytesOrError]!
      if (handle.pendingHandle !== undefined) socket.#received.push(handle.pendingHandle)
      handle.pendingHandle = undefined
      if (count < 0) ended('it closed the connection')
      else if (count > 0) heard(Buffer.from(bytes!, 0, count))
    }
    handle.readStart()
    return socket
  }

  /** The next descriptor that arrived, in order; the receiver closes it. */
  take(): Handle | undefined {
    return this.#received.shift()
  }

  /** `passed`: a descriptor, copied to the other side; or a handle that Node has open. */
  write(bytes: Buffer, passed?: number | Handle): void {
    const { WriteWrap } = binding('stream_wrap')
    const request = new WriteWrap()
    // There is nothing to do when it has been sent, but without a function Node throws.
    request.oncomplete = () => {}
    if (passed === undefined) {
      check(this.#handle.writeBuffer(request, bytes))
      return
    }
    const handle = typeof passed === 'number' ? opened(passed) : passed
    request.passed = handle
    check(this.#handle.writeLatin1String(request, bytes.toString('latin1'), handle))
  }

  close(): void {
    for (const handle of this.#received.splice(0)) handle.close()
    this.#handle.close()
  }
}

/** Writes everything to a received descriptor and closes it; then calls `done`. */
export function fill(handle: Handle, content: Buffer, done: () => void = () => {}): void {
  const { WriteWrap, streamBaseState, kLastWriteWasAsync } = binding('stream_wrap')
  // It comes as its sender made it, and a slow reader must not block this process.
  handle.setBlocking(false)
  const end = () => {
    handle.close()
    done()
  }
  const request = new WriteWrap()
  request.oncomplete = end
  const status = handle.writeBuffer(request, content)
  // A write that has gone out at once is not reported.
  if (status !== 0 || streamBaseState[kLastWriteWasAsync] === 0) end()
}

function opened(fd: number): Handle {
  const { Pipe, constants } = binding('pipe_wrap')
  const handle = new Pipe(constants.SOCKET)
  check(handle.open(fd))
  return handle
}

function check(status: number): void {
  if (status !== 0) throw new Error(`the compositor cannot be written to (${status})`)
}
