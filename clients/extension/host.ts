/**
 * The program that a browser starts when a person lends a tab: passes messages between the extension, on stdin and
 * stdout, and the daemon, which it asks to connect to a socket of its own in the runtime folder. Ends with either.
 *
 * developer.chrome.com/docs/extensions/develop/concepts/native-messaging: each message is JSON after its length in bytes,
 * four bytes in the machine's order.
 */
import { rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { endianness } from 'node:os'
import { join } from 'node:path'
import { call } from '../reach/call.ts'
import { ownFolder } from '../reach/place.ts'
import { joining, type Part, partsOf } from './parts.ts'

/** Separates messages to the daemon, as over a browser's own pipe. */
const end = '\0'
const isLittle = endianness() === 'LE'

const path = join(ownFolder(), `lent-${process.pid}.sock`)
const server = createServer((daemon) => {
  server.close()
  passOn(daemon)
})

process.on('exit', () => rmSync(path, { force: true }))
process.stdin.on('end', () => process.exit(0))
process.stdout.on('error', () => process.exit(0))

/** Messages that arrived before the daemon connected. */
const early: string[] = []
let toDaemon = (message: string): void => void early.push(message)

readFrames(joining((message) => toDaemon(message)))
server.listen(path, async () => {
  try {
    await call('browser', { action: 'join', socket: path }, {})
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
})

function passOn(daemon: Socket): void {
  toDaemon = (message) => daemon.write(message + end)
  for (const message of early.splice(0)) toDaemon(message)
  let rest: Buffer[] = []
  daemon.on('data', (chunk) => {
    let start = 0
    for (let stop = chunk.indexOf(0); stop !== -1; stop = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...rest, chunk.subarray(start, stop)]).toString('utf8')
      for (const part of partsOf(message)) writeFrame(part)
      rest = []
      start = stop + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  })
  daemon.on('error', () => process.exit(0))
  daemon.on('close', () => process.exit(0))
}

function writeFrame(part: Part): void {
  const body = Buffer.from(JSON.stringify(part))
  const head = Buffer.alloc(4)
  if (isLittle) head.writeUInt32LE(body.length)
  else head.writeUInt32BE(body.length)
  process.stdout.write(Buffer.concat([head, body]))
}

function readFrames(take: (part: Part) => void): void {
  let data = Buffer.alloc(0)
  process.stdin.on('data', (chunk: Buffer) => {
    data = Buffer.concat([data, chunk])
    for (;;) {
      if (data.length < 4) return
      const length = isLittle ? data.readUInt32LE() : data.readUInt32BE()
      if (data.length < 4 + length) return
      take(JSON.parse(data.toString('utf8', 4, 4 + length)))
      data = data.subarray(4 + length)
    }
  })
}
