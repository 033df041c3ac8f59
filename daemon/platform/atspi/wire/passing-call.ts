/**
 * D-Bus calls that pass a file descriptor on, which the library cannot: one connection, one call at a time, in the few types
 * that such calls have. Numbers are in the order of bytes of this protocol's little end.
 */
import { FdSocket, type Handle } from './fd-socket.ts'

const answerMs = 5000
const fields = { path: 1, interface: 2, member: 3, error: 4, replySerial: 5, destination: 6, signature: 8, fds: 9 }
const kinds = { call: 1, reply: 2, error: 3 } as const

export interface PassingCall {
  readonly destination: string
  readonly path: string
  readonly interface: string
  readonly member: string
  /** Of `i`, `u`, `s`; then options and the descriptor follow. */
  readonly signature: string
  readonly body: readonly (number | string)[]
  readonly flags: readonly string[]
}

type Value = number | string | boolean | undefined

interface Reply {
  readonly kind: number
  readonly error?: string
  readonly body: Reader
  readonly signature: string
}

export class PassingBus {
  readonly #socket: FdSocket
  #rest = Buffer.alloc(0)
  #heard = () => {}
  #closed: string | undefined
  #serial = 0

  private constructor(open: (heard: (bytes: Buffer) => void, ended: (reason: string) => void) => FdSocket) {
    this.#socket = open(
      (bytes) => {
        this.#rest = Buffer.concat([this.#rest, bytes])
        this.#heard()
      },
      (reason) => {
        this.#closed = reason
        this.#heard()
      },
    )
  }

  /** Over a connection to the bus which nothing has been said on. Throws Error. */
  static async over(handle: Handle): Promise<PassingBus> {
    const bus = new PassingBus((heard, ended) => FdSocket.adopt(handle, heard, ended))
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString('hex')
    bus.#socket.write(Buffer.from(`\0AUTH EXTERNAL ${uid}\r\n`))
    if (!/^OK /.test(await bus.#line())) throw new Error('the bus does not let us in')
    bus.#socket.write(Buffer.from('NEGOTIATE_UNIX_FD\r\n'))
    if (!/^AGREE/.test(await bus.#line())) throw new Error('the bus passes no descriptors on')
    bus.#socket.write(Buffer.from('BEGIN\r\n'))
    const dbus = 'org.freedesktop.DBus'
    const hello = { destination: dbus, path: '/org/freedesktop/DBus', interface: dbus, member: 'Hello' }
    await bus.#send({ ...hello, signature: '', body: [], flags: [] })
    return bus
  }

  get closed(): string | undefined {
    return this.#closed
  }

  /** The values of the table that it answers with. Throws Error with the name of what went wrong. */
  async call(call: PassingCall, passed: Handle): Promise<ReadonlyMap<string, Value>> {
    const { signature, body } = await this.#send(call, passed)
    if (signature !== 'a{sv}') throw new Error(`an answer of another form (${signature})`)
    return body.table()
  }

  close(): void {
    this.#closed ??= 'closed'
    this.#socket.close()
  }

  async #send(call: PassingCall, passed?: Handle): Promise<Reply> {
    const serial = ++this.#serial
    this.#socket.write(message(call, serial, passed !== undefined), passed)
    for (;;) {
      const reply = this.#next(serial)
      if (reply?.kind === kinds.error) throw new Error(reply.error ?? 'failed')
      if (reply !== undefined) return reply
      await this.#more()
    }
  }

  /** The answer to a call, if it has come; what else has come is dropped. */
  #next(serial: number): Reply | undefined {
    while (this.#rest.length >= 16) {
      const head = new Reader(this.#rest, 12)
      const size = this.#rest.readUInt32LE(12)
      const begin = 16 + ((size + 7) & ~7)
      const end = begin + this.#rest.readUInt32LE(4)
      if (this.#rest.length < end) return undefined
      const found = head.fields(16 + size)
      const whole = this.#rest.subarray(begin, end)
      const kind = this.#rest[1]!
      this.#rest = this.#rest.subarray(end)
      if (found.get(fields.replySerial) !== serial) continue
      const error = found.get(fields.error)
      return {
        kind,
        signature: String(found.get(fields.signature) ?? ''),
        body: new Reader(whole, 0),
        ...(error !== undefined && { error: String(error) }),
      }
    }
    return undefined
  }

  async #line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf('\r\n')
      if (end >= 0) {
        const line = this.#rest.toString('latin1', 0, end)
        this.#rest = this.#rest.subarray(end + 2)
        return line
      }
      await this.#more()
    }
  }

  async #more(): Promise<void> {
    if (this.#closed !== undefined) throw new Error(this.#closed)
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the bus does not answer')), answerMs)
      this.#heard = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

function message(call: PassingCall, serial: number, passes: boolean): Buffer {
  const body = new Writer()
  for (const [at, value] of call.body.entries())
    if (call.signature[at] === 's') body.string(String(value))
    else body.number(Number(value))
  if (passes) {
    body.list(() => {
      for (const flag of call.flags) body.align(8).string(flag).signature('b').number(1)
    })
    body.number(0)
  }
  const signature = `${call.signature}${passes ? 'a{sv}h' : ''}`
  const head = new Writer()
  head.bytes([0x6c, kinds.call, 0, 1]).number(body.size).number(serial)
  head.list(() => {
    const field = (code: number, type: string) => head.align(8).bytes([code]).signature(type)
    field(fields.path, 'o').string(call.path)
    field(fields.interface, 's').string(call.interface)
    field(fields.member, 's').string(call.member)
    field(fields.destination, 's').string(call.destination)
    if (signature !== '') field(fields.signature, 'g').signature(signature)
    if (passes) field(fields.fds, 'u').number(1)
  })
  return Buffer.concat([head.align(8).whole, body.whole])
}

class Writer {
  readonly #parts: Buffer[] = []
  size = 0

  get whole(): Buffer {
    return Buffer.concat(this.#parts)
  }

  bytes(all: readonly number[]): this {
    return this.#add(Buffer.from(all))
  }

  align(to: number): this {
    return this.#add(Buffer.alloc(-this.size & (to - 1)))
  }

  number(value: number): this {
    const word = Buffer.alloc(4)
    word.writeInt32LE(value | 0)
    return this.align(4).#add(word)
  }

  string(text: string): this {
    const bytes = Buffer.from(`${text}\0`)
    return this.number(bytes.length - 1).#add(bytes)
  }

  signature(text: string): this {
    return this.bytes([text.length]).#add(Buffer.from(`${text}\0`))
  }

  /** Of structures; its length stands before what lies between its first and its last. */
  list(write: () => void): this {
    this.number(0)
    const length = this.#parts.at(-1)!
    this.align(8)
    const begin = this.size
    write()
    length.writeUInt32LE(this.size - begin)
    return this
  }

  #add(bytes: Buffer): this {
    this.#parts.push(bytes)
    this.size += bytes.length
    return this
  }
}

class Reader {
  readonly #bytes: Buffer
  #at: number

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes
    this.#at = at
  }

  fields(end: number): Map<number, Value> {
    const found = new Map<number, Value>()
    this.#at += 4
    while (this.#at < end) {
      this.#align(8)
      const code = this.#bytes[this.#at++]!
      found.set(code, this.#variant())
    }
    return found
  }

  table(): Map<string, Value> {
    const found = new Map<string, Value>()
    const size = this.#number()
    this.#align(8)
    for (const end = this.#at + size; this.#at < end; ) {
      this.#align(8)
      found.set(this.#string(), this.#variant())
    }
    return found
  }

  #variant(): Value {
    const type = this.#signature()
    if (type === 's' || type === 'o') return this.#string()
    if (type === 'g') return this.#signature()
    if (type === 'u') return this.#number()
    if (type === 'i') return this.#number() | 0
    if (type === 'b') return this.#number() !== 0
    if (type === 'd' || type === 't' || type === 'x') {
      this.#align(8)
      const at = this.#at
      this.#at += 8
      return type === 'd' ? this.#bytes.readDoubleLE(at) : Number(this.#bytes.readBigInt64LE(at))
    }
    throw new Error(`an answer with a value of another kind (${type})`)
  }

  #align(to: number): void {
    this.#at = (this.#at + to - 1) & -to
  }

  #number(): number {
    this.#align(4)
    const value = this.#bytes.readUInt32LE(this.#at)
    this.#at += 4
    return value
  }

  #string(): string {
    const size = this.#number()
    const text = this.#bytes.toString('utf8', this.#at, this.#at + size)
    this.#at += size + 1
    return text
  }

  #signature(): string {
    const size = this.#bytes[this.#at++]!
    const text = this.#bytes.toString('latin1', this.#at, this.#at + size)
    this.#at += size + 1
    return text
  }
}
