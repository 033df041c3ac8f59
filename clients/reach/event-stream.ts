/** Server-sent events, as far as MCP uses them: the data of each event, in order. */
import type { Readable } from 'node:stream'

export async function* events(stream: Readable): AsyncIterable<string> {
  let rest = ''
  stream.setEncoding('utf8')
  for await (const chunk of stream) {
    rest += chunk
    const parts = rest.split(/\r?\n\r?\n/)
    rest = parts.pop() ?? ''
    for (const part of parts) yield dataOf(part)
  }
  if (rest.trim() !== '') yield dataOf(rest)
}

/** Empty for a comment, which keeps the connection alive. */
function dataOf(event: string): string {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  return lines.map((line) => line.slice(line.startsWith('data: ') ? 6 : 5)).join('\n')
}
